"""``khamsin library watch``: each new entry of a game as it comes, whoever records it."""

import argparse

from events.codec import encode_entry
from events.errors import BadInput
from replays.asking.session import what_followed
from replays.cli.arguments import add_json, text
from replays.cli.codes import CLEAN
from replays.cli.console import finish_output, remark, say, say_json_line, warn
from replays.cli.parser import Parser
from replays.game.named_moment import parse_when
from replays.library.library import Library
from replays.library.watch import NewEntries, watch


def add_watch(actions: "argparse._SubParsersAction[Parser]") -> Parser:
    """The arguments of ``khamsin library watch``."""
    parser = actions.add_parser("watch", help="each new entry of a game as it comes")
    parser.add_argument("name", type=text, metavar="NAME", help="of a game in the library")
    parser.add_argument(
        "--at", type=text, default="end", metavar="MOMENT", help="tell first what came after it"
    )
    add_json(parser)
    return parser


def watch_game(args: argparse.Namespace) -> int:
    """Tell each new entry of a game until it is finished, or Ctrl-C."""
    when = parse_when(args.at)
    with Library.open() as library:
        first, said = True, ""
        for seen in watch(library, args.name, when, _lost):
            if first and not args.json:
                say(f"{args.name}: {seen.entry} entries, {seen.ending}")
                remark("Ctrl-C ends it")
            first = False
            _tell(seen, as_json=args.json)
            finish_output()
            if seen.said not in ("", said):
                warn(f"khamsin: {args.name}: {seen.said}")
            said = seen.said
            if seen.ending.word == "finished":
                break
    if not args.json:
        say(f"{args.name}: {seen.ending}")
    return CLEAN


def _tell(seen: NewEntries, *, as_json: bool) -> None:
    if as_json:
        for entry in seen.entries:
            say_json_line(encode_entry(entry))
        return
    for line in what_followed(seen.before, seen.entries):
        say(line)


def _lost(error: BadInput) -> None:
    """A server that went away may come back."""
    warn(f"khamsin: {error}; trying again")
