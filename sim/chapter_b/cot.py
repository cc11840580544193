"""B.2 Cost of Terrain: what a hex costs to enter, item by item.

COT is the normal cost of the terrain and that of Artificial Terrain in the hex. What multiplies,
multiplies all of it; what is added, is added afterwards. In an Abrupt Elevation Change (B10.5) only
the normal cost is multiplied, and every level between costs by itself.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import attrs

from events.terms import EC, HexsideKind, Rain
from sim.chapter_11.heavy_dust import movement_extra
from sim.chapter_ad.arid_building_rubble import building_material
from sim.chapter_ad.arid_debris import BOG_DRM, arid_debris_in, has_rubble, negates_road
from sim.chapter_b.artificial_terrain import artificial_terrain
from sim.chapter_b.symbology import CATALOGUE, HEXSIDE_ROWS, governing_terrain
from sim.chapter_d.movement import is_afv, road_between
from sim.features import depressions_of
from sim.modifiers import Kind, Modifier, applied
from sim.state import BARE, State
from sim.terrain import CAVALRY, INFANTRY, Cost, Terrain

__all__ = ["RULES", "Entry", "Mover", "entry_cost", "ground_terrain"]

RULES: Final = ("B.2",)

FOOT: Final = (INFANTRY, CAVALRY)
DOUBLING: Final = (INFANTRY, CAVALRY, "horse-drawn")
"""Movers whose COT doubles into a higher elevation; others pay MP for it (B10.4)."""

RISE_MP: Final = 4
RISE_MP_BY_ROAD: Final = 2
UP: Final = {True: 2, False: 4}
DOWN: Final = {True: 1, False: 2}
"""What an intermediate level of an Abrupt Elevation Change costs, on foot and not (B10.51)."""

WET_SAND: Final = 1
"""What sand costs less in Wet or Mud EC (F7)."""

_SANDS: Final = ("Sand", "High Dune")


@attrs.frozen
class Mover:
    """Who enters.

    Attributes:
        kind: infantry, cavalry, or a movement type of vehicles.
        allotment: printed MF or MP.
        bu: it is a BU AFV.
        towing: it tows a Gun.
        vehicle: which vehicle of the game it is, if it is one.
    """

    kind: str
    allotment: int
    bu: bool = False
    towing: bool = False
    vehicle: str | None = None

    @property
    def points(self) -> Kind:
        """MF on foot, MP else."""
        return Kind.MF if self.kind in FOOT else Kind.MP


@attrs.frozen
class _Normal:
    """The normal cost of a hex: its items, and what else its terrain says of entry."""

    items: tuple[Modifier, ...] = ()
    bog: bool = False
    why_not: str = ""
    whole: bool = False


@attrs.frozen
class Entry:
    """What it costs to enter a hex.

    Attributes:
        amount: MF or MP; None if it may not enter.
        items: what makes up the cost.
        bog: a Bog Check is due (D8.21).
        why_not: why it may not enter.
        bog_drm: what the terrain adds to that Bog Check beside other DRM.
    """

    amount: Fraction | None
    items: tuple[Modifier, ...]
    bog: bool = False
    why_not: str = ""
    bog_drm: int = 0


def ground_terrain(state: State, name: str) -> tuple[Terrain, ...]:
    """The terrain that a unit enters: rubble, debris or a building before printed terrain."""
    rows = CATALOGUE[state.setting.area.record[name].base]
    ground = state.ground.get(name, BARE)
    if has_rubble(ground):
        rubble = ground.rubble.material if ground.rubble else None
        if ground.building is not None:
            rubble = ground.building.rubble
        return (rows["Wooden Rubble" if rubble == "wooden" else "Stone Rubble"],)
    if ground.building is not None:
        stone = building_material(state, name) == "stone"
        return (rows["Stone Building" if stone else "Wooden Building"],)
    kinds = governing_terrain(state.setting, name)
    if arid_debris_in(state, name):
        kinds = (*(kind for kind in kinds if kind.name != "Open Ground"), rows["Arid Debris"])
    if ground.shellholes:
        kinds = (*(kind for kind in kinds if kind.name != "Open Ground"), rows["Shellholes"])
    return kinds


def _normal(state: State, name: str, mover: Mover, *, road: bool) -> _Normal:
    """The normal cost of a hex, by road or by the terrain in it."""
    rows = CATALOGUE[state.setting.area.record[name].base]
    if road:
        rate = Fraction(1) if mover.bu else rows["Road"].costs[mover.kind].points
        return _Normal((Modifier("road", "B3.4", mover.points, rate),))
    items: list[Modifier] = []
    kinds = ground_terrain(state, name)
    costs = [(kind, kind.costs[mover.kind]) for kind in kinds if kind.costs]
    if all(cost.plus_cot for _, cost in costs):
        open_ground = rows["Open Ground"]
        if not any(kind.depression for kind in kinds) or mover.kind not in FOOT:
            costs.append((open_ground, open_ground.costs[mover.kind]))
    for kind, cost in costs:
        if not cost.allowed:
            pushed = ", unless it is pushed" if cost.pushed else ""
            why_not = f"{mover.kind} may not enter {kind.name}{pushed}"
            return _Normal(tuple(items), why_not=why_not)
        points = _points(cost, mover)
        if kind.name in _SANDS and state.sky.ec in (EC.WET, EC.MUD):
            points -= WET_SAND
        items.append(Modifier(kind.name, kind.rule, mover.points, points))
    whole = [(kind, cost) for kind, cost in costs if cost.share == 1]
    if whole:
        kind, cost = whole[0]
        why = "the whole allotment"
        items = [Modifier(kind.name, kind.rule, mover.points, _points(cost, mover), why=why)]
    bog = any(cost.bog for _, cost in costs)
    return _Normal(tuple(items), bog, whole=bool(whole))


def _points(cost: Cost, mover: Mover) -> Fraction:
    if cost.share is not None:
        return Fraction(-(-mover.allotment * cost.share.numerator // cost.share.denominator))
    return cost.points or Fraction(0)


def entry_cost(
    state: State, mover: Mover, origin: str, name: str, *, road: bool | None = None
) -> Entry:
    """What it costs to enter a hex from an adjacent one.

    Args:
        state: now.
        mover: who enters.
        origin: the hex that it leaves.
        name: the hex that it enters, adjacent.
        road: whether it uses a road; if None, it does where one crosses the hexside.
    """
    area = state.setting.area
    side = area.hexside(name, origin) or 1
    by_road = road_between(state, origin, name) is not None if road is None else road
    by_road = by_road and not negates_road(state, name)
    standing = area.hexsides.get((name, side))
    if _unarmoured_in_debris(state, mover, name):
        return Entry(None, (), why_not="of vehicles only a fully-tracked AFV enters Arid Debris")
    if standing is HexsideKind.CLIFF:
        return Entry(None, (), why_not="a cliff is crossed by Climbing only (B11.4)")
    normal = _normal(state, name, mover, road=by_road)
    if normal.why_not:
        return Entry(None, normal.items, why_not=normal.why_not)
    if normal.whole:
        return Entry(Fraction(mover.allotment), normal.items, normal.bog)
    on_foot = mover.kind in FOOT
    artificial = [
        Modifier(each.name, each.rule, mover.points, amount)
        for each in artificial_terrain(state, name, but=mover.vehicle)
        if (amount := each.foot if on_foot else each.by_road if by_road else each.wheels)
    ]
    items = [*normal.items, *artificial]
    items += _elevation(state, mover, (origin, name), items, normal.items, by_road=by_road)
    bog = normal.bog
    if standing in HEXSIDE_ROWS and not by_road:
        row = CATALOGUE[area.record[name].base][HEXSIDE_ROWS[standing]]
        cost = row.costs.get(mover.kind)
        if cost is None or not cost.allowed:
            return Entry(None, tuple(items), why_not=f"{mover.kind} may not cross a {standing}")
        items.append(Modifier(row.name, row.rule, mover.points, _points(cost, mover)))
        if cost.share == 1:
            return Entry(Fraction(mover.allotment), tuple(items[-1:]), bog)
        bog = bog or cost.bog
    items += _climate(state, mover, origin, name)
    total = sum((Fraction(each.amount or 0) for each in items), Fraction(0))
    bog_drm = BOG_DRM if bog and arid_debris_in(state, name) else 0
    return Entry(total, tuple(items), bog, bog_drm=bog_drm)


def _unarmoured_in_debris(state: State, mover: Mover, name: str) -> bool:
    """Whether the mover is a vehicle of the game, but no AFV, and the hex Arid Debris (AD3.42)."""
    if mover.vehicle is None or not arid_debris_in(state, name):
        return False
    return not is_afv(state.setting.vehicles[mover.vehicle])


def _elevation(
    state: State,
    mover: Mover,
    way: tuple[str, str],
    cot: Sequence[Modifier],
    normal: Sequence[Modifier],
    *,
    by_road: bool,
) -> list[Modifier]:
    """What a change of elevation costs (B10.4, B10.51)."""
    rise = _rise(state, *way)
    points, on_foot = mover.points, mover.kind in DOUBLING
    items: list[Modifier] = []
    if abs(rise) > 1:
        each = (UP if rise > 0 else DOWN)[on_foot]
        items.append(
            Modifier("levels between", "B10.51", points, each * (abs(rise) - 1), why=f"{each} each")
        )
    if rise > 0 and on_foot:
        doubled = cot if rise == 1 else normal
        again = sum((Fraction(item.amount or 0) for item in doubled), Fraction(0))
        items.append(Modifier("higher elevation", "B10.4", points, again, why="COT is doubled"))
    elif rise > 0:
        up = RISE_MP_BY_ROAD if by_road else RISE_MP
        items.append(Modifier("higher elevation", "B10.4", points, up))
    return items


def _rise(state: State, origin: str, name: str) -> int:
    """Levels that a mover gains; one who leaves a Depression was a level below its ground.

    To enter a Depression is in the cost of the Depression itself.
    """
    record, depressions = state.setting.area.record, depressions_of(state.setting)
    rise = record[name].level - record[origin].level
    leaves = origin in depressions and name not in depressions
    return rise + int(leaves)


def _climate(state: State, mover: Mover, origin: str, name: str) -> list[Modifier]:
    """What rain, Dust and towing add to the cost, after everything else."""
    items: list[Modifier] = []
    enters = name in depressions_of(state.setting) and origin not in depressions_of(state.setting)
    levels = abs(_rise(state, origin, name) - int(enters))
    if state.sky.rained and levels:
        now = "it rains" if state.sky.rain is not Rain.NONE else "it has rained"
        items.append(Modifier("wet slope", "E3.52", mover.points, levels, why=f"{now}; each level"))
    slowed = mover.kind != INFANTRY
    extra, _ = applied(movement_extra(state, vehicle_or_cavalry=slowed, bu_afv=mover.bu))
    items += [attrs.evolve(each, kind=mover.points) for each in extra]
    if mover.towing:
        items.append(Modifier("towing", "C10.1", mover.points, 1))
    return items
