"""The state after events of what lies in a hex."""

from typing import assert_never

from events import ground
from events.terms import DebrisOrigin
from sim.state import NO_FIRE, Ablaze, Ground, LevelFire, Rubble, State, Work, but
from sim.state.after.in_hex import ground_in, one_more_flame, with_fire, with_ground


def after(state: State, event: ground.GroundEvent) -> State:
    """The state after an event of what lies in a hex."""
    name = event.hex
    old = ground_in(state, name)
    match event:
        case ground.FlamePlaced():
            new = one_more_flame(old, event.level, event.moment)
        case ground.FlameStayed():
            rest = old.fire_at(event.level).flames[1:]
            new = with_fire(old, event.level, LevelFire((*rest, event.moment)))
        case ground.FlameEnded():
            new = with_fire(old, event.level, LevelFire(old.fire_at(event.level).flames[1:]))
        case ground.BlazeBegan():
            new = with_fire(old, event.level, LevelFire(ablaze=Ablaze(state.moment)))
        case ground.FireEnded():
            new = with_fire(old, event.level, NO_FIRE)
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
            both = {(name, event.hexside), (event.other, event.other_hexside)}
            return but(state, breaches=state.breaches | both)
        case ground.ClearanceFailed():
            new = but(old, work=Work(event.labor, event.moment))
        case ground.LaborEnded():
            new = but(old, work=but(old.work or Work(), labor=0))
        case ground.RubbleCleared():
            new = but(old, rubble=None, work=None if event.work_ends else old.work)
        case ground.DebrisPlaced():
            new = but(old, debris=DebrisOrigin.PLACED)
        case ground.DebrisCleared() | ground.DebrisEnded():
            work = None if event.work_ends else old.work
            new = but(old, debris=None, debris_breaks=(), work=work)
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
    if event.lies:
        there = but(there, rubble=Rubble(event.material), debris_breaks=())
    if event.buries:
        rubble = there.rubble and but(there.rubble, trail_breaks=())
        there = but(there, rubble=rubble, tree_breaks=(), debris_breaks=())
    return with_ground(state, event.to, there)


def _trail_break_placed(old: Ground, event: ground.TrailBreakPlaced) -> Ground:
    work = Work(event.labor, event.moment)
    if event.debris:
        return but(old, debris_breaks=(*old.debris_breaks, event.across), work=work)
    assert old.rubble is not None, "a Trail Break goes through something"  # noqa: S101 - an invariant
    breaks = (*old.rubble.trail_breaks, event.across)
    return but(old, rubble=but(old.rubble, trail_breaks=breaks), work=work)
