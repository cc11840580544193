"""B25 Flames and Blazes: where they can be, and how a Flame grows or goes out."""

from typing import Final

from events.commands import Blaze, CheckFlame, Extinguish, Flame
from events.ground import BlazeBegan, FireEnded, FlamePlaced, FlameStayed
from events.moment import Phase
from events.terms import EC, Fire
from sim.chapter_11.ec import EC_DRM
from sim.chapter_ad.arid_building_rubble import building_material
from sim.chapter_ad.arid_debris import arid_debris_in
from sim.chapter_b.symbology import governing_terrain
from sim.dice import Dice
from sim.refusals import Reason, Refusal
from sim.state import BARE, State
from sim.telling import Decision, Telling

__all__ = [
    "BUILDINGS",
    "OUT_AT_MOST",
    "blaze",
    "burns_as",
    "check_flame",
    "extinguish",
    "flame",
    "smother",
]

BUILDINGS: Final[dict[str, int]] = {"stone building": 9, "wooden building": 8}
"""Spreading number of buildings and their rubble (B25.6); that of terrain is in the charts."""

OUT_AT_MOST: Final = 2
"""Final DR at which a Flame goes out (B25.15)."""


def burns_as(state: State, name: str) -> tuple[str, int] | None:
    """Which Burnable Terrain a hex is, and its Spreading number; None if it does not burn (B25.1).

    Arid Debris burns as a wooden building (AD3.41).
    """
    building = _burning_building(state, name)
    if building is not None:
        return building, BUILDINGS[building]
    for kind in governing_terrain(state.setting, name):
        if kind.spreading is not None:
            return kind.name, kind.spreading
    return None


def _burning_building(state: State, name: str) -> str | None:
    """The kind of building as which a hex burns: rubble and Arid Debris do as well."""
    ground = state.ground.get(name, BARE)
    if ground.building is not None:
        rubbled = ground.building.rubbled_from == 0
        stone = ground.building.rubble if rubbled else building_material(state, name)
        return f"{stone} building"
    if ground.rubble is not None:
        return f"{ground.rubble.material} building"
    return "wooden building" if arid_debris_in(state, name) else None


def _kindle(state: State, hex_: str, fire: Fire) -> Refusal | str:
    """The hex in which a fire begins, or why it cannot."""
    name = state.setting.area.name(hex_)
    if name is None:
        return Refusal(Reason.UNKNOWN_HEX, "B25.1", f"{hex_} is not in play")
    burning = state.ground.get(name, BARE).fire
    if burning is Fire.BLAZE or burning is fire:
        return Refusal(Reason.ALREADY_SO, "B25.1", f"{name} has a {burning} already")
    if burns_as(state, name) is None:
        return Refusal(Reason.NOT_BURNABLE, "B25.1", f"{name} has nothing that burns")
    return name


def flame(state: State, command: Flame, _: Dice) -> Decision:
    """Place a Flame."""
    name = _kindle(state, command.hex, Fire.FLAME)
    if isinstance(name, Refusal):
        return name
    yield FlamePlaced(name, state.moment, "B25.1")
    return None


def blaze(state: State, command: Blaze, _: Dice) -> Decision:
    """Set Burnable Terrain ablaze."""
    name = _kindle(state, command.hex, Fire.BLAZE)
    if isinstance(name, Refusal):
        return name
    yield BlazeBegan(name, "B25.1")
    return None


def smother(state: State, name: str) -> Telling:
    """A fire goes out where nothing is left that burns (B25.1)."""
    if state.ground.get(name, BARE).fire is not None and burns_as(state, name) is None:
        state = yield FireEnded(name, "B25.1")
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


def _drm(state: State, name: str) -> int:
    """EC modify a Flame, but not inside a building (B25.5, B25.15); debris: ruling AD3.41-ec."""
    ground = state.ground.get(name, BARE)
    in_building = ground.building is not None or ground.rubble is not None
    if not in_building and arid_debris_in(state, name):
        in_building = state.setting.rules_that("AD3.41-ec", "as-building")
    return 0 if in_building else EC_DRM[state.sky.ec or EC.MODERATE]


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
    final = sum(dice.roll(f"flame {name}", 2)) + _drm(state, name)
    burning = burns_as(state, name)
    if burning is not None and final >= burning[1]:
        yield BlazeBegan(name, "B25.15")
    elif final <= OUT_AT_MOST:
        yield FireEnded(name, "B25.15")
    else:
        yield FlameStayed(name, state.moment, "B25.15")
    return None
