"""What a heap of logs, letters, notes and proofs proves, and against whom."""

import argparse
from typing import Final

from replays.cli.argument import JSON, KEYS
from replays.cli.console import CLEAN, FINDINGS, say, say_all, say_json
from replays.trust.dispute import dispute
from replays.trust.person_key import known_keys

ARGUMENTS: Final = f"""
files:FILE...  logs, letters, invitations, notes and proofs, in any order
{KEYS}
{JSON}
"""


def run(args: argparse.Namespace) -> int:
    """Tell what is proved; exit code 1 if something is wrong."""
    said = dispute(args.files, known_keys(args.key))
    against = list(dict.fromkeys(key for each in said for key in each.against))
    wrong = any(each.finding for each in said)
    if args.json:
        told = [
            {"text": each.text, "finding": each.finding, "against": [*map(str, each.against)]}
            for each in said
        ]
        say_json({"proved_against": [*map(str, against)], "clean": not wrong, "said": told})
    else:
        say_all(each.text for each in said)
        names = ", ".join(key.short for key in against)
        say(f"proved against {names}" if against else "nothing is proved against anybody")
    return FINDINGS if wrong else CLEAN
