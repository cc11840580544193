"""11.8 Desert Mud: only Open Ground beside hammada counts for the Secret dr of Mud Bog (D8.23)."""

from collections.abc import Sequence
from itertools import pairwise

from events.terms import Road
from sim.chapter_b.roads import road_between
from sim.chapter_f.hammada import accessible_to_hammada, is_desert_open_ground
from sim.state import State


def counts_for_mud_bog(
    state: State, origin: str | None, name: str, *, paved: bool | None = None
) -> str | None:
    """Why a hex that a vehicle enters does not count for the Secret dr; None if it does.

    With ``paved`` None it enters via a paved road where one crosses the hexside.
    """
    plain = is_desert_open_ground(state.setting, name)
    if not plain or state.ground.get(name) is not None:
        return "it is not Open Ground"
    if not accessible_to_hammada(state, name):
        return "no hammada is Accessible from it"
    by_road = _paved(state, origin, name) if paved is None else paved
    if by_road and state.setting.rules_that("11.8-road", "uncounted"):
        return "it is entered via a paved road"
    return None


def _paved(state: State, origin: str | None, name: str) -> bool:
    return origin is not None and road_between(state, origin, name) is Road.PAVED


def bog_hex(state: State, path: Sequence[str], dr: int) -> str | None:
    """The hex in which a vehicle bogs that the Secret DR says will; None if it does not.

    It bogs in the hex of its path that is the dr-th to count, unless it enters that one via a paved
    road. The path begins with the hex where its MPh does.
    """
    count = 0
    for origin, name in pairwise(path):
        count += counts_for_mud_bog(state, origin, name) is None
        if count == dr:
            return None if _paved(state, origin, name) else name
    return None
