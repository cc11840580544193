"""Whether CC in a hex may begin with an Ambush (A11.4)."""

from sim.asking.answer import Answer
from sim.asking.question import Hex, Question, field
from sim.chapter_a.street_fighting import ambush_terrain
from sim.chapter_b.artificial_terrain import ground_terrain
from sim.modifiers import Modifier, Near
from sim.state import State


class AmbushQuestion(Question, not_judged="which units are Stealthy or Lax, and their leaders"):
    """Whether CC in a hex may begin with an Ambush."""

    hex: Hex = field("which hex")
    concealed: bool = field("a unit in the CC is concealed", default=False)


class AmbushAnswer(Answer):
    possible: bool
    ambush_terrain: bool
    """Whether that is so for the terrain alone."""
    rule: str | None


def answer(state: State, question: AmbushQuestion) -> AmbushAnswer:
    name = question.hex
    found = ambush_terrain(ground_terrain(state, name))
    terrain = isinstance(found, Modifier)
    possible = terrain or question.concealed
    if isinstance(found, Modifier):
        said = f"Ambush is possible in {name}: {found.why} is Ambush Terrain ({found.rule})"
    elif possible:
        said = f"Ambush is possible in {name}: a unit is concealed (A11.4)"
    else:
        said = f"Ambush is not possible in {name}, unless a unit is concealed (A11.4)"
    return AmbushAnswer(
        verdict=said,
        near=(found,) if isinstance(found, Near) else (),
        possible=possible,
        ambush_terrain=terrain,
        rule=found.rule if possible else None,
    )
