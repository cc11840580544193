"""Terrain: what a kind of terrain is to LOS, to fire and to whoever enters it.

A row of a Terrain Chart says of a kind what the printed charts say, and marks it for rules that ask
for a property. The rows are in `sim.chapter_b.terrain_chart`, `sim.chapter_f.desert_terrain_chart`
and `sim.chapter_ad.terrain_chart`. What season or scenario make of a row, and what a rule says of a
single kind (how many fit into a Fountain hex, say), is in the module of that rule.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Final, TypeAlias

import attrs

from sim.map.feature import Feature
from sim.map.mover_kind import MoverKind
from sim.map.terrain_kind import TerrainKind

__all__ = ["Cost", "Rows", "Terrain", "chart", "read_costs"]

CORE: Final = ("D8.21",)


@attrs.frozen
class Cost:
    """What it costs to enter a kind of terrain, before anything else in the hex is added.

    Attributes:
        points: MF or MP; None where the cost is a share of the allotment, or entry is NA.
        share: share of the printed allotment, fractions rounded up; 1 is all of it.
        plus_cot: the cost of the terrain that it lies in is added (COT, B.2).
        bog: a Bog Check is due (D8.21).
        pushed: NA, but it may be pushed.
        allowed: whether the mover may enter at all.
    """

    points: Fraction | None = None
    share: Fraction | None = None
    plus_cot: bool = False
    bog: bool = False
    pushed: bool = False
    allowed: bool = True


@attrs.frozen
class Terrain(Feature):
    """One row of a Terrain Chart: a `Feature`, and what it is to fire, to fires and to movement.

    Attributes:
        name: which kind it is.
        rule: the rule that describes it.
        depression: it is a Depression, one level below the level of its hex (A6.3).
        tem: TEM vs Direct Fire.
        indirect: TEM vs Indirect Fire where it differs.
        he_tem: DRM vs HE of ordnance and OBA, and vs DC, in place of TEM (F3.4).
        open_ground: FFMO and Interdiction apply in it.
        concealment: it is Concealment Terrain (A12.12).
        building: it is a building: Rally Terrain, and a broken unit heads for it (A10.51, A10.61).
        woods: it is woods of some sort: Rally Terrain, and a broken unit heads for it likewise.
        rally: it gives the Rally Terrain bonus by a rule of its own.
        rally_rule: that rule, where it is not the rule of the row.
        ambush: it is Ambush Terrain by a rule of its own (A11.4).
        rout: on an AD board a broken unit heads for it as for woods (AD4.1).
        sand: it is sand, a dune included: easier when wet, and a Track spares its Bog Check (F7,
            F9.2).
        breaks_ground: Open Ground beside it is Broken Ground in Broken Terrain (191.1, AD4.51).
        kindling: Kindling number (B25.11); None if it does not burn.
        spreading: Spreading Fire number (B25.6).
        bog_drm: DRM of that Bog Check where entry takes a share of the allotment (D8.21).
        bog_rule: the rule of that DRM.
        trail_break: a fully-tracked vehicle leaves a Trail Break in it (B13.421).
        bog_hex: it is a Bog hex: a VCA change in it takes a Bog Check, as entry does (D8.21).
        costs: cost to enter, by mover; empty where it has no cost of its own.
    """

    name: TerrainKind
    rule: str
    depression: bool = False
    tem: int = 0
    indirect: int | None = None
    he_tem: int | None = None
    open_ground: bool = False
    concealment: bool = False
    building: bool = False
    woods: bool = False
    rally: bool = False
    rally_rule: str = ""
    ambush: bool = False
    rout: bool = False
    sand: bool = False
    breaks_ground: bool = False
    kindling: int | None = None
    spreading: int | None = None
    bog_drm: int = 0
    bog_rule: str = "D8.21"
    trail_break: bool = False
    bog_hex: bool = False
    costs: Mapping[MoverKind, Cost] = attrs.field(factory=dict, hash=False)

    @property
    def plain(self) -> bool:
        """Whether it is Open Ground in the narrow sense: what else is in the hex replaces it (B1).

        It says more than `open_ground`, which sand or hammada are as well.
        """
        return self.name is TerrainKind.OPEN_GROUND


Rows: TypeAlias = Mapping[TerrainKind, Terrain]
"""Rows of one or more Terrain Charts, by kind."""


def chart(*rows: Terrain) -> Rows:
    """A Terrain Chart.

    Raises:
        ValueError: when a kind has two rows.
    """
    found = {row.name: row for row in rows}
    if len(found) < len(rows):
        raise ValueError("a kind has two rows in one chart")
    return found


_CELL: Final = re.compile(
    r"(?P<points>\d+(?:/\d+)?)?(?P<cot>\+COT)?(?P<share>ALL|zz|z|Z)?(?P<na>NA)?(?P<marks>[BPr]*)"
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
        raise ValueError(f"{cell} is not a cell of a Terrain Chart")
    points, share, marks = found["points"], found["share"], found["marks"]
    return Cost(
        points=None if points is None else Fraction(points),
        share=None if share is None else _SHARES[share],
        plus_cot=found["cot"] is not None,
        bog="B" in marks,
        pushed="P" in marks,
        allowed=found["na"] is None,
    )


def read_costs(row: str) -> dict[MoverKind, Cost]:
    """The costs of a row, written as a chart prints them: one cell for each `MoverKind`.

    A cell has points (``2``, ``3/2``), ``+COT``, a share of the allotment (``ALL``, ``Z`` half,
    ``z`` third, ``zz`` quarter) or ``NA``; then ``B`` for a Bog Check, ``P`` for may be pushed,
    ``r`` where a Track makes it cheaper, as it does wherever a cost is above one (F9.1).
    """
    return {mover: _read_cost(cell) for mover, cell in zip(MoverKind, row.split(), strict=True)}
