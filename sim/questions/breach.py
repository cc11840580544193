"""What an un-breached High Wall means to movement, fire and thrown devices (AD4.6)."""

from enum import StrEnum, unique
from fractions import Fraction
from typing import Any

from events.terms import HexsideKind
from sim.chapter_ad.high_walls import THROWN_DRM, high_wall_between, returns_at_least
from sim.chapter_b.cot import Mover, entry_cost
from sim.chapter_d.bog import bog_chance, bog_drm
from sim.modifiers import Kind, Modifier, Near
from sim.questions.answer import Answer
from sim.state import State

__all__ = ["Device", "ask_breach", "ask_thrown"]


@unique
class Device(StrEnum):
    """What can be thrown over a High Wall."""

    MOL = "MOL"
    DC = "DC"


def _wall(state: State, one: str, two: str) -> tuple[int | None, str]:
    """The hexside of an un-breached High Wall, or why there is none."""
    side = high_wall_between(state, one, two)
    if side is not None:
        return side, ""
    printed = state.setting.area.hexsides.get((one, state.setting.area.hexside(one, two) or 1))
    if printed is HexsideKind.HIGH_WALL:
        return None, f"the High Wall {one}/{two} is breached"
    return None, f"no High Wall divides {one} from {two}"


def ask_breach(state: State, mover: Mover, origin: str, name: str) -> Answer:
    """Whether a mover can breach the High Wall between two hexes, at what price and chance."""
    side, why = _wall(state, origin, name)
    if side is None:
        near = Near("breach", "AD4.6", Kind.MP, why)
        return Answer(question="breach", verdict=why, near=(near,), facts={"high_wall": False})
    facts: dict[str, Any] = {"high_wall": True, "breached": False}
    entry = entry_cost(state, mover, origin, name)
    if entry.amount is None or not entry.breaches:
        crosses = entry.amount is not None
        said = entry.why_not or "it crosses the High Wall, and breaches nothing"
        facts |= {"can_breach": False, "cost": str(entry.amount) if crosses else None}
        items = entry.items if crosses else ()
        return Answer(question="breach", verdict=said, items=items, facts=facts)
    drm = bog_drm(state, mover, entry.hexside_bog or ())
    chance = 1 - bog_chance(drm)
    said = (
        f"{entry.amount} {mover.points} and a Bog Check: it breaches the High Wall with {chance} "
        f"({float(chance):.1%}), or bogs in {origin}"
    )
    facts |= {"can_breach": True, "cost": str(entry.amount), "chance": str(chance)}
    return Answer(question="breach", verdict=said, items=drm, facts=facts)


def ask_thrown(
    state: State, origin: str, name: str, device: Device, *, cx: bool, cdr: int | None
) -> Answer:
    """What befalls a MOL or DC thrown from one hex into the next.

    Args:
        state: now.
        origin: the thrower's hex.
        name: the target's hex.
        device: what is thrown.
        cx: the thrower is CX.
        cdr: the Original coloured dr of its attack, if it is known.
    """
    side, why = _wall(state, origin, name)
    if side is None:
        near = Near("High Wall", "AD4.6", Kind.DRM, why)
        facts: dict[str, Any] = {"high_wall": False}
        return Answer(
            question="thrown", verdict=f"{why}: nothing changes", near=(near,), facts=facts
        )
    back = returns_at_least(cx=cx)
    drm = Modifier("High Wall", "AD4.6", Kind.DRM, THROWN_DRM, why="thrown over it")
    facts = {"high_wall": True, "comes_back_at": back, "chance_back": str(Fraction(7 - back, 6))}
    chance = facts["chance_back"]
    said = f"{THROWN_DRM:+} DRM; on an Original cdr of {back} or more ({chance}) it lands in "
    said += f"{origin} again"
    if device is Device.DC:
        facts["affects_thrower"] = False
        said += "; a DC that clears the wall has no effect on its thrower"
    if cdr is not None:
        facts["comes_back"] = cdr >= back
        outcome = f"lands in {origin}, with full effect" if cdr >= back else f"lands in {name}"
        said += f"; with a cdr of {cdr} it {outcome}"
    return Answer(question="thrown", verdict=said, items=(drm,), facts=facts)
