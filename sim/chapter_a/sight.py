"""A LOS about to be judged: its two Locations, its line, and the hexes that it touches."""

import re

import attrs

from events.errors import BadInput
from sim.chapter_b.continuous_slope import is_continuous_slope
from sim.features import Field, depressions_of
from sim.line import VERTEX, Axial, Edge, Line, axial, line_to, to_hex
from sim.state import State

__all__ = ["Location", "Sight", "location", "sides_of", "sight_of"]


@attrs.frozen
class Location:
    """A hex and a level above its ground; -1 is IN a Depression."""

    hex: str
    level: int = 0

    def __str__(self) -> str:
        return f"{self.hex}@{self.level}" if self.level else self.hex


def location(state: State, text: str, *, any_level: bool = False) -> Location:
    """The Location that somebody named: ``D4``, or ``D4@1`` for a level of it.

    Without a level it is the ground, and IN a Depression.

    Args:
        state: now.
        text: what was named.
        any_level: whether it may be higher than any level of the hex, as Offboard Observers are.

    Raises:
        BadInput: when it is no Location in play.
    """
    found = re.fullmatch(r"([^@]+)(?:@(-?\d{1,2}))?", text.strip())
    name = None if found is None else state.setting.area.name(found[1])
    if found is None or name is None:
        raise BadInput(f"{text[:20]!r} is no Location; expected a hex in play such as D4 or D4@1")
    depressed = name in depressions_of(state.setting)
    level = int(found[2]) if found[2] is not None else -int(depressed)
    ground = state.ground.get(name)
    top = ground.building.upper_levels if ground is not None and ground.building else 0
    if not -int(depressed) <= level <= (20 if any_level else top):
        lowest = -int(depressed)
        levels = f"levels {lowest} to {top}" if top > lowest else f"level {top} only"
        raise BadInput(f"{name} has no level {level}; it has {levels}")
    return Location(name, level)


@attrs.frozen(eq=False)
class Sight:
    """One LOS about to be judged: its line, its elevations, and the hexes that it touches.

    Attributes:
        field: what the hexes hold.
        firer: the firer's Location.
        target: the target's Location.
        line: what the LOS touches, as offsets.
        names: the touched hexes, in order of the line's touches; None is off the playing area.
        ends: elevations of firer and target.
        slope: it is a Continuous Slope.
    """

    field: Field
    firer: Location
    target: Location
    line: Line
    names: tuple[str | None, ...]
    ends: tuple[int, int]
    slope: bool

    def at(self, ground: int, range_: int) -> tuple[int, int, int, int]:
        """Higher and lower elevation, far and near, for a hex at a range from the firer."""
        one, two = self.ends
        far, near = range_, self.line.length - range_
        if one < two:
            one, two, far, near = two, one, near, far
        return (ground, ground, far, near) if self.slope else (one, two, far, near)

    def ground(self, name: str) -> int:
        """Elevation of a hex's ground."""
        return self.field.state.setting.area.record[name].level


def sight_of(field: Field, firer: Location, target: Location) -> Sight:
    """The LOS between two Locations, about to be judged."""
    area = field.state.setting.area
    start, end = axial(area.place(firer.hex)), axial(area.place(target.hex))
    line = line_to(end.q - start.q, end.r - start.r)
    names = tuple(_name(field, start, touch.place) for touch in line.touches)
    ends = (
        area.record[firer.hex].level + firer.level,
        area.record[target.hex].level + target.level,
    )
    on_ground = firer.level == 0 and target.level == 0
    steps = [
        (touch.range, area.record[name].level)
        for touch, name in zip(line.touches, names, strict=True)
        if name is not None and touch.contact != VERTEX
    ]
    slope = on_ground and is_continuous_slope(line.length, ends, steps)
    return Sight(field, firer, target, line, names, ends, slope)


def _name(field: Field, start: Axial, place: Axial) -> str | None:
    here = to_hex(Axial(start.q + place.q, start.r + place.r))
    return field.state.setting.area.names.get(here)


def sides_of(sight: Sight, edge: Edge) -> tuple[str | None, str | None]:
    """The two hexes of a hexside that a LOS touches."""
    area = sight.field.state.setting.area
    start = axial(area.place(sight.firer.hex))
    one = _name(sight.field, start, edge.place)
    if one is not None:
        return one, area.across(one, edge.hexside)
    across = to_hex(Axial(start.q + edge.place.q, start.r + edge.place.r))
    return None, area.names.get(across)
