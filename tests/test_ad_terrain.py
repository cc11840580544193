"""AD Terrain: what each kind of it allows, forbids and overrides."""

from typing import Any

import pytest

from replays.asking.ask import ask
from sim.chapter_ad.precedence import overrides
from sim.state import State
from sim.state.state import Setting
from tests.table import Table

MAP = """
0   .   s
1 . cb  h   k   .
2 . ch  s'  h'  b
3 . z   W   F   c
4 . .   .   .   .
"""


def state(*, ad: bool = True, **facts: Any) -> State:
    """A state on one small AD board."""
    board = {"name": "X", "desert": True, "ad": True, "map": MAP}
    given_: dict[str, Any] = {"boards": [board], "ad": ad, "vehicles": [], "ec": "Moist"}
    found: State = Table(**(given_ | facts)).state
    return found


def where(**facts: Any) -> Setting:
    """The setting of that state."""
    return state(**facts).setting


@pytest.mark.rule("AD1.1", "AD1.2", "F2.2")
def test_ad_terrain_is_one_switch_and_overrides_say_which_rule() -> None:
    """Without the switch nothing is overridden; with it each override names both rules."""
    assert overrides(where(ad=False), "D0") == ()
    (scrub,) = overrides(where(), "D0")
    assert (scrub.rule, scrub.over) == ("AD4.3", "F2.2")
    (hammada,) = overrides(where(broken=True), "C1")
    assert (hammada.rule, hammada.over) == ("AD4.5", "191.1")
    assert {each.rule for each in overrides(where(), "C2")} == {"AD4.3", "AD2.4"}
    answer = ask(state(), "terrain", hex="D0")
    assert answer.facts["overrides"] == ["AD4.3 over F2.2: scrub negates FFMO and Interdiction"]


@pytest.mark.rule("AD3.46", "AD3.47", "AD3.48", "C5.11")
def test_further_effects_of_arid_debris() -> None:
    """Any Fortification, +1 to a Sighting TC, and Case A never doubled."""
    board = {"name": "X", "desert": True, "ad": True, "map": "0 .\n1 . . .\n2 . . ."}
    found = Table(boards=[board], ad=True, ec="Moist", vehicles=[], debris=[{"hex": "A2"}]).state
    trench = ask(found, "fortification", hex="A2", what="Trench")
    assert trench.facts["allowed"] is True
    assert "AD3.46" in trench.verdict
    assert "AD3.46" not in ask(found, "fortification", hex="A1", what="Trench").verdict
    assert ask(found, "sighting", hex="A2").total.fixed == 1
    assert ask(found, "sighting", hex="A1").total.fixed == 0
    gun: dict[str, Any] = {"calibre": 75}
    assert "AD3.48" in ask(found, "gun", hex="A2", **gun).verdict
    assert "AD3.48" not in ask(found, "gun", hex="A1", **gun).verdict


VILLAGE: dict[str, Any] = {
    "boards": [
        {
            "name": "X",
            "desert": True,
            "ad": True,
            "map": "0 .  .\n1 .4 . . .' .\n2 . . . . .\n3 . . . . .",
            "buildings": [
                {"hex": "B1"},
                {"hex": "C2", "upper_levels": 1},
                {"hex": "B3", "mosque": True},
                {"hex": "D1"},
            ],
        }
    ],
    "ad": True,
    "vehicles": [],
    "ec": "Moist",
}


@pytest.mark.rule("AD3.3", "AD3.312", "AD3.61", "AD3.7", "A5")
def test_how_much_a_hex_holds() -> None:
    """Wells, Fountains and Steeples have limits of their own; a Mosque is never Fortified."""
    none: dict[str, Any] = {"mounts_over": [], "half_squads_over": {}}
    assert ask(state(), "stacking", hex="C3").facts == {"squads": None, "vehicles": 1} | none
    assert ask(state(), "stacking", hex="D3").facts == {"squads": 2, "vehicles": 1} | none
    assert ask(state(), "stacking", hex="A1").facts == {}
    village = Table(**VILLAGE).state
    assert "1 SW of 3 PP" in ask(village, "stacking", hex="B3").verdict
    fortified = ask(village, "fortification", hex="B3", what="Fortified Building")
    assert fortified.facts["allowed"] is False
