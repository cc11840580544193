"""Whether a hex may be entered at all, and why not (B.2)."""

from sim.questions import entry_cost
from sim.questions.entry_cost import EntryCostAnswer, EntryCostQuestion
from sim.state import State


class MayEnterQuestion(EntryCostQuestion, not_judged="stacking, and enemies in the hex"):
    """Whether a hex may be entered at all, and why not."""


def answer(state: State, question: MayEnterQuestion) -> EntryCostAnswer:
    found = entry_cost.answer(state, question)
    said = f"yes, for {found.verdict}" if found.allowed else f"no: {found.verdict}"
    return found.but(verdict=said)
