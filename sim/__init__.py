"""The rules of the desert, pure: ``decide``, ``evolve``, ``answer``; one small module a rule."""

from sim.asking.bad_question import BadQuestion
from sim.asking.catalogue import answer
from sim.machine.decide import Outcome, decide, resolve
from sim.machine.dice import Dice, EnteredDice, SeededDice, outcomes
from sim.machine.opening import initial_state
from sim.machine.refusals import Reason, Refusal
from sim.state import State
from sim.state.evolve import evolve

__all__ = [
    "BadQuestion",
    "Dice",
    "EnteredDice",
    "Outcome",
    "Reason",
    "Refusal",
    "SeededDice",
    "State",
    "answer",
    "decide",
    "evolve",
    "initial_state",
    "outcomes",
    "resolve",
]
