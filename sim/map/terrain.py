"""Terrain: what a kind of terrain is to LOS, to fire and to whoever enters it.

The charts are in `sim.chapter_b.terrain_chart` and `sim.chapter_f.desert_terrain_chart`; nothing
about a kind of terrain is written anywhere else.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

import attrs

from events.terms import Movement

__all__ = ["CAVALRY", "INFANTRY", "MOVERS", "Cost", "Terrain", "read_costs"]

INFANTRY: Final = "infantry"
CAVALRY: Final = "cavalry"

MOVERS: Final = (
    INFANTRY,
    CAVALRY,
    Movement.HORSE_DRAWN.value,
    Movement.MOTORCYCLE.value,
    Movement.ARMOURED_CAR.value,
    Movement.FULLY_TRACKED.value,
    Movement.HALFTRACK.value,
    Movement.TRUCK.value,
)
"""Who moves, in the order of the columns of the Terrain Charts (B.3)."""


@attrs.frozen
class Cost:
    """What it costs to enter a kind of terrain, before anything else in the hex is added.

    Attributes:
        points: MF or MP; None where the cost is a share of the allotment, or entry is NA.
        share: share of the printed allotment, fractions rounded up; 1 is all of it.
        plus_cot: the cost of the terrain that it lies in is added (COT, B.2).
        no_road_rate: a road hexside makes no difference.
        bog: a Bog Check is due (D8.21).
        pushed: NA, but it may be pushed.
        allowed: whether the mover may enter at all.
    """

    points: Fraction | None = None
    share: Fraction | None = None
    plus_cot: bool = False
    no_road_rate: bool = False
    bog: bool = False
    pushed: bool = False
    allowed: bool = True


@attrs.frozen
class Terrain:
    """One row of a Terrain Chart.

    Attributes:
        name: as players call it.
        rule: the rule that describes it.
        obstacle: full levels that it rises as a LOS obstacle (A6.2).
        half: it rises a half level more, or is a Half-Level Obstacle (A6.21).
        hindrance: DRM of a LOS Hindrance to same-level LOS (A6.7).
        tall: levels that it rises as an obstacle to a LOS to or from higher levels only (B14.2).
        bare: an orchard out of season, which hinders a LOS from one level higher too (B14.2).
        inherent: it fills its hex, hexsides and vertices included (B.6).
        depression: it is a Depression, one level below the level of its hex (A6.3).
        tem: TEM vs Direct Fire.
        indirect: TEM vs Indirect Fire where it differs.
        he_tem: DRM vs HE of ordnance and OBA, and vs DC, in place of TEM (F3.4).
        open_ground: FFMO and Interdiction apply in it.
        concealment: it is Concealment Terrain (A12.12).
        rally: it gives the Rally Terrain bonus (A10.61).
        rout: a broken unit heads for it as for woods (A10.51, AD4.1).
        kindling: Kindling number (B25.11); None if it does not burn.
        spreading: Spreading Fire number (B25.6).
        bog_drm: DRM of that Bog Check where entry takes a share of the allotment (D8.21).
        trail_break: a fully-tracked vehicle leaves a Trail Break in it (B13.421).
        costs: cost to enter, by mover; empty where it has no cost of its own.
    """

    name: str
    rule: str
    obstacle: int = 0
    half: bool = False
    hindrance: int = 0
    tall: int = 0
    bare: bool = False
    inherent: bool = False
    depression: bool = False
    tem: int = 0
    indirect: int | None = None
    he_tem: int | None = None
    open_ground: bool = False
    concealment: bool = False
    rally: bool = False
    rout: bool = False
    kindling: int | None = None
    spreading: int | None = None
    bog_drm: int = 0
    trail_break: bool = False
    costs: Mapping[str, Cost] = attrs.field(factory=dict, hash=False)


_CELL: Final = re.compile(
    r"(?P<points>\d+(?:/\d+)?)?(?P<cot>\+COT)?(?P<share>ALL|zz|z|Z)?(?P<na>NA)?(?P<marks>[BPFr]*)"
)
_SHARES: Final = {
    "ALL": Fraction(1),
    "Z": Fraction(1, 2),
    "z": Fraction(1, 3),
    "zz": Fraction(1, 4),
}


def _read_cost(cell: str) -> Cost:
    found = _CELL.fullmatch(cell)
    if found is None:
        raise ValueError(f"{cell} is no cell of a Terrain Chart")
    points, share, marks = found["points"], found["share"], found["marks"]
    return Cost(
        points=None if points is None else Fraction(points),
        share=None if share is None else _SHARES[share],
        plus_cot=found["cot"] is not None,
        no_road_rate="F" in marks,
        bog="B" in marks,
        pushed="P" in marks,
        allowed=found["na"] is None,
    )


def read_costs(row: str) -> dict[str, Cost]:
    """The costs of a row, written as a chart prints them: one cell for each of `MOVERS`.

    A cell has points (``2``, ``3/2``), ``+COT``, a share of the allotment (``ALL``, ``Z`` half,
    ``z`` third, ``zz`` quarter) or ``NA``; then ``B`` for a Bog Check, ``P`` for may be pushed,
    ``F`` where no road rate is possible.
    """
    return {mover: _read_cost(cell) for mover, cell in zip(MOVERS, row.split(), strict=True)}
