"""B25 Flames and Blazes: where they can be, and how a Flame grows or goes out."""

from typing import Final

from events.commands import Blaze, CheckFlame, Extinguish, Flame
from events.ground import BlazeBegan, FireEnded, FlamePlaced, FlameStayed
from events.moment import Phase
from events.terms import Fire
from sim.chapter_a.smoke import end_fire
from sim.chapter_b.burnable import Burnable, FireRoll, burns_as, ec_verdict, fire_roll
from sim.machine.dice import Dice
from sim.machine.refusals import Reason, Refusal
from sim.machine.telling import Decision, Telling
from sim.state import BARE, State

__all__ = [
    "OUT_AT_MOST",
    "blaze",
    "check_flame",
    "extinguish",
    "flame",
    "flame_roll",
    "goes_out",
    "smother",
    "where_fire_begins",
]

CORE: Final = ("B24.72", "B25.1", "B25.15")

OUT_AT_MOST: Final = 2
"""Final DR at which a Flame goes out (B25.15)."""


def where_fire_begins(
    state: State, hex_: str, fire: Fire, rule: str
) -> Refusal | tuple[str, Burnable]:
    """The hex in which a fire begins and as what it burns, or why it cannot."""
    name = state.setting.area.name(hex_)
    if name is None:
        return Refusal(Reason.UNKNOWN_HEX, rule, f"{hex_} is not in play")
    there = state.ground.get(name, BARE).fire
    if there is Fire.BLAZE or there is fire:
        return Refusal(Reason.ALREADY_SO, rule, f"{name} has a {there} already")
    burning = burns_as(state, name)
    if burning is None:
        return Refusal(Reason.NOT_BURNABLE, rule, f"{name} has nothing that burns")
    return name, burning


def flame(state: State, command: Flame, _: Dice) -> Decision:
    """Place a Flame."""
    found = where_fire_begins(state, command.hex, Fire.FLAME, "B25.1")
    if isinstance(found, Refusal):
        return found
    yield FlamePlaced(found[0], state.moment, "B25.1")
    return None


def blaze(state: State, command: Blaze, _: Dice) -> Decision:
    """Set Burnable Terrain ablaze."""
    found = where_fire_begins(state, command.hex, Fire.BLAZE, "B25.1")
    if isinstance(found, Refusal):
        return found
    yield BlazeBegan(found[0], "B25.1")
    return None


def smother(state: State, name: str) -> Telling:
    """A fire goes out where nothing is left that burns (B25.1)."""
    if state.ground.get(name, BARE).fire is not None and burns_as(state, name) is None:
        state = yield from end_fire(state, name, "B25.1")
    return state


def _flame_in(state: State, hex_: str, rule: str) -> Refusal | str:
    name = state.setting.area.name(hex_)
    if name is None:
        return Refusal(Reason.UNKNOWN_HEX, rule, f"{hex_} is not in play")
    if state.ground.get(name, BARE).fire is not Fire.FLAME:
        return Refusal(Reason.NO_FIRE, rule, f"{name} has no Flame")
    return name


def extinguish(state: State, command: Extinguish, _: Dice) -> Decision:
    """Put out a Flame; a Blaze cannot be put out (B24.72)."""
    name = _flame_in(state, command.hex, "B24.72")
    if isinstance(name, Refusal):
        return name
    yield FireEnded(name, "B24.72")
    return None


def flame_roll(state: State, name: str, burning: Burnable) -> FireRoll:
    """The DR by which a Flame becomes a Blaze (B25.15)."""
    return fire_roll(burning.spreading, [ec_verdict(state, name)])


def goes_out(roll: FireRoll, dice: tuple[int, ...]) -> bool:
    """Whether the DR of a Flame puts it out (B25.15)."""
    return not roll.succeeds(dice) and roll.final(dice) <= OUT_AT_MOST


def check_flame(state: State, command: CheckFlame, dice: Dice) -> Decision:
    """The DR of a Flame, in each AFPh after the Player Turn in which it was placed (B25.15)."""
    if state.moment.phase is not Phase.AFPH:
        return Refusal(
            Reason.WRONG_PHASE, "B25.15", f"Flames are rolled for in the AFPh, not {state.moment}"
        )
    name = _flame_in(state, command.hex, "B25.15")
    if isinstance(name, Refusal):
        return name
    since = state.ground[name].flame_since
    if since is not None and since.player_turn == state.moment.player_turn:
        return Refusal(
            Reason.ALREADY_TRIED,
            "B25.15",
            f"the Flame in {name} is of this Player Turn, or was rolled for in it",
        )
    burning = burns_as(state, name)
    assert burning is not None, "a Flame burns in something"  # noqa: S101 - an invariant
    roll, rolled = flame_roll(state, name, burning), dice.roll(f"flame {name}", 2)
    if roll.succeeds(rolled):
        yield BlazeBegan(name, "B25.15")
    elif goes_out(roll, rolled):
        yield FireEnded(name, "B25.15")
    else:
        yield FlameStayed(name, state.moment, "B25.15")
    return None
