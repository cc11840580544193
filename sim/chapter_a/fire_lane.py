"""A9.22 Fire Lanes: which hexes one can lie in, what hinders it, and the Residual FP in them."""

from collections.abc import Iterable
from typing import Final

import attrs

from sim.chapter_a.hindering import Hindrance
from sim.chapter_a.los import LosReport
from sim.chapter_b.hindrance import largest_at_each_range
from sim.los.features import HULL
from sim.los.line import offset
from sim.map.terrain_kind import TerrainKind
from sim.state import Setting

_TERRAIN: Final = frozenset(
    {TerrainKind.BRUSH, TerrainKind.GRAIN, TerrainKind.THICK_GRAIN, TerrainKind.MARSH}
)
_WRECK_SMOKE: Final = "B25.14"
_SMOKE_AND_FFE: Final = frozenset(
    {"A24.2", "A24.61", "A24.8", "B25.2", _WRECK_SMOKE, "191.8", "11.75"}
)
"""The rules of SMOKE, the +1 out of it, and of FFE."""


def spares_lane(each: Hindrance) -> bool:
    """Whether a Hindrance neither modifies nor blocks a Fire Lane (A9.22, A9.222).

    SMOKE, FFE, brush, grain and marsh do not, but negate FFMO.
    """
    return each.rule in _SMOKE_AND_FFE or each.name in _TERRAIN


def lane_hindrances(los: LosReport) -> list[Hindrance]:
    """The LOS Hindrances that modify a Fire Lane: of several at one range the largest of these.

    In place of the smoke of a burning wreck between its ends it meets the wreck (B25.2).
    """
    every = (*los.hindrances, *los.left_out)
    wrecks = (
        attrs.evolve(each, name=HULL.name, rule=HULL.rule, drm=HULL.hindrance)
        for each in every
        if each.rule == _WRECK_SMOKE and 0 < each.range < los.range
    )
    others = (each for each in every if not spares_lane(each))
    found = dict.fromkeys((*wrecks, *others))
    return largest_at_each_range(sorted(found, key=lambda each: each.range))[0]


def why_no_lane(setting: Setting, los: LosReport) -> str | None:
    """Why no Fire Lane from one Location reaches another; None if one may (A9.22, A9.221)."""
    if not los.range:
        return "a Fire Lane begins in the next hex (A9.22)"
    if los.rise and not los.continuous_slope:
        return "a Fire Lane acts on its own level, or on a Continuous Slope (A9.22)"
    place = setting.area.place
    q, r = offset(place(los.firer.hex), place(los.target.hex))
    if not _on_a_grain((q, r, q + r)):
        why = "lie on no Hex Grain, nor on or beside an Alternate one"
        return f"{los.firer.hex} and {los.target.hex} {why} (A9.22, A9.221)"
    return None


def _on_a_grain(steps: Iterable[int]) -> bool:
    """Whether an offset runs along a row of hexes, or along hexspines, or beside those."""
    least, middle, _ = sorted(abs(each) for each in steps)
    return least == 0 or middle - least <= 1
