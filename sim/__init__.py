"""The rules of the desert, pure: state, ``decide``, ``evolve``, and one small module a rule."""

from sim.decide import Outcome, decide, resolve
from sim.dice import Dice, EnteredDice, SeededDice, outcomes
from sim.evolve import evolve
from sim.refusals import Reason, Refusal
from sim.state import State, initial_state

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
