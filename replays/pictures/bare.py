"""A state without a counter: the boards as they lie, printed terrain and declared art (B.7)."""

from sim.machine.opening import initial_state
from sim.state import State, but

__all__ = ["bare"]


def bare(state: State) -> State:
    """The boards of a game, in the same arrangement, without counters and as they were printed.

    The clock, the sky and the wind are those of the state; what fell, burned or was dug is gone.
    """
    printed = initial_state(state.setting.scenario)
    return but(
        state,
        ground=printed.ground,
        breaches=printed.breaches,
        vehicles=type(state.vehicles)(),
        vehicle_dust=type(state.vehicle_dust)(),
        smoke=type(state.smoke)(),
        drift=type(state.drift)(),
        ffes=type(state.ffes)(),
        units=type(state.units)(),
        fortifications=type(state.fortifications)(),
    )
