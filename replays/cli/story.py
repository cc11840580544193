"""The log as a player would tell it."""

import argparse
from collections.abc import Callable, Generator
from typing import Any, Final

from events.codec import to_json
from events.errors import BadInput, in_file
from replays.cli.argument import GAME, JSON
from replays.cli.console import counted, mention_torn, say, say_all, say_json
from replays.cli.opened import found_at
from replays.game import telemetry
from replays.game.named_moment import END, parse_when
from replays.game.open_log import Ending, open_log
from replays.game.position import Position
from replays.game.store import moment_in_log
from replays.game.story import StoryLine, tell
from sim.chapter_ad.precedence import notation
from sim.machine.opening import initial_state

ARGUMENTS: Final = f"""
{GAME}
--from:start MOMENT  first moment to tell
--to:end MOMENT      last moment to tell
{JSON}
"""


def run(args: argparse.Namespace) -> None:
    start = None if args.start is None else moment_in_log(args.log, parse_when(args.start))
    end = END if args.end is None else moment_in_log(args.log, parse_when(args.end))
    with open_log(args.log) as reader:
        with in_file(args.log):
            beginning, lines = initial_state(reader.header.scenario), list[dict[str, Any]]()

        def told(line: StoryLine) -> None:
            if args.json:
                lines.append(line.to_json())
                return
            if line.entry == 1 and line.kind == "order":
                say_all(f"{each} (AD1.1)" for each in notation(beginning.setting.scenario))
            say(str(line))

        with in_file(args.log):
            count, position = _tell(tell(beginning, reader.entries(), start, end), told)
        if start is not None and not count:
            found_at(args.log, start)
            raise BadInput("--to is before --from", args.log)
        ending = Ending.of_log(reader, position) if end == END else None
        if args.json:
            say_json({"lines": lines, "ending": to_json(ending)})
        elif ending is not None:
            say(f"{counted(reader.number - 1, 'entry')}, {ending}")
        if reader.torn is not None:
            mention_torn(str(reader.path))
        telemetry.current().debug("told", log=args.log, lines=count)


def _tell(
    telling: Generator[StoryLine, None, Position], told: Callable[[StoryLine], None]
) -> tuple[int, Position]:
    """Tell each line as it comes; how many there are, and where the game stands then."""
    count = 0
    while True:
        try:
            line = next(telling)
        except StopIteration as done:
            return count, done.value
        told(line)
        count += 1
