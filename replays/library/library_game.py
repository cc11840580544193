"""A game of a library: its row in the list, what it is found by, and its lines.

All is made of its log. The head of a game, its last entry, is moved only from where the recorder
knows it to be. So of two who write, the second writes nothing.
"""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import Any, BinaryIO, Final, TypeAlias, cast

import attrs
from sqlalchemy import Connection, func, select
from sqlalchemy.exc import IntegrityError

from events.chain import GENESIS, LogLine, entry_line, header_line
from events.commands import Acknowledged
from events.disk import DISK, Disk, reason
from events.entry import Entry, Header
from events.errors import BadInput, in_file
from events.log import MAX_LINE, entry_in, entry_of
from events.log_writer import demand_readable
from events.recorder import RecordConflict
from replays.game.open_log import (
    NOW_AND_THEN,
    Ending,
    Progress,
    has_closing_entry,
    open_log,
    start_of,
)
from replays.game.position import Position, follow, in_play
from replays.game.store import GameRead, read_to_play
from replays.library.database import GAME, LINE, TERM, Database, DatabaseFailure
from sim.state import State

Term: TypeAlias = tuple[str, str]
"""A kind, and a value."""

MAIL: Final = "mail"
"""What games by mail have as ``dice``, beside those of the seed that comes of them."""

_LONGEST: Final = 200
_MOST: Final = 5000
"""A log that was forged can claim any number of rules; so many terms are kept."""


@attrs.frozen
class LibraryGame:
    """A game as the list of a library has it."""

    id: int = attrs.field(repr=False)
    """Its number in this database, which means nothing elsewhere; 0 outside of one."""
    name: str
    entries: int
    head_hash: str
    size: int
    """Of its log, in bytes."""
    scenario: str
    engine: str
    """The version of the engine that began the log."""
    ending: str
    """``finished`` or ``open``."""
    moment: str

    @classmethod
    def new(cls, name: str, header: Header, head_hash: str, size: int) -> "LibraryGame":
        """A game before its first entry."""
        words = _plain_text(header.scenario.name), _plain_text(header.engine)
        return cls(0, name, 0, head_hash, size, *words, "", "").at(beginning_of(header))

    def and_entry(self, entry: Entry) -> tuple["LibraryGame", bytes]:
        """The game with one more entry, and its line."""
        if entry.n != self.entries + 1:
            raise ValueError(f"entry {entry.n} does not follow entry {self.entries}")
        raw, head_hash = entry_line(entry, self.head_hash)
        size = self.size + len(raw) + 1
        return attrs.evolve(self, entries=entry.n, head_hash=head_hash, size=size), raw

    def at(self, position: Position) -> "LibraryGame":
        """The game where its last entry led it."""
        closes = has_closing_entry(self.engine)
        ending = Ending.of(position, torn=False, closes=closes)
        return attrs.evolve(self, ending=ending.word, moment=ending.moment)

    @property
    def path(self) -> Path:
        """What its log is called where it is read."""
        return Path(f"library:{self.name}")


def _plain_text(text: str) -> str:
    """A text of a log as every database can keep it: without NUL, which PostgreSQL has not."""
    return text.replace("\0", "")


def beginning_of(header: Header) -> Position:
    """Where a game stands before its first entry."""
    return Position(start_of(header.scenario), dice=header.dice)


def terms_of_header(header: Header) -> dict[Term, int]:
    """What a game is found by before its first entry: each term with the entry that had it first.

    0 is the header.
    """
    scenario, terms = header.scenario, dict[Term, int]()
    found = [("scenario", scenario.name), ("land", scenario.land)]
    found += [("side", side) for side in scenario.sides]
    found += [("board", board.name) for board in scenario.boards]
    _keep(terms, found + [("dice", MAIL)] * (header.mail is not None), 0)
    return terms


def see(terms: dict[Term, int], entry: Entry, state: State) -> None:
    """Have a game be found by an entry too, and by the state after it."""
    found = [("rule", event.rule) for event in entry.then]
    for roll in entry.dice:
        found += [("dice", roll.source.value), ("roll", f"{roll.purpose} {sum(roll.dice)}")]
    if isinstance(entry.do, Acknowledged):
        found.append(("signer", entry.do.key.partition("+")[0]))
    if state.dust is not None:
        found.append(("density", state.dust.value))
    _keep(terms, found, entry.n)


def _keep(terms: dict[Term, int], found: Iterable[Term], entry: int) -> None:
    for kind, value in found:
        if len(terms) < _MOST:
            terms.setdefault((kind, _plain_text(value[:_LONGEST])), entry)


def read_through(
    path: Path, name: str, disk: Disk = DISK, progress: Progress = None
) -> tuple[LibraryGame, dict[Term, int]]:
    """Read a log from end to end: the game as a list would have it, and what it is found by.

    Its chain must hold, and its entries have happened.
    """
    with open_log(path, disk) as reader, in_file(str(path)):
        position, terms = beginning_of(reader.header), terms_of_header(reader.header)
        for line in reader.checked():
            entry = entry_of(line)
            if entry.n != line.number - 1:
                why = f"entry {entry.n} stands where {line.number - 1} is expected"
                raise BadInput(why, f"line {line.number}")
            position = follow(position, entry)
            see(terms, entry, position.state)
            if progress is not None and entry.n % NOW_AND_THEN == 0:
                progress(reader.offset)
        in_play(position.state)
        if reader.torn is not None:
            why = "the last line is torn; `khamsin recover` puts it aside, and then it is added"
            raise BadInput(why, f"line {reader.number + 1}")
        game = LibraryGame.new(name, reader.header, reader.seal, reader.offset)
        return attrs.evolve(game, entries=reader.number - 1).at(position), terms


_LONGEST_NAME: Final = 100
_PAGE: Final = 500
"""So many lines are read at once."""

_IN_MEMORY: Final = 1 << 16
"""So many bytes of a log are held in memory as it is read, and a longer one on disk."""

ROWS: Final = select(*(each for each in GAME.columns if each.name != "name_key"))


def game_called(database: Database, name: str) -> LibraryGame | None:
    """The game of a name, however its accents are typed (NFC); None when there is none."""
    try:
        name = normal_name(name)
    except BadInput:
        return None
    rows = database.read(ROWS.where(GAME.c.name == name))
    return LibraryGame(*rows[0]) if rows else None


def missing(name: str) -> BadInput:
    """The complaint that a library has no such game."""
    why = "this library has no game of that name; `khamsin library list` names those it has"
    return BadInput(why, f"library:{name}")


def normal_name(name: str) -> str:
    """A name that a game can have, with each accent in its letter (NFC)."""
    if not name.strip() or len(name) > _LONGEST_NAME or not name.isprintable():
        why = f"a name in a library has 1 to {_LONGEST_NAME} printable characters; `--as` gives one"
        raise BadInput(why, f"{name[:40]!r}")
    return unicodedata.normalize("NFC", name)


def _overtaken(name: str) -> RecordConflict:
    why = (
        "another recorder was first; nothing of this was written, so read the game again and go on "
        "from there"
    )
    return RecordConflict(why, f"library:{name}")


def insert_game(connection: Connection, game: LibraryGame, first: bytes) -> int:
    """Put a new game down with its first line; its number. ``RecordConflict`` if there is one."""
    key = game.name.casefold()
    there = connection.execute(select(GAME.c.name).where(GAME.c.name_key == key)).scalar()
    if there not in (None, game.name):
        why = f"the library has {there!r} already; another name (`--as`) keeps them apart"
        raise BadInput(why, f"library:{game.name}")
    values = attrs.asdict(game) | {"name_key": key}
    del values["id"]
    try:
        made = connection.execute(GAME.insert().values(values)).inserted_primary_key
    except IntegrityError:
        raise _overtaken(game.name) from None
    number = int(cast("Any", made)[0])
    insert_lines(connection, number, [(1, first)])
    return number


def advance_head(connection: Connection, before: LibraryGame, after: LibraryGame) -> None:
    """Put the new end of a game down; ``RecordConflict`` if another recorder has moved it since."""
    known = ("entries", "head_hash")
    statement = GAME.update().where(
        GAME.c.id == before.id, *(GAME.c[each] == getattr(before, each) for each in known)
    )
    moved = (*known, "size", "ending", "moment")
    values = {each: getattr(after, each) for each in moved}
    if connection.execute(statement.values(values)).rowcount != 1:
        raise _overtaken(before.name)


def insert_lines(connection: Connection, game: int, lines: Iterable[tuple[int, bytes]]) -> None:
    """Put lines of a log down, each with its number and without its end."""
    waiting = iter(lines)
    while page := list(islice(waiting, _PAGE)):
        values = [{"game": game, "number": number, "raw": raw} for number, raw in page]
        connection.execute(LINE.insert(), values)


def insert_terms(connection: Connection, game: int, terms: dict[Term, int]) -> None:
    """Put down what a game is found by, each with the entry that had it first."""
    values = [
        {"game": game, "kind": kind, "value": value, "entry": entry}
        for (kind, value), entry in terms.items()
    ]
    if values:
        connection.execute(TERM.insert(), values)


def terms_of(database: Database, game: int) -> dict[Term, int]:
    """What a game is found by."""
    rows = select(TERM.c.kind, TERM.c.value, TERM.c.entry).where(TERM.c.game == game)
    return {(kind, value): entry for kind, value, entry in database.read(rows)}


def raw_lines(database: Database, game: int, first: int, last: int) -> Iterator[tuple[int, bytes]]:
    """The lines of a game from one number to another, each with its number, page by page.

    Of a line that is too long no more is read than it takes to see that.
    """
    raw = func.substr(LINE.c.raw, 1, MAX_LINE + 1, type_=LINE.c.raw.type)
    while first <= last:
        within = LINE.c.number.between(first, last)
        page = select(LINE.c.number, raw).where(LINE.c.game == game, within)
        rows = database.read(page.order_by(LINE.c.number).limit(_PAGE))
        yield from map(tuple, rows)
        if len(rows) < _PAGE:
            return
        first = rows[-1][0] + 1


def checked_lines(
    database: Database, game: LibraryGame, n: int = 0, head_hash: str = ""
) -> Iterator[LogLine]:
    """The lines of a game from that of an entry to its end, the hash chain checked.

    ``head_hash`` is the hash of the first of them; empty where it is not known.
    """
    before, number = GENESIS if n == 0 else None, n
    for found, raw in raw_lines(database, game.id, n + 1, game.entries + 1):
        number += 1
        line = LogLine(number, raw)
        first = number == n + 1
        follows = before is None or line.follows(before)
        if found != number or not follows or (first and head_hash not in ("", line.hash)):
            raise changed(f"line {number}")
        before = line.hash
        yield line
    if before != game.head_hash:
        raise changed(f"line {game.entries + 1}")


def log_bytes(database: Database, game: LibraryGame) -> Iterator[bytes]:
    """The bytes of a log, line by line; what others put down meanwhile is left out."""
    for _, raw in raw_lines(database, game.id, 1, game.entries + 1):
        yield raw + b"\n"


def changed(where: str) -> BadInput:
    """The complaint that a log is not as it was."""
    why = (
        "this is not as it came in, or not there; `khamsin library audit` tells more, and `khamsin "
        "library export --damaged` writes what is left"
    )
    return BadInput(why, where)


def entries_behind(
    database: Database, game: LibraryGame, n: int, head_hash: str
) -> Iterator[tuple[LogLine, Entry]]:
    """The entries behind one of a game, to its end, each with its line; see `checked_lines`."""
    for line in checked_lines(database, game, n, head_hash):
        if line.number > n + 1:
            yield line, entry_in(line.raw, line.number - 1)


@attrs.frozen
class _ReadingDisk:
    """A disk that has one log, to be read only, whatever it is called."""

    chunks: Callable[[], Iterable[bytes]]

    def reading(self, path: Path) -> BinaryIO:
        file = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - the reader closes it
        try:
            for chunk in self.chunks():  # one by one, so that it goes to the disk in time
                file.write(chunk)
            file.seek(0)
        except BaseException as error:
            file.close()
            if not isinstance(error, OSError):
                raise
            why = f"there is no room for a temporary file ({reason(error)})"
            raise BadInput(why, str(path)) from None
        return cast("BinaryIO", file)


def disk_with(chunks: Callable[[], Iterable[bytes]]) -> Disk:
    """A disk on which every name leads to one log, whose bytes come whenever it is opened."""
    return cast("Disk", _ReadingDisk(chunks))


def disk_of(database: Database, game: LibraryGame) -> Disk:
    """A disk on which every name leads to the log of one game."""
    return disk_with(lambda: log_bytes(database, game))


# In the making -----------------------------------------------------------------------------------


class LibraryRecorder:
    """Puts the entries of one game of a library down; a ``Recorder``.

    Made by ``LibraryLog``. Several may record in one game: the second with an entry is refused, and
    reads what is new with ``new_entries``. ``done`` is called when it is closed.
    """

    def __init__(
        self,
        database: Database,
        game: LibraryGame,
        position: Position,
        terms: dict[Term, int],
        done: Callable[[], None],
    ) -> None:
        self._database, self._done, self._closed = database, done, False
        self._game, self._position, self._terms = game, position, terms

    @property
    def n(self) -> int:
        """Number of the last entry that is known to be there."""
        return self._game.entries

    @property
    def seal(self) -> str:
        """The hash of its line."""
        return self._game.head_hash

    def append(self, *entries: Entry) -> str:
        """Put entries down, all of them or none, and return the hash of the last.

        Where something broke at the very end, the database is asked whether they are there. If that
        cannot be found out either, they do not count; where they are there after all, the next
        order comes second to them.
        """
        where = str(self._game.path)
        if self._closed:
            raise BadInput("this game was closed", where)
        game, position, terms = self._game, self._position, self._terms.copy()
        lines = list[tuple[int, bytes]]()
        try:
            for entry in entries:
                game, raw = game.and_entry(entry)
                lines.append((entry.n + 1, demand_readable(raw + b"\n", where)[:-1]))
                position = follow(position, entry)
                see(terms, entry, position.state)
            game = game.at(position)
            self._write(game, lines, {term: n for term, n in terms.items() if n > self.n})
        except BaseException as error:
            if not (lines and self._is_there(lines[-1], error)):
                raise
            self._game, self._position, self._terms = game.at(position), position, terms
            if not isinstance(error, BadInput):
                raise
        self._game, self._position, self._terms = game, position, terms
        return self.seal

    def _write(
        self, after: LibraryGame, lines: list[tuple[int, bytes]], new: dict[Term, int]
    ) -> None:
        if lines:
            with self._database.writing() as connection:
                advance_head(connection, self._game, after)
                insert_lines(connection, self._game.id, lines)
                insert_terms(connection, self._game.id, new)

    def _is_there(self, line: tuple[int, bytes], error: BaseException) -> bool:
        """Whether a line is in the database although something went wrong as it was written."""
        unknown = error.unknown if isinstance(error, DatabaseFailure) else False
        if isinstance(error, Exception) and not unknown:
            return False
        try:
            return line in raw_lines(self._database, self._game.id, line[0], line[0])
        except BadInput:
            return False

    def new_entries(self, after: int) -> Sequence[Entry]:
        """The entries behind one of them, as they are in the library now.

        If they cannot be read, do not follow or cannot have happened, nothing has changed.
        """
        now = game_called(self._database, self._game.name)
        if now is None or now.id != self._game.id:
            raise gone(self._game)
        position, terms = self._position, self._terms.copy()
        first, found = min(after, self.n), list[Entry]()
        if now.entries == first:
            return found
        known = self.seal if first == self.n else ""
        with in_file(str(now.path)):
            for line, entry in entries_behind(self._database, now, first, known):
                if entry.n == self.n and line.hash != self.seal:
                    raise RecordConflict("the last entry of this game is another now")
                if entry.n > self.n:
                    position = follow(position, entry)
                    see(terms, entry, position.state)
                if entry.n > after:
                    found.append(entry)
            in_play(position.state)
        self._game, self._position, self._terms = now, position, terms
        return found

    def close(self) -> None:
        """Take no more entries."""
        self._closed = True
        self._done()


def gone(game: LibraryGame) -> BadInput:
    """The complaint that a game is not there any more."""
    return BadInput("this game is not in the library any more", str(game.path))


class LibraryLog:
    """The log of a game in a library, which is there or can be begun; a ``StoredLog``.

    ``close`` lets go of the database, where nothing else does.
    """

    def __init__(
        self, database: Database, name: str, close: Callable[[], None] = lambda: None
    ) -> None:
        self.where = f"library:{name}"
        self._database, self._name, self.close = database, name, close

    def exists(self) -> bool:
        """Whether the library has the game."""
        return game_called(self._database, self._name) is not None

    def missing(self) -> BadInput:
        """That there is no such game."""
        why = "this library has no game of that name; a new one needs a scenario"
        return BadInput(why, self.where)

    def begin(self, header: Header) -> LibraryRecorder:
        """Put a new game down, with its header; ``RecordConflict`` if there is one by now."""
        name, position, terms = (
            normal_name(self._name),
            beginning_of(header),
            terms_of_header(header),
        )
        raw, head_hash = header_line(header)
        size = len(demand_readable(raw + b"\n", self.where))
        game = LibraryGame.new(name, header, head_hash, size)
        with self._database.writing() as connection:
            number = insert_game(connection, game, raw)
            insert_terms(connection, number, terms)
        return self._recorder(attrs.evolve(game, id=number), position, terms)

    def resume(self) -> tuple[LibraryRecorder, GameRead]:
        """Go on with the game that is there; it must be as the list of the library has it."""
        game = game_called(self._database, self._name)
        if game is None:
            raise self.missing()
        with open_log(game.path, disk_of(self._database, game)) as reader:
            read = read_to_play(reader)
        if (reader.number - 1, reader.seal, reader.offset) != (
            *(game.entries, game.head_hash, game.size),
        ):
            why = "this game is not as the list of the library has it"
            raise BadInput(f"{why}; `khamsin library audit` tells more", self.where)
        terms = terms_of(self._database, game.id)
        return self._recorder(game, read.position, terms), read

    def _recorder(
        self, game: LibraryGame, position: Position, terms: dict[Term, int]
    ) -> LibraryRecorder:
        return LibraryRecorder(self._database, game, position, terms, self.close)
