"""A LOS about to be judged: its two Locations, its line, and the hexes that it touches."""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Final, NamedTuple

import attrs

from events.errors import BadInput
from sim.chapter_11.in_building import within_one_building
from sim.chapter_a.path import Path, Standing, path_between
from sim.chapter_a.whereabouts import label_meant, label_there, whereabouts
from sim.chapter_ad.arid_building import is_rooftop, rooftop_level
from sim.chapter_ad.mosque import STEEPLE_LEVEL, has_steeple
from sim.chapter_b.depressions import depressions_of, sunken_of
from sim.chapter_b.hindrance import is_continuous_slope
from sim.los.canvas import Shown, art_between, way_between
from sim.los.drawn import hexsides_drawn, sides_with_art, source_of
from sim.los.features import BOTTOM, Field
from sim.los.line import INTERIOR, VERTEX, Line, Touch, distance_of
from sim.map.terrain import Feature
from sim.state import State

HIGHEST: Final = 20
"""The highest level from which a unit observes."""


@attrs.frozen
class Location:
    """A hex and a level above its ground; -1 is IN a Depression."""

    hex: str
    level: int = 0
    label: str = attrs.field(default="", eq=False, repr=False)
    """The unit or vehicle by which it was named, if it was."""

    def __str__(self) -> str:
        return f"{self.hex}@{self.level}" if self.level else self.hex


def location(state: State, text: str, *, any_level: bool = False) -> Location:
    """The Location that the caller named: ``D4``, ``D4@1`` for a level of it, or a label there.

    Without a level it is the ground, IN a Depression, or on a bridge over one (B6.1). The label of
    a vehicle or a unit stands for where it is. Offboard Observers may be at any level. BadInput
    says what is no Location in play.
    """
    found = re.fullmatch(r"([^@]+)(?:@(-?\d{1,2}))?", text.strip())
    name, label = None if found is None else state.setting.area.name(found[1]), ""
    said = None if found is None or not found[2] else int(found[2])
    if name is None:
        there = whereabouts(state, text.strip())
        if there is None:
            raise BadInput(
                f"{text[:20]!r} is not a Location; expected a hex in play such as D4 or D4@1"
                f"{label_meant(state, text.strip())}"
            )
        (name, said), label = there, label_there(state, text.strip())
    level = -int(name in sunken_of(state.setting)) if said is None else said
    return attrs.evolve(checked_location(state, name, level, any_level=any_level), label=label)


def checked_location(state: State, name: str, level: int, *, any_level: bool = False) -> Location:
    """The Location at a level above the ground of a hex in play; BadInput if it has no such level.

    Offboard Observers may be at any level.
    """
    depressed = name in depressions_of(state.setting)
    ground = state.ground.get(name)
    top = rooftop_level(state, name) or 0
    if ground is not None and ground.building is not None and not top:
        top = max(ground.building.top, STEEPLE_LEVEL if has_steeple(state, name) else 0)
    top = HIGHEST if any_level else top
    if not -int(depressed) <= level <= top:
        lowest = -int(depressed)
        levels = f"levels {lowest} to {top}" if top > lowest else f"level {top} only"
        raise BadInput(f"{name} has no level {level}; it has {levels}")
    return Location(name, level)


class Met(NamedTuple):
    """A hex between firer and target, as the LOS meets it."""

    number: int
    """Its place among the touched hexes, from 0."""
    name: str
    touch: Touch
    ground: int
    features: tuple[Feature, ...]
    higher: int
    """Elevation of the higher end."""
    lower: int
    """Elevation of the lower end; both are that of the ground on a Continuous Slope."""
    far: int
    near: int
    shown: int = -1
    """By number, the art of the picture that the LOS meets in it; -1 is the hex itself."""

    @property
    def ends(self) -> tuple[int, int, int, int]:
        """Elevations of the ends and ranges from them, as the rules of obstacles ask for them."""
        return self[5:9]


@attrs.frozen(eq=False)
class Sight:
    """One LOS about to be judged: its way, its elevations, and what its hexes hold."""

    field: Field
    firer: Location
    target: Location
    path: Path
    ends: tuple[int, int]
    """Elevations of firer and target."""
    slope: bool
    precise: bool = False
    """It is told where in the picture it is blocked."""

    @property
    def both(self) -> tuple[Location, Location]:
        """Its two ends."""
        return self.firer, self.target

    @property
    def line(self) -> Line:
        """What the LOS touches, as offsets."""
        return self.path.line

    @property
    def names(self) -> tuple[str | None, ...]:
        """The touched hexes, in order of the line's touches; None is off the playing area."""
        return self.path.names

    @cached_property
    def inside(self) -> bool:
        """Whether it lies within one building (11.792); a unit on a rooftop is outside."""
        state, one, two = self.field.state, self.firer, self.target
        return self.of_one_building and not (
            is_rooftop(state, one.hex, one.level) or is_rooftop(state, two.hex, two.level)
        )

    @cached_property
    def of_one_building(self) -> bool:
        """Whether it meets one standing building alone; its rooftop is of it (A6.8)."""
        one, two = self.firer.hex, self.target.hex
        if self.line.vertex:
            return False
        return within_one_building(self.field.state, one, two, self.path.names)

    @cached_property
    def met(self) -> tuple[Met, ...]:
        """The touched hexes that hold anything or rise above the lower end, in order of range."""
        puffs, level = self.field.puffs, self.path.places.level
        features = self.field.features
        by_art = self.field.picture is not None
        lower = min(self.ends)
        hexes = [
            self.meet(index, name)
            for index, name in enumerate(self.path.names)
            if name is not None
            and (
                (self._fills(name) if by_art else features[name])
                or name in puffs
                or (not by_art and level[name] > lower)
            )
        ]
        if by_art:
            hexes += self._art_met(lower)
            hexes.sort(key=lambda met: met.touch.range)
        return tuple(hexes)

    def _fills(self, name: str) -> tuple[Feature, ...]:
        """What fills a hex; where art of it is touched, only what stands on no drawn ground."""
        return (self.field.counters if name in self._drawn else self.field.features)[name]

    @cached_property
    def _drawn(self) -> frozenset[str]:
        """The hexes of which it touches art."""
        picture = self.field.picture
        return frozenset(picture.shown[n].hex for n in self.shown) if picture else frozenset()

    @cached_property
    def _points(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Where it begins and ends in the picture."""
        picture = self.field.picture
        if picture is None:
            return (0, 0), (0, 0)
        target, vertex = self.target.hex, self.line.vertex
        if not vertex:
            return picture.dots[self.firer.hex], picture.dots[target]
        place = self.field.state.setting.area.place(target)
        return picture.dots[self.firer.hex], picture.corner(place, vertex)

    @cached_property
    def shown(self) -> tuple[int, ...]:
        """The art between the hexes of its ends that its line touches and that can matter."""
        picture = self.field.picture
        if picture is None or not self.line.length:
            return ()
        ends = self.firer.hex, self.target.hex
        return art_between(picture, self.field.matter, *self._points, ends, min(self.ends))

    @property
    def crosses_a_bar(self) -> bool:
        """Whether it crosses the bar of a Rowhouse at one of its ends, not from roof to roof."""
        picture, state = self.field.picture, self.field.state
        if picture is None or all(is_rooftop(state, end.hex, end.level) for end in self.both):
            return False
        ends = self.firer.hex, self.target.hex
        stands = (state.ground[name].building for name in ends if name in state.ground)
        built = any(each is not None and each.rubbled_from != 0 for each in stands)
        return built and picture.crosses_a_bar(*self._points, ends)

    def way_from(self, end: Location) -> tuple[Shown, ...]:
        """The art that its line touches from the hex of one end on to that of the other."""
        picture = self.field.picture
        if picture is None:
            return ()
        points, ends = self._points, (self.firer.hex, self.target.hex)
        if end.hex != ends[0]:
            points, ends = points[::-1], ends[::-1]
        return way_between(picture, *points, ends)

    @cached_property
    def depressions(self) -> frozenset[str]:
        """The hexes that are Depressions."""
        return depressions_of(self.field.state.setting)

    @cached_property
    def from_below(self) -> bool:
        """Whether its lower end is IN a Depression."""
        one, two = self.ends
        return (self.firer.level < 0 and one <= two) or (self.target.level < 0 and two <= one)

    @cached_property
    def beside_cliffs(self) -> dict[str, int]:
        """The hexes beside cliffs along which it runs, each with the lower of the two grounds."""
        found = {}
        for touch, name in zip(self.line.touches, self.names, strict=True):
            other = self.names[touch.partner] if touch.partner >= 0 else None
            if name is not None and other is not None and self.path.is_cliff(name, other):
                found[name] = min(self.ground(name), self.ground(other))
        return found

    def pixel(self, met: Met) -> tuple[int, int] | None:
        """Where it first touches the art that it meets; None for a hex."""
        picture = self.field.picture
        if picture is None or met.shown < 0:
            return None
        return picture.where(*self._points, met.shown)

    def source(self, met: Met) -> str:
        """With what the art that it meets adds up in its hex; see `sim.los.drawn.source_of`."""
        picture = self.field.picture
        if picture is None or met.shown < 0:
            return ""
        return source_of(self.field.state.setting, picture.shown[met.shown])

    def _art_met(self, lower: int) -> Iterator[Met]:
        """The art that holds anything or rises above the lower end, with its own ground."""
        picture, drawn, at = self.field.picture, self.field.drawn, self.path.places.at
        if picture is None:
            return
        start, end, length = at[self.firer.hex], at[self.target.hex], self.line.length
        levels, names = picture.levels, self.path.names
        by_hexsides = self.field.state.setting.rules_that("B14.6-road", "hexsides")
        for number in self.shown:
            level = levels[number]
            if level <= lower and not drawn[number]:
                continue
            name = picture.hexes[number]
            q, r = at[name]
            away = distance_of(q - start.q, r - start.r)
            if away + distance_of(end.q - q, end.r - r) > length:
                continue  # only a point of it lies over the edge of a hex between
            touch = Touch(start.to(at[name]), away, INTERIOR, -1)
            ends = self.between(level, away, length - away)
            index, found = names.index(name) if name in names else -1, drawn[number]
            if index >= 0 and name in self.field.partial and by_hexsides:
                found = tuple(f for f in found if not f.gates or self.path.meets(name, f))
            yield Met(index, name, touch, level, found, *ends, shown=number)

    def standing(self) -> Iterator[Standing]:
        """What stands on the hexsides that it touches: by their art where they have some."""
        picture, drawn = self.field.picture, hexsides_drawn(self.field.state.setting)
        if picture is None or not drawn:
            yield from self.path.standing()
            return
        of_art = sides_with_art(self.field.state.setting)
        passed = {}
        for standing in self.path.standing():
            side = standing.sides[0], standing.side
            if side in of_art:
                passed[side] = standing.own
            else:
                yield standing
        grounds: dict[tuple[str, int], int] = {}
        for n in self.shown:
            if (at := drawn.get(n)) is not None:
                grounds[at] = max(grounds.get(at, BOTTOM), picture.levels[n])
        for at, ground in grounds.items():
            found = self.path.stands_at(*at, ground, own=passed.get(at, False))
            if found is not None:
                yield found

    def meet(self, index: int, name: str) -> Met:
        """A touched hex, as the LOS meets it."""
        line, ground = self.path.line, self.path.places.level[name]
        touch = line.touches[index]
        ends = self.between(ground, touch.range, line.length - touch.range)
        field = self.field
        features = field.features[name] if field.picture is None else self._fills(name)
        if name in self.field.partial:
            features = tuple(
                each for each in features if not each.partial or self.path.meets(name, each)
            )
        return Met(index, name, touch, ground, features, *ends)

    def spilled(self, met: Met) -> bool:
        """Whether the art of a hex reaches over the hexside along which the LOS runs (B.1)."""
        partner = met.touch.partner
        if partner < 0 or (name := self.path.names[partner]) is None:
            return False
        area = self.field.state.setting.area
        return (met.name, area.hexside(met.name, name)) in area.spills

    def beside(self, met: Met) -> Met | None:
        """The hex on the other side of the hexside along which the LOS runs, if it does."""
        partner = met.touch.partner
        if partner < 0 or (name := self.path.names[partner]) is None:
            return None
        return self.meet(partner, name)

    def between(self, ground: int, from_firer: int, from_target: int) -> tuple[int, int, int, int]:
        """Higher and lower elevation, far and near, for something at these ranges."""
        one, two = self.ends
        if one < two:
            one, two, from_firer, from_target = two, one, from_target, from_firer
        if self.slope:
            return ground, ground, from_firer, from_target
        return one, two, from_firer, from_target

    def distance(self, one: str, two: str) -> int:
        """Range between two hexes."""
        return self.path.places.at[one].to(self.path.places.at[two]).length

    def ground(self, name: str) -> int:
        """Elevation of a hex's ground."""
        return self.path.ground(name)


def sight_of(field: Field, firer: Location, target: Location, vertex: int = 0) -> Sight:
    """The LOS between two Locations, or to a vertex of the second's hex, about to be judged."""
    path = path_between(field.state, firer.hex, target.hex, vertex)
    ends = (path.ground(firer.hex) + firer.level, path.ground(target.hex) + target.level)
    slope = False
    if firer.level == 0 and target.level == 0 and abs(ends[0] - ends[1]) == path.line.length:
        steps = [
            (touch.range, path.ground(name))
            for touch, name in zip(path.line.touches, path.names, strict=True)
            if name is not None and touch.contact != VERTEX
        ]
        slope = is_continuous_slope(path.line.length, ends, steps) and not path.cliffs
    return Sight(field, firer, target, path, ends, slope)
