"""Reading a game log: JSON Lines, one header then one entry a command, chained by hash."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Self, TypeAlias, TypeVar

import attrs

from events.chain import GENESIS, TAIL, LogLine, tampering
from events.codec import decode_entry, decode_header, take_entry, take_happened
from events.commands import BookCommand
from events.disk import DISK, Disk, open_to_read, reason
from events.entry import FORMAT, Entry
from events.errors import BadInput, in_file
from events.json_bytes import loads
from events.register import Event

T = TypeVar("T")

MAX_LINE: Final = 8 * 1024 * 1024
"""No line of a game log is longer, in bytes."""

_END: Final = ord("\n")
_OLDER: Final = (1, 2)

_UNDO: Final = b'"order":"undo"'
"""How an entry that takes another back is written; the longer the words, the sooner found."""

_NOT_AN_ENTRY: Final = (LookupError, TypeError, ValueError, AttributeError)
"""What goes wrong when a line that is no entry is read as one; bad JSON is a ValueError."""

Happened: TypeAlias = tuple[int, BookCommand | None, tuple[Event, ...]]
"""What an entry does to a game: its number, the command if it is one of the log, its events."""


def happened(entry: Entry) -> Happened:
    """What an entry does to a game."""
    return entry.n, entry.do if isinstance(entry.do, BookCommand) else None, entry.then


def _demand_format(header: dict[str, Any]) -> int:
    version = header.get("format")
    if type(version) is not int or version not in (*_OLDER, FORMAT):
        why = f"{version!r} is not one that this engine reads ({FORMAT})"
        raise BadInput(why, "line 1, format")
    if version in _OLDER:
        raise BadInput(
            f"format {version} is no longer read; `khamsin upgrade` of version 0.3.0 makes a log "
            f"of format {FORMAT} of it",
            "line 1",
        )
    return version


def entry_of(line: LogLine) -> Entry:
    """The entry of a line, whatever its number."""
    value = line.json()
    with suppress(Exception):  # whatever it was, the strict reading names it
        return take_entry(value)
    try:
        return decode_entry(line.json())
    except BadInput as error:
        raise error.inside(f"line {line.number}") from None


def entry_in(raw: bytes, n: int) -> Entry:
    """The entry ``n`` in a line, without its end, whose hash was checked."""
    line = LogLine(n + 1, raw)
    entry = entry_of(line)
    if entry.n != n:
        raise BadInput(f"entry {entry.n} stands where {n} is expected", f"line {line.number}")
    return entry


@attrs.frozen
class Torn:
    """What a crash left behind the last whole line: it was never acknowledged."""

    offset: int
    size: int


class LogReader:
    """Reads a log line by line, in bounded memory. A context manager.

    Attributes:
        head: its first line.
        seal: the hash of the last line that ``checked`` or ``entries`` has come to, or the others
            at their end.
        number: how many lines have been read.
        offset: how many bytes have been read.
        torn: what a crash left behind the last line; known once all lines have been read.
    """

    def __init__(self, path: str | Path, disk: Disk = DISK, upto: int | None = None) -> None:
        """Open a log; with ``upto`` as if it ended after the entry of that number."""
        self.path = Path(path)
        self._upto = upto
        self.torn: Torn | None = None
        self.offset = 0
        self.number = 0
        self._disk = disk
        self._file = open_to_read(self.path, disk)
        try:
            self._read_header()
        except BadInput as error:
            self._file.close()
            raise error.inside(str(self.path)) from None

    def _read_header(self) -> None:
        raw = next(self._raws(), None)
        if raw is None and self.torn is not None:
            raise BadInput("this is not a game log (its first line does not end)", "line 1")
        if raw is None:
            raise BadInput("this file is empty; a game log is expected")
        line = LogLine(1, raw)
        value = line.json()
        if value.get("khamsin") != "game":
            raise BadInput("this is not a Khamsin game log", "line 1")
        self.format = _demand_format(value)
        if "sealed" in value:
            why = "a log with sealed dice of version 0.3.0 is read by that version"
            raise BadInput(why, "line 1")
        self.head = line
        self.seal = line.hash
        try:
            without_hash = {key: item for key, item in value.items() if key != "hash"}
            self.header = decode_header(without_hash)
        except BadInput as error:
            raise error.inside("line 1") from None

    def _raws(self) -> Iterator[bytes]:
        """The bytes of the lines that are left and whole, each without its end."""
        readline, upto = self._file.readline, self._upto
        try:
            while raw := readline(MAX_LINE):
                if upto is not None and self.number > upto:
                    return
                if raw[-1] != _END:
                    if len(raw) == MAX_LINE:
                        place = f"line {self.number + 1}"
                        raise BadInput(f"this line is longer than {MAX_LINE} bytes", place)
                    self.torn = Torn(self.offset, len(raw))
                    return
                self.number += 1
                self.offset += len(raw)
                yield raw[:-1]
        except OSError as error:
            why = f"this cannot be read ({reason(error)})"
            raise BadInput(why, f"line {self.number + 1}") from None

    @property
    def again(self) -> Callable[[], Iterator[Happened]] | None:
        """Gives ``happenings`` from the first entry on once more; None where a line says ``undo``.

        With it a log in which nothing is taken back can be followed, and nothing held for that.
        """
        before = b""
        try:
            with open_to_read(self.path, self._disk) as file:
                while block := file.read(1 << 14):
                    if _UNDO in before + block:
                        return None
                    before = block[-len(_UNDO) :]
        except (OSError, BadInput):  # to be told where it is read
            return None
        return self._from_the_first

    def _from_the_first(self) -> Iterator[Happened]:
        self._file.close()
        self._file = open_to_read(self.path, self._disk)
        self.torn, self.offset, self.number = None, 0, 0
        self._read_header()
        return self.happenings()

    def lines(self) -> Iterator[LogLine]:
        """The lines after the header, checked for nothing."""
        with in_file(str(self.path)):
            for raw in self._raws():
                yield LogLine(self.number, raw)

    def happenings(self) -> Iterator[Happened]:
        """What each entry does to the state, for those who only fold them.

        The hash chain and the numbering are checked as ``entries`` does, at twice the speed.
        """
        return self._taken(take_happened, happened)

    def entries(self) -> Iterator[Entry]:
        """The entries, with the hash chain and the numbering checked."""
        return self._taken(take_entry, lambda entry: entry)

    def _taken(self, take: Callable[[Any], T], of: Callable[[Entry], T]) -> Iterator[T]:
        """Each line after the header, and what is taken of its JSON, or of its entry.

        The hash chain and the numbering are checked.
        """
        with in_file(str(self.path)):
            if self._upto != 0:
                self._demand(self.head, GENESIS)
            before = self.head.hash.encode()
            for n, raw in enumerate(self._raws(), self.number):
                body = raw[:-TAIL] + b"}"
                digest = sha256(before + body).hexdigest().encode()
                if not raw.endswith(b',"hash":"' + digest + b'"}'):
                    self._demand(LogLine(n + 1, raw), before.decode())
                before = digest
                try:
                    value = loads(body)
                    if value["n"] != n or type(value["n"]) is not int:
                        raise ValueError(n)
                    found = take(value)
                except _NOT_AN_ENTRY:
                    found = of(entry_in(raw, n))
                yield found
            self.seal = before.decode()

    def checked(self) -> Iterator[LogLine]:
        """The lines after the header, with the hash chain checked."""
        self._demand(self.head, GENESIS)
        for line in self.lines():
            self._demand(line, self.seal)
            self.seal = line.hash
            yield line

    def _demand(self, line: LogLine, before: str) -> None:
        if line.follows(before):
            return
        after = None
        with suppress(BadInput):
            after = next((LogLine(self.number, raw) for raw in self._raws()), None)
        what = tampering(line, before, after)
        raise BadInput(f"{what}; khamsin audit tells more", f"{self.path}, line {line.number}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        with suppress(OSError):  # all of it was read
            self._file.close()
