"""An order that the rules refuse, as an error."""

from events.errors import BadInput
from sim.machine.refusals import Refusal

__all__ = ["OrderRefused"]


class OrderRefused(BadInput):
    """An order that the rules do not allow; nothing has changed.

    Attributes:
        refusal: the numbered reason and its rule.
    """

    def __init__(self, order: str, refusal: Refusal) -> None:
        """Say which order, and why."""
        super().__init__(f"`{order}` is {refusal}")
        self.refusal = refusal
