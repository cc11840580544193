"""What the terrain of a hex gives to the Rally of a broken unit in it (A10.61)."""

from events.terms import Fortification
from sim.asking.answer import HexAnswer, hex_facts
from sim.asking.by_mover import check_within
from sim.asking.question import Hex, Question, field
from sim.chapter_a.rout import rally_bonus
from sim.chapter_b.artificial_terrain import ground_terrain
from sim.modifiers import applied
from sim.state import State


class RallyQuestion(Question, not_judged="leaders, and the state of the unit"):
    """Whether a hex gives the Rally Terrain bonus."""

    hex: Hex = field("which hex")
    within: Fortification | None = field("the Fortification that it is in", default=None)


def answer(state: State, question: RallyQuestion) -> HexAnswer:
    name = question.hex
    check_within(state, name, question.within)
    items, near = applied([rally_bonus(ground_terrain(state, name), question.within)])
    where = name if question.within is None else f"a {question.within} in {name}"
    said = (
        f"{where} is Rally Terrain: -1 for Infantry" if items else f"{where} is not Rally Terrain"
    )
    if not items or items[0].rule == "A10.61":
        said += f"; DM may {'not ' * bool(items)}be kept there by choice (A10.62)"
    return HexAnswer(verdict=said, items=items, near=near, **hex_facts(state, name))
