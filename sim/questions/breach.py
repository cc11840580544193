"""What it takes to breach a High Wall (AD4.6)."""

from fractions import Fraction

from sim.asking.answer import NOT_COVERED, Answer, NotCovered
from sim.asking.by_mover import ByMoverQuestion, asked_mover, check_adjacent, why_no_high_wall
from sim.asking.question import Hex, field
from sim.chapter_b.cot import entry_cost
from sim.chapter_d.bog import bog_chance, bog_drm
from sim.modifiers import Kind, Near
from sim.state import State


class BreachQuestion(ByMoverQuestion):
    """What it takes to breach a High Wall."""

    origin: Hex = field("the hex that is left", word="from")
    hex: Hex = field("the hex that is entered", word="to")


class BreachAnswer(Answer):
    """What it takes to breach a High Wall; where none stands there is no more to say."""

    high_wall: bool
    breached: bool | NotCovered = NOT_COVERED
    can_breach: bool | NotCovered = NOT_COVERED
    cost: Fraction | NotCovered | None = NOT_COVERED
    """In MP; None if it cannot cross."""
    chance: Fraction | NotCovered = NOT_COVERED


def answer(state: State, question: BreachQuestion) -> BreachAnswer:
    origin, name = question.origin, question.hex
    check_adjacent(state, origin, name, "hex")
    mover = asked_mover(state, question)
    why = why_no_high_wall(state, origin, name)
    if why is not None:
        near = Near("breach", "AD4.6", Kind.MP, why)
        return BreachAnswer(verdict=why, near=(near,), high_wall=False)
    entry = entry_cost(state, mover, origin, name)
    found = BreachAnswer(
        verdict=str(entry.why_not or "it crosses the High Wall, and breaches nothing"),
        items=() if entry.amount is None else entry.items,
        high_wall=True,
        breached=False,
        can_breach=False,
        cost=None if entry.amount is None else Fraction(entry.amount),
    )
    if entry.amount is None or not entry.breaches:
        return found
    drm = bog_drm(state, mover, entry.hexside_bog or (), origin)
    chance = 1 - bog_chance(drm)
    said = (
        f"{entry.amount} {mover.points} and a Bog Check: it breaches the High Wall with {chance} "
        f"({float(chance):.1%}), or bogs in {origin}"
    )
    return found.but(verdict=said, items=drm, can_breach=True, chance=chance)
