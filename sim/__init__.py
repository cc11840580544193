"""The rules of the desert, pure: ``decide``, ``evolve``, ``answer``; one small module a rule."""

from typing import TYPE_CHECKING

from events.lazily import lazily

if TYPE_CHECKING:
    from sim.asking.catalogue import answer as answer
    from sim.asking.question import BadQuestion as BadQuestion
    from sim.chapter_a.sight import Location as Location
    from sim.machine.decide import Outcome as Outcome
    from sim.machine.decide import decide as decide
    from sim.machine.decide import resolve as resolve
    from sim.machine.dice import Dice as Dice
    from sim.machine.dice import EnteredDice as EnteredDice
    from sim.machine.dice import SeededDice as SeededDice
    from sim.machine.dice import outcomes as outcomes
    from sim.machine.opening import initial_state as initial_state
    from sim.machine.telling import Reason as Reason
    from sim.machine.telling import Refusal as Refusal
    from sim.state import State as State
    from sim.state.evolve import evolve as evolve

__getattr__, __dir__, __all__ = lazily(
    __name__,
    {
        "sim.asking.catalogue": ("answer",),
        "sim.asking.question": ("BadQuestion",),
        "sim.chapter_a.sight": ("Location",),
        "sim.machine.decide": ("Outcome", "decide", "resolve"),
        "sim.machine.dice": ("Dice", "EnteredDice", "SeededDice", "outcomes"),
        "sim.machine.opening": ("initial_state",),
        "sim.machine.telling": ("Reason", "Refusal"),
        "sim.state": ("State",),
        "sim.state.evolve": ("evolve",),
    },
)
