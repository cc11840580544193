"""What a sweep is asked for, and the pieces of it that can be done apart."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Final, NamedTuple

import attrs

from events.codec import encode_scenario
from events.entry import MAX_GAME
from events.errors import BadInput
from events.json_bytes import dumps, loads
from events.scenario import Scenario
from replays.game.open_log import new_header
from replays.version import ENGINE

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
    of: int = 0


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
        label: what its rows are called where several scenarios are swept together.
    """

    scenario: Scenario
    seed: str
    first: int
    games: int
    full: bool = False
    rows: bool = False
    trajectories: bool = False
    label: str = ""

    @property
    def jobs(self) -> tuple["Job", ...]:
        """This one alone."""
        return (self,)

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


@attrs.frozen
class Jobs:
    """Sweeps of several scenarios, done as one."""

    jobs: tuple[Job, ...]

    @property
    def games(self) -> int:
        """How many games, all together."""
        return sum(job.games for job in self.jobs)

    @property
    def trajectories(self) -> bool:
        """Each row has the density of every Player Turn."""
        return self.jobs[0].trajectories

    @property
    def full(self) -> bool:
        """Whole games with drivers."""
        return self.jobs[0].full

    def asked(self) -> dict[str, Any]:
        """All that a result depends on, as plain values."""
        shared = self.jobs[0].asked()
        del shared["scenario"]
        return {**shared, "scenarios": {job.label: loads(job.scenario_json) for job in self.jobs}}

    @property
    def usual_chunk(self) -> int:
        """Games of a piece, where nobody says how many."""
        return max(self.least_chunk, *(job.usual_chunk for job in self.jobs))

    @property
    def least_chunk(self) -> int:
        """Games of a piece, where there are as many pieces as there can be."""
        return -(-self.games // MOST_PIECES)

    def pieces(self, chunk: int) -> Iterator[GameRange]:
        """All pieces, scenario by scenario."""
        number = 0
        for of, job in enumerate(self.jobs):
            for piece in job.pieces(chunk):
                yield piece._replace(number=number, of=of)
                number += 1


def jobs_of(jobs: Mapping[str, Job]) -> Jobs:
    """Sweeps of several scenarios, as one."""
    if not jobs:
        raise BadInput("no scenario to sweep")
    return Jobs(tuple(attrs.evolve(job, label=label) for label, job in jobs.items()))


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
) -> Job:
    """A sweep, checked."""
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
    return Job(scenario, seed, first, games, full, rows, trajectories)
