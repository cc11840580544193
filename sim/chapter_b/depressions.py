"""A6.3 Which hexes are Depressions, and how low their floor is."""

from functools import lru_cache

from sim.chapter_b.roads import real_bridge_in, road_between
from sim.chapter_b.symbology import terrain_map
from sim.state import Setting, State


@lru_cache(maxsize=32)
def depressions_of(setting: Setting) -> frozenset[str]:
    """The hexes that are Depressions (A6.3)."""
    return frozenset(
        name
        for name, kinds in terrain_map(setting).items()
        if any(kind.depression for kind in kinds)
    )


@lru_cache(maxsize=32)
def sunken_of(setting: Setting) -> frozenset[str]:
    """The hexes on whose ground one is IN a Depression: with a bridge one is on that (B6.1)."""
    return frozenset(
        name
        for name in depressions_of(setting)
        if name not in setting.area.bridges or not real_bridge_in(setting, name)
    )


def base_level(setting: Setting, name: str) -> int:
    """The elevation of the Base Level of a hex, that of its floor in a Depression (A6.3)."""
    return setting.area.record[name].level - (name in sunken_of(setting))


def went_beneath(state: State, name: str, came_from: str | None) -> bool:
    """Whether a vehicle that came so is beneath the bridge of its hex: not by its road (B6.4)."""
    if came_from is None or not real_bridge_in(state.setting, name):
        return False
    return name in depressions_of(state.setting) and road_between(state, came_from, name) is None


def vehicle_level(state: State, label: str) -> int:
    """The level of a vehicle above its hex: -1 IN a Depression, and beneath a bridge (B6.4)."""
    found = state.vehicles[label]
    name = found.hex or ""
    return -int(name in sunken_of(state.setting) or went_beneath(state, name, found.came_from))
