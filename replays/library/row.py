"""The games of a library as its list has them, and their lines: read, and put down.

The head of a game, its last entry, is moved only from where the recorder knows it to be. So of two
who write, the second writes nothing.
"""

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Final, Self, cast

import attrs
from sqlalchemy import Connection, func, select
from sqlalchemy.exc import IntegrityError

from events.chain import GENESIS, LogLine, line_of
from events.disk import Disk
from events.errors import BadInput
from events.log import MAX_LINE
from events.recorder import Overtaken
from replays.game.open_log import Ending, has_closing_entry
from replays.library.database import Database
from replays.library.index import Term, plain_text
from replays.library.schema import GAME, LINE, SNAPSHOT, TERM
from replays.library.snapshot import SHAPE, Snapshot, digest_of

_LONGEST_NAME: Final = 100
_PAGE: Final = 500
"""So many lines are read at once."""

_ROWS: Final = select(*(each for each in GAME.columns if each.name != "name_key"))


@attrs.frozen
class LibraryGame:
    """A game as the list of a library has it.

    Attributes:
        id: its number in this database, which means nothing elsewhere.
        name: its name in the library.
        format: the format that its log is in.
        entries: how many entries it has.
        head_hash: the hash of its last line.
        size: of its log, in bytes.
        torn: what a crash left behind its last whole line; empty as a rule.
        scenario: the name of its scenario.
        engine: the version of the engine that began the log.
        ending: ``finished``, ``open`` or ``cut off``.
        moment: where it stands.
    """

    id: int = attrs.field(repr=False)
    name: str
    format: int
    entries: int
    head_hash: str
    size: int
    torn: bytes = attrs.field(converter=bytes, repr=False)
    scenario: str
    engine: str
    ending: str
    moment: str

    @property
    def closes(self) -> bool:
        """Whether its log ends with a closing entry when it is finished."""
        return has_closing_entry(self.engine)

    @property
    def path(self) -> Path:
        """What its log is called where it is read."""
        return Path(f"library:{self.name}")


@attrs.frozen
class GameEnd:
    """How far a game goes: entries, hash of the last line, bytes, what is torn, how it ends."""

    entries: int
    head_hash: str
    size: int
    torn: bytes
    ending: Ending

    @property
    def values(self) -> dict[str, object]:
        """As the table of games has it."""
        found = attrs.asdict(self, recurse=False)
        return found | {"ending": self.ending.word, "moment": self.ending.moment}


# Games ---------------------------------------------------------------------------------------


def all_games(database: Database) -> list[LibraryGame]:
    """All games by name."""
    return [LibraryGame(*row) for row in database.read(_ROWS.order_by(GAME.c.name))]


def game_called(database: Database, name: str) -> LibraryGame | None:
    """The game of a name, however its accents are typed (NFC); None when there is none."""
    try:
        name = normal_name(name)
    except BadInput:
        return None
    rows = database.read(_ROWS.where(GAME.c.name == name))
    return LibraryGame(*rows[0]) if rows else None


def normal_name(name: str) -> str:
    """A name that a game can have, with each accent in its letter (NFC).

    Raises:
        BadInput: when it is empty, longer than 100 characters or has one that is not printable.
    """
    if not name.strip() or len(name) > _LONGEST_NAME or not name.isprintable():
        why = f"a name in a library has 1 to {_LONGEST_NAME} printable characters; `--as` gives one"
        raise BadInput(why, f"{name[:40]!r}")
    return unicodedata.normalize("NFC", name)


def overtaken(database: Database, name: str) -> BadInput:
    """Why a game cannot be written: another recorder was first, or has one of nearly this name."""
    now = game_called(database, name)
    if now is None:
        key = normal_name(name).casefold()
        for (other,) in database.read(select(GAME.c.name).where(GAME.c.name_key == key)):
            why = (
                f"the library has {other!r} already, and {name!r} has other capitals; "
                f"another name (`--as`) keeps them apart"
            )
            return BadInput(why, database.where)
    entries = 0 if now is None else now.entries
    why = (
        f"another recorder was first: {name!r} has {entries} entries now; nothing of this was "
        f"written, so read the game again and go on from there"
    )
    return Overtaken(why, database.where)


class GameMoved(Exception):  # noqa: N818 - no error: the caller says what it means
    """A game of this name is there already."""


def insert_game(
    connection: Connection, name: str, log_format: int, scenario: str, engine: str, end: GameEnd
) -> int:
    """Put a new game down; its number.

    Raises:
        GameMoved: when the name is another game's.
    """
    values = {
        **end.values,
        "name": name,
        "name_key": name.casefold(),
        "format": log_format,
        "scenario": plain_text(scenario),
        "engine": plain_text(engine),
    }
    try:
        key = connection.execute(GAME.insert().values(values)).inserted_primary_key
    except IntegrityError:
        raise GameMoved from None
    return int(key[0])  # type: ignore[index] # of a table with one


def advance_head(
    connection: Connection, game: int, before: tuple[int, str, bytes], after: GameEnd
) -> None:
    """Put the new end of a game down.

    Args:
        connection: with the transaction.
        game: the number of the game.
        before: its entries, its last hash and what is torn, as they were read.
        after: its new end.

    Raises:
        GameMoved: when another recorder has moved it since.
    """
    entries, head_hash, torn = before
    statement = GAME.update().where(
        GAME.c.id == game,
        *(GAME.c.entries == entries, GAME.c.head_hash == head_hash, GAME.c.torn == torn),
    )
    if connection.execute(statement.values(after.values)).rowcount != 1:
        raise GameMoved


def insert_lines(connection: Connection, game: int, lines: Iterable[tuple[int, bytes]]) -> None:
    """Put lines of a log down, each with its number and without its end."""
    waiting = iter(lines)
    while page := list(islice(waiting, _PAGE)):
        values = [{"game": game, "number": number, "raw": raw} for number, raw in page]
        connection.execute(LINE.insert(), values)


def insert_terms(connection: Connection, game: int, terms: Iterable[tuple[Term, int]]) -> None:
    """Put down what a game is found by, each with the entry that had it first."""
    values = [
        {"game": game, "kind": kind, "value": value, "entry": n} for (kind, value), n in terms
    ]
    if values:
        connection.execute(TERM.insert(), values)


def insert_snapshots(
    connection: Connection, game: int, snapshots: Iterable[tuple[int, Snapshot]]
) -> None:
    """Put snapshots of a game down, each with its entry."""
    for n, each in snapshots:
        digest = digest_of(each.head_hash, each.body)
        values = {"game": game, "entry": n, "shape": SHAPE, "digest": digest}
        connection.execute(SNAPSHOT.insert().values(values | attrs.asdict(each)))


# Lines ---------------------------------------------------------------------------------------


def raw_lines(database: Database, game: int, first: int, last: int) -> Iterator[tuple[int, bytes]]:
    """The lines of a game from one number to another, each with its number, page by page.

    Of a line that is too long no more is read than it takes to see that.
    """
    raw = func.substr(LINE.c.raw, 1, MAX_LINE + 1)
    while first <= last:
        within = LINE.c.number.between(first, last)
        page = select(LINE.c.number, raw).where(LINE.c.game == game, within)
        rows = database.read(page.order_by(LINE.c.number).limit(_PAGE))
        for number, found in rows:
            if not isinstance(found, bytes):
                raise changed(number)
            yield number, found
        if len(rows) < _PAGE:
            return
        first = rows[-1][0] + 1


def pieces(database: Database, game: LibraryGame, entries: int | None = None) -> Iterator[bytes]:
    """The bytes of a log, line by line, and what a crash left behind the last.

    Args:
        database: the library's.
        game: the game; what others put down meanwhile is left out.
        entries: only so many, and nothing that is torn.
    """
    last = game.entries if entries is None else entries
    for _, raw in raw_lines(database, game.id, 1, last + 1):
        yield raw + b"\n"
    if game.torn and entries is None:
        yield game.torn


def changed(number: int) -> BadInput:
    """The complaint of a line that is not as it was."""
    why = "this line is not as it was, or not there; `khamsin library audit` tells more"
    return BadInput(why, f"line {number}")


def lines_of_entries(database: Database, game: int, n: int, last: int) -> Iterator[LogLine]:
    """The lines from that of an entry to that of another; entry 0 is the header.

    Each follows from the one before. What the first follows from is not looked at, but where it is
    the header.

    Raises:
        BadInput: when one is not there, or does not follow.
    """
    before, number = (GENESIS if n == 0 else None), n + 1
    for found, raw in raw_lines(database, game, number, last + 1):
        line = line_of(number, raw)
        if found != number or not (before is None or line.follows(before)):
            raise changed(number)
        yield line
        before, number = line.hash, number + 1
    if number != last + 2:
        raise changed(number)


class _LinesFile:
    """As much of a file as readers of a log ask for; it is read forward only."""

    def __init__(self, chunks: Iterator[bytes], done: Callable[[], None]) -> None:
        self._chunks, self._rest, self._done = chunks, b"", done

    def readline(self, limit: int) -> bytes:
        """The rest of a line with its end, or as many bytes of it as the limit allows."""
        if not self._rest:
            self._rest = next(self._chunks, b"")
        cut = min(self._rest.find(b"\n") + 1 or len(self._rest), limit)
        line, self._rest = self._rest[:cut], self._rest[cut:]
        return line

    def seek(self, offset: int) -> None:
        """Pass over so many bytes."""
        while offset > 0 and (skipped := self.readline(offset)):
            offset -= len(skipped)

    def read(self, size: int) -> bytes:
        """So many bytes, or as many as there are."""
        found = bytearray()
        while len(found) < size and (more := self.readline(size - len(found))):
            found += more
        return bytes(found)

    def close(self) -> None:
        """Read no more."""
        self._chunks = iter(())
        self._done()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class _ReadingDisk:
    """A disk that has one file, to be read only."""

    def __init__(self, opened: Callable[[], tuple[Iterator[bytes], Callable[[], None]]]) -> None:
        self._opened = opened

    def reading(self, path: Path) -> BinaryIO:
        """The file, whatever it is called."""
        del path
        return cast("BinaryIO", _LinesFile(*self._opened()))


def disk_with(chunks: Callable[[], Iterator[bytes]]) -> Disk:
    """A disk on which every name leads to one file; its bytes come whenever it is opened."""
    return disk_opened(lambda: (chunks(), lambda: None))


def disk_opened(opened: Callable[[], tuple[Iterator[bytes], Callable[[], None]]]) -> Disk:
    """The same, with what is to be called as the file is closed."""
    return cast("Disk", _ReadingDisk(opened))


def disk_of(database: Database, game: LibraryGame, entries: int | None = None) -> Disk:
    """A disk on which every name leads to the log of one game, as far as so many entries."""
    return disk_with(lambda: pieces(database, game, entries))
