"""What modifies an OBA Accuracy dr, by the Observer's LOS (C1.62, 11.791)."""

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from events.errors import BadInput
from events.terms import Fortification
from sim.asking.answer import Answer, described, signed
from sim.asking.by_mover import FromToQuestion
from sim.asking.question import Anywhere, BadQuestion, field
from sim.chapter_11.low_visibility import toward_blockage
from sim.chapter_11.oba_accuracy import Observer, oba_accuracy
from sim.chapter_a.aiming import Aimer, counted_range, los_in_words
from sim.chapter_a.los import Location, LosReport, los
from sim.chapter_a.sight import checked_location
from sim.chapter_a.whereabouts import label_there
from sim.chapter_ad.arid_building import rooftop_level
from sim.chapter_b.burnable import fire_levels
from sim.chapter_b.depressions import depressions_of
from sim.chapter_b.hindrance import hindrances_block
from sim.chapter_b.roads import real_bridge_in
from sim.chapter_e.air import aerial_block, aerial_smoke, no_air_support
from sim.chapter_e.low_visibility import low_visibility
from sim.chapter_e.nvr import out_of_sight
from sim.modifiers import Kind, Modifier, Verdict, applied
from sim.questions.shot import (
    check_station,
    demand_able,
    los_from_bypass,
    of_firer,
    within_hides,
)
from sim.shot import NO_AP, Attack, Shell, Shot, Target
from sim.state import State


class OBAAccuracyQuestion(
    FromToQuestion, not_judged="radio contact, Battery Access and pre-registered hexes"
):
    """What modifies an OBA Accuracy dr."""

    firer: Anywhere = field("the Observer's Location", word="from")
    observer: Observer = field("who observes", default=Observer.OBSERVER)
    against: Target = field("what is in the hex", default=Target.INFANTRY)
    range: int | None = field("Aerial Range, or another range than the map's", default=None)
    shell: Shell = field("what is fired", default=Shell.HE)
    from_within: Fortification | None = field(
        "the Fortification of its hex in which the Observer is", default=None
    )
    from_bypass: bool = field("the Observer is in an AFV in Bypass", default=False)

    @classmethod
    def implied(cls, state: State, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """What is known of an Observer who is named: in an AFV he is CE (C1.6)."""
        label = label_there(state, given.get("firer"))
        if label in state.vehicles and state.vehicles[label].bu:
            raise BadQuestion("firer", f"{label} is BU, and an Observer in an AFV is CE (C1.6)")
        return of_firer(state, label)


class OBAAccuracyAnswer(Answer):
    observer: Observer
    range: int
    blocked: str | None
    """Why there is no LOS; None if there is, or none is needed."""
    los: str
    """Whose LOS and which range count, in words."""

    def lines(self) -> Iterator[str]:
        yield self.los


def _seen(state: State, question: OBAAccuracyQuestion, target: Location) -> LosReport:
    """The LOS to a Location, from its vertex if the Observer is in an AFV in Bypass (D2.32)."""
    if question.from_bypass and question.firer.hex != target.hex:
        return los_from_bypass(state, question.firer, target)
    return los(state, question.firer, target)


def _clearest(state: State, question: OBAAccuracyQuestion) -> LosReport:
    """The LOS to the AR: that to the Location of its hex that is seen with least Hindrance (C1.62).

    Where none is seen, that to the Location that is asked for.
    """
    target = question.target
    asked = _seen(state, question, target)
    levels = {*fire_levels(state, target.hex), rooftop_level(state, target.hex) or 0}
    if target.hex in depressions_of(state.setting):
        levels = {-1, 0} if real_bridge_in(state.setting, target.hex) else {target.level}
    places = (Location(target.hex, level) for level in sorted(levels))
    every = [_seen(state, question, place) for place in places]
    seen = [asked, *every] if asked.block is None else [each for each in every if not each.blocked]
    return min(seen, key=lambda each: each.hindrance, default=asked)


def answer(state: State, question: OBAAccuracyQuestion) -> OBAAccuracyAnswer:
    observer = question.observer
    if question.shell is Shell.AP:
        raise BadQuestion("shell", NO_AP)
    demand_able(state, "firer", question.firer.label)
    if observer is Observer.OBSERVER:
        try:
            checked_location(state, question.firer.hex, question.firer.level)
        except BadInput as error:
            said = f"{error.what}; an Offboard Observer may be elsewhere (C1.63)"
            raise BadQuestion("firer", said) from None
    report = _clearest(state, question)
    plane = observer is Observer.PLANE
    far = counted_range(state, report, question.firer.hex, aerial=plane)
    range_ = far if question.range is None else question.range
    shot = Shot(state, Attack.IFT, report, question.against, range_, shell=question.shell)
    above = attrs.evolve(shot, attack=Attack.GROUND_SUPPORT)
    verdicts: list[Verdict] = []
    if not plane:
        verdicts += [
            Modifier(each.name, each.rule, Kind.LOS_HINDRANCE, each.drm, why=f"in {each.hex}")
            for each in report.hindrances
        ]
    else:
        verdicts += aerial_smoke(above)
    verdicts.append(low_visibility(above if plane else shot))
    verdicts += oba_accuracy(shot, observer)
    items, near = applied(verdicts)
    blocked = None
    block = aerial_block(above) if plane else report.block
    dark = None if plane else out_of_sight(state, report.firer, report.target)
    if not plane:
        check_station(state, question.firer, question.from_within)
        dark = dark or within_hides(state, report.firer, report.target, question.from_within)
    if dark is not None or block is not None:
        blocked = dark or str(block)
    elif hindrances_block(toward_blockage(items), 0):
        blocked = f"its Hindrances total {signed(toward_blockage(items))} (B.10)"
    said = f"no LOS: {blocked}" if blocked else described(items)
    if plane and (why := no_air_support(state)):
        said = f"not allowed: {why}"
    return OBAAccuracyAnswer(
        verdict=said,
        items=items,
        near=near,
        observer=observer,
        range=range_,
        blocked=blocked,
        los=los_in_words(Aimer[observer.name], report, range_),
    )
