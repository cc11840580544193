"""What is in effect now: weather, wind, Dust, LV, DLV, Mud and special rules, with their rules."""

from collections.abc import Iterator

from sim.asking.answer import Answer
from sim.asking.question import Question
from sim.chapter_11.in_effect import InEffect, in_effect
from sim.state import State


class InEffectQuestion(Question):
    """What is in effect now: weather, wind, Dust, LV, Mud and special rules."""


class InEffectAnswer(Answer):
    now: tuple[InEffect, ...]

    def lines(self) -> Iterator[str]:
        yield from (str(each) for each in self.now)


def answer(state: State, question: InEffectQuestion) -> InEffectAnswer:  # noqa: ARG001
    now = in_effect(state)
    said = f"{len(now)} things are in effect everywhere"
    return InEffectAnswer(verdict=said, now=now)
