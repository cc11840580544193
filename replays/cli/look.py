"""``khamsin show``, ``story`` and ``diff``: what a log says."""

import argparse
from typing import Any

from events.entry import FORMAT
from events.errors import BadInput, in_file
from events.log_writer import put_torn_aside
from replays import telemetry
from replays.cli.arguments import add_game, add_json, add_moment
from replays.cli.console import mention_torn, say, say_json
from replays.files import exists
from replays.playing.logs import open_log, pinned, upgrade_log
from replays.playing.moments import END, When, parse_when, state_at
from replays.scenarios.wrong_file import FileKind, expecting, mistaken
from replays.telling.changes import changes, parting
from replays.telling.due_lines import due_as_json, now_as_json
from replays.telling.story import tell, told_as_json, told_line
from replays.telling.views import differences, state_as_text, view_of
from sim.chapter_ad.precedence import notation
from sim.machine.opening import initial_state
from sim.state import State

__all__ = [
    "add_diff",
    "add_recover",
    "add_show",
    "add_story",
    "add_upgrade",
    "diff",
    "recover",
    "show",
    "story",
    "upgrade",
]


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


def add_upgrade(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``khamsin upgrade``."""
    add_game(parser)
    parser.add_argument("-o", "--output", metavar="NEW", required=True, help="the new log")
    parser.set_defaults(command=upgrade)


def _view(path: str, when: When) -> dict[str, Any]:
    """The state of a log at a moment, as JSON values."""
    state, number = _found(path, when)
    return view_of(state, number)


def _found(path: str, when: When) -> tuple[State, int]:
    """The state of a log at a moment, and the number of the entry that led to it."""
    when = pinned(path, when)
    with open_log(path) as reader:
        with in_file(path):
            state = initial_state(reader.header.scenario)
            number, state = state_at(state, reader.happenings(), when)
        if reader.torn is not None:
            mention_torn(str(reader.path))
        telemetry.current().debug(
            "read", log=path, entries=reader.number - 1, moment=str(state.moment)
        )
        return state, number


def show(args: argparse.Namespace) -> int:
    """The state at a moment."""
    state, number = _found(args.log, parse_when(args.at))
    if args.json:
        more = {"now": now_as_json(state), "due": due_as_json(state)}
        say_json(view_of(state, number) | more)
    else:
        for line in state_as_text(state, number):
            say(line)
    return 0


def story(args: argparse.Namespace) -> int:
    """The log as a player would tell it."""
    start = None if args.start is None else pinned(args.log, parse_when(args.start))
    end = None if args.end is None else pinned(args.log, parse_when(args.end))
    with open_log(args.log) as reader:
        told = 0
        with in_file(args.log):
            state = initial_state(reader.header.scenario)
            lines = tell(state, reader.entries(), start, end)
            if args.json:
                found = [told_as_json(line) for line in lines]
                told = len(found)
                say_json(found)
            for line in lines:
                told += 1
                if line.entry == 1 and line.kind == "order":
                    for sentence in notation(state.setting.scenario):
                        say(f"{sentence} (AD1.1)")
                say(told_line(line))
        if reader.torn is not None:
            mention_torn(str(reader.path))
        telemetry.current().debug("told", log=args.log, lines=told)
    if start is not None and not told:
        _view(args.log, start)
        raise BadInput("--to is before --from", args.log)
    return 0


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
            raise mistaken(two, FileKind.LOG) or BadInput(
                "there is no such file; expected GAME GAME [--at MOMENT], or GAME MOMENT MOMENT",
                two,
            )
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
        count, aside = put_torn_aside(args.log)
    if aside is None:
        say(f"{args.log} is whole: {count} entries")
    else:
        say(f"{args.log} has {count} whole entries; the torn line is in {aside}")
    return 0


def upgrade(args: argparse.Namespace) -> int:
    """Make a log of the current format out of one of an older format."""
    made = upgrade_log(args.log, args.output)
    if made.torn:
        mention_torn(args.log)
    say(f"{made.entries} entries, from format {made.old.format} to {FORMAT}")
    say(f"old seal {made.old.seal}")
    say(f"written to {args.output}, seal {made.seal}")
    return 0
