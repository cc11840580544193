"""HIP and concealment in a hex (A12.1 to A12.33), and what DLV makes of them (11.601)."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from events.terms import Fortification
from sim.asking.answer import NOT_COVERED, Answer, NotCovered, signed
from sim.asking.by_mover import check_within
from sim.asking.question import Question, field
from sim.chapter_11 import hip_and_concealment as hip
from sim.chapter_a.los import Location
from sim.chapter_a.whereabouts import label_there
from sim.chapter_ad.arid_building import is_rooftop
from sim.chapter_b.artificial_terrain import ground_terrain
from sim.chapter_b.sheltered import shelter_of
from sim.los.line import distance
from sim.modifiers import Kind, Near
from sim.questions import rooftop, shot
from sim.questions.rooftop import RooftopQuestion
from sim.questions.shot import ShotAnswer, ShotQuestion
from sim.shot import Attack, Target
from sim.state import State


class ConcealmentQuestion(Question, not_judged="what a unit does that loses its concealment"):
    """How "?" is gained and lost in a hex, and HIP there; in DLV too."""

    hex: Location = field("which hex, or Location of it")
    enemy: tuple[Location, ...] = field("Locations of unbroken enemy ground units")
    unit: hip.Seeker = field("who is there", default=hip.Seeker.INFANTRY)
    within: Fortification | None = field("the Fortification in which it is", default=None)

    @classmethod
    def implied(cls, state: State, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """What is known of who is named: that it is a vehicle, or in a Fortification."""
        label = label_there(state, given.get("hex"))
        unit = hip.Seeker.VEHICLE if label in state.vehicles else None
        known = {"unit": unit, "within": shelter_of(state, label)}
        return {key: each for key, each in known.items() if each and given.get(key) is None}


class ConcealmentAnswer(Answer):
    in_effect: bool
    dlv: tuple[str, ...]
    ranges: dict[str, int]
    concealment_terrain: bool
    revealed_by: tuple[str, ...] | NotCovered = NOT_COVERED
    """The enemies whose LOS reveals an entrenchment, where 11.601 is in effect."""
    out_of_los_for_gain: bool | NotCovered = NOT_COVERED
    """Whether a unit there is as if out of LOS, where it is."""


def answer(state: State, question: ConcealmentQuestion) -> ConcealmentAnswer:
    name, enemies, area = question.hex.hex, question.enemy, state.setting.area
    hexes = [each.hex for each in enemies]
    usual = {str(each): hip.why_seen_as_usual(state, name, each.hex, hexes) for each in enemies}
    shots = _shots(state, question, question.within)
    in_los = [each for each, found in shots.items() if not found.blocked]
    found = ConcealmentAnswer(
        verdict="",
        in_effect=False,
        dlv=hip.dlv_in_effect(state),
        ranges={str(e): distance(area.place(name), area.place(e.hex)) for e in enemies},
        concealment_terrain=_hides(state, question),
    )
    why = (
        None if found.concealment_terrain else f"{question.hex} is not Concealment Terrain (A12.12)"
    )
    if why is None and None not in usual.values():
        why = usual[str(enemies[0])]
    if why is None and not in_los:
        why = "no enemy that is named has a LOS to it"
    if why is not None:
        near = Near("HIP and concealment in DLV", "11.601", Kind.DRM, why)
        usually = (
            *_gain(state, question, shots),
            *_losses(state, question, shots, "a Fortification"),
        )
        said = f"the normal rules apply: {why}; {'; '.join(usually)}"
        return found.but(verdict=said, near=(near,))
    ever = [each for each in in_los if usual[each] and found.ranges[each] <= NEAR_ENEMY]
    seeing = tuple(
        each for each in in_los if each in ever or found.ranges[each] <= hip.REVEALED_WITHIN
    )
    no_gain = _why_no_gain(state, question)
    by = f"can be revealed by the LOS of {', '.join(seeing)}" if seeing else "stays hidden"
    gain = f"is not as if out of LOS: {no_gain}" if no_gain else "is as if out of LOS"
    within = f"within {NEAR_ENEMY} ({usual[ever[0]]})" if ever else ""
    but = f", but {', '.join(ever)} {within}" if ever else ""
    said = (
        f"a HIP entrenchment there {by}, as only enemies within {hip.REVEALED_WITHIN} hexes reveal "
        f'it by LOS alone{but}; for "?" gain it {gain}; entry and Searching are as ever (A12.33)'
    )
    how = _gain(state, question, shots) if no_gain else [f'"?" is gained without a dr{_BY}']
    others = "a Fortification that is no entrenchment"
    told = "; ".join((said, *how, *_losses(state, question, shots, others)))
    return found.but(
        in_effect=True, verdict=told, revealed_by=seeing, out_of_los_for_gain=not no_gain
    )


def _hides(state: State, question: ConcealmentQuestion) -> bool:
    """Whether it is in Concealment Terrain, as in a pillbox, but not on top of one (B30.7)."""
    name = question.hex.hex
    check_within(state, name, question.within)
    if is_rooftop(state, name, question.hex.level):
        roof = rooftop.answer(state, RooftopQuestion(hex=name, enemy=question.enemy))
        return roof.concealment_terrain is True  # AD4.412
    pillbox = question.within is Fortification.PILLBOX
    return pillbox or any(kind.concealment for kind in ground_terrain(state, name))


def _why_no_gain(state: State, question: ConcealmentQuestion) -> str | None:
    """Why the hex is not as if out of LOS for concealment gain; None if it is."""
    name, enemies = question.hex.hex, [each.hex for each in question.enemy]
    if not question.unit.is_served:
        return f"it serves Infantry and Emplaced Guns, not a unit such as {question.unit}"
    if (why := hip.why_not_in_effect(state, name, enemies)) is not None:
        return why
    if not hip.counts_as_out_of_los(state, name, enemies):
        return f"an enemy is within {hip.OUT_OF_LOS_FROM - 1} hexes"
    return None


NEAR_ENEMY: Final = 16
"""Hexes within which an enemy counts for concealment (A12.1)."""


_BY: Final = ", by who is in Good Order, at the end of its own Player Turn (A12.12)"


def _seeing(
    state: State, question: ConcealmentQuestion, shots: dict[str, ShotAnswer]
) -> tuple[list[str], list[str]]:
    """The enemies near in whose LOS it is, and all in whose LOS it counts as seen (A12.1)."""
    seeing = [each for each, found in shots.items() if not found.blocked]
    near = [each for each in seeing if shots[each].range <= NEAR_ENEMY]
    return near, near if _hides(state, question) else seeing


def _gain(
    state: State, question: ConcealmentQuestion, shots: dict[str, ShotAnswer]
) -> Iterator[str]:
    """How "?" is gained there (A12.12, A12.121, A12.122)."""
    here = question.hex
    kinds = ground_terrain(state, here.hex, here.level)
    seeing = [each for each, found in shots.items() if not found.blocked]
    near, found = _seeing(state, question, shots)
    hides = _hides(state, question)
    if not question.unit.is_served:
        lost = (
            f", and loses it {'by motion' if hides else 'at once'} in LOS of {found and found[0]}"
        )
        yield f'a {question.unit} gains no "?" (A12.12){f"{lost} (A12.2)" if found else ""}'
    elif near or (seeing and not (hides and question.unit is hip.Seeker.INFANTRY)):
        yield f'no "?" is gained in LOS of {(near or seeing)[0]} (A12.121)'
    elif not seeing and (hides or all(found.range > NEAR_ENEMY for found in shots.values())):
        yield f'"?" is gained without a dr (A12.121){_BY}'
    else:
        ends = ShotQuestion(
            firer=here, target=here, attack=Attack.RESIDUAL_FP, within=question.within
        )
        items = shot.answer(state, ends).items
        drm = sum(e.fixed for e in items if e.kind in (Kind.TEM, Kind.LOS_HINDRANCE))
        drm += sum(kind.hindrance for kind in kinds)
        yield f'"?" is gained on a Final dr of 5 or less: US# {signed(-drm)} (A12.122){_BY}'


def _losses(
    state: State, question: ConcealmentQuestion, shots: dict[str, ShotAnswer], what: str
) -> Iterator[str]:
    """What loses "?" there, and what reveals a hidden Fortification of a sort (A12.14, A12.33)."""
    near, _ = _seeing(state, question, shots)
    if near and question.unit.is_served:
        yield f'Non-Assault Movement, fire and labor in LOS of {near[0]} lose "?" (A12.14)'
        open_to = [each for each in near if shots[each].interdiction]
        if open_to:
            yield f"so does any entry of it, Open Ground to {open_to[0]} (A10.531)"
    itself = _shots(state, question, None)
    _, found = _seeing(state, question, itself)  # an entrenchment is seen, if not who is in it
    by = f"is revealed by the LOS of {' and '.join(found)}" if found else "stays hidden"
    yield f"{what} set up hidden there {by} (A12.33)"
    if near and question.unit.is_served:
        yield 'setting a Fire, SMOKE grenades and a CA change lose "?" too (A12.141)'
    if state.attacker is None:
        yield f'{"no" if near else "a free"} "?" goes to a stack there after both setups (A12.12)'


def _shots(
    state: State, question: ConcealmentQuestion, within: Fortification | None
) -> dict[str, ShotAnswer]:
    """A shot of each enemy at who is in the hex, or within a Fortification of it."""
    vehicle = question.unit is hip.Seeker.VEHICLE
    against = Target.VEHICLE if vehicle else Target.INFANTRY
    return shot.shots_of(state, question.enemy, question.hex, against=against, within=within)
