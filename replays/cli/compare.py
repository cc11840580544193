"""One scenario or SSR against another, exactly."""

import argparse
from typing import Final

from replays.chances.comparison import Comparison, compare
from replays.chances.rows import as_csv, as_json, as_text, rows
from replays.chances.sensitivity import Sensitivity
from replays.cli.argument import PLOT, theme_of
from replays.cli.console import say_all, say_json
from replays.game import telemetry
from replays.game.output import write_picture
from sim.climate.exact_odds import Odds

ARGUMENTS: Final = f"""
one:A      a TOML file, a bundled scenario, a game log, or GAME@3.2/MPh
two:B      what it is compared with; the same kinds
--turns N  Game Turns; may go beyond the last
--range N  also what Dust does to a shot
--json     as JSON
| --csv    as CSV, a row a chance and Player Turn
{PLOT}
"""


def run(args: argparse.Namespace) -> None:
    telemetry.current().debug("compare", one=args.one, two=args.two, turns=args.turns)
    tell_chances(args, compare(args.one, args.two, turns=args.turns, range_=args.range))


def tell_chances(args: argparse.Namespace, found: Odds | Comparison) -> None:
    """Draw it, if the arguments ask for that, and say it."""
    if args.plot is not None:
        from replays.drawing.chart import chart_svg  # noqa: PLC0415 - only where it is drawn

        write_picture(args.plot, chart_svg(found, theme_of(args)))
    say_chances(args, found)


def say_chances(args: argparse.Namespace, found: Odds | Comparison | Sensitivity) -> None:
    """Say it as CSV, JSON or text, as the arguments ask."""
    if args.json:
        say_json(as_json(found))
    else:
        say_all(as_csv(rows(found)).splitlines() if args.csv else as_text(found))
