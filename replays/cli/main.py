"""The ``khamsin`` command: which commands there are, and what it says when something is wrong.

A command is a function ``add_...`` of a module that is imported when the command is chosen, and not
before: ``khamsin --help`` loads no rule.
"""

import contextlib
import importlib
import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from events.errors import BadInput
from replays.cli.codes import BAD_INPUT, CODES, FAILED, INTERRUPTED
from replays.cli.console import OutputLostError, finish_output, output, warn
from replays.cli.parser import Parser
from replays.game import telemetry
from replays.version import ENGINE


class _Command(NamedTuple):
    """A command: what ``--help`` says of it, and the module that has its ``add_...`` function.

    ``add_show(parser)``, for example, gives ``khamsin show`` its arguments, and names what does it
    as the default of ``command``.
    """

    help: str
    module: str


COMMANDS: Final = {
    "init": _Command("write a scenario to start from", "init"),
    "play": _Command("sit down at a game: orders, questions, what is due", "play"),
    "do": _Command("give a game orders, without a prompt", "play"),
    "demo": _Command("play, tell, replay and audit a bundled scenario", "run"),
    "run": _Command("play a scenario and write its log", "run"),
    "branch": _Command("a log of its own that shares the past of a game", "correct"),
    "amend": _Command("another order in the place of an old one", "correct"),
    "orders": _Command("a game as an order file that makes it again", "correct"),
    "sweep": _Command("many games at once: what share has which weather", "sweep"),
    "show": _Command("the state at any moment of a game", "look"),
    "story": _Command("the log as a player would tell it", "look"),
    "diff": _Command("what changed between two moments, or two games", "look"),
    "ask": _Command("what applies to a shot, a move, a check, and why", "ask"),
    "los": _Command("the LOS of all pairs of hexes, or of those listed", "los"),
    "map": _Command("a picture of a game or scenario, with a LOS if asked", "map"),
    "view": _Command("a game as one HTML file, to step through", "view"),
    "table": _Command("a game on a page: record it, watch it, in several browsers", "table"),
    "board": _Command("import a board of VASL, draw it beside its picture", "board"),
    "odds": _Command("how likely wind, rain and Dust are, exactly", "odds"),
    "compare": _Command("one scenario or SSR against another, exactly", "compare"),
    "sensitivity": _Command("which setting moves the odds of Dust", "odds"),
    "import": _Command("what VASL logs tell, and a game of ours of it", "vasl"),
    "export": _Command("a game of ours as a log that VASL opens", "vasl"),
    "dice": _Command("the dice of a game by side and purpose", "vasl"),
    "seal": _Command("a game by e-mail, with dice that nobody can know or choose", "seal"),
    "key": _Command("a key of your own, to sign logs with", "key"),
    "checkpoint": _Command("a log up to an entry, signed: make, sign, add, verify", "checkpoint"),
    "audit": _Command("was everything applied as the rules say?", "audit"),
    "report": _Command("a whole report: findings, what followed, luck, dice", "report"),
    "check": _Command("is a scenario sound, and which rules apply?", "audit"),
    "library": _Command("games kept in a database, found by what is in them", "library"),
    "site": _Command("a folder that runs all of this in a browser", "site"),
    "rules": _Command("every rule and ruling, and what proves it", "rules"),
    "recover": _Command("put a line torn by a crash aside", "look"),
    "schema": _Command("the JSON Schema of scenarios, logs or questions", "schema"),
    "completion": _Command("a script with which a shell completes commands", "completion"),
    "help": _Command("help on the orders, or on a command", "help"),
}
"""Every command, in the order of ``khamsin --help``."""


class _Khamsin(Parser):
    """The parser of all; its help looks up what is bundled, which no command has to."""

    def format_help(self) -> str:
        """The help of ``khamsin``."""
        from replays.game.bundled import bundled  # noqa: PLC0415 - only for the help

        codes = "; ".join(f"{code}: {meaning}" for code, meaning in CODES.items())
        self.epilog = f"Bundled scenarios: {', '.join(bundled())}. Exit codes: {codes}."
        return super().format_help()


def _parser() -> Parser:
    parser = _Khamsin(
        prog="khamsin",
        description="Desert environment for Advanced Squad Leader: play, replay and audit.",
    )
    parser.add_argument("--version", action="version", version=f"khamsin {ENGINE}")
    _add_options_of_all(parser)
    parser.set_defaults(everything=parser, commands=tuple(COMMANDS))
    parser.set_defaults(modules={name: command.module for name, command in COMMANDS.items()})
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    for name, command in COMMANDS.items():
        commands.add_parser(name, help=command.help).fill_later(
            partial(_fill, name, command.module)
        )
    return parser


def _fill(name: str, module: str, parser: Parser) -> None:
    getattr(importlib.import_module(f"replays.cli.{module}"), f"add_{name}")(parser)


def _add_options_of_all(parser: Parser) -> None:
    parser.add_argument(
        "--log",
        dest="telemetry",
        choices=[each.value for each in telemetry.Telemetry],
        default="off",
        help="tell on standard error what the program does; also after the command",
    )
    parser.add_argument(
        "--library",
        dest="place",
        metavar="PLACE",
        help="where library:NAME is, a file or a postgresql:// URL; also after the command",
    )


def _forget_output() -> None:
    """Whatever is still to be written has nowhere to go."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: what follows ``khamsin``; those of the process if None.

    Returns:
        An exit code, as `replays.cli.codes` has them.
    """
    telemetry.start(telemetry.Telemetry.OFF)
    try:
        return _done(arguments)
    except OutputLostError as error:
        if error.why:
            warn(f"khamsin: standard output cannot be written ({error.why})")
        _forget_output()
    except MemoryError:
        warn("khamsin: there is not enough memory for this")
    except OSError as error:
        where = f"{error.filename}: " if error.filename is not None else ""
        warn(f"khamsin: {where}the system refused this ({error.strerror or error})")
    except Exception as error:  # noqa: BLE001 - whatever it is, it is ours
        telemetry.current().error("fault", exception=traceback.format_exc())
        warn(f"khamsin: {_fault(error)}")
    return FAILED


def _done(arguments: Sequence[str] | None) -> int:
    """Do what the arguments say; the exit code.

    The options of all commands are read first, wherever they stand: what is wrong with the other
    arguments is told as ``--log`` says.
    """
    try:
        output()
        first = Parser(prog="khamsin", add_help=False, allow_abbrev=False)
        _add_options_of_all(first)
        of_all, words = first.parse_known_args(arguments)
        telemetry.start(telemetry.Telemetry(of_all.telemetry))
        args = _parser().parse_args(words, of_all)
        with _library(args.place):
            code: int = args.command(args)
        finish_output()
    except BadInput as error:
        warn(f"khamsin: {error}")
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as stop:
        finish_output()
        return stop.code if isinstance(stop.code, int) else BAD_INPUT
    return code


@contextlib.contextmanager
def _library(place: str | None) -> Iterator[None]:
    """Where games of a library are for a command, and each as it stands at the first look.

    Raises:
        BadInput: when a library is named by nothing.
    """
    from replays.game.address import consistent_read  # noqa: PLC0415 - not for a help

    if place == "":
        raise BadInput("a library is a file or a postgresql:// URL", "--library")
    with contextlib.ExitStack() as stack:
        stack.enter_context(consistent_read())
        if place is not None:
            from replays.library.database import chosen  # noqa: PLC0415 - only where one is named

            stack.enter_context(chosen(place))
        yield


def _fault(error: Exception) -> str:
    """A fault of our own in one sentence, with what is to be done about it."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(place.filename).name}:{place.lineno}"
    return (
        f"this is a fault of Khamsin, not of your input: {type(error).__name__} in {where}, "
        f"{str(error)[:200]!r}; please report this line with the command and its files "
        f"(`--log text` shows the whole traceback)"
    )
