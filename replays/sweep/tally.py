"""How many games are in which weather after each Wind Change DR, and what share that is."""

import math
from collections.abc import Callable
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np

from events.terms import EC, Density, Rain, WindForce
from replays.sweep.columns import Array
from replays.sweep.plan import Plan
from sim.climate.climate import Climate

__all__ = ["ASPECTS", "Share", "column_name", "player_turns_json", "share", "tally"]

_Z: Final = 1.959963984540054
"""Standard deviations that hold 95% of a normal distribution."""


class _Aspect(NamedTuple):
    """Something about a climate, and every value that it can have."""

    name: str
    values: tuple[str, ...]
    of: Callable[[Climate], str]


def _words(terms: type[StrEnum]) -> tuple[str, ...]:
    return tuple(term.value for term in terms)


ASPECTS: Final = (
    _Aspect("dust", _words(Density), lambda climate: climate.density),
    _Aspect("rain", _words(Rain), lambda climate: climate.sky.rain),
    _Aspect("wind", _words(WindForce), lambda climate: climate.wind.force or WindForce.NO_WIND),
    _Aspect("gusts", ("No", "Yes"), lambda climate: "Yes" if climate.wind.gusts else "No"),
    _Aspect("ec", _words(EC), lambda climate: climate.sky.ec or ""),
)
"""What is counted, in the order of the columns of a tally."""

_COLUMNS: Final = tuple((aspect.name, value) for aspect in ASPECTS for value in aspect.values)


def tally(plan: Plan, counts: Array) -> Array:
    """Games by Player Turn and column, out of games by Player Turn and climate."""
    found: Array = counts @ _kinds(plan)
    return found


@lru_cache(maxsize=4)
def _kinds(plan: Plan) -> Array:
    """Which columns each climate counts in."""
    kinds = [[(each.name, each.of(climate)) for each in ASPECTS] for climate in plan.table.climates]
    return np.array([[column in each for column in _COLUMNS] for each in kinds], np.int64)


def column_name(word: str) -> str:
    """What a column about a term is called."""
    return word.lower().replace(" ", "_").replace("-", "_")


class Share(NamedTuple):
    """A share of the games, with its 95% interval (Wilson)."""

    games: int
    share: float
    low: float
    high: float


def share(games: int, of: int) -> Share:
    """What share of all games these are, and between what bounds the chance is likely to be."""
    part, spread = games / of, _Z * _Z / of
    middle = (part + spread / 2) / (1 + spread)
    half = _Z / (1 + spread) * math.sqrt(part * (1 - part) / of + spread / (4 * of))
    low = 0.0 if games == 0 else middle - half
    high = 1.0 if games == of else middle + half
    return Share(games, part, low, high)


def player_turns_json(moments: list[str], found: Array) -> list[dict[str, Any]]:
    """What share of the games is in which weather, Player Turn by Player Turn, as plain values."""
    return [_turn(*row) for row in zip(moments, found, strict=True)]


def _turn(moment: str, row: Array) -> dict[str, Any]:
    turn: dict[str, Any] = {"player_turn": moment.partition("/")[0]}
    of = int(row[: len(Density)].sum())
    for (name, value), games in zip(_COLUMNS, row.tolist(), strict=True):
        turn.setdefault(name, {})[value] = share(games, of)._asdict()
    return turn
