"""Questions about who is in a Fortification: whether there is one."""

from events.terms import Fortification
from sim.asking.bad_question import BadQuestion
from sim.chapter_b.sheltered import missing
from sim.state import State

__all__ = ["check_within"]


def check_within(state: State, name: str, what: Fortification | None) -> None:
    """Refuse a Fortification in which nobody of a hex can be.

    Raises:
        BadQuestion: when there is none, or nobody is ever in one.
    """
    if what is not None and (why := missing(state, name, what)):
        raise BadQuestion("within", why)
