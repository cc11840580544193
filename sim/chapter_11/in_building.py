"""11.792 Neither DLV nor Vehicle or FFE Dust affects a LOS that lies within one building."""

from collections.abc import Iterable

from sim.map.hexes import turned
from sim.state import BARE, State


def within_one_building(state: State, one: str, two: str, touched: Iterable[str | None]) -> bool:
    """Whether a LOS between two hexes lies entirely within the same standing building."""
    building = building_called(state, one)
    if building is None:
        return False
    return all(building_called(state, name) == building for name in (two, *touched))


def is_interior(state: State, name: str) -> bool:
    """Whether a hex is an Interior Building hex: all around it are of its building too."""
    building = building_called(state, name)
    around = state.setting.area.around[name]
    return building is not None and all(building_called(state, n) == building for n in around)


def within_art(state: State, name: str, side: int) -> bool:
    """Whether a hexside lies within the art of a standing building, in both its hexes (B23.25)."""
    area = state.setting.area
    called, other = building_called(state, name), area.across(name, side)
    if called is None or other is None or building_called(state, other) != called:
        return False
    one, two = (area.buildings[each].covers for each in (name, other))
    return (not one or side in one) and (not two or turned(side, 3) in two)


def heavy_winds_in(state: State, name: str) -> bool:
    """Whether there are Heavy Winds in a hex: an Interior Building hex has No Wind (B25.63)."""
    return state.wind.heavy and not is_interior(state, name)


def building_called(state: State, name: str | None) -> str | None:
    """What the standing building in a hex is called; one without a name is called by its hex."""
    if name is None:
        return None
    spec = state.setting.area.buildings.get(name)
    standing = state.ground.get(name, BARE).building
    if spec is None or standing is None or standing.rubbled_from == 0:
        return None
    return spec.building or f"at {name}"
