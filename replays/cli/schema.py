"""The JSON Schema of scenarios, logs or questions."""

import argparse
from typing import Final

from replays.cli.console import say_all
from replays.game.bundled import bundled_text

ARGUMENTS: Final = """
what:{log,question,report,scenario}
"""


def run(args: argparse.Namespace) -> None:
    say_all(bundled_text("schema", args.what, ".schema.json").splitlines())
