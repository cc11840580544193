"""Whether Infantry may make a Street Fighting attack vs a vehicle beside it (A11.8)."""

from sim.asking.answer import PossibleAnswer, possible_or_not
from sim.asking.by_mover import check_adjacent
from sim.asking.question import Hex, Question, field
from sim.chapter_a.street_fighting import no_street_fighting
from sim.state import State


class StreetFightingQuestion(Question):
    """Whether Infantry may use Street Fighting vs a vehicle beside it."""

    origin: Hex = field("the hex of the Infantry, at ground level", word="from")
    hex: Hex = field("the hex of the vehicle", word="to")


def answer(state: State, question: StreetFightingQuestion) -> PossibleAnswer:
    origin, to = question.origin, question.hex
    if origin != to:
        check_adjacent(state, origin, to, "hex")
    what = f"Street Fighting from {origin} vs a vehicle in {to}"
    return possible_or_not(what, no_street_fighting(state, origin, to))
