"""What commands share that work through many games of a library."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from events.errors import BadInput
from replays.cli.arguments import add_json, text
from replays.cli.codes import INTERRUPTED
from replays.cli.console import progress, warn
from replays.cli.parser import Parser
from replays.cli.searches import add_searches, things_of
from replays.cli.workers import add_workers, engine_for
from replays.library.batch import run_jobs
from replays.library.library import Library
from replays.library.row import LibraryGame
from replays.library.search import search
from replays.sweep.executor import LOCAL, WorkLostError

_WORTH_A_PROCESS: Final = 15_000
"""With fewer entries for each, starting processes takes longer than it saves."""


def add_work(parser: Parser, before: str) -> None:
    """The arguments of a command that works through many games.

    Args:
        parser: that of the command.
        before: what was done with games that are left out.
    """
    parser.add_argument("names", type=text, nargs="*", metavar="NAME", help="only these games")
    parser.add_argument("--again", action="store_true", help=f"also those {before} before")
    parser.add_argument("-o", "--output", metavar="FILE.parquet", help="write a row a game")
    add_workers(parser)
    add_searches(parser)
    add_json(parser)


def asked_for(library: Library, args: argparse.Namespace) -> list[LibraryGame]:
    """The games that are named, or that a search finds; all of them where neither is asked for.

    Raises:
        BadInput: when a name is that of no game, or nothing can be found so.
    """
    things = things_of(args)
    if args.names and things:
        raise BadInput("name games, or say what to look for; not both", "NAME")
    if things:
        found = [each.game for each in search(library, things)]
        if not found:
            words = " and ".join(f"{each.kind} {each.value}" for each in things)
            raise BadInput(f"no game of this library has {words}", library.where)
        return found
    return [library.game(name) for name in dict.fromkeys(args.names)] or library.games()


class LibraryWork:
    """Games worked through, with progress, until they are done or somebody stops it.

    Args:
        library: where they are.
        args: the arguments of the command, as ``add_work`` has them.
        games: the games.
        command: what does the others, once this is stopped.
    """

    def __init__(
        self,
        library: Library,
        args: argparse.Namespace,
        games: list[LibraryGame],
        command: str,
    ) -> None:
        """See who is to do it."""
        self._library, self._games, self._command = library, games, command
        self._done = 0
        entries = sum(game.entries for game in games)
        self._far = args.cluster not in (None, LOCAL)
        self._engine = engine_for(args, max(1, entries // _WORTH_A_PROCESS))

    def through(self, kind: str) -> Iterator[Any]:
        """What is found, game by game.

        Raises:
            BadInput: when the library cannot be read or written, or who was at work is gone.
        """
        with progress("games", len(self._games)) as bar:

            def told(done: int) -> None:
                self._done = done
                if bar is not None:
                    bar(done)

            try:
                yield from run_jobs(
                    self._library,
                    kind,
                    self._games,
                    engine=self._engine,
                    travel=self._far,
                    told=told,
                )
            except WorkLostError as lost:
                raise BadInput(f"{lost.what}; {self._so_far()}", self._library.where) from None

    def stopped(self) -> int:
        """Say how far it came, and what goes on from there."""
        warn(f"khamsin: stopped; {self._so_far()}, and `{self._command}` does the others")
        return INTERRUPTED

    def _so_far(self) -> str:
        return f"what was found in {self._done} of {count_of(len(self._games))} is kept"


def demand_table(output: str | None, what: str, where: str) -> None:
    """See that a table can be written, before any work is done.

    Raises:
        BadInput: when it cannot be.
    """
    if output is None:
        return
    from replays.game.file import demand  # noqa: PLC0415 - only where a file is asked for

    demand("pyarrow", "`-o`")
    from replays.library.table import demand_writable  # noqa: PLC0415 - needs PyArrow

    demand_writable(Path(output), what, where)


def warn_of(library: Library) -> str:
    """Say why what is written may be lost, if so."""
    caution = library.database.durability_warning()
    if caution:
        warn(f"khamsin: {library.where}: {caution}")
    return caution


def entries_of(count: int) -> str:
    """A number of entries in words."""
    return "1 entry" if count == 1 else f"{count} entries"


def count_of(games: int) -> str:
    """A number of games in words."""
    return "1 game" if games == 1 else f"{games} games"
