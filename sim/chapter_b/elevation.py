"""B10.4 Levels that a mover gains, climbs or descends as it enters a hex."""

from typing import Final

from sim.chapter_a.depressions import are_connected
from sim.los.features import depressions_of
from sim.state import State

__all__ = ["levels_crossed", "levels_gained"]

CORE: Final = ("B10.4",)


def levels_gained(state: State, origin: str, name: str) -> int:
    """Levels that a mover gains; one who leaves a Depression was a level below its ground.

    To enter a Depression is in the cost of the Depression itself.
    """
    record, depressions = state.setting.area.record, depressions_of(state.setting)
    rise = record[name].level - record[origin].level
    leaves = origin in depressions and not are_connected(
        state.setting.area, depressions, origin, name
    )
    return rise + int(leaves)


def levels_crossed(state: State, origin: str, name: str) -> int:
    """Levels that a mover climbs or descends, into a Depression included."""
    depressions = depressions_of(state.setting)
    area = state.setting.area
    enters = name in depressions and not are_connected(area, depressions, origin, name)
    rise = levels_gained(state, origin, name)
    if enters and origin in depressions:
        return abs(rise - 1) + 2  # over the bank
    return abs(rise - int(enters))
