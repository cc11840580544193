"""What is due before a phase, or the Player Turn, can end: orders, and what happens by itself."""

from collections.abc import Iterator

from sim.asking.answer import Answer
from sim.asking.question import Question, field
from sim.machine.due import Bound, Due, due
from sim.state import State


class DueQuestion(Question):
    """What must, should, may or will happen before the phase ends."""

    player_turn: bool = field("all to the end of the Player Turn", default=False)


class DueAnswer(Answer):
    due: tuple[Due, ...]

    def lines(self) -> Iterator[str]:
        yield from (str(each) for each in self.due)


def answer(state: State, question: DueQuestion) -> DueAnswer:
    found = due(state, player_turn=question.player_turn)
    return DueAnswer(verdict=_verdict(state, found), due=found)


def _verdict(state: State, found: tuple[Due, ...]) -> str:
    if state.clock.over:
        return "the game is over: nothing is due"
    must = [each for each in found if each.bound is Bound.MUST]
    if must:
        return f"`{must[0].order}` comes first ({must[0].rule})"
    owed = [f"`{each.order}`" for each in found if each.bound is Bound.OWED and each.at == "now"]
    if owed:
        return f"{' and '.join(owed)} before the {state.moment.phase} ends"
    return f"the {state.moment.phase} can end"
