"""F3.31 Hammada: what it does to vehicles that are not fully-tracked.

Each makes an Immobilization DR as it enters hammada, or Open Ground Accessible to hammada, and as
it changes its VCA there, unless it follows a road or a Track (F9.2). In a Temperate hex of an AD
board hammada alone asks for it (AD2.4, ruling AD2.4-beside); in Desert Mud as well (11.8).
Horse-drawn transport never makes one (ruling AD2.4-wagons). Motorcycles do by a rule of their own
(F3.32), in Broken Ground and beside hammada in Mud too (191.1, 11.8). What a truck weighs is left
to the players: none counts as four tons or more.
"""

from fractions import Fraction
from functools import lru_cache
from typing import Final

from events.terms import Base
from events.vehicles import ImmobilizationChecked, VehicleImmobilized
from sim.chapter_11.applicability import desert_mud
from sim.chapter_191.broken_terrain import is_open_ground
from sim.chapter_ad.arid_debris import has_rubble
from sim.chapter_b.artificial_terrain import ground_terrain
from sim.chapter_b.mover import FOOT, Mover, mover_of
from sim.chapter_b.symbology import governing_terrain
from sim.chapter_b.trail_breaks import end_trail_breaks
from sim.machine.telling import Dice, Telling
from sim.map.terrain_kind import MoverKind, TerrainKind
from sim.modifiers import Kind, Modifier, dr_chance
from sim.state import BARE, Setting, State

RULE: Final = "F3.31"
OF_MOTORCYCLES: Final = "F3.32"

IMMOBILIZES_AT_LEAST: Final = 12
"""Final DR at which a vehicle is immobilized."""

SPARED: Final = FOOT | {MoverKind.FULLY_TRACKED, MoverKind.HORSE_DRAWN}
"""Movers for which no Immobilization DR is ever due."""


def is_hammada(setting: Setting, name: str) -> bool:
    """Whether a hex is hammada, as Steppe and Broken Terrain leave it, and has no building."""
    kinds = [kind.name for kind in governing_terrain(setting, name)]
    return TerrainKind.HAMMADA in kinds and name not in setting.area.buildings


def is_desert_open_ground(setting: Setting, name: str) -> bool:
    """Whether a hex is Open Ground, in a deir too (F4.2), but not scrub, hammada or sand."""
    return is_open_ground(governing_terrain(setting, name))


def accessible_to_hammada(state: State, name: str) -> bool:
    """Whether hammada on which no rubble lies is Accessible from a hex."""
    near = _hammada_beside(state.setting, name)
    return not all(has_rubble(state.ground.get(other, BARE)) for other in near)


@lru_cache(maxsize=4096)
def _hammada_beside(setting: Setting, name: str) -> tuple[str, ...]:
    near = setting.area.accessible(name)
    return tuple(other for other in near if is_hammada(setting, other))


def immobilization_rule(mover: Mover) -> str:
    """The rule by which a mover makes an Immobilization DR."""
    return OF_MOTORCYCLES if mover.kind is MoverKind.MOTORCYCLE else RULE


def _broken(state: State, mover: Mover, name: str) -> bool:
    """Whether Broken Ground is as hammada to a mover: to motorcycles alone (191.1)."""
    if mover.kind is not MoverKind.MOTORCYCLE:
        return False
    return any(kind.name is TerrainKind.BROKEN_GROUND for kind in ground_terrain(state, name))


def _beside_hammada(state: State, name: str) -> bool:
    """Whether a hex is Open Ground Accessible to hammada."""
    plain = is_desert_open_ground(state.setting, name)
    bare = plain and state.ground.get(name) is None
    return bare and accessible_to_hammada(state, name)


def immobilization_drm(
    state: State, mover: Mover, name: str, *, follows_way: bool, doubled: bool = False
) -> tuple[Modifier, ...] | None:
    """The DRM of the Immobilization DR that is due; None if none is.

    It is due on entry and on a VCA change, off road and Track. Doubled, it expends twice the MP
    that it must, in one expenditure.
    """
    if follows_way or mover.kind in SPARED:
        return None
    motorcycle = mover.kind is MoverKind.MOTORCYCLE
    if motorcycle and state.setting.rules_that("191.1-motorcycle", "players"):
        return None
    beside = not (is_hammada(state.setting, name) or _broken(state, mover, name))
    desert = state.setting.area.record[name].base is Base.DESERT
    if beside and (not desert or (desert_mud(state) and not motorcycle)):
        return None
    if beside and not _beside_hammada(state, name):
        return None
    slow = doubled and not mover.towing
    found = (
        ("no doubled MP", 1 if not slow else 0),
        ("Open Ground beside hammada", -1 if beside else 0),
    )
    rule = immobilization_rule(mover)
    return tuple(Modifier(what, rule, Kind.DRM, amount) for what, amount in found if amount)


def immobilization_chance(drm: tuple[Modifier, ...]) -> Fraction:
    """The chance that an Immobilization DR with these DRM immobilizes."""
    return dr_chance(drm, IMMOBILIZES_AT_LEAST)


def roll_immobilization(state: State, vehicle: str, name: str, total: int, dice: Dice) -> Telling:
    """Roll the Immobilization DR of a vehicle in a hex, with all its DRM."""
    rule = immobilization_rule(mover_of(state, vehicle))
    coloured, white = dice.roll(f"immobilization {vehicle}", 2)
    state = yield ImmobilizationChecked(vehicle, name, coloured, white, total, rule)
    if coloured + white + total >= IMMOBILIZES_AT_LEAST:
        state = yield VehicleImmobilized(vehicle, rule)
        state = yield from end_trail_breaks(state, vehicle)
    return state
