"""What burns in a hex, by which numbers, and the exact chances of its fire (B25)."""

from typing import Any, Final

from events.terms import Fire, Kindler
from sim.chapter_ad.arid_rooftop import has_rooftop
from sim.chapter_b.burnable import Burnable, FireRoll, burns_as, chance_of
from sim.chapter_b.fire import flame_roll, goes_out
from sim.chapter_b.fire_collapse import burning_buildings, collapse_chance, collapse_phase
from sim.chapter_b.kindling import kindling_roll
from sim.chapter_b.spreading_fire import Front, fronts
from sim.questions.answer import Answer
from sim.questions.shot import signed
from sim.state import BARE, State

__all__ = ["ask_burn"]

CORE: Final = ("B25.1",)


def ask_burn(
    state: State, name: str, to: str | None = None, by: Kindler = Kindler.SQUAD, leader: int = 0
) -> Answer:
    """What burns in a hex, and what its fire does next.

    The DRM are those of the next DR: Kindling where there is no fire, the growth of a Flame, and of
    a Blaze its spread across the hexside asked for.

    Args:
        state: now.
        name: the hex.
        to: the adjacent hex to which its Blaze would spread.
        by: who would make a Kindling attempt.
        leader: Leadership DRM of who would direct it.
    """
    burning = burns_as(state, name)
    if burning is None:
        why = f"nothing in {name} burns (B25.1)"
        return Answer(question="burn", verdict=why, facts={"burns_as": None, "why": why})
    fire = state.ground.get(name, BARE).fire
    roll, said, facts = _next(state, name, burning, fire, by, leader)
    across = {front.to: front for front in fronts(state, name)}
    facts = {
        "burns_as": burning.kind,
        "rule": burning.rule,
        "kindling": burning.kindling,
        "spreading": burning.spreading,
        "fire": None if fire is None else fire.value,
        "arid_rooftop": has_rooftop(state, name),
        **facts,
        "spread": {each: _front(front) for each, front in across.items()},
    }
    if name in burning_buildings(state):
        facts["collapse"] = {
            "phase": collapse_phase(state).value,
            "chance": str(collapse_chance(state, name)),
        }
    if to is not None:
        roll, said = across[to].roll, f"{said}; into {to}: {_told(across[to])}"
    return Answer(
        question="burn",
        verdict=f"{name} burns as {burning.kind} ({burning.rule}): {said}",
        items=() if roll is None else roll.items,
        near=() if roll is None else roll.near,
        facts=facts,
    )


def _next(
    state: State, name: str, burning: Burnable, fire: Fire | None, by: Kindler, leader: int
) -> tuple[FireRoll | None, str, dict[str, Any]]:
    """The next DR of a hex, in a sentence, and its chances."""
    if fire is None:
        roll = kindling_roll(state, name, burning, by, leader)
        said = f"Kindling on a Final DR of {roll.number} or more, {roll.chance}"
        return roll, said, {"kindle": _chances(roll)}
    if fire is Fire.FLAME:
        roll = flame_roll(state, name, burning)
        out = str(chance_of(lambda dice: goes_out(roll, dice)))
        said = f"its Flame becomes a Blaze on a Final DR of {roll.number} or more, {roll.chance}"
        return roll, f"{said}, and goes out on {out}", {"flame": {**_chances(roll), "out": out}}
    return None, "it is ablaze", {}


def _chances(roll: FireRoll) -> dict[str, Any]:
    return {"number": roll.number, "drm": roll.drm, "chance": str(roll.chance)}


def _told(front: Front) -> str:
    if front.roll is None:
        return f"none, {front.why_not} ({front.rule})"
    roll = front.roll
    return f"a Final DR of {roll.number} or more, DRM {signed(roll.drm)}, {roll.chance}"


def _front(front: Front) -> dict[str, Any]:
    if front.roll is None:
        return {"chance": "0", "rule": front.rule, "why_not": front.why_not, "said": _told(front)}
    return {
        **_chances(front.roll),
        "drms": {each.name: each.amount for each in front.roll.items},
        "said": _told(front),
    }
