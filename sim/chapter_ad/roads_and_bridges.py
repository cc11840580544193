"""AD2.3 Roads and bridges of AD boards: what a printed symbol is.

A road or a bridge of an AD board is there only if an SSR says so, or in a Temperate hex; elsewhere
the symbol of a road is a Track, and that of a bridge is a Ford. Roads of the scenario itself, its
``[[roads]]``, are those of an SSR; a board's own are its printed symbols.
"""

from enum import StrEnum

import attrs

from events.terms import Base, Road
from sim.chapter_ad.plaza_well_fountain import within_plaza
from sim.map.terrain import Rows, Terrain
from sim.map.terrain_kind import TerrainKind
from sim.state import Setting


class WayKind(StrEnum):
    """What the symbol of a road or of a bridge can be."""

    ROAD = "Road"
    TRACK = "Track"
    BRIDGE = "Bridge"
    FORD = "Ford"


@attrs.frozen
class Way:
    """What the symbol of a road or a bridge is in a hex."""

    name: WayKind
    rule: str
    kind: Road | None = None
    """Of a Road, whether it is paved."""


def road_in(setting: Setting, name: str, hexside: int) -> Way | None:
    """What crosses a hexside of a hex, to one who is in that hex; None where no road does."""
    way = name, hexside
    kind = setting.area.roads.get(way)
    symbol = _symbols_only(setting, name) and way in setting.area.printed_roads
    if kind is not None and not symbol:
        return Way(WayKind.ROAD, "B3", kind)
    if within_plaza(setting, name, setting.area.across(name, hexside)):
        return Way(WayKind.ROAD, "AD3.5", Road.UNPAVED)
    return None if kind is None else Way(WayKind.TRACK, "AD2.3")


def bridge_at(setting: Setting, name: str) -> Way | None:
    """What the bridge of a hex is, a Bridge or a Ford; None where there is none.

    One that is not printed is by SSR, and a Bridge.
    """
    printed = setting.area.bridges.get(name)
    if printed is None:
        return None
    if printed and _symbols_only(setting, name):
        return Way(WayKind.FORD, "AD2.3")
    return Way(WayKind.BRIDGE, "B6")


def _symbols_only(setting: Setting, name: str) -> bool:
    """Whether roads and bridges printed in a hex are symbols of something less."""
    return setting.ad_hex(name) and setting.area.record[name].base is Base.DESERT


def forded(
    setting: Setting, name: str, kinds: tuple[Terrain, ...], rows: Rows
) -> tuple[Terrain, ...]:
    """The terrain of a hex whose bridge is a Ford: a step shallower, Water as a stream (B20.8).

    A shallow stream costs what a dry one does, which is a gully (B20.41); no vehicle makes a Bog
    Check as it leaves a Ford (B20.82).
    """
    way = bridge_at(setting, name)
    if way is None or way.name is not WayKind.FORD:
        return kinds
    fords = {TerrainKind.STREAM: TerrainKind.GULLY, TerrainKind.WATER: TerrainKind.STREAM}
    return tuple(_ford(rows, fords[kind.name]) if kind.name in fords else kind for kind in kinds)


def _ford(rows: Rows, depth: TerrainKind) -> Terrain:
    costs = {mover: attrs.evolve(cost, bog=False) for mover, cost in rows[depth].costs.items()}
    return attrs.evolve(rows[TerrainKind.STREAM], rule="B20.8", costs=costs)
