"""Odds and all that is made of them as rows: for CSV, and for ``pandas.DataFrame(rows(found))``."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import singledispatch
from typing import Any, Final

from events.errors import BadInput
from events.terms import Density, Rain, WindForce
from replays.chances.comparison import ComparedChance, Comparison, points, setting_words
from replays.chances.odds import odds_rows
from replays.chances.sensitivity import Sensitivity, VariedSetting
from sim.climate.climate import percent
from sim.climate.exact_odds import DUSTY, Odds, PlayerTurnOdds

__all__ = [
    "SHORT",
    "Row",
    "chance_as_json",
    "comparison_as_json",
    "comparison_as_text",
    "decimal",
    "extremes",
    "odds_as_json",
    "odds_as_text",
    "percent",
    "rows",
    "rows_as_csv",
    "sensitivity_as_json",
    "sensitivity_as_text",
    "setting_words",
    "table",
]


SHORT: Final = {
    Density.NONE: "None",
    Density.LIGHT: "Light",
    Density.MODERATE: "Moderate",
    Density.HEAVY: "Heavy",
    Density.VERY_HEAVY: "V.Heavy",
    Density.EXTREMELY_HEAVY: "E.Heavy",
}
"""How the head of a column calls each density."""


def decimal(value: Fraction) -> str:
    """An expected number; only nothing reads as 0."""
    return "<0.01" if 0 < value < Fraction(1, 100) else f"{float(value):.2f}"


# JSON ---------------------------------------------------------------------------------------


def chance_as_json(chance: Fraction) -> dict[str, Any]:
    """A chance, or an expected number: exactly, as ``n/d``, and as a decimal."""
    return {"exact": f"{chance.numerator}/{chance.denominator}", "decimal": float(chance)}


def _chances(chances: Mapping[Any, Fraction]) -> dict[str, Any]:
    return {str(key): chance_as_json(chance) for key, chance in chances.items()}


def odds_as_json(odds: Odds) -> dict[str, Any]:
    """Odds as ``khamsin odds --json`` gives them."""
    return {
        "scenario": odds.name,
        "since": str(odds.since),
        "player_turns": [_player_turn(each) for each in odds.player_turns],
        "reached": _chances(odds.reached),
        "expected": _chances(odds.expected),
    }


def _player_turn(each: PlayerTurnOdds) -> dict[str, Any]:
    value: dict[str, Any] = {
        "player_turn": each.moment.player_turn,
        "density": _chances(each.density),
        "reached": _chances(each.reached),
        "rain": _chances(each.rain),
        "rained": chance_as_json(each.rained),
        "wind": _chances(each.wind),
        "gusts": chance_as_json(each.gusts),
        "heavy_gusts": chance_as_json(each.heavy_gusts),
        "ec": _chances(each.ec),
    }
    if each.shot is not None:
        value["shot"] = {
            "range": each.shot.range,
            "drm": _chances(each.shot.drm),
            "blocked": chance_as_json(each.shot.blocked),
        }
    return value


# Text ---------------------------------------------------------------------------------------


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Lines with columns: the first flush left, the others flush right."""
    whole = [list(heads), *(list(row) for row in rows)]
    wide = [max(map(len, column)) for column in zip(*whole, strict=True)]
    for first, *rest in whole:
        cells = (cell.rjust(width) for cell, width in zip(rest, wide[1:], strict=True))
        yield "  ".join([first.ljust(wide[0]), *cells])


def odds_as_text(odds: Odds) -> Iterator[str]:
    """Odds for people, line by line."""
    last = odds.player_turns[-1].moment
    yield f"{odds.name}: odds from {odds.since} to {last.player_turn}"
    yield ""
    yield "Dust, wind and rain in each Player Turn, after its Wind Change DR:"
    heads = ("", *SHORT.values(), "Heavy Winds", "Gusts", "both", "Rain")
    yield from table(heads, map(_weather, odds.player_turns))
    yield ""
    yield "At least this dense in that Player Turn or an earlier one; Rain so far:"
    heads = ("", *(SHORT[density] for density in DUSTY), "Rain")
    yield from table(heads, map(_so_far, odds.player_turns))
    yield ""
    yield "Expected Player Turns under each density:"
    yield from table(
        ("", *SHORT.values()),
        [("", *(decimal(odds.expected[density]) for density in Density))],
    )
    yield from _shots(odds)


def _weather(each: PlayerTurnOdds) -> Sequence[str]:
    return [
        each.moment.player_turn,
        *(percent(each.density[density]) for density in Density),
        percent(each.wind[WindForce.HEAVY_WINDS]),
        percent(each.gusts),
        percent(each.heavy_gusts),
        percent(1 - each.rain[Rain.NONE]),
    ]


def _so_far(each: PlayerTurnOdds) -> Sequence[str]:
    return [
        each.moment.player_turn,
        *(percent(each.reached[density]) for density in DUSTY),
        percent(each.rained),
    ]


def _shots(odds: Odds) -> Iterator[str]:
    shots = [(each.moment.player_turn, each.shot) for each in odds.player_turns if each.shot]
    if not shots:
        return
    amounts = sorted({amount for _, shot in shots for amount in shot.drm})
    yield ""
    yield f"DRM of Dust on a TH DR at range {shots[0][1].range}, and whether the LOS is blocked:"
    heads = ("", *(f"+{amount}" for amount in amounts), "blocked")
    rows = (
        (turn, *(percent(shot.drm.get(n, Fraction(0))) for n in amounts), percent(shot.blocked))
        for turn, shot in shots
    )
    yield from table(heads, rows)


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


def sensitivity_as_json(found: Sensitivity) -> dict[str, Any]:
    """Sensitivity as ``khamsin sensitivity --json`` gives it."""
    return {
        "scenario": found.name,
        "turns": found.turns,
        "reached": {str(key): chance_as_json(value) for key, value in found.reached.items()},
        "settings": [
            {
                "setting": each.name,
                "now": each.now,
                "span": {str(key): chance_as_json(each.span(key)) for key in DUSTY},
                "values": [
                    {
                        "value": value.name,
                        "reached": {
                            str(key): chance_as_json(chance)
                            for key, chance in value.reached.items()
                        },
                    }
                    for value in each.values
                ],
            }
            for each in found.settings
        ],
        "fixed": list(found.fixed),
        "ranking": {str(key): [each.name for each in found.ranked(key)] for key in DUSTY},
    }


def extremes(setting: VariedSetting) -> tuple[str, str]:
    """The values with the lowest and the highest chances of the density that it moves most."""
    density = max(DUSTY, key=setting.span)
    return setting.least(density).name, setting.most(density).name


def sensitivity_as_text(found: Sensitivity) -> Iterator[str]:
    """Sensitivity for people, line by line: from the lowest chance to the highest."""
    turns = f"{found.turns} Game Turns"
    yield f"{found.name}: what moves the chance of ever reaching each density in {turns}"
    yield ""
    heads = ("", "now", *(SHORT[density] for density in DUSTY), "lowest with", "highest with")
    rows = [("as it is", "", *(percent(found.reached[each]) for each in DUSTY), "", "")]
    idle = []
    for setting in found.settings:
        if not setting.whole_span:
            idle.append(setting.name)
            continue
        spans = []
        for density in DUSTY:
            low, high = setting.least(density), setting.most(density)
            said = f"{percent(low.reached[density])} to {percent(high.reached[density])}"
            spans.append(said if setting.span(density) else "-")
        rows.append((setting.name, setting.now, *spans, *extremes(setting)))
    yield from table(heads, rows)
    if found.fixed:
        yield ""
        yield f"With no other valid value while the rest stays: {', '.join(found.fixed)}."
    if idle:
        yield ""
        yield f"Nothing depends on {', '.join(idle)}."


Row = dict[str, str | float]
"""A row: its cells by the names of their columns. Chances are decimals."""


@singledispatch
def rows(found: object) -> list[Row]:
    """What was found, as rows with the same columns each."""
    raise BadInput("odds, a comparison or a sensitivity are expected", type(found).__name__)


@rows.register
def _(found: Odds) -> list[Row]:
    return odds_rows(found)


@rows.register
def _(found: Sensitivity) -> list[Row]:
    return [
        {
            "setting": setting.name,
            "now": setting.now,
            "value": value.name,
            **{str(density): float(value.reached[density]) for density in DUSTY},
        }
        for setting in found.settings
        for value in setting.values
    ]


@rows.register
def _(found: Comparison) -> list[Row]:
    return [
        {
            "player_turn": turn,
            "chance": each.name,
            "A": float(a),
            "B": float(b),
            "B-A": float(b - a),
        }
        for each in found.chances
        for turn, a, b in zip(each.player_turns, each.one, each.two, strict=True)
    ]


def rows_as_csv(found: object) -> str:
    """The rows as CSV, with a line of names above; see `rows`."""
    each, text = rows(found), io.StringIO()
    writer = csv.DictWriter(text, each[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(each)
    return text.getvalue()
