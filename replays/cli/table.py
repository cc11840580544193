"""A game on a page: record it, watch it, in several browsers."""

import argparse
import contextlib
from typing import TYPE_CHECKING, Final

from events.errors import BadInput
from replays.cli.console import finish_output, output, say, say_drawn, warn
from replays.cli.play import ARGUMENTS as LOG
from replays.cli.play import open_game
from replays.game.fault import fault_in
from replays.game.file import demand, exists
from replays.game.game import Game
from replays.game.text import counted

if TYPE_CHECKING:
    from replays.page.links import Served

SERVED: Final = """
--host ADDRESS=127.0.0.1  where; else on this machine alone
--port N=0                the port; else as before
--allow ORIGIN...         another address that leads here, such as https://table.example.org
--new-links               the links of before lead nowhere
"""
ARGUMENTS: Final = f"""
{LOG}{SERVED}
--qr {{watch,record,no}}    which link is shown as a QR code; else, with --host, the one to watch
"""

_PORTS = 1 << 16


def run(args: argparse.Namespace) -> None:
    demand_served(args, "a table")
    from replays.page.access import AccessTokens  # noqa: PLC0415 - an extra
    from replays.page.server import bound, serve  # noqa: PLC0415 - an extra

    fresh, log = not exists(args.log), args.log

    def begun(served: "Served") -> None:
        many = counted(len(game.entries), "entry")
        how = "a new game of" if fresh else f"{many}, {game.ending},"
        say(f"{args.log}: {how} {game.header.scenario.name!r}")
        if game.fault is None:
            say(f"  to record  {served.links(served.tokens.record)[0]}")
        say(f"  to watch   {served.links(served.tokens.watch)[0]}")
        which = args.qr or ("watch" if served.by_phone else "no")
        does = {"watch": "watches", "record": "RECORDS", "no": ""}[which]
        say_reached(served, getattr(served.tokens, which) if does else "", does)
        say("Ctrl-C ends it; what was acknowledged is in the log")
        finish_output()

    tokens = AccessTokens.of(log, new=args.new_links)
    with bound(args.host, args.port, tokens.port) as at, _opened(args) as game:
        with contextlib.suppress(KeyboardInterrupt):
            serve(game, log, tokens, at, args.allow, begun)
        say(f"{args.log}: {counted(len(game.entries), 'entry')}, {game.ending}")


def _opened(args: argparse.Namespace) -> Game:
    """The game of a log, to be recorded; one that was damaged can be looked at alone."""
    try:
        return open_game(args)
    except BadInput:
        if fault_in(args.log) is None:
            raise
    game = Game.load_readable(args.log)
    warn(f"khamsin: {args.log}: {game.fault}; it can be watched, and nothing is recorded in it")
    return game


def demand_served(args: argparse.Namespace, what: str) -> None:
    """See that something can be served, and that the port is one."""
    demand("starlette", what)
    demand("uvicorn", what)
    if args.port >= _PORTS:
        raise BadInput(f"this is no port; a number below {_PORTS} is expected", "--port")


def say_reached(served: "Served", token: str, does: str) -> None:
    """Say where else a page is, who reaches it, and by which QR code a phone does what."""
    from replays.page.links import qr_lines  # noqa: PLC0415 - an extra

    if others := served.hosts[1:]:
        say(f"  also at    {', '.join(others)} (same port, same path)")
    if does:
        lines = [*qr_lines(served.links(token)[0], colour=output().isatty())]
        where = ":" if served.by_phone else " this, where `--host 0.0.0.0` lets it in:"
        by = f"  a phone {does} by{where}"
        say(by if lines else "  for a QR code install khamsin[table]: segno is missing")
        for line in lines:
            say_drawn(f"  {line}")
    if served.by_phone:
        warn("khamsin: any person who reaches this machine and has a link is let in, unencrypted")
    if not served.kept:
        warn("khamsin: these links could not be kept; the next time there are others")
