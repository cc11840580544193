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


def seal_after(before: str, entries: Iterable[Entry]) -> str:
    """The hash of the last line of entries that follow a hash; that one if there are none."""
    for entry in entries:
        before = entry_line(entry, before)[1]
    return before


class LogLine(NamedTuple):
    """One line as it stands in the file.

    Attributes:
        number: from 1; the header is line 1, entry n is line n + 1.
        raw: its bytes without the line end.
        body: the JSON object without ``hash``; equal to ``raw`` where there is none.
        hash: as written, empty where there is none.
    """

    number: int
    raw: bytes
    body: bytes
    hash: str

    def follows(self, before: str) -> bool:
        """Whether its hash is the one that its content and the line before give."""
        return self.hash != "" and _digest(before.encode(), self.body) == self.hash

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


def line_of(number: int, raw: bytes) -> LogLine:
    """A line out of its number and its bytes."""
    tail = raw[-TAIL:]
    if tail[:9] == b',"hash":"' and tail[-2:] == b'"}':
        return LogLine(number, raw, raw[:-TAIL] + b"}", tail[9:-2].decode("ascii", "replace"))
    return LogLine(number, raw, raw, "")
