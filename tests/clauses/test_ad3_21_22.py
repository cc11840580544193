"""AD3.21-AD3.22 Crag-Brush and Crag-Hammada, by questions."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.reached import Played, world

AD = {"ad": True}


def crags(**facts: Any) -> Played:
    """C4 is Crag-Brush, C6 Crag-Hammada, C8 a crag, E4 brush, E6 hammada."""
    marks = {"C4": "cb", "C6": "ch", "C8": "c", "E4": "b", "E6": "h"}
    return world(marks, ad=True, on=AD, **facts)


def hindrance(marks: dict[str, str], **facts: Any) -> int:
    """The LOS Hindrance of a shot from B6 to B2."""
    found = world(marks, ad=True, on=AD, **facts).ask("shot --from B6 --to B2 --attack IFT")
    return sum(int(each.amount or 0) for each in found.items if each.kind == "LOS Hindrance")


@pytest.mark.rule("AD3.21a", "AD3.22a")
@cases("mark", "cb", "ch")
def test_combined_terrain_is_a_crag(mark: str) -> None:
    """Both give one Hindrance of +1, not the sum, TEM +1, and are Inherent as a crag is."""
    assert hindrance({"B4": mark}) == hindrance({"B4": "c"}) == 1
    found = world({"C4": mark}, ad=True, on=AD).json("terrain --hex C4")
    assert (found["tem"], found["inherent"]) == (1, True)


@pytest.mark.rule("AD3.21c")
def test_crag_brush_burns_as_brush() -> None:
    """It has the Kindling and Spreading number of brush; crags and Crag-Hammada do not burn."""
    game = crags()
    brush = game.json("burn --hex E4")
    found = game.json("burn --hex C4")
    assert (found["kindling"], found["spreading"]) == (9, 6)
    assert (brush["kindling"], brush["spreading"]) == (9, 6)
    for hex_ in ("C6", "C8"):
        assert game.json(f"burn --hex {hex_}")["burns_as"] is None
    game.to("PFPh")
    game.do("blaze C4")
    assert game.json("burn --hex C4")["fire"] == "Blaze"
    assert game.refused("blaze C8").rule == "B25.1"


@pytest.mark.rule("AD3.21d", "AD3.22a")
@cases(
    "hex_, mover, cost",
    ("C4", "infantry", "4"),
    ("C4", "cavalry", "6"),
    ("C4", "horse-drawn", None),
    ("C6", "infantry", "2"),
    ("C6", "cavalry", "4"),
    ("C6", "fully-tracked", None),
    ("C8", "infantry", "2"),
    ("C8", "cavalry", "4"),
)
def test_what_combined_terrain_costs(hex_: str, mover: str, cost: str | None) -> None:
    """Crag-Brush costs what crag and brush cost together, Crag-Hammada what a crag does."""
    found = crags().json(f"entry-cost --from B{hex_[1]} --to {hex_} --mover {mover}")
    assert found["cost"] == cost


CASES = [
    ("", 1),
    ("--dc", 0),
    ("--bombardment", 0),
    ("--he", 0),
    ("--he --calibre 14", 1),
    ("--he --calibre 15", 0),
    ("--he --calibre 20", 0),
    ("--he --calibre 20 --vehicle-target", 0),
    ("--ordnance --calibre 50", 1),
    ("--he --calibre 75 --critical-hit", -2),
    ("--he --calibre 14 --critical-hit", -1),
    ("--ordnance --calibre 50 --critical-hit", -1),
]


@pytest.mark.rule(
    "AD3.22b", "AD3.22c", "AD3.22d", "AD3.22e", "AD3.22f", "AD3.22g", "AD3.22h", "C1.8", "C3.7"
)
@pytest.mark.parametrize(("words", "tem"), CASES)
def test_tem_of_crag_hammada(words: str, tem: int) -> None:
    """+1; none vs DC, Bombardment and HE of 15mm or more; -2 vs their Critical Hits, others -1."""
    found = crags().ask(f"tem --hex C6 {words}")
    assert found.total.fixed == tem
    assert all(item.rule == "AD3.22" for item in found.items)
