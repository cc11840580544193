"""That two hexes of a question are adjacent."""

from sim.asking.bad_question import BadQuestion
from sim.state import State

__all__ = ["check_adjacent"]


def check_adjacent(state: State, one: str, two: str, field: str) -> None:
    """Refuse two hexes that are not adjacent.

    Args:
        state: now.
        one: a hex in play.
        two: another.
        field: the field of the question that is to blame.

    Raises:
        BadQuestion: when they are not.
    """
    if state.setting.area.hexside(one, two) is None:
        raise BadQuestion(field, f"{one} and {two} are not adjacent")
