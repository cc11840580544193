"""Whether a hex may be passed by along a hexside (A4.3, D2.3)."""

from sim.asking.answer import PossibleAnswer, possible_or_not
from sim.asking.by_mover import check_adjacent
from sim.asking.question import Hex, Question, field
from sim.chapter_a.bypass import no_bypass
from sim.map.terrain_kind import MoverKind
from sim.state import State


class BypassQuestion(Question, not_judged="enemies in the hex"):
    """Whether a hex may be Bypassed along a hexside."""

    hex: Hex = field("the hex that is passed by")
    along: Hex = field("the hex across the hexside along which it is passed by")
    mover: MoverKind = field("who", default=MoverKind.INFANTRY)


def answer(state: State, question: BypassQuestion) -> PossibleAnswer:
    name, beyond = question.hex, question.along
    check_adjacent(state, name, beyond, "along")
    what = f"Bypass of {name} along {name}/{beyond} by {question.mover}"
    side = state.setting.area.hexside(name, beyond) or 0
    return possible_or_not(what, no_bypass(state, question.mover, name, side))
