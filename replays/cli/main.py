"""The ``khamsin`` command: which commands there are, and what it says when something is wrong.

A command is a function ``add_...`` of a module that is imported when the command is chosen, and not
before: ``khamsin --help`` loads no rule.
"""

import contextlib
import importlib
import os
import sys
from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from events.errors import BadInput
from replays import telemetry
from replays.cli.console import warn
from replays.cli.parser import BAD_INPUT, Parser
from replays.version import ENGINE

__all__ = ["COMMANDS", "Command", "main"]

INTERRUPTED = 130


class Command(NamedTuple):
    """A command: what ``--help`` says of it, and the module that has its ``add_...`` function.

    ``add_show(parser)``, for example, gives ``khamsin show`` its arguments, and names what does it
    as the default of ``command``.
    """

    help: str
    module: str


COMMANDS: Final = {
    "demo": Command("play, tell, replay and audit a bundled scenario", "play"),
    "run": Command("play a scenario and write its log", "play"),
    "branch": Command("a log of its own that shares the past of a game", "correct"),
    "sweep": Command("many games at once: what share has which weather", "sweep"),
    "show": Command("the state at any moment of a game", "look"),
    "story": Command("the log as a player would tell it", "look"),
    "diff": Command("what changed between two moments, or two games", "look"),
    "ask": Command("what applies to a shot, a move, a check, and why", "ask"),
    "map": Command("a picture of a game or scenario, with a LOS if asked", "draw"),
    "odds": Command("how likely wind, rain and Dust are, exactly", "odds"),
    "sensitivity": Command("which setting moves the odds of Dust", "odds"),
    "audit": Command("was everything applied as the rules say?", "judge"),
    "check": Command("is a scenario sound, and which rules apply?", "judge"),
    "rules": Command("every rule and ruling, and what proves it", "rules"),
    "recover": Command("put a line torn by a crash aside", "look"),
    "upgrade": Command("make a log of today's format out of an older", "look"),
    "schema": Command("the JSON Schema of scenarios, logs or questions", "schemas"),
    "help": Command("help on a topic, such as orders", "topics"),
}
"""Every command, in the order of ``khamsin --help``."""


class _Khamsin(Parser):
    """The parser of all; its help looks up what is bundled, which no command has to."""

    def format_help(self) -> str:
        """The help of ``khamsin``."""
        from replays.scenarios.bundled import bundled  # noqa: PLC0415 - only for the help

        self.epilog = f"Bundled scenarios: {', '.join(bundled())}."
        return super().format_help()


def _parser() -> Parser:
    parser = _Khamsin(
        prog="khamsin",
        description="Desert environment for Advanced Squad Leader: play, replay and audit.",
    )
    parser.add_argument("--version", action="version", version=f"khamsin {ENGINE}")
    parser.add_argument(
        "--log",
        dest="telemetry",
        choices=[each.value for each in telemetry.Telemetry],
        default="off",
        help="tell on standard error what the program does",
    )
    parser.set_defaults(everything=parser)
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    for name, command in COMMANDS.items():
        commands.add_parser(name, help=command.help).fill_later(
            partial(_fill, name, command.module)
        )
    return parser


def _fill(name: str, module: str, parser: Parser) -> None:
    getattr(importlib.import_module(f"replays.cli.{module}"), f"add_{name}")(parser)


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
