"""191.3 Who never crosses a cactus hedge."""

from typing import Final

from events.terms import HexsideKind
from sim.map.terrain_kind import MoverKind

_NEVER: Final = (MoverKind.CAVALRY, MoverKind.HORSE_DRAWN)


def why_not_across(standing: HexsideKind, mover: MoverKind) -> str:
    """Why a mover that has no cost for it does not cross what stands on a hexside."""
    if standing is HexsideKind.CACTUS_HEDGE and mover in _NEVER:
        return "Cavalry, Horses and Wagons never cross a cactus hedge (191.3)"
    return f"{mover} may not cross a {standing}"
