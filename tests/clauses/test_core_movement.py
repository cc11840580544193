"""Vehicle movement: Motion, Stop, Minimum Move, Stun, towing, platoons, slopes, COT (D2, D14)."""

from fractions import Fraction
from typing import Any

import pytest

from events.terms import Hatch
from events.vehicles import HatchSet
from tests import cases
from tests.clauses.movers import TANK, moving
from tests.clauses.reached import world

# Wet slopes -----------------------------------------------------------------------------------


@pytest.mark.rule("E3.54")
@cases(
    "road, mover, slope",
    (None, "infantry", 1),
    ("unpaved", "infantry", 1),
    ("paved", "infantry", 0),
    (None, "truck", 1),
    ("unpaved", "truck", 1),
    ("paved", "truck", 0),
    ("paved", "cavalry", 0),
)
@cases("low, high", ("C3", "C4"), ("C4", "C3"))
def test_rain_makes_slopes_dearer_but_not_on_a_paved_road(
    low: str, high: str, road: str | None, mover: str, slope: int
) -> None:
    """A level up or down costs one more during and after rain, except along a paved road."""
    roads = [{"hexes": ["C3", "C4"], "kind": road}] if road else []
    game = world({high: ".1"}, weather="Overcast", ec="Moist", roads=roads)
    game.do("phase RPh")
    words = f"entry-cost --from {low} --to {high} --mover {mover}"
    dry = Fraction(game.json(words)["cost"])
    game.do("wc 6 4")
    wet = game.ask(words)
    assert Fraction(game.json(words)["cost"]) == dry + slope
    rules = [item.rule for item in wet.items if item.name == "wet slope"]
    assert rules == ["E3.54"] * slope


# Stun and Shock -------------------------------------------------------------------------------


@pytest.mark.rule("D5.34", "C7.41")
@cases("order, rule", ("stun", "D5.34"), ("shock", "C7.41"))
def test_a_stunned_or_shocked_crew_buttons_up_at_once(order: str, rule: str) -> None:
    """The event of the hatch follows that of the Stun; no order opens it in this Player Turn."""
    game = moving({}, TANK | {"bu": False})
    events = game.do(f"{order} PzA")
    assert events[1] == HatchSet("PzA", Hatch.BU, rule)
    assert game.state.vehicles["PzA"].bu
    assert game.refused("hatch PzA CE").rule == rule


# Towing ---------------------------------------------------------------------------------------


@pytest.mark.rule("C10.1")
@cases("kind", "wall", "hedge", "cactus-hedge", "high-wall")
def test_nobody_tows_a_gun_over_a_wall_or_hedge(kind: str) -> None:
    """NA with a Gun in tow, allowed without, by question and by order."""
    facts: dict[str, Any] = {
        "hexsides": [{"kind": kind, "at": ["C3/C4"]}],
        "on": {"ad": True},
        "ad": True,
    }
    tows = moving({}, TANK | {"towing": True}, **facts)
    assert tows.json("may-enter --from C3 --to C4 --vehicle PzA")["allowed"] is False
    assert tows.refused("move PzA C4").rule == "C10.1"
    free = moving({}, TANK, **facts)
    assert free.json("may-enter --from C3 --to C4 --vehicle PzA")["allowed"] is True
    asked = "may-enter --from C3 --to C4 --mover fully-tracked --allotment 14"
    assert free.json(f"{asked} --towing")["allowed"] is False


# Motion ---------------------------------------------------------------------------------------


@pytest.mark.rule("D2.4", "11.74")
def test_its_dust_goes_with_those_mp() -> None:
    """A counter of who ended its last MPh in Motion goes with its first MP of the next (11.74)."""
    game = moving({}, TANK, ec="Dry")
    game.do("move PzA C4 1mp", "move PzA C5 1mp")
    assert "PzA" in game.state.vehicle_dust
    game.do("phase RPh", "wc 3 4", "phase RPh", "wc 3 4", "phase MPh")
    assert "PzA" in game.state.vehicle_dust
    game.do("phase DFPh")
    assert "PzA" not in game.state.vehicle_dust
