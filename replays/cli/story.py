"""The log as a player would tell it."""

import argparse
from collections.abc import Callable, Generator
from typing import Any, Final

from events.codec import to_json
from events.errors import BadInput, in_file
from replays.cli.argument import GAME, JSON
from replays.cli.console import (
    counted,
    mention_fault,
    mention_torn,
    say,
    say_all,
    say_json,
    width_of_lines,
)
from replays.cli.opened import found_at
from replays.game import telemetry
from replays.game.fault import Fault, fault_in, readable
from replays.game.named_moment import END, When, parse_when
from replays.game.open_log import Ending, open_log
from replays.game.position import Position
from replays.game.store import moment_in_log
from replays.game.story import StoryLine, as_written, is_early, tell
from sim.chapter_ad.precedence import notation
from sim.machine.opening import initial_state
from sim.state import State

ARGUMENTS: Final = f"""
{GAME}
--from:start MOMENT  first moment to tell
--to:end MOMENT      last moment to tell
{JSON}
"""


def run(args: argparse.Namespace) -> None:
    start = None if args.start is None else _moment(args.log, args.start)
    end = END if args.end is None else _moment(args.log, args.end)
    with open_log(args.log) as reader:
        with in_file(args.log):
            told = _Told(initial_state(reader.header.scenario), as_json=args.json)
        ending, fault = None, None
        try:
            with in_file(args.log):
                position = _tell(tell(told.beginning, reader.entries(), start, end), told)
            ending = Ending.of_log(reader, position) if end == END else None
        except BadInput:
            fault = fault_in(args.log)
            if fault is None:
                raise
            mention_fault(args.log, fault)
            for line in (
                as_written(fault.rest, fault.readable + 1, told.moment) if end == END else ()
            ):
                if start is None or not is_early(line, start):
                    told(line)
        if start is not None and not told.count:
            found_at(args.log, start)
            raise BadInput("--to is before --from", args.log)
        told.end(fault or ending, reader.number - 1)
        if reader.torn is not None:
            mention_torn(str(reader.path))
        telemetry.current().debug("told", log=args.log, lines=told.count)


class _Told:
    """Tells lines as they come, or keeps them for JSON."""

    def __init__(self, beginning: State, *, as_json: bool) -> None:
        self.beginning, self.moment, self.count = beginning, beginning.moment, 0
        self._as_json, self._width = as_json, width_of_lines()
        self._lines: list[dict[str, Any]] = []

    def __call__(self, line: StoryLine) -> None:
        self.count, self.moment = self.count + 1, line.moment
        if self._as_json:
            self._lines.append(line.to_json())
            return
        if line.entry == 1 and line.kind == "order":
            say_all(f"{each} (AD1.1)" for each in notation(self.beginning.setting.scenario))
        say_all(line.fitted(self._width))

    def end(self, how: Ending | Fault | None, entries: int) -> None:
        """Say how far the log goes."""
        if self._as_json:
            ending = to_json(how) if isinstance(how, Ending) else None
            fault = how.to_json() if isinstance(how, Fault) else None
            say_json({"lines": self._lines, "ending": ending, "fault": fault})
        elif isinstance(how, Ending):
            say(f"{counted(entries, 'entry')}, {how}")


def _moment(log: str, at: str) -> When:
    return readable(log, lambda upto: moment_in_log(log, parse_when(at), upto=upto))[0]


def _tell(
    telling: Generator[StoryLine, None, Position], told: Callable[[StoryLine], None]
) -> Position:
    """Tell each line as it comes; where the game stands then."""
    while True:
        try:
            line = next(telling)
        except StopIteration as done:
            position: Position = done.value
            return position
        told(line)
