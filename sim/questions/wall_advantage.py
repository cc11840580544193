"""Whether a unit can gain Wall Advantage over a hexside (B9.32, AD4.6)."""

from collections.abc import Mapping
from typing import Any

from events.terms import Fortification
from sim.asking.answer import Answer, signed
from sim.asking.by_mover import FromQuestion, check_adjacent, check_within
from sim.asking.question import Hex, field
from sim.chapter_a.whereabouts import label_there
from sim.chapter_b.fortifications import wall_advantage
from sim.modifiers import Near, applied, total_of
from sim.state import State


class WallAdvantageQuestion(FromQuestion, not_judged="the unit itself, and who else claims it"):
    """Whether a unit can gain Wall Advantage over a hexside."""

    hex: Hex = field("the adjacent hex beyond the hexside", word="to")
    held: bool = field("an enemy beyond the hexside has Wall Advantage already", default=False)
    within: Fortification | None = field("the Fortification in which it is", default=None)
    bypass: int | None = field(
        "the hexside along which it is in Bypass", default=None, least=1, most=6
    )

    whose = ("firer",)

    @classmethod
    def implied(cls, state: State, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """What is known of a vehicle that is named."""
        found = dict(super().implied(state, given))
        vehicle = state.vehicles.get(label_there(state, given.get("firer")))
        if vehicle is not None and given.get("bypass") is None:
            found["bypass"] = vehicle.bypass
        return found


class WallAdvantageAnswer(Answer):
    possible: bool
    tem: int
    """The TEM that goes with it; 0 if it cannot."""
    why_not_gained: str | None


def answer(state: State, question: WallAdvantageQuestion) -> WallAdvantageAnswer:
    where, other = question.firer, question.hex
    check_adjacent(state, where.hex, other, "hex")
    check_within(state, where.hex, question.within)
    found = wall_advantage(
        state,
        where.hex,
        other,
        level=where.level,
        held=question.held,
        within=question.within,
        bypass=question.bypass,
    )
    items, near = applied([found])
    tem = int(total_of(items).fixed)
    why = f"{found.why} ({found.rule})" if isinstance(found, Near) else None
    said = f"no Wall Advantage: {why}" if why else f"Wall Advantage is possible, TEM {signed(tem)}"
    return WallAdvantageAnswer(
        verdict=said, items=items, near=near, possible=why is None, tem=tem, why_not_gained=why
    )
