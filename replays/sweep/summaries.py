"""The summary of a sweep: as tables for people, and as rows for spreadsheets and data frames."""

import csv
import io
from collections.abc import Callable, Iterator
from typing import Any, Final

from events.terms import Density, Rain, WindForce
from replays.chances.odds_views import SHORT, table

__all__ = ["summary_csv", "summary_rows", "summary_text"]

_WEATHER: Final = ("dust", "rain", "wind", "gusts", "ec")
"""What is counted in a Player Turn."""


def summary_rows(summary: dict[str, Any]) -> list[dict[str, Any]]:
    """A row for each value that something has in a Player Turn, as data frames take them.

    The keys are ``player_turn``, ``aspect`` (such as ``dust``), ``value`` (such as ``Heavy``),
    ``games``, ``share``, ``low`` and ``high``: the count, its share, and the 95% interval (Wilson).
    A summary of several scenarios has ``scenario`` before them.
    """
    if "sweeps" in summary:
        return [
            {"scenario": label, **row}
            for label, turns in summary["sweeps"].items()
            for row in summary_rows({"player_turns": turns})
        ]
    return [
        {"player_turn": turn["player_turn"], "aspect": aspect, "value": value, **share}
        for turn in summary["player_turns"]
        for aspect in _WEATHER
        for value, share in turn[aspect].items()
    ]


def summary_csv(summary: dict[str, Any]) -> str:
    """The rows as CSV, with a line of names above."""
    rows, text = summary_rows(summary), io.StringIO()
    names = ["player_turn", "aspect", "value", "games", "share", "low", "high"]
    names[:0] = ["scenario"] if "sweeps" in summary else []
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def summary_text(summary: dict[str, Any]) -> Iterator[str]:
    """The summary as tables by Player Turn: counts, shares, and their intervals."""
    if "sweeps" in summary:
        for number, (label, of) in enumerate(summary["sweeps"].items()):
            if number:
                yield ""
            numbers = {key: summary[key] for key in ("seed", "first", "games")}
            yield from summary_text({**numbers, "scenario": {"name": label}, "player_turns": of})
        return
    turns = summary["player_turns"]
    met = [each for each in Density if any(turn["dust"][each]["games"] for turn in turns)]
    first, last = summary["first"], summary["first"] + summary["games"] - 1
    yield f"{summary['scenario']['name']}: games {first} to {last} of seed {summary['seed']!r}"
    heads = ["", *(SHORT[each] for each in met)]
    yield ""
    yield "Games with this Dust after the Wind Change DR of each Player Turn, exact counts:"
    yield from _by_turn(heads, turns, lambda turn: [str(turn["dust"][d]["games"]) for d in met])
    yield ""
    yield "Their shares, and those of rain, Heavy Winds and Gusts:"
    yield from _by_turn(
        [*heads, "Rain", "Heavy Winds", "Gusts"], turns, lambda turn: _shares(turn, met)
    )
    yield ""
    yield "95% intervals of the shares of Dust, in percent:"
    yield from _by_turn(heads, turns, lambda turn: [_bounds(turn["dust"][d]) for d in met])


def _by_turn(
    heads: list[str], turns: list[dict[str, Any]], cells: Callable[[dict[str, Any]], list[str]]
) -> Iterator[str]:
    return table(heads, ([turn["player_turn"], *cells(turn)] for turn in turns))


def _shares(turn: dict[str, Any], met: list[Density]) -> list[str]:
    rain = 1 - turn["rain"][Rain.NONE]["share"]
    heavy, gusts = turn["wind"][WindForce.HEAVY_WINDS]["share"], turn["gusts"]["Yes"]["share"]
    dust = (turn["dust"][each]["share"] for each in met)
    return [f"{_percent(each)}%" for each in (*dust, rain, heavy, gusts)]


def _bounds(each: dict[str, Any]) -> str:
    return f"{_percent(each['low'])}-{_percent(each['high'])}"


def _percent(part: float) -> str:
    """A share in percent, with two digits of the small ones at least."""
    return f"{100 * part:.{2 if part == 0 or part >= 0.001 else 4}f}"
