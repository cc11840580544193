"""The lines of a game log: JSON objects, each chained to the one before by its hash.

The last key of a line is ``hash``: the SHA-256 of the hash of the line before (64 zeros before the
header) followed by the line itself without that key. So the chain can be checked with any SHA-256
and no JSON library at all. docs/formats.md has the details.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any, Final, NamedTuple

from events.codec import encode_header, entry_json
from events.entry import Entry, Header
from events.errors import BadInput
from events.json_bytes import NotJson, dumps, loads

BEGINNING: Final = b'{"khamsin":"game"'
"""How the header of every log begins."""

GENESIS: Final = "0" * 64
"""What the header's hash follows."""

TAIL: Final = len(b',"hash":""}') + 64
"""How long the end of a line is: its key ``hash``."""


def _digest(before: bytes, body: bytes) -> str:
    """The hash of a line's JSON object, together with the hash before it."""
    return sha256(before + body).hexdigest()


def sealed(body: bytes, before: str) -> tuple[bytes, str]:
    """A line out of its JSON object and the hash before it; the line, and its own hash."""
    digest = _digest(before.encode(), body)
    return body[:-1] + b',"hash":"' + digest.encode() + b'"}', digest


def header_line(header: Header) -> tuple[bytes, str]:
    """The first line of a log, without its line end, and its hash."""
    return sealed(dumps(encode_header(header)), GENESIS)


def entry_line(entry: Entry, before: str) -> tuple[bytes, str]:
    """The line of an entry, without its line end, and its hash."""
    return sealed(entry_json(entry), before)


def whole_log(header: Header, entries: Iterable[Entry]) -> bytes:
    """All lines of a log, each with its end."""
    line, before = header_line(header)
    lines = [line]
    for entry in entries:
        line, before = entry_line(entry, before)
        lines.append(line)
    return b"\n".join([*lines, b""])


def seal_of(line: bytes) -> str:
    """The hash that a line of ours ends with; the line is without its end."""
    return line[-66:-2].decode("ascii", "replace")


def seal_after(before: str, entries: Iterable[Entry]) -> str:
    """The hash of the last line of entries that follow a hash; that one if there are none."""
    for entry in entries:
        before = _digest(before.encode(), entry_json(entry))
    return before


class LogLine(NamedTuple):
    """One line as it stands in the file."""

    number: int
    """From 1; the header is line 1, entry n is line n + 1."""
    raw: bytes
    """Its bytes without the line end."""

    @property
    def hash(self) -> str:
        """As it is written; empty where there is none."""
        tail = self.raw[-TAIL:]
        written = tail[:9] == b',"hash":"' and tail[-2:] == b'"}'
        return tail[9:-2].decode("ascii", "replace") if written else ""

    @property
    def body(self) -> bytes:
        """The JSON object without ``hash``; equal to ``raw`` where there is none."""
        return self.raw[:-TAIL] + b"}" if self.hash else self.raw

    def follows(self, before: str) -> bool:
        """Whether its hash is the one that its content and the line before give."""
        return _digest(before.encode(), self.body) == self.hash

    def json(self) -> dict[str, Any]:
        """Its JSON object."""
        if not self.body:
            raise BadInput("this line is empty; a JSON object is expected", f"line {self.number}")
        try:
            value = loads(self.body)
        except NotJson as error:
            raise BadInput(f"this is not JSON ({error})", f"line {self.number}") from None
        if not isinstance(value, dict):
            raise BadInput("a JSON object is expected", f"line {self.number}")
        return value


_MOST_REMOVED: Final = 1_000_000
"""A number that is farther off than so many entries was changed."""


def tampering(line: LogLine, before: str, after: LogLine | None) -> str:
    """What was done to a line that does not follow a hash, as far as chain and numbers prove it.

    ``after`` is the line behind it: the hash of a line covers the one that it was written after.
    """
    if line.raw.endswith(b"\r"):
        return "its lines end with CR LF, as an editor or a transfer makes them, and not with LF"
    if after is not None and after.follows(before):
        if line.follows(after.hash):
            return "this line and the next have changed places"
        return "this line was put in: the next one goes on from the line before it"
    due, number = line.number - 1, _number(line.json())
    if due and due < number <= due + _MOST_REMOVED and _goes_on(after, number):
        gone = f"entry {due} was" if number == due + 1 else f"entries {due} to {number - 1} were"
        return f"{gone} removed: entry {number} stands here"
    if due and 0 < number < due:
        return f"this line was put in or moved: it has entry {number}, and entry {due} is due"
    if after is not None and after.follows(_digest(before.encode(), line.body)):
        return "the hash of this line was changed, and nothing else in it"
    what = "this line" if due else "the header"
    return f"{what} was changed after it was written (its hash does not fit)"


def _number(value: dict[str, Any]) -> int:
    """The number of an entry; 0 where there is none."""
    number = value.get("n")
    return number if type(number) is int else 0


def _goes_on(after: LogLine | None, number: int) -> bool:
    """Whether a line has the number that comes after one; so it is at the end of a log."""
    try:
        return after is None or _number(after.json()) == number + 1
    except BadInput:
        return True
