"""A4.3 and D2.3 Bypass: along which hexsides terrain lets a hex be passed by.

Whether the obstacle leaves a hexside clear, only the artwork of the board shows.
"""

from collections.abc import Collection, Iterator

import attrs

from events.terms import Fortification, HexsideKind
from sim.chapter_11.in_building import within_one_building
from sim.chapter_ad.arid_debris import arid_debris_in, negates_road
from sim.chapter_ad.high_walls import hexsides_now
from sim.chapter_ad.plaza_well_fountain import fountain_bypass, is_plaza
from sim.chapter_ad.room import is_fountain
from sim.chapter_b.artificial_terrain import entered_terrain, ground_terrain
from sim.chapter_b.cot import entry_cost
from sim.chapter_b.entry import EntryCost
from sim.chapter_b.fire import blaze_bars
from sim.chapter_b.fortifications import fort_of
from sim.chapter_b.mover import FOOT, Mover
from sim.chapter_b.roads import road_between, road_hexsides, road_into
from sim.chapter_b.trail_breaks import by_trail_break
from sim.map.hexes import turned
from sim.map.terrain import Terrain
from sim.map.terrain_kind import RUBBLE, MoverKind, TerrainKind
from sim.modifiers import Kind, Near, WhyNot
from sim.state import BARE, State

# A4.63 Dash: Infantry crosses a road hex from one side to the other; what terrain says of it.
#
# It expends the least MF, and so is not in shellholes that it comes to. What it does before is left
# to the players.


def no_dash(
    state: State, origin: str, across: str, to: str, *, mf: int, in_the_open: Collection[str]
) -> Iterator[Near]:
    """Why Infantry cannot Dash from a hex across another, adjacent, to a third; none if it can.

    The ends in the open are those where FFMO applies (A10.531).
    """
    if is_plaza(state.setting, across):
        yield _dash_near("AD3.5", f"{across} is an Arid Plaza")
    elif not road_into(state, across):
        yield _dash_near("A4.63", f"no road is in {across}")
        return
    for end in in_the_open:
        yield _dash_near("A4.63", f"{end} is Open Ground, to a firer who sees it")
    yield from _too_far(state, origin, across, to, mf)
    for one, two in ((origin, across), (across, to)):
        if road_between(state, one, two) is not None and not is_plaza(state.setting, across):
            yield _dash_near("A4.63", f"from {one} to {two} it goes along the road, not across it")
    if _beside_road(state, origin, across, to):
        yield _dash_near("A4.63", f"{origin} and {to} are on the same side of the road in {across}")
    if fort_of(state, across, Fortification.WIRE):
        yield _dash_near("B26.46", f"Wire lies in {across}")
    through = by_trail_break(state, MoverKind.INFANTRY, across, origin, to)
    if negates_road(state, across) and not through:
        debris = arid_debris_in(state, across)
        covered, rule = (TerrainKind.ARID_DEBRIS, "AD3.42") if debris else ("rubble", "B3.43")
        why = f"{covered} covers the road in {across}, and no Trail Break leads through it so"
        yield _dash_near(rule, why)


def _beside_road(state: State, origin: str, across: str, to: str) -> bool:
    """Whether a road that goes through a hex leaves two of its neighbours on one side."""
    sides, road = state.setting.area.hexside, road_hexsides(state.setting, across)
    one, two = sorted((sides(across, origin) or 0, sides(across, to) or 0))
    between = sum(one < side < two for side in road)
    along = one in road or two in road
    return not along and len(road) > 1 and between in (0, len(road))


def _too_far(state: State, origin: str, across: str, to: str, mf: int) -> Iterator[Near]:
    """Why the MF of a Dash do not suffice: those for a cactus hedge never do."""
    area = state.setting.area
    for one, two in ((origin, across), (across, to)):
        if area.hexsides.get((one, area.hexside(one, two) or 0)) is HexsideKind.CACTUS_HEDGE:
            yield _dash_near("191.3", f"to cross the cactus hedge {one}/{two} takes two MPh")
            return
    mover = Mover(MoverKind.INFANTRY, mf, outside=True)
    costs = (entry_cost(state, mover, *each).amount for each in ((origin, across), (across, to)))
    needed = [cost for cost in costs if cost is not None]
    if len(needed) < 2 or sum(needed) > mf:
        why = f"{sum(needed)} MF, of {mf}" if len(needed) == 2 else "a hex that it may not enter"
        yield _dash_near("A4.63", f"it takes {why}")


def _dash_near(rule: str, why: str) -> Near:
    return Near("Dash", rule, Kind.NUMBER, why)


def no_bypass(
    state: State, mover: MoverKind, name: str, side: int, *, without: frozenset[str] = frozenset()
) -> Iterator[Near]:
    """Why a mover cannot Bypass a hex along one of its hexsides; none if it can.

    ``without`` are vehicles that are not in its way, as they are what moves.
    """
    if is_fountain(state, name):
        yield from _fountain(state, mover, name, state.setting.area.across(name, side) or "")
        return
    kinds, foot = ground_terrain(state, name), mover in FOOT
    rule = "A4.3" if foot else "D2.31"
    inherent = [kind for kind in kinds if kind.inherent]
    if any(kind.name in RUBBLE for kind in kinds):
        yield _near(rule, f"rubble fills {name}")
    elif any(kind.name in RUBBLE for kind in entered_terrain(state, None, name)):
        yield _near("B24.4", f"upper levels of {name} are rubble")
    elif inherent:
        yield _near("B.6", f"{inherent[0].name} is Inherent Terrain, and fills all of {name}")
    elif not any(kind.building or kind.woods for kind in kinds):
        yield _near(rule, f"{name} has neither woods nor a building to pass by")
    if any(kind.depression for kind in kinds) and any(kind.woods for kind in kinds):
        yield _near(rule, f"the woods of {name} are IN a Depression")
    if why := blaze_bars(state, name):
        yield _near(rule, why.why)
    elif foot and state.ground.get(name, BARE).blazing:
        yield _near(rule, f"the building of {name} is ablaze above the ground")
    yield from _spilled(state, rule, name, side)
    if foot:
        yield from _on_foot(state, name, side)
    else:
        yield from _on_wheels(state, name, side, without)


def bypass_cost(state: State, mover: Mover, origin: str | None, name: str, side: int) -> EntryCost:
    """What a Bypass along a hexside costs; from no other hex, along a further one of the same.

    It is the cost of the other ground of the hex (A4.31), to vehicles all of it twice (D2.3).
    """
    for each in no_bypass(state, mover.kind, name, side, without=mover.beside):
        return EntryCost(None, (), why_not=WhyNot(each.rule, each.why))
    return entry_cost(state, attrs.evolve(mover, passing=True), origin, name, road=False)


def cafp_of(state: State, vehicle: str, *, reverse: bool = False) -> tuple[int, ...]:
    """The vertex at the front end of the hexside that a vehicle Bypasses (D2.32).

    Both ends for a way in Reverse, and where it is not known which is in front: it set up there, or
    has Started there since, as it must to go the other way.
    """
    found, area = state.vehicles[vehicle], state.setting.area
    side = found.bypass
    if side is None:
        return ()
    ends = side, turned(side, 1)
    by = area.hexside(found.hex or "", found.came_from or "")
    ahead = 0 if by is None or found.started_here or reverse else (side - by) % 6
    return ends[1:] if ahead in (1, 2) else ends[:1] if ahead in (4, 5) else ends


def hexsides_at(state: State, name: str, vertex: int) -> Iterator[tuple[str, int]]:
    """The hexsides that meet at a vertex of a hex, each by every hex that has it."""
    before, across = turned(vertex, -1), state.setting.area.across
    for here, at in ((name, vertex), (across(name, vertex), turned(vertex, -2))):
        if here is not None:
            yield from ((here, at), (here, turned(at, -1)))
    if (other := across(name, before)) is not None:
        yield from ((other, turned(vertex, 2)), (other, turned(vertex, 1)))


def _spilled(state: State, rule: str, name: str, side: int) -> Iterator[Near]:
    """What art of woods, building or Water reaches over a hexside, from either side of it."""
    area = state.setting.area
    beyond = area.across(name, side)
    for here, edge in ((name, side), (beyond or "", turned(side, 3))):
        house = area.buildings.get(here)
        if house is not None and edge in house.covers:
            yield _near(rule, f"the building of {here} covers its hexside {edge}")
        if (here, edge) not in area.spills:
            continue
        if any(_covers(kind) for kind in ground_terrain(state, here)):
            yield _near(rule, f"the art of {here} reaches over hexside {side} of {name}")
    if beyond is not None and within_one_building(state, name, beyond, ()):
        free = all(area.buildings[each].covers for each in (name, beyond))
        if not free:
            yield _near(rule, f"one building is in {name} and {beyond}, and on the hexside between")


def _covers(kind: Terrain) -> bool:
    return kind.woods or kind.building or kind.name is TerrainKind.WATER


def _on_foot(state: State, name: str, side: int) -> Iterator[Near]:
    """What keeps Infantry and Cavalry alone from a Bypass: Wire, and a roadblock (A4.3, B29.4)."""
    for here in (name, state.setting.area.across(name, side) or ""):
        if fort_of(state, here, Fortification.WIRE):
            yield _near("A4.3", f"Wire is in {here}")
    if hexsides_now(state).get((name, side)) is HexsideKind.ROADBLOCK:
        yield _near("B29.4", f"a roadblock stands on hexside {side} of {name}")


def _on_wheels(state: State, name: str, side: int, without: frozenset[str]) -> Iterator[Near]:
    """What keeps vehicles alone from a Bypass: a roadblock that it meets, who is there (D2.31)."""
    area, standing = state.setting.area, hexsides_now(state)
    around, ends = area.neighbours(name), (turned(side, 1), turned(side, -1))
    met, there = [(name, each) for each in (side, *ends)], {(name, side)}
    if side in around:
        beyond = around[side]
        there.add((beyond, area.hexside(beyond, name) or 0))
        met += [(beyond, area.hexside(beyond, around[end]) or 0) for end in ends if end in around]
    for here, each in met:
        if standing.get((here, each)) is HexsideKind.ROADBLOCK:
            yield _near("D2.31", f"the roadblock on hexside {each} of {here} meets it")
    for label, found in sorted(state.vehicles.items()):
        if label not in without and (found.hex, found.bypass) in there:
            yield _near("D2.31", f"{label} is in Bypass along it")


def _fountain(state: State, mover: MoverKind, name: str, beyond: str) -> Iterator[Near]:
    if mover is not MoverKind.INFANTRY:
        yield _near("AD3.7", "only Infantry may Bypass the Fountain")
    if not fountain_bypass(state.setting, name, beyond):
        yield _near("AD3.7", f"{name}/{beyond} is not one of its hexsides along which one may")


def _near(rule: str, why: str) -> Near:
    return Near("Bypass", rule, Kind.NUMBER, why)
