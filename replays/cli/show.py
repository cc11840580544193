"""The state at any moment of a game."""

import argparse
from pathlib import Path
from typing import Any, Final

from events.codec import to_json
from replays.cli.argument import GAME, JSON, MOMENT
from replays.cli.console import counted, mention_torn, reading, say, say_all, say_json
from replays.game import telemetry
from replays.game.file import size_of
from replays.game.named_moment import When, parse_when
from replays.game.open_log import Ending
from replays.game.store import PointOfGame, point_of_game
from replays.game.story import due_between, sealed_now
from replays.game.view import due_as_json, now_as_json, state_as_text, view_of

ARGUMENTS: Final = f"""
{GAME}
{MOMENT}
{JSON}
"""


def found_at(path: str, when: When) -> PointOfGame:
    """Where a game stands at a moment; a long log is read with a bar."""
    with reading(Path(path).name, size_of(path)) as bar:
        found = point_of_game(path, when, bar)
    if found.torn:
        mention_torn(path)
    moment = str(found.position.state.moment)
    telemetry.current().debug("read", log=path, entry=found.entry, moment=moment)
    return found


def ending_line(entries: int, ending: Ending) -> str:
    """How a log ends, as an audit says it."""
    return f"{counted(entries, 'entry')}, {ending}"


def run(args: argparse.Namespace) -> int:
    """The state at a moment."""
    found = found_at(args.log, parse_when(args.at))
    state, header = found.position.state, found.header
    first, said = due_between(header, found.position), sealed_now(header, found.position)
    if args.json:
        sealed = {"said": said, "due": to_json(first)} if header.sealed else None
        more: dict[str, Any] = {"now": now_as_json(state), "due": due_as_json(state, first)}
        more |= {"ending": to_json(found.ending), "sealed": sealed}
        say_json(view_of(state, found.entry) | more)
        return 0
    say_all(state_as_text(state, found.entry, first=first))
    if said:
        say(f"  {said}")
    if found.ending is not None:
        say(ending_line(found.entry, found.ending))
    return 0
