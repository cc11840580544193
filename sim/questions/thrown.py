"""What becomes of a MOL or DC thrown over a High Wall (AD4.6)."""

from fractions import Fraction

from sim.asking.answer import NOT_COVERED, Answer, NotCovered
from sim.asking.by_mover import check_adjacent, why_no_high_wall
from sim.asking.question import Hex, Question, field
from sim.chapter_ad.high_walls import THROWN, Device, returns_at_least
from sim.modifiers import Kind, Near
from sim.state import State


class ThrownQuestion(Question):
    """What happens to a MOL or DC thrown over a High Wall."""

    origin: Hex = field("the thrower's hex", word="from")
    hex: Hex = field("the target's hex", word="to")
    device: Device = field("what is thrown", default=Device.DC)
    cx: bool = field("the thrower is CX", default=False)
    cdr: int | None = field("the Original coloured dr", default=None, least=1, most=6)


class ThrownAnswer(Answer):
    """What becomes of a device thrown; where no High Wall stands there is no more to say."""

    high_wall: bool
    allowed: bool | NotCovered = NOT_COVERED
    comes_back_at: int | NotCovered = NOT_COVERED
    """The least Original cdr with which it lands in the thrower's hex."""
    chance_back: Fraction | NotCovered = NOT_COVERED
    affects_thrower: bool | NotCovered = NOT_COVERED
    """Whether it has its effect in the thrower's Location: whatever comes back has; a DC that
    clears the wall has none on its thrower; not said of a MOL that does."""
    comes_back: bool | NotCovered = NOT_COVERED


def answer(state: State, question: ThrownQuestion) -> ThrownAnswer:
    origin, name, cdr = question.origin, question.hex, question.cdr
    check_adjacent(state, origin, name, "hex")
    why = why_no_high_wall(state, origin, name)
    if why is not None:
        near = Near("High Wall", "AD4.6", Kind.DRM, why)
        said = f"{why}: nothing changes"
        return ThrownAnswer(verdict=said, near=(near,), high_wall=False)
    back = returns_at_least(cx=question.cx)
    chance = Fraction(7 - back, 6)
    said = f"{THROWN.amount:+} DRM; on an Original cdr of {back} or more ({chance}) it lands in "
    said += f"{origin} again"
    is_dc = question.device is Device.DC
    if is_dc:
        said += "; a DC that clears the wall has no effect on its thrower"
    returned = cdr is not None and cdr >= back
    if cdr is not None:
        outcome = f"lands in {origin}, with full effect" if returned else f"lands in {name}"
        said += f"; with a cdr of {cdr} it {outcome}"
    why = f"it lands in {origin}, on the thrower's side"
    return ThrownAnswer(
        verdict=said,
        items=() if returned else (THROWN,),
        near=(Near(THROWN.name, THROWN.rule, Kind.DRM, why),) if returned else (),
        high_wall=True,
        allowed=True,
        comes_back_at=back,
        chance_back=chance,
        affects_thrower=returned or (False if is_dc else NOT_COVERED),
        comes_back=NOT_COVERED if cdr is None else returned,
    )
