"""A4.3 and D2.3 Bypass: along which hexsides terrain lets a hex be passed by.

Whether the obstacle leaves a hexside clear, only the artwork of the board shows.
"""

from collections.abc import Iterator

from sim.chapter_ad.arid_debris import arid_debris_in, has_rubble
from sim.chapter_ad.high_walls import hexsides_now
from sim.chapter_ad.plaza_well_fountain import fountain_bypass, is_plaza
from sim.chapter_ad.room import is_fountain
from sim.chapter_b.artificial_terrain import ground_terrain
from sim.chapter_b.mover import FOOT
from sim.chapter_b.roads import road_between, road_into
from sim.chapter_b.trail_breaks import trail_breaks_of
from sim.map.terrain_kind import RUBBLE, MoverKind, TerrainKind
from sim.modifiers import Kind, Near
from sim.state import BARE, State

# A4.63 Dash: Infantry crosses a road hex from one side to the other; what terrain says of it.
#
# What else A4.63 asks of the unit and its MF is left to the players.


def no_dash(state: State, origin: str, across: str, to: str) -> Iterator[Near]:
    """Why Infantry cannot Dash from a hex across another, adjacent, to a third; none if it can."""
    if is_plaza(state.setting, across):
        yield _dash_near("AD3.5", f"{across} is an Arid Plaza")
    elif not road_into(state, across):
        yield _dash_near("A4.63", f"no road is in {across}")
        return
    for one, two in ((origin, across), (across, to)):
        if road_between(state, one, two) is not None and not is_plaza(state.setting, across):
            yield _dash_near("A4.63", f"from {one} to {two} it goes along the road, not across it")
    ground, area = state.ground.get(across, BARE), state.setting.area
    debris = arid_debris_in(state, across)
    if not debris and not has_rubble(ground):
        return
    sides = {area.hexside(across, origin), area.hexside(across, to)}
    if not any(sides == set(pair) for pair in trail_breaks_of(ground)):
        covered, rule = (TerrainKind.ARID_DEBRIS, "AD3.42") if debris else ("rubble", "B3.43")
        why = f"{covered} covers the road in {across}, and no Trail Break leads through it so"
        yield _dash_near(rule, why)


def _dash_near(rule: str, why: str) -> Near:
    return Near("Dash", rule, Kind.NUMBER, why)


def no_bypass(state: State, mover: MoverKind, name: str, beyond: str) -> Iterator[Near]:
    """Why a mover cannot Bypass a hex along a hexside; none if terrain does not forbid it."""
    if is_fountain(state, name):
        yield from _fountain(state, mover, name, beyond)
        return
    kinds = ground_terrain(state, name)
    inherent = [kind for kind in kinds if kind.inherent]
    if any(kind.name in RUBBLE for kind in kinds):
        yield _near("A4.3", f"rubble fills {name}")
    elif inherent:
        yield _near("B.6", f"{inherent[0].name} is Inherent Terrain, and fills all of {name}")
    elif not any(kind.building or kind.woods for kind in kinds):
        yield _near("A4.3", f"{name} has neither woods nor a building to pass by")
    side = state.setting.area.hexside(name, beyond)
    standing = hexsides_now(state).get((name, side)) if side else None
    if mover not in FOOT and standing is not None:
        yield _near("D2.3", f"a {standing} stands on {name}/{beyond}")


def _fountain(state: State, mover: MoverKind, name: str, beyond: str) -> Iterator[Near]:
    if mover is not MoverKind.INFANTRY:
        yield _near("AD3.7", "only Infantry may Bypass the Fountain")
    if not fountain_bypass(state.setting, name, beyond):
        yield _near("AD3.7", f"{name}/{beyond} is not one of its hexsides along which one may")


def _near(rule: str, why: str) -> Near:
    return Near("Bypass", rule, Kind.NUMBER, why)
