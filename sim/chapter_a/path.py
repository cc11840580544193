"""The way of a LOS over the hexes of a playing area, before anything is known of their contents."""

from collections.abc import Iterator
from functools import cached_property

import attrs

from events.terms import HexsideKind
from sim.los.line import Axial, Edge, Line, axial, distance, line_to, to_hex
from sim.map.playing_area import PlayingArea

__all__ = ["Path", "Standing", "path_between"]


@attrs.frozen
class Standing:
    """A wall, hedge or high wall that a LOS touches.

    Attributes:
        kind: which.
        sides: the hexes beside it, as far as in play.
        ground: the higher of their grounds.
        from_firer: range to the nearer of them from the firer.
        from_target: range to the nearer of them from the target.
        own: it is a hexside of the firer's or the target's own hex, or a hexspine of it along
            which the LOS runs.
    """

    kind: HexsideKind
    sides: tuple[str, ...]
    ground: int
    from_firer: int
    from_target: int
    own: bool


@attrs.frozen(eq=False)
class Path:
    """The way of a LOS.

    Attributes:
        area: the playing area.
        firer: the firer's hex.
        target: the target's hex.
        line: what the LOS touches, as offsets.
        names: the touched hexes, in order of the line's touches; None is off the playing area.
    """

    area: PlayingArea
    firer: str
    target: str
    line: Line
    names: tuple[str | None, ...]

    def ground(self, name: str) -> int:
        """Elevation of a hex's ground."""
        return self.area.record[name].level

    @cached_property
    def edges(self) -> tuple[tuple[Edge, str, str | None], ...]:
        """The hexsides in play that it touches, each with its two hexes."""
        q, r = axial(self.area.place(self.firer))
        names, across = self.area.names, self.area.across
        found = []
        for edge in self.line.edges:
            one = names.get(to_hex(Axial(q + edge.place.q, r + edge.place.r)))
            if one is not None:
                found.append((edge, one, across(one, edge.hexside)))
        return tuple(found)

    def range(self, name: str | None) -> int:
        """Range from the firer to a hex that it touches."""
        if name == self.firer:
            return 0
        if name == self.target:
            return self.line.length
        return self.line.touches[self.names.index(name)].range

    def order(self, name: str) -> int:
        """How many hexes it crosses or touches before this one."""
        if name == self.firer:
            return -1
        return len(self.names) if name == self.target else self.names.index(name)

    def standing(self) -> Iterator[Standing]:
        """What stands on the hexsides that it touches, cliffs apart."""
        if not self.area.hexsides:
            return
        start, end = self.area.place(self.firer), self.area.place(self.target)
        for edge, one, two in self.edges:
            kind = self.area.hexsides.get((one, edge.hexside))
            if kind is None or kind is HexsideKind.CLIFF:
                continue
            sides = (one,) if two is None else (one, two)
            yield Standing(
                kind,
                sides,
                max(self.ground(side) for side in sides),
                min(distance(self.area.place(side), start) for side in sides),
                min(distance(self.area.place(side), end) for side in sides),
                self.firer in sides or self.target in sides or self.line.hexspine(edge),
            )

    def falls_off_a_cliff(self, index: int, *, toward_target: bool) -> bool:
        """Whether it leaves a touched hex across the inside of a cliff hexside, one way or back."""
        here = self.names[index]
        return any(here == (near if toward_target else far) for near, far in self.cliffs)

    @cached_property
    def cliffs(self) -> tuple[tuple[str, str], ...]:
        """The cliffs that it crosses between their vertices: the hex that it leaves first."""
        found = []
        for edge, one, two in self.edges:
            kind = self.area.hexsides.get((one, edge.hexside))
            if edge.crossed and two is not None and kind is HexsideKind.CLIFF:
                near, far = sorted((one, two), key=self.order)
                found.append((near, far))
        return tuple(found)


def path_between(area: PlayingArea, firer: str, target: str) -> Path:
    """The way of a LOS between two hexes."""
    start, end = axial(area.place(firer)), axial(area.place(target))
    line = line_to(end.q - start.q, end.r - start.r)
    names = tuple(
        area.names.get(to_hex(Axial(start.q + touch.place.q, start.r + touch.place.r)))
        for touch in line.touches
    )
    return Path(area, firer, target, line, names)
