"""What events of units and counters do to a state: SMOKE, FFE, Dust, Fortifications."""

from collections.abc import Callable
from typing import TypeVar

from events import dust, smoke, units
from events.fortifications import EntrenchingFailed, FortificationRemoved, FoxholeDug
from events.register import UnitEvent
from events.terms import Fortification
from sim.state import FFE, Fort, Smoke, State, Unit, VehicleDust, replace
from sim.state.effects import EFFECTS, effect, on

E = TypeVar("E", bound=UnitEvent)


@effect
def _unit_placed(state: State, event: units.UnitPlaced) -> State:
    unit = Unit(
        event.hex,
        event.side,
        event.kind,
        event.pp,
        station=event.station,
        riding=event.riding,
        moved=event.moved,
    )
    return replace(state, units=state.units.set(event.unit, unit))


def _does(kind: type[E], change: Callable[[Unit, E], Unit]) -> None:
    """What an event does to its unit."""

    def changed(state: State, event: E) -> State:
        units = state.units
        return replace(state, units=units.set(event.unit, change(units[event.unit], event)))

    EFFECTS[kind] = changed


def _crossing_finished(old: Unit, event: units.CrossingFinished) -> Unit:
    return replace(old, hex=event.to, crossing=None, spent=event.moment)


_does(units.UnitStationed, lambda old, e: replace(old, station=e.station))
_does(units.GoodOrderLost, lambda old, _: replace(old, good_order=False))
_does(units.GoodOrderRegained, lambda old, _: replace(old, good_order=True))
_does(units.CrossingBegan, lambda old, e: replace(old, crossing=e.to, spent=e.moment))
_does(units.CrossingFinished, _crossing_finished)
_does(units.CrossingEnded, lambda old, _: replace(old, crossing=None))


@effect
def _unit_gone(
    state: State,
    event: units.UnitEliminated | units.UnitKilled | units.UnitFell | units.UnitRemoved,
) -> State:
    return replace(state, units=state.units.delete(event.unit))


@effect
def _smoke_placed(state: State, event: smoke.SmokePlaced | smoke.WPPlaced) -> State:
    wp = isinstance(event, smoke.WPPlaced)
    counter = Smoke(event.hex, event.side, event.gray, event.dispersed, wp=wp)
    return replace(state, smoke=state.smoke.set(event.smoke, counter))


@effect
def _grenade_placed(state: State, event: smoke.GrenadePlaced) -> State:
    counter = Smoke(event.hex, event.side, wp=event.wp, grenade=True)
    return replace(state, smoke=state.smoke.set(event.smoke, counter))


@effect
def _smoke_dispersed(state: State, event: smoke.SmokeDispersed) -> State:
    counter = replace(state.smoke[event.smoke], dispersed=True)
    return replace(state, smoke=state.smoke.set(event.smoke, counter))


@effect
def _drift_changed(state: State, event: smoke.DriftChanged) -> State:
    if event.hexes:
        return replace(state, drift=state.drift.set(event.source, event.hexes))
    return replace(state, drift=state.drift.delete(event.source))


@effect
def _ffe_placed(state: State, event: dust.FFEPlaced) -> State:
    ffe = FFE(event.hex, event.calibre, event.hindrance, event.kind)
    return replace(state, ffes=state.ffes.set(event.name, ffe))


@effect
def _ffe_hindrance_changed(state: State, event: dust.FFEHindranceChanged) -> State:
    ffe = replace(state.ffes[event.name], hindrance=event.new)
    return replace(state, ffes=state.ffes.set(event.name, ffe))


@effect
def _dust_lies(state: State, event: dust.VehicleDustPlaced | dust.VehicleDustFlipped) -> State:
    counter = VehicleDust(event.hex, motion=isinstance(event, dust.VehicleDustFlipped))
    return replace(state, vehicle_dust=state.vehicle_dust.set(event.vehicle, counter))


@effect
def _foxhole_dug(state: State, event: FoxholeDug) -> State:
    dug = Fort(event.hex, Fortification.FOXHOLE, event.side, squads=event.squads)
    return replace(state, fortifications=state.fortifications.set(event.label, dug))


@effect
def _fortification_removed(state: State, event: FortificationRemoved) -> State:
    left, open_ = state.fortifications.delete(event.label), state.breaches.union(event.opens)
    return replace(state, fortifications=left, breaches=open_)


on(smoke.SmokeRemoved, lambda state, e: replace(state, smoke=state.smoke.delete(e.smoke)))
on(dust.FFELifted, lambda state, e: replace(state, ffes=state.ffes.delete(e.name)))
on(
    dust.VehicleDustRemoved,
    lambda state, e: replace(state, vehicle_dust=state.vehicle_dust.delete(e.vehicle)),
)
on(smoke.GrenadeThrown, lambda state, _: state)
on(EntrenchingFailed, lambda state, _: state)
