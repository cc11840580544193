"""The rules of the desert, pure: state, ``decide``, ``evolve``, and one small module a rule."""

from sim.machine.decide import Outcome, decide, resolve
from sim.machine.dice import Dice, EnteredDice, SeededDice, outcomes
from sim.machine.opening import initial_state
from sim.machine.refusals import Reason, Refusal
from sim.state import State
from sim.state.evolve import evolve

__all__ = [
    "Dice",
    "EnteredDice",
    "Outcome",
    "Reason",
    "Refusal",
    "SeededDice",
    "State",
    "decide",
    "evolve",
    "initial_state",
    "outcomes",
    "resolve",
]
