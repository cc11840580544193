"""The log as a player would tell it."""

import argparse
from collections.abc import Generator, Iterator
from typing import Final

from events.codec import plain
from events.errors import BadInput, in_file
from events.log import LogReader
from replays.cli.argument import GAME, JSON
from replays.cli.console import mention_torn, say, say_json
from replays.cli.show import ending_line, found_at
from replays.game import telemetry
from replays.game.named_moment import END, When, parse_when
from replays.game.open_log import Ending, open_log
from replays.game.position import Position
from replays.game.store import pinned
from replays.game.story import StoryLine, tell
from sim.chapter_ad.precedence import notation
from sim.machine.opening import initial_state

ARGUMENTS: Final = f"""
{GAME}
--from:start MOMENT  first moment to tell
--to:end MOMENT      last moment to tell
{JSON}
"""


def run(args: argparse.Namespace) -> int:
    """The log as a player would tell it."""
    start = None if args.start is None else pinned(args.log, parse_when(args.start))
    end = END if args.end is None else pinned(args.log, parse_when(args.end))
    with open_log(args.log) as reader:
        with in_file(args.log):
            telling = _Telling(reader, start, end)
            if args.json:
                lines = [line.to_json() for line in telling]
            else:
                _said(telling)
        if start is not None and not telling.count:
            found_at(args.log, start)
            raise BadInput("--to is before --from", args.log)
        if args.json:
            say_json({"lines": lines, "ending": plain(telling.ending)})
        elif telling.ending is not None:
            say(ending_line(telling.entries, telling.ending))
        if reader.torn is not None:
            mention_torn(str(reader.path))
        telemetry.current().debug("told", log=args.log, lines=telling.count)
    return 0


class _Telling:
    """The story of a log, line by line.

    Attributes:
        beginning: the state before the first entry.
        count: how many lines were told.
        entries: how many entries were read.
        ending: how the log ends, once all of it is told; None where the story ends before.
    """

    def __init__(self, reader: LogReader, start: When | None, end: When) -> None:
        """Begin before the first entry."""
        self.beginning = initial_state(reader.header.scenario)
        self.count = self.entries = 0
        self.ending: Ending | None = None
        self._reader, self._start, self._end = reader, start, end

    def __iter__(self) -> Iterator[StoryLine]:
        position = yield from self._counted()
        self.entries = self._reader.number - 1
        if self._end == END:
            self.ending = Ending.of_log(self._reader, position)

    def _counted(self) -> Generator[StoryLine, None, Position]:
        lines = tell(self.beginning, self._reader.entries(), self._start, self._end)
        while True:
            try:
                line = next(lines)
            except StopIteration as done:
                position: Position = done.value
                return position
            self.count += 1
            yield line


def _said(telling: _Telling) -> None:
    """Say the lines of a story as they come."""
    for line in telling:
        if line.entry == 1 and line.kind == "order":
            for sentence in notation(telling.beginning.setting.scenario):
                say(f"{sentence} (AD1.1)")
        say(str(line))
