"""B25.4 Nobody goes into a terrain Blaze, and nobody stays in one.

A Blaze on the ground keeps everybody out of its hex (B25.141). Vehicles in it leave in their next
MPh or are eliminated, Infantry by the end of the next RtPh.
"""

from typing import Final

from events.moment import Phase
from events.terms import UnitKind
from events.units import UnitKilled
from events.vehicles import VehicleDestroyed
from sim.chapter_b.buried import UPPER
from sim.machine.telling import Telling
from sim.state import BARE, Ground, State

__all__ = ["blaze_bars", "burn_units", "burn_vehicles"]

CORE: Final = ("B25.141", "B25.4")


def blaze_bars(ground: Ground | None, name: str) -> str:
    """Why a Blaze keeps everybody out of a hex; empty if none does."""
    ablaze = ground is not None and 0 in ground.blazing
    return f"{name} is ablaze, and nobody goes into a Blaze (B25.4)" if ablaze else ""


def _caught(state: State, name: str | None, phase: Phase) -> bool:
    """Whether a hex is ablaze on the ground, and was before this phase."""
    blaze = state.ground.get(name or "", BARE).fire_at(0).ablaze
    return blaze is not None and (blaze.began.player_turn, blaze.began.phase) != (
        state.moment.player_turn,
        phase,
    )


def burn_vehicles(state: State) -> Telling:
    """At the end of an MPh: the ATTACKER's vehicles that did not leave a Blaze are eliminated."""
    for vehicle, found in sorted(state.vehicles.items()):
        own = state.setting.vehicles[vehicle].side == state.attacker
        if own and not found.destroyed and _caught(state, found.hex, Phase.MPH):
            state = yield VehicleDestroyed(vehicle, "B25.4")
    return state


def burn_units(state: State) -> Telling:
    """At the end of a RtPh: Infantry that did not leave a Blaze is eliminated."""
    for label, unit in sorted(state.units.items()):
        there = unit.kind is not UnitKind.SW and unit.station not in UPPER
        if there and _caught(state, unit.hex, Phase.RTPH):
            state = yield UnitKilled(label, unit.hex, "B25.4")
    return state
