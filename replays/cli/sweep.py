"""``khamsin sweep``: many games of a scenario at once, or of several."""

import argparse
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from events.errors import BadInput
from events.scenario import Scenario
from replays.cli.arguments import text, whole
from replays.cli.codes import INTERRUPTED
from replays.cli.console import progress, say, say_json, warn
from replays.cli.workers import add_workers, engine_for
from replays.game import telemetry
from replays.game.scenario_file import load_scenario

if TYPE_CHECKING:
    from replays.sweep.job import Job
    from replays.sweep.run import Result


_WORTH_A_PROCESS = 50_000_000
"""With fewer games for each, starting processes takes longer than it saves."""

_WHOLE_GAMES_WORTH_A_PROCESS = 1_000
"""The same of whole games."""


def add_sweep(parser: argparse.ArgumentParser) -> None:
    """What ``khamsin sweep`` takes."""
    parser.add_argument(
        "scenario", nargs="+", metavar="SCENARIO", help="a TOML file or a bundled scenario"
    )
    add_sweep_options(parser)
    parser.set_defaults(command=sweep)


def add_sweep_options(parser: argparse.ArgumentParser) -> None:
    """What a sweep takes beside its scenarios."""
    parser.add_argument(
        "--games", type=whole, required=True, metavar="N", help="how many games of each scenario"
    )
    parser.add_argument("--seed", type=text, default="1", help="any text; the default is 1")
    parser.add_argument(
        "--first", type=whole, default=0, metavar="GAME", help="number of the first game"
    )
    parser.add_argument(
        "--turns", type=whole, metavar="N", help="Game Turns; else those of the scenario"
    )
    parser.add_argument(
        "--full", action="store_true", help="whole games with drivers, vehicles and all"
    )
    parser.add_argument("-o", "--output", metavar="FILE.parquet", help="write a row a game")
    parser.add_argument(
        "--trajectories", action="store_true", help="with -o: the density of each Player Turn too"
    )
    add_workers(parser)
    parser.add_argument("--chunk", type=whole, metavar="N", help="games done at once")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="as JSON")
    form.add_argument("--csv", action="store_true", help="as CSV, a row a value of the weather")


def sweep(args: argparse.Namespace) -> int:
    """Sweep scenarios, and say what share of their games had which weather."""
    twice = [name for name, times in Counter(args.scenario).items() if times > 1]
    if twice:
        raise BadInput("this scenario is named twice", twice[0])
    _demand_extras(args)
    scenarios = {name: load_scenario(name) for name in args.scenario}
    return sweep_all(args, scenarios, together=len(scenarios) > 1)


def sweep_all(
    args: argparse.Namespace, scenarios: Mapping[str, Scenario], *, together: bool
) -> int:
    """Sweep scenarios, and say what share of their games had which weather.

    Args:
        args: as ``add_sweep_options`` has them.
        scenarios: the scenarios, by what they are called.
        together: rows say of which they are, even where there is one.

    Raises:
        BadInput: when what is asked for is impossible, or an extra is missing.
    """
    _demand_extras(args)
    from replays.sweep.job import jobs_of  # noqa: PLC0415 - needs NumPy
    from replays.sweep.run import sweep as run  # noqa: PLC0415 - likewise

    named = {name: _job(args, scenario) for name, scenario in scenarios.items()}
    jobs = jobs_of(named) if together else tuple(named.values())
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

            result = run(jobs, path, engine=engine, chunk=args.chunk, progress=told)
    except KeyboardInterrupt:
        again = "; the same command goes on from there" if path else ""
        warn(f"khamsin: stopped after {done} of {of} games{again}")
        return INTERRUPTED
    _tell(result, as_json=args.json, as_csv=args.csv)
    return 0


def _demand_extras(args: argparse.Namespace) -> None:
    """See that what is asked for can be had.

    Raises:
        BadInput: when it cannot.
    """
    from replays.game.file import demand  # noqa: PLC0415 - only for this command

    if args.trajectories and args.output is None:
        raise BadInput("this goes with `-o FILE.parquet`", "--trajectories")
    if args.output is not None:
        demand("pyarrow", "a file of a sweep")
    demand("numpy", "a sweep")


def _job(args: argparse.Namespace, scenario: Scenario) -> "Job":
    from replays.sweep.job import job_of  # noqa: PLC0415 - only for this command

    return job_of(
        scenario,
        args.games,
        seed=args.seed,
        first=args.first,
        turns=args.turns,
        full=args.full,
        trajectories=args.trajectories,
    )


def _tell(result: "Result", *, as_json: bool, as_csv: bool) -> None:
    from replays.sweep.result import summary_csv, summary_text  # noqa: PLC0415 - likewise

    if as_json:
        say_json(result.summary)
        return
    for line in (
        summary_csv(result.summary).splitlines() if as_csv else summary_text(result.summary)
    ):
        say(line)
    if result.path is not None and not as_csv:
        there = "a file of this very sweep is there already, and is left as it is:"
        say(f"{'written to' if result.fresh else there} {result.path}")
