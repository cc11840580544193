"""What a sweep is asked for, and the pieces of it that can be done apart."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeAlias

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

_LARGEST: Final = 1 << 24
_USUAL: Final = 1 << 17
_USUAL_OF_COUNTS: Final = 1 << 20
_USUAL_OF_WHOLE_GAMES: Final = 1 << 6
"""Games of a piece."""


class GameRange(NamedTuple):
    """Some games of a sweep, done at once: its place among all pieces, from 0, and that of its job.

    ``of`` says which of the scenarios that are swept together, from 0.
    """

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

    @cached_property
    def scenario_json(self) -> bytes:
        """The scenario as JSON."""
        return dumps(encode_scenario(self.scenario))


Jobs: TypeAlias = tuple[Job, ...]
"""A sweep alone; or those of several scenarios, done as one: each has a label, and they differ in
nothing else but their scenarios."""


def asked(jobs: Jobs) -> dict[str, Any]:
    """All that a result depends on, as plain values."""
    first = jobs[0]
    value = {
        "khamsin": "sweep",
        "format": FORMAT,
        "engine": ENGINE,
        "seed": first.seed,
        "first": first.first,
        "games": first.games,
        "full": first.full,
        "trajectories": first.trajectories,
    }
    if first.label:
        return {**value, "scenarios": {job.label: loads(job.scenario_json) for job in jobs}}
    return {**value, "scenario": loads(first.scenario_json)}


def pieces(jobs: Jobs, chunk: int) -> list[GameRange]:
    """All pieces, scenario by scenario."""
    found: list[GameRange] = []
    for of, job in enumerate(jobs):
        for done in range(0, job.games, chunk):
            games = min(chunk, job.games - done)
            found.append(GameRange(len(found), job.first + done, games, of))
    return found


def valid_chunk(jobs: Jobs, chunk: int | None) -> int:
    """Games of a piece: as many as are asked for, or as are usual."""
    least = -(-sum(job.games for job in jobs) // MOST_PIECES)
    if chunk is None:
        usual = _USUAL if jobs[0].rows else _USUAL_OF_COUNTS
        return max(_USUAL_OF_WHOLE_GAMES if jobs[0].full else usual, least)
    if not 1 <= chunk <= _LARGEST:
        raise BadInput(f"{chunk} is not a number from 1 to {_LARGEST}", "chunk")
    if chunk < least:
        raise BadInput(f"pieces of {chunk} games would be too many; at least {least}", "chunk")
    return chunk


def jobs_of(jobs: Mapping[str, Job]) -> Jobs:
    """Sweeps of several scenarios, as one."""
    if not jobs:
        raise BadInput("no scenario to sweep")
    return tuple(attrs.evolve(job, label=label) for label, job in jobs.items())


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
