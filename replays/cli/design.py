"""Set up a scenario on a page, and begin a game of it."""

import argparse
import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Final

from events.errors import BadInput
from replays.cli.console import finish_output, say
from replays.cli.table import SERVED, demand_served, say_reached
from replays.game.bundled import TOML
from replays.game.file import demand_room

if TYPE_CHECKING:
    from replays.page.links import Served

ARGUMENTS: Final = f"""
file:FILE  the scenario, a TOML file; it is written when you save it
{SERVED}
"""


def run(args: argparse.Namespace) -> None:
    demand_served(args, "a page")
    from replays.page.access import AccessTokens  # noqa: PLC0415 - an extra
    from replays.page.design_server import serve_design  # noqa: PLC0415 - an extra
    from replays.page.server import bound  # noqa: PLC0415 - an extra

    if not args.file.lower().endswith(TOML):
        raise BadInput(
            "a scenario is a TOML file; a name that ends in .toml is expected", args.file
        )

    def told(served: "Served", log: Path | None) -> None:
        link = served.links(served.tokens.record)[0]
        if log is None:
            say(f"{args.file}: set it up at")
            say(f"  {link}")
            does = "sets it up" if served.by_phone else ""
            say_reached(served, served.tokens.record, does)
            say("Ctrl-C ends it; what is not saved is kept beside the file")
        else:
            say(f"{log}: a new game")
            say(f"  to record  {link}")
            say(f"  to watch   {served.links(served.tokens.watch)[0]}")
        finish_output()

    path = Path(args.file)
    demand_room(path)
    tokens = AccessTokens.of(path, new=args.new_links)
    at = bound(args.host, args.port, tokens.port)
    with at, contextlib.suppress(KeyboardInterrupt):
        serve_design(path, tokens, at, args.allow, told)
