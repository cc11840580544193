"""Answers as plain values and as text; docs/questions.md has the shape."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from sim.asking.answer import Answer, signed
from sim.modifiers import Modifier, Near, Total


def _number(value: int | Fraction | None) -> Any:
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else str(value)
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


def _total(total: Total) -> dict[str, Any]:
    return {
        "fixed": _number(total.fixed),
        "low": _number(total.low),
        "high": _number(total.high),
        "chances": {str(_number(key)): str(chance) for key, chance in total.chances.items()},
    }


def answer_as_json(answer: Answer, moment: str, *, why_not: bool = True) -> dict[str, Any]:
    """An answer as ``khamsin ask --json`` gives it.

    Args:
        answer: the answer.
        moment: when it is so.
        why_not: with the modifiers that nearly applied.
    """
    value: dict[str, Any] = {
        "question": answer.question.name,
        "moment": moment,
        "verdict": answer.verdict,
        "items": [_modifier(each) for each in answer.items],
        "total": _total(answer.total),
        **answer.facts,
    }
    if why_not:
        value["why_not"] = [
            {"name": n.name, "kind": n.kind.value, "rule": n.rule, "why": n.why}
            for n in answer.near
        ]
    return value


def answer_as_text(answer: Answer, moment: str, *, why_not: bool = False) -> Iterator[str]:
    """An answer for people to read."""
    yield f"{moment}: {answer.verdict}"
    rows = [_row(each) for each in answer.items]
    widths = [max((len(row[n]) for row in rows), default=0) for n in range(4)]
    for row in rows:
        cells = [text.ljust(width) for text, width in zip(row[:4], widths, strict=True)]
        yield f"  {'  '.join(cells)}  {row[4]}".rstrip()
    for line in answer.lines():
        yield f"  {line}"
    if why_not and answer.near:
        yield "  not applied:"
        for near in answer.near:
            yield f"    {_near(near)}"


def _row(each: Modifier) -> tuple[str, str, str, str, str]:
    amount = str(each.die) if each.amount is None else signed(_number(each.amount))
    return amount, each.kind.value, each.name, each.rule, each.why


def _near(near: Near) -> str:
    return f"{near.name} ({near.rule}, {near.kind}): {near.why}"
