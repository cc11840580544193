"""F.1A-F.1C What Desert Boards change of Guns, Entrenching and Failure to Rout.

Broken Terrain sets F.1A and F.1C aside (191.1), Steppe Terrain all three (191.2). In AD Terrain
they hold in desert hexes (AD2.4).
"""

from typing import Final

from events.terms import Base, TimeOfDay
from sim.chapter_b.symbology import governing_terrain
from sim.map.terrain import Terrain
from sim.state import State
from sim.state.setting import Setting

__all__ = [
    "ENTRENCHING_DRM",
    "entrenching_drm",
    "rout_limit",
    "set_aside_by",
    "temperate_ad_hex",
    "why_not_emplaced",
]

CORE: Final = ("F.1A", "F.1B", "F.1C")

ENTRENCHING_DRM: Final = 2
"""What an Entrenching Attempt in desert base terrain takes (F.1B)."""

ROUT_LIMIT: Final = 6
"""Within how many hexes an enemy makes Failure to Rout eliminate (F.1C)."""


def set_aside_by(setting: Setting) -> str | None:
    """The rule that sets F.1A and F.1C aside; None if none does."""
    scenario = setting.scenario
    return "191.2" if scenario.steppe else "191.1" if scenario.broken else None


def why_not_emplaced(
    setting: Setting, name: str, kinds: tuple[Terrain, ...], *, concealed: bool, trench: bool
) -> str:
    """Why a Gun that sets up in a hex is not Emplaced (F.1A); empty if C11.2 alone decides.

    Args:
        setting: the scenario.
        name: the hex.
        kinds: what is there.
        concealed: it sets up hidden or concealed.
        trench: it sets up under a Trench.
    """
    desert = setting.area.record[name].base is Base.DESERT and setting.on_desert_board(name)
    if not desert or set_aside_by(setting) is not None:
        return ""
    hides = concealed and any(kind.concealment for kind in kinds)
    if trench or hides or any(kind.sand for kind in kinds):
        return ""
    return (
        "on a Desert Board only a Gun that sets up hidden or concealed in Concealment Terrain, in "
        "sand or under a Trench is Emplaced"
    )


def entrenching_drm(setting: Setting, name: str) -> int:
    """What base terrain adds to an Entrenching Attempt (F.1B); sand and Steppe spare it."""
    sand = any(kind.sand for kind in governing_terrain(setting, name))
    desert = setting.area.record[name].base is Base.DESERT
    return ENTRENCHING_DRM if desert and not sand and not setting.scenario.steppe else 0


def rout_limit(state: State, name: str) -> int | None:
    """Within how many hexes an enemy makes Failure to Rout eliminate (F.1C); None is no limit.

    Args:
        state: the state.
        name: the hex of the broken unit; a Temperate one of an AD board has no limit (AD2.4).
    """
    setting = state.setting
    night = state.sky.time_of_day is TimeOfDay.NIGHT
    if night or not setting.only_desert or set_aside_by(setting) is not None:
        return None
    return None if temperate_ad_hex(setting, name) else ROUT_LIMIT


def temperate_ad_hex(setting: Setting, name: str) -> bool:
    """Whether a hex is a Temperate one of an AD board, where one routs as off the desert."""
    return setting.ad_hex(name) and setting.area.record[name].base is not Base.DESERT
