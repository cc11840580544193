"""How likely wind, rain and Dust are, exactly."""

import argparse
from typing import Final

from replays.chances.odds import odds
from replays.cli.argument import PLOT
from replays.cli.compare import tell_chances
from replays.game import telemetry

ARGUMENTS: Final = f"""
scenario:SCENARIO  a TOML file, a bundled scenario, or a game log
--turns N          Game Turns; may go beyond the last
--given MOMENT     3.2/MPh of a game; or GAME, or GAME@3.2/MPh
--range N          also what Dust does to a shot
--json             as JSON
| --csv            as CSV, a row a Player Turn
{PLOT}
"""


def run(args: argparse.Namespace) -> None:
    telemetry.current().debug("odds", source=args.scenario, turns=args.turns, given=args.given)
    found = odds(args.scenario, turns=args.turns, given=args.given, range_=args.range)
    tell_chances(args, found)
