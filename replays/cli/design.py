"""Set up a scenario on a page, and begin a game of it."""

import argparse
import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Final

import attrs

from replays.cli.console import finish_output, say
from replays.cli.table import SERVED, demand_served, say_reached
from replays.game.bundled import TOML
from replays.game.output import OWN

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
    attrs.evolve(OWN, endings=(TOML,)).demand(path)
    tokens = AccessTokens.of(path, new=args.new_links)
    at = bound(args.host, args.port, tokens.port)
    with at, contextlib.suppress(KeyboardInterrupt):
        serve_design(path, tokens, at, args.allow, told)
