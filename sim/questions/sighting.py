"""What modifies a Sighting TC (E7.3), and which Original DR pass it."""

from collections.abc import Iterator, Mapping
from typing import Any

from sim.asking.answer import Answer, described
from sim.asking.question import BadQuestion, Hex, Question, field
from sim.chapter_a.whereabouts import label_there
from sim.chapter_e.air import MORALE, terrain_on_sighting, weather_on_sighting, why_no_air
from sim.modifiers import Kind, Modifier, applied, total_of
from sim.shot import Target
from sim.state import State


class SightingQuestion(Question):
    """What modifies a Sighting TC, and which Original DR pass it."""

    hex: Hex | None = field("the hex of what is to be sighted", default=None)
    against: Target = field("what is to be sighted", default=Target.INFANTRY)
    bypass: bool = field("it is in Bypass: the terrain does not cover it", default=False)
    moved: bool = field("it moved in this Player Turn", default=False)
    convoy: bool = field("it is of a Convoy or Column", default=False)
    attacked: bool = field("it was attacked from the air in this Player Turn", default=False)
    unconcealed: bool = field("it is not wholly concealed", default=False)
    friends: bool = field(
        "a vehicle or MMC friendly to the aircraft is within four hexes and in its LOS",
        default=False,
    )
    firer: Hex | None = field(
        "the hex of the aircraft, from where SMOKE beside the target may hinder",
        word="from",
        default=None,
    )

    @classmethod
    def implied(cls, state: State, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """What is known of a vehicle that is named: that it is one, and in Bypass if it is."""
        vehicle = state.vehicles.get(label_there(state, given.get("hex")))
        if vehicle is None:
            return {}
        passing = given.get("bypass") or vehicle.bypass is not None
        return {"against": given.get("against") or Target.VEHICLE, "bypass": passing}


def _of_the_target(question: SightingQuestion) -> Iterator[Modifier]:
    """What a player says of the target, and what each adds (E7.3)."""
    for holds, name, drm in (
        (question.friends, "friendly unit near", 1),
        (question.against in (Target.VEHICLE, Target.BOTH), "vehicle", -1),
        (question.moved, "moved", -1),
        (question.convoy, "Convoy or Column", -1),
        (question.attacked, "attacked from the air", -1),
        (question.unconcealed, "not wholly concealed", -2),
    ):
        if holds:
            yield Modifier(name, "E7.3", Kind.DRM, drm)


def _passes(items: tuple[Modifier, ...]) -> str:
    """Which Original DR pass, in words."""
    most = min(MORALE - int(total_of(items).fixed), 12)
    return (
        f"passes on an Original DR of {most} or less (E7.3)" if most > 1 else "cannot pass (E7.3)"
    )


def answer(state: State, question: SightingQuestion) -> Answer:
    name = question.hex
    if name is None and question.firer is not None:
        raise BadQuestion("firer", "SMOKE is between the aircraft and a target; give {}", "hex")
    verdicts = [*weather_on_sighting(state, name), *_of_the_target(question)]
    if name is not None:
        covered = not question.bypass
        verdicts += terrain_on_sighting(state, name, question.firer, covered=covered)
    items, near = applied(verdicts)
    said = f"{described(items)}: it {_passes(items)}"
    if (why := why_no_air(state)) is not None:
        said += f"; but {why}"
    return Answer(verdict=said, items=items, near=near)
