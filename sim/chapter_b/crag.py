"""B17.5 Crags hold no Fortification but Wire."""

from typing import Final

from events.terms import Fortification
from sim.map.terrain_kind import TerrainKind

__all__ = ["crag_allows"]

CORE: Final = ("B17.5",)

_CRAGS: Final = (TerrainKind.CRAG, TerrainKind.BOULDER_CRAG)


def crag_allows(kind: TerrainKind, what: Fortification) -> bool:
    """Whether a kind of terrain lets a Fortification be placed, as far as crags forbid it."""
    return kind not in _CRAGS or what is Fortification.WIRE
