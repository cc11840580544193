"""Whole games with drivers, and what is counted in each."""

from collections import Counter
from typing import Any

import attrs
import numpy as np

from events.vocabulary import EVENTS
from replays.playing.drivers import drive
from replays.playing.game import Game
from replays.playing.headers import new_header
from replays.sweep.columns import Array
from replays.sweep.job import GameRange, Job
from replays.sweep.plan import Plan
from replays.sweep.tally import column_name
from sim.climate.climate import climate_of

__all__ = ["Whole", "play_whole"]


@attrs.frozen(eq=False)
class Whole:
    """Games that were played to their end.

    Attributes:
        climates: a row a Player Turn and a column a game: numbers of climates.
        columns: what was counted in each game, and its seal, where rows are wanted.
    """

    climates: Array
    columns: dict[str, Any]


def play_whole(plan: Plan, job: Job, piece: GameRange) -> Whole:
    """Play every game of a piece; they share the setting of the plan."""
    number = {climate: n for n, climate in enumerate(plan.table.climates)}
    climates = np.zeros((len(plan.turns), piece.games), np.uint16)
    seals, counts = [], []
    first = Game(new_header(job.scenario, job.seed, piece.start), plan.table.state)
    for place in range(piece.games):
        game = first.numbered(piece.start + place)
        met = [climate_of(game.state) for _ in drive(game, finish=job.rows)]
        climates[:, place] = [number[each] for each in (*met[1:], climate_of(game.state))]
        if job.rows:
            seals.append(game.seal())
            counts.append(_count(game))
    if not job.rows:
        return Whole(climates, {})
    columns = {
        name: np.array([each[name] for each in counts], np.uint32)
        for name in ("entries", "events", *map(_column, EVENTS))
    }
    return Whole(climates, {**columns, "seal": seals})


def _column(event: str) -> str:
    return f"n_{column_name(event)}"


_COLUMN = {cls: _column(name) for name, cls in EVENTS.items()}


def _count(game: Game) -> Counter[str]:
    """How many entries and events a game has, and how many events of each kind."""
    found = Counter(_COLUMN[type(event)] for entry in game.entries for event in entry.then)
    found["events"] = found.total()
    found["entries"] = len(game.entries)
    return found
