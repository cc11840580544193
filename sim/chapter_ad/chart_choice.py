"""AD2.4 Which Terrain Chart speaks in a hex of an AD board, and what else base terrain decides.

Desert-coloured hexes cost what chapter F says, but Broken Ground twice the Open Ground of chapter
B; Temperate hexes what chapter B says, but scrub and hammada what chapter F does. Entrenching and
routing go by base terrain too. The choice itself is made in `sim.chapter_b.symbology.CATALOGUE`.
"""

from typing import Final

from events.terms import Base, Movement
from sim.chapter_b.symbology import governing_terrain
from sim.setting import Setting

__all__ = ["ENTRENCHING_DRM", "RULES", "chart_of", "entrenching_drm", "hammada_immobilization"]

RULES: Final = ("AD2.4",)

ENTRENCHING_DRM: Final = 2
"""What an Entrenching Attempt in desert base terrain takes (F.1B)."""

_CHAPTER_B_IN_DESERT: Final = ("Broken Ground",)
_CHAPTER_F_IN_TEMPERATE: Final = ("Scrub", "Hammada")


def chart_of(setting: Setting, name: str) -> str:
    """Which chapter's costs a hex has: B or F."""
    base = setting.area.record[name].base
    kinds = [kind.name for kind in governing_terrain(setting, name)]
    if base is Base.DESERT:
        ad_broken = setting.ad_hex(name) and kinds[0] in _CHAPTER_B_IN_DESERT
        return "B" if ad_broken else "F"
    return "F" if any(kind in _CHAPTER_F_IN_TEMPERATE for kind in kinds) else "B"


def entrenching_drm(setting: Setting, name: str) -> int:
    """What base terrain adds to an Entrenching Attempt; sand in the hex spares it (F.1B)."""
    kinds = [kind.name for kind in governing_terrain(setting, name)]
    desert = setting.area.record[name].base is Base.DESERT
    return ENTRENCHING_DRM if desert and "Sand" not in kinds else 0


def hammada_immobilization(setting: Setting, name: str, movement: Movement) -> bool:
    """Whether a vehicle that enters a hex, or changes its VCA there, takes the DR of F3.31.

    All but fully-tracked ones do in hammada, in a Temperate hex as well (AD2.4).
    """
    hammada = any(kind.name == "Hammada" for kind in governing_terrain(setting, name))
    return hammada and movement is not Movement.FULLY_TRACKED
