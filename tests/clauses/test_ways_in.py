"""Who may not enter, who checks for bog on leaving, and what rubble does to those beneath."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.movers import LORRY, TANK
from tests.clauses.reached import world
from tests.clauses.test_core_fire import HOUSE


@pytest.mark.rule("B24.121", "D5.34", "D8.21")
@cases(
    "car, orders, told",
    (TANK | {"bu": False}, [], ["Bog Check D8.21", "Stunned B24.121"]),
    (TANK, [], ["Bog Check D8.21"]),
    (TANK | {"bu": False}, ["bog PzA"], ["Stunned B24.121"]),
    (TANK | {"bu": False}, ["immobilize PzA"], ["Stunned B24.121"]),
    (TANK | {"bu": False}, ["stun PzA"], ["Bog Check D8.21"]),
    (TANK, ["destroy PzA"], []),
    (TANK | {"armour": "open-topped", "bu": False}, [], ["destroyed B24.121"]),
    (TANK | {"armour": "open-topped", "bu": False}, ["destroy PzA"], []),
    (TANK | {"armour": "none", "bu": False}, [], ["destroyed B24.121", "buried B24.121"]),
    (TANK | {"armour": "none", "bu": False}, ["destroy PzA"], ["buried B24.121"]),
)
def test_what_falling_rubble_does_to_a_vehicle(
    car: dict[str, Any], orders: list[str], told: list[str]
) -> None:
    """Each event with its rule: Bog Check and Stun, elimination, and a wreck that is gone."""
    house = HOUSE | {"upper_levels": 1}
    game = world(buildings=[house], vehicles=[car | {"at": "D4"}, LORRY | {"at": "H4"}])
    game.to("PFPh")
    game.do(*orders)
    dice = "6 1 1 1" if any("Bog" in each for each in told) else "6 1"
    found = game.told(f"rubble D5 level 1 1 {dice}").splitlines()[2:]
    assert len(found) == len(told)
    for line, expected in zip(found, told, strict=True):
        what, rule = expected.rsplit(" ", 1)
        assert what in line
        assert line.endswith(f"({rule})")
    assert not game.state.vehicles["Lkw"].destroyed


@pytest.mark.rule("B24.121")
def test_units_and_fortifications_under_rubble_are_gone_by_its_rule() -> None:
    """Those in the hex struck, and none beside."""
    road = [{"hexes": ["C4", "D4", "D3"], "kind": "unpaved"}]
    forts = [
        {"kind": "Foxhole", "hex": "D4", "side": "German"},
        {"kind": "Roadblock", "hex": "D4", "side": "German", "hexside": 1},
        {"kind": "Foxhole", "hex": "D3", "side": "German"},
    ]
    game = world(buildings=[HOUSE | {"upper_levels": 1}], roads=road, fortifications=forts)
    game.to("PFPh")
    game.do("unit A squad D4 entrenched", "unit B HS D4", "unit C HS D3")
    told = game.told("rubble D5 level 1 1 6 1").splitlines()
    assert told[2:] == [
        "A is eliminated in D4 (B24.121)",
        "B is eliminated in D4 (B24.121)",
        "the Foxhole in D4 is removed (B24.121)",
        "the Roadblock in D4 is removed (B24.121)",
    ]
    assert set(game.state.units) == {"C"}
    assert set(game.state.fortifications) == {"Foxhole-D3"}
    for one, two in (("D3", "D4"), ("D4", "D3")):
        asked = f"may-enter --from {one} --to {two} --mover fully-tracked --allotment 14"
        assert game.json(asked)["allowed"] is True
