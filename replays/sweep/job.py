"""What a sweep is asked for, and the pieces of it that can be done apart."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple, TypeAlias

import attrs

from events.codec import encode_scenario
from events.entry import MAX_GAME
from events.errors import BadInput
from events.json_bytes import dumps, loads
from events.scenario import Scenario
from replays.game.open_log import new_header
from replays.version import ENGINE

_FORMAT: Final = 1
"""Version of what a sweep writes."""

_LARGEST: Final = 1 << 24
_USUAL: Final = 1 << 17
_USUAL_OF_WHOLE_GAMES: Final = 1 << 6
"""Games of a piece."""


@attrs.frozen
class Job:
    """A sweep."""

    scenario: Scenario
    """What is played, with as many Game Turns as are swept."""
    seed: str
    first: int
    games: int
    full: bool = False
    """Whole games with drivers, not the environment alone."""
    rows: bool = False
    """A row a game is wanted, not the counts alone."""
    trajectories: bool = False
    """Each row also has the density of every Player Turn."""
    label: str = ""
    """What its rows are called where several scenarios are swept together."""


Jobs: TypeAlias = tuple[Job, ...]
"""A sweep alone; or those of several scenarios, done as one: each has a label, and they differ in
nothing else but their scenarios."""


class Piece(NamedTuple):
    """Some games of a job, done at once."""

    job: Job
    start: int
    games: int


def asked(jobs: Jobs) -> dict[str, Any]:
    """All that a result depends on, as plain values."""
    first = jobs[0]
    scenarios = {job.label: loads(dumps(encode_scenario(job.scenario))) for job in jobs}
    return {
        "khamsin": "sweep",
        "format": _FORMAT,
        "engine": ENGINE,
        "seed": first.seed,
        "first": first.first,
        "games": first.games,
        "full": first.full,
        "trajectories": first.trajectories,
        **({"scenarios": scenarios} if first.label else {"scenario": scenarios[""]}),
    }


def pieces(jobs: Jobs, chunk: int | None) -> Iterator[Piece]:
    """All pieces, scenario by scenario, of so many games or as many as are usual."""
    if chunk is None:
        chunk = _USUAL_OF_WHOLE_GAMES if jobs[0].full else _USUAL
    if not 1 <= chunk <= _LARGEST:
        raise BadInput(f"{chunk} is not a number from 1 to {_LARGEST}", "chunk")
    for job in jobs:
        for done in range(0, job.games, chunk):
            yield Piece(job, job.first + done, min(chunk, job.games - done))


def job_of(
    scenario: Scenario,
    games: int,
    *,
    seed: str = "1",
    first: int = 0,
    turns: int | None = None,
    full: bool = False,
    trajectories: bool = False,
    label: str = "",
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
    return Job(scenario, seed, first, games, full, False, trajectories, label)
