"""Whether a unit routing into a hex can be Interdicted from another, and by which DRM (11.711)."""

from collections.abc import Mapping
from typing import Any

from events.terms import Fortification
from sim.asking.answer import NOT_COVERED, Answer, NotCovered, described, signed
from sim.asking.by_mover import FromToQuestion
from sim.asking.question import BadQuestion, UnitLabel, field
from sim.chapter_11.interdiction import InterdictionResult, interdiction_die, resolve_interdiction
from sim.chapter_a.whereabouts import label_there
from sim.modifiers import DR, Halved, Modifier, applied
from sim.questions import shot
from sim.questions.shot import ShotQuestion, of_firer, of_target
from sim.shot import Attack
from sim.state import State


class InterdictionQuestion(FromToQuestion, not_judged="whether the enemies are fit to Interdict"):
    """Whether a routing unit can be Interdicted, and by which DRM."""

    morale: int | None = field("Morale Level of the unit", default=None, most=10)
    roll: int | None = field("the Original DR", default=None, least=2, most=12)
    dust_roll: int | None = field("the subsequent dr", default=None, least=1, most=6)
    within: Fortification | None = field("the Fortification in which it is", default=None)
    unit: UnitLabel | None = field("which unit of the game it is", default=None)
    from_within: Fortification | None = field("from which Fortification of its hex", default=None)
    from_bypass: bool = field("by a vehicle in Bypass", default=False)

    whose = "unit", "target"

    @classmethod
    def implied(cls, state: State, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """What is known of units that are named."""
        known = {**super().implied(state, given), **of_target(state, given)}
        return known | of_firer(state, label_there(state, given.get("firer")))


class InterdictionAnswer(Answer):
    possible: bool
    outcomes: dict[str, InterdictionResult] | NotCovered = NOT_COVERED
    """What each Dust dr would do to the unit, where it is still to be rolled."""
    drm: int | NotCovered = NOT_COVERED
    outcome: InterdictionResult | NotCovered = NOT_COVERED


def answer(state: State, question: InterdictionQuestion) -> InterdictionAnswer:
    if (question.morale is None) is not (question.roll is None):
        raise BadQuestion("roll", "Morale Level and Original DR go together")
    if question.dust_roll is not None and question.roll is None:
        raise BadQuestion("dust_roll", "a Dust dr goes with the Original DR that it modifies")
    ends = ShotQuestion(
        firer=question.firer,
        target=question.target,
        attack=Attack.IFT,
        within=question.within,
        unit=question.unit,
        from_within=question.from_within,
        from_bypass=question.from_bypass,
    )
    fired = shot.answer(state, ends)
    if not fired.interdiction:
        return InterdictionAnswer(
            verdict=f"no Interdiction: {fired.interdiction_why}", near=fired.near, possible=False
        )
    verdict = interdiction_die(state)
    items, near = applied([verdict])
    said = f"Interdiction is possible: {described(items)}" if items else "Interdiction, no DRM"
    found = InterdictionAnswer(verdict=said, items=items, near=near, possible=True)
    return _resolved(state, found, question, verdict.die if isinstance(verdict, Modifier) else None)


def _resolved(
    state: State, found: InterdictionAnswer, question: InterdictionQuestion, die: Halved | None
) -> InterdictionAnswer:
    """The answer with what happens to the unit, as far as its numbers are known."""
    morale, original, dr = question.morale, question.roll, question.dust_roll
    if morale is None or original is None:
        return found
    if die is not None and dr is None:
        outcomes = {
            str(each): resolve_interdiction(state, morale, original, die.of(each)) for each in DR
        }
        told = ", ".join(f"dr {each}: {outcome}" for each, outcome in outcomes.items())
        return found.but(verdict=f"{found.verdict}; {told}", outcomes=outcomes)
    drm = die.of(dr) if die is not None and dr is not None else 0
    outcome = resolve_interdiction(state, morale, original, drm)
    told = f"Original {original} {signed(drm)} vs Morale {morale}: {outcome}"
    if die is None and dr is not None:
        told += "; no Dust dr is made"
    return found.but(verdict=told, drm=drm, outcome=outcome)
