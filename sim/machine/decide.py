"""``decide``: the events that follow from a command, or why it is refused."""

from typing import assert_never

import attrs

from events import commands
from events.commands import Command
from events.vocabulary import Event
from sim.chapter_11.setup import roll_in_setup
from sim.chapter_11.vehicle_dust import lift_ffe, place_ffe
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
from sim.chapter_b.fortifications import entrench, unfortify
from sim.chapter_b.rubble import bombard, rubble
from sim.chapter_b.spreading_fire import kindle, spread
from sim.chapter_b.wind_change import wind_change
from sim.chapter_d.bog import after_bog_checks, bog, make_bog_check, unbog
from sim.chapter_d.mishaps import destroy, hook, immobilize, recover, set_hatch, shock, stun, unhook
from sim.chapter_d.movement import bypass, move
from sim.chapter_d.platoon import declare_armored_assault, impulse
from sim.machine.dice import Dice
from sim.machine.telling import Decision, Refusal
from sim.state import State
from sim.state.evolve import evolve


@attrs.define
class Outcome:
    """What a command led to: its events, and the state after them."""

    events: tuple[Event, ...]
    state: State


def _decision(state: State, command: Command, dice: Dice) -> Decision:
    """The rule behind each command, those that are given most often first."""
    match command:
        case (
            commands.Move()
            | commands.Start()
            | commands.Stop()
            | commands.Enter()
            | commands.Exit()
            | commands.Spend()
            | commands.Turn()
        ):
            return after_bog_checks(state, command, dice, move)
        case commands.Advance():
            return after_bog_checks(state, command, dice, advance)
        case commands.WindChange():
            return wind_change(state, command, dice)
        case commands.ArmoredAssault():
            return after_bog_checks(state, command, dice, declare_armored_assault)
        case commands.Impulse():
            return after_bog_checks(state, command, dice, impulse)
        case commands.CheckBog():
            return make_bog_check(state, command, dice)
        case commands.Stun():
            return stun(state, command, dice)
        case commands.Shock():
            return shock(state, command, dice)
        case commands.Immobilize():
            return immobilize(state, command, dice)
        case commands.Bog():
            return bog(state, command, dice)
        case commands.Unbog():
            return after_bog_checks(state, command, dice, unbog)
        case commands.Destroy():
            return destroy(state, command, dice)
        case commands.Recover():
            return recover(state, command, dice)
        case commands.SetHatch():
            return set_hatch(state, command, dice)
        case commands.Bypass():
            return bypass(state, command, dice)
        case commands.Hook():
            return after_bog_checks(state, command, dice, hook)
        case commands.Unhook():
            return after_bog_checks(state, command, dice, unhook)
        case commands.PlaceSmoke():
            return place_smoke(state, command, dice)
        case commands.PlaceFFE():
            return place_ffe(state, command, dice)
        case commands.Lift():
            return lift_ffe(state, command, dice)
        case commands.Bombard():
            return bombard(state, command, dice)
        case commands.RubbleLevel():
            return rubble(state, command, dice)
        case commands.Clear():
            return clear(state, command, dice)
        case commands.Abandon():
            return abandon(state, command, dice)
        case commands.Breach():
            return breach(state, command, dice)
        case commands.PlaceDebris():
            return place_debris(state, command, dice)
        case commands.PlaceShellholes():
            return place_shellholes(state, command, dice)
        case commands.Flame():
            return flame(state, command, dice)
        case commands.CheckFlame():
            return check_flame(state, command, dice)
        case commands.Blaze():
            return blaze(state, command, dice)
        case commands.Extinguish():
            return extinguish(state, command, dice)
        case commands.PlaceUnit():
            return place_unit(state, command, dice)
        case commands.StationUnit():
            return station(state, command, dice)
        case commands.Cross():
            return cross(state, command, dice)
        case commands.Break():
            return break_unit(state, command, dice)
        case commands.Rally():
            return rally(state, command, dice)
        case commands.RemoveUnit():
            return remove_unit(state, command, dice)
        case commands.Kindle():
            return kindle(state, command, dice)
        case commands.Spread():
            return spread(state, command, dice)
        case commands.Collapse():
            return collapse(state, command, dice)
        case commands.Entrench():
            return entrench(state, command, dice)
        case commands.RemoveFortification():
            return unfortify(state, command, dice)
        case (
            commands.RollWeather()
            | commands.RollTimeOfDay()
            | commands.RollEC()
            | commands.RollWindForce()
            | commands.RollWindDirection()
            | commands.RollDust()
        ):
            return roll_in_setup(state, command, dice)
        case _:
            assert_never(command)


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
    telling = _decision(state, command, dice)
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
