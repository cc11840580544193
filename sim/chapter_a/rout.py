"""A10.5 Rout: which hexes a broken unit heads for, and how far its MF take it.

What enemies forbid on the way (A10.51) is left to the players.
"""

from collections.abc import Collection, Iterable
from fractions import Fraction
from heapq import heappop, heappush
from typing import Final

from events.terms import Fortification, HexsideKind
from sim.chapter_11.in_building import within_one_building
from sim.chapter_191.ffe_los_hindrance import blast_area
from sim.chapter_a.sight import Location
from sim.chapter_ad.high_walls import area_now
from sim.chapter_ad.routing import counts_as_woods_for_rout
from sim.chapter_ad.vegetation import negates_ffmo
from sim.chapter_b.artificial_terrain import ground_terrain
from sim.chapter_b.cot import entry_cost
from sim.chapter_b.fortifications import fort_of
from sim.chapter_b.mover import Mover
from sim.chapter_b.roads import road_between
from sim.los.line import distance
from sim.machine.cached import last_cached
from sim.map.playing_area import APART
from sim.map.terrain import Terrain
from sim.map.terrain_kind import MoverKind, TerrainKind
from sim.modifiers import Kind, Modifier, Near, Verdict
from sim.state import State

RALLY_DRM: Final = -1

RALLYING_FORTS: Final = frozenset({Fortification.TRENCH, Fortification.PILLBOX})
"""Fortifications that give it to who is beneath or inside one; a foxhole does not (A10.61)."""


def rally_bonus(kinds: Iterable[Terrain], within: Fortification | None = None) -> Verdict:
    """The Rally bonus of a hex with these kinds of terrain, or why it has none.

    Woods and buildings give it (A10.61), a trench and a pillbox to those within, and what says so
    of itself: Thick Grain (AD3.162), an Oasis Well (AD3.61), Oasis Palm Trees (AD3.63).
    """
    kinds = tuple(kinds)
    if within in RALLYING_FORTS:
        return Modifier("Rally Terrain", "A10.61", Kind.DRM, RALLY_DRM, why=within)
    for kind in kinds:
        usual = kind.woods or kind.building
        if usual or kind.rally:
            rule = "A10.61" if usual else kind.rally_rule or kind.rule
            return Modifier("Rally Terrain", rule, Kind.DRM, RALLY_DRM, why=kind.name)
    named = " and ".join(kind.name for kind in kinds)
    return Near("Rally Terrain", "A10.61", Kind.DRM, f"{named} gives none")


def not_open_ground(
    state: State,
    name: str,
    within: Fortification | None = None,
    *,
    level: int = 0,
    outside: bool = False,
    passing: bool = False,
) -> str | None:
    """Why a unit is not in Open Ground for FFMO and Interdiction; None if it is (A10.531).

    Outside, a unit did not expend the MF to be in shellholes (B.9); in Bypass it is beside the
    woods or the building that it passes (A4.34).
    """
    if within is not None:
        return f"who is in a {within} is not in the open (A10.531)"
    for kind in ground_terrain(state, name, level):
        if passing and (kind.woods or kind.building):
            continue
        if outside and kind.name is TerrainKind.SHELLHOLES:
            continue
        if not kind.open_ground:
            return f"{name} is {kind.name}"
        if negates_ffmo(state.setting, name, kind):
            return f"{name} is Scrub, with AD Terrain in effect (AD4.3)"
    return None


ROUT_MF: Final = 6
"""MF of a routing unit (A10.5)."""


def rout_terrain(state: State, name: str, *, level: int = 0, trench: bool = False) -> str | None:
    """What makes a hex one that a routing unit heads for; None if nothing does (A10.51, AD4.1)."""
    kinds = ground_terrain(state, name, level)
    for kind in kinds:
        if kind.building:
            return kind.name
    if fort_of(state, name, Fortification.PILLBOX):
        return "a Pillbox"  # as a building (B30.5)
    trench = trench or fort_of(state, name, Fortification.TRENCH) is not None
    if not counts_as_woods_for_rout(state.setting, name, kinds, trench=trench):
        return None
    for kind in kinds:
        if counts_as_woods_for_rout(state.setting, name, (kind,)):
            return kind.name
    return "a Trench"


def _shunned(state: State) -> frozenset[str]:
    """The hexes through which no way of a rout is counted: with mines, or in an FFE (A10.51)."""
    mined = (
        fort.hex for fort in state.fortifications.values() if fort.kind is Fortification.A_P_MINES
    )
    area = state.setting.area
    shelled = (blast_area(area, each.hex, each.kind) for each in state.ffes.values())
    return frozenset(mined).union(*shelled)


@last_cached
def within_reach(state: State, origin: str, mf: int, level: int) -> dict[str, Fraction]:
    """The hexes that routing Infantry can reach from a level of a hex, each with the fewest MF.

    It goes down a level for 1 MF (B23.4), and above the ground only within its building. It
    crosses no cactus hedge but by road, as that takes two MPh (191.3), and passes no mines and no
    Blast Area.
    """
    area, mover, shunned = state.setting.area, Mover(MoverKind.INFANTRY, mf), _shunned(state)
    reached = {(origin, level): Fraction(0)}
    waiting = [(Fraction(0), origin, level)]
    while waiting:
        spent, here, at = heappop(waiting)
        if spent > reached[here, at]:
            continue
        ways = [(Fraction(1), (here, at - 1))] if at > 0 else []
        for side, name in area.neighbours(here).items():
            hedge = area.hexsides.get((here, side)) is HexsideKind.CACTUS_HEDGE
            if hedge and road_between(state, here, name) is None:
                continue
            if name in shunned or (at > 0 and not _goes_on(state, here, name, at)):
                continue
            cost = entry_cost(state, mover, here, name).amount
            ways += [] if cost is None else [(cost, (name, at))]
        for cost, place in ways:
            if spent + cost <= mf and spent + cost < reached.get(place, Fraction(mf + 1)):
                reached[place] = spent + cost
                heappush(waiting, (spent + cost, *place))
    found: dict[str, Fraction] = {}
    for (name, _), spent in reached.items():
        found[name] = min(spent, found.get(name, spent))
    return found


def _goes_on(state: State, one: str, two: str, level: int) -> bool:
    """Whether a level of a hex goes on in the next, both of one building and neither rubbled."""
    standing = (state.ground[each].building for each in (one, two) if each in state.ground)
    levels = [
        each.upper_levels if each.rubbled_from is None else each.rubbled_from - 1
        for each in standing
        if each is not None
    ]
    return within_one_building(state, one, two, ()) and level <= min(levels)


def why_ignored(state: State, origin: str, goal: str, enemies: Iterable[str]) -> str | None:
    """Why a routing unit may ignore a goal for one farther away; None if it may not (A10.51)."""
    place, built = state.setting.area.place, state.setting.area.buildings
    own, other = built.get(origin), built.get(goal)
    if own and other and own.building is not None and own.building == other.building:
        return "another hex of its building"
    for each in enemies:
        if distance(place(goal), place(each)) <= distance(place(origin), place(each)):
            return f"no farther from {each}"
    return None


def nearest_rout_terrain(
    state: State,
    origin: str,
    mf: int = ROUT_MF,
    *,
    level: int = 0,
    away: Collection[str] | None = None,
) -> tuple[Fraction | None, tuple[str, ...]]:
    """The fewest MF to another hex of Rout terrain, and all such hexes at that distance.

    ``away`` from enemies in these hexes, goals that may be ignored are left out.
    """
    found = {
        name: spent
        for name, spent in within_reach(state, origin, mf, level).items()
        if name != origin and rout_terrain(state, name) is not None
        if away is None or why_ignored(state, origin, name, away) is None
    }
    if not found:
        return None, ()
    least = min(found.values())
    return least, tuple(sorted(name for name, spent in found.items() if spent == least))


def is_adjacent(state: State, one: Location, two: Location) -> bool:
    """Whether Infantry could see a Location from the other, and advance to it (A.8).

    Across no cliff, High Wall or cactus hedge, and above the ground within one building only.
    """
    if one.hex == two.hex:
        return True
    if one.hex not in area_now(state).accessible(two.hex, APART):
        return False
    inside = one.level == two.level and within_one_building(state, one.hex, two.hex, ())
    return inside or max(one.level, two.level) <= 0


_NO_CRAWL: Final = {TerrainKind.MARSH, TerrainKind.WATER, TerrainKind.STREAM, TerrainKind.OASIS}


def no_low_crawl(state: State, name: str) -> bool:
    """Whether no unit goes into a hex by Low Crawl (A10.52)."""
    return any(kind.name in _NO_CRAWL for kind in ground_terrain(state, name))
