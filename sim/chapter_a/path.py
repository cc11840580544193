"""The way of a LOS over the hexes of a playing area, before anything is known of their contents."""

from collections.abc import Iterator
from functools import cached_property
from operator import attrgetter
from typing import Final

import attrs

from events.terms import HexsideKind
from sim.chapter_a.obstacles import looks_past
from sim.chapter_ad.high_walls import area_now
from sim.los.line import ACROSS, Hexside, Line, Places, line_to, sectors_crossed
from sim.machine.cached import cached
from sim.map.terrain import Feature
from sim.state import State

_STEPS: Final = tuple((side, ACROSS[side]) for side in (1, 2, 3))
"""The hexsides by which a line knows cliffs, with the way across each."""


@attrs.frozen
class Standing:
    """A wall, hedge or high wall that a LOS touches."""

    kind: HexsideKind
    sides: tuple[str, ...]
    """The hexes beside it, as far as in play; first the one that owns the hexside."""
    side: int
    """Which hexside of that one."""
    ground: int
    """The higher of their grounds; of what is drawn, the highest that the LOS touches."""
    from_firer: int
    from_target: int
    own: bool
    """It is a hexside of the firer's or the target's own hex, or a hexspine of it along which the
    LOS runs, or meets that at its far vertex and is looked along with it."""


@attrs.frozen(eq=False)
class Path:
    """The way of a LOS."""

    places: Places
    firer: str
    target: str
    line: Line
    """What the LOS touches, as offsets."""
    names: tuple[str | None, ...]
    """The touched hexes, in order of the line's touches; None is off the playing area."""

    def ground(self, name: str) -> int:
        """Elevation of a hex's ground."""
        return self.places.level[name]

    @cached_property
    def crossed(self) -> frozenset[frozenset[str]]:
        """The pairs of hexes whose common hexside it crosses between its vertices."""
        here, names = self.places.at[self.firer], self.places.names
        pairs = []
        for edge in self.line.edges:
            if edge.crossed:
                one = names.get(here.code + edge.place.code)
                two = names.get(here.code + edge.across.code)
                if one is not None and two is not None:
                    pairs.append(frozenset((one, two)))
        return frozenset(pairs)

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

    def _meets(self, hexsides: dict[int, Hexside]) -> Iterator[tuple[int, Hexside]]:
        """Those of some hexsides that it touches, by number of the line's edges."""
        if hexsides:
            here, find = self.places.at[self.firer].code, hexsides.get
            for index, side in enumerate(self.line.sides):
                found = find(here + side)
                if found is not None:
                    yield index, found

    def meets(self, name: str, feature: Feature) -> bool:
        """Whether it meets a feature of a touched hex that does not fill all of it (B.1, D9.4)."""
        here = self.places.at[self.firer].to(self.places.at[name])
        if feature.sectors:
            crossed_by = sectors_crossed(*self.line.offset, here, self.line.vertex)
            return not feature.sectors.isdisjoint(crossed_by)
        touched = {side: edge for edge in self.line.edges if (side := edge.side_of(here))}
        if feature.hexsides:
            return not feature.hexsides.isdisjoint(touched)
        crossed = all(edge.crossed for edge in touched.values())
        return not (crossed and feature.gates.issuperset(touched))

    def standing(self) -> Iterator[Standing]:
        """What stands on the hexsides that it touches, cliffs apart."""
        at = self.places.at
        start, end = at[self.firer], at[self.target]
        met = tuple(self._meets(self.places.standing))
        passed = (
            self._passed_along(frozenset(index for index, _ in met))
            if self.line.spines
            else frozenset()
        )
        for index, hexside in met:
            sides, edge = hexside.sides, self.line.edges[index]
            low = hexside.kind is not HexsideKind.HIGH_WALL
            yield Standing(
                hexside.kind,
                sides,
                hexside.side,
                max([self.ground(side) for side in sides]),
                min([start.to(at[side]).length for side in sides]),
                min([end.to(at[side]).length for side in sides]),
                self.firer in sides
                or self.target in sides
                or self.line.hexspine(edge)
                or (low and index in passed),
            )

    def stands_at(self, name: str, side: int, ground: int, *, own: bool) -> Standing | None:
        """What stands on a hexside, as a LOS meets its art on the ground that is drawn there.

        The line may pass it as one of an end's own (B9.2).
        """
        at = self.places.at
        hexside = self.places.standing.get(at[name].edge(side))
        if hexside is None:
            return None
        away = [[at[end].to(at[each]).length for each in hexside.sides] for end in self._ends]
        from_firer, from_target = (min(each) for each in away)
        both = at[name], at[name].across(side)
        spine = any(all(at[end].to(each).length == 1 for each in both) for end in self._ends)
        own = own or spine or from_firer == 0 or from_target == 0
        return Standing(hexside.kind, hexside.sides, side, ground, from_firer, from_target, own)

    @property
    def _ends(self) -> tuple[str, str]:
        return self.firer, self.target

    def _passed_along(self, standing: frozenset[int]) -> frozenset[int]:
        """The hexsides past whose vertex it runs along a wall or hedge of an end's hex (B9.2).

        On these of the line's edges something stands.
        """
        past: frozenset[int] = frozenset()
        for spine, *others in self.line.spines:
            if looks_past(spine in standing, *(each in standing for each in others)):
                past |= frozenset(others)
        return past

    def is_cliff(self, one: str, two: str) -> bool:
        """Whether a cliff stands between two adjacent hexes."""
        here, other = self.places.at[one], self.places.at[two]
        both = ((here, here.to(other)), (other, other.to(here)))
        return any(
            place.edge(side) in self.places.cliffs
            for place, way in both
            for side, step in _STEPS
            if step == way
        )

    def falls_off_a_cliff(self, index: int, *, toward_target: bool) -> bool:
        """Whether it leaves a touched hex across the inside of a cliff hexside, or comes so."""
        if index < 0:
            return False
        here = self.names[index]
        return any(here == (near if toward_target else far) for near, far in self.cliffs)

    @cached_property
    def cliffs(self) -> tuple[tuple[str, str], ...]:
        """The cliffs that it crosses between their vertices: the hex that it leaves first."""
        found = []
        for index, cliff in self._meets(self.places.cliffs):
            if self.line.edges[index].crossed:
                near, far = sorted(cliff.sides, key=self.order)
                found.append((near, far))
        return tuple(found)


@cached(attrgetter("setting", "breaches"), maxsize=32)
def _places(state: State) -> Places:
    """The playing area with what still stands on its hexsides, laid out for lines."""
    return Places.of(area_now(state))


def path_between(state: State, firer: str, target: str, vertex: int = 0) -> Path:
    """The way of a LOS between two hexes, or to a vertex of the second."""
    places = _places(state)
    way = places.at[firer].to(places.at[target])
    line = line_to(*way, vertex if way.length else 0)
    return Path(places, firer, target, line, places.touched(firer, line))
