"""What the engine of format 2 worked out of a log, where format 3 finds it in the log.

Format 2 had events that said too little: what they meant was decided by the engine that replayed
them, from the state before them. This is what it decided, and it is final: old logs mean for ever
what they meant to the engine that wrote them, whatever becomes of the rules. Nothing else of the
simulator asks this module, and none of its answers is taken from a rule.
"""

from contextlib import suppress
from typing import Any, Final

from events.codec import decode_event
from events.converters import UNKNOWN_KEY
from events.errors import BadInput
from events.moment import Phase, parse_moment
from events.terms import DebrisOrigin, WindForce
from sim.map.terrain_kind import TerrainKind
from sim.state.evolve import evolve
from sim.state.ground import BARE
from sim.state.state import State

Json = dict[str, Any]

_IMPOSSIBLE: Final = (LookupError, TypeError, AttributeError, AssertionError, BadInput)
"""What goes wrong with an event that no engine wrote, or that cannot have happened."""


class FromFormat2:
    """The step from format 2 to format 3 for one log; it is given its entries in their order.

    Args:
        state: the state before the first entry.
    """

    def __init__(self, state: State) -> None:
        """Stand before the first entry."""
        self._state = state

    def __call__(self, entry: Json) -> Json:
        """An entry of format 2 in format 3; what is not an entry stays as it is."""
        then = entry.get("then")
        if not isinstance(then, list):
            return entry
        return {**entry, "then": [self._event(event) for event in then]}

    def _event(self, value: Any) -> Any:
        """An event in format 3.

        What is none stays as it is, and what cannot have happened changes nothing: who reads or
        folds the entry says what is wrong with it.
        """
        try:
            left_out = _left_out(self._state, value)
        except _IMPOSSIBLE:
            return value
        for key in left_out:
            if key in value:
                raise BadInput(f"{key!r} {UNKNOWN_KEY}")
        said = {**value, **left_out}
        with suppress(*_IMPOSSIBLE):
            self._state = evolve(self._state, decode_event(said))
        return said


def _left_out(state: State, event: Json) -> Json:
    """What an event of format 2 left out, by the state before it."""
    match event["event"]:
        case "phase_began":
            return {"fresh": _fresh(state, event)}
        case "wind_force_set":
            return {"direction": _direction(state, event["force"])}
        case "wind_force_changed":
            return {"direction": _direction(state, event["new"])}
        case "rubble_fell":
            return {"lies": event["to"] is not None and _lies(state, event["to"])}
        case "trail_break_placed":
            return {"debris": state.ground.get(event["hex"], BARE).rubble is None, "labor": 0}
        case "high_wall_breached":
            return _beyond(state, event["hex"], event["hexside"])
        case "rubble_cleared":
            debris = state.ground.get(event["hex"], BARE).debris
            return {"work_ends": debris is not DebrisOrigin.PLACED}
        case "debris_cleared" | "debris_ended":
            return {"work_ends": True}
        case _:
            return {}


def _fresh(state: State, event: Json) -> list[str]:
    """As an MPh begins: the ATTACKER's vehicles with MP expended, or Armored Assault declared."""
    moment = parse_moment(event["moment"])
    if moment.phase is not Phase.MPH:
        return []
    attacker = state.setting.sides[moment.player - 1]
    return [
        vehicle
        for vehicle, found in sorted(state.vehicles.items())
        if (found.mp_used or found.assault) and state.setting.vehicles[vehicle].side == attacker
    ]


def _direction(state: State, force: str) -> int | None:
    """No Wind has no direction."""
    return None if force == WindForce.NO_WIND else state.wind.direction


def _lies(state: State, name: str) -> bool:
    """Rubble lies where there is neither Water nor a building nor other rubble."""
    there, record = state.ground.get(name, BARE), state.setting.area.record
    water = name not in record or TerrainKind.WATER in record[name].kinds
    return not water and there.building is None and there.rubble is None


def _beyond(state: State, name: str, hexside: int) -> Json:
    """The hex across a hexside and how it counts it; off the playing area, there is only one."""
    area = state.setting.area
    other = area.across(name, hexside) if name in area.around and 1 <= hexside <= 6 else None
    back = None if other is None else area.hexside(other, name)
    return {"other": other or name, "other_hexside": back or hexside}
