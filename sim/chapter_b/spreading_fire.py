"""B25.6 Spreading Fire: a Blaze sets adjacent Burnable Terrain afire.

In the AFPh of every Player Turn after the one in which it began, a Blaze makes a DR for each
adjacent hex that can burn and has no fire yet: the Spreading Fire number of that hex or more places
a Flame there. EC and wind are DRM; Gusts strengthen the wind (B25.651; ruling B25.6-wind).
"""

from collections.abc import Iterator
from functools import partial
from typing import Final

import attrs

from events.commands import Spread
from events.moment import Phase
from events.spreading_fire import BlazeChecked, BlazeSpread
from events.terms import Fire, WindForce
from sim.chapter_b.burnable import FireRoll, burns_as, ec_verdict, fire_roll
from sim.chapter_b.due_fires import due_fires
from sim.machine.dice import Dice
from sim.machine.refusals import Reason, Refusal
from sim.machine.telling import Decision, Telling
from sim.modifiers import Kind, Modifier, Near, Verdict
from sim.state import BARE, State

__all__ = [
    "GUSTS_ADD",
    "RULING",
    "STRENGTH",
    "Front",
    "blazes",
    "due_to_spread",
    "fronts",
    "spread",
    "wind_verdict",
]

CORE: Final = ("B25.1", "B25.6", "B25.651")

RULING: Final = "B25.6-wind"

STRENGTH: Final[dict[WindForce, int]] = {
    WindForce.MILD_BREEZE: 1,
    WindForce.HEAVY_WINDS: 2,
}
"""What each Wind Force that blows adds to the DR into the hex straight downwind."""

GUSTS_ADD: Final = 1
"""How much stronger Gusts make a wind that blows (B25.651)."""

STRAIGHT_UPWIND: Final = 3
"""Hexsides between Wind Direction and the hexside into the wind."""


@attrs.frozen
class Front:
    """A hexside of a Blaze across which it may spread.

    Attributes:
        to: the adjacent hex.
        roll: the DR; None where it cannot spread there.
        rule: the rule by which it cannot.
        why_not: why it cannot.
    """

    to: str
    roll: FireRoll | None
    rule: str = ""
    why_not: str = ""


def _turns(direction: int, hexside: int) -> int:
    """How many hexsides lie between two directions, 0 to 3."""
    return min((hexside - direction) % 6, (direction - hexside) % 6)


def _drm(force: WindForce, turns: int, *, gusts: bool) -> int:
    """The DRM of a wind that blows, by how far a hex lies from straight downwind."""
    strength = STRENGTH[force] + GUSTS_ADD * gusts
    return {0: strength, 1: strength - 1, 2: 1 - strength, STRAIGHT_UPWIND: -strength}[turns]


def _into_heavy_winds(state: State, hexside: int) -> bool:
    wind = state.wind
    against = wind.direction is not None and _turns(wind.direction, hexside) == STRAIGHT_UPWIND
    return against and wind.heavy and state.setting.rules_that(RULING, "graded")


def wind_verdict(state: State, hexside: int) -> Verdict:
    """What the wind adds to the DR across a hexside of a Blaze."""
    wind = state.wind
    if not state.setting.rules_that(RULING, "graded"):
        return Near("Wind", "B25.6", Kind.DRM, "the ruling B25.6-wind gives it no DRM")
    if wind.direction is None or wind.force not in STRENGTH:
        return Near("Wind", "B25.6", Kind.DRM, "no wind blows")
    turns = _turns(wind.direction, hexside)
    where = ("downwind", "nearly downwind", "nearly upwind", "upwind")[turns]
    drm = _drm(wind.force, turns, gusts=wind.gusts)
    if drm == 0:
        return Near("Wind", "B25.6", Kind.DRM, f"{where} in a Mild Breeze")
    gusts = " with Gusts" if wind.gusts else ""
    return Modifier("Wind", "B25.6", Kind.DRM, drm, why=f"{where} in {wind.force}{gusts}")


def fronts(state: State, name: str) -> Iterator[Front]:
    """The hexsides of a Blaze in play, clockwise from hexside 1."""
    for hexside, to in sorted(state.setting.area.neighbours(name).items()):
        burning, there = burns_as(state, to), state.ground.get(to, BARE).fire
        if burning is None:
            yield Front(to, None, "B25.1", "nothing there burns")
        elif there is not None:
            yield Front(to, None, "B25.6", f"it has a {there} already")
        elif _into_heavy_winds(state, hexside):
            yield Front(to, None, "B25.6", "it lies straight into Heavy Winds")
        else:
            verdicts = [ec_verdict(state, to), wind_verdict(state, hexside)]
            yield Front(to, fire_roll(burning.spreading, verdicts))


def blazes(state: State) -> list[str]:
    """The hexes ablaze, in order."""
    return [name for name, ground in sorted(state.ground.items()) if ground.fire is Fire.BLAZE]


def due_to_spread(state: State, name: str) -> bool:
    """Whether a Blaze is to be rolled for: begun before this Player Turn, not checked in it."""
    ablaze = state.ground[name].ablaze
    now = state.moment.player_turn
    return ablaze is None or now not in (ablaze.began.player_turn, ablaze.spread_in)


def spread(state: State, command: Spread, dice: Dice) -> Decision:
    """Make the Spreading Fire DR of one Blaze, or of all that are due, in hex order."""
    if state.moment.phase is not Phase.AFPH:
        return Refusal(Reason.WRONG_PHASE, "B25.6", f"Fire spreads in the AFPh, not {state.moment}")
    due = due_fires(
        state, blazes(state), partial(due_to_spread, state), command.hex, "B25.6", "Blaze"
    )
    if isinstance(due, Refusal):
        return due
    for name in due:
        state = yield from _spread_from(state, name, dice)
    return None


def _spread_from(state: State, name: str, dice: Dice) -> Telling:
    for front in fronts(state, name):
        roll = front.roll
        if roll is not None and roll.succeeds(dice.roll(f"spread {name} {front.to}", 2)):
            state = yield BlazeSpread(name, front.to, state.moment, "B25.6")
    return (yield BlazeChecked(name, state.moment, "B25.6"))
