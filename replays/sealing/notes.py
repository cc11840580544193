"""Checkpoints as C2SP signed notes: the text that a side signs, and its signature below.

A checkpoint names the game, the number of entries and the last hash. Any tool that reads signed
notes reads it; but the hash is that of our chain of lines, not the root of a tree.
"""

import base64
import hashlib
from typing import Final

import attrs

from events.errors import BadInput
from sim.machine.sealing import checkpoint_text

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
    """

    terms: str
    entries: int
    head: str
    signature: str


def _name(terms: str, side: int) -> str:
    return f"khamsin.log/{terms[:16]}/side-{side + 1}"


def note_of(terms: str, side: int, key: str, entries: int, head: str, signature: bytes) -> str:
    """A checkpoint as a signed note."""
    name = _name(terms, side)
    number = hashlib.sha256(name.encode() + b"\n" + _ED25519 + bytes.fromhex(key)).digest()[:4]
    signed = base64.b64encode(number + signature).decode()
    return f"{checkpoint_text(terms, entries, head)}\n{_DASH}{name} {signed}\n"


def read_note(note: str, side: int, key: str) -> Checkpoint:
    """What the note of a side says; whether its signature is true is asked elsewhere.

    Raises:
        BadInput: when it is no such note, or not that of this side and key.
    """
    try:
        origin, count, root, empty, last, end = note[:_LONGEST].split("\n")
        terms = origin.removeprefix("khamsin.log/")
        head = base64.b64decode(root, validate=True).hex()
        raw = base64.b64decode(last.rsplit(" ", 1)[1], validate=True)
        entries = int(count) if count.isascii() and count.isdigit() and len(count) < 16 else -1
        if empty or end or note != note_of(terms, side, key, entries, head, raw[4:]):
            raise ValueError
    except (ValueError, IndexError, OverflowError):
        raise BadInput("this is not a checkpoint signed by the other side", "checkpoint") from None
    return Checkpoint(terms, entries, head, base64.b64encode(raw[4:]).decode())
