"""What modifies a Sighting TC (E7.3)."""

from sim.asking.answer import Answer, described
from sim.asking.question import Hex, Question, field, question
from sim.chapter_11.aerial import dust_on_sighting
from sim.chapter_11.dust import aerial_attacks_allowed
from sim.chapter_11.heat_haze import sighting
from sim.chapter_ad.arid_debris import SIGHTING_DRM, arid_debris_in
from sim.modifiers import Kind, Modifier, applied
from sim.state import State


@question
class SightingQuestion(Question):
    """What modifies a Sighting TC."""

    hex: Hex | None = field("the hex of what is to be sighted", default=None)


def answer(state: State, question: SightingQuestion) -> Answer:
    name = question.hex
    verdicts = [dust_on_sighting(state, name), sighting(state)]
    if name is not None and arid_debris_in(state, name):
        verdicts.append(Modifier("Arid Debris", "AD3.47", Kind.DRM, SIGHTING_DRM, why=f"in {name}"))
    items, near = applied(verdicts)
    said = described(items)
    if not aerial_attacks_allowed(state):
        said += f"; but {state.density} Dust forbids attacks by Aerial units (11.731)"
    return Answer(question=question, verdict=said, items=items, near=near)
