"""What events of units and counters do to a state: SMOKE, FFE, Dust, Fortifications."""

from events.dust import (
    FFEHindranceChanged,
    FFELifted,
    FFEPlaced,
    VehicleDustFlipped,
    VehicleDustPlaced,
    VehicleDustRemoved,
)
from events.fortifications import EntrenchingFailed, FortificationRemoved, FoxholeDug
from events.smoke import (
    DriftChanged,
    GrenadePlaced,
    GrenadeThrown,
    SmokeDispersed,
    SmokePlaced,
    SmokeRemoved,
    WPPlaced,
)
from events.terms import Fortification
from events.units import (
    CrossingBegan,
    CrossingEnded,
    CrossingFinished,
    GoodOrderLost,
    GoodOrderRegained,
    UnitEliminated,
    UnitEvent,
    UnitFell,
    UnitKilled,
    UnitPlaced,
    UnitRemoved,
    UnitStationed,
)
from sim.state import FFE, Fort, Smoke, State, Unit, VehicleDust, replace
from sim.state.effects import effect


@effect
def _unit_placed(state: State, event: UnitPlaced) -> State:
    unit = Unit(
        event.hex,
        event.side,
        event.kind,
        event.pp,
        station=event.station,
        riding=event.riding,
        moved=event.moved,
    )
    return _unit(state, event, unit)


@effect
def _unit_stationed(state: State, event: UnitStationed) -> State:
    return _unit(state, event, replace(state.units[event.unit], station=event.station))


@effect
def _good_order_lost(state: State, event: GoodOrderLost) -> State:
    return _unit(state, event, replace(state.units[event.unit], good_order=False))


@effect
def _good_order_regained(state: State, event: GoodOrderRegained) -> State:
    return _unit(state, event, replace(state.units[event.unit], good_order=True))


@effect
def _crossing_began(state: State, event: CrossingBegan) -> State:
    old = state.units[event.unit]
    return _unit(state, event, replace(old, crossing=event.to, spent=event.moment))


@effect
def _crossing_finished(state: State, event: CrossingFinished) -> State:
    old = state.units[event.unit]
    return _unit(state, event, replace(old, hex=event.to, crossing=None, spent=event.moment))


@effect
def _crossing_ended(state: State, event: CrossingEnded) -> State:
    return _unit(state, event, replace(state.units[event.unit], crossing=None))


@effect
def _unit_gone(state: State, event: UnitEliminated | UnitKilled | UnitFell | UnitRemoved) -> State:
    return replace(state, units=state.units.delete(event.unit))


def _unit(state: State, event: UnitEvent, new: Unit) -> State:
    return replace(state, units=state.units.set(event.unit, new))


@effect
def _smoke_placed(state: State, event: SmokePlaced | WPPlaced) -> State:
    wp = isinstance(event, WPPlaced)
    counter = Smoke(event.hex, event.side, event.gray, event.dispersed, wp=wp)
    return replace(state, smoke=state.smoke.set(event.smoke, counter))


@effect
def _grenade_thrown(state: State, _: GrenadeThrown) -> State:
    return state


@effect
def _grenade_placed(state: State, event: GrenadePlaced) -> State:
    counter = Smoke(event.hex, event.side, wp=event.wp, grenade=True)
    return replace(state, smoke=state.smoke.set(event.smoke, counter))


@effect
def _smoke_dispersed(state: State, event: SmokeDispersed) -> State:
    counter = replace(state.smoke[event.smoke], dispersed=True)
    return replace(state, smoke=state.smoke.set(event.smoke, counter))


@effect
def _smoke_removed(state: State, event: SmokeRemoved) -> State:
    return replace(state, smoke=state.smoke.delete(event.smoke))


@effect
def _drift_changed(state: State, event: DriftChanged) -> State:
    if event.hexes:
        return replace(state, drift=state.drift.set(event.source, event.hexes))
    return replace(state, drift=state.drift.delete(event.source))


@effect
def _ffe_placed(state: State, event: FFEPlaced) -> State:
    ffe = FFE(event.hex, event.calibre, event.hindrance, event.kind)
    return replace(state, ffes=state.ffes.set(event.name, ffe))


@effect
def _ffe_hindrance_changed(state: State, event: FFEHindranceChanged) -> State:
    ffe = replace(state.ffes[event.name], hindrance=event.new)
    return replace(state, ffes=state.ffes.set(event.name, ffe))


@effect
def _ffe_lifted(state: State, event: FFELifted) -> State:
    return replace(state, ffes=state.ffes.delete(event.name))


@effect
def _dust_placed(state: State, event: VehicleDustPlaced) -> State:
    counter = VehicleDust(event.hex)
    return replace(state, vehicle_dust=state.vehicle_dust.set(event.vehicle, counter))


@effect
def _dust_flipped(state: State, event: VehicleDustFlipped) -> State:
    counter = VehicleDust(event.hex, motion=True)
    return replace(state, vehicle_dust=state.vehicle_dust.set(event.vehicle, counter))


@effect
def _dust_removed(state: State, event: VehicleDustRemoved) -> State:
    return replace(state, vehicle_dust=state.vehicle_dust.delete(event.vehicle))


@effect
def _foxhole_dug(state: State, event: FoxholeDug) -> State:
    dug = Fort(event.hex, Fortification.FOXHOLE, event.side, squads=event.squads)
    return replace(state, fortifications=state.fortifications.set(event.label, dug))


@effect
def _entrenching_failed(state: State, _: EntrenchingFailed) -> State:
    return state


@effect
def _fortification_removed(state: State, event: FortificationRemoved) -> State:
    return replace(
        state,
        fortifications=state.fortifications.delete(event.label),
        breaches=state.breaches.union(event.opens),
    )
