"""What a sweep is asked for, and the pieces of it that can be done apart."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final, NamedTuple

import attrs

from events.codec import encode_scenario
from events.entry import MAX_GAME
from events.errors import BadInput
from events.json_bytes import dumps, loads
from events.scenario import Scenario
from replays.playing.headers import new_header
from replays.version import ENGINE

__all__ = ["FORMAT", "MOST_PIECES", "GameRange", "Job", "job_of"]

FORMAT: Final = 1
"""Version of what a sweep writes."""

MOST_PIECES: Final = 100_000
"""A sweep has no more pieces: each of them waits in memory."""

_CHUNK: Final = 1 << 17
_CHUNK_OF_COUNTS: Final = 1 << 20
_CHUNK_OF_WHOLE_GAMES: Final = 1 << 6


class GameRange(NamedTuple):
    """Some games of a sweep, done at once."""

    number: int
    start: int
    games: int


@attrs.frozen(slots=False)
class Job:
    """A sweep.

    Attributes:
        scenario: what is played, with as many Game Turns as are swept.
        seed: any text.
        first: the first game.
        games: how many games.
        full: whole games with drivers, not the environment alone.
        rows: a row a game is wanted, not the counts alone.
        trajectories: each row also has the density of every Player Turn.
        compiled: count with Numba; changes no result.
    """

    scenario: Scenario
    seed: str
    first: int
    games: int
    full: bool = False
    rows: bool = False
    trajectories: bool = False
    compiled: bool = False

    @cached_property
    def scenario_json(self) -> bytes:
        """The scenario as JSON."""
        return dumps(encode_scenario(self.scenario))

    def asked(self) -> dict[str, Any]:
        """All that a result depends on, as plain values."""
        return {
            "khamsin": "sweep",
            "format": FORMAT,
            "engine": ENGINE,
            "seed": self.seed,
            "first": self.first,
            "games": self.games,
            "full": self.full,
            "trajectories": self.trajectories,
            "scenario": loads(self.scenario_json),
        }

    @property
    def usual_chunk(self) -> int:
        """Games of a piece, where nobody says how many."""
        usual = _CHUNK if self.rows else _CHUNK_OF_COUNTS
        return max(_CHUNK_OF_WHOLE_GAMES if self.full else usual, self.least_chunk)

    @property
    def least_chunk(self) -> int:
        """Games of a piece, where there are as many pieces as there can be."""
        return -(-self.games // MOST_PIECES)

    def pieces(self, chunk: int) -> Iterator[GameRange]:
        """All pieces, in order."""
        for number, done in enumerate(range(0, self.games, chunk)):
            yield GameRange(number, self.first + done, min(chunk, self.games - done))


def job_of(
    scenario: Scenario,
    games: int,
    *,
    seed: str = "1",
    first: int = 0,
    turns: int | None = None,
    full: bool = False,
    rows: bool = False,
    trajectories: bool = False,
    compiled: bool = False,
) -> Job:
    """A sweep, checked.

    Args:
        scenario: what is played.
        games: how many games.
        seed: any text; the same seed gives the same games.
        first: number of the first game among those of the seed.
        turns: Game Turns; None is as many as the scenario has.
        full: whole games with drivers.
        rows: a row a game is wanted.
        trajectories: each row also has the density of every Player Turn.
        compiled: count with Numba.

    Raises:
        BadInput: when the scenario is not sound, or a number is impossible.
    """
    for name, number in (("games", games), ("first", first), ("turns", turns)):
        if number is not None and type(number) is not int:
            raise BadInput(f"{str(number)[:40]!r} is not a whole number", name)
    if turns is not None:
        scenario = attrs.evolve(scenario, turns=turns)
    if games < 1:
        raise BadInput(f"{games} is not a number of games; at least 1 is expected", "games")
    new_header(scenario, seed, first)
    if first + games - 1 > MAX_GAME:
        most = MAX_GAME - first + 1
        raise BadInput(f"from game {first} on a seed has {most} games, not {games}", "games")
    return Job(scenario, seed, first, games, full, rows, trajectories, compiled)
