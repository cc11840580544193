"""AD4.3 With AD Terrain in effect scrub negates FFMO and Interdiction, contrary to F2.2."""

from typing import Final

from sim.map.terrain import Terrain
from sim.map.terrain_kind import TerrainKind
from sim.state.setting import Setting

__all__ = ["RULES", "negates_ffmo"]

RULES: Final = ("AD4.3",)
CORE: Final = ("F2.2",)


def negates_ffmo(setting: Setting, name: str, kind: Terrain) -> bool:
    """Whether a kind of terrain in a hex is scrub that negates FFMO and Interdiction.

    In which hexes it does is the ruling AD4.3-boards.
    """
    if kind.name is not TerrainKind.SCRUB or not setting.scenario.ad:
        return False
    return setting.rules_that("AD4.3-boards", "all") or setting.ad_hex(name)
