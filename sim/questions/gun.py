"""Whether a 5/8 inch Gun may be in a hex, and what its fire and CA changes take there."""

from collections.abc import Iterable, Iterator
from typing import Final

import attrs

from events.terms import Gun
from sim.asking.answer import Answer
from sim.asking.kinds import Hex
from sim.asking.question import Question, asked, question
from sim.chapter_ad.arid_debris import arid_debris_in, case_a_doubled
from sim.chapter_ad.arid_rooftop import has_rooftop, ordnance_allowed
from sim.chapter_ad.broken_terrain import concealment_loss_drm
from sim.chapter_ad.combined_terrain import (
    COMBINED,
    counter_allowed,
    may_be_manhandled,
    may_set_up_emplaced,
)
from sim.chapter_ad.gun_concealment import loses_concealment_on
from sim.chapter_ad.plaza_well_fountain import OCCUPANCY, gun_allowed
from sim.chapter_b.ground_terrain import ground_terrain
from sim.map.terrain_kind import TerrainKind
from sim.modifiers import Kind, Near
from sim.state import State

__all__ = ["GunAnswer", "GunQuestion", "answer"]

CORE: Final = ("A12.34",)


@question
class GunQuestion(Question):
    """Whether a 5/8 inch Gun may be in a hex, and what it takes there."""

    hex: Hex = asked("which hex")
    gun: Gun = asked("what it is", default=Gun.OTHER)
    calibre: int = asked("in mm", least=1, most=300)
    dm: bool = asked("it is dismantled", default=False)
    animal_packed: bool = asked("it is Animal-Packed", default=False)
    towed: bool = asked("it is Towed", default=False)
    rooftop: bool = asked("it is on the rooftop", default=False)
    large: bool = asked("it is a Large Target", default=False)


@attrs.frozen(kw_only=True)
class GunAnswer(Answer):
    """Whether a Gun may be in a hex.

    Attributes:
        allowed: whether it may.
        loses_concealment_on: the coloured dr on which it loses concealment by firing (AD4.2).
        case_a_doubled_if_normal: whether Case A is doubled there where it is elsewhere (AD3.48).
        arid_debris: whether there is Arid Debris.
        emplaced_concealment_loss_drm: what Broken Ground adds to it if it is Emplaced (AD4.51).
        may_set_up_emplaced: whether it may set up Emplaced, as far as AD3.2 says.
        may_be_manhandled: whether it may be Manhandled, as far as AD3.2 says.
    """

    allowed: bool
    loses_concealment_on: tuple[int, ...]
    case_a_doubled_if_normal: bool
    arid_debris: bool
    emplaced_concealment_loss_drm: int
    may_set_up_emplaced: bool
    may_be_manhandled: bool


def _combined(kinds: Iterable[TerrainKind]) -> bool:
    """Whether a hex is Combined Terrain (AD3.2)."""
    return not set(COMBINED.values()).isdisjoint(kinds)


def _forbidding(state: State, question: GunQuestion) -> Iterator[tuple[str, str]]:
    """Every rule that forbids the Gun, and why."""
    name, gun, calibre = question.hex, question.gun, question.calibre
    kinds = [kind.name for kind in ground_terrain(state, name)]
    if _combined(kinds) and not counter_allowed(gun, calibre):
        yield "AD3.2", "only MTR of 82mm or less and RCL are allowed in Combined Terrain"
    for kind in kinds:
        allowed = gun_allowed(
            kind,
            dm=question.dm,
            animal_packed=question.animal_packed,
            towed=question.towed,
            mtr=calibre if gun is Gun.MTR else 0,
        )
        if not allowed:
            yield OCCUPANCY[kind].rule, f"the {kind} does not hold it so"
    if question.rooftop and not has_rooftop(state, name):
        yield "AD4.4", f"{name} has no Arid Rooftop"
    elif question.rooftop and not ordnance_allowed(gun, calibre):
        yield "AD4.41", "a rooftop holds MTR of 82mm or less and RCL of 75mm or less"


def answer(state: State, question: GunQuestion) -> GunAnswer:
    """Whether a 5/8 inch Gun may be in a hex, and what its fire and CA changes take there."""
    name, kinds = question.hex, ground_terrain(state, question.hex)
    combined = _combined(kind.name for kind in kinds)
    why = tuple(Near("Gun", rule, Kind.NUMBER, text) for rule, text in _forbidding(state, question))
    lost = loses_concealment_on(
        state.sky.ec, ad=state.setting.scenario.ad, large_target=question.large
    )
    doubled = case_a_doubled(state, name, doubled_elsewhere=True)
    said = (
        "it may be there"
        if not why
        else "it may not be there: " + "; ".join(f"{each.why} ({each.rule})" for each in why)
    )
    said += f'; by firing it loses "?" on a coloured {min(lost)} or more (A12.34, AD4.2)'
    if not doubled:
        said += "; its Case A is not doubled in Arid Debris (AD3.48)"
    drm = concealment_loss_drm(state, kinds)
    if drm:
        said += f"; Emplaced in Broken Ground it takes +{drm} to that dr (AD4.51)"
    if combined:
        said += "; it may neither set up Emplaced nor be Manhandled there (AD3.2)"
    return GunAnswer(
        question=question,
        verdict=said,
        near=why,
        allowed=not why,
        loses_concealment_on=tuple(lost),
        case_a_doubled_if_normal=doubled,
        arid_debris=arid_debris_in(state, name),
        emplaced_concealment_loss_drm=drm,
        may_set_up_emplaced=not combined or may_set_up_emplaced(),
        may_be_manhandled=not combined or may_be_manhandled(),
    )
