"""What a sweep counts: games by weather after each Wind Change DR, in JSON, CSV and text."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, Final

import attrs
import numpy as np

from events.terms import EC, Density, Rain, WindForce
from events.vocabulary import EVENTS
from replays.chances.rows import SHORT, as_csv, table
from replays.game.drive import drive
from replays.game.game import Game
from replays.game.open_log import new_header
from replays.sweep.job import Piece
from replays.sweep.kernel import Array, Plan
from sim.climate.climate import Climate, climate_of

_WEATHER: Final[dict[str, Iterable[str]]] = {
    "dust": Density,
    "rain": Rain,
    "wind": WindForce,
    "gusts": ("No", "Yes"),
    "ec": EC,
}
"""What is counted in a Player Turn, and all its values, in the order of the columns of a tally."""

_COLUMNS: Final = tuple((name, str(value)) for name, values in _WEATHER.items() for value in values)


def summary_csv(summary: dict[str, Any]) -> str:
    """A row for each value that something has in a Player Turn, with a line of names above.

    The names are ``player_turn``, ``aspect`` (such as ``dust``), ``value`` (such as ``Heavy``),
    ``games``, ``share``, ``low`` and ``high``: the count, its share, and the 95% interval (Wilson).
    A summary of several scenarios has ``scenario`` before them.
    """
    several = summary.get("sweeps", {"": summary.get("player_turns")})
    return as_csv(
        [
            {
                **({"scenario": label} if label else {}),
                "player_turn": turn["player_turn"],
                "aspect": aspect,
                "value": value,
                **share,
            }
            for label, turns in several.items()
            for turn in turns
            for aspect in _WEATHER
            for value, share in turn[aspect].items()
        ]
    )


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


_Z: Final = 1.959963984540054
"""Standard deviations that hold 95% of a normal distribution."""


def tally(plan: Plan, counts: Array) -> Array:
    """Games by Player Turn and column, out of games by Player Turn and climate."""
    found: Array = counts @ _kinds(plan)
    return found


@lru_cache(maxsize=4)
def _kinds(plan: Plan) -> Array:
    kinds = [_weather(climate) for climate in plan.table.climates]
    return np.array([[column in each for column in _COLUMNS] for each in kinds], np.int64)


def _weather(climate: Climate) -> set[tuple[str, str]]:
    sky, wind = climate.sky, climate.wind
    return {
        ("dust", climate.density),
        ("rain", sky.rain),
        ("wind", wind.force or WindForce.NO_WIND),
        ("gusts", "Yes" if wind.gusts else "No"),
        ("ec", sky.ec or ""),
    }


def column_name(word: str) -> str:
    """What a column about a term is called."""
    return word.lower().replace(" ", "_").replace("-", "_")


def share(games: int, of: int) -> dict[str, Any]:
    """What share of all games these are, and its 95% interval (Wilson)."""
    part, spread = games / of, _Z * _Z / of
    middle = (part + spread / 2) / (1 + spread)
    half = _Z / (1 + spread) * math.sqrt(part * (1 - part) / of + spread / (4 * of))
    low = 0.0 if games == 0 else middle - half
    high = 1.0 if games == of else middle + half
    return {"games": games, "share": part, "low": low, "high": high}


def player_turns_json(moments: list[str], found: Array) -> list[dict[str, Any]]:
    """What share of the games is in which weather, Player Turn by Player Turn, as plain values."""
    turns = []
    for moment, row in zip(moments, found, strict=True):
        turn: dict[str, Any] = {"player_turn": moment.partition("/")[0]}
        of = int(row[: len(Density)].sum())
        for (name, value), games in zip(_COLUMNS, row.tolist(), strict=True):
            turn.setdefault(name, {})[value] = share(games, of)
        turns.append(turn)
    return turns


def play_whole(plan: Plan, piece: Piece) -> tuple[Array, dict[str, Any]]:
    """Play every game of a piece to its end; they share the setting of the plan.

    Returns:
        Numbers of climates, a row a Player Turn; and columns with what was counted in each game and
        its seal, where rows are wanted.
    """
    job = piece.job
    number = {climate: n for n, climate in enumerate(plan.table.climates)}
    climates = np.zeros((len(plan.turns), piece.games), np.uint16)
    seals, counts = [], []
    header = new_header(job.scenario, job.seed)
    for place in range(piece.games):
        game = Game(attrs.evolve(header, game=piece.start + place), plan.table.state)
        met = [climate_of(game.state) for _ in drive(game, finish=job.rows)]
        climates[:, place] = [number[each] for each in (*met[1:], climate_of(game.state))]
        if job.rows:
            seals.append(game.seal())
            counts.append(_count(game))
    if not job.rows:
        return climates, {}
    columns = {
        name: np.array([each[name] for each in counts], np.uint32)
        for name in ("entries", "events", *_COLUMN.values())
    }
    return climates, {**columns, "seal": seals}


_COLUMN = {cls: f"n_{column_name(name)}" for name, cls in EVENTS.items()}


def _count(game: Game) -> Counter[str]:
    found = Counter(_COLUMN[type(event)] for entry in game.entries for event in entry.then)
    found["events"] = found.total()
    found["entries"] = len(game.entries)
    return found
