"""What a printed B or X number is now (11.732)."""

from events.terms import Density
from sim.asking.answer import Answer
from sim.asking.question import Question, field
from sim.chapter_11.density import density_said
from sim.chapter_11.dust import break_number_change
from sim.modifiers import Kind, Modifier, Near
from sim.state import State


class BXQuestion(Question):
    """What a printed B or X number is now."""

    number: int = field("the printed number", least=2, most=12)
    aerial: bool = field("the unit is Aerial", default=False)


class BXAnswer(Answer):
    printed: int
    now: int


def answer(state: State, question: BXQuestion) -> BXAnswer:
    number, name = question.number, "Extremely Heavy Dust"
    change = break_number_change(state, aerial=question.aerial)
    items: tuple[Modifier, ...] = ()
    near: tuple[Near, ...] = ()
    if change:
        items = (Modifier(name, "11.732", Kind.NUMBER, change, why="a non-Aerial unit"),)
    else:
        dense = state.density is Density.EXTREMELY_HEAVY
        why = "Aerial units are excepted" if dense else density_said(state)
        near = (Near(name, "11.732", Kind.NUMBER, why),)
    return BXAnswer(
        verdict=f"a printed B or X number of {number} is {number + change}",
        items=items,
        near=near,
        printed=number,
        now=number + change,
    )
