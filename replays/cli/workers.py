"""Where a command does much work: in this process, in several, or on a Dask cluster."""

import argparse
import os
from typing import TYPE_CHECKING, Final

import attrs

from events.errors import BadInput
from replays.cli.arguments import whole

if TYPE_CHECKING:
    from replays.workers.engines import Engine


_MOST: Final = 1024

LOCAL: Final = "local"
"""The address of a cluster that is started for this command."""


@attrs.frozen
class Workers:
    """Who does the work of a command.

    Attributes:
        engine: what gives it to them.
        near: they are on this machine, and see its files.
    """

    engine: "Engine"
    near: bool


def add_workers(parser: argparse.ArgumentParser) -> None:
    """What a command takes that can have its work done by several."""
    parser.add_argument(
        "--jobs", type=whole, metavar="N", help="processes; as many as it is worth if left out"
    )
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help=f"the scheduler of a Dask cluster; `{LOCAL}` starts one here of --jobs workers",
    )


def workers_of(args: argparse.Namespace, worth: int) -> Workers:
    """The workers that somebody asks for.

    Args:
        args: the arguments of a command that has ``add_workers``.
        worth: how many processes are worth starting, where nobody says.

    Raises:
        BadInput: when the number is impossible, or an extra is missing.
    """
    from replays.workers.engines import here, in_processes  # noqa: PLC0415 - only where it is asked

    demand_number(args.jobs, "--jobs")
    jobs = min(worth, cores()) if args.jobs is None else args.jobs
    if args.cluster is not None:
        from replays.game.file import demand  # noqa: PLC0415 - likewise

        demand("distributed", "`--cluster`")
        from replays.workers.cluster import on_cluster  # noqa: PLC0415 - needs Dask

        local = args.cluster == LOCAL
        return Workers(
            on_cluster(None if local else args.cluster, args.jobs or cores()), near=local
        )
    return Workers(here if jobs == 1 else in_processes(jobs), near=True)


def demand_number(number: int | None, option: str) -> None:
    """See that somebody asks for a possible number of processes.

    Raises:
        BadInput: when it is not.
    """
    if number is not None and not 1 <= number <= _MOST:
        raise BadInput(f"{number} is not a number from 1 to {_MOST}", option)


def cores() -> int:
    """How many processors this machine has."""
    return os.cpu_count() or 1
