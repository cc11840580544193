"""Whether an entry or a VCA change takes a Bog Check, what modifies it, and how likely it bogs."""

from fractions import Fraction
from typing import Any

from sim.chapter_b.cot import Mover, entry_cost, turn_bog_drm
from sim.chapter_d.bog import bog_chance, bog_drm
from sim.chapter_d.movement import OBSTACLE_TURN_MP, obstacle_in
from sim.modifiers import Kind, Modifier, Near, total_of
from sim.questions.answer import Answer
from sim.state import State

__all__ = ["ask_bog"]


def _answer(
    state: State,
    mover: Mover,
    where: str,
    checks: list[tuple[Modifier, ...]],
    facts: dict[str, Any],
) -> Answer:
    """The answer for some Bog Checks, one after the other, each with the DRM of its terrain."""
    every = [bog_drm(state, mover, terrain) for terrain in checks]
    passes = Fraction(1)
    for drm in every:
        passes *= 1 - bog_chance(drm)
    drms = [int(total_of(drm).fixed) for drm in every]
    said = " and ".join(f"a Bog Check with DRM {drm:+}" for drm in drms)
    chance = 1 - passes
    said = f"{where}: {said}; it bogs with {chance} ({float(chance):.1%})"
    facts |= {"bog_check": True, "drm": drms, "chance": str(chance)}
    return Answer(question="bog", verdict=said, items=every[-1], facts=facts)


def ask_bog(
    state: State, mover: Mover, origin: str | None, name: str, *, road: bool | None
) -> Answer:
    """What Bog Checks a mover makes that enters a hex, or changes its VCA there.

    Args:
        state: now.
        mover: the vehicle.
        origin: the adjacent hex that it leaves; None if it changes its VCA in the hex.
        name: the hex.
        road: whether it uses a road; if None, it does where one crosses the hexside.
    """
    none: dict[str, Any] = {"bog_check": False, "drm": [], "chance": "0"}
    if origin is None:
        if not obstacle_in(state, name):
            why = Near("Bog Check", "D8.21", Kind.DRM, f"a VCA change in {name} takes none")
            return Answer(question="bog", verdict=why.why, near=(why,), facts=none)
        where = f"a VCA change in {name} costs {OBSTACLE_TURN_MP} MP"
        return _answer(state, mover, where, [turn_bog_drm(state, mover, name)], {})
    entry = entry_cost(state, mover, origin, name, road=road)
    cost = None if entry.amount is None else str(entry.amount)
    if entry.amount is None:
        verdict = f"it may not enter: {entry.why_not}"
        return Answer(question="bog", verdict=verdict, facts=none | {"cost": cost})
    checks = [entry.hexside_bog] if entry.hexside_bog is not None else []
    checks += [entry.bog_drm] if entry.bog else []
    if not checks:
        why = Near("Bog Check", "D8.21", Kind.DRM, "neither terrain nor hexside asks for one")
        verdict = f"{entry.amount} {mover.points} and no Bog Check"
        return Answer(question="bog", verdict=verdict, near=(why,), facts=none | {"cost": cost})
    return _answer(state, mover, f"{entry.amount} {mover.points}", checks, {"cost": cost})
