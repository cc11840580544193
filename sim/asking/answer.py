"""What every answer has: a verdict, what applies, and what nearly did."""

from collections.abc import Iterator
from typing import Any

import attrs

from events.html_table import html_table, html_text
from sim.asking.plain import plain
from sim.asking.question import Question
from sim.asking.unsaid import UNSAID
from sim.asking.words import signed
from sim.modifiers import Modifier, Near, Total, total_of

__all__ = ["Answer"]


@attrs.frozen(kw_only=True)
class Answer:
    """An answer to a question about a moment of a game.

    A question that has more to say has a subclass, whose fields are its facts.

    Attributes:
        question: what was asked.
        verdict: the answer in a sentence.
        items: the modifiers that apply.
        near: those that nearly applied, with the condition that failed.
    """

    question: Question
    verdict: str
    items: tuple[Modifier, ...] = ()
    near: tuple[Near, ...] = ()

    @property
    def total(self) -> Total:
        """The sum of the modifiers that apply."""
        return total_of(self.items)

    @property
    def facts(self) -> dict[str, Any]:
        """What this question says beyond that, as plain values by name: the fields of its class."""
        common = {field.name for field in attrs.fields(Answer)}
        names = [each.name for each in attrs.fields(type(self)) if each.name not in common]
        values = {name: getattr(self, name) for name in names}
        return {name: plain(each) for name, each in values.items() if each is not UNSAID}

    def lines(self) -> Iterator[str]:
        """What there is to read of it between the modifiers and what did not apply."""
        yield from ()

    def _repr_html_(self) -> str:
        """The answer as notebooks show it."""
        heads = ("", "", "modifier", "rule", "why")
        return html_table(self.verdict, heads, map(_cells, self.items)) + "".join(
            f"<div>{html_text(line)}</div>" for line in self.lines()
        )


def _cells(each: Modifier) -> tuple[str, ...]:
    amount = str(each.die) if each.amount is None else signed(each.amount)
    return amount, each.kind.value, each.name, each.rule, each.why
