"""Back from axial coordinates to hexes, for tests that walk along a line."""

from sim.los.line import Axial
from sim.map.hexes import Hex

__all__ = ["to_hex"]


def to_hex(place: Axial) -> Hex:
    """The hex at axial coordinates."""
    return Hex(place.q, place.r + (place.q + place.q % 2) // 2)
