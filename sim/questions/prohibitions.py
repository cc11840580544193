"""What Dust and Weather forbid: Double Time, Gallop, Aerial attacks (11.731, E3.55, E7.2)."""

from events.terms import Density
from sim.asking.answer import Answer
from sim.asking.question import Question
from sim.chapter_11.density import density_said
from sim.chapter_11.dust import double_time_allowed
from sim.chapter_e.air import why_no_air
from sim.state import State


class ProhibitionsQuestion(Question):
    """What Dust, Weather and Night forbid: Double Time, Gallop, Aerial attacks."""


class ProhibitionsAnswer(Answer):
    double_time: bool
    gallop: bool
    aerial_attacks: bool


def answer(state: State, question: ProhibitionsQuestion) -> ProhibitionsAnswer:  # noqa: ARG001
    allowed, no_air = double_time_allowed(state), why_no_air(state)
    said = f"nothing is forbidden: {density_said(state, short_of=Density.VERY_HEAVY)}"
    if not allowed:
        what = "Double Time, Gallop and attacks by and vs Aerial"
        said = f"{state.density} Dust forbids {what} units (11.731)"
    elif no_air is not None:
        said = f"attacks by and vs Aerial units are forbidden: {no_air}"
    return ProhibitionsAnswer(
        verdict=said, double_time=allowed, gallop=allowed, aerial_attacks=no_air is None
    )
