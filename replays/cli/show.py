"""The state at any moment of a game."""

import argparse
from typing import Any, Final

from events.codec import to_json
from replays.cli.argument import JSON, MOMENT
from replays.cli.console import counted, say, say_all, say_json
from replays.cli.opened import found_at, state_of
from replays.game.named_moment import parse_when
from replays.game.state_view import due_as_json, now_as_json, state_as_text, view_of
from replays.game.store import is_scenario
from replays.game.story import due_between, mail_now

ARGUMENTS: Final = f"""
log:GAME  a game log, library:NAME, or a scenario as it sets up
{MOMENT}
{JSON}
"""


def run(args: argparse.Namespace) -> None:
    if is_scenario(args.log):
        state = state_of(args.log, args.at)
        if args.json:
            now = {"now": now_as_json(state), "due": due_as_json(state)}
            say_json(view_of(state, 0) | now | {"ending": None, "mail": None})
        else:
            say_all(state_as_text(state, 0))
        return
    found = found_at(args.log, parse_when(args.at))
    state, header = found.position.state, found.header
    first, said = due_between(header, found.position), mail_now(header, found.position)
    if args.json:
        mail = {"said": said, "due": to_json(first)} if header.mail else None
        more: dict[str, Any] = {"now": now_as_json(state), "due": due_as_json(state, first)}
        more |= {"ending": to_json(found.ending), "mail": mail}
        say_json(view_of(state, found.entry) | more)
        return
    say_all(state_as_text(state, found.entry, first=first))
    if said:
        say(f"  {said}")
    if found.ending is not None:
        say(f"{counted(found.entry, 'entry')}, {found.ending}")
