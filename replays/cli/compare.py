"""``khamsin compare``: one scenario, or one SSR, against another."""

import argparse

from replays.chances.comparison import Comparison, compare
from replays.chances.rows import as_csv, as_json, as_text, rows
from replays.chances.sensitivity import Sensitivity
from replays.cli.arguments import whole
from replays.cli.console import say, say_json
from replays.cli.drawing import add_theme, theme_of, write_picture
from replays.game import telemetry
from sim.climate.exact_odds import Odds


def add_compare(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``khamsin compare``."""
    what = "a TOML file, a bundled scenario, a game log, or GAME@3.2/MPh"
    parser.add_argument("one", metavar="A", help=what)
    parser.add_argument("two", metavar="B", help="what it is compared with; the same kinds")
    parser.add_argument(
        "--turns", type=whole, metavar="N", help="Game Turns; may go beyond the last"
    )
    parser.add_argument("--range", type=whole, metavar="N", help="also what Dust does to a shot")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="as JSON")
    form.add_argument("--csv", action="store_true", help="as CSV, a row a chance and Player Turn")
    parser.add_argument("--plot", metavar="FILE.svg", help="also draw it, as .svg or .png")
    add_theme(parser)
    parser.set_defaults(command=_compare)


def _compare(args: argparse.Namespace) -> int:
    """Compare two scenarios."""
    telemetry.current().debug("compare", one=args.one, two=args.two, turns=args.turns)
    return tell_chances(args, compare(args.one, args.two, turns=args.turns, range_=args.range))


def tell_chances(args: argparse.Namespace, found: Odds | Comparison | Sensitivity) -> int:
    """Draw and tell it as the arguments ask: picture, CSV, JSON or text."""
    if args.plot is not None:
        from replays.drawing.chart import chart_svg  # noqa: PLC0415 - only where it is drawn

        write_picture(args.plot, chart_svg(found, theme_of(args)))
    if args.csv:
        for line in as_csv(rows(found)).splitlines():
            say(line)
    elif args.json:
        say_json(as_json(found))
    else:
        for line in as_text(found):
            say(line)
    return 0
