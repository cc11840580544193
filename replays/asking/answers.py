"""Answers as plain values and as text; docs/questions.md has the shape."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import attrs

from sim.chapter_a.los import LosReport
from sim.modifiers import Modifier, Near, Total
from sim.questions.answer import Answer
from sim.questions.shot import ShotAnswer, signed
from sim.questions.view import ViewAnswer

__all__ = ["answer_as_json", "answer_as_text"]


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


def _los(report: LosReport) -> dict[str, Any]:
    return {
        "from": str(report.firer),
        "to": str(report.target),
        "range": report.range,
        "rise": report.rise,
        "continuous_slope": report.continuous_slope,
        "touched": list(report.touched),
        "leaves": list(report.leaves),
        "enters": list(report.enters),
        "within_one_building": report.inside,
        "block": None if report.block is None else attrs.asdict(report.block),
        "hindrances": [attrs.asdict(each) for each in report.hindrances],
        "hindrance": report.hindrance,
    }


def answer_as_json(answer: Answer, moment: str, *, why_not: bool = True) -> dict[str, Any]:
    """An answer as ``khamsin ask --json`` gives it.

    Args:
        answer: the answer.
        moment: when it is so.
        why_not: with the modifiers that nearly applied.
    """
    value: dict[str, Any] = {
        "question": answer.question,
        "moment": moment,
        "verdict": answer.verdict,
        "items": [_modifier(each) for each in answer.items],
        "total": _total(answer.total),
        **answer.facts,
    }
    if isinstance(answer, ShotAnswer):
        value["los"] = _los(answer.los)
        value["blocked"] = answer.blocked
        value["ffmo"] = {"applies": answer.ffmo, "why_not": answer.ffmo_why}
        value["interdiction"] = {
            "possible": answer.interdiction,
            "why_not": answer.interdiction_why,
        }
    if isinstance(answer, ViewAnswer):
        value["seen"] = {name: attrs.asdict(each) for name, each in answer.seen.items()}
        value["hidden"] = list(answer.hidden)
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
    if isinstance(answer, ShotAnswer):
        yield from _status(answer)
    if isinstance(answer, ViewAnswer):
        yield from _view(answer)
    yield from _facts(answer)
    if why_not and answer.near:
        yield "  not applied:"
        for near in answer.near:
            yield f"    {_near(near)}"


def _row(each: Modifier) -> tuple[str, str, str, str, str]:
    amount = str(each.die) if each.amount is None else signed(_number(each.amount))
    return amount, each.kind.value, each.name, each.rule, each.why


def _near(near: Near) -> str:
    return f"{near.name} ({near.rule}, {near.kind}): {near.why}"


def _status(answer: ShotAnswer) -> Iterator[str]:
    los = answer.los
    rise = f", target {signed(los.rise)} levels" if los.rise else ""
    slope = ", Continuous Slope (B.5)" if los.continuous_slope else ""
    asked = answer.facts.get("range", los.range)
    other = f", asked at range {asked}" if asked != los.range else ""
    yield f"  LOS {los.firer} to {los.target}: range {los.range}{other}{rise}{slope}"
    applies = "applies to a moving target" if answer.ffmo else f"does not apply: {answer.ffmo_why}"
    yield f"  FFMO {applies}"
    can = "possible" if answer.interdiction else f"not possible: {answer.interdiction_why}"
    yield f"  Interdiction {can}"


def _view(answer: ViewAnswer) -> Iterator[str]:
    """The hexes seen, by DRM."""
    by_drm: dict[tuple[int, int], list[str]] = {}
    for name, seen in answer.seen.items():
        by_drm.setdefault((seen.low, seen.high), []).append(name)
    for (low, high), names in sorted(by_drm.items()):
        drm = signed(low) if low == high else f"{signed(low)} to {signed(high)}"
        yield f"  {drm}: {' '.join(names)}"


def _terrain(facts: dict[str, Any]) -> Iterator[str]:
    """What a hex is, line by line; what is not so is left out."""
    for key, value in facts.items():
        if key in ("terrain", "rules", "level", "base", "costs") or value in (None, False, 0, []):
            continue
        shown = ", ".join(value) if isinstance(value, list) else value
        yield f"  {key.replace('_', ' ')}{'' if value is True else f': {shown}'}"
    for kind, costs in facts["costs"].items():
        yield f"  {kind}: " + "; ".join(f"{mover} {cost}" for mover, cost in costs.items())


def _burn(facts: dict[str, Any]) -> Iterator[str]:
    """The numbers of what burns in a hex, and where its Blaze spreads."""
    for key in ("kindling", "spreading"):
        if key in facts:
            yield f"  {key} number: {facts[key]}"
    if facts.get("fire") == "Blaze":
        for to, front in facts["spread"].items():
            yield f"  spreads to {to}: {front['said']}"
    if "collapse" in facts:
        yield f"  collapses: {facts['collapse']['chance']} in each {facts['collapse']['phase']}"


def _facts(answer: Answer) -> Iterator[str]:
    if answer.question == "terrain":
        yield from _terrain(answer.facts)
    if answer.question == "burn":
        yield from _burn(answer.facts)
    for key in ("illuminated", "not_counted"):
        value = answer.facts.get(key)
        if isinstance(value, dict):
            for name, why in value.items():
                yield f"  {name}: {why}"
        elif value:
            yield f"  {key.replace('_', ' ')}: {', '.join(value)}"
