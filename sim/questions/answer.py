"""What every answer has: a verdict, what applies, and what nearly did."""

from typing import Any

import attrs

from sim.modifiers import Modifier, Near, Total, total_of

__all__ = ["Answer"]


@attrs.frozen(kw_only=True)
class Answer:
    """An answer to a question about a moment of a game.

    Attributes:
        question: which question.
        verdict: the answer in a sentence.
        items: the modifiers that apply.
        near: those that nearly applied, with the condition that failed.
        facts: further values of this question, by name.
    """

    question: str
    verdict: str
    items: tuple[Modifier, ...] = ()
    near: tuple[Near, ...] = ()
    facts: dict[str, Any] = attrs.field(factory=dict, hash=False)

    @property
    def total(self) -> Total:
        """The sum of the modifiers that apply."""
        return total_of(self.items)
