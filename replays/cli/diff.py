"""What changed between two moments, or two games."""

import argparse
from typing import Any, Final

from events.errors import BadInput
from replays.cli.argument import JSON
from replays.cli.console import say_all, say_json
from replays.cli.opened import found_at
from replays.game.address import no_such_log
from replays.game.difference import changes, compare_games, differences
from replays.game.file import exists
from replays.game.file_kind import FileKind, mistaken
from replays.game.named_moment import END, When, parse_when
from replays.game.open_log import open_log
from replays.game.state_view import view_of

ARGUMENTS: Final = f"""
what:GAME...  GAME A B, or GAME GAME
--at MOMENT   the moment at which to compare two games
{JSON}
"""


def _view(path: str, when: When) -> dict[str, Any]:
    found = found_at(path, when)
    return view_of(found.position.state, found.entry)


def run(args: argparse.Namespace) -> None:
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
        return
    lines = list(changes(views[0], views[1]))
    if len(args.what) == 2 and args.at is None and (more := _differences_of_games(*args.what)):
        lines = [*more, "in the end" if lines else "in the end nothing differs", *lines]
    say_all(lines or ["nothing differs"])


def _differences_of_games(one: str, two: str) -> list[str]:
    """The entries in which two games differ that have a past in common."""
    with open_log(one) as first, open_log(two) as second:
        if first.header.scenario != second.header.scenario:
            return []
        one_game = first.header == second.header
        same, lines = compare_games(list(first.entries()), list(second.entries()))
    if not (same or one_game) or not lines:
        return []
    return [f"the same up to entry {same}; then - is {one}, + is {two}", *lines, ""]
