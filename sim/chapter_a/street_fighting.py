"""A11.8 Street Fighting: CC of Infantry in a building vs a vehicle in the road hex beside it.

What terrain says of it; what else A11.8 asks of unit and vehicle is left to the players.
"""

from collections.abc import Iterable, Iterator

from sim.chapter_ad.high_walls import area_now, high_wall_between
from sim.chapter_ad.plaza_well_fountain import is_plaza
from sim.chapter_b.artificial_terrain import ground_terrain
from sim.chapter_b.roads import road_hexsides, road_into
from sim.map.hexes import turned
from sim.map.playing_area import APART
from sim.map.terrain import Terrain
from sim.map.terrain_kind import RUBBLE
from sim.modifiers import Kind, Modifier, Near, Verdict
from sim.state import State


def ambush_terrain(kinds: Iterable[Terrain]) -> Verdict:
    """Whether a hex with these kinds of terrain is Ambush Terrain, or why not.

    Woods and buildings are (A11.4), rubble by the reading A11.4-rubble, and what says so of
    itself: an Oasis Well (AD3.61).
    """
    kinds = tuple(kinds)
    for kind in kinds:
        usual = kind.woods or kind.building
        if usual or kind.ambush or kind.name in RUBBLE:
            rule = "A11.4" if usual else kind.rule
            return Modifier("Ambush Terrain", rule, Kind.NUMBER, None, why=kind.name)
    named = " and ".join(kind.name for kind in kinds)
    return Near("Ambush Terrain", "A11.4", Kind.NUMBER, f"{named} is not Ambush Terrain")


def no_street_fighting(state: State, origin: str, to: str) -> Iterator[Near]:
    """Why Infantry on the ground of a hex cannot make it vs a vehicle in an adjacent one.

    In the hex itself the vehicle must be in Bypass of what the Infantry is in.
    """
    if origin == to:
        if not any(each.hex == to and each.bypass for each in state.vehicles.values()):
            yield _near("A11.8", f"no vehicle is in Bypass in {to}")
        return
    if not _built(state, origin):
        yield _near("A11.8", f"{origin} has neither building nor rubble")
    if is_plaza(state.setting, to):
        yield _near("AD3.5", f"{to} is an Arid Plaza")
    elif not road_into(state, to):
        yield _near("A11.8", f"no road is in {to}")
    elif _built(state, origin) and not _lined(state, origin, to):
        why = f"the road of {to} has no ADJACENT building on both sides, {origin} on one of them"
        yield _near("A11.8", why)
    if high_wall_between(state, origin, to) is not None:
        yield _near("AD4.6", f"a High Wall without a breach is between {origin} and {to}")
    elif origin not in state.setting.area.accessible(to):
        yield _near(
            "A11.8", f"{origin} is not ADJACENT to {to}: a cliff or cactus hedge is between them"
        )


def _built(state: State, name: str) -> bool:
    return any(kind.building or kind.name in RUBBLE for kind in ground_terrain(state, name))


def _lined(state: State, origin: str, to: str) -> bool:
    """Whether buildings are on both sides of the road in a hex, the first hex being one of them.

    Beyond a cliff, High Wall or cactus hedge is none, but for the first. A road that ends in the
    hex parts it as if it went straight on.
    """
    ways = road_hexsides(state.setting, to)
    ways |= {turned(side, 3) for side in ways} if len(ways) == 1 else set()
    near = {origin, *area_now(state).accessible(to, APART)}
    around = state.setting.area.neighbours(to)
    beside = {  # by the next way clockwise, which is that of all on one side of the road
        next(way for way in (turned(side, step) for step in range(6)) if way in ways): name
        for side, name in sorted(around.items(), key=lambda each: each[1] == origin)
        if side not in ways and name in near and _built(state, name)
    }
    return len(beside) > 1 and origin in beside.values()


def _near(rule: str, why: str) -> Near:
    return Near("Street Fighting", rule, Kind.NUMBER, why)
