"""AD4.41-AD4.412 The Arid Rooftop of every Arid Building but a Mosque or Temple.

A rooftop for all purposes of B23.8, reached by a stairwell of its own; a building Location for
Victory Conditions. Units there have the TEM of a hedge, which the height of the firer can undo.
"""

from collections.abc import Iterable
from typing import Final

import attrs

from events.terms import Base, Gun
from sim.chapter_ad.arid_building_rubble import is_arid_building
from sim.chapter_b.symbology import CATALOGUE
from sim.map.terrain_kind import TerrainKind
from sim.state import BARE, State

__all__ = [
    "HEDGE_TEM",
    "RULES",
    "SEEN_WITHIN",
    "Watcher",
    "has_rooftop",
    "ordnance_allowed",
    "rooftop_tem",
    "undone_by",
]

RULES: Final = ("AD4.4", "AD4.41", "AD4.411", "AD4.412")
CORE: Final = ("B9.3", "B9.33", "B23.8")

LARGEST: Final = {Gun.MTR: 82, Gun.RCL: 75}
"""The largest calibre, in mm, of the 5/8 inch ordnance that may be on a rooftop."""

SEEN_WITHIN: Final = 16
"""Hexes within which an unbroken enemy above can make an Arid Rooftop Open Ground."""

HEDGE_TEM: Final = CATALOGUE[Base.DESERT][TerrainKind.HEDGE].tem
"""TEM of a hedge (B9.3)."""


@attrs.frozen
class Watcher:
    """An unbroken enemy unit.

    Attributes:
        hex: where it is.
        range: hexes to the building.
        above: full levels that it is higher than the rooftop; less than 0 if lower.
    """

    hex: str
    range: int
    above: int


def has_rooftop(state: State, name: str) -> bool:
    """Whether a hex has an Arid Rooftop: a standing Arid Building, no Mosque or Temple (AD4.4)."""
    building = state.ground.get(name, BARE).building
    standing = building is not None and building.rubbled_from is None and not building.steepled
    return standing and is_arid_building(state, name)


def ordnance_allowed(gun: Gun, calibre: int) -> bool:
    """Whether 5/8 inch ordnance may be on an Arid Rooftop (AD4.41).

    Args:
        gun: what it is.
        calibre: in mm.
    """
    return calibre <= LARGEST.get(gun, 0)


def rooftop_tem(range_: int, above: int, *, aerial: bool = False) -> int:
    """TEM of a unit on an Arid Rooftop: a hedge's, none vs an Aerial attack (AD4.411).

    Args:
        range_: hexes to the firer.
        above: full levels that the firer is higher; each beyond the range takes one off (B9.33).
        aerial: it is an Aerial attack.
    """
    return 0 if aerial else max(0, HEDGE_TEM - max(0, above - range_))


def undone_by(watchers: Iterable[Watcher]) -> tuple[Watcher, ...]:
    """The unbroken enemies to whom an Arid Rooftop is not Concealment Terrain (AD4.412).

    To them it is Open Ground: a HIP unit there is placed on board, but keeps its "?".
    """
    return tuple(
        watcher
        for watcher in watchers
        if watcher.range <= SEEN_WITHIN and rooftop_tem(watcher.range, watcher.above) == 0
    )
