"""The way of a LOS over the hexes of a playing area, before anything is known of their contents."""

from collections.abc import Iterator

import attrs

from events.terms import HexsideKind
from sim.line import Axial, Edge, Line, axial, distance, line_to, to_hex
from sim.playing_area import PlayingArea

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
        own: it is a hexside of the firer's or the target's own hex.
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

    def sides(self, edge: Edge) -> tuple[str | None, str | None]:
        """The two hexes of a hexside that it touches; None is off the playing area."""
        start = axial(self.area.place(self.firer))
        here = to_hex(Axial(start.q + edge.place.q, start.r + edge.place.r))
        one = self.area.names.get(here)
        return (one, None) if one is None else (one, self.area.across(one, edge.hexside))

    def range(self, name: str | None) -> int:
        """Range from the firer to a hex that it touches."""
        if name == self.firer:
            return 0
        if name == self.target:
            return self.line.length
        return self.line.touches[self.names.index(name)].range

    def standing(self) -> Iterator[Standing]:
        """What stands on the hexsides that it touches, cliffs apart."""
        if not self.area.hexsides:
            return
        start, end = self.area.place(self.firer), self.area.place(self.target)
        for edge in self.line.edges:
            one, two = self.sides(edge)
            if one is None:
                continue
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
                self.firer in sides or self.target in sides,
            )

    def falls_off_a_cliff(self, index: int, *, toward_target: bool) -> bool:
        """Whether it leaves a touched hex across the inside of a cliff hexside, one way or back."""
        here = self.names[index]
        for edge in self.line.edges:
            one, two = self.sides(edge)
            if not edge.crossed or here not in (one, two) or one is None or two is None:
                continue
            other = two if here == one else one
            onward = self.range(other) - self.range(here)
            if (onward > 0) is not toward_target or onward == 0:
                continue
            if self.area.hexsides.get((one, edge.hexside)) is HexsideKind.CLIFF:
                return True
        return False


def path_between(area: PlayingArea, firer: str, target: str) -> Path:
    """The way of a LOS between two hexes."""
    start, end = axial(area.place(firer)), axial(area.place(target))
    line = line_to(end.q - start.q, end.r - start.r)
    names = tuple(
        area.names.get(to_hex(Axial(start.q + touch.place.q, start.r + touch.place.r)))
        for touch in line.touches
    )
    return Path(area, firer, target, line, names)
