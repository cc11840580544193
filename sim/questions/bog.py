"""Whether an entry or a VCA change takes a Bog Check, what modifies it, and how likely it bogs."""

from fractions import Fraction
from typing import Any, Final

import attrs

from sim.chapter_b.cot import Mover, entry_cost
from sim.chapter_b.roads import follows_way
from sim.chapter_d.bog import bog_chance, bog_drm
from sim.chapter_d.vca import change_of
from sim.chapter_f.hammada import immobilization_chance, immobilization_drm
from sim.modifiers import Kind, Modifier, Near, total_of
from sim.questions.answer import Answer
from sim.state import State

__all__ = ["ask_bog"]

CORE: Final = ("D8.2", "D8.21", "F3.31")


_NONE: Final[dict[str, Any]] = {
    "bog_check": False,
    "drm": [],
    "chance": "0",
    "immobilization_drm": None,
    "immobilization_chance": "0",
}


def _answer(
    state: State,
    mover: Mover,
    where: str,
    checks: list[tuple[Modifier, ...]],
    immobilization: tuple[Modifier, ...] | None,
) -> Answer:
    """The answer for some Bog Checks, one after the other, and perhaps an Immobilization DR."""
    every = [bog_drm(state, mover, terrain) for terrain in checks]
    passes = Fraction(1)
    for drm in every:
        passes *= 1 - bog_chance(drm)
    drms = [int(total_of(drm).fixed) for drm in every]
    said = [f"a Bog Check with DRM {drm:+}" for drm in drms]
    facts = {**_NONE, "bog_check": bool(every), "drm": drms, "chance": str(1 - passes)}
    ends = [f"it bogs with {1 - passes} ({float(1 - passes):.1%})"] if every else []
    items = every[-1] if every else ()
    if immobilization is not None:
        total = int(total_of(immobilization).fixed)
        chance = immobilization_chance(immobilization)
        said.append(f"an Immobilization DR with DRM {total:+}")
        ends.append(f"it is immobilized with {chance} ({float(chance):.1%})")
        facts |= {"immobilization_drm": total, "immobilization_chance": str(chance)}
        items += immobilization
    if not said:
        why = Near("Bog Check", "D8.21", Kind.DRM, "neither terrain nor hexside asks for one")
        verdict = f"{where} and no Bog Check"
        return Answer(question="bog", verdict=verdict, near=(why,), facts=facts)
    verdict = f"{where}: {' and '.join(said)}; {', '.join(ends)}"
    return Answer(question="bog", verdict=verdict, items=items, facts=facts)


def ask_bog(
    state: State, mover: Mover, origin: str | None, name: str, *, road: bool | None
) -> Answer:
    """What a mover risks that enters a hex, or changes its VCA there (D8.2, F3.31).

    Args:
        state: now.
        mover: the vehicle.
        origin: the adjacent hex that it leaves; None if it changes its VCA in the hex.
        name: the hex.
        road: whether it uses a road; if None, it does where one crosses the hexside.
    """
    if origin is None:
        return _ask_turn(state, mover, name, road=road)
    entry = entry_cost(state, mover, origin, name, road=road)
    if entry.amount is None:
        verdict = f"it may not enter: {entry.why_not}"
        return Answer(question="bog", verdict=verdict, facts={**_NONE, "cost": None})
    checks = [entry.hexside_bog] if entry.hexside_bog is not None else []
    checks += [entry.bog_drm] if entry.bog else []
    follows = follows_way(state, origin, name, road=road)
    immobilization = immobilization_drm(state, mover, name, follows_way=follows)
    answer = _answer(state, mover, f"{entry.amount} {mover.points}", checks, immobilization)
    return attrs.evolve(answer, facts={**answer.facts, "cost": str(entry.amount)})


def _ask_turn(state: State, mover: Mover, name: str, *, road: bool | None) -> Answer:
    """What a VCA change risks; a vehicle of the game is where it is as it came there."""
    found = state.vehicles.get(mover.vehicle or "")
    origin = found.came_from if found is not None and found.hex == name else None
    change = change_of(state, mover, name, origin, road=road)
    facts = {**_NONE, "cost": str(change.mp)}
    if change.why_not:
        return Answer(question="bog", verdict=change.why_not, facts={**facts, "cost": None})
    where = f"a VCA change in {name} costs {change.mp} MP"
    checks = [] if change.bog is None else [change.bog]
    answer = _answer(state, mover, where, checks, change.immobilization)
    return attrs.evolve(answer, facts={**answer.facts, "cost": str(change.mp)})
