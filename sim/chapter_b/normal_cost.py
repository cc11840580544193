"""The normal cost of a hex (B.2), by road, Trail Break or Path, or by the terrain in it."""

from enum import Enum, auto
from fractions import Fraction
from typing import Final

import attrs

from sim.chapter_ad.arid_debris import share_alone
from sim.chapter_b.artificial_terrain import ground_terrain
from sim.chapter_b.bog_terrain import terrain_bog_drm
from sim.chapter_b.mover import FOOT, Mover
from sim.chapter_b.symbology import CATALOGUE
from sim.chapter_b.trail_breaks import by_tree_break
from sim.chapter_f.desert_boards import FIRM_LESS, firm_sand
from sim.map.terrain import Cost, Rows, Terrain
from sim.map.terrain_kind import MoverKind, TerrainKind
from sim.modifiers import Modifier, WhyNot
from sim.state import Setting, State


class By(Enum):
    """By what a mover enters: road (B3.4, E3.6), Trail Break (B13.421), Path (B13.6), or terrain.

    Along a Path Infantry pays as for Open Ground, and Cavalry 2 MF; to vehicles it is nothing. One
    Cactus Patch of LFT9 has one (AD3.131).
    """

    ROAD = auto()
    TRAIL_BREAK = auto()
    PATH = auto()
    MUDDY_ROAD = auto()
    TERRAIN = auto()


_AS_OPEN_GROUND: Final = {By.PATH: ("Path", "B13.6"), By.MUDDY_ROAD: ("road in Mud", "E3.6")}
"""By what one pays as for Open Ground, and the rule."""


def entered_by(state: State, mover: Mover, name: str, hexside: int, *, by_road: bool) -> By:
    """By what a mover enters a hex across one of its hexsides; 0 is from offboard."""
    if by_road:
        return By.ROAD
    if by_tree_break(state, name, hexside):
        return By.TRAIL_BREAK
    path = mover.kind in FOOT and (name, hexside) in state.setting.area.paths
    return By.PATH if path else By.TERRAIN


TREE_BREAK_MF: Final = {MoverKind.INFANTRY: Fraction(3, 2), MoverKind.CAVALRY: Fraction(3)}
"""What woods cost along a Trail Break on foot and on horseback (B13.4211)."""


def cost_by_break(kind: Terrain, cost: Cost, mover: MoverKind, woods: Cost) -> Cost:
    """What terrain costs along a Trail Break among trees (B13.4211).

    It spares the fully-tracked their Bog Check, and Infantry and Cavalry a quarter. All others
    enter as they enter woods; and Dense Palm Trees, which they could not else, for as much, but
    without a Bog Check (AD3.121).
    """
    if not kind.trail_break:
        return cost
    if mover in TREE_BREAK_MF:
        return Cost(points=TREE_BREAK_MF[mover])
    if mover is MoverKind.FULLY_TRACKED:
        return attrs.evolve(cost, bog=False)
    dense = kind.name is TerrainKind.DENSE_PALM_TREES
    return attrs.evolve(woods, bog=False) if dense else woods


def takes_bog_check(setting: Setting, mover: MoverKind, kind: Terrain, cost: Cost) -> bool:
    """Whether a mover that enters terrain at this cost takes a Bog Check (D8.21, 191.6-motorcycle).

    Depressions ask for it on the way out (B19.4, B20.46).
    """
    vineyard = kind.name is TerrainKind.VINEYARD and mover is MoverKind.MOTORCYCLE
    spared = vineyard and setting.rules_that("191.6-motorcycle", "spared")
    return cost.bog and not (spared or kind.depression)


def is_bog_hex(state: State, mover: Mover, name: str) -> bool:
    """Whether a mover takes a Bog Check in a VCA change there as in entry (191.1, 191.6)."""
    return any(
        kind.bog_hex and takes_bog_check(state.setting, mover.kind, kind, kind.costs[mover.kind])
        for kind in ground_terrain(state, name)
        if kind.costs
    )


@attrs.frozen
class NormalCost:
    """The normal cost of a hex: its items, and what else its terrain says of entry."""

    items: tuple[Modifier, ...] = ()
    bog: bool = False
    why_not: WhyNot | None = None
    """Why entry is NA; None if it is not."""
    whole: bool = False
    bog_drm: tuple[Modifier, ...] = ()
    """What terrain adds to that Bog Check."""
    added: tuple[Modifier, ...] = ()
    """What is added to COT, and not multiplied with it (AD3.42)."""


def _paid_for(mover: Mover, kinds: tuple[Terrain, ...], rows: Rows) -> tuple[Terrain, ...]:
    """The terrain of a hex for which a mover pays.

    Not its shellholes if it stays outside (B.9), nor the obstacle that it Bypasses (A4.31, D2.3).
    """
    if not (mover.outside or mover.passing):
        return kinds
    others = tuple(
        kind
        for kind in kinds
        if not (mover.outside and kind.name is TerrainKind.SHELLHOLES)
        and not (mover.passing and (kind.woods or kind.building))
    )
    return others or (rows[TerrainKind.OPEN_GROUND],)


def normal_cost(
    state: State, name: str, mover: Mover, by: By, kinds: tuple[Terrain, ...]
) -> NormalCost:
    """The normal cost of a hex by its terrain, and by what it is entered."""
    rows = CATALOGUE[state.setting.area.record[name].base]
    if by is By.ROAD:
        printed = rows[TerrainKind.ROAD].costs[mover.kind].points
        rate = Fraction(1) if mover.bu or mover.convoy else printed
        return NormalCost((Modifier("road", "B3.4", mover.points, rate),))
    if by in _AS_OPEN_GROUND:
        points = points_of(rows[TerrainKind.OPEN_GROUND].costs[mover.kind], mover)
        points *= 1 + (by is By.PATH and mover.kind is MoverKind.CAVALRY)
        return NormalCost((Modifier(*_AS_OPEN_GROUND[by], mover.points, points),))
    items: list[Modifier] = []
    kinds = _paid_for(mover, kinds, rows)
    added: list[Modifier] = []
    costs = [(kind, kind.costs[mover.kind]) for kind in kinds if kind.costs]
    if by is By.TRAIL_BREAK:
        woods = rows[TerrainKind.WOODS].costs[mover.kind]
        costs = [(kind, cost_by_break(kind, cost, mover.kind, woods)) for kind, cost in costs]
    sunken = any(kind.depression for kind in kinds)
    if all(cost.plus_cot for _, cost in costs):
        open_ground = rows[TerrainKind.OPEN_GROUND]
        if not sunken or mover.kind not in FOOT:
            costs.append((open_ground, open_ground.costs[mover.kind]))
    for kind, cost in costs:
        if not cost.allowed:
            pushed = ", unless it is pushed" if cost.pushed else ""
            why_not = WhyNot(_rule(kind), f"{mover.kind} may not enter {kind.name}{pushed}")
            return NormalCost(tuple(items), why_not=why_not)
        in_gully = sunken and kind.name is TerrainKind.SHELLHOLES and mover.kind in FOOT
        less = FIRM_LESS if kind.sand and firm_sand(state) else int(in_gully)  # B2.4
        points = points_of(cost, mover) - less
        beside = added if cost.plus_cot and kind.name is TerrainKind.ARID_DEBRIS else items
        beside.append(Modifier(kind.name, _rule(kind), mover.points, points))
    items = share_alone(state.setting, items)
    whole = [(kind, cost) for kind, cost in costs if cost.share == 1]
    if whole:
        kind, cost = whole[0]
        why = "the whole allotment"
        items = [Modifier(kind.name, kind.rule, mover.points, points_of(cost, mover), why=why)]
    bog = any(takes_bog_check(state.setting, mover.kind, *each) for each in costs)
    drm = tuple(each for kind, cost in costs for each in terrain_bog_drm(kind, cost))
    return NormalCost(tuple(items), bog, whole=bool(whole), bog_drm=drm, added=tuple(added))


def _rule(kind: Terrain) -> str:
    """The rule that says what terrain costs: that of its row, but for Arid Debris (AD3.42)."""
    return "AD3.42" if kind.name is TerrainKind.ARID_DEBRIS else kind.rule


def points_of(cost: Cost, mover: Mover) -> Fraction:
    """MF or MP that a cost is to a mover: a share is of its printed allotment, FRU."""
    if cost.share is not None:
        return Fraction(-(-mover.allotment * cost.share.numerator // cost.share.denominator))
    return cost.points or Fraction(0)
