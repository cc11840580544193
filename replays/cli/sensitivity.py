"""Which setting moves the odds of Dust."""

import argparse
from typing import Final

from replays.chances.sensitivity import sensitivity
from replays.cli.argument import SCENARIO
from replays.cli.compare import say_chances
from replays.game import telemetry

ARGUMENTS: Final = f"""
{SCENARIO}
--turns N   Game Turns to look at; else those of the scenario
--json   as JSON
| --csv  as CSV, a row a value
"""


def run(args: argparse.Namespace) -> None:
    telemetry.current().debug("sensitivity", source=args.scenario)
    say_chances(args, sensitivity(args.scenario, turns=args.turns))
