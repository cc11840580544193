"""What Dust forbids: Double Time, Gallop, attacks by and vs Aerial units (11.731)."""

import attrs

from sim.asking.answer import Answer
from sim.asking.question import Question, question
from sim.chapter_11.dust import aerial_attacks_allowed, double_time_allowed
from sim.state import State


@question
class ProhibitionsQuestion(Question):
    """What Dust forbids: Double Time, Gallop, Aerial attacks."""


@attrs.frozen(kw_only=True)
class ProhibitionsAnswer(Answer):
    double_time: bool
    gallop: bool
    aerial_attacks: bool


def answer(state: State, question: ProhibitionsQuestion) -> ProhibitionsAnswer:
    allowed, what = double_time_allowed(state), "Double Time, Gallop and attacks by and vs Aerial"
    said = f"{state.density} Dust forbids {what} units (11.731)"
    if allowed:
        said = f"nothing is forbidden: density is {state.density}, not Very Heavy or denser"
    return ProhibitionsAnswer(
        question=question,
        verdict=said,
        double_time=allowed,
        gallop=allowed,
        aerial_attacks=aerial_attacks_allowed(state),
    )
