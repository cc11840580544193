"""A3 The turn sequence: two Player Turns a Game Turn, eight phases each, and their effects.

The Wind Change DR is the first act of every RPh (B25.65): nothing else happens before it.
"""

from collections.abc import Callable, Iterator
from typing import Final

import attrs

from events.commands import AddVehicle, Advance, Command, WindChange
from events.moment import PHASES, Moment, Phase
from events.turn import GameEnded, PhaseBegan, PlayerTurnBegan
from sim.chapter_11 import setup, vehicle_and_ffe_dust
from sim.chapter_191.cactus_hedge import end_broken_crossings, end_idle_crossings
from sim.chapter_a import random_selection, smoke
from sim.chapter_ad.steeple_stacking import end_overstacking, overstacked
from sim.chapter_b.fire import burn_units, burn_vehicles
from sim.chapter_d import bog_checks, mishaps
from sim.chapter_e.illumination import end_lights
from sim.machine.telling import Decision, Dice, Reason, Refusal, Telling, decider, refuse
from sim.state import State

NEXT: Final = dict(zip(Phase, (*PHASES, Phase.RPH), strict=True))
"""The phase that follows each phase; a RPh begins a new Player Turn."""

RULE_OF: Final[dict[Phase, str]] = {
    Phase.RPH: "A3.1",
    Phase.PFPH: "A3.2",
    Phase.MPH: "A3.3",
    Phase.DFPH: "A3.4",
    Phase.AFPH: "A3.5",
    Phase.RTPH: "A3.6",
    Phase.APH: "A3.7",
    Phase.CCPH: "A3.8",
}
"""The rule of each phase."""

Happens = Callable[[State], Telling]

STARTS_AFTER: Final[dict[Phase, tuple[Happens, ...]]] = {
    Phase.SETUP: (smoke.drift,),
    Phase.RPH: (vehicle_and_ffe_dust.remove_old_dust, smoke.disperse_old_smoke),
    Phase.PFPH: (end_broken_crossings,),
    Phase.DFPH: (smoke.gusts_on_smoke, smoke.drift),
}
"""What happens at the start of the phase after each of these, in order.

The first RPh (A24.61), PFPh (11.74, A24.4), MPh (191.3-rallied) and AFPh (A24.61-.62).
"""

ENDS: Final[dict[Phase, tuple[Happens, ...]]] = {
    Phase.SETUP: (setup.finish_setup,),
    Phase.MPH: (
        burn_vehicles,
        mishaps.end_vehicles_in_motion,
        vehicle_and_ffe_dust.flip_motion_dust,
        end_idle_crossings,
        smoke.end_grenades,
    ),
    Phase.RTPH: (burn_units,),
    Phase.CCPH: (mishaps.end_stuns, end_lights),
}
"""What happens as a phase ends, in order.

Rules 11.6111, B25.4, D2.4, 11.74, 191.3, A24.11, D5.34, E1.923.
"""


@attrs.frozen
class RolledAtEnd:
    """What is rolled as a phase ends."""

    rolls: Callable[[State, Dice], Telling]
    waiting: Callable[[State], Iterator[random_selection.Selection]]


ROLLED_AT_END: Final[dict[Phase, tuple[RolledAtEnd, ...]]] = {
    Phase.CCPH: (RolledAtEnd(end_overstacking, overstacked),)
}
"""What is rolled at the end of a phase, after all else (AD3.312)."""


def out_of_sequence(state: State, command: Command) -> Refusal | None:
    """Why no command of this kind can be given at this point of the turn."""
    if state.clock.over:
        return Refusal(Reason.GAME_OVER, "A3.9", "the last Player Turn is over")
    if isinstance(command, AddVehicle):
        return None
    phase, for_setup = state.clock.moment.phase, type(command) in setup.SETUP_STEPS
    in_setup = phase is Phase.SETUP
    if in_setup and not for_setup:
        due = setup.next_roll(state)
        if due is not None:
            rule, why = setup.SETUP_STEPS[due].rule, f"`{due.word}` comes first, in setup"
            return Refusal(Reason.SETUP_PENDING, rule, why, due())
        if not isinstance(command, Advance):
            why = "the first RPh has not begun: `phase` comes first"
            return Refusal(Reason.WRONG_PHASE, "A3.1", why, Advance())
    early = phase is Phase.RPH and not state.clock.wind_rolled
    if early and not isinstance(command, WindChange):
        why = f"the Wind Change DR (`{WindChange.word}`) comes first in {state.moment}"
        return Refusal(Reason.WIND_CHANGE_DUE, "B25.65", why, WindChange())
    if for_setup and not in_setup:
        return Refusal(Reason.PHASE_OVER, "A3.1", "setup is over")
    return None


@decider
@bog_checks.after_bog_checks
def advance(state: State, command: Advance, dice: Dice) -> Decision:
    """Go on to the phase ordered, through all before it."""
    here = state.moment.phase
    to = command.to or NEXT[here]
    if to not in (NEXT[here], Phase.RPH):
        _demand_reach(state, to)
    while True:
        phase = state.clock.moment.phase
        for happens in ENDS.get(phase, ()):
            state = yield from happens(state)
        for rolled in ROLLED_AT_END.get(phase, ()):
            state = yield from rolled.rolls(state, dice)
        state = yield next_begins(state)
        if state.clock.over:
            return
        for happens in STARTS_AFTER.get(phase, ()):
            state = yield from happens(state)
        if state.clock.moment.phase is to:
            return


def _demand_reach(state: State, to: Phase) -> None:
    """Refuse a phase that does not begin next, nor after those that come before it."""
    here = state.moment.phase
    if here is Phase.SETUP and to is not Phase.SETUP:
        why = f"the first RPh (`phase`), with its Wind Change DR (`wc`), comes before the {to}"
        refuse(Reason.PHASE_OVER, "A3", why, Advance())
    if to is Phase.SETUP or to is here:
        refuse(Reason.PHASE_OVER, "A3", f"{to} does not come next after {state.moment}")
    if PHASES.index(to) < PHASES.index(here):
        refuse(Reason.PHASE_OVER, "A3", f"the {to} of {state.moment.player_turn} is over")


def next_begins(state: State) -> PhaseBegan | PlayerTurnBegan | GameEnded:
    """The phase or Player Turn that begins now, or the end of the game."""
    now = state.clock.moment
    if now.phase in (Phase.SETUP, Phase.CCPH):
        return _next_player_turn(state)
    phase = NEXT[now.phase]
    fresh = _fresh(state) if phase is Phase.MPH else ()
    return PhaseBegan(Moment(now.turn, now.player, phase), fresh, RULE_OF[phase])


def _fresh(state: State) -> tuple[str, ...]:
    """The ATTACKER's vehicles that expended MP, or assaulted, in their last MPh (D2.1, D9.31)."""
    specs, attacker = state.setting.vehicles, state.attacker
    return tuple(
        vehicle
        for vehicle, found in sorted(state.vehicles.items())
        if (found.mp_used or found.assault) and specs[vehicle].side == attacker
    )


def _next_player_turn(state: State) -> PlayerTurnBegan | GameEnded:
    now = state.clock.moment
    turn, player = (now.turn, 2) if now.player == 1 else (now.turn + 1, 1)
    if turn > state.setting.scenario.turns:
        return GameEnded("A3.9")
    side = state.setting.sides[player - 1]
    return PlayerTurnBegan(Moment(turn, player, Phase.RPH), side, "A3.1")
