"""B.1 Symbology: which terrain governs a hex, combinations, and art that is not the whole hex."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.reached import Played, unsound, world

TEMPERATE: dict[str, Any] = {"desert": False}


def temperate(marks: dict[str, str] | None = None, **facts: Any) -> Played:
    """A game on a temperate board."""
    return world(marks, on=TEMPERATE, **facts)


SPILL = {"hex": "H2", "over": ["H2/I2"]}


@pytest.mark.rule("B.1g", "B.1l")
@cases(
    "hexes, spills, drm",
    ({"H2": "b", "I2": "w"}, [SPILL], 1),
    ({"H2": "b", "I2": "w"}, [{"hex": "H2", "over": ["H2:2"]}], 1),
    ({"H2": "b", "I2": "w"}, [], 0),
    ({"H2": "b", "I2": "."}, [SPILL], 1),
    ({"H2": "b", "I2": "w"}, [{"hex": "H2", "over": ["H2/H3"]}], 0),
    ({"H2": "g", "I2": "w"}, [SPILL], 1),
)
def test_a_los_along_a_hexside_meets_the_art_that_lies_across_it(
    hexes: dict[str, str], spills: list[dict[str, Any]], drm: int
) -> None:
    """The printed case: H1 to I3 runs along H2/I2, +1 where brush reaches over it, not blocked."""
    found = world(hexes, spills=spills).json("shot --from H1 --to I3")
    assert set(found["los"]["touched"]) == {"H2", "I2"}
    assert found["los"]["hindrance"] == drm
    assert found["blocked"] is None


@pytest.mark.rule("B.1c")
def test_the_record_says_level_and_type_and_no_key_contradicts_it() -> None:
    """The level of a cell is that of its hex; no key of a board sets a centre dot apart."""
    assert world({"D4": "b1"}).json("terrain --hex D4")["level"] == 1
    assert "dot" in unsound({"D4": "b1"}, dot="open")
    building = world({"D4": "."}, buildings=[{"hex": "D4", "covers": [1]}])
    assert building.json("terrain --hex D4")["terrain"] == ["Stone Building"]


@pytest.mark.rule("B.1d", "B.1h")
@cases("covers", [1], [2, 3], [4, 5, 6])
@cases("material, tem", ("stone", 3), ("wooden", 2))
def test_a_hex_with_any_building_is_a_building_hex(
    covers: list[int], material: str, tem: int
) -> None:
    """Art away from the centre dot is a building all the same: cost, TEM, and no FFMO."""
    here = {"hex": "D4", "covers": covers, "material": material}
    game = temperate(buildings=[here])
    assert game.json("entry-cost --from D3 --to D4")["cost"] == "2"
    assert game.json("tem --hex D4")["tem"] == tem
    shot = game.json("shot --from D2 --to D4 --moving")
    assert shot["ffmo"]["applies"] is False
    assert not game.json("terrain --hex D4")["ffmo"]


@pytest.mark.rule("B.1i")
@cases(
    "covers, ends, blocked",
    ([], ("D2", "D6"), True),
    ([1], ("D2", "D6"), True),
    ([4], ("D2", "D6"), True),
    ([2, 3, 5, 6], ("D2", "D6"), False),
    ([6], ("C4", "E5"), True),
    ([1, 2, 4, 5], ("C4", "E5"), False),
    ([3], ("B3", "F5"), True),
    ([1, 2, 4, 5], ("B3", "F5"), False),
)
def test_a_los_that_misses_the_art_of_a_building_is_in_the_open(
    covers: list[int], ends: tuple[str, str], blocked: bool
) -> None:
    """A LOS through the hex is blocked only where it crosses a part that the building covers."""
    game = temperate(buildings=[{"hex": "D4", "covers": covers}])
    for one, two in (ends, ends[::-1]):
        found = game.json(f"shot --from {one} --to {two}")
        assert (found["blocked"] is not None) is blocked
    assert "covers hexsides" in unsound(buildings=[{"hex": "D4", "covers": [7]}])


@pytest.mark.rule("B.1e")
@cases(
    "mark, names, cost, tem",
    ("wb", {"Woods", "Brush"}, "4", 1),
    ("wc", {"Woods", "Crag"}, "4", 2),
    ("cO", {"Crag", "Olive Grove"}, "4", 2),
    ("wq", {"Woods", "Graveyard"}, "3", 2),
)
def test_the_effects_of_a_combination_add_up(
    mark: str, names: set[str], cost: str, tem: int
) -> None:
    """Cost and TEM of both kinds count in full, and both are named."""
    game = temperate({"D4": mark})
    assert set(game.json("terrain --hex D4")["terrain"]) == names
    assert game.json("terrain --hex D4")["tem"] == tem
    assert game.json("tem --hex D4")["tem"] == tem
    assert game.json("entry-cost --from D3 --to D4")["cost"] == cost
    shot = game.json("shot --from D3 --to D4")
    assert sum(each["amount"] for each in shot["items"] if each["kind"] == "TEM") == tem
