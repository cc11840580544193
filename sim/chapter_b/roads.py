"""B3.4 Roads and F9 Tracks: which hexsides they cross, and into which hexes they lead."""

from functools import lru_cache

import attrs

from events.terms import Road
from sim.chapter_ad.roads_and_bridges import Way, WayKind, bridge_at, road_in
from sim.map.hexes import HEXSIDES
from sim.state import BARE, Setting, State, replace

# B6 Bridges: roads over a Depression or water, each a Location above what it spans (B6.1).
#
# A bridge of an AD board is there only in a Temperate hex or by SSR; elsewhere its symbol is a Ford
# (AD2.3), which `sim.chapter_ad.roads_and_bridges` decides.


def real_bridge_in(setting: Setting, name: str) -> bool:
    """Whether a hex has a bridge that is one."""
    way = bridge_at(setting, name)
    return way is not None and way.name is WayKind.BRIDGE


def rubble_on_bridge(state: State, name: str) -> bool:
    """Whether rubble fell on the bridge of a hex: what is beneath stays as it was (B24.121)."""
    return state.ground.get(name, BARE).rubble is not None and real_bridge_in(state.setting, name)


def beneath_bridge(state: State, name: str) -> State:
    """The state as it is beneath a bridge: without the rubble upon it."""
    if not rubble_on_bridge(state, name):
        return state
    bare = attrs.evolve(state.ground[name], rubble=None)
    return replace(state, ground=state.ground.set(name, bare))


def road_between(state: State, origin: str, to: str) -> Road | None:
    """The kind of road by which a hex is entered; a Track of an AD board is none (AD2.3).

    A symbol that runs from a Temperate hex into a desert one is what it is in the hex that is
    entered (ruling AD2.3-border).
    """
    way = _way(state.setting, origin, to)
    return None if way is None else way.kind


def way_between(state: State, origin: str, to: str) -> WayKind | None:
    """Road or Track by which a hex is entered."""
    way = _way(state.setting, origin, to)
    return None if way is None else way.name


@lru_cache(maxsize=4096)
def _way(setting: Setting, origin: str, to: str) -> Way | None:
    side = setting.area.hexside(to, origin)
    return None if side is None else road_in(setting, to, side)


def follows_way(state: State, origin: str | None, to: str, *, road: bool | None) -> bool:
    """Whether a vehicle enters a hex along a road or a Track.

    If it does not say so, it does where a way crosses the hexside.
    """
    if road is not None:
        return road
    return origin is not None and way_between(state, origin, to) is not None


@lru_cache(maxsize=4096)
def road_hexsides(setting: Setting, name: str) -> frozenset[int]:
    """The hexsides of a hex that a road crosses, not a mere Track."""
    ways = {side: road_in(setting, name, side) for side in HEXSIDES}
    return frozenset(side for side, way in ways.items() if way is not None and way.kind is not None)


def road_off(state: State, name: str) -> bool:
    """Whether a road leads out of a hex over the edge of the playing area (A2.6)."""
    area = state.setting.area
    return any(area.across(name, side) is None for side in road_hexsides(state.setting, name))


def road_into(state: State, name: str) -> frozenset[Road]:
    """The kinds of road in a hex, whichever hexsides they cross."""
    return _roads(state.setting, name)


@lru_cache(maxsize=4096)
def _roads(setting: Setting, name: str) -> frozenset[Road]:
    ways = [road_in(setting, name, side) for side in HEXSIDES]
    return frozenset(way.kind for way in ways if way is not None and way.kind is not None)
