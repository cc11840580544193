"""Whether a state names only hexes and vehicles that there are: a forged log may name others.

Events are folded on trust. So whatever is about to ask a rule of a state that a log told looks here
first: a moment of a game, and a game that is gone on with.
"""

from collections.abc import Iterator

from events.converters import short
from events.errors import BadInput
from sim.state import State

__all__ = ["in_play"]


def in_play(state: State) -> State:
    """The state, if all that is in it is in a hex in play and of a vehicle of the scenario.

    Raises:
        BadInput: when something is not; no rule can be asked of it then.
    """
    around = state.setting.area.around
    for name in _hexes(state):
        if not isinstance(name, str) or name not in around:
            raise BadInput(
                f"this log tells of hex {short(name)}, which is not in play; khamsin audit tells "
                f"more"
            )
    for key in (*state.vehicles, *state.vehicle_dust):
        if key not in state.setting.vehicles:
            raise BadInput(
                f"this log tells of vehicle {short(key)}, which is not of its scenario; khamsin "
                f"audit tells more"
            )
    return state


def _hexes(state: State) -> Iterator[object]:
    """Every hex that a state names; a forged log can have anything in its place."""
    for vehicle in state.vehicles.values():
        if vehicle.hex is not None:
            yield vehicle.hex
    for things in (state.vehicle_dust, state.smoke, state.ffes, state.units, state.fortifications):
        for thing in things.values():
            yield thing.hex
    for hexes in state.drift.values():
        yield from hexes
    yield from state.ground
