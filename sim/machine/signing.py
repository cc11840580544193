"""Signed logs: what a checkpoint of a log says, and what somebody acknowledges who signs it.

The text of a checkpoint follows from a log and a number of entries alone: so two people with the
same log sign the same text, and who has the log can write it again. docs/signing.md has the form.
"""

import re
from collections.abc import Iterator
from typing import Final

import attrs

from events.commands import Acknowledged
from events.errors import BadInput
from sim.machine.note_keys import (
    LAST_TIME,
    SignatureType,
    VerifierKey,
    raw_of,
    text_of,
    timed,
)

__all__ = [
    "LogPoint",
    "acknowledged_faults",
    "is_hash",
    "point_of",
    "signed_point",
]

_HASH: Final = re.compile(r"[0-9a-f]{64}")
_ORIGIN: Final = "khamsin.log/game/"
_SEAL: Final = "seal "
_COUNT: Final = re.compile(r"0|[1-9][0-9]{0,15}")


def is_hash(text: str) -> bool:
    """Whether a text is a hash: 64 hexadecimal digits, in small letters."""
    return _HASH.fullmatch(text) is not None


@attrs.frozen
class LogPoint:
    """A log up to an entry: what a checkpoint says.

    Attributes:
        log: the hash of its first line, by which it is known; 64 hexadecimal digits.
        entries: how many entries.
        root: the root of the Merkle tree (RFC 6962) whose leaves are their lines; likewise.
        seal: the hash of the last of these lines, that of the header if there is none; likewise.
    """

    log: str
    entries: int
    root: str
    seal: str

    @property
    def origin(self) -> str:
        """The first line of a checkpoint: which log this is."""
        return f"{_ORIGIN}{self.log}"

    @property
    def text(self) -> str:
        """What is signed: the checkpoint, with its last line end."""
        root = text_of(bytes.fromhex(self.root))
        return f"{self.origin}\n{self.entries}\n{root}\n{_SEAL}{self.seal}\n"


def point_of(text: str) -> LogPoint:
    """What a checkpoint says.

    Raises:
        BadInput: when the text is not one of a game.
    """
    lines = text.split("\n")
    if not lines[0].startswith(_ORIGIN):
        raise BadInput(
            f"{lines[0][:60]!r} is not the origin of a game; {_ORIGIN} and a hash are expected",
            "line 1",
        )
    if not is_hash(log := lines[0].removeprefix(_ORIGIN)):
        raise BadInput(f"{log[:70]!r} is not 64 hexadecimal digits", "line 1")
    if len(lines) != 5 or lines[4]:
        count = len(lines) - (not lines[-1])
        raise BadInput(
            f"a checkpoint of {count} lines; 4 are expected: origin, entries, root and seal"
        )
    if not _COUNT.fullmatch(lines[1]):
        raise BadInput(f"{lines[1][:40]!r} is not a number of entries", "line 2")
    try:
        root = raw_of(lines[2])
    except BadInput as error:
        raise error.inside("line 3") from None
    if len(root) != 32:
        raise BadInput(f"a root of {len(root)} bytes; 32 are expected", "line 3")
    if not lines[3].startswith(_SEAL) or not is_hash(seal := lines[3].removeprefix(_SEAL)):
        raise BadInput(f"{lines[3][:80]!r} is not a seal and 64 hexadecimal digits", "line 4")
    return LogPoint(log, int(lines[1]), root.hex(), seal)


def signed_point(command: Acknowledged) -> LogPoint:
    """What an entry says that somebody acknowledges."""
    return LogPoint(command.log, command.entries, command.root, command.seal)


def acknowledged_faults(log: str, entry: int, command: Acknowledged) -> Iterator[tuple[str, str]]:
    """What is wrong with an entry that says what somebody signed; of several, the first.

    Whether the log is what he signed is asked elsewhere.

    Args:
        log: the hash of the first line of the log.
        entry: the number of the entry.
        command: what it says.

    Yields:
        What it says, and what is expected.
    """
    hashes = (("log", command.log), ("root", command.root), ("seal", command.seal))
    wrong = next(((name, each) for name, each in hashes if not is_hash(each)), None)
    if not 0 <= command.time <= LAST_TIME:
        yield f"acknowledged at {command.time}", f"seconds since 1970, {LAST_TIME} at the most"
        return
    try:
        key = VerifierKey.parse(command.key)
        blob = timed(command.time, raw_of(command.signature))
    except BadInput as error:
        yield f"acknowledged: {error}"[:200], "a key, a time and its signature"
        return
    if wrong is not None:
        yield f"acknowledged with {wrong[0]} {wrong[1][:70]!r}", "64 hexadecimal digits"
    elif key.kind is not SignatureType.COSIGNATURE:
        yield f"acknowledged by {key.short}", "a key of type 4, which signs a time too"
    elif command.log == log and not 0 <= command.entries < entry:
        yield f"{command.entries} entries acknowledged", f"{entry - 1} at the most"
    elif command.entries < 0 or key.signed_at(signed_point(command).text, blob) is None:
        yield (
            f"{command.entries} entries acknowledged by {key.short}",
            "a signature of that key over exactly this",
        )
