"""What it costs to enter a hex, item by item (B.2, B.3, 11.73)."""

import attrs

from events.terms import HexsideKind
from sim.chapter_11.heavy_dust import movement_extra
from sim.chapter_ad.high_walls import hexsides_now
from sim.chapter_b.cot import Mover, entry_cost
from sim.chapter_b.roads import follows_way
from sim.chapter_f.hammada import immobilization_drm
from sim.map.mover_kind import MoverKind
from sim.modifiers import Near, applied, total_of
from sim.questions.answer import Answer
from sim.state import State

__all__ = ["ask_entry_cost", "ask_may_enter"]


def ask_entry_cost(
    state: State, mover: Mover, origin: str, name: str, *, road: bool | None
) -> Answer:
    """What it costs a mover to enter a hex from an adjacent one."""
    entry = entry_cost(state, mover, origin, name, road=road)
    extra, near = applied(
        movement_extra(
            state, vehicle_or_cavalry=mover.kind is not MoverKind.INFANTRY, bu_afv=mover.bu
        )
    )
    counted = {item.name for item in entry.items}
    left = [each for each in extra if each.name not in counted and entry.amount is not None]
    why = "the hex takes the whole allotment"
    near += tuple(Near(each.name, each.rule, each.kind, why) for each in left)
    points = mover.points.value
    if entry.amount is None:
        said = f"it may not enter: {entry.why_not}"
    else:
        more = sum(int(each.amount or 0) for each in entry.bog_drm)
        drm = f" with +{more} more" if more else ""
        bog = f", and a Bog Check is due{drm} (D8.21)" if entry.bog else ""
        said = f"{entry.amount} {points}{bog}{_hammada(state, mover, origin, name, road)}"
        said += _two_mph(state, mover, origin, name)
    facts = {
        "allowed": entry.amount is not None,
        "cost": None if entry.amount is None else str(entry.amount),
        "bog_check": entry.bog,
        "bog_drm": sum(int(each.amount or 0) for each in entry.bog_drm),
    }
    return Answer(
        question="entry-cost",
        verdict=said,
        items=() if entry.amount is None else entry.items,
        near=near,
        facts=facts,
    )


def _hammada(state: State, mover: Mover, origin: str, name: str, road: bool | None) -> str:
    """What hammada asks for beside the cost."""
    follows = follows_way(state, origin, name, road=road)
    drm = immobilization_drm(state, mover, name, follows_way=follows)
    if drm is None:
        return ""
    return f", and an Immobilization DR is due with DRM {int(total_of(drm).fixed):+} (F3.31)"


def _two_mph(state: State, mover: Mover, origin: str, name: str) -> str:
    """What a cactus hedge asks of Infantry beside the cost."""
    side = state.setting.area.hexside(name, origin) or 1
    kind = hexsides_now(state).get((name, side))
    if mover.kind is not MoverKind.INFANTRY or kind is not HexsideKind.CACTUS_HEDGE:
        return ""
    return ", in each of two MPh: TI in the first, across in the next if in Good Order (191.3)"


def ask_may_enter(
    state: State, mover: Mover, origin: str, name: str, *, road: bool | None
) -> Answer:
    """Whether a mover may enter a hex at all, and why not."""
    answer = ask_entry_cost(state, mover, origin, name, road=road)
    said = f"yes, for {answer.verdict}" if answer.facts["allowed"] else f"no: {answer.verdict}"
    return attrs.evolve(answer, question="may-enter", verdict=said)
