"""What modifies a Recovery dr (A4.44, 11.731)."""

from typing import Final

from events.terms import Density, TimeOfDay
from sim.asking.answer import Answer, described
from sim.asking.question import Question, field
from sim.chapter_11.density import density_said
from sim.chapter_11.dust import recovery_drm
from sim.modifiers import Kind, Modifier, Near, Verdict, applied
from sim.state import State

RECOVERY_BELOW: Final = 6
"""A SW is Recovered on a Final dr below this (A4.44)."""


class RecoveryQuestion(Question):
    """What modifies a Recovery dr."""

    cx: bool = field("the unit is CX", default=False)


class RecoveryAnswer(Answer):
    needed: int
    """The highest Original dr that Recovers."""


def answer(state: State, question: RecoveryQuestion) -> RecoveryAnswer:
    verdicts: list[Verdict] = []
    if recovery_drm(state):
        why = density_said(state)
        verdicts.append(Modifier("Dust", "11.731", Kind.DRM, recovery_drm(state), why=why))
    else:
        why = density_said(state, short_of=Density.VERY_HEAVY)
        verdicts.append(Near("Dust", "11.731", Kind.DRM, why))
    if question.cx:
        verdicts.append(Modifier("CX", "A4.51", Kind.DRM, 1))
    if state.sky.time_of_day is TimeOfDay.NIGHT:
        verdicts.append(Modifier("night", "A4.44", Kind.DRM, 1))
    items, near = applied(verdicts)
    needed = RECOVERY_BELOW - 1 - sum(each.fixed for each in items)
    said = f"{described(items)}: Recovered on an Original dr of {needed} or less"
    return RecoveryAnswer(verdict=said, items=items, near=near, needed=needed)
