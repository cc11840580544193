"""Odds as plain values and as text; docs/odds.md has the shape."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from events.terms import Density, Rain, WindForce
from sim.climate.odds import DUSTY, Odds, PlayerTurnOdds
from sim.climate.percent import percent

__all__ = ["SHORT", "chance_as_json", "decimal", "odds_as_json", "odds_as_text", "percent", "table"]

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
