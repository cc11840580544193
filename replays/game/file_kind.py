"""The wrong kind of file: what it is, and which command takes it, in one sentence.

Nothing here decides how a file is read. Where reading failed, its first bytes say what it is.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Final

from events.disk import DISK, Disk, open_to_read
from events.errors import BadInput
from events.orders import FORMS
from replays.game.address import disk_of
from replays.game.bundled import bundled, bundled_boards, bundled_orders
from replays.game.file import exists

_READ: Final = 64 * 1024
"""As much of a file as it takes to see what it is, in bytes."""


class FileKind(StrEnum):
    """What a file is, as a sentence calls it."""

    LOG = "a game log"
    SCENARIO = "a scenario"
    BOARD = "a board"
    ORDERS = "an order file"
    QUESTION = "a question in JSON"
    NOTE = "a checkpoint, a signed note"
    KEY = "a secret key"
    INVITATION = "an invitation to a game by mail"
    LETTER = "a letter of a game by mail"
    PROOF = "a proof of `khamsin checkpoint prove`"
    PICTURE = "a picture"
    PAGE = "a page for browsers"
    TABLE = "the table of a sweep"
    VASL = "a log or save of VASL"
    ZIP = "a zip file"
    BINARY = "not a text"
    JSON = "JSON of another kind"
    UNKNOWN = "a text of another kind"


_TAKEN_BY: Final = {
    FileKind.LOG: "`khamsin story`, `show`, `ask`, `map` and `audit` take one",
    FileKind.SCENARIO: "`khamsin check`, `run`, `ask`, `map`, `odds` and `sweep` take one",
    FileKind.BOARD: "a scenario takes one, with `from` under `[[boards]]`",
    FileKind.ORDERS: "`khamsin run SCENARIO --orders FILE` takes one",
    FileKind.QUESTION: "`khamsin ask FILE GAME` takes one",
    FileKind.NOTE: "`khamsin checkpoint sign` and `add`, and `khamsin dispute` take one",
    FileKind.KEY: "`khamsin key show` gives its public part; show it to nobody",
    FileKind.INVITATION: "`khamsin mail join` takes one, and `khamsin mail show` tells of it",
    FileKind.LETTER: "`khamsin mail take` takes one, and `khamsin mail show` tells of it",
    FileKind.PROOF: "`khamsin dispute` takes one",
    FileKind.PICTURE: "`khamsin map` draws one, and no command reads one",
    FileKind.PAGE: "`khamsin view --extract` takes the log out of one that `khamsin view` made",
    FileKind.VASL: "`khamsin import`, `dice` and `audit` take one, `khamsin scenario from` a setup",
    FileKind.ZIP: "`khamsin board import` takes one if it is a board of VASL",
    FileKind.TABLE: "pandas and pyarrow read one",
}
"""Which command takes a file of a kind."""

_TO_A_LOG: Final = "`khamsin run SCENARIO -o GAME` makes a game log of one"
_MAGIC: Final = (
    (b"\x89PNG", FileKind.PICTURE),
    (b"\xff\xd8\xff", FileKind.PICTURE),
    (b"GIF8", FileKind.PICTURE),
    (b"%PDF", FileKind.PICTURE),
    (b"<svg", FileKind.PICTURE),
    (b"PAR1", FileKind.TABLE),
    (b"PK\x03\x04", FileKind.ZIP),
)
_BEGINNINGS: Final = (
    ("khamsin.log/game/", FileKind.NOTE),
    (r"c2sp\.org/tlog-proof@v1$|khamsin\.log/consistency@v1$", FileKind.PROOF),
    (re.escape("PRIVATE+KEY+"), FileKind.KEY),
    (r'\{\s*"khamsin"\s*:\s*"invitation"', FileKind.INVITATION),
    (r'\{\s*"khamsin"\s*:\s*"letter"', FileKind.LETTER),
    (r'\{\s*"khamsin"\s*:', FileKind.LOG),
    ("(?i)<!doctype html", FileKind.PAGE),
)
_OF_A_QUESTION: Final = re.compile(r'[\[\s]*\{[^{}]*"question"\s*:')
_TOML: Final = re.compile(r'(\[\[?[\w."-]+\]\]?\s*(#.*)?|["\w.-]+\s*=.*)')
_OF_A_SCENARIO: Final = re.compile(
    r"^\s*(\[\[(boards|vehicles)|(land|month|turns|sides)\s*=)", re.MULTILINE
)
_OF_A_BOARD: Final = re.compile(r"^\s*((map|desert|width|terrain)\s*=|\[\[roads)", re.MULTILINE)


_BUNDLED: Final = {
    FileKind.SCENARIO: bundled,
    FileKind.BOARD: bundled_boards,
    FileKind.ORDERS: bundled_orders,
}


def kind_of_text(text: str) -> FileKind:
    """What a text is, by how it begins."""
    lines = (line.strip() for line in text.lstrip("\ufeff").splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    begun = next((kind for begin, kind in _BEGINNINGS if re.match(begin, first)), None)
    if begun is not None:
        return begun
    if _OF_A_QUESTION.match(text):
        return FileKind.QUESTION
    if first[:1] in "{[" and not _TOML.fullmatch(first):
        return FileKind.JSON
    if first.startswith("<") and "<svg" in text:
        return FileKind.PICTURE
    if _TOML.fullmatch(first):
        if _OF_A_SCENARIO.search(text):
            return FileKind.SCENARIO
        return FileKind.BOARD if _OF_A_BOARD.search(text) else FileKind.UNKNOWN
    if first.split(" ")[0].lower() in FORMS:
        return FileKind.ORDERS
    return FileKind.UNKNOWN


def kind_of_file(path: str | Path, disk: Disk = DISK) -> FileKind | None:
    """What a file is; None when it cannot be read, or is empty."""
    try:
        with open_to_read(Path(path), disk_of(path, disk)) as file:
            start = file.read(_READ)
    except (BadInput, OSError):
        return None
    if not start.strip():
        return None
    for magic, kind in _MAGIC:
        if start.startswith(magic):
            return FileKind.VASL if kind is FileKind.ZIP and b"savedGame" in start else kind
    if b"\0" in start:
        return FileKind.BINARY
    return kind_of_text(start.decode("utf-8", "replace"))


def mistaken(
    path: str | Path, wanted: FileKind, *others: FileKind, disk: Disk = DISK
) -> BadInput | None:
    """That a file, or something bundled, is of another kind than is wanted.

    Returns:
        One sentence: what it is, what is expected, and which command takes what it is. None where
        it is of that kind, or of an unknown one.
    """
    name = str(path)
    there = disk is not DISK or exists(path)
    if there:
        kind = kind_of_file(path, disk)
    else:
        kind = next((each for each, names in _BUNDLED.items() if name in names()), None)
    if kind is None or kind in (FileKind.JSON, wanted, *others):
        return None
    expected = " or ".join((wanted, *others))
    told = {FileKind.LOG: (), FileKind.VASL: (FileKind.UNKNOWN, FileKind.BINARY, FileKind.ZIP)}
    if kind in told.get(wanted, (FileKind.UNKNOWN,)):
        return None
    if kind in (FileKind.BINARY, FileKind.UNKNOWN):
        return BadInput(f"this is {kind}; {expected} is expected", name)
    to_a_log = kind is FileKind.SCENARIO and wanted is FileKind.LOG
    taken = _TO_A_LOG if to_a_log else _TAKEN_BY[kind]
    this = "this is" if there else "there is no such file, but a bundled one:"
    return BadInput(f"{this} {kind}, and {expected} is expected; {taken}", name)


@contextmanager
def expecting(
    path: str | Path, wanted: FileKind, *others: FileKind, disk: Disk = DISK
) -> Iterator[None]:
    """Read a file: if that fails because it is of another kind, say so instead.

    Where that cannot be told, the complaint of the reader stands: it names the line.
    """
    try:
        yield
    except BadInput as error:
        raise (mistaken(path, wanted, *others, disk=disk) or error) from None
