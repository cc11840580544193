"""``decide``: the events that follow from a command, or why it is refused."""

from collections.abc import Callable
from typing import Any, Final

import attrs

from events.commands import (
    Abandon,
    Advance,
    ArmoredAssault,
    Blaze,
    Bog,
    Bombard,
    Breach,
    CheckFlame,
    Clear,
    Collapse,
    Command,
    Destroy,
    Enter,
    Exit,
    Extinguish,
    Flame,
    Hook,
    Immobilize,
    Impulse,
    Kindle,
    Lift,
    Move,
    PlaceDebris,
    PlaceFFE,
    PlaceShellholes,
    PlaceSmoke,
    Recover,
    Rubble,
    SetHatch,
    Shock,
    Spend,
    Spread,
    Start,
    Stop,
    Stun,
    Turn,
    Unbog,
    Unhook,
    WindChange,
)
from events.unit_commands import Break, Cross, PlaceUnit, Rally, RemoveUnit, StationUnit
from events.vocabulary import Event
from sim.chapter_11.ffe_dust import lift_ffe, place_ffe
from sim.chapter_11.setup import SETUP_STEPS, roll_in_setup
from sim.chapter_191.cactus_hedge import cross
from sim.chapter_a.smoke import place_smoke
from sim.chapter_a.turn_sequence import advance, out_of_sequence
from sim.chapter_a.units import break_unit, place_unit, rally, remove_unit
from sim.chapter_ad.arid_debris import place_debris, place_shellholes
from sim.chapter_ad.high_walls import breach
from sim.chapter_ad.steeple_stacking import station
from sim.chapter_b.clearance import abandon, clear
from sim.chapter_b.fire import blaze, check_flame, extinguish, flame
from sim.chapter_b.fire_collapse import collapse
from sim.chapter_b.kindling import kindle
from sim.chapter_b.rubble import bombard, rubble
from sim.chapter_b.spreading_fire import spread
from sim.chapter_b.wind_change import wind_change
from sim.chapter_d.bog import bog, unbog
from sim.chapter_d.mishaps import (
    destroy,
    hook,
    immobilize,
    recover,
    set_hatch,
    shock,
    stun,
    unhook,
)
from sim.chapter_d.movement import declare_armored_assault, move
from sim.chapter_d.platoon import impulse
from sim.machine.dice import Dice
from sim.machine.refusals import Refusal
from sim.machine.telling import Decision
from sim.state import State
from sim.state.evolve import evolve

__all__ = ["DECIDERS", "Outcome", "decide", "resolve"]

DECIDERS: Final[dict[type[Command], Callable[[State, Any, Dice], Decision]]] = {
    **dict.fromkeys(SETUP_STEPS, roll_in_setup),
    Advance: advance,
    WindChange: wind_change,
    Start: move,
    Move: move,
    Enter: move,
    Exit: move,
    Spend: move,
    Turn: move,
    Stop: move,
    ArmoredAssault: declare_armored_assault,
    Impulse: impulse,
    Stun: stun,
    Shock: shock,
    Immobilize: immobilize,
    Bog: bog,
    Unbog: unbog,
    Destroy: destroy,
    Recover: recover,
    SetHatch: set_hatch,
    Hook: hook,
    Unhook: unhook,
    PlaceSmoke: place_smoke,
    PlaceFFE: place_ffe,
    Lift: lift_ffe,
    Bombard: bombard,
    Rubble: rubble,
    Clear: clear,
    Abandon: abandon,
    Breach: breach,
    PlaceDebris: place_debris,
    PlaceShellholes: place_shellholes,
    Flame: flame,
    CheckFlame: check_flame,
    Blaze: blaze,
    Extinguish: extinguish,
    PlaceUnit: place_unit,
    StationUnit: station,
    Cross: cross,
    Break: break_unit,
    Rally: rally,
    RemoveUnit: remove_unit,
    Kindle: kindle,
    Spread: spread,
    Collapse: collapse,
}
"""The rule behind each command."""


@attrs.frozen
class Outcome:
    """What a command led to: its events, and the state after them."""

    events: tuple[Event, ...]
    state: State


def resolve(state: State, command: Command, dice: Dice) -> Outcome | Refusal:
    """Decide a command and fold its events in one go.

    Args:
        state: the state in which the command is given; it stays as it was.
        command: what is done or rolled.
        dice: where its dice come from.
    """
    refusal = out_of_sequence(state, command)
    if refusal is not None:
        return refusal
    telling = DECIDERS[type(command)](state, command, dice)
    events: list[Event] = []
    now = state
    try:
        event = next(telling)
        while True:
            events.append(event)
            now = evolve(now, event)
            event = telling.send(now)
    except StopIteration as end:
        if end.value is not None:
            refused: Refusal = end.value
            return refused
    return Outcome(tuple(events), now)


def decide(state: State, command: Command, dice: Dice) -> tuple[Event, ...] | Refusal:
    """The events that follow from a command, or its refusal; nothing else changes."""
    outcome = resolve(state, command, dice)
    return outcome if isinstance(outcome, Refusal) else outcome.events
