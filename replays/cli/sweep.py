"""Many games at once: what share has which weather."""

import argparse
import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from events.errors import BadInput
from replays.cli.argument import JSON, WORK, refuse
from replays.cli.console import CLEAN, INTERRUPTED, progress, say, say_all, say_json, warn
from replays.game import telemetry
from replays.game.file import demand
from replays.game.scenario_file import load_scenario

if TYPE_CHECKING:
    from replays.sweep.executor import Engine

_MOST: Final = 1024

ARGUMENTS: Final = f"""
scenario:SCENARIO...  a TOML file or a bundled scenario
--games N!                 how many games of each scenario
--seed SEED=1              any text; the default is 1
--first N=0                number of the first game
--turns N                  Game Turns; else those of the scenario
--full                     whole games with drivers, vehicles and all
-o, --output FILE.parquet  write a row a game
--trajectories             with -o: the density of each Player Turn too
{WORK}
--chunk N                  games done at once
{JSON}
| --csv                    as CSV, a row a value of the weather
"""

_WORTH_A_PROCESS = 50_000_000
"""With fewer games for each, starting processes takes longer than it saves."""

_WHOLE_GAMES_WORTH_A_PROCESS = 1_000
"""The same of whole games."""


def run(args: argparse.Namespace) -> int:
    twice = [name for name, times in Counter(args.scenario).items() if times > 1]
    if twice:
        raise BadInput("this scenario is named twice", twice[0])
    if args.output is None:
        refuse(args, "this goes with `-o FILE.parquet`", "trajectories")
    else:
        demand("pyarrow", "a file of a sweep")
    demand("numpy", "a sweep")
    from replays.sweep.job import job_of  # noqa: PLC0415 - needs NumPy
    from replays.sweep.run import sweep  # noqa: PLC0415 - likewise

    keys = ("seed", "first", "turns", "full", "trajectories")
    options = {key: getattr(args, key) for key in keys}
    labels = args.scenario if len(args.scenario) > 1 else [""]
    jobs = tuple(
        job_of(load_scenario(name), args.games, label=label, **options)
        for name, label in zip(args.scenario, labels, strict=True)
    )
    of = sum(job.games for job in jobs)
    path = None if args.output is None else Path(args.output)
    worth = 1 + of // (_WHOLE_GAMES_WORTH_A_PROCESS if args.full else _WORTH_A_PROCESS)
    engine, done = engine_for(args, worth), 0
    log = telemetry.current().bind(first=args.first, seed=args.seed)
    try:
        with progress("games", of) as bar:

            def told(games: int) -> None:
                nonlocal done
                done = games
                log.debug("games", done=games, of=of)
                if bar:
                    bar(games)

            summary = sweep(jobs, path, engine=engine, chunk=args.chunk, progress=told)
    except KeyboardInterrupt:
        left = f"; {path} is not written" if path else ""
        warn(f"khamsin: stopped after {done} of {of} games{left}")
        return INTERRUPTED
    _tell(summary, args)
    return CLEAN


def _tell(summary: dict[str, Any], args: argparse.Namespace) -> None:
    from replays.sweep.result import summary_csv, summary_text  # noqa: PLC0415 - needs NumPy

    if args.json:
        say_json(summary)
        return
    say_all(summary_csv(summary).splitlines() if args.csv else summary_text(summary))
    if args.output is not None and not args.csv:
        say(f"written to {args.output}")


def engine_for(args: argparse.Namespace, worth: int) -> "Engine":
    """What does the work of a command: as many processes as are worth it, or as the user says."""
    from replays.sweep.executor import engine_of  # noqa: PLC0415 - only where it is asked

    if args.jobs is not None and not 1 <= args.jobs <= _MOST:
        raise BadInput(f"{args.jobs} is not a number from 1 to {_MOST}", "--jobs")
    cores = os.cpu_count() or 1
    if args.cluster is not None:
        demand("distributed", "`--cluster`")
        return engine_of(args.jobs or cores, args.cluster)
    return engine_of(args.jobs or min(worth, cores))
