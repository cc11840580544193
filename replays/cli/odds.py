"""``khamsin odds`` and ``sensitivity``: how likely wind, rain and Dust are, and what moves it."""

import argparse

from replays.chances.comparison import compare
from replays.chances.odds import given_state, odds
from replays.chances.sensitivity import sensitivity
from replays.cli.arguments import whole
from replays.cli.compare import tell_chances
from replays.cli.drawing import add_theme
from replays.game import telemetry


def add_odds(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``khamsin odds``."""
    parser.add_argument(
        "scenario", metavar="SCENARIO", help="a TOML file, a bundled scenario, or a game log"
    )
    parser.add_argument(
        "--turns", type=whole, metavar="N", help="Game Turns; may go beyond the last"
    )
    parser.add_argument(
        "--given", metavar="MOMENT", help="3.2/MPh of a game; or GAME, or GAME@3.2/MPh"
    )
    parser.add_argument("--range", type=whole, metavar="N", help="also what Dust does to a shot")
    parser.add_argument(
        "--against", metavar="OTHER", help="what `khamsin compare` says of it and another"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="as JSON")
    form.add_argument("--csv", action="store_true", help="as CSV, a row a Player Turn")
    parser.add_argument("--plot", metavar="FILE.svg", help="also draw it, as .svg or .png")
    add_theme(parser)
    parser.set_defaults(command=tell_odds)


def add_sensitivity(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``khamsin sensitivity``."""
    parser.add_argument("scenario", metavar="SCENARIO", help="a TOML file or a bundled scenario")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="as JSON")
    form.add_argument("--csv", action="store_true", help="as CSV, a row a value")
    parser.add_argument("--plot", metavar="FILE.svg", help="also draw it, as .svg or .png")
    add_theme(parser)
    parser.set_defaults(command=tell_sensitivity)


def tell_odds(args: argparse.Namespace) -> int:
    """Tell the odds."""
    telemetry.current().debug("odds", source=args.scenario, turns=args.turns, given=args.given)
    if args.against is not None:
        one = given_state(args.scenario, args.given)
        return tell_chances(args, compare(one, args.against, turns=args.turns, range_=args.range))
    found = odds(args.scenario, turns=args.turns, given=args.given, range_=args.range)
    return tell_chances(args, found)


def tell_sensitivity(args: argparse.Namespace) -> int:
    """Tell what each setting does to the odds."""
    telemetry.current().debug("sensitivity", source=args.scenario)
    return tell_chances(args, sensitivity(args.scenario))
