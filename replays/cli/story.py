"""The log as a player would tell it."""

import argparse
from collections.abc import Generator, Iterator
from typing import Any, Final

from events.codec import to_json
from events.errors import BadInput, in_file
from replays.cli.argument import GAME, JSON
from replays.cli.console import mention_fault, mention_torn, say, say_all, say_json, width_of_lines
from replays.cli.opened import found_at
from replays.game import telemetry
from replays.game.fault import fault_in, readable
from replays.game.named_moment import END, When, parse_when
from replays.game.open_log import Ending, open_log
from replays.game.position import Position
from replays.game.store import moment_in_log
from replays.game.story import StoryLine, as_written, is_early, tell
from replays.game.text import counted
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
                told.tell(tell(told.beginning, reader.entries(), start, end))
            ending = Ending.of_log(reader, told.position) if end == END else None
        except BadInput:
            fault = fault_in(args.log)
            if fault is None:
                raise
            mention_fault(args.log, fault)
            for line in as_written(fault.rest, fault.readable + 1, told.moment):
                if end == END and (start is None or not is_early(line, start)):
                    told(line)
        if start is not None and not told.count:
            found_at(args.log, start)
            raise BadInput("--to is before --from", args.log)
        if args.json:
            say_json(
                {"lines": told.lines, "ending": to_json(ending), "fault": fault and fault.to_json()}
            )
        elif ending is not None:
            say(f"{counted(reader.number - 1, 'entry')}, {ending}")
        if reader.torn is not None:
            mention_torn(str(reader.path))
        telemetry.current().debug("told", log=args.log, lines=told.count)


class _Told:
    """Tells lines as they come, or keeps them for JSON."""

    def __init__(self, beginning: State, *, as_json: bool) -> None:
        self.beginning, self.moment, self.count = beginning, beginning.moment, 0
        self.position, self.lines = Position(beginning), list[dict[str, Any]]()
        self._as_json, self._width = as_json, width_of_lines()

    def tell(self, telling: Generator[StoryLine, None, Position]) -> None:
        """Tell a story, and keep where the game stands in the end."""

        def lines() -> Iterator[StoryLine]:
            self.position = yield from telling

        for line in lines():
            self(line)

    def __call__(self, line: StoryLine) -> None:
        self.count, self.moment = self.count + 1, line.moment
        if self._as_json:
            self.lines.append(line.to_json())
            return
        if line.entry == 1 and line.kind == "order":
            say_all(f"{each} (AD1.1)" for each in notation(self.beginning.setting.scenario))
        say_all(line.fitted(self._width))


def _moment(log: str, at: str) -> When:
    return readable(log, lambda upto: moment_in_log(log, parse_when(at), upto=upto))[0]
