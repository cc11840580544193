"""B10.4 How many levels an entry gains or climbs, Depressions and bridges (B6.1) included."""

from typing import Final

from sim.chapter_a.depressions import are_connected
from sim.chapter_b.bridges import real_bridge_in
from sim.los.features import depressions_of
from sim.state import State

__all__ = ["levels_of", "rise_of"]

CORE: Final = ("B6.1", "B10.4")


def _low(state: State, name: str, *, by_road: bool) -> bool:
    """Whether a mover is IN the Depression of a hex: not if it crosses a bridge by road (B6.1)."""
    return name in depressions_of(state.setting) and not (
        by_road and real_bridge_in(state.setting, name)
    )


def _joined(state: State, origin: str, name: str, *, by_road: bool) -> bool:
    """Whether a mover goes from hex to hex IN one Depression."""
    low, area = depressions_of(state.setting), state.setting.area
    both = _low(state, origin, by_road=by_road) and _low(state, name, by_road=by_road)
    return both and are_connected(area, low, origin, name)


def rise_of(state: State, origin: str, name: str, *, by_road: bool) -> int:
    """Levels that a mover gains; one who leaves a Depression was a level below its ground.

    To enter a Depression is in the cost of the Depression itself.
    """
    record = state.setting.area.record
    rise = record[name].level - record[origin].level
    low = _low(state, origin, by_road=by_road)
    return rise + int(low and not _joined(state, origin, name, by_road=by_road))


def levels_of(state: State, origin: str, name: str, *, by_road: bool) -> int:
    """Levels that a mover climbs or descends, into a Depression included."""
    joined = _joined(state, origin, name, by_road=by_road)
    enters = _low(state, name, by_road=by_road) and not joined
    rise = rise_of(state, origin, name, by_road=by_road)
    if enters and _low(state, origin, by_road=by_road):
        return abs(rise - 1) + 2  # over the bank
    return abs(rise - int(enters))
