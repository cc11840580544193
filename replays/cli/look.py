"""``khamsin show``, ``story`` and ``diff``: what a log says."""

import argparse
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

from events.codec import plain
from events.errors import BadInput, in_file
from events.log import LogReader
from replays.cli.arguments import add_game, add_json, add_moment
from replays.cli.console import mention_torn, reading, say, say_json
from replays.game import telemetry
from replays.game.address import no_such_log
from replays.game.change import changes, parting
from replays.game.file import exists, size_of
from replays.game.file_kind import FileKind, expecting, mistaken
from replays.game.named_moment import END, When, parse_when
from replays.game.open_log import Ending, open_log
from replays.game.position import Position
from replays.game.store import PointOfGame, pinned, standing
from replays.game.store import recover as put_aside
from replays.game.story import StoryLine, due_between, sealed_now, tell
from replays.game.view import differences, due_as_json, now_as_json, state_as_text, view_of
from sim.chapter_ad.precedence import notation
from sim.machine.opening import initial_state


def add_show(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``khamsin show``."""
    add_game(parser)
    add_moment(parser)
    add_json(parser)
    parser.set_defaults(command=show)


def add_story(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``khamsin story``."""
    add_game(parser)
    parser.add_argument("--from", dest="start", metavar="MOMENT", help="first moment to tell")
    parser.add_argument("--to", dest="end", metavar="MOMENT", help="last moment to tell")
    add_json(parser)
    parser.set_defaults(command=story)


def add_diff(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``khamsin diff``."""
    parser.add_argument("what", nargs="+", metavar="GAME", help="GAME A B, or GAME GAME")
    parser.add_argument("--at", metavar="MOMENT", help="the moment at which to compare two games")
    add_json(parser)
    parser.set_defaults(command=diff)


def add_recover(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``khamsin recover``."""
    add_game(parser)
    parser.set_defaults(command=recover)


def _view(path: str, when: When) -> dict[str, Any]:
    """The state of a log at a moment, as JSON values."""
    found = _found(path, when)
    return view_of(found.position.state, found.entry)


def _found(path: str, when: When) -> PointOfGame:
    """Where a game stands at a moment; a long log is read with a bar."""
    with reading(Path(path).name, size_of(path)) as bar:
        found = standing(path, when, bar)
    if found.torn:
        mention_torn(path)
    moment = str(found.position.state.moment)
    telemetry.current().debug("read", log=path, entry=found.entry, moment=moment)
    return found


def _ending_line(entries: int, ending: Ending) -> str:
    """How a log ends, as an audit says it."""
    return f"{entries} {'entry' if entries == 1 else 'entries'}, {ending}"


def show(args: argparse.Namespace) -> int:
    """The state at a moment."""
    found = _found(args.log, parse_when(args.at))
    state, header = found.position.state, found.header
    first, said = due_between(header, found.position), sealed_now(header, found.position)
    if args.json:
        sealed = {"said": said, "due": plain(first)} if header.sealed else None
        more: dict[str, Any] = {"now": now_as_json(state), "due": due_as_json(state, first)}
        more |= {"ending": plain(found.ending), "sealed": sealed}
        say_json(view_of(state, found.entry) | more)
        return 0
    for line in state_as_text(state, found.entry, first=first):
        say(line)
    if said:
        say(f"  {said}")
    if found.ending is not None:
        say(_ending_line(found.entry, found.ending))
    return 0


def story(args: argparse.Namespace) -> int:
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
            _view(args.log, start)
            raise BadInput("--to is before --from", args.log)
        if args.json:
            say_json({"lines": lines, "ending": plain(telling.ending)})
        elif telling.ending is not None:
            say(_ending_line(telling.entries, telling.ending))
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


def diff(args: argparse.Namespace) -> int:
    """What changed between two moments of a game, or between two games at one moment."""
    if len(args.what) == 3:
        log, one, two = args.what
        if args.at is not None:
            raise BadInput("--at goes with two games, not with two moments")
        views = [_view(log, parse_when(each)) for each in (one, two)]
    elif len(args.what) == 2:
        one, two = args.what
        if not exists(two):
            missing = no_such_log(two) or mistaken(two, FileKind.LOG)
            expected = "expected GAME GAME [--at MOMENT], or GAME MOMENT MOMENT"
            raise missing or BadInput(f"there is no such file; {expected}", two)
        when = END if args.at is None else parse_when(args.at)
        views = [_view(each, when) for each in (one, two)]
    else:
        raise BadInput("expected GAME MOMENT MOMENT, or GAME GAME [--at MOMENT]")
    found = list(differences(views[0], views[1]))
    if args.json:
        say_json([{"place": place, "a": a, "b": b} for place, a, b in found])
        return 0
    lines = list(changes(views[0], views[1]))
    if len(args.what) == 2 and args.at is None:
        lines = [*_where_they_part(*args.what), *lines]
    for line in lines:
        say(line)
    if not lines:
        say("nothing differs")
    return 0


def _where_they_part(one: str, two: str) -> list[str]:
    """The entries in which two games differ that have a past in common."""
    with open_log(one) as first, open_log(two) as second:
        if first.header.scenario != second.header.scenario:
            return []
        same, lines = parting(list(first.entries()), list(second.entries()))
    if not same or not lines:
        return []
    return [f"the same up to entry {same}; then - is {one}, + is {two}", *lines, "", "in the end"]


def recover(args: argparse.Namespace) -> int:
    """Put aside what a crash left behind the last whole line of a log."""
    with expecting(args.log, FileKind.LOG):
        count, aside = put_aside(args.log)
    if aside is None:
        say(f"{args.log} is whole: {count} entries")
    else:
        say(f"{args.log} has {count} whole entries; the torn line is in {aside}")
    return 0
