"""A key of your own, to sign letters and logs with."""

import argparse
from pathlib import Path
from typing import Final

from replays.cli.console import say_file, warn
from replays.trust.person_key import KeyFile


def new_key(args: argparse.Namespace) -> None:
    made = KeyFile.new(args.name, Path(args.output))
    say_file([str(made.public)])
    warn(
        f"khamsin: {made.path} is secret; what it signs will be kept beside it, in "
        f"{made.path}.signed, and belongs to it"
    )


def show_key(args: argparse.Namespace) -> None:
    say_file([str(KeyFile.read(Path(args.key)).public)])


ACTIONS: Final = {
    new_key: """new  draw a key, and show its public part
        name:NAME           yours: rommel, club.example/rommel
        -o, --output FILE!  the new secret file
    """,
    show_key: """show  show the public part of a key, for others to know
        key:FILE  the secret file
    """,
}
