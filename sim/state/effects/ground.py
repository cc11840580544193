"""What events of what lies in a hex, and of fire that spreads, do to a state."""

from collections.abc import Callable
from typing import Any, TypeVar

from events import ground, spreading_fire
from events.moment import Moment
from events.register import GroundEvent
from events.terms import DebrisOrigin
from sim.state import BARE, NO_FIRE, Ablaze, Ground, LevelFire, Rubble, State, Work, replace
from sim.state.effects import EFFECTS, effect, on

E = TypeVar("E", bound=GroundEvent)


def _ground(state: State, name: str) -> Ground:
    found: Ground = state.ground.get(name, BARE)
    return found


def _with_ground(state: State, name: str, new: Ground) -> State:
    """The state with this in a hex; a hex with nothing in it is not listed."""
    if new == BARE:
        there = name in state.ground
        return replace(state, ground=state.ground.delete(name)) if there else state
    return replace(state, ground=state.ground.set(name, new))


def _with_fire(ground: Ground, level: int, fire: LevelFire) -> Ground:
    """A hex with this fire at one of its levels; a level without fire is not listed."""
    if fire != NO_FIRE:
        return replace(ground, fires=ground.fires.set(level, fire))
    return replace(ground, fires=ground.fires.delete(level)) if level in ground.fires else ground


def _one_more_flame(ground: Ground, level: int, moment: Moment) -> Ground:
    here = ground.fire_at(level)
    return _with_fire(ground, level, replace(here, flames=(*here.flames, moment)))


def _does(kind: type[E], change: Callable[[Ground, E, Moment], Ground]) -> None:
    """What an event does, at a moment, to what lies in its hex."""

    def changed(state: State, event: E) -> State:
        new = change(_ground(state, event.hex), event, state.clock.moment)
        return _with_ground(state, event.hex, new)

    EFFECTS[kind] = changed


def _noted(old: Ground, level: int, now: Moment, **facts: Any) -> Ground:
    """More is known of a Blaze."""
    ablaze = old.fire_at(level).ablaze or Ablaze(now)
    return _with_fire(old, level, LevelFire(ablaze=replace(ablaze, **facts)))


def _flame_stayed(old: Ground, event: ground.FlameStayed, _: Moment) -> Ground:
    rest = old.fire_at(event.level).flames[1:]
    return _with_fire(old, event.level, LevelFire((*rest, event.moment)))


def _extinguish_rolled(old: Ground, event: ground.ExtinguishRolled, _: Moment) -> Ground:
    first, *rest = flames = old.fire_at(event.level).flames
    if not event.out:
        flames = (*rest, event.moment if event.hampered else first)
    return _with_fire(old, event.level, LevelFire(flames, tried=event.moment))


def _flame_ended(old: Ground, event: ground.FlameEnded, _: Moment) -> Ground:
    here = old.fire_at(event.level)
    return _with_fire(old, event.level, replace(here, flames=here.flames[1:]))


def _building_rubbled(old: Ground, event: ground.BuildingRubbled, _: Moment) -> Ground:
    building = old.building
    assert building is not None, "only buildings are rubbled"  # noqa: S101 - an invariant
    return replace(old, building=replace(building, rubbled_from=event.level, rubble=event.material))


def _trail_break_placed(old: Ground, event: ground.TrailBreakPlaced, _: Moment) -> Ground:
    work = Work(event.labor, event.moment)
    if event.debris:
        return replace(old, debris_breaks=(*old.debris_breaks, event.across), work=work)
    assert old.rubble is not None, "a Trail Break goes through something"  # noqa: S101 - an invariant
    breaks = (*old.rubble.trail_breaks, event.across)
    return replace(old, rubble=replace(old.rubble, trail_breaks=breaks), work=work)


def _debris_gone(
    old: Ground, event: ground.DebrisCleared | ground.DebrisEnded, _: Moment
) -> Ground:
    work = None if event.work_ends else old.work
    return replace(old, debris=None, debris_breaks=(), work=work)


for _nothing in (
    ground.BuildingStood,
    ground.RubbleStayed,
    spreading_fire.KindlingFailed,
    spreading_fire.GustsTurned,
):
    on(_nothing, lambda state, _: state)
_does(ground.FlamePlaced, lambda old, e, _: _one_more_flame(old, e.level, e.moment))
_does(ground.FlameStayed, _flame_stayed)
_does(ground.ExtinguishRolled, _extinguish_rolled)
_does(ground.FlameEnded, _flame_ended)
_does(
    ground.BlazeBegan, lambda old, e, now: _with_fire(old, e.level, LevelFire(ablaze=Ablaze(now)))
)
_does(
    spreading_fire.BlazeChecked,
    lambda old, e, now: _noted(old, e.level, now, spread_in=e.moment.player_turn),
)
_does(
    spreading_fire.BuildingHeld,
    lambda old, e, now: _noted(old, 0, now, held_in=e.moment.player_turn),
)
_does(ground.FireEnded, lambda old, e, _: _with_fire(old, e.level, NO_FIRE))
_does(ground.BuildingRubbled, _building_rubbled)
_does(
    ground.TrailBreakMade, lambda old, e, _: replace(old, tree_breaks=(*old.tree_breaks, e.across))
)
_does(ground.TrailBreakPlaced, _trail_break_placed)
_does(ground.ClearanceFailed, lambda old, e, _: replace(old, work=Work(e.labor, e.moment)))
_does(ground.LaborEnded, lambda old, *_: replace(old, work=replace(old.work or Work(), labor=0)))
_does(
    ground.RubbleCleared,
    lambda old, e, _: replace(old, rubble=None, work=None if e.work_ends else old.work),
)
_does(ground.DebrisPlaced, lambda old, *_: replace(old, debris=DebrisOrigin.PLACED))
_does(ground.DebrisCleared, _debris_gone)
_does(ground.DebrisEnded, _debris_gone)
_does(ground.ShellholesPlaced, lambda old, *_: replace(old, shellholes=True))


@effect
def _rubble_fell(state: State, event: ground.RubbleFell) -> State:
    if event.to is None:
        return state
    there = _ground(state, event.to)
    if event.lies:
        there = replace(there, rubble=Rubble(event.material), debris_breaks=())
    if event.buries:
        rubble = there.rubble and replace(there.rubble, trail_breaks=())
        there = replace(there, rubble=rubble, tree_breaks=(), debris_breaks=())
    return _with_ground(state, event.to, there)


@effect
def _high_wall_breached(state: State, event: ground.HighWallBreached) -> State:
    both = {(event.hex, event.hexside), (event.other, event.other_hexside)}
    return replace(state, breaches=state.breaches | both)


@effect
def _blaze_spread(state: State, event: spreading_fire.BlazeSpread) -> State:
    there = _ground(state, event.to)
    return _with_ground(state, event.to, _one_more_flame(there, event.to_level, event.moment))
