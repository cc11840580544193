"""Whether a Fortification may be placed in a hex, and which are there (B26-B30)."""

from typing import Final

from events.terms import Fortification
from sim.asking.answer import Answer
from sim.asking.question import Hex, Question, field
from sim.chapter_ad.arid_debris import holds_any
from sim.chapter_b.fortifications import MOST_SQUADS, forbidding, forts_in, seen_there
from sim.chapter_f.desert_boards import entrenching_drm
from sim.modifiers import Kind, Near
from sim.state import State

_DUG: Final = (Fortification.FOXHOLE, Fortification.TRENCH)
"""What an Entrenching Attempt makes."""


class FortificationQuestion(Question):
    """Whether a Fortification may be placed in a hex."""

    hex: Hex = field("which hex")
    what: Fortification = field("which Fortification", default=Fortification.FOXHOLE)
    hexside: int | None = field(
        "of a Roadblock, the hexside that it obstructs", default=None, least=1, most=6
    )


class FortificationAnswer(Answer):
    allowed: bool
    there: tuple[str, ...]
    """The Fortification counters that are there, by name."""
    entrenching_drm: int


def answer(state: State, question: FortificationQuestion) -> FortificationAnswer:
    name, what = question.hex, question.what
    there = forts_in(state, name)
    full = {  # a hex holds three squads' worth of foxholes (B27.12)
        label: fort
        for label, fort in there.items()
        if fort.kind is not Fortification.FOXHOLE or fort.squads >= MOST_SQUADS
    }
    beside = full if what is Fortification.FOXHOLE else there
    why_not = forbidding(state, name, what, hexside=question.hexside, beside=beside)
    found = list(dict.fromkeys(why_not))
    said = f"{what} may be placed in {name}"
    if found:
        by = ", ".join(f"{why} ({rule})" for why, rule in found)
        said = f"{what} may not be placed in {name}: {by} forbids it"
    elif what is Fortification.A_T_MINES and seen_there(state, name):
        said += ", in full view only (B28.53)"
    if debris := holds_any(state, name):
        said += f"; {debris}"
    taken = entrenching_drm(state, name)
    drm = sum(taken.values())
    if drm and what in _DUG:
        said += f"; an Entrenching Attempt takes +{drm} ({', '.join(taken)})"
    if there:
        said += f"; there is {', '.join(there)}"
    return FortificationAnswer(
        verdict=said,
        near=tuple(Near(what, rule, Kind.NUMBER, f"{why} forbids it") for why, rule in found),
        allowed=not found,
        there=tuple(there),
        entrenching_drm=drm,
    )
