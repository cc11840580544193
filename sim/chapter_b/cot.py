"""B.2 Cost of Terrain: what a hex costs to enter, item by item.

COT is the normal cost of the terrain and that of Artificial Terrain in the hex. What multiplies,
multiplies all of it; what is added, is added afterwards. In an Abrupt Elevation Change (B10.5) only
the normal cost is multiplied, and every level between costs by itself.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

import attrs

from events.terms import HexsideKind, Rain, Road
from sim.chapter_11.dust import movement_extra
from sim.chapter_a.blocking import are_connected
from sim.chapter_ad.arid_debris import negates_road
from sim.chapter_ad.high_walls import hexsides_now
from sim.chapter_ad.roads_and_bridges import WayKind, bridge_at
from sim.chapter_ad.room import no_room_for
from sim.chapter_b.artificial_terrain import (
    WRECK_MP,
    Artificial,
    artificial_terrain,
    entered_terrain,
    ground_terrain,
)
from sim.chapter_b.bog_terrain import (
    abrupt_bog_drm,
    beside_marsh,
    paid_for,
    terrain_bog_drm,
    uphill_bog_drm,
)
from sim.chapter_b.depressions import depressions_of, went_beneath
from sim.chapter_b.entry import EntryCost, past_fortifications, past_stacking
from sim.chapter_b.leaving import leaving_bog_drm
from sim.chapter_b.mover import FOOT, Mover
from sim.chapter_b.no_entry import (
    OFF_ITS_ROAD,
    barred,
    by_road_alone,
    lane_taken,
    why_not_across,
)
from sim.chapter_b.normal_cost import By, NormalCost, entered_by, normal_cost, points_of
from sim.chapter_b.roads import beneath_bridge, real_bridge_in, road_between, way_between
from sim.chapter_b.symbology import CATALOGUE, HEXSIDE_ROWS
from sim.chapter_b.trail_breaks import along_trail_break
from sim.chapter_e.low_visibility import at_night
from sim.chapter_e.mud import enters_mud, mud_cost
from sim.chapter_f.desert_boards import firm_sand
from sim.machine.cached import cached
from sim.map.terrain import Terrain
from sim.map.terrain_kind import MoverKind
from sim.modifiers import Kind, Modifier, applied, sum_of
from sim.state import State


def _low(state: State, name: str, *, by_road: bool) -> bool:
    """Whether a mover is IN the Depression of a hex: not if it crosses a bridge by road (B6.1)."""
    return name in depressions_of(state.setting) and not (
        by_road and real_bridge_in(state.setting, name)
    )


def _joined(state: State, origin: str, name: str, *, by_road: bool) -> bool:
    """Whether a mover goes from hex to hex IN one Depression."""
    low, area = depressions_of(state.setting), state.setting.area
    both = _low(state, origin, by_road=by_road) and _low(state, name, by_road=by_road)
    return both and are_connected(area, low, origin, name)


def _enters(state: State, origin: str, name: str, *, by_road: bool) -> bool:
    """Whether a mover goes INTO a Depression in which it is not."""
    low = _low(state, name, by_road=by_road)
    return low and not _joined(state, origin, name, by_road=by_road)


def rise_of(state: State, origin: str, name: str, *, by_road: bool) -> int:
    """Levels that a mover gains; one who leaves a Depression was a level below its ground.

    Who comes down INTO a Depression goes a level further down; who comes up, no level less.
    """
    record = state.setting.area.record
    rise = record[name].level - record[origin].level
    low = _low(state, origin, by_road=by_road)
    rise += int(low and not _joined(state, origin, name, by_road=by_road))
    return rise - int(rise <= 0 and _enters(state, origin, name, by_road=by_road))


def _over_bank(state: State, origin: str, name: str, *, by_road: bool) -> bool:
    """Whether a mover goes out of one Depression over the ground between INTO another (B19.4)."""
    both = all(_low(state, each, by_road=by_road) for each in (origin, name))
    return both and not _joined(state, origin, name, by_road=by_road)


def levels_of(state: State, origin: str, name: str, *, by_road: bool) -> int:
    """Levels that a mover climbs or descends, into a Depression included."""
    rise = rise_of(state, origin, name, by_road=by_road)
    if _over_bank(state, origin, name, by_road=by_road):
        return abs(rise) + int(rise < 0)  # up and down, of which the more counts
    return abs(rise) - int(rise > 0 and _enters(state, origin, name, by_road=by_road))


# B19.4, B20.46 The Bog Check of a vehicle that goes out of a stream or gully over its side.


def _climbing_bog_drm(
    state: State, mover: Mover, origin: str, name: str, *, road: bool | None
) -> tuple[Modifier, ...] | None:
    """What is added to it; None where none is due, as by road and from a Ford (B20.82)."""
    by_road = road_between(state, origin, name) is not None if road is None else road
    if mover.kind in FOOT or by_road or _joined(state, origin, name, by_road=False):
        return None
    way = bridge_at(state.setting, origin)
    if way is not None and way.name is WayKind.FORD:
        return None
    kinds = [kind for kind in ground_terrain(state, origin) if kind.depression and kind.costs]
    if not any(kind.costs[mover.kind].bog for kind in kinds):
        return None
    return abrupt_bog_drm(rise_of(state, origin, name, by_road=False))


DOUBLING: Final = FOOT | {MoverKind.HORSE_DRAWN}
"""Movers whose COT doubles into a higher elevation; others pay MP for it (B10.4)."""

RISE_MP: Final = 4
RISE_MP_BY_ROAD: Final = 2
UP: Final = {True: 2, False: 4}
DOWN: Final = {True: 1, False: 2}
"""What an intermediate level of an Abrupt Elevation Change costs, on foot and not (B10.51)."""


def hexside_cost(state: State, mover: Mover, name: str, standing: HexsideKind | None) -> NormalCost:
    """What it costs to cross what stands on the hexside (B9.4); nothing where None does."""
    if standing not in HEXSIDE_ROWS:
        return NormalCost()
    row = CATALOGUE[state.setting.area.record[name].base][HEXSIDE_ROWS[standing]]
    cost = row.costs.get(mover.kind)
    if cost is None or not cost.allowed:
        return NormalCost(why_not=why_not_across(standing, row, mover.kind))
    items = (Modifier(row.name, row.rule, mover.points, points_of(cost, mover)),)
    return NormalCost(items, cost.bog, whole=cost.share == 1, bog_drm=terrain_bog_drm(row, cost))


# B.2 What is added to an entry, and is not COT: rain (E3.54), Dust (11.73), Night, towing (C10.1).
#
# It comes after everything else, and is never multiplied.


def _added_cost_key(
    state: State, mover: Mover, levels: int, *, concealing: bool = False
) -> Hashable:
    sky = state.sky
    above = state.dust, sky.rained, sky.rain, sky.time_of_day
    return *above, mover.kind, mover.bu, mover.towing, mover.convoy, levels, concealing


@cached(_added_cost_key, maxsize=512)
def added_cost(
    state: State, mover: Mover, levels: int, *, concealing: bool = False
) -> tuple[Modifier, ...]:
    """What is added to the cost of an entry after all else; levels count off a paved road.

    ``concealing``: it is an entry of Concealment Terrain, not by road nor in Bypass of it (E1.51).
    """
    items: list[Modifier] = []
    if state.sky.rained and levels:
        now = "it rains" if state.sky.rain is not Rain.NONE else "it has rained"
        items.append(Modifier("wet slope", "E3.54", mover.points, levels, why=f"{now}; each level"))
    slowed = mover.kind is not MoverKind.INFANTRY
    extra, _ = applied(movement_extra(state, vehicle_or_cavalry=slowed, bu_afv=mover.bu))
    items += [attrs.evolve(each, kind=mover.points) for each in extra]
    if at_night(state) and concealing and mover.kind in FOOT:
        items.append(Modifier("Night", "E1.51", mover.points, 1))
    items += _of_each_hexside(state, mover)
    return tuple(items)


def _of_each_hexside(state: State, mover: Mover) -> Iterator[Modifier]:
    """What is paid for each hexside crossed or passed in Bypass (C10.1, E1.52, E11.2)."""
    if at_night(state) and mover.kind not in FOOT:
        yield Modifier("Night", "E1.52", mover.points, 1)
    if mover.towing:
        yield Modifier("towing", "C10.1", mover.points, 1)
    elif mover.convoy:
        yield Modifier("Convoy", "E11.2", mover.points, 1)


@attrs.frozen(eq=False)
class _MapCost:
    """What an entry takes by the map and by what lies on it, before counters and weather."""

    barred: EntryCost | None = None
    """It may not enter, whatever units are in the hex."""
    settled: EntryCost | None = None
    """It may not enter, or takes the whole allotment, whatever counters are in the hex."""
    cot: tuple[Modifier, ...] = ()
    """The normal cost, so far as it counts."""
    wall: tuple[Modifier, ...] = ()
    by_road: bool = False
    rise: int = 0
    over_bank: bool = False
    levels: int = 0
    """Levels that it climbs or descends, into a Depression included, off a paved road."""
    tracked: bool = False
    bog: bool = False
    bog_drm: tuple[Modifier, ...] = ()
    hexside_bog: tuple[Modifier, ...] | None = None
    """What terrain adds to a Bog Check at the hexside; None if none is due."""
    breaches: bool = False
    concealing: bool = False
    """It is an entry of Concealment Terrain, not by road nor in Bypass of it."""
    muddy: bool = False


def _map_cost_key(
    state: State, mover: Mover, origin: str | None, name: str, road: bool | None
) -> Hashable:
    """All that it depends on: of the mover what it is, but not which one or with whom."""
    left = None if origin is None else state.ground.get(origin)
    weather = firm_sand(state), state.sky.mud_exists
    here = state.setting, state.breaches, state.ground.get(name), left, *weather
    who = mover.kind, mover.allotment, mover.bu, mover.afv, mover.closed, mover.towing
    who_else = mover.riders, mover.outside, mover.passing, mover.convoy
    return *here, *who, *who_else, origin, name, road


@cached(_map_cost_key, maxsize=4096)
def _map_cost(
    state: State, mover: Mover, origin: str | None, name: str, road: bool | None
) -> _MapCost:
    """What an entry takes before counters and weather."""
    side = 0 if origin is None else state.setting.area.hexside(name, origin) or 1
    there = entered_terrain(state, origin, name)
    state = along_trail_break(state, name, side)
    joined = origin is not None and road_between(state, origin, name) is not None
    joined = joined and not mover.passing
    crosses = joined if road is None else road
    state = state if crosses else beneath_bridge(state, name)
    by_road = crosses and not negates_road(state, name)
    standing = hexsides_now(state).get((name, side))
    gap = joined and standing in (HexsideKind.WALL, HexsideKind.HEDGE)  # B9.4
    if gap or (by_road and standing is not HexsideKind.ROADBLOCK):
        standing = None
    muddy = enters_mud(state, origin, name, by_road=by_road, passing=mover.passing)
    by = entered_by(state, mover, name, side, by_road=by_road)
    by = By.MUDDY_ROAD if muddy and by_road else by
    kinds = entered_terrain(state, origin, name)
    off_road = None if by_road else by_road_alone(state, mover, origin, name, crosses=crosses)
    if why_not := off_road or barred(state, mover, name, standing, by, kinds, there):
        return _MapCost(barred=EntryCost(None, (), why_not=why_not))
    normal = normal_cost(state, name, mover, by, kinds)
    if normal.why_not:
        return _MapCost(settled=EntryCost(None, normal.items, why_not=normal.why_not))
    drm, rise, levels, tracked, over_bank = list(normal.bog_drm), 0, 0, False, False
    if origin is not None:
        rise = rise_of(state, origin, name, by_road=crosses)
        levels = levels_of(state, origin, name, by_road=crosses)
        over_bank = _over_bank(state, origin, name, by_road=crosses)
        way = None if negates_road(state, name) else way_between(state, origin, name)
        tracked = road is not False and way is WayKind.TRACK
        if by_road and road_between(state, origin, name) is Road.PAVED:
            levels = 0
    bog = normal.bog or (not by_road and mover.kind not in FOOT and beside_marsh(state, name))
    drm += abrupt_bog_drm(rise)
    drm += uphill_bog_drm(kinds, rise)
    wall = hexside_cost(state, mover, name, standing)
    breaches = standing is HexsideKind.HIGH_WALL and mover.kind not in FOOT
    hexside_bog = wall.bog_drm if wall.bog else None
    bog_drm = tuple(drm) if bog else ()
    if wall.why_not:
        return _MapCost(settled=EntryCost(None, wall.items, why_not=wall.why_not))
    if wall.whole or (normal.whole and mover.kind not in FOOT):
        settled = EntryCost(
            Fraction(mover.allotment),
            normal.items if normal.whole else wall.items,
            bog,
            bog_drm=bog_drm,
            hexside_bog=hexside_bog,
            whole=True,
            breaches=breaches,
        )
        return _MapCost(settled=settled)
    alone = breaches and state.setting.rules_that("AD4.6-cost", "alone")
    return _MapCost(
        cot=() if alone else normal.items,
        wall=(*normal.added, *wall.items),
        by_road=by_road,
        rise=rise,
        over_bank=over_bank,
        levels=levels,
        tracked=tracked,
        bog=bog and not (tracked and _sandy(state, name)),
        bog_drm=bog_drm,
        hexside_bog=hexside_bog,
        breaches=breaches,
        concealing=not by_road and _conceals(mover, there),
        muddy=muddy,
    )


def _conceals(mover: Mover, kinds: Iterable[Terrain]) -> bool:
    """Whether a mover is in Concealment Terrain: not in woods or a building that it Bypasses."""
    return any(
        kind.concealment and not (mover.passing and (kind.woods or kind.building)) for kind in kinds
    )


def _is_there(state: State, mover: Mover, origin: str) -> bool:
    """Whether a mover is a vehicle that stands on, or beneath, the bridge of a hex."""
    found = state.vehicles.get(mover.vehicle or "")
    return found is not None and found.hex == origin and real_bridge_in(state.setting, origin)


def _beyond_bridge(
    state: State, origin: str | None, name: str, road: bool | None
) -> frozenset[str]:
    """Vehicles that are beneath the bridge of a hex for who enters it, or on it for who does not.

    They are in another Location, and not in its way (B6.4).
    """
    if name not in depressions_of(state.setting) or not real_bridge_in(state.setting, name):
        return frozenset()
    named = road is not None and origin is not None
    beneath = not road if named else went_beneath(state, name, origin)
    there = ((label, each) for label, each in state.vehicles.items() if each.hex == name)
    return frozenset(
        label for label, each in there if went_beneath(state, name, each.came_from) is not beneath
    )


def entry_cost(
    state: State, mover: Mover, origin: str | None, name: str, *, road: bool | None = None
) -> EntryCost:
    """What it costs to enter a hex from an adjacent one, or from offboard.

    With ``road`` None a mover uses a road where one crosses the hexside. A vehicle leaves a bridge
    by its road alone, and without it from beneath (B6.4).
    """
    if origin in state.setting.area.bridges and _is_there(state, mover, origin):
        came_from = state.vehicles[mover.vehicle or ""].came_from
        if went_beneath(state, origin, came_from):
            road = False
        elif mover.passing or road_between(state, origin, name) is None:
            return EntryCost(None, (), why_not=OFF_ITS_ROAD)
    if why_not := no_room_for(state, mover, name, mover.beside):
        return EntryCost(None, (), why_not=why_not)
    apart = mover.beside
    if name in state.setting.area.bridges:
        apart |= _beyond_bridge(state, origin, name, road)
    counters = artificial_terrain(state, name, without=apart)
    found = _among(state, mover, origin, name, road, tuple(counters))
    within = mover.passing and origin is None
    forts = state.fortifications and not within  # paid for at the first hexside (B26.44)
    entry = past_fortifications(state, mover, name, found) if forts else found
    if entry.bog and not found.bog and origin is not None:
        entry = _abruptly(state, origin, name, entry, road=road)
    entry = past_stacking(state, mover, name, entry) if state.units else entry
    if entry.bog_drm and entry.amount is not None:
        drm = paid_for(state, mover, entry.bog_drm, entry.amount)
        entry = attrs.evolve(entry, bog_drm=drm)
    leaving = leaving_bog_drm(state, mover, origin, name, road=road)
    if leaving is None and origin is not None and origin in depressions_of(state.setting):
        leaving = _climbing_bog_drm(state, mover, origin, name, road=road)
    if leaving is None or entry.amount is None:
        return entry
    return attrs.evolve(entry, leaving_bog=leaving)


def _abruptly(
    state: State, origin: str, name: str, entry: EntryCost, *, road: bool | None
) -> EntryCost:
    """An entry with the Bog Check of a Fortification, to which two levels add (D8.21)."""
    by_road = road_between(state, origin, name) is not None if road is None else road
    drm = abrupt_bog_drm(rise_of(state, origin, name, by_road=by_road))
    return attrs.evolve(entry, bog_drm=(*drm, *entry.bog_drm)) if drm else entry


def mirror_cost(state: State, mover: Mover, name: str, *, road: bool) -> EntryCost:
    """What the mirror image of an edge hex costs who exits into it, without counters (A2.6)."""
    return _among(state, mover, None, name, road, ())


def _among_key(
    state: State,
    mover: Mover,
    origin: str | None,
    name: str,
    road: bool | None,
    artificial: tuple[Artificial, ...],
) -> Hashable:
    left = None if origin is None else state.ground.get(origin)
    sky, asked = state.sky, (state.setting, mover, origin, name, road, artificial)
    above = sky.ec, sky.weather, sky.rained, sky.rain, sky.time_of_day, state.dust
    return asked, above, state.breaches, state.ground.get(name), left


@cached(_among_key, maxsize=4096)
def _among(
    state: State,
    mover: Mover,
    origin: str | None,
    name: str,
    road: bool | None,
    artificial: tuple[Artificial, ...],
) -> EntryCost:
    """What it costs to enter a hex among the counters in it."""
    map_cost = _map_cost(state, mover, origin, name, road)
    if map_cost.barred is not None:
        return map_cost.barred
    if why_not := lane_taken(state, mover, name, artificial):
        return EntryCost(None, (), why_not=why_not)
    if map_cost.settled is not None:
        return map_cost.settled
    at_road_rate = map_cost.by_road and not map_cost.muddy  # there is none in Mud (E3.6)
    in_cot, beside = (
        tuple(_counters(mover, (a for a in artificial if a.in_cot is each), by_road=at_road_rate))
        for each in (True, False)
    )
    if mover.passing and origin is None:  # a further hexside
        added = tuple(_of_each_hexside(state, mover))
    else:
        added = added_cost(state, mover, map_cost.levels, concealing=map_cost.concealing)
    added = (*added, mud_cost(mover)) if map_cost.muddy else added
    twice = mover.passing and mover.kind not in FOOT
    return _summed(map_cost, mover.kind, mover.points, in_cot, beside, added, twice)


def _counters(
    mover: Mover, artificial: Iterable[Artificial], *, by_road: bool
) -> Iterator[Modifier]:
    """What Artificial Terrain costs a mover; a motorcycle passes between vehicles (D2.14).

    A Convoy pays twice for vehicles and wrecks (E11.23).
    """
    for each in artificial:
        if each.vehicle and mover.kind is MoverKind.MOTORCYCLE:
            continue
        wagon = mover.kind is MoverKind.HORSE_DRAWN  # it has no road rate (D2.14)
        amount = each.by_road if by_road and not wagon else each.wheels
        if each.vehicle and mover.passing:
            amount = min(each.wheels, WRECK_MP)  # not among the trees (B13.41)
        if each.vehicle and mover.convoy:
            amount *= 2
        if amount := each.foot if mover.kind in FOOT else amount:
            yield Modifier(each.name, each.rule, mover.points, amount)


@lru_cache(maxsize=4096)
def _summed(
    map_cost: _MapCost,
    kind: MoverKind,
    points: Kind,
    in_cot: tuple[Modifier, ...],
    beside: tuple[Modifier, ...],
    added: tuple[Modifier, ...],
    twice: bool,
) -> EntryCost:
    """All that an entry costs, in the order in which it is worked out; twice is that of D2.3.

    Of the counters in the hex some are in its COT, and some beside it.
    """
    cot = [*map_cost.cot, *in_cot]
    items = [*cot, *beside, *_of_elevation(map_cost, kind, points, cot), *map_cost.wall]
    if twice:
        items.append(Modifier("Bypass", "D2.3", points, sum_of(items), why="all of it twice"))
    items += added
    if map_cost.tracked:
        items += _track(points, cot)
    return EntryCost(
        sum_of(items),
        tuple(items),
        map_cost.bog,
        bog_drm=map_cost.bog_drm,
        hexside_bog=map_cost.hexside_bog,
        breaches=map_cost.breaches,
    )


def _of_elevation(
    entry: _MapCost, kind: MoverKind, points: Kind, cot: Sequence[Modifier]
) -> Iterator[Modifier]:
    """What a change of elevation costs a mover.

    In an Abrupt Elevation Change the normal cost of the hex alone doubles; else its COT: that, and
    what Artificial Terrain in it costs. Over a bank into the next Depression it costs the level
    between, out of the first, and COT is not doubled (B19.4).
    """
    rise, on_foot = entry.rise, kind in DOUBLING
    if abs(rise) > 1:
        each = (UP if rise > 0 else DOWN)[on_foot]
        amount, why = each * (abs(rise) - 1), f"{each} each; B.2-abrupt"
        yield Modifier("levels between", "B10.51", points, amount, why=why)
    if entry.over_bank and rise == 1 and on_foot:
        yield Modifier("higher elevation", "B10.51", points, UP[on_foot], why="over the bank")
    elif rise > 0 and on_foot:
        again = sum_of(cot if rise == 1 else entry.cot)
        yield Modifier("higher elevation", "B10.4", points, again, why="COT is doubled")
    elif rise > 0:
        up = RISE_MP_BY_ROAD if entry.by_road and not entry.muddy else RISE_MP
        yield Modifier("higher elevation", "B10.4", points, up)


def _track(points: Kind, cot: Sequence[Modifier]) -> list[Modifier]:
    """What a Track takes off: one, but no cost falls below one; elevation costs beside (F9.1)."""
    less = min(Fraction(1), sum_of(cot) - 1)
    return [Modifier("Track", "F9.1", points, -less)] if less > 0 else []


def _sandy(state: State, name: str) -> bool:
    """Whether only sand asks for the Bog Check of a hex, of which a Track frees (F9.2)."""
    return all(kind.sand or kind.plain for kind in ground_terrain(state, name))
