"""Terrain: what a kind of terrain is to LOS, to fire and to the unit that enters it.

A row of a Terrain Chart says of a kind what the printed charts say, and marks it for rules that ask
for a property. The rows are in the modules `terrain_chart` of chapters B, 191 and AD, and in
`sim.chapter_f.desert_terrain_chart`. What season or scenario make of a row, and what a rule says of
a single kind (how many fit into a Fountain hex, say), is in the module of that rule.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, TypeAlias

import attrs

from events.errors import BadInput
from events.scenario import Scenario
from events.terms import HexsideKind
from sim.map.board import MARKS
from sim.map.playing_area import PlayingArea
from sim.map.terrain_kind import MoverKind, TerrainKind


@attrs.frozen(kw_only=True)
class Feature:
    """Something in a hex that a LOS can meet; see docs/los.md."""

    name: str
    rule: str
    obstacle: int = 0
    """Full levels that it rises as a LOS obstacle (A6.2)."""
    half: bool = False
    """It rises a half level more, or is a Half-Level Obstacle (A6.21)."""
    hindrance: int = 0
    """DRM of a LOS Hindrance to same-level LOS (A6.7)."""
    tall: int = 0
    """Levels that it rises as an obstacle to a LOS to or from higher levels only (B14.2)."""
    bare: bool = False
    """An orchard out of season, which hinders a LOS from one level higher too (B14.2)."""
    inherent: bool = False
    """It fills its hex, hexsides and vertices included (B.6)."""
    sunk: bool = False
    """It stands IN a Depression, a level below the ground of its hex (B19.21-floor)."""
    sectors: frozenset[int] = frozenset()
    """The parts of its hex, called by their hexsides, that it covers; none is all (B.1)."""
    hexsides: frozenset[int] = frozenset()
    """Only a LOS that touches one of these meets it (D9.4); none is all."""
    gates: frozenset[int] = frozenset()
    """A LOS that crosses no other hexsides of the hex does not meet it (B6.2)."""
    spans: bool = False
    """It is a bridge, or upon one: a LOS between two below passes beneath it (B6.2)."""
    hull: bool = False
    """It hinders only where both ends of the LOS see it, as an AFV or wreck does (D9.4)."""
    art: str = ""
    """What shows it where a LOS goes by the art that it touches; none fills its hex."""

    @property
    def partial(self) -> bool:
        """Whether a LOS through its hex can miss it."""
        return bool(self.sectors or self.hexsides or self.gates or self.spans)

    @property
    def meets_los(self) -> bool:
        """Whether a LOS meets it at all: it blocks some LOS, or hinders some."""
        return bool(self.obstacle or self.half or self.hindrance or self.tall or self.bare)


@attrs.frozen
class Cost:
    """What it costs to enter a kind of terrain, before anything else in the hex is added."""

    points: Fraction | None = None
    """MF or MP; None where the cost is a share of the allotment, or entry is NA."""
    share: Fraction | None = None
    """Share of the printed allotment, fractions rounded up; 1 is all of it."""
    plus_cot: bool = False
    """The cost of the terrain that it lies in is added (COT, B.2)."""
    bog: bool = False
    """A Bog Check is due (D8.21)."""
    pushed: bool = False
    """NA, but it may be pushed."""
    allowed: bool = True


@attrs.frozen
class Terrain(Feature):
    """One row of a Terrain Chart: a `Feature`, and what it is to fire, to fires and to movement."""

    name: TerrainKind
    rule: str
    depression: bool = False
    """It is a Depression, one level below the level of its hex (A6.3)."""
    tem: int = 0
    indirect: int | None = None
    """TEM vs Indirect Fire where it differs."""
    he_tem: int | None = None
    """DRM vs HE of ordnance and OBA, and vs DC, in place of TEM; not of AFV (F3.4)."""
    open_ground: bool = False
    """FFMO and Interdiction apply in it."""
    concealment: bool = False
    """It is Concealment Terrain (A12.12)."""
    building: bool = False
    """It is a building: Rally Terrain, and a broken unit heads for it (A10.51, A10.61)."""
    woods: bool = False
    """It is woods of some sort: Rally Terrain, and a broken unit heads for it likewise."""
    rally: bool = False
    rally_rule: str = ""
    """The rule of the Rally Terrain bonus, where it is not the rule of the row."""
    ambush: bool = False
    """It is Ambush Terrain by a rule of its own (A11.4)."""
    rout: bool = False
    """On an AD board a broken unit heads for it as for woods (AD4.1)."""
    sand: bool = False
    """It is sand, a dune included: easier when wet, and a Track spares its Bog Check (F7, F9.2)."""
    breaks_ground: bool = False
    """Open Ground beside it is Broken Ground in Broken Terrain (191.1, AD4.51)."""
    kindling: int | None = None
    """Kindling number (B25.11); None if it does not burn."""
    spreading: int | None = None
    """Spreading Fire number (B25.6)."""
    bog_drm: int = 0
    """DRM of the Bog Check where entry takes a share of the allotment (D8.21)."""
    bog_rule: str = "D8.21"
    trail_break: bool = False
    """A fully-tracked vehicle leaves a Trail Break in it (B13.421)."""
    bog_hex: bool = False
    """It is a Bog hex: a VCA change in it takes a Bog Check, as entry does (D8.21)."""
    costs: Mapping[MoverKind, Cost] = attrs.field(factory=dict, hash=False)

    @property
    def plain(self) -> bool:
        """Whether it is Open Ground in the narrow sense: what else is in the hex replaces it (B1).

        It says more than `open_ground`, which sand or hammada are as well.
        """
        return self.name is TerrainKind.OPEN_GROUND


Rows: TypeAlias = Mapping[TerrainKind, Terrain]
"""Rows of one or more Terrain Charts, by kind."""

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


def chart(text: str) -> Rows:
    """A Terrain Chart: of each kind its rule and costs, and in a second line its other fields."""
    found: dict[TerrainKind, Terrain] = {}
    lines = text.strip().splitlines()
    for head, rest in zip(lines[::2], lines[1::2], strict=True):
        name, rule, costs = re.split(r"  +", head, maxsplit=2)
        fields = (field.partition("=") for field in rest.split())
        marks: dict[str, Any] = {key: _mark(value) for key, _, value in fields}
        row = Terrain(TerrainKind(name), rule, costs=read_costs(costs), **marks)
        if found.setdefault(row.name, row) is not row:
            raise ValueError(f"{name} has two rows in one chart")
    return found


def _mark(value: str) -> int | str:
    return int(value) if re.fullmatch(r"-?\d+", value) else value or True


# Terrain that an SSR may declare to be another kind, and the rule that lets it.
#
# A scenario declares it in its table ``[terrain]``, all of a kind or a single hex; where the
# terrain of a record is declared, it is replaced before anything else changes it.


DECLARATIONS: Final[dict[tuple[TerrainKind, TerrainKind], str]] = {
    (TerrainKind.ORCHARD, TerrainKind.CACTUS_PATCH): "191.4",
    (TerrainKind.ORCHARD, TerrainKind.OLIVE_GROVE): "191.5",
    (TerrainKind.ORCHARD, TerrainKind.PALM_TREES): "AD3.12",
    (TerrainKind.ORCHARD, TerrainKind.DENSE_PALM_TREES): "AD3.121",
    **{
        (kind, TerrainKind.VINEYARD): "191.6"
        for kind in MARKS.values()
        if kind is not TerrainKind.VINEYARD
    },
    (TerrainKind.SAND, TerrainKind.GRAIN): "191.2",
}
"""What may be declared, by what the map has and what it becomes; with the rule.

An SSR may call any terrain a vineyard (191.6).
"""

HEDGES: Final = {TerrainKind.WALL: HexsideKind.WALL, TerrainKind.HEDGE: HexsideKind.HEDGE}
"""Hexsides that may be declared Cactus Hedges (191.3)."""

_KINDS: Final = frozenset(TerrainKind)

_SAND_AS_GRAIN: Final = (TerrainKind.SAND, TerrainKind.GRAIN)


def check_declarations(scenario: Scenario, area: PlayingArea) -> Iterator[BadInput]:
    """Every declaration that no rule allows: of a kind of terrain, or of a hex."""
    for key, other in scenario.terrain.items():
        name = None if key in _KINDS else area.name(key)
        kinds = (key,) if name is None else area.record[name].kinds
        covered = ": it has a building" if name in area.buildings else ""
        wrong = _wrong(scenario, kinds, other) or covered
        if wrong:
            what = key if name is None else f"{key}, {area.record[name].terrain},"
            why = f"no SSR declares {what[:60]} to be {other[:30]}{wrong}"
            yield BadInput(why, f"terrain.{key[:30]}")


def _wrong(scenario: Scenario, kinds: Sequence[str], other: str) -> str:
    """Why none of some kinds is declared to be another; empty if one is."""
    if other == TerrainKind.CACTUS_HEDGE and any(kind in HEDGES for kind in kinds):
        return ""
    known = [(kind, other) for kind in kinds if (kind, other) in DECLARATIONS]
    if not known:
        pairs = ", ".join(f"{a} to {b}" for a, b in DECLARATIONS if b is not TerrainKind.VINEYARD)
        pairs += f", any terrain of a map to {TerrainKind.VINEYARD}"
        hedges = f"{' or '.join(HEDGES)} to {TerrainKind.CACTUS_HEDGE}"
        return f"; expected {pairs}, {hedges}"
    if _SAND_AS_GRAIN in known and not scenario.steppe:
        return ": sand is grain in Steppe Terrain only (191.2)"
    rule = next(rule for pair, rule in DECLARATIONS.items() if pair == known[0])
    if rule.startswith("AD") and not scenario.ad:
        return f" without AD Terrain in effect ({rule}); set ad = true"
    return ""


def declared_hexes(scenario: Scenario, area: PlayingArea) -> dict[str, str]:
    """What single hexes are declared to be, by the name of the hex."""
    named = {area.name(key): other for key, other in scenario.terrain.items() if key not in _KINDS}
    return {name: other for name, other in named.items() if name is not None}


def declared(
    kinds: tuple[Terrain, ...], scenario: Scenario, rows: Rows, alone: str | None = None
) -> tuple[Terrain, ...]:
    """The terrain of a hex as the scenario declares it.

    `alone` is what this hex is declared to be by itself, before all of its kind.
    """
    if not scenario.terrain:
        return kinds
    changes = {
        kind: (rows[other], rule)
        for (kind, other), rule in DECLARATIONS.items()
        if other == (alone or scenario.terrain.get(kind))
    }
    found = []
    for kind in kinds:
        row, rule = changes.get(kind.name, (kind, ""))
        grain = row.inherent or rule == "191.2"
        found.append(attrs.evolve(row, rule=rule, inherent=grain) if rule else kind)
    return tuple(found)


def with_cactus_hedges(area: PlayingArea, scenario: Scenario) -> PlayingArea:
    """A playing area whose walls or hedges are Cactus Hedges, if so declared (191.3)."""
    changed = {HEDGES[name] for name in HEDGES if name in scenario.terrain}
    if not changed:
        return area
    hedges = {where for where, kind in area.hexsides.items() if kind in changed}
    return attrs.evolve(
        area, hexsides=area.hexsides | dict.fromkeys(hedges, HexsideKind.CACTUS_HEDGE)
    )
