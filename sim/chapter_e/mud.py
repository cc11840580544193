"""E3.6 Mud: what it costs to go through it, and what it takes from HE.

Muddy is Open Ground: unpaved roads, gullies and shellholes too, but no stream, Oasis, bridge,
sand or hammada. How vehicles bog in it D8.23 and 11.8 say.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from events.terms import Road
from sim.blast import Blast
from sim.chapter_b.artificial_terrain import ground_terrain
from sim.chapter_b.mover import FOOT, Mover
from sim.chapter_b.roads import real_bridge_in, road_between, road_into
from sim.map.terrain import Terrain
from sim.map.terrain_kind import MoverKind, TerrainKind
from sim.modifiers import Kind, Modifier
from sim.state import State

HE_RULE: Final = "E3.62"
HE_TEM: Final = 1
"""TEM vs HE in Mud (E3.62); one column less of the Residual FP that it leaves."""

ENTRENCHING_DRM: Final = 1
"""What an Entrenching Attempt takes in Mud (E3.63)."""

_NEVER: Final = (
    TerrainKind.STREAM,
    TerrainKind.OASIS,
    TerrainKind.WATER,
    TerrainKind.HAMMADA,
    TerrainKind.SAND,
    TerrainKind.HIGH_DUNE,
)
"""What is open to fire, but is no muddy ground."""


def is_muddy(state: State, name: str, *, passing: bool = False) -> bool:
    """Whether the ground of a hex is Open Ground in Mud (E3.65); a ruling says if scrub is.

    In Bypass one goes by the hexsides of a hex, beside its woods or building (E3.9).
    """
    if not state.sky.mud_exists:
        return False
    scrub = state.setting.rules_that("E3.65-scrub", "open-ground")
    excepted = _NEVER if scrub else (*_NEVER, TerrainKind.SCRUB)
    return all(
        (_plain(kind) and kind.name not in excepted) or (passing and (kind.woods or kind.building))
        for kind in ground_terrain(state, name)
    )


def _plain(kind: Terrain) -> bool:
    return kind.open_ground or kind.name is TerrainKind.SHELLHOLES


def enters_mud(
    state: State, origin: str | None, name: str, *, by_road: bool, passing: bool = False
) -> bool:
    """Whether an entry is one of muddy ground (E3.65).

    By road what else is in the hex counts for nothing: an unpaved road is muddy in woods as well, a
    paved one or a bridge is not (E3.6).
    """
    if not by_road:
        return is_muddy(state, name, passing=passing)
    roads = road_into(state, name) if origin is None else {road_between(state, origin, name)}
    firm = Road.PAVED in roads or real_bridge_in(state.setting, name)
    return state.sky.mud_exists and not firm


def mud_cost(mover: Mover) -> Modifier:
    """What an entry of muddy ground costs more, after everything else (E3.64)."""
    on_foot = mover.kind in FOOT or mover.kind is MoverKind.HORSE_DRAWN
    return Modifier("Mud", "E3.64", mover.points, Fraction(1, 2) if on_foot else Fraction(1))


def he_tem(state: State, name: str, blast: Blast, *, passing: bool = False) -> Iterator[Modifier]:
    """What Mud gives vs HE in it, beside all else (E3.62); not to a vehicle vs Direct Fire."""
    spared = (blast.he or blast.dc) and (blast.indirect or not blast.vehicle)
    if spared and is_muddy(state, name, passing=passing):
        yield Modifier("Mud", HE_RULE, Kind.TEM, HE_TEM, why="HE" if blast.he else "DC")
