"""B25.66 Fire Collapse: a Blaze brings its building down.

When and on which dr is the ruling B25.66-collapse. What falls, falls as other rubble (B24.12) and
takes the Blaze along (B24.6); an Arid Rooftop goes with its building (AD4.41).
"""

from fractions import Fraction
from functools import partial
from typing import Final

from events.commands import Collapse
from events.moment import Phase
from events.spreading_fire import BuildingHeld
from events.terms import Fire
from sim.chapter_b.due_fires import due_fires
from sim.chapter_b.rubble import COLLAPSE_AT_LEAST, intact_levels, rubbled
from sim.machine.dice import Dice
from sim.machine.refusals import Reason, Refusal
from sim.machine.telling import Decision, Telling
from sim.modifiers import DR
from sim.state import BARE, State

__all__ = ["RULING", "burning_buildings", "collapse", "collapse_chance", "collapse_phase"]

CORE: Final = ("B24.12", "B24.6", "B25.66")

RULING: Final = "B25.66-collapse"


def collapse_phase(state: State) -> Phase:
    """The phase in which burning buildings are rolled for."""
    return Phase.RPH if state.setting.rules_that(RULING, "each-rph") else Phase.AFPH


def _collapses(state: State, name: str, dr: int) -> bool:
    """Whether a dr brings a building down: 6 or more, +1 for each upper level that stands."""
    building = state.ground[name].building
    assert building is not None, "only buildings collapse"  # noqa: S101 - an invariant
    return dr + intact_levels(building) - 1 >= COLLAPSE_AT_LEAST


def collapse_chance(state: State, name: str) -> Fraction:
    """The exact chance that a building ablaze collapses when it is rolled for."""
    return Fraction(sum(_collapses(state, name, dr) for dr in DR), len(DR))


def burning_buildings(state: State) -> list[str]:
    """The hexes of standing buildings that are ablaze, in order."""
    return [
        name
        for name, ground in sorted(state.ground.items())
        if ground.fire is Fire.BLAZE and ground.building and intact_levels(ground.building)
    ]


def _due(state: State, name: str) -> bool:
    ablaze, now = state.ground.get(name, BARE).ablaze, state.moment.player_turn
    return ablaze is None or now not in (ablaze.began.player_turn, ablaze.held_in)


def collapse(state: State, command: Collapse, dice: Dice) -> Decision:
    """Make the collapse dr of one building ablaze, or of all that are due, in hex order."""
    phase = collapse_phase(state)
    if state.moment.phase is not phase:
        return Refusal(
            Reason.WRONG_PHASE,
            "B25.66",
            f"buildings ablaze are rolled for in the {phase}, not {state.moment}",
        )
    due = due_fires(
        state,
        burning_buildings(state),
        partial(_due, state),
        command.hex,
        "B25.66",
        "standing building ablaze",
    )
    if isinstance(due, Refusal):
        return due
    for name in due:
        if name in burning_buildings(state):
            state = yield from _check(state, name, dice)
    return None


def _check(state: State, name: str, dice: Dice) -> Telling:
    (dr,) = dice.roll(f"fire collapse {name}", 1)
    if _collapses(state, name, dr):
        return (yield from rubbled(state, name, 0, "B25.66", dice))
    return (yield BuildingHeld(name, state.moment, "B25.66"))
