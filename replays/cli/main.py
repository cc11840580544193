"""The ``khamsin`` command: which commands there are, and what it says when something is wrong.

The module of a command is imported when it is chosen, and not before: ``khamsin --help`` loads no
rule.
"""

import contextlib
import importlib
import keyword
import os
import sys
import traceback
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from events.errors import BadInput
from replays.cli.argument import Parser
from replays.cli.bounds import bounded, from_strangers, memory_is_bounded
from replays.cli.console import (
    BAD_INPUT,
    CODES,
    FAILED,
    INTERRUPTED,
    OutputLostError,
    code_of_reading,
    finish_output,
    forget_faults,
    output,
    warn,
)
from replays.game import telemetry
from replays.version import ENGINE

COMMANDS: Final = (
    *("init", "scenario", "play", "do", "demo", "run", "branch", "amend", "orders", "sweep"),
    *("show", "story", "diff", "ask", "los", "map", "view", "table", "design", "board", "odds"),
    *("compare", "sensitivity"),
    *("import", "export", "dice", "watch", "mail", "key", "checkpoint", "dispute"),
    *("audit", "report", "check"),
    *("library", "site", "rules", "recover", "schema", "completion", "help"),
)
"""Every command, in the order of ``khamsin --help``; its module has its name."""


def _module_name(command: str) -> str:
    return f"{command}_" if keyword.iskeyword(command) else command


def help_of(command: str) -> str:
    """What ``--help`` says of a command: the first line of its module, which is not imported."""
    with Path(__file__).with_name(f"{_module_name(command)}.py").open(encoding="utf-8") as file:
        line = file.readline().strip().strip('"').removesuffix(".")
    return line[0].lower() + line[1:]


def fill(command: str, parser: Parser) -> None:
    """Give a parser the arguments of a command.

    Its module has ``ARGUMENTS`` and ``run``; ``ACTIONS``, which tell what runs an action, its word,
    its help and, from the second line on, its arguments; or ``arguments(parser)``.
    """
    module = importlib.import_module(f"replays.cli.{_module_name(command)}")
    if hasattr(module, "arguments"):
        module.arguments(parser)
    elif hasattr(module, "ACTIONS"):
        actions = parser.add_subparsers(metavar="ACTION", required=True, parser_class=Parser)
        for run, told in module.ACTIONS.items():
            action, _, lines = told.partition("\n")
            word, _, said = action.partition("  ")
            one = actions.add_parser(word, help=said)
            one.add(lines)
            one.set_defaults(run=run)
    else:
        parser.add(module.ARGUMENTS)
        parser.set_defaults(run=module.run)


class _Khamsin(Parser):
    """The parser of all; its help looks up what is bundled, which no command has to."""

    def format_help(self) -> str:
        from replays.game.bundled import bundled  # noqa: PLC0415 - only for the help

        codes = "; ".join(f"{code}: {meaning}" for code, meaning in CODES.items())
        self.epilog = f"Bundled scenarios: {', '.join(bundled())}. Exit codes: {codes}."
        return super().format_help()


def _parser(words: Sequence[str]) -> Parser:
    """A parser that knows all commands by name, and has arguments of the one in the words."""
    helped = words[:1] in (["-h"], ["--help"])
    chosen = next((word for word in words if word in COMMANDS), "")
    parser = _Khamsin(
        prog="khamsin",
        description="Desert environment for Advanced Squad Leader: play, replay and audit.",
    )
    parser.add_argument("--version", action="version", version=f"khamsin {ENGINE}")
    parser.add(_OF_ALL)
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    for name in COMMANDS:
        if helped or name == chosen:
            said = help_of(name) if helped else name
            commands.add_parser(name, help=said).fill_later(partial(fill, name))
        else:  # each parser takes a tenth of a millisecond
            commands.choices[name] = parser
    return parser


_OF_ALL: Final = """
--log:telemetry {off,text,json}=off  tell on standard error what the program does; \
also after the command
--library:place PLACE  where library:NAME is, a file or a postgresql:// URL; also after the command
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line: what follows ``khamsin``, or those of the process; an exit code."""
    telemetry.start(telemetry.Telemetry.OFF)
    words = sys.argv[1:] if arguments is None else arguments
    try:
        if arguments is None and from_strangers(words):
            return bounded(words, main)
        return _done(words)
    except KeyboardInterrupt:
        return INTERRUPTED
    except OutputLostError as error:
        if error.why:
            warn(f"khamsin: standard output cannot be written ({error.why})")
        with contextlib.suppress(OSError, ValueError, AttributeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except MemoryError:
        if memory_is_bounded():
            raise
        warn("khamsin: there is not enough memory for this")
    except OSError as error:
        where = f"{error.filename}: " if error.filename is not None else ""
        warn(f"khamsin: {where}the system refused this ({error.strerror or error})")
        return BAD_INPUT
    except Exception as error:  # noqa: BLE001 - whatever it is, it is ours
        telemetry.current().error("fault", exception=traceback.format_exc())
        warn(f"khamsin: {_fault(error)}")
    return FAILED


def _done(arguments: Sequence[str]) -> int:
    """Do what the arguments say; the exit code.

    The options of all commands are read first, wherever they stand: what is wrong with the other
    arguments is told as ``--log`` says.
    """
    try:
        output()
        forget_faults()
        first = Parser(prog="khamsin", add_help=False, allow_abbrev=False)
        first.add(_OF_ALL)
        of_all, words = first.parse_known_args(arguments)
        telemetry.start(telemetry.Telemetry(of_all.telemetry))
        args = _parser(words).parse_args(words, of_all)
        from replays.game.address import consistent_read  # noqa: PLC0415 - not for a help

        with consistent_read(), _chosen(args.place):
            code: int = args.run(args) or code_of_reading()
        finish_output()
    except BadInput as error:
        warn(f"khamsin: {error}")
        return BAD_INPUT
    except SystemExit as stop:
        finish_output()
        return stop.code if isinstance(stop.code, int) else BAD_INPUT
    return code


def _chosen(place: str | None) -> contextlib.AbstractContextManager[None]:
    """Where games of a library are for a command, if the user says."""
    if place is None:
        return contextlib.nullcontext()
    if not place:
        raise BadInput("a library is a file or a postgresql:// URL", "--library")
    from replays.library.database import chosen  # noqa: PLC0415 - only where one is named

    return chosen(place)


def _fault(error: Exception) -> str:
    """A fault of our own in one sentence, with what is to be done about it."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(place.filename).name}:{place.lineno}"
    return (
        f"this is a fault of Khamsin, not of your input: {type(error).__name__} in {where}, "
        f"{str(error)[:200]!r}; please report this line with the command and its files "
        f"(`--log text` shows the whole traceback)"
    )
