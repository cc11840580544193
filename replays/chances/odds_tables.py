"""Odds as rows, a Player Turn each, and the odds of two scenarios side by side."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from events.errors import BadInput
from events.terms import Density, Rain, WindForce
from replays.chances.odds_views import SHORT, chance_as_json, percent, table
from sim.climate.odds import DUSTY, Odds, PlayerTurnOdds

__all__ = ["compared_as_json", "compared_as_text", "odds_rows"]


def odds_rows(odds: Odds) -> list[dict[str, str | float]]:
    """A row for each Player Turn, as ``pandas.DataFrame(odds_rows(odds))`` takes them.

    Chances are decimals: of each density, of each density or a denser one so far, of wind and rain.
    """
    return [_row(each) for each in odds.player_turns]


def _row(each: PlayerTurnOdds) -> dict[str, str | float]:
    row: dict[str, str | float] = {"player_turn": each.moment.player_turn}
    row |= {str(density): float(each.density[density]) for density in Density}
    row |= {f"reached {density}": float(each.reached[density]) for density in DUSTY}
    row["Heavy Winds"] = float(each.wind[WindForce.HEAVY_WINDS])
    row["Gusts"] = float(each.gusts)
    row["rain"] = float(1 - each.rain[Rain.NONE])
    row["rained"] = float(each.rained)
    return row


def _paired(one: Odds, two: Odds) -> Iterator[tuple[PlayerTurnOdds, PlayerTurnOdds]]:
    """The Player Turns that both have.

    Raises:
        BadInput: when there is none.
    """
    others = {each.moment.player_turn: each for each in two.player_turns}
    pairs = [
        (each, others[each.moment.player_turn])
        for each in one.player_turns
        if each.moment.player_turn in others
    ]
    if not pairs:
        raise BadInput("the two have no Player Turn in common")
    yield from pairs


def _change(a: Fraction, b: Fraction) -> str:
    """How much more likely it is in B, in percentage points."""
    return "=" if a == b else f"{float(100 * (b - a)):+.2f}"


def compared_as_text(one: Odds, two: Odds) -> Iterator[str]:
    """Two odds side by side: the chance of each density or a denser one so far, and of rain."""
    yield f"A: {one.name}, from {one.since}"
    yield f"B: {two.name}, from {two.since}"
    yield ""
    yield "At least this dense by then, and rain so far; B-A in percentage points:"
    heads = [""]
    for name in (*(SHORT[density] for density in DUSTY), "Rain"):
        heads += [name, "B", "B-A"]
    rows = []
    for a, b in _paired(one, two):
        row = [a.moment.player_turn]
        pairs = [(a.reached[density], b.reached[density]) for density in DUSTY]
        for first, second in [*pairs, (a.rained, b.rained)]:
            row += [percent(first), percent(second), _change(first, second)]
        rows.append(row)
    yield from table(heads, rows)


def compared_as_json(one: Odds, two: Odds) -> dict[str, Any]:
    """The same as plain values."""
    return {
        "scenarios": [one.name, two.name],
        "player_turns": [
            {
                "player_turn": a.moment.player_turn,
                "reached": {
                    str(density): [
                        chance_as_json(a.reached[density]),
                        chance_as_json(b.reached[density]),
                    ]
                    for density in DUSTY
                },
                "rained": [chance_as_json(a.rained), chance_as_json(b.rained)],
            }
            for a, b in _paired(one, two)
        ],
    }
