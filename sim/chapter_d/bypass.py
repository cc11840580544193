"""D2.3 Vehicles in Bypass: along which hexside of its hex a vehicle stands, if it is in Bypass.

How it came there, and what that cost, is the players' to say (`spend`). It matters to LOS: an AFV
or wreck in Bypass is no Inherent Terrain (D9.4, B.6).
"""

from typing import Final

from events.commands import Bypass
from events.vehicles import VehicleBypassed
from sim.chapter_d.presence import absent
from sim.machine.dice import Dice
from sim.machine.refusals import Reason, Refusal
from sim.machine.telling import Decision
from sim.map.hexes import HEXSIDES
from sim.state import State

__all__ = ["bypass"]

CORE: Final = ("D2.3", "D9.4")


def bypass(state: State, command: Bypass, _: Dice) -> Decision:
    """A vehicle stands in Bypass along a hexside of its hex."""
    label = command.vehicle
    if (refusal := absent(state, label, "D2.3")) is not None:
        return refusal
    found = state.vehicles[label]
    if found.bypass == command.hexside:
        return Refusal(Reason.ALREADY_SO, "D2.3", f"{label} is in Bypass along it already")
    if command.hexside not in HEXSIDES or found.hex is None:
        why = f"{command.hexside} is not a hexside from 1 to 6"
        return Refusal(Reason.IMPOSSIBLE_NUMBER, "D2.3", why)
    yield VehicleBypassed(label, found.hex, command.hexside, "D2.3")
    return None
