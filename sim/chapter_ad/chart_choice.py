"""AD2.4 Which Terrain Chart speaks in a hex of an AD board, and what else base terrain decides.

Desert-coloured hexes cost what chapter F says, but Broken Ground twice the Open Ground of chapter
B; Temperate hexes what chapter B says, but scrub and hammada what chapter F does. Entrenching and
routing go by base terrain too. The choice itself is made in `sim.chapter_b.symbology.CATALOGUE`;
`sim.chapter_f.hammada` immobilizes in Temperate hammada as well.
"""

from typing import Final

from events.terms import Base
from sim.chapter_ad.broken_terrain import open_broken_ground
from sim.chapter_b.symbology import governing_terrain
from sim.map.terrain_kind import TerrainKind
from sim.state.setting import Setting

__all__ = ["ENTRENCHING_DRM", "RULES", "chart_of", "entrenching_drm"]

RULES: Final = ("AD2.4",)
CORE: Final = ("F.1B",)

ENTRENCHING_DRM: Final = 2
"""What an Entrenching Attempt in desert base terrain takes (F.1B)."""

_CHAPTER_F_IN_TEMPERATE: Final = (TerrainKind.SCRUB, TerrainKind.HAMMADA)


def chart_of(setting: Setting, name: str) -> str:
    """Which chapter's costs a hex has: B or F."""
    base = setting.area.record[name].base
    kinds = governing_terrain(setting, name)
    if base is Base.DESERT:
        return "B" if open_broken_ground(kinds) else "F"
    return "F" if any(kind.name in _CHAPTER_F_IN_TEMPERATE for kind in kinds) else "B"


def entrenching_drm(setting: Setting, name: str) -> int:
    """What base terrain adds to an Entrenching Attempt; sand in the hex spares it (F.1B)."""
    kinds = [kind.name for kind in governing_terrain(setting, name)]
    desert = setting.area.record[name].base is Base.DESERT
    return ENTRENCHING_DRM if desert and TerrainKind.SAND not in kinds else 0
