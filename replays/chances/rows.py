"""Odds, comparisons and sensitivity as rows, as JSON and as text.

``pandas.DataFrame(rows(found))`` takes the rows.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import singledispatch
from typing import Any, Final

import attrs

from events.errors import BadInput
from events.terms import Density, Rain, WindForce
from replays.chances.comparison import Comparison, side_by_side
from replays.chances.sensitivity import Sensitivity
from replays.game.text import columns
from sim.climate.climate import percent
from sim.climate.exact_odds import DUSTY, Odds, PlayerTurnOdds

SHORT: Final = {
    Density.NONE: "None",
    Density.LIGHT: "Light",
    Density.MODERATE: "Moderate",
    Density.HEAVY: "Heavy",
    Density.VERY_HEAVY: "V.Heavy",
    Density.EXTREMELY_HEAVY: "E.Heavy",
}
"""How the head of a column calls each density."""

_DUSTY_HEADS: Final = [SHORT[density] for density in DUSTY]

# Rows ---------------------------------------------------------------------------------------------

Row = dict[str, str | float]
"""A row: its cells by the names of their columns. Chances are decimals."""


@singledispatch
def rows(found: object) -> list[Row]:
    """What was found, as rows with the same columns each.

    Odds have a row a Player Turn: the chances of each density, of each density or a denser one so
    far, of wind and rain. Sensitivity has a row a value of a setting, a comparison a row a chance
    and Player Turn.
    """
    raise BadInput("odds, a comparison or a sensitivity are expected", type(found).__name__)


@rows.register
def _(found: Odds) -> list[Row]:
    return [
        {
            "player_turn": each.moment.player_turn,
            **{str(density): float(each.density[density]) for density in Density},
            **{f"reached {density}": float(each.reached[density]) for density in DUSTY},
            "Heavy Winds": float(each.wind[WindForce.HEAVY_WINDS]),
            "Gusts": float(each.gusts),
            "rain": float(1 - each.rain[Rain.NONE]),
            "rained": float(each.rained),
        }
        for each in found.player_turns
    ]


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


def as_csv(found: Sequence[Mapping[str, Any]]) -> str:
    """Rows as CSV, with a line of names above."""
    text = io.StringIO()
    writer = csv.DictWriter(text, found[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(found)
    return text.getvalue()


# JSON ---------------------------------------------------------------------------------------------


@singledispatch
def as_json(found: object) -> dict[str, Any]:
    """What was found, as ``--json`` gives it: every chance exactly; docs/odds.md has the shapes."""
    raise TypeError(type(found).__name__)


def _plain(value: Any) -> Any:
    """Plain values; a chance, or an expected number, is exact, ``n/d``, and a decimal."""
    if isinstance(value, Fraction):
        return {"exact": f"{value.numerator}/{value.denominator}", "decimal": float(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


@as_json.register
def _(found: Odds) -> dict[str, Any]:
    turns = []
    for each in found.player_turns:
        chances = attrs.asdict(each)
        del chances["moment"]
        if each.shot is None:
            del chances["shot"]
        turns.append({"player_turn": each.moment.player_turn, **chances})
    value = {"scenario": found.name, "since": str(found.since), "player_turns": turns}
    return dict(_plain(value | {"reached": found.reached, "expected": found.expected}))


@as_json.register
def _(found: Comparison) -> dict[str, Any]:
    def both(a: PlayerTurnOdds, b: PlayerTurnOdds) -> dict[str, Any]:
        reached = {density: (a.reached[density], b.reached[density]) for density in DUSTY}
        return {"reached": reached, "rained": (a.rained, b.rained)}

    pair = found.one, found.two
    value = {
        "scenarios": [*found.names],
        "since": [str(each.since) for each in pair],
        "settings": [
            {"setting": each.name, "a": each.one, "b": each.two} for each in found.settings
        ],
        "chances": [
            {
                "chance": each.name,
                "furthest": each.player_turns[each.widest],
                "difference": each.difference,
                "player_turns": dict(
                    zip(each.player_turns, zip(each.one, each.two, strict=True), strict=True)
                ),
            }
            for each in found.chances
        ],
        "ever": both(*(each.player_turns[-1] for each in pair)),
        "player_turns": [
            {"player_turn": a.moment.player_turn, **both(a, b)} for a, b in found.player_turns
        ],
    }
    return dict(_plain(value))


@as_json.register
def _(found: Sensitivity) -> dict[str, Any]:
    value = {
        "scenario": found.name,
        "turns": found.turns,
        "reached": found.reached,
        "settings": [
            {
                "setting": each.name,
                "now": each.now,
                "span": {density: each.span(density) for density in DUSTY},
                "values": [{"value": one.name, "reached": one.reached} for one in each.values],
            }
            for each in found.settings
        ],
        "fixed": found.fixed,
    }
    return dict(_plain(value))


# Text ---------------------------------------------------------------------------------------------


@singledispatch
def as_text(found: object) -> Iterator[str]:
    """What was found for people, line by line."""
    raise TypeError(type(found).__name__)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Lines with columns: the first flush left, the others flush right."""
    return columns([heads, *rows], range(1, len(heads)))


def _chances(heads: Iterable[str], rows: Iterable[tuple[str, Iterable[Fraction]]]) -> Iterator[str]:
    return table(["", *heads], ([name, *map(percent, chances)] for name, chances in rows))


def decimal(value: Fraction) -> str:
    """An expected number; only nothing reads as 0."""
    return "<0.01" if 0 < value < Fraction(1, 100) else f"{float(value):.2f}"


@as_text.register
def _(found: Odds) -> Iterator[str]:
    turns = [(each.moment.player_turn, each) for each in found.player_turns]
    yield f"{found.name}: odds from {found.since} to {turns[-1][0]}"
    yield ""
    yield "Dust, wind and rain in each Player Turn, after its Wind Change DR:"
    yield from _chances(
        (*SHORT.values(), "Heavy Winds", "Gusts", "both", "Rain"),
        (
            (
                turn,
                (
                    *(each.density[density] for density in Density),
                    *(each.wind[WindForce.HEAVY_WINDS], each.gusts, each.heavy_gusts),
                    1 - each.rain[Rain.NONE],
                ),
            )
            for turn, each in turns
        ),
    )
    yield ""
    yield "At least this dense in that Player Turn or an earlier one; Rain so far:"
    yield from _chances((*_DUSTY_HEADS, "Rain"), ((turn, _so_far(each)) for turn, each in turns))
    yield ""
    yield "Expected Player Turns under each density:"
    expected = [decimal(found.expected[density]) for density in Density]
    yield from table(["", *SHORT.values()], [["", *expected]])
    shots = [(turn, each.shot) for turn, each in turns if each.shot is not None]
    if shots:
        amounts = sorted({amount for _, shot in shots for amount in shot.drm})
        at = f"at range {shots[0][1].range}"
        yield ""
        yield f"DRM of Dust on a TH DR {at}, and whether the LOS is blocked:"
        yield from _chances(
            (*(f"+{amount}" for amount in amounts), "blocked"),
            (
                (turn, (*(shot.drm.get(each, Fraction(0)) for each in amounts), shot.blocked))
                for turn, shot in shots
            ),
        )


def _so_far(each: PlayerTurnOdds) -> list[Fraction]:
    return [*(each.reached[density] for density in DUSTY), each.rained]


@as_text.register
def _(found: Comparison) -> Iterator[str]:
    """What differs, how far that moves each chance, and the chances of both by Player Turn."""
    yield f"A: {found.names[0]}, from {found.one.since}"
    yield f"B: {found.names[1]}, from {found.two.since}"
    yield ""
    yield "What differs, A -> B:" if found.settings else found.same
    yield from (f"  {each}" for each in found.settings)
    yield ""
    if found.different:
        yield "Where they are furthest apart, the greatest difference first; B-A in points:"
        yield from table(("", "in", "A", "B", "B-A"), found.furthest())
    if equal := [each.name for each in found.chances if not each.difference]:
        yield f"The same in every Player Turn: {', '.join(equal)}."
    turns = [
        (a.moment.player_turn, list(zip(_so_far(a), _so_far(b), strict=True)))
        for a, b in found.player_turns
    ]
    apart = [(turn, both) for turn, both in turns if any(x != y for x, y in both)]
    if apart:
        heads = [head for name in (*_DUSTY_HEADS, "Rain") for head in (name, "B", "B-A")]
        yield ""
        yield "At least this dense by then, and rain so far; B-A in percentage points:"
        yield from table(
            ["", *heads],
            (
                [turn, *(cell for pair in both for cell in side_by_side(*pair))]
                for turn, both in apart
            ),
        )
        if same := len(turns) - len(apart):
            yield f"Left out, as nothing of this differs: {same} of {len(turns)} Player Turns."
    a, b = (each.player_turns[-1] for each in (found.one, found.two))
    if a.moment.player_turn != b.moment.player_turn:  # one goes on after the other ends
        yield ""
        yield f"Ever, A up to {a.moment.player_turn} and B up to {b.moment.player_turn}:"
        names = [*(f"{density} Dust or denser" for density in DUSTY), "Rain"]
        chances = zip(names, _so_far(a), _so_far(b), strict=True)
        yield from table(
            ("", "A", "B", "B-A"), ((name, *side_by_side(x, y)) for name, x, y in chances)
        )


@as_text.register
def _(found: Sensitivity) -> Iterator[str]:
    """From the lowest chance to the highest, with the values that have them."""
    turns = f"{found.turns} Game Turn{'' if found.turns == 1 else 's'}"
    yield f"{found.name}: what moves the chance of ever reaching each density in {turns}"
    yield ""
    cells = [["as it is", "", *(percent(found.reached[each]) for each in DUSTY), "", ""]]
    idle = [each.name for each in found.settings if not each.whole_span]
    for setting in found.settings:
        if setting.whole_span:
            spans = (setting.said(each) if setting.span(each) else "-" for each in DUSTY)
            cells.append([setting.name, setting.now, *spans, *setting.extremes])
    yield from table(("", "now", *_DUSTY_HEADS, "lowest with", "highest with"), cells)
    if found.fixed:
        yield ""
        yield f"With no other valid value while the rest stays: {', '.join(found.fixed)}."
    if idle:
        yield ""
        yield f"Nothing depends on {', '.join(idle)}."
