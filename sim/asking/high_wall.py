"""The un-breached High Wall between two hexes of a question, or why there is none (AD4.6)."""

from events.terms import HexsideKind
from sim.chapter_ad.high_walls import high_wall_between
from sim.state import State

__all__ = ["why_no_high_wall"]


def why_no_high_wall(state: State, one: str, two: str) -> str | None:
    """Why no un-breached High Wall divides two adjacent hexes; None if one does."""
    if high_wall_between(state, one, two) is not None:
        return None
    area = state.setting.area
    if area.hexsides.get((one, area.hexside(one, two) or 1)) is HexsideKind.HIGH_WALL:
        return f"the High Wall {one}/{two} is breached"
    return f"no High Wall divides {one} from {two}"
