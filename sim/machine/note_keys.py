"""Keys of signed notes (C2SP): who signs, how a key is written, and what exactly is signed.

A *verifier key* is public: ``name+hash+base64``, where the base64 has the type of the signature and
32 bytes of Ed25519. Those of Khamsin are of type 4, the *cosignature*: a signature that says when
it was made. Type 1, without a time, is read too. https://c2sp.org/signed-note has the form.
"""

import base64
import binascii
import hashlib
from enum import IntEnum
from typing import Final, Self

import attrs

from events.errors import BadInput
from sim.machine.ed25519 import KEY_BYTES, SIGNATURE_BYTES, proper_key, verifies

__all__ = [
    "LAST_TIME",
    "LONGEST_NAME",
    "SignatureType",
    "VerifierKey",
    "cosigned",
    "proper_name",
    "raw_of",
    "text_of",
]

LONGEST_NAME: Final = 100
"""No name of a key has more characters."""

LAST_TIME: Final = 2**63 - 1
"""No signature is of a later time, in seconds since 1970."""

_ID_BYTES: Final = 4
_TIME_BYTES: Final = 8


class SignatureType(IntEnum):
    """How a key signs: the number that C2SP gave to it."""

    ED25519 = 1
    COSIGNATURE = 4


def text_of(raw: bytes) -> str:
    """Bytes in base64."""
    return base64.b64encode(raw).decode()


def raw_of(text: str) -> bytes:
    """The bytes of a base64 text that is written in the one way it can be.

    Raises:
        BadInput: when it is none.
    """
    try:
        raw = base64.b64decode(text.encode("ascii"), validate=True)
    except (binascii.Error, ValueError):
        raw = b""
    if text_of(raw) != text:
        raise BadInput(f"{text[:60]!r} is not base64")
    return raw


def proper_name(name: str) -> str:
    """The name of a key.

    Raises:
        BadInput: when it is empty or too long, or has a space, a plus or what cannot be printed.
    """
    if not name:
        raise BadInput("a key has a name; this is empty", "name")
    if len(name) > LONGEST_NAME:
        raise BadInput(f"a name of {len(name)} characters; {LONGEST_NAME} is the most", "name")
    if "+" in name or not name.isprintable() or any(each.isspace() for each in name):
        raise BadInput(
            f"{name[:40]!r} has a space, a plus or what cannot be printed; a name such as "
            f"rommel or club.example/rommel is expected",
            "name",
        )
    return name


def cosigned(text: str, time: int) -> bytes:
    """What a cosignature signs: that somebody saw a text, and when.

    Args:
        text: a checkpoint, with its last line end.
        time: in seconds since 1970, as claimed.
    """
    return f"cosignature/v1\ntime {time}\n{text}".encode()


@attrs.frozen
class VerifierKey:
    """A public key with the name of who has it.

    Attributes:
        name: of the person, side or witness; without spaces and plus.
        kind: how it signs.
        public: the 32 bytes of the Ed25519 key.
    """

    name: str
    kind: SignatureType
    public: bytes

    @classmethod
    def parse(cls, text: str) -> Self:
        """A key as people give it.

        Raises:
            BadInput: when it is none, its hash is not its own, or it is a key that anybody can
                sign for.
        """
        parts = text.split("+", 2)
        if len(parts) != 3:
            raise BadInput(f"{text[:60]!r} is not a key; name+hash+base64 is expected")
        name, number = proper_name(parts[0]), parts[1]
        raw = raw_of(parts[2])
        known = [each.value for each in SignatureType]
        if raw[:1] and raw[0] not in known:
            raise BadInput(
                f"the key {name} signs in way {raw[0]}; {known[1]} and {known[0]} are known"
            )
        if len(raw) != 1 + KEY_BYTES:
            raise BadInput(f"the key {name} has {len(raw)} bytes, and 33 are expected")
        made = cls(name, SignatureType(raw[0]), raw[1:])
        if number != made.number.hex():
            raise BadInput(
                f"the key {name} says hash {number[:20]!r}, and has {made.number.hex()}; it was "
                f"changed on its way, or is a copy with another name"
            )
        if not proper_key(made.public):
            raise BadInput(f"the key {name} is none, or one that anybody can sign for")
        return made

    @property
    def number(self) -> bytes:
        """Its short number: the first four bytes of the hash of name, kind and key."""
        what = self.name.encode() + b"\n" + bytes([self.kind]) + self.public
        return hashlib.sha256(what).digest()[:_ID_BYTES]

    @property
    def short(self) -> str:
        """Its name and its short number: what a line of a note says of it."""
        return f"{self.name}+{self.number.hex()}"

    def __str__(self) -> str:
        return f"{self.short}+{text_of(bytes([self.kind]) + self.public)}"

    def signed_at(self, text: str, blob: bytes) -> int | None:
        """When a text was signed, as the signature claims; None if the signature is not true.

        A signature of type 1 says no time; 0 stands for it.

        Args:
            text: what was signed.
            blob: the signature as a note has it, without the short number.
        """
        if self.kind is SignatureType.ED25519:
            return 0 if verifies(self.public, text.encode(), blob) else None
        if len(blob) != _TIME_BYTES + SIGNATURE_BYTES:
            return None
        time = int.from_bytes(blob[:_TIME_BYTES], "big")
        true = time <= LAST_TIME and verifies(self.public, cosigned(text, time), blob[_TIME_BYTES:])
        return time if true else None


def timed(time: int, signature: bytes) -> bytes:
    """A cosignature as a note has it: the time, and the signature."""
    return time.to_bytes(_TIME_BYTES, "big") + signature
