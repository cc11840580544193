"""What events of what lies in a hex, and of fire that spreads, do to a state."""

from collections.abc import Callable
from typing import Any, TypeVar

from events.ground import (
    BlazeBegan,
    BuildingRubbled,
    BuildingStood,
    ClearanceFailed,
    DebrisCleared,
    DebrisEnded,
    DebrisPlaced,
    ExtinguishRolled,
    FireEnded,
    FlameEnded,
    FlamePlaced,
    FlameStayed,
    GroundEvent,
    HighWallBreached,
    LaborEnded,
    RubbleCleared,
    RubbleFell,
    RubbleStayed,
    ShellholesPlaced,
    TrailBreakMade,
    TrailBreakPlaced,
)
from events.moment import Moment
from events.register import classes_taken
from events.spreading_fire import (
    BlazeChecked,
    BlazeSpread,
    BuildingHeld,
    GustsTurned,
    KindlingFailed,
)
from events.terms import DebrisOrigin
from sim.state import BARE, NO_FIRE, Ablaze, Ground, LevelFire, Rubble, State, Work, replace
from sim.state.effects import EFFECTS, effect

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


def _effect(change: Callable[[Ground, E], Ground]) -> Callable[[Ground, E], Ground]:
    """This function says what the events that it takes do to what lies in their hex."""

    def changed(state: State, event: E) -> State:
        return _with_ground(state, event.hex, change(_ground(state, event.hex), event))

    EFFECTS.update(dict.fromkeys(classes_taken(change), changed))
    return change


@effect
def _nothing_changed(
    state: State, _: BuildingStood | RubbleStayed | KindlingFailed | GustsTurned
) -> State:
    return state


@_effect
def _flame_placed(old: Ground, event: FlamePlaced) -> Ground:
    return _one_more_flame(old, event.level, event.moment)


@_effect
def _flame_stayed(old: Ground, event: FlameStayed) -> Ground:
    rest = old.fire_at(event.level).flames[1:]
    return _with_fire(old, event.level, LevelFire((*rest, event.moment)))


@_effect
def _extinguish_rolled(old: Ground, event: ExtinguishRolled) -> Ground:
    first, *rest = flames = old.fire_at(event.level).flames
    if not event.out:
        flames = (*rest, event.moment if event.hampered else first)
    return _with_fire(old, event.level, LevelFire(flames, tried=event.moment))


@_effect
def _flame_ended(old: Ground, event: FlameEnded) -> Ground:
    here = old.fire_at(event.level)
    return _with_fire(old, event.level, replace(here, flames=here.flames[1:]))


@effect
def _blaze_began(state: State, event: BlazeBegan) -> State:
    fire = LevelFire(ablaze=Ablaze(state.moment))
    return _with_ground(state, event.hex, _with_fire(_ground(state, event.hex), event.level, fire))


@_effect
def _fire_ended(old: Ground, event: FireEnded) -> Ground:
    return _with_fire(old, event.level, NO_FIRE)


@_effect
def _building_rubbled(old: Ground, event: BuildingRubbled) -> Ground:
    building = old.building
    assert building is not None, "only buildings are rubbled"  # noqa: S101 - an invariant
    return replace(old, building=replace(building, rubbled_from=event.level, rubble=event.material))


@effect
def _rubble_fell(state: State, event: RubbleFell) -> State:
    if event.to is None:
        return state
    there = _ground(state, event.to)
    if event.lies:
        there = replace(there, rubble=Rubble(event.material), debris_breaks=())
    if event.buries:
        rubble = there.rubble and replace(there.rubble, trail_breaks=())
        there = replace(there, rubble=rubble, tree_breaks=(), debris_breaks=())
    return _with_ground(state, event.to, there)


@_effect
def _trail_break_made(old: Ground, event: TrailBreakMade) -> Ground:
    return replace(old, tree_breaks=(*old.tree_breaks, event.across))


@_effect
def _trail_break_placed(old: Ground, event: TrailBreakPlaced) -> Ground:
    work = Work(event.labor, event.moment)
    if event.debris:
        return replace(old, debris_breaks=(*old.debris_breaks, event.across), work=work)
    assert old.rubble is not None, "a Trail Break goes through something"  # noqa: S101 - an invariant
    breaks = (*old.rubble.trail_breaks, event.across)
    return replace(old, rubble=replace(old.rubble, trail_breaks=breaks), work=work)


@effect
def _high_wall_breached(state: State, event: HighWallBreached) -> State:
    both = {(event.hex, event.hexside), (event.other, event.other_hexside)}
    return replace(state, breaches=state.breaches | both)


@_effect
def _clearance_failed(old: Ground, event: ClearanceFailed) -> Ground:
    return replace(old, work=Work(event.labor, event.moment))


@_effect
def _labor_ended(old: Ground, _: LaborEnded) -> Ground:
    return replace(old, work=replace(old.work or Work(), labor=0))


@_effect
def _rubble_cleared(old: Ground, event: RubbleCleared) -> Ground:
    return replace(old, rubble=None, work=None if event.work_ends else old.work)


@_effect
def _debris_placed(old: Ground, _: DebrisPlaced) -> Ground:
    return replace(old, debris=DebrisOrigin.PLACED)


@_effect
def _debris_gone(old: Ground, event: DebrisCleared | DebrisEnded) -> Ground:
    work = None if event.work_ends else old.work
    return replace(old, debris=None, debris_breaks=(), work=work)


@_effect
def _shellholes_placed(old: Ground, _: ShellholesPlaced) -> Ground:
    return replace(old, shellholes=True)


@effect
def _blaze_spread(state: State, event: BlazeSpread) -> State:
    there = _ground(state, event.to)
    return _with_ground(state, event.to, _one_more_flame(there, event.to_level, event.moment))


@effect
def _blaze_checked(state: State, event: BlazeChecked) -> State:
    return _noted(state, event.hex, event.level, spread_in=event.moment.player_turn)


@effect
def _building_held(state: State, event: BuildingHeld) -> State:
    return _noted(state, event.hex, 0, held_in=event.moment.player_turn)


def _noted(state: State, name: str, level: int, **facts: Any) -> State:
    """The state in which more is known of a Blaze."""
    here = _ground(state, name)
    ablaze = here.fire_at(level).ablaze or Ablaze(state.moment)
    fire = LevelFire(ablaze=replace(ablaze, **facts))
    return _with_ground(state, name, _with_fire(here, level, fire))
