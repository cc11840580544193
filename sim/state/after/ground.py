"""The state after events of what lies in a hex."""

from typing import assert_never

from events import ground
from events.terms import DebrisOrigin, Fire
from sim.map.terrain_kind import TerrainKind
from sim.state import Ablaze, Ground, Rubble, State, Work, but
from sim.state.after.in_hex import ground_in, with_ground

__all__ = ["after"]


def after(state: State, event: ground.GroundEvent) -> State:
    """The state after an event of what lies in a hex."""
    name = event.hex
    old = ground_in(state, name)
    match event:
        case ground.FlamePlaced():
            new = but(old, fire=Fire.FLAME, flame_since=event.moment)
        case ground.FlameStayed():
            new = but(old, flame_since=event.moment)
        case ground.BlazeBegan():
            new = but(old, fire=Fire.BLAZE, flame_since=None, ablaze=Ablaze(state.moment))
        case ground.FireEnded():
            new = but(old, fire=None, flame_since=None, ablaze=None)
        case ground.BuildingStood() | ground.RubbleStayed():
            return state
        case ground.BuildingRubbled():
            new = _building_rubbled(old, event)
        case ground.RubbleFell():
            return _rubble_fell(state, event)
        case ground.TrailBreakMade():
            new = but(old, tree_breaks=(*old.tree_breaks, event.across))
        case ground.TrailBreakPlaced():
            new = _trail_break_placed(old, event)
        case ground.HighWallBreached():
            return _high_wall_breached(state, event)
        case ground.ClearanceFailed():
            new = but(old, work=Work(event.labor, event.moment))
        case ground.LaborEnded():
            new = but(old, work=but(old.work or Work(), labor=0))
        case ground.RubbleCleared():
            work = old.work if old.debris is DebrisOrigin.PLACED else None
            new = but(old, rubble=None, work=work)
        case ground.DebrisPlaced():
            new = but(old, debris=DebrisOrigin.PLACED)
        case ground.DebrisCleared() | ground.DebrisEnded():
            new = but(old, debris=None, debris_breaks=(), work=None)
        case ground.ShellholesPlaced():
            new = but(old, shellholes=True)
        case _:
            assert_never(event)
    return with_ground(state, name, new)


def _building_rubbled(old: Ground, event: ground.BuildingRubbled) -> Ground:
    building = old.building
    assert building is not None, "only buildings are rubbled"  # noqa: S101 - an invariant
    return but(old, building=but(building, rubbled_from=event.level, rubble=event.material))


def _rubble_fell(state: State, event: ground.RubbleFell) -> State:
    if event.to is None:
        return state
    there = ground_in(state, event.to)
    water = TerrainKind.WATER in state.setting.area.record[event.to].kinds
    if water or there.building is not None or there.rubble is not None:
        return state
    new = but(there, rubble=Rubble(event.material), debris_breaks=())
    return with_ground(state, event.to, new)


def _trail_break_placed(old: Ground, event: ground.TrailBreakPlaced) -> Ground:
    work = Work(0, event.moment)
    if old.rubble is None:
        return but(old, debris_breaks=(*old.debris_breaks, event.across), work=work)
    breaks = (*old.rubble.trail_breaks, event.across)
    return but(old, rubble=but(old.rubble, trail_breaks=breaks), work=work)


def _high_wall_breached(state: State, event: ground.HighWallBreached) -> State:
    area = state.setting.area
    both = {(event.hex, event.hexside)}
    if (other := area.across(event.hex, event.hexside)) is not None:
        both.add((other, area.hexside(other, event.hex) or 1))
    return but(state, breaches=state.breaches | both)
