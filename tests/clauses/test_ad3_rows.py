"""The rows of the AD Terrain Chart, as ``ask terrain`` tells them of a hex."""

from typing import Any, Final

import pytest

from tests import cases
from tests.clauses.arid import arid

YES: Final = ("tem", "ffmo", "inherent", "concealment_terrain", "rally_terrain", "rout_as_woods")

# What each rule says: TEM, then o Open Ground for FFMO, i Inherent, c Concealment Terrain, r Rally
# and w Rout Terrain, then the Kindling and Spreading numbers. A crag (B17) is Inherent with a TEM;
# woods, brush and grain are Concealment Terrain (A12.12), and burn as those of chapter B.
ROWS: Final[list[tuple[str, str, int, str, int | None, int | None, dict[str, Any]]]] = [
    ("P", "AD3.121", 2, "i c r w", 10, 10, {"rulings": {"AD3.121-fire": "palms"}}),
    ("g", "AD3.162", 0, "c r w", 10, 6, {"month": "September"}),
    ("g", "AD3.162", 0, "c r w", 10, 6, {"month": "October"}),
    ("h", "AD4.5", 2, "i w", None, None, {"broken": True}),
    ("a", "AD3.62", 0, "o", None, None, {}),
    ("W", "AD3.61", 1, "r", None, None, {"rulings": {"AD3.61-inherent": "interior"}}),
    ("W", "AD3.61", 1, "i r", None, None, {"rulings": {"AD3.61-inherent": "inherent"}}),
]


@pytest.mark.rule(
    *("AD3.121", "AD3.162", "AD3.21", "AD3.22", "AD3.41", "AD3.5", "AD3.61", "AD3.62", "AD3.7"),
    *("AD4.1", "AD4.5"),
)
@pytest.mark.parametrize(("mark", "rule", "tem", "flags", "kindling", "spreading", "facts"), ROWS)
def test_what_a_hex_of_ad_terrain_is(
    mark: str,
    rule: str,
    tem: int,
    flags: str,
    kindling: int | None,
    spreading: int | None,
    facts: dict[str, Any],
) -> None:
    """TEM, FFMO, Inherent, Concealment, Rally and Rout Terrain, and how it burns, by its rule."""
    found = arid({"D4": mark}, **facts).json("terrain --hex D4")
    assert found["rules"][-1] == rule
    letters = dict(zip(YES[1:], "oicrw", strict=True))
    said = {name: found[name] for name in letters}
    assert said == {name: letter in flags.split() for name, letter in letters.items()}
    assert (found["tem"], found["kindling"], found["spreading"]) == (tem, kindling, spreading)


@pytest.mark.rule("AD3.5", "AD3.61", "AD3.7", "AD2.4")
@cases("mark", "z", "W", "F")
@cases(
    "hex_, costs",
    ("{}", {"infantry": "1", "motorcycle": "1", "fully-tracked": "1", "truck": "1"}),
    ("{}'", {"infantry": "1", "motorcycle": "3", "fully-tracked": "1", "truck": "4"}),
)
def test_plaza_well_and_fountain_cost_what_open_ground_does(
    mark: str, hex_: str, costs: dict[str, str]
) -> None:
    """That of chapter F in a desert hex, of chapter B in a Temperate one, to every mover."""
    game = arid({"D4": hex_.format(mark)})
    for mover, cost in costs.items():
        found = game.json(f"entry-cost --from D3 --to D4 --mover {mover}")
        assert (mover, found["cost"]) == (mover, cost)
