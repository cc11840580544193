"""AD2.3 Roads and bridges of AD boards: what a printed symbol is.

A road or a bridge of an AD board is there only if an SSR says so, or in a Temperate hex; elsewhere
the symbol of a road is a Track, and that of a bridge is a Ford. Roads of the scenario itself, its
``[[roads]]``, are those of an SSR; a board's own are its printed symbols.
"""

from typing import Final

import attrs

from events.terms import Base, Road
from sim.state.setting import Setting

__all__ = ["BRIDGE", "FORD", "ROAD", "RULES", "TRACK", "Way", "bridge_in", "road_in"]

RULES: Final = ("AD2.3",)
CORE: Final = ("B3", "B6")

ROAD: Final = "Road"
TRACK: Final = "Track"
BRIDGE: Final = "Bridge"
FORD: Final = "Ford"


@attrs.frozen
class Way:
    """What the symbol of a road or a bridge is in a hex.

    Attributes:
        name: Road, Track, Bridge or Ford.
        rule: the rule that makes it so.
        kind: of a Road, whether it is paved.
    """

    name: str
    rule: str
    kind: Road | None = None


def road_in(setting: Setting, name: str, hexside: int) -> Way | None:
    """What crosses a hexside of a hex, to one who is in that hex; None where no road does."""
    way = name, hexside
    kind = setting.area.roads.get(way)
    if kind is None:
        return None
    if _symbols_only(setting, name) and way in setting.area.printed_roads:
        return Way(TRACK, "AD2.3")
    return Way(ROAD, "B3", kind)


def bridge_in(setting: Setting, name: str, *, by_ssr: bool = False) -> Way:
    """What the symbol of a bridge in a hex is; an SSR may say that it is a bridge."""
    if _symbols_only(setting, name) and not by_ssr:
        return Way(FORD, "AD2.3")
    return Way(BRIDGE, "B6")


def _symbols_only(setting: Setting, name: str) -> bool:
    """Whether roads and bridges printed in a hex are symbols of something less."""
    return setting.ad_hex(name) and setting.area.record[name].base is Base.DESERT
