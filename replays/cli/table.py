"""``khamsin table``: a game on a page, for those who record it and those who watch."""

import argparse
import contextlib

from events.errors import BadInput
from replays.cli.arguments import whole
from replays.cli.console import finish_output, say, warn
from replays.cli.play import add_log, open_game
from replays.game.file import demand, exists

_PORTS = 1 << 16


def add_table(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``khamsin table``."""
    add_log(parser)
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="ADDRESS", help="where; else on this machine alone"
    )
    parser.add_argument(
        "--port", type=whole, default=0, metavar="N", help="the port; else as before"
    )
    parser.add_argument(
        "--allow",
        action="append",
        default=[],
        metavar="ORIGIN",
        help="another address that leads here, such as https://table.example.org",
    )
    parser.add_argument("--new-links", action="store_true", help="the links of before lead nowhere")
    parser.set_defaults(command=table)


def table(args: argparse.Namespace) -> int:
    """Serve a game until Ctrl-C."""
    demand("starlette", "a table")
    demand("uvicorn", "a table")
    from replays.page.access import EVERYWHERE, AccessTokens  # noqa: PLC0415 - an extra
    from replays.page.server import Served, bound, serve  # noqa: PLC0415 - an extra

    if args.port >= _PORTS:
        raise BadInput(f"this is no port; a number below {_PORTS} is expected", "--port")
    fresh, log = not exists(args.log), args.log

    def begun(served: Served) -> None:
        many = "1 entry" if len(game.entries) == 1 else f"{len(game.entries)} entries"
        how = "a new game of" if fresh else f"{many}, {game.ending},"
        say(f"{args.log}: {how} {game.header.scenario.name!r}")
        say(f"  to record  {served.link(served.tokens.record)}")
        say(f"  to watch   {served.link(served.tokens.watch)}")
        if served.host in EVERYWHERE or not served.host.startswith(("127.", "::1")):
            warn("khamsin: whoever reaches this machine and has a link is let in, unencrypted")
        if not served.kept:
            warn("khamsin: these links could not be kept; the next time there are others")
        say("Ctrl-C ends it; what was acknowledged is in the log")
        finish_output()

    tokens = AccessTokens.of(log, new=args.new_links)
    with bound(args.host, args.port, tokens.port) as at, open_game(args) as game:
        with contextlib.suppress(KeyboardInterrupt):
            serve(game, log, tokens, at, args.allow, begun)
        say(f"{args.log}: {len(game.entries)} entries, {game.ending}")
    return 0
