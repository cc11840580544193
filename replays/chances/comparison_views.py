"""Two scenarios side by side as text and as plain values; docs/odds.md has the shape."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from replays.chances.comparing import ComparedChance, Comparison, points
from replays.chances.odds_views import SHORT, chance_as_json, percent, table
from sim.climate.odds import DUSTY

__all__ = ["comparison_as_json", "comparison_as_text"]


def comparison_as_text(found: Comparison) -> Iterator[str]:
    """What differs, how far that moves each chance, and the chances of both by Player Turn."""
    yield f"A: {found.one.name}, from {found.one.since}"
    yield f"B: {found.two.name}, from {found.two.since}"
    yield ""
    yield from _settings(found)
    yield ""
    yield from _furthest(found)
    yield ""
    yield from _by_player_turn(found)
    yield from _to_each_end(found)


def _settings(found: Comparison) -> Iterator[str]:
    if not found.settings:
        yield found.same
        return
    yield "What differs, A -> B:"
    for each in found.settings:
        yield f"  {each}"


def _furthest(found: Comparison) -> Iterator[str]:
    """Each chance where it differs most, and what is alike."""
    if found.different:
        yield "Where they are furthest apart, the greatest difference first; B-A in points:"
        rows = []
        for each in found.different:
            n = each.widest
            two = percent(each.one[n]), percent(each.two[n])
            rows.append([each.name, each.player_turns[n], *two, points(each.difference)])
        yield from table(("", "in", "A", "B", "B-A"), rows)
    if found.alike:
        said = ", ".join(each.name for each in found.alike)
        yield f"The same in every Player Turn: {said}."


def _by_player_turn(found: Comparison) -> Iterator[str]:
    yield "At least this dense by then, and rain so far; B-A in percentage points:"
    heads = [""]
    for name in (*(SHORT[density] for density in DUSTY), "Rain"):
        heads += [name, "B", "B-A"]
    rows = []
    for a, b in found.player_turns:
        row = [a.moment.player_turn]
        pairs = [(a.reached[density], b.reached[density]) for density in DUSTY]
        for first, second in [*pairs, (a.rained, b.rained)]:
            row += [percent(first), percent(second), points(second - first)]
        rows.append(row)
    yield from table(heads, rows)


def _to_each_end(found: Comparison) -> Iterator[str]:
    """What each reaches by its own last Player Turn, where one goes on after the other ends."""
    a, b = (each.player_turns[-1] for each in (found.one, found.two))
    if a.moment.player_turn == b.moment.player_turn:
        return
    yield ""
    yield f"Ever, A up to {a.moment.player_turn} and B up to {b.moment.player_turn}:"
    pairs = [(f"{each} Dust or denser", a.reached[each], b.reached[each]) for each in DUSTY]
    rows = (
        (name, percent(x), percent(y), points(y - x))
        for name, x, y in [*pairs, ("Rain", a.rained, b.rained)]
    )
    yield from table(("", "A", "B", "B-A"), rows)


# JSON ---------------------------------------------------------------------------------------


def comparison_as_json(found: Comparison) -> dict[str, Any]:
    """The same as plain values, every chance exactly."""
    return {
        "scenarios": [found.one.name, found.two.name],
        "since": [str(found.one.since), str(found.two.since)],
        "settings": [
            {"setting": each.name, "a": each.one, "b": each.two} for each in found.settings
        ],
        "chances": [_chance(each) for each in found.chances],
        "ever": {
            "reached": {
                str(each): _both(found.one.reached[each], found.two.reached[each]) for each in DUSTY
            },
            "rained": _both(found.one.player_turns[-1].rained, found.two.player_turns[-1].rained),
        },
        "player_turns": [
            {
                "player_turn": a.moment.player_turn,
                "reached": {
                    str(density): _both(a.reached[density], b.reached[density]) for density in DUSTY
                },
                "rained": _both(a.rained, b.rained),
            }
            for a, b in found.player_turns
        ],
    }


def _both(a: Fraction, b: Fraction) -> list[dict[str, Any]]:
    return [chance_as_json(a), chance_as_json(b)]


def _chance(each: ComparedChance) -> dict[str, Any]:
    turns = zip(each.player_turns, each.one, each.two, strict=True)
    return {
        "chance": each.name,
        "furthest": each.player_turns[each.widest],
        "difference": chance_as_json(each.difference),
        "player_turns": {turn: _both(a, b) for turn, a, b in turns},
    }
