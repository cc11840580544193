"""A6 and B.7 Line of Sight between two Locations: what blocks or hinders it; see docs/los.md."""

import attrs

from sim.chapter_a.blocking import Block, nearest_block
from sim.chapter_a.hindering import Hindrance, hindrances, passed_over
from sim.chapter_a.sight import Location, Sight, location, sight_of
from sim.los.features import Field, field_of
from sim.los.line import VERTEX
from sim.state import State

__all__ = ["Block", "Hindrance", "Location", "LosReport", "location", "los", "trace"]


@attrs.frozen
class LosReport:
    """What there is to say of a LOS; the first Location is the firer's."""

    firer: Location
    target: Location
    range: int
    rise: int = 0
    """Elevation of the target less that of the firer."""
    continuous_slope: bool = False
    """It is treated as same-level (B.5)."""
    touched: tuple[str, ...] = ()
    """The hexes between the ends that it touches, from the firer on."""
    block: Block | None = None
    """What blocks it, the nearest first; None if nothing does."""
    hindrances: tuple[Hindrance, ...] = ()
    left_out: tuple[Hindrance, ...] = ()
    """Hindrances at the range of a larger one, which count no more (A6.7)."""
    leaves: tuple[int, ...] = ()
    """Hexsides of the firer's hex that it leaves through: two at a vertex."""
    enters: tuple[int, ...] = ()
    """Hexsides of the target's hex that it enters through: two at a vertex."""
    inside: bool = False
    """It lies within one building (11.792)."""
    over: tuple[Hindrance, ...] = ()
    """Hindrances that it passes at a height where they have no effect (B.4)."""
    grazed: frozenset[str | None] = frozenset()
    """The hexes among those touched that it meets in a vertex and nowhere else."""
    vertex: int = 0
    """At which vertex of the target's hex it ends; 0 is its centre dot."""

    @property
    def blocked(self) -> bool:
        """Whether anything but Hindrances blocks it."""
        return self.block is not None

    @property
    def hindrance(self) -> int:
        """Total DRM of its LOS Hindrances."""
        return sum(each.drm for each in self.hindrances)

    def turned_round(self, firer: Location) -> "LosReport":
        """The same from its target on, which is this firer, so that no vertex is named."""
        hindrances = [attrs.evolve(each, range=self.range - each.range) for each in self.hindrances]
        return attrs.evolve(
            self,
            firer=firer,
            target=self.firer,
            rise=-self.rise,
            touched=self.touched[::-1],
            hindrances=tuple(hindrances[::-1]),
            leaves=self.enters,
            enters=self.leaves,
            vertex=0,
        )


def los(state: State, firer: Location, target: Location, vertex: int = 0) -> LosReport:
    """The LOS between two Locations of a state, or to a vertex of the second's hex (B.6)."""
    sight = attrs.evolve(sight_of(field_of(state), firer, target, vertex), precise=True)
    return attrs.evolve(_report(sight), over=tuple(passed_over(sight)))


def trace(field: Field, firer: Location, target: Location) -> LosReport:
    """The LOS between two Locations of a field, one of many: what it passes over is left out."""
    return _report(sight_of(field, firer, target))


def _report(sight: Sight) -> LosReport:
    kept, left_out = hindrances(sight)
    line, names = sight.line, sight.names
    touches = zip(names, line.touches, strict=True)
    return LosReport(
        firer=sight.firer,
        target=sight.target,
        range=line.length,
        rise=sight.ends[1] - sight.ends[0],
        continuous_slope=sight.slope,
        touched=tuple([name for name in names if name is not None]),
        block=nearest_block(sight),
        hindrances=tuple(kept),
        left_out=tuple(left_out),
        leaves=line.leaves,
        enters=line.enters,
        inside=sight.inside,
        grazed=frozenset([name for name, touch in touches if touch.contact == VERTEX]),
        vertex=line.vertex,
    )
