"""A10.531 Open Ground, where a unit that moves or routs is in the open."""

from typing import Final

from sim.chapter_ad.scrub import negates_ffmo
from sim.chapter_b.ground_terrain import ground_terrain
from sim.map.terrain_kind import TerrainKind
from sim.state import State

__all__ = ["not_open_ground"]

CORE: Final = ("A10.531",)


def not_open_ground(state: State, name: str, *, outside: bool = False) -> str | None:
    """Why a hex is not Open Ground for FFMO and Interdiction; None if it is (A10.531).

    Args:
        state: now.
        name: the hex.
        outside: the unit there did not expend the MF to be in shellholes (B.9).
    """
    for kind in ground_terrain(state, name):
        if outside and kind.name is TerrainKind.SHELLHOLES:
            continue
        if not kind.open_ground:
            return f"{name} is {kind.name}"
        if negates_ffmo(state.setting, name, kind):
            return f"{name} is Scrub, with AD Terrain in effect (AD4.3)"
    return None
