"""Whether a hex may be passed by along a hexside (A4.3, D2.3)."""

from sim.asking.answer import PossibleAnswer, possible_or_not
from sim.asking.by_mover import check_adjacent
from sim.asking.question import Hex, Question, field
from sim.chapter_a.bypass import bypass_cost, no_bypass
from sim.chapter_b.entry import past_fortifications
from sim.chapter_b.mover import Mover
from sim.map.terrain_kind import MoverKind
from sim.modifiers import Kind, Near
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
    near, mover = tuple(no_bypass(state, question.mover, name, side)), Mover(question.mover, 1)
    cost = bypass_cost(state, mover, None, name, side)
    barred = past_fortifications(state, mover, name, cost).why_not
    if barred is not None and not near:
        near = (Near("Bypass", barred.rule, Kind.NUMBER, barred.why),)
    return possible_or_not(what, near)
