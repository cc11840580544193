"""A6 When something that stands in a hex stops or touches a LOS: the whole of its vertical rules.

Each question takes elevations and ranges as numbers. They may be whole numbers, or arrays of them
to ask it of many hexes at once: only operators are used, so both have the same answer.

``higher`` and ``lower`` are the elevations of the two ends, ``ground`` that of the hex between
them; ``far`` and ``near`` are the ranges to that hex from the higher and from the lower end.
"""

from typing import Any, TypeAlias

Number: TypeAlias = Any
"""A whole number, or an array of them."""

Truth: TypeAlias = Any
"""A truth value, or an array of them."""


def same_level(ground: Number, higher: Number, lower: Number) -> Truth:
    """Whether both ends are at the level of the hex between them (A6.7)."""
    return (higher == ground) & (lower == ground)


def obstacle_blocks(
    levels: Number, ground: Number, higher: Number, lower: Number, far: Number, near: Number
) -> Truth:
    """Whether an obstacle of some full levels stands in the way (A6.2, A6.4-A6.43).

    The lower end sees nothing below its top; a higher end that looks over it has Blind Hexes
    behind it: as many as its levels, one more for each five hexes of range to it, one less for each
    level of advantage beyond the first, changed by how much lower or higher the lower end is than
    the ground that it stands on; at least one.
    """
    top = ground + levels
    blind = levels + (ground - lower) + far // 5 - (higher - top - 1)
    return (levels > 0) & (top > lower) & ((top >= higher) | (near <= blind) | (near <= 1))


def crest_line_blocks(
    ground: Number, higher: Number, lower: Number, far: Number, near: Number, cliff: Truth
) -> Truth:
    """Whether the ground of a hex stands in the way (B10.2, B10.23, B11.21).

    An adjacent lower Crest Line never makes Blind Hexes; others make one fewer than an obstacle
    would, and may make none. A cliff that falls toward the lower end makes as many as an obstacle.
    """
    blind = (ground - lower) + far // 5 - (higher - ground - 1)
    hidden = (far > 1) & (near <= blind - 1)
    fallen = cliff & ((near <= blind) | (near <= 1))
    return (ground > lower) & ((ground >= higher) | hidden | fallen)


def own_crest_line(
    ground: Number, level: Number, higher: Number, lower: Number, far: Number
) -> Truth:
    """Whether ground inside an adjacent lower hex is still that of the higher end (B10.2).

    A contour can run through the adjacent hex: up to it the ground is the higher end's own, which
    looks over it as over any adjacent lower Crest Line. The ground is where the LOS crosses it, the
    level that of the hex.
    """
    return (far == 1) & (ground == higher) & (level < higher) & (lower < higher)


def half_level_blocks(
    top: Number, higher: Number, lower: Number, near: Number, behind: Truth
) -> Truth:
    """Whether a Half-Level Obstacle stands in the way (A6.21): it rises from a full level.

    The ruling A6.21-behind hides the hex directly behind it from one level above.
    """
    return (higher <= top) | (behind & (lower <= top) & (higher == top + 1) & (near <= 1))


def half_level_hexside_blocks(ground: Number, higher: Number, lower: Number) -> Truth:
    """Whether a wall or hedge stands in the way: only of same-level LOS (B9.2, B10.22)."""
    return (higher == lower) & (higher <= ground)


def looks_past(spine: Truth, one: Truth, two: Truth) -> Truth:
    """Whether a LOS along a wall of an end's hex passes what else stands at its far vertex (B9.2).

    One may stand on another hexspine there; three block it.
    """
    return spine & ((one & two) ^ True)


def bare_orchard_hinders(ground: Number, higher: Number, lower: Number, near: Number) -> Truth:
    """Whether an orchard out of season hinders a LOS from above it (B14.2).

    From one level above it does wherever it is; from more, only beside the lower end.
    """
    rises = higher - ground
    return (lower <= ground) & ((rises == 1) | ((rises > 1) & (near <= 1)))
