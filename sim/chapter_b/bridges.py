"""B6 Bridges: roads over a Depression or water, each a Location above what it spans (B6.1).

A bridge of an AD board is there only in a Temperate hex or by SSR; elsewhere its symbol is a Ford
(AD2.3), which `sim.chapter_ad.roads_and_bridges` decides.
"""

from typing import Final

from sim.chapter_ad.roads_and_bridges import Way, WayKind, bridge_in
from sim.state.setting import Setting

__all__ = ["bridge_at", "real_bridge_in"]

CORE: Final = ("B6", "B6.1")


def bridge_at(setting: Setting, name: str) -> Way | None:
    """What the bridge of a hex is, a Bridge or a Ford; None where there is none."""
    printed = setting.area.bridges.get(name)
    return None if printed is None else bridge_in(setting, name, by_ssr=not printed)


def real_bridge_in(setting: Setting, name: str) -> bool:
    """Whether a hex has a bridge that is one."""
    way = bridge_at(setting, name)
    return way is not None and way.name is WayKind.BRIDGE
