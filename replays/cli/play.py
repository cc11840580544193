"""Sit down at a game: orders, questions, what is due."""

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from events.errors import BadInput
from events.orders import begun_words, format_order
from events.recorder import RecordConflict
from events.terms import DiceFrom
from replays.asking.session import Reply, Session, completions
from replays.cli.console import (
    BAD_INPUT,
    finish_output,
    say,
    say_all,
    say_drawn,
    warn,
    width_of_lines,
)
from replays.game.address import no_such_log
from replays.game.bundled import bundled
from replays.game.fault import demanding_whole
from replays.game.file import exists
from replays.game.file_kind import FileKind, expecting
from replays.game.game import Game
from replays.game.scenario_file import load_scenario
from replays.game.story import mail_now
from replays.game.text import counted

ARGUMENTS: Final = """
log:GAME                        a game log, or library:NAME; begun if not there
--scenario S                    of a new game: a TOML file or a bundled scenario
--seed X                        of a new game: any text; random if left out
--game N                        of a new game: its number; 0 if left out
--dice {table,seed,either}      who rolls from now on: people at the table, the seed, or either
"""

_LONGEST: Final = 10_000
"""A line of standard input has no more bytes."""

Reader: TypeAlias = Callable[[str], str]
"""Asks for a line with a prompt; raises EOFError at the end, KeyboardInterrupt at Ctrl-C."""


def open_game(args: argparse.Namespace) -> Game:
    """The game of a log, which is begun if there is none."""
    if args.scenario is None and not exists(args.log):
        missing = no_such_log(args.log)
        if missing is not None:
            raise BadInput(f"{missing.what}; `--scenario` begins one", missing.where)
        name = args.log if args.log in bundled() else bundled()[0]
        raise BadInput(
            f"there is no such log; a new one needs a scenario, as in `--scenario {name}`", args.log
        )
    scenario = None if args.scenario is None else load_scenario(args.scenario)
    with demanding_whole(args.log), expecting(args.log, FileKind.LOG):
        return Game.open(args.log, scenario, args.seed, args.game, args.dice)


def greet(game: Game, log: str, *, fresh: bool) -> None:
    """Say which game it is."""
    name, seed = game.header.scenario.name, game.header.seed
    if fresh:
        say(f"{log}: a new game of {name!r}, seed {seed!r}, dice from {_WHO[game.position.dice]}")
    else:
        many = counted(len(game.entries), "entry")
        dice = mail_now(game.header, game.position) or f"dice from {_WHO[game.position.dice]}"
        say(f"{log}: {name!r}, {many}, {game.ending}, {dice}")


_WHO: Final = {
    DiceFrom.TABLE: "the table",
    DiceFrom.SEED: "the seed",
    DiceFrom.EITHER: "the table or the seed",
}


def run(args: argparse.Namespace) -> int:
    """Sit down at a game: lines come from a prompt, or as they are from standard input."""
    fresh = not exists(args.log)
    colour = sys.stdout.isatty()
    with open_game(args) as game:
        session = Session(game, width_of_lines(), colour=colour)
        greet(game, args.log, fresh=fresh)
        say_all(session.now().lines)
        if sys.stdin.isatty():
            return at_the_prompt(session, _reader(session))
        return _line_by_line(session)


def _reader(session: Session) -> Reader:
    """What asks for a line: with completion and history where a terminal can show them."""
    if sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
        with contextlib.suppress(ImportError):  # Windows has none
            import readline  # noqa: PLC0415 - only where a person types

            for entry in session.game.entries:
                readline.add_history(format_order(entry.do, entry.table_dice))
            libedit = "libedit" in (readline.__doc__ or "")
            readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
            readline.set_completer_delims(" ")
            readline.set_completer(lambda _, n: completed(session, _begun(readline), n))
    return input


def _begun(readline: Any) -> tuple[str, int]:
    """The line up to the cursor, and where the part of it begins that is completed."""
    return readline.get_line_buffer()[: readline.get_endidx()], readline.get_begidx()


def completed(session: Session, begun: tuple[str, int], n: int) -> str | None:
    """What the part of a line behind a place may become: the n-th of all that can stand there."""
    line, place = begun
    found = completions(session.game.state, line)
    *_, last = begun_words(line) or [""]
    start = len(line) - len(last) if line.endswith(last) else len(line)
    return found[n][max(place - start, 0) :] if n < len(found) else None


def at_the_prompt(session: Session, read: Reader) -> int:
    """Take lines as people type them, until they leave; what is wrong is said, and asked again."""
    while True:
        try:
            line = read(f"{session.prompt}> ")
        except KeyboardInterrupt:
            say()
            continue
        except EOFError:
            say()
            return 0
        reply = _taken(session, line)
        if reply is not None and reply.leave:
            return 0


def _taken(session: Session, line: str | BadInput, where: str = "") -> Reply | None:
    """The reply to a line, which is told; of a wrong one that is told, and there is None.

    Where an order was not recorded since others were first, what they did is told too.
    """
    try:
        if isinstance(line, BadInput):
            raise line
        reply = session.take(line)
    except BadInput as error:
        finish_output()
        warn(f"{where}{error}")
        if isinstance(error, RecordConflict):
            say_all((*error.lines, *session.now().lines))
            finish_output()
        return None
    for said in reply.lines:
        (say_drawn if reply.drawn else say)(said)
    finish_output()
    if reply.stopped:
        warn(f"{where}{reply.stopped}")
    return reply


def _line_by_line(session: Session) -> int:
    """Take the lines of standard input; a wrong one is said with its number, and the rest go on."""
    code = 0
    for number, line in _numbered_lines():
        reply = _taken(session, line, f"khamsin: line {number}: ")
        if reply is None or reply.stopped:
            code = BAD_INPUT
        elif reply.leave:
            break
    return code


def _numbered_lines() -> Iterator[tuple[int, str | BadInput]]:
    """The lines of standard input with their numbers; what cannot be one is a complaint."""
    source, number = sys.stdin.buffer, 0
    while raw := source.readline(_LONGEST + 1):
        number += 1
        if len(raw) > _LONGEST:
            while raw and not raw.endswith(b"\n"):
                raw = source.readline(_LONGEST)
            yield number, BadInput(f"this line is longer than {_LONGEST} bytes")
            continue
        try:
            yield number, raw.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            yield number, BadInput("this is not UTF-8 text")
