"""Whether a Fortification may be placed in a hex, as far as AD Terrain says."""

from typing import Final

import attrs

from events.terms import Fortification
from sim.asking.answer import Answer
from sim.asking.kinds import Hex
from sim.asking.question import Question, asked, question
from sim.chapter_ad.arid_debris import arid_debris_in
from sim.chapter_ad.arid_debris import fortification_allowed as debris_allows
from sim.chapter_ad.combined_terrain import COMBINED, counter_allowed
from sim.chapter_ad.mosque import fortified_allowed
from sim.chapter_ad.plaza_well_fountain import fortification_allowed
from sim.chapter_b.crag import crag_allows
from sim.chapter_b.ground_terrain import ground_terrain
from sim.chapter_f.desert_boards import entrenching_drm
from sim.state import BARE, State

__all__ = ["FortificationAnswer", "FortificationQuestion", "answer"]

_DUG: Final = (Fortification.FOXHOLE, Fortification.TRENCH)
"""What an Entrenching Attempt makes."""


@question
class FortificationQuestion(Question):
    """Whether a Fortification may be placed in a hex."""

    hex: Hex = asked("which hex")
    what: Fortification = asked("which Fortification", default=Fortification.FOXHOLE)


@attrs.frozen(kw_only=True)
class FortificationAnswer(Answer):
    """Whether a Fortification may be placed in a hex.

    Attributes:
        allowed: whether it may, as far as AD Terrain says.
        entrenching_drm: what an Entrenching Attempt in the hex takes (F.1B).
    """

    allowed: bool
    entrenching_drm: int


def answer(state: State, question: FortificationQuestion) -> FortificationAnswer:
    """Whether a Fortification may be placed in a hex, as far as AD Terrain says."""
    name, what = question.hex, question.what
    kinds = [kind.name for kind in ground_terrain(state, name)]
    forbidding: list[str] = [
        kind
        for kind in kinds
        if not (fortification_allowed(kind, what) and crag_allows(kind, what))
    ]
    building = state.ground.get(name, BARE).building
    steepled = building is not None and building.steepled
    if what is Fortification.FORTIFIED_BUILDING and steepled and not fortified_allowed():
        forbidding.append("Mosque or Temple")
    if not counter_allowed(state.setting, what):
        forbidding += sorted(set(kinds) & set(COMBINED.values()))
    said = (
        f"{what} may not be placed in {name}: {', '.join(forbidding)} forbids it"
        if forbidding
        else f"nothing of AD Terrain in {name} forbids {what}"
    )
    allowed = not forbidding
    if arid_debris_in(state, name):
        allowed = debris_allows(other_forbids=bool(forbidding))
        said += "; Arid Debris itself holds any (AD3.46)"
    drm = entrenching_drm(state.setting, name)
    if drm and what in _DUG:
        said += f"; an Entrenching Attempt takes +{drm} (F.1B)"
    return FortificationAnswer(
        question=question, verdict=said, allowed=allowed, entrenching_drm=drm
    )
