"""The ``khamsin`` command: its arguments, and what it says when something is wrong."""

import argparse
import contextlib
import os
import sys
from collections.abc import Sequence

from events.errors import BadInput
from replays import telemetry
from replays.cli import draw, judge, look, play
from replays.cli.ask import add_questions
from replays.cli.console import warn
from replays.cli.numbers import whole
from replays.cli.odds import add_odds, add_sensitivity
from replays.cli.parser import BAD_INPUT, Parser
from replays.cli.sweep import add_sweep
from replays.scenarios.library import bundled
from replays.schema import SCHEMAS
from replays.version import ENGINE

__all__ = ["main"]

INTERRUPTED = 130


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="khamsin",
        description="Desert environment for Advanced Squad Leader: play, replay and audit.",
        epilog=f"Bundled scenarios: {', '.join(bundled())}.",
    )
    parser.add_argument("--version", action="version", version=f"khamsin {ENGINE}")
    parser.add_argument(
        "--log",
        dest="telemetry",
        choices=[each.value for each in telemetry.Telemetry],
        default="off",
        help="tell on standard error what the program does",
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)

    demo = commands.add_parser("demo", help="play, tell, replay and audit a bundled scenario")
    demo.add_argument("-o", "--output", metavar="GAME", help="where to write the log")
    demo.set_defaults(command=play.demo)

    run = commands.add_parser("run", help="play a scenario and write its log")
    run.add_argument("scenario", metavar="SCENARIO", help="a TOML file or a bundled scenario")
    run.add_argument("--seed", default="1", help="any text; the default is 1")
    run.add_argument("--orders", metavar="FILE", help="orders, or bundled ones; else drivers play")
    run.add_argument("--game", type=whole, default=0, metavar="N", help="number of the game")
    run.add_argument("--turns", type=whole, metavar="N", help="Game Turns; else the scenario's")
    run.add_argument("-o", "--output", metavar="GAME", help="where to write the log")
    run.set_defaults(command=play.run)

    swept = commands.add_parser("sweep", help="many games at once: what share has which weather")
    add_sweep(swept)

    show = commands.add_parser("show", help="the state at any moment of a game")
    _log(show)
    show.add_argument("--at", default="end", metavar="MOMENT", help="3.2/MPh, 3.2, #120, end")
    _json(show)
    show.set_defaults(command=look.show)

    story = commands.add_parser("story", help="the log as a player would tell it")
    _log(story)
    story.add_argument("--from", dest="start", metavar="MOMENT", help="first moment to tell")
    story.add_argument("--to", dest="end", metavar="MOMENT", help="last moment to tell")
    story.set_defaults(command=look.story)

    diff = commands.add_parser("diff", help="what changed between two moments, or two games")
    diff.add_argument("what", nargs="+", metavar="GAME", help="GAME A B, or GAME GAME")
    diff.add_argument("--at", metavar="MOMENT", help="the moment at which to compare two games")
    _json(diff)
    diff.set_defaults(command=look.diff)

    asked = commands.add_parser("ask", help="what applies to a shot, a move, a check, and why")
    asked.fill_later(add_questions)

    drawn = commands.add_parser("map", help="a picture of a game or scenario, with a LOS if asked")
    drawn.add_argument("game", metavar="GAME", help="a game log, or a scenario for its setup")
    drawn.add_argument("--at", default="end", metavar="MOMENT", help="3.2/MPh, 3.2, #120, end")
    drawn.add_argument("--los", nargs=2, metavar=("FROM", "TO"), help="draw a LOS, D4 H7 or D4@1")
    drawn.add_argument("-o", "--output", metavar="FILE", help="write an SVG; else a text map")
    drawn.add_argument(
        "--governed",
        action="store_true",
        help="terrain as Steppe, Broken, AD, month make it",
    )
    drawn.add_argument("--terminal", action="store_true", help="a text map beside the SVG too")
    drawn.set_defaults(command=draw.map_)

    add_odds(commands.add_parser("odds", help="how likely wind, rain and Dust are, exactly"))

    add_sensitivity(commands.add_parser("sensitivity", help="which setting moves the odds of Dust"))

    audit = commands.add_parser("audit", help="was everything applied as the rules say?")
    _log(audit)
    audit.add_argument("--seal", help="the hash that the last line should have")
    _json(audit)
    audit.set_defaults(command=judge.audit_log)

    check = commands.add_parser("check", help="is a scenario sound, and which rules apply?")
    check.add_argument("scenario", metavar="SCENARIO", help="a TOML file or a bundled scenario")
    _json(check)
    check.set_defaults(command=judge.check)

    rules = commands.add_parser("rules", help="every rule and ruling, and what proves it")
    rules.add_argument("id", nargs="?", metavar="ID", help="one rule or ruling")
    _json(rules)
    rules.set_defaults(command=judge.rules)

    recover = commands.add_parser("recover", help="put a line torn by a crash aside")
    _log(recover)
    recover.set_defaults(command=look.recover)

    schema = commands.add_parser("schema", help="the JSON Schema of scenarios, logs or questions")
    schema.add_argument("what", choices=sorted(SCHEMAS))
    schema.set_defaults(command=judge.schema)

    topic = commands.add_parser("help", help="help on a topic, such as orders")
    topic.add_argument("topic", nargs="?")
    topic.set_defaults(command=judge.help_topic, parser=parser)
    return parser


def _log(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", metavar="GAME", help="a game log")


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="as JSON")


def _forget_output() -> None:
    """Whatever is still to be written has nowhere to go."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: what follows ``khamsin``; those of the process if None.

    Returns:
        0 if all is well, 1 for findings, 2 for input that cannot be used.
    """
    try:
        args = _parser().parse_args(arguments)
        telemetry.start(telemetry.Telemetry(args.telemetry))
        code: int = args.command(args)
        sys.stdout.flush()
    except BadInput as error:
        warn(f"khamsin: {error}")
        return BAD_INPUT
    except BrokenPipeError:
        _forget_output()
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        warn(f"khamsin: this cannot be written ({error.strerror})")
        _forget_output()
        return BAD_INPUT
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else BAD_INPUT
    return code
