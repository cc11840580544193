"""An order that the rules do not allow, and orders as error messages show them."""

from collections.abc import Sequence

from events.commands import Doing
from events.errors import BadInput
from events.orders import format_order
from sim.machine.refusals import Refusal

__all__ = ["OrderRefused", "words_of"]


class OrderRefused(BadInput):
    """An order that the rules do not allow; nothing has changed.

    Attributes:
        refusal: the numbered reason and its rule.
    """

    def __init__(self, order: str, refusal: Refusal) -> None:
        """Say which order, and why."""
        super().__init__(f"`{order}` is {refusal}")
        self.refusal = refusal


def words_of(command: Doing, dice: Sequence[int]) -> str:
    """An order as error messages show it."""
    words = format_order(command, tuple(dice[:12]))
    return f"{words} ..." if dice[12:] else words
