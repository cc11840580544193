"""Whether Infantry may Dash across a hex (A4.63)."""

from events.terms import Density
from sim.asking.answer import PossibleAnswer, possible_or_not
from sim.asking.by_mover import check_adjacent
from sim.asking.question import BadQuestion, Hex, Question, field
from sim.chapter_11.density import at_least
from sim.chapter_a.bypass import no_dash
from sim.chapter_a.sight import Location, location
from sim.questions import shot
from sim.questions.shot import ShotQuestion
from sim.shot import Attack
from sim.state import State


class DashQuestion(Question, not_judged="whether the unit is fit to, and what it did before"):
    """Whether Infantry may Dash across a hex."""

    origin: Hex = field("the hex that it leaves", word="from")
    across: Hex = field("the road hex that it crosses")
    hex: Hex = field("the hex that it reaches", word="to")
    firer: Location | None = field("who fires; one who sees both ends if left out", default=None)
    mf: int = field("its MF", default=4, least=1, most=8)


def answer(state: State, question: DashQuestion) -> PossibleAnswer:
    origin, across, to = question.origin, question.across, question.hex
    check_adjacent(state, origin, across, "across")
    check_adjacent(state, across, to, "hex")
    if origin == to:
        raise BadQuestion("hex", "a Dash ends in another hex than it began in")
    what = f"a Dash from {origin} across {across} to {to}"
    ends = {origin: None, to: state.setting.area.hexside(to, across)}
    in_the_open = [end for end, over in ends.items() if _ffmo(state, question.firer, end, over)]
    why_not = no_dash(state, origin, across, to, mf=question.mf, in_the_open=in_the_open)
    return possible_or_not(what, why_not)


def _ffmo(state: State, firer: Location | None, name: str, over: int | None) -> bool:
    """Whether FFMO applies in an end of it, which makes that Open Ground to the firer (A10.531).

    To any who sees it, what its hex has decides: as to Residual FP there.
    """
    if firer is None and at_least(state, Density.HEAVY):
        return False
    end, attack = location(state, name), Attack.RESIDUAL_FP if firer is None else Attack.IFT
    outside = over is not None
    known = shot.of_firer(state, (firer or end).label) | {"over": over, "outside": outside}
    ends = ShotQuestion(firer=firer or end, target=end, attack=attack, moving=True, **known)
    return shot.answer(state, ends).ffmo
