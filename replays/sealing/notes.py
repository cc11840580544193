"""Checkpoints as C2SP signed notes: the text that a side signs, and its signature below.

A checkpoint names the game, the number of entries and the last hash. Any tool that reads signed
notes reads it; but the hash is that of our chain of lines, not the root of a tree.
"""

import base64
import hashlib
from typing import Final

import attrs

from events.errors import BadInput
from sim.machine.sealing import GivenLink, checkpoint_text

__all__ = ["Checkpoint", "note_of", "read_note"]

_DASH: Final = "\N{EM DASH} "
_ED25519: Final = b"\x01"
_LONGEST: Final = 4096


@attrs.frozen
class Checkpoint:
    """What a signed note says.

    Attributes:
        terms: the hash of the terms of the game.
        entries: how many entries the log has.
        head: the hash of its last line.
        signature: base64 of the Ed25519 signature.
        link: the line about a link that is given away with it; empty if there is none.
    """

    terms: str
    entries: int
    head: str
    signature: str
    link: str


def _name(terms: str, side: int) -> str:
    return f"khamsin.log/{terms[:16]}/side-{side + 1}"


def note_of(
    terms: str,
    side: int,
    key: str,
    entries: int,
    head: str,
    signature: bytes,
    given: GivenLink | None = None,
) -> str:
    """A checkpoint as a signed note."""
    text = checkpoint_text(terms, entries, head, given)
    return _note(text, _name(terms, side), key, signature)


def _note(text: str, name: str, key: str, signature: bytes) -> str:
    number = hashlib.sha256(name.encode() + b"\n" + _ED25519 + bytes.fromhex(key)).digest()[:4]
    signed = base64.b64encode(number + signature).decode()
    return f"{text}\n{_DASH}{name} {signed}\n"


def read_note(note: str, side: int, key: str) -> Checkpoint:
    """What the note of a side says; whether its signature is true is asked elsewhere.

    Raises:
        BadInput: when it is no such note, or not that of this side and key.
    """
    try:
        origin, count, root, *more, empty, last, end = note[:_LONGEST].split("\n")
        terms = origin.removeprefix("khamsin.log/")
        head = base64.b64decode(root, validate=True).hex()
        raw = base64.b64decode(last.rsplit(" ", 1)[1], validate=True)
        entries = int(count) if count.isascii() and count.isdigit() and len(count) < 16 else -1
        text = "".join([checkpoint_text(terms, entries, head), *(f"{line}\n" for line in more)])
        odd = bool(empty or end) or len(more) > 1 or "" in more
        if odd or note != _note(text, _name(terms, side), key, raw[4:]):
            raise ValueError
    except (ValueError, IndexError, OverflowError):
        raise BadInput("this is not a checkpoint signed by the other side", "checkpoint") from None
    return Checkpoint(terms, entries, head, base64.b64encode(raw[4:]).decode(), "".join(more))
