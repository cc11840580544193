"""B.2 Cost of Terrain: what a hex costs to enter, item by item.

COT is the normal cost of the terrain and that of Artificial Terrain in the hex. What multiplies,
multiplies all of it; what is added, is added afterwards. In an Abrupt Elevation Change (B10.5) only
the normal cost is multiplied, and every level between costs by itself.
"""

from collections.abc import Hashable, Iterator, Sequence
from enum import Enum, auto
from fractions import Fraction
from functools import lru_cache
from typing import Final

import attrs

from events.terms import EC, HexsideKind, Rain, Road
from sim.chapter_11.heavy_dust import movement_extra
from sim.chapter_191.hedge_crossers import why_not_across
from sim.chapter_ad.arid_debris import negates_road, share_alone
from sim.chapter_ad.boulder_crag_roads import by_road_alone, lane_taken
from sim.chapter_ad.combined_terrain import vehicles_allowed
from sim.chapter_ad.high_walls import hexsides_now
from sim.chapter_ad.roads_and_bridges import WayKind
from sim.chapter_ad.room import no_room_for
from sim.chapter_b.artificial_terrain import Artificial, ArtificialKind, artificial_terrain
from sim.chapter_b.bog_hex import takes_bog_check
from sim.chapter_b.bog_terrain import paid_for, terrain_bog_drm, uphill_bog_drm
from sim.chapter_b.climbs import levels_of, rise_of
from sim.chapter_b.entry import EntryCost
from sim.chapter_b.fortified_entry import past_fortifications
from sim.chapter_b.ground_terrain import ground_terrain
from sim.chapter_b.in_a_blaze import blaze_bars
from sim.chapter_b.leaving import leaving_bog_drm
from sim.chapter_b.mover import FOOT, Mover
from sim.chapter_b.no_entry import TOWED_OVER_NONE, barred_by_terrain
from sim.chapter_b.paths import follows_path
from sim.chapter_b.roads import road_between, way_between
from sim.chapter_b.symbology import CATALOGUE, HEXSIDE_ROWS
from sim.chapter_b.trail_breaks import along_trail_break, by_tree_break
from sim.chapter_b.tree_break_cost import cost_by_break
from sim.chapter_d.riders import riders_barred
from sim.machine.remembered import remembered
from sim.map.mover_kind import MoverKind
from sim.map.terrain import Cost, Rows, Terrain
from sim.map.terrain_kind import TerrainKind
from sim.modifiers import Kind, Modifier, applied
from sim.state import State

__all__ = [
    "FOOT",
    "RULES",
    "EntryCost",
    "declared_cost",
    "entry_cost",
]

RULES: Final = ("B.2",)
CORE: Final = (
    "B3.4",
    "B3.41",
    "B10.4",
    "B10.5",
    "B10.51",
    "B11.4",
    "B13.6",
    "C10.1",
    "D2.1",
    "D8.21",
    "E3.54",
    "F7",
    "F9.1",
    "F9.2",
)

DOUBLING: Final = FOOT | {MoverKind.HORSE_DRAWN}
"""Movers whose COT doubles into a higher elevation; others pay MP for it (B10.4)."""

RISE_MP: Final = 4
RISE_MP_BY_ROAD: Final = 2
UP: Final = {True: 2, False: 4}
DOWN: Final = {True: 1, False: 2}
"""What an intermediate level of an Abrupt Elevation Change costs, on foot and not (B10.51)."""

WET_SAND: Final = 1
"""What sand costs less in Wet or Mud EC (F7)."""


class _By(Enum):
    """By what a mover enters, which decides the normal cost of the hex."""

    ROAD = auto()
    TRAIL_BREAK = auto()
    PATH = auto()
    TERRAIN = auto()


@attrs.frozen
class _Normal:
    """The normal cost of a hex: its items, and what else its terrain says of entry.

    What is added to COT is no part of it, and not multiplied with it (AD3.42).
    """

    items: tuple[Modifier, ...] = ()
    bog: bool = False
    why_not: str = ""
    whole: bool = False
    bog_drm: tuple[Modifier, ...] = ()
    added: tuple[Modifier, ...] = ()


def _paid_for(mover: Mover, kinds: tuple[Terrain, ...], rows: Rows) -> tuple[Terrain, ...]:
    """The terrain of a hex for which a mover pays: not its shellholes if it stays outside (B.9)."""
    if not mover.outside:
        return kinds
    others = tuple(kind for kind in kinds if kind.name is not TerrainKind.SHELLHOLES)
    return others or (rows[TerrainKind.OPEN_GROUND],)


def _normal(state: State, name: str, mover: Mover, by: _By, kinds: tuple[Terrain, ...]) -> _Normal:
    """The normal cost of a hex: by road, by Trail Break, or by the terrain in it."""
    rows = CATALOGUE[state.setting.area.record[name].base]
    if by is _By.ROAD:
        rate = Fraction(1) if mover.bu else rows[TerrainKind.ROAD].costs[mover.kind].points
        return _Normal((Modifier("road", "B3.4", mover.points, rate),))
    if by is _By.PATH:
        points = _points(rows[TerrainKind.OPEN_GROUND].costs[mover.kind], mover)
        return _Normal((Modifier("Path", "B13.6", mover.points, points),))
    items: list[Modifier] = []
    kinds = _paid_for(mover, kinds, rows)
    added: list[Modifier] = []
    costs = [(kind, kind.costs[mover.kind]) for kind in kinds if kind.costs]
    if by is _By.TRAIL_BREAK:
        woods = rows[TerrainKind.WOODS].costs[mover.kind]
        costs = [(kind, cost_by_break(kind, cost, mover.kind, woods)) for kind, cost in costs]
    if all(cost.plus_cot for _, cost in costs):
        open_ground = rows[TerrainKind.OPEN_GROUND]
        if not any(kind.depression for kind in kinds) or mover.kind not in FOOT:
            costs.append((open_ground, open_ground.costs[mover.kind]))
    for kind, cost in costs:
        if not cost.allowed:
            pushed = ", unless it is pushed" if cost.pushed else ""
            why_not = f"{mover.kind} may not enter {kind.name}{pushed}"
            return _Normal(tuple(items), why_not=why_not)
        points = _points(cost, mover)
        if kind.sand and _wet(state):
            points -= WET_SAND
        beside = added if cost.plus_cot and kind.name is TerrainKind.ARID_DEBRIS else items
        beside.append(Modifier(kind.name, kind.rule, mover.points, points))
    items = share_alone(items)
    whole = [(kind, cost) for kind, cost in costs if cost.share == 1]
    if whole:
        kind, cost = whole[0]
        why = "the whole allotment"
        items = [Modifier(kind.name, kind.rule, mover.points, _points(cost, mover), why=why)]
    bog = any(takes_bog_check(state.setting, mover.kind, *each) for each in costs)
    drm = tuple(each for kind, cost in costs for each in terrain_bog_drm(kind, cost))
    return _Normal(tuple(items), bog, whole=bool(whole), bog_drm=drm, added=tuple(added))


def _points(cost: Cost, mover: Mover) -> Fraction:
    if cost.share is not None:
        return Fraction(-(-mover.allotment * cost.share.numerator // cost.share.denominator))
    return cost.points or Fraction(0)


@attrs.frozen(eq=False)
class _Footing:
    """What an entry takes by the map and by what lies on it, before counters and weather.

    Attributes:
        barred: it may not enter, whoever is in the hex.
        settled: it may not enter, or takes the whole allotment, whatever counters are in the hex.
        cot: the normal cost, so far as it counts.
        wall: what crossing the hexside costs.
        by_road: it enters by road.
        rise: levels that it gains.
        levels: levels that it climbs or descends, into a Depression included, off a paved road.
        tracked: it follows a Track.
        bog: a Bog Check is due in the hex.
        bog_drm: what terrain adds to that Bog Check.
        hexside_bog: what terrain adds to a Bog Check at the hexside; None if none is due.
        breaches: it breaches a High Wall.
    """

    barred: EntryCost | None = None
    settled: EntryCost | None = None
    cot: tuple[Modifier, ...] = ()
    wall: tuple[Modifier, ...] = ()
    by_road: bool = False
    rise: int = 0
    levels: int = 0
    tracked: bool = False
    bog: bool = False
    bog_drm: tuple[Modifier, ...] = ()
    hexside_bog: tuple[Modifier, ...] | None = None
    breaches: bool = False


def _by(state: State, mover: Mover, name: str, side: int) -> _By:
    """By what a mover enters that comes by no road."""
    if by_tree_break(state, name, side):
        return _By.TRAIL_BREAK
    return _By.PATH if follows_path(state.setting, mover, name, side) else _By.TERRAIN


def _wet(state: State) -> bool:
    """Whether sand costs less (F7)."""
    return state.sky.ec in (EC.WET, EC.MUD)


def _footing_reads(
    state: State, mover: Mover, origin: str | None, name: str, road: bool | None
) -> Hashable:
    """All that a footing depends on: of the mover what it is, but not which one or with whom."""
    left = None if origin is None else state.ground.get(origin)
    here = state.setting, state.breaches, state.ground.get(name), left, _wet(state)
    who = mover.kind, mover.allotment, mover.bu, mover.afv, mover.closed, mover.towing
    who_else = mover.riders, mover.outside
    return *here, *who, *who_else, origin, name, road


@remembered(_footing_reads, most=4096)
def _footing(
    state: State, mover: Mover, origin: str | None, name: str, road: bool | None
) -> _Footing:
    """What an entry takes before counters and weather."""
    side = 0 if origin is None else state.setting.area.hexside(name, origin) or 1
    state = along_trail_break(state, name, side)
    joined = origin is not None and road_between(state, origin, name) is not None
    by_road = (joined if road is None else road) and not negates_road(state, name)
    standing = hexsides_now(state).get((name, side))
    if by_road and standing is not HexsideKind.ROADBLOCK:
        standing = None
    by = _By.ROAD if by_road else _by(state, mover, name, side)
    if not by_road and mover.kind not in FOOT and (why_not := by_road_alone(state, origin, name)):
        return _Footing(barred=EntryCost(None, (), why_not=why_not, rule="AD4.5"))
    kinds = ground_terrain(state, name)
    if why_not := _barred(state, mover, name, standing, by, kinds):
        return _Footing(barred=EntryCost(None, (), why_not=why_not))
    normal = _normal(state, name, mover, by, kinds)
    if normal.why_not:
        return _Footing(settled=EntryCost(None, normal.items, why_not=normal.why_not))
    drm, rise, levels, tracked = list(normal.bog_drm), 0, 0, False
    if origin is not None:
        rise = rise_of(state, origin, name, by_road=by_road)
        levels = levels_of(state, origin, name, by_road=by_road)
        way = None if negates_road(state, name) else way_between(state, origin, name)
        tracked = road is not False and way is WayKind.TRACK
        if by_road and road_between(state, origin, name) is Road.PAVED:
            levels = 0
    if abs(rise) > 1:
        drm.append(Modifier("Abrupt Elevation Change", "D8.21", Kind.DRM, 1))
    drm += uphill_bog_drm(kinds, rise)
    wall = _hexside(state, mover, name, standing)
    breaches = standing is HexsideKind.HIGH_WALL and mover.kind not in FOOT
    hexside_bog = wall.bog_drm if wall.bog else None
    bog_drm = tuple(drm) if normal.bog else ()
    if wall.why_not:
        return _Footing(settled=EntryCost(None, wall.items, why_not=wall.why_not))
    if normal.whole or wall.whole:
        settled = EntryCost(
            Fraction(mover.allotment),
            normal.items if normal.whole else wall.items,
            normal.bog,
            bog_drm=bog_drm,
            hexside_bog=hexside_bog,
            whole=True,
            breaches=breaches,
        )
        return _Footing(settled=settled)
    alone = breaches and state.setting.rules_that("AD4.6-cost", "alone")
    return _Footing(
        cot=() if alone else normal.items,
        wall=(*normal.added, *wall.items),
        by_road=by_road,
        rise=rise,
        levels=levels,
        tracked=tracked,
        bog=normal.bog and not (tracked and _sandy(state, name)),
        bog_drm=bog_drm,
        hexside_bog=hexside_bog,
        breaches=breaches,
    )


def entry_cost(
    state: State, mover: Mover, origin: str | None, name: str, *, road: bool | None = None
) -> EntryCost:
    """What it costs to enter a hex from an adjacent one.

    Args:
        state: now.
        mover: who enters.
        origin: the hex that it leaves; None is offboard.
        name: the hex that it enters, adjacent.
        road: whether it uses a road; if None, it does where one crosses the hexside.
    """
    if why_not := no_room_for(state, mover, name, mover.beside):
        return EntryCost(None, (), why_not=why_not)
    counters = artificial_terrain(state, name, but=mover.beside)
    found = _among(state, mover, origin, name, road, tuple(counters))
    entry = past_fortifications(state, mover, name, found) if state.fortifications else found
    if entry.bog_drm and entry.amount is not None:
        drm = paid_for(state, mover, entry.bog_drm, entry.amount)
        entry = attrs.evolve(entry, bog_drm=drm)
    leaving = leaving_bog_drm(state, mover, origin, name, road=road)
    if leaving is None or entry.amount is None:
        return entry
    return attrs.evolve(entry, leaving_bog=leaving)


def _among_reads(
    state: State,
    mover: Mover,
    origin: str | None,
    name: str,
    road: bool | None,
    artificial: tuple[Artificial, ...],
) -> Hashable:
    left = None if origin is None else state.ground.get(origin)
    above = state.sky.ec, state.sky.rained, state.sky.rain, state.dust
    below = state.breaches, state.ground.get(name), left
    return state.setting, mover, origin, name, road, artificial, above, below


@remembered(_among_reads, most=4096)
def _among(
    state: State,
    mover: Mover,
    origin: str | None,
    name: str,
    road: bool | None,
    artificial: tuple[Artificial, ...],
) -> EntryCost:
    """What it costs to enter a hex among the counters in it."""
    footing = _footing(state, mover, origin, name, road)
    if footing.barred is not None:
        return footing.barred
    if mover.kind not in FOOT and (why_not := lane_taken(state, name, artificial)):
        return EntryCost(None, (), why_not=why_not, rule="AD4.5")
    if footing.settled is not None:
        return footing.settled
    counters = tuple(_counters(mover, artificial, by_road=footing.by_road))
    weather = _weather(state, mover, footing.levels)
    return _summed(footing, mover.kind, mover.points, counters, weather)


def _counters(
    mover: Mover, artificial: Sequence[Artificial], *, by_road: bool
) -> Iterator[Modifier]:
    """What Artificial Terrain costs a mover."""
    for each in artificial:
        amount = each.by_road if by_road else each.wheels
        if amount := each.foot if mover.kind in FOOT else amount:
            yield Modifier(each.name, each.rule, mover.points, amount)


@lru_cache(maxsize=4096)
def _summed(
    footing: _Footing,
    kind: MoverKind,
    points: Kind,
    counters: tuple[Modifier, ...],
    weather: tuple[Modifier, ...],
) -> EntryCost:
    """All that an entry costs, in the order in which it is worked out."""
    cot = [*footing.cot, *counters]
    items = [*cot, *_elevation(footing, kind, points, cot), *footing.wall, *weather]
    if footing.tracked:
        items += _track(points, cot)
    return EntryCost(
        _total(items),
        tuple(items),
        footing.bog,
        bog_drm=footing.bog_drm,
        hexside_bog=footing.hexside_bog,
        breaches=footing.breaches,
    )


def _total(items: Sequence[Modifier]) -> Fraction:
    return sum((Fraction(each.amount or 0) for each in items), Fraction(0))


def _track(points: Kind, cot: Sequence[Modifier]) -> list[Modifier]:
    """What a Track takes off: one, but no cost falls below one; elevation costs beside (F9.1)."""
    less = min(Fraction(1), _total(cot) - 1)
    return [Modifier("Track", "F9.1", points, -less)] if less > 0 else []


def _sandy(state: State, name: str) -> bool:
    """Whether only sand asks for the Bog Check of a hex, of which a Track frees (F9.2)."""
    return all(kind.sand or kind.plain for kind in ground_terrain(state, name))


def _barred(
    state: State,
    mover: Mover,
    name: str,
    standing: HexsideKind | None,
    by: _By,
    kinds: tuple[Terrain, ...],
) -> str:
    """What keeps the mover out, whatever the hex costs; empty if nothing does."""
    if why_not := blaze_bars(state.ground.get(name), name):
        return why_not
    if mover.kind not in FOOT and not vehicles_allowed(state.setting, kinds):
        return f"{mover.kind} may not enter Combined Terrain, by road either (AD3.2)"
    if mover.riders and by is _By.TERRAIN and (why_not := riders_barred(state, name)):
        return why_not
    if by is not _By.ROAD and (why_not := barred_by_terrain(state, mover, name)):
        return why_not
    if standing is HexsideKind.CLIFF:
        return "a cliff is crossed by Climbing only (B11.4)"
    if standing is HexsideKind.HIGH_WALL and mover.kind not in FOOT and not mover.afv:
        return "of vehicles only a fully-tracked AFV breaches a High Wall"
    if mover.towing and standing in TOWED_OVER_NONE:
        return f"no Gun is towed over a {standing} (C10.1)"
    return ""


def _hexside(state: State, mover: Mover, name: str, standing: HexsideKind | None) -> _Normal:
    """What it costs to cross what stands on the hexside."""
    if standing not in HEXSIDE_ROWS:
        return _Normal()
    row = CATALOGUE[state.setting.area.record[name].base][HEXSIDE_ROWS[standing]]
    cost = row.costs.get(mover.kind)
    if cost is None or not cost.allowed:
        return _Normal(why_not=why_not_across(standing, mover.kind))
    items = (Modifier(row.name, row.rule, mover.points, _points(cost, mover)),)
    return _Normal(items, cost.bog, whole=cost.share == 1, bog_drm=terrain_bog_drm(row, cost))


def declared_cost(state: State, mover: Mover, name: str, *, road: bool) -> EntryCost:
    """The least that an entry takes where the players say what terrain costs (D2.1-cost).

    One MP, half of it along a road (B3.41), and what SMOKE or dust in the hex, towing and Dust add.
    """
    if why_not := blaze_bars(state.ground.get(name), name):
        return EntryCost(None, (), why_not=why_not)
    points = mover.points
    least = Modifier("any terrain", "D2.1", points, Fraction(1, 2) if road else Fraction(1))
    smoke = [
        Modifier(each.name, each.rule, points, each.wheels)
        for each in artificial_terrain(state, name, but=mover.beside)
        if each.kind is ArtificialKind.SMOKE
    ]
    items = (least, *smoke, *_weather(state, mover, 0))
    return EntryCost(_total(items), items)


def _elevation(
    footing: _Footing, kind: MoverKind, points: Kind, cot: Sequence[Modifier]
) -> list[Modifier]:
    """What a change of elevation costs (B10.4, B10.51)."""
    rise, on_foot = footing.rise, kind in DOUBLING
    items: list[Modifier] = []
    if abs(rise) > 1:
        each = (UP if rise > 0 else DOWN)[on_foot]
        items.append(
            Modifier(
                "levels between",
                "B10.51",
                points,
                each * (abs(rise) - 1),
                why=f"{each} each; B.2-abrupt",
            )
        )
    if rise > 0 and on_foot:
        again = _total(cot if rise == 1 else footing.cot)
        items.append(Modifier("higher elevation", "B10.4", points, again, why="COT is doubled"))
    elif rise > 0:
        up = RISE_MP_BY_ROAD if footing.by_road else RISE_MP
        items.append(Modifier("higher elevation", "B10.4", points, up))
    return items


def _weather_reads(state: State, mover: Mover, levels: int) -> Hashable:
    sky = state.sky
    return state.dust, sky.rained, sky.rain, mover.kind, mover.bu, mover.towing, levels


@remembered(_weather_reads, most=512)
def _weather(state: State, mover: Mover, levels: int) -> tuple[Modifier, ...]:
    """What rain, Dust and towing add to the cost, after everything else."""
    items: list[Modifier] = []
    if state.sky.rained and levels:
        now = "it rains" if state.sky.rain is not Rain.NONE else "it has rained"
        items.append(Modifier("wet slope", "E3.54", mover.points, levels, why=f"{now}; each level"))
    slowed = mover.kind is not MoverKind.INFANTRY
    extra, _ = applied(movement_extra(state, vehicle_or_cavalry=slowed, bu_afv=mover.bu))
    items += [attrs.evolve(each, kind=mover.points) for each in extra]
    if mover.towing:
        items.append(Modifier("towing", "C10.1", mover.points, 1))
    return tuple(items)
