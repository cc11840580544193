"""AD2.4 Which Terrain Chart speaks in a hex of an AD board, and what else base terrain decides.

Desert-coloured hexes cost what chapter F says, but Broken Ground twice the Open Ground of chapter
B; Temperate hexes what chapter B says, but scrub and hammada what chapter F does. Entrenching and
routing go by base terrain too (`sim.chapter_f.desert_boards`). The choice itself is made in
`sim.chapter_b.symbology.CATALOGUE`; `sim.chapter_f.hammada` immobilizes in Temperate hexes too.
"""

from typing import Final

from events.terms import Base
from sim.chapter_ad.broken_terrain import open_broken_ground
from sim.chapter_b.symbology import governing_terrain
from sim.map.terrain_kind import TerrainKind
from sim.state import Setting

_CHAPTER_F_IN_TEMPERATE: Final = (TerrainKind.SCRUB, TerrainKind.HAMMADA)


def chart_of(setting: Setting, name: str) -> str:
    """Which chapter's costs a hex has: B or F."""
    base = setting.area.record[name].base
    kinds = governing_terrain(setting, name)
    if base is Base.DESERT:
        return "B" if open_broken_ground(kinds) else "F"
    return "F" if any(kind.name in _CHAPTER_F_IN_TEMPERATE for kind in kinds) else "B"
