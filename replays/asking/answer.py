"""The one renderer of answers: as text, as JSON (docs/questions.md has the shape), as HTML."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import attrs

from replays.game.text import columns, html_table, html_text
from sim.asking.answer import Answer, signed
from sim.asking.rulings import rulings_behind
from sim.modifiers import Modifier
from sim.state import State


def cells(each: Modifier) -> tuple[str, str, str, str, str]:
    """A modifier as a row: amount, kind, name, rule, reason."""
    amount = str(each.die) if each.amount is None else signed(each.amount)
    return amount, each.kind.value, each.name, each.rule, each.why


def answer_as_text(
    answer: Answer, state: State, *, why_not: bool = False, rulings: bool = True
) -> Iterator[str]:
    """An answer about a state, for people to read; the rulings behind it cost several answers."""
    yield f"{state.moment}: {answer.verdict}"
    yield from (f"  {line}".rstrip() for line in columns([*map(cells, answer.items)]))
    behind = rulings_behind(state, answer) if rulings else ()
    for line in (*answer.lines(), *behind):
        yield f"  {line}"
    if why_not and answer.question.not_judged:
        yield f"  not judged: {answer.question.not_judged}"
    if why_not and answer.near:
        yield "  not applied:"
        for near in answer.near:
            yield f"    {near.name} ({near.rule}, {near.kind}): {near.why}"


def answer_as_html(answer: Answer) -> str:
    """An answer as notebooks show it."""
    heads = ("", "", "modifier", "rule", "why")
    return html_table(answer.verdict, heads, map(cells, answer.items)) + "".join(
        f"<div>{html_text(line)}</div>" for line in answer.lines()
    )


def answer_as_json(
    answer: Answer, state: State, *, why_not: bool = True, rulings: bool = True
) -> dict[str, Any]:
    """An answer as ``khamsin ask --json`` gives it; ``why_not``: with what nearly applied."""
    total = answer.total
    value = {
        "question": answer.question.name,
        "moment": str(state.moment),
        "verdict": answer.verdict,
        "items": [_modifier(each) for each in answer.items],
        "total": {
            "fixed": _number(total.fixed),
            "low": _number(total.low),
            "high": _number(total.high),
            "chances": {str(key): str(chance) for key, chance in total.chances.items()},
        },
        "not_judged": answer.question.not_judged,
        **answer.facts,
    }
    if rulings:
        value["rulings"] = [attrs.asdict(each) for each in rulings_behind(state, answer)]
    if why_not:
        value["why_not"] = [
            {"name": n.name, "kind": n.kind.value, "rule": n.rule, "why": n.why}
            for n in answer.near
        ]
    return value


def _modifier(each: Modifier) -> dict[str, Any]:
    value: dict[str, Any] = {
        "name": each.name,
        "kind": each.kind.value,
        "amount": _number(each.amount),
        "rule": each.rule,
        "why": each.why,
    }
    if each.die is not None:
        value["die"] = {"roll": str(each.die), "values": list(each.die.values)}
    return value


def _number(value: int | Fraction | None) -> Any:
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else str(value)
    return value
