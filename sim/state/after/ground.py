"""The state after events of what lies in a hex."""

from collections.abc import Callable
from typing import Any, Final

import attrs

from events.ground import (
    BlazeBegan,
    BlazeChecked,
    BlazeSpread,
    BuildingHeld,
    BuildingRubbled,
    BuildingStood,
    ClearanceFailed,
    DebrisCleared,
    DebrisEnded,
    DebrisPlaced,
    FireEnded,
    FlamePlaced,
    FlameStayed,
    HighWallBreached,
    KindlingFailed,
    LaborEnded,
    RubbleCleared,
    RubbleFell,
    RubbleStayed,
    ShellholesPlaced,
    TrailBreakMade,
    TrailBreakPlaced,
)
from events.terms import DebrisOrigin, Fire
from sim.map.terrain_kind import TerrainKind
from sim.state import BARE, Ablaze, Ground, Rubble, State, Work

__all__ = ["AFTER"]


def _changed(state: State, name: str, **changes: Any) -> State:
    new = attrs.evolve(state.ground.get(name, BARE), **changes)
    if new == BARE:
        return state.but(ground=state.ground.delete(name))
    return state.but(ground=state.ground.set(name, new))


def _same(state: State, _: BuildingStood | RubbleStayed | KindlingFailed) -> State:
    return state


def _building_rubbled(state: State, event: BuildingRubbled) -> State:
    building = state.ground[event.hex].building
    assert building is not None, "only buildings are rubbled"  # noqa: S101 - an invariant
    return _changed(
        state,
        event.hex,
        building=attrs.evolve(building, rubbled_from=event.level, rubble=event.material),
    )


def _rubble_fell(state: State, event: RubbleFell) -> State:
    if event.to is None:
        return state
    ground: Ground = state.ground.get(event.to, BARE)
    water = TerrainKind.WATER in state.setting.area.record[event.to].kinds
    if water or ground.building is not None or ground.rubble is not None:
        return state
    return _changed(state, event.to, rubble=Rubble(event.material), debris_breaks=())


def _trail_break_placed(state: State, event: TrailBreakPlaced) -> State:
    ground: Ground = state.ground.get(event.hex, BARE)
    work = Work(0, event.moment)
    if ground.rubble is None:
        breaks = (*ground.debris_breaks, event.across)
        return _changed(state, event.hex, debris_breaks=breaks, work=work)
    rubble = Rubble(ground.rubble.material, (*ground.rubble.trail_breaks, event.across))
    return _changed(state, event.hex, rubble=rubble, work=work)


def _trail_break_made(state: State, event: TrailBreakMade) -> State:
    ground: Ground = state.ground.get(event.hex, BARE)
    return _changed(state, event.hex, tree_breaks=(*ground.tree_breaks, event.across))


def _high_wall_breached(state: State, event: HighWallBreached) -> State:
    area = state.setting.area
    both = {(event.hex, event.hexside)}
    if (other := area.across(event.hex, event.hexside)) is not None:
        both.add((other, area.hexside(other, event.hex) or 1))
    return state.but(breaches=state.breaches | both)


def _clearance_failed(state: State, event: ClearanceFailed) -> State:
    return _changed(state, event.hex, work=Work(event.labor, event.moment))


def _labor_ended(state: State, event: LaborEnded) -> State:
    work = state.ground[event.hex].work or Work()
    return _changed(state, event.hex, work=Work(0, work.tried))


def _rubble_cleared(state: State, event: RubbleCleared) -> State:
    ground: Ground = state.ground[event.hex]
    work = ground.work if ground.debris is DebrisOrigin.PLACED else None
    return _changed(state, event.hex, rubble=None, work=work)


def _debris_gone(state: State, event: DebrisCleared | DebrisEnded) -> State:
    return _changed(state, event.hex, debris=None, debris_breaks=(), work=None)


def _debris_placed(state: State, event: DebrisPlaced) -> State:
    return _changed(state, event.hex, debris=DebrisOrigin.PLACED)


def _shellholes_placed(state: State, event: ShellholesPlaced) -> State:
    return _changed(state, event.hex, shellholes=True)


def _flame_placed(state: State, event: FlamePlaced) -> State:
    return _changed(state, event.hex, fire=Fire.FLAME, flame_since=event.moment)


def _flame_stayed(state: State, event: FlameStayed) -> State:
    return _changed(state, event.hex, flame_since=event.moment)


def _blaze_began(state: State, event: BlazeBegan) -> State:
    ablaze = Ablaze(state.moment)
    return _changed(state, event.hex, fire=Fire.BLAZE, flame_since=None, ablaze=ablaze)


def _blaze_spread(state: State, event: BlazeSpread) -> State:
    return _changed(state, event.to, fire=Fire.FLAME, flame_since=event.moment)


def _ablaze(state: State, name: str) -> Ablaze:
    return state.ground[name].ablaze or Ablaze(state.moment)


def _blaze_checked(state: State, event: BlazeChecked) -> State:
    now = event.moment.player_turn
    ablaze = attrs.evolve(_ablaze(state, event.hex), spread_in=now)
    return _changed(state, event.hex, ablaze=ablaze)


def _building_held(state: State, event: BuildingHeld) -> State:
    now = event.moment.player_turn
    ablaze = attrs.evolve(_ablaze(state, event.hex), held_in=now)
    return _changed(state, event.hex, ablaze=ablaze)


def _fire_ended(state: State, event: FireEnded) -> State:
    return _changed(state, event.hex, fire=None, flame_since=None, ablaze=None)


AFTER: Final[dict[type, Callable[[State, Any], State]]] = {
    BuildingStood: _same,
    BuildingRubbled: _building_rubbled,
    RubbleStayed: _same,
    RubbleFell: _rubble_fell,
    TrailBreakPlaced: _trail_break_placed,
    TrailBreakMade: _trail_break_made,
    HighWallBreached: _high_wall_breached,
    ClearanceFailed: _clearance_failed,
    LaborEnded: _labor_ended,
    RubbleCleared: _rubble_cleared,
    DebrisPlaced: _debris_placed,
    DebrisCleared: _debris_gone,
    DebrisEnded: _debris_gone,
    ShellholesPlaced: _shellholes_placed,
    FlamePlaced: _flame_placed,
    FlameStayed: _flame_stayed,
    BlazeBegan: _blaze_began,
    FireEnded: _fire_ended,
    KindlingFailed: _same,
    BlazeSpread: _blaze_spread,
    BlazeChecked: _blaze_checked,
    BuildingHeld: _building_held,
}
