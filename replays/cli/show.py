"""The state at any moment of a game."""

import argparse
from typing import Final

import attrs

from events.codec import to_json
from replays.cli.argument import JSON, MOMENT
from replays.cli.console import say, say_all, say_json
from replays.cli.opened import found_at, state_of
from replays.game.named_moment import parse_when
from replays.game.state_view import state_as_text, view_of
from replays.game.store import is_scenario
from replays.game.story import due_between, mail_now, still_due
from replays.game.text import counted
from sim.chapter_11.in_effect import in_effect
from sim.machine.due import due

ARGUMENTS: Final = f"""
log:GAME  a game log, library:NAME, or a scenario as it sets up
{MOMENT}
{JSON}
"""


def run(args: argparse.Namespace) -> None:
    entry, first, said, ending, mail = 0, None, "", None, None
    if is_scenario(args.log):
        state = state_of(args.log, args.at)
    else:
        found = found_at(args.log, parse_when(args.at))
        state, entry, ending = found.position.state, found.entry, found.ending
        first = due_between(found.header, found.position)
        said = mail_now(found.header, found.position)
        mail = {"said": said, "due": to_json(first)} if found.header.mail else None
    if args.json:
        now = [attrs.asdict(each) for each in in_effect(state)]
        still = [attrs.asdict(each) for each in still_due(due(state), first)]
        told = {"now": now, "due": still, "ending": to_json(ending), "mail": mail}
        say_json(view_of(state, entry) | told)
        return
    say_all(state_as_text(state, entry, first=first))
    if said:
        say(f"  {said}")
    if ending is not None:
        say(f"{counted(entry, 'entry')}, {ending}")
