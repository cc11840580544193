"""Options of the commands whose work several processes, or a Dask cluster, can do."""

import argparse
import os
from typing import TYPE_CHECKING, Final

from events.errors import BadInput
from replays.cli.arguments import whole

if TYPE_CHECKING:
    from replays.sweep.executor import Engine

_MOST: Final = 1024


def add_workers(parser: argparse.ArgumentParser) -> None:
    """What a command takes that can have its work done by several."""
    parser.add_argument(
        "--jobs", type=whole, metavar="N", help="processes; as many as it is worth if left out"
    )
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="the scheduler of a Dask cluster; `local` starts one here of --jobs workers",
    )


def engine_for(args: argparse.Namespace, worth: int) -> "Engine":
    """What does the work of a command: as many processes as are worth it where nobody says."""
    from replays.game.file import demand  # noqa: PLC0415 - likewise
    from replays.sweep.executor import engine_of  # noqa: PLC0415 - only where it is asked

    if args.jobs is not None and not 1 <= args.jobs <= _MOST:
        raise BadInput(f"{args.jobs} is not a number from 1 to {_MOST}", "--jobs")
    cores = os.cpu_count() or 1
    if args.cluster is not None:
        demand("distributed", "`--cluster`")
        return engine_of(args.jobs or cores, args.cluster)
    return engine_of(args.jobs or min(worth, cores))
