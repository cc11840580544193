"""The state after events of Infantry and SW."""

from typing import assert_never

from events import units
from sim.state import State, Unit, but


def after(state: State, event: units.UnitEvent) -> State:
    """The state after an event of Infantry or SW."""
    now, name = state.units, event.unit
    match event:
        case units.UnitPlaced():
            unit = Unit(
                event.hex,
                event.side,
                event.kind,
                event.pp,
                station=event.station,
                riding=event.riding,
                moved=event.moved,
            )
            return but(state, units=now.set(name, unit))
        case units.UnitStationed():
            return but(state, units=now.set(name, but(now[name], station=event.station)))
        case units.GoodOrderLost():
            return but(state, units=now.set(name, but(now[name], good_order=False)))
        case units.GoodOrderRegained():
            return but(state, units=now.set(name, but(now[name], good_order=True)))
        case units.CrossingBegan():
            crossing = but(now[name], crossing=event.to, spent=event.moment)
            return but(state, units=now.set(name, crossing))
        case units.CrossingFinished():
            across = but(now[name], hex=event.to, crossing=None, spent=event.moment)
            return but(state, units=now.set(name, across))
        case units.CrossingEnded():
            return but(state, units=now.set(name, but(now[name], crossing=None)))
        case units.UnitEliminated() | units.UnitKilled() | units.UnitFell() | units.UnitRemoved():
            return but(state, units=now.delete(name))
        case _:
            assert_never(event)
