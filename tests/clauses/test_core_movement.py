"""Vehicle movement: Motion, Stop, Minimum Move, Stun, towing, platoons, slopes, COT (D2, D14)."""

import pytest

from events.terms import Hatch
from events.vehicles import HatchSet
from tests import cases
from tests.clauses.movers import TANK, moving

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
