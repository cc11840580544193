"""A game as one HTML file, to step through."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from events.disk import open_to_read
from events.errors import BadInput, in_file
from events.orders import LONGEST_ORDER, split_words, without_comment
from replays.auditing.audit import audit
from replays.cli.argument import KEYS
from replays.cli.console import mention_fault, mention_torn, say
from replays.game.address import disk_of, file_stem, no_such_log, store_of
from replays.game.file import exists, read_text, size_of
from replays.game.file_kind import FileKind, mistaken
from replays.game.game import Game
from replays.game.output import NEW, Output, begins
from replays.game.text import counted
from replays.page.view_file import AskedLine, audit_words, extracted_log, view_file
from replays.trust.person_key import known_keys

ARGUMENTS: Final = f"""
game:GAME          a game log; with --extract a view file
-o, --output FILE  the file; else GAME with .html
--ask FILE...      questions to answer in it, one a line
{KEYS}
--extract          write the log that is in a view file
"""

_IS_HTML: Final = begins(rb"\s*<(!doctype )?html")

_VIEW: Final = Output(
    "a view file",
    (".html", ".htm"),
    begins(rb'<!doctype html>\s*<html lang="en" data-feed="embedded"'),
)

_MOST_BYTES: Final = 1 << 30


def run(args: argparse.Namespace) -> None:
    if args.extract:
        _extract(args)
        return
    if not exists(args.game):
        missing = no_such_log(args.game) or mistaken(args.game, FileKind.LOG)
        raise missing or BadInput("there is no such log", args.game)
    if Path(args.game).is_file() and _IS_HTML(Path(args.game)):
        raise BadInput(
            f"a game log is expected, and this is HTML; `khamsin view --extract {args.game} -o "
            f"GAME.jsonl` takes the log out of a view file",
            args.game,
        )
    path = Path(args.output or Path(args.game).with_suffix(".html"))
    if args.output is None and store_of(args.game) is not None:
        path = Path(f"{file_stem(args.game)}.html")
    _VIEW.demand(path)
    game = Game.load_readable(args.game)
    if game.fault is not None:
        mention_fault(args.game, game.fault)
    if game.torn:
        mention_torn(args.game)
    log = _bytes_of(args.game)
    report = audit(args.game, keys=known_keys(args.key) or None)
    asked = [line for name in args.ask for line in _asked(game, name)]
    try:
        made = view_file(game, log, Path(args.game).name, report, asked)
    except BadInput as error:
        raise error if error.where else error.inside(args.game) from None
    _VIEW.write(path, made)
    say(f"{path}: {counted(len(game.entries), 'entry')}, {len(made.encode()) // 1024} KB")
    say(f"{audit_words(report)}; questions answered: {len(asked)}")


def _extract(args: argparse.Namespace) -> None:
    if args.output is None:
        raise BadInput("--extract needs -o with the name of the log; expected -o GAME.jsonl")
    with in_file(args.game):
        log = extracted_log(_bytes_of(args.game))
    NEW.write(args.output, log)
    say(f"{args.output}: {len(log)} bytes, the log as it was")


def _bytes_of(name: str) -> bytes:
    if size_of(name) > _MOST_BYTES:
        raise BadInput(f"this file is larger than {_MOST_BYTES} bytes", name)
    with open_to_read(Path(name), disk_of(name)) as file:
        try:
            return file.read()  # which takes no more memory than it has bytes
        except OSError as error:
            raise BadInput(f"this cannot be read ({error.strerror})", name) from None


def _asked(game: Game, name: str) -> Iterator[AskedLine]:
    """The questions of a file, one a line as in ``khamsin play``, perhaps with ``at MOMENT``."""
    for number, line in enumerate(read_text(Path(name)).splitlines(), 1):
        where = f"{name}, line {number}"
        if len(line) > LONGEST_ORDER:
            raise BadInput(f"a question has at most {LONGEST_ORDER} characters", where)
        words = split_words(without_comment(line).strip())
        if not words:
            continue
        left, at = _when(words, where)
        with in_file(where):
            entry = None if at is None else game.stood_at(at)[0]
        yield AskedLine(" ".join(left), entry, where)


def _when(words: list[str], where: str) -> tuple[list[str], str | None]:
    """The words of a question without its moment, and that."""
    for n, word in enumerate(words):
        if word.lower() in ("at", "--at"):
            if n + 1 == len(words):
                raise BadInput(f"a moment is missing after {word!r}", where)
            return [*words[:n], *words[n + 2 :]], words[n + 1]
    return words, None
