"""Signed logs: what a checkpoint of a log says, and what a person acknowledges who signs it.

The text of a checkpoint follows from a log and a number of entries alone: so two people with the
same log sign the same text, and who has the log can write it again. docs/trust.md has the form.
"""

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, Self

import attrs

from events.commands import Acknowledged
from events.errors import BadInput

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

# Ed25519 (RFC 8032): keys and signatures, by the cryptography library. Where it cannot be loaded,
# as in a browser, nothing is signed, and signatures are told as not checked.
#
# A reader of a signature must come to the same verdict as everybody else. Libraries differ on
# keys that no honest signer has: one of small order signs what it never saw, and one that is not
# written canonically has two spellings. Such a key verifies nothing here.


NOT_CHECKED: Final = "signatures are not checked: that needs cryptography, which is not here"
"""What is told of signatures where the cryptography library cannot be loaded."""

KEY_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64

_P: Final = 2**255 - 19
_D: Final = -121665 * pow(121666, -1, _P) % _P
_SIGN: Final = 1 << 255

_EIGHTH: Final = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
_SMALL: Final = {0, 1, _P - 1, _EIGHTH, _P - _EIGHTH}
"""The y of the eight points whose order divides 8."""


@cache
def can_check() -> bool:
    """Whether the cryptography library is there; imported where something is signed, not before."""
    try:
        from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: F401, PLC0415
    except ImportError:
        return False
    return True


def _private(secret: bytes) -> "Ed25519PrivateKey":
    if not can_check():
        raise BadInput("to sign needs cryptography, which is not here")
    from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415

    return ed25519.Ed25519PrivateKey.from_private_bytes(secret)


@lru_cache(maxsize=256)
def proper_key(public: bytes) -> bool:
    """Whether 32 bytes are written as a key is, and name a point, and none of small order.

    A y names a point if there is an x whose square is (y² - 1) / (dy² + 1).
    """
    y = int.from_bytes(public, "little") & (_SIGN - 1)
    if len(public) != KEY_BYTES or y >= _P or y in _SMALL:
        return False
    return pow((y * y - 1) * (_D * y * y + 1), (_P - 1) // 2, _P) == 1


def public_key(secret: bytes) -> bytes:
    """The public key of a secret of 32 bytes."""
    return _private(secret).public_key().public_bytes_raw()


def sign(secret: bytes, message: bytes) -> bytes:
    """The signature of a message, 64 bytes; always the same for the same message."""
    return _private(secret).sign(message)


def verifies(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature of a message is that of a public key.

    Raises:
        BadInput: where it cannot be checked.
    """
    if not can_check():
        raise BadInput(NOT_CHECKED)
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415

    if not proper_key(public):
        return False
    try:
        ed25519.Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


# Keys of signed notes (C2SP): who signs, how a key is written, and what exactly is signed.
#
# A *verifier key* is public: ``name+hash+base64``, where the base64 has the type of the signature
# and 32 bytes of Ed25519. Those of Khamsin are of type 4, the *cosignature*: a signature that says
# when it was made. Type 1, without a time, is read too. https://c2sp.org/signed-note has the form.


LONGEST_NAME: Final = 100
"""No name of a key has more characters."""

LAST_TIME: Final = 2**63 - 1
"""No signature is of a later time, in seconds since 1970."""

_ID_BYTES: Final = 4
_SHORT_BYTES: Final = 8
_TIME_BYTES: Final = 8


class SignatureType(IntEnum):
    """How a key signs: the number that C2SP gave to it."""

    ED25519 = 1
    COSIGNATURE = 4


def text_of(raw: bytes) -> str:
    """Bytes in base64."""
    return base64.b64encode(raw).decode()


def raw_of(text: str) -> bytes:
    """The bytes of a base64 text that is written in the one way it can be."""
    try:
        raw = base64.b64decode(text.encode("ascii"), validate=True)
    except (binascii.Error, ValueError):
        raw = b""
    if text_of(raw) != text:
        raise BadInput(f"{text[:60]!r} is not base64")
    return raw


def raw_or_none(text: str) -> bytes | None:
    """The bytes of a base64 text; None if it is none, or is written in another way."""
    try:
        return raw_of(text)
    except BadInput:
        return None


def proper_name(name: str) -> str:
    """The name of a key, if it can be one."""
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
    """What a cosignature signs: that a person saw a text, and when, in seconds since 1970."""
    return f"cosignature/v1\ntime {time}\n{text}".encode()


@attrs.frozen
class VerifierKey:
    """A public key of 32 bytes, with the name of the person, side or witness who has it."""

    name: str
    kind: SignatureType
    public: bytes

    @classmethod
    def parse(cls, text: str) -> Self:
        """A key as people give it; its hash must be its own."""
        parts = text.split("+", 2)
        if len(parts) != 3:
            raise BadInput(f"{text[:60]!r} is not a key; name+hash+base64 is expected")
        name, number = proper_name(parts[0]), parts[1]
        raw = raw_of(parts[2])
        known = [each.value for each in SignatureType]
        if raw[:1] and raw[0] not in known:
            why = f"the key {name} signs in way {raw[0]}; {known[1]} and {known[0]} are known"
            raise BadInput(why)
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

    def _hash(self) -> bytes:
        what = self.name.encode() + b"\n" + bytes([self.kind]) + self.public
        return hashlib.sha256(what).digest()

    @property
    def number(self) -> bytes:
        """Its number in a note (C2SP): the first four bytes of the hash of name, kind and key."""
        return self._hash()[:_ID_BYTES]

    @property
    def short(self) -> str:
        """Its name and the 64 bits of its hash that people compare; they begin with its number."""
        return f"{self.name}+{self._hash()[:_SHORT_BYTES].hex()}"

    def __str__(self) -> str:
        whole = text_of(bytes([self.kind]) + self.public)
        return f"{self.name}+{self.number.hex()}+{whole}"

    def signed_at(self, text: str, blob: bytes) -> int | None:
        """When a text was signed, as a signature claims; None if the signature is not true.

        A signature of type 1 says no time; 0 stands for it. `blob` is the signature as a note has
        it, without the short number. BadInput, where it cannot be checked.
        """
        if self.kind is SignatureType.ED25519:
            return 0 if verifies(self.public, text.encode(), blob) else None
        if len(blob) != _TIME_BYTES + SIGNATURE_BYTES:
            return None
        time = int.from_bytes(blob[:_TIME_BYTES], "big")
        true = time <= LAST_TIME and verifies(self.public, cosigned(text, time), blob[_TIME_BYTES:])
        return time if true else None


def two_names(keys: Iterable[VerifierKey]) -> Iterator[tuple[VerifierKey, VerifierKey]]:
    """Each key that another name was given to, with that of the first name."""
    first: dict[bytes, VerifierKey] = {}
    for key in keys:
        other = first.setdefault(key.public, key)
        if other.name != key.name:
            yield key, other


@lru_cache(maxsize=64)
def parsed_key(text: str) -> VerifierKey | None:
    """A key as people give it; None if it is none."""
    try:
        return VerifierKey.parse(text)
    except BadInput:
        return None


def timed(time: int, signature: bytes) -> bytes:
    """A cosignature as a note has it: the time, and the signature."""
    return time.to_bytes(_TIME_BYTES, "big") + signature


# The root of a Merkle tree (RFC 6962) over the entries of a log, one entry after the other.
#
# The holder of the root of the first thousand entries can be shown, with ten hashes, that an entry
# is among them, or that a longer log begins with them. Only the roots of whole subtrees are kept:
# one for each digit of the binary number of entries.


_LEAF: Final = b"\0"
_NODE: Final = b"\1"


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(_NODE + left + right).digest()


class Frontier:
    """A Merkle tree that grows to the right, and has `count` leaves."""

    def __init__(self) -> None:
        self.count = 0
        self._whole: list[bytes] = []

    def add(self, leaf: bytes) -> None:
        """Add a leaf: the line of an entry, without its end."""
        found, left = leaf_hash(leaf), self.count
        while left & 1:
            found, left = _node(self._whole.pop(), found), left >> 1
        self._whole.append(found)
        self.count += 1

    def root(self) -> bytes:
        """The root as it is now; that of no leaves is the hash of nothing."""
        if not self._whole:
            return hashlib.sha256().digest()
        found = self._whole[-1]
        for each in reversed(self._whole[:-1]):
            found = _node(each, found)
        return found


def leaf_hash(line: bytes) -> bytes:
    """The hash of a leaf: the line of an entry, without its end."""
    return hashlib.sha256(_LEAF + line).digest()


def _root(leaves: Sequence[bytes]) -> bytes:
    """The root over hashes of leaves, of which there is at least one."""
    if len(leaves) == 1:
        return leaves[0]
    half = _half(len(leaves))
    return _node(_root(leaves[:half]), _root(leaves[half:]))


def _half(count: int) -> int:
    """The largest power of two below a number of leaves."""
    return 1 << (count - 1).bit_length() - 1


def inclusion_proof(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """The hashes that lead from a leaf, counted from 0, to the root over hashes of leaves."""
    if len(leaves) == 1:
        return []
    half = _half(len(leaves))
    if index < half:
        return [*inclusion_proof(leaves[:half], index), _root(leaves[half:])]
    return [*inclusion_proof(leaves[half:], index - half), _root(leaves[:half])]


def consistency_proof(leaves: Sequence[bytes], first: int, *, whole: bool = True) -> list[bytes]:
    """The hashes which show that a tree begins with its first leaves, of which there is one."""
    if first == len(leaves):
        return [] if whole else [_root(leaves)]
    half = _half(len(leaves))
    if first <= half:
        return [*consistency_proof(leaves[:half], first, whole=whole), _root(leaves[half:])]
    return [*consistency_proof(leaves[half:], first - half, whole=False), _root(leaves[:half])]


def root_of_inclusion(leaf: bytes, index: int, count: int, proof: Sequence[bytes]) -> bytes | None:
    """The root to which a proof leads from the hash of a leaf; None if it is no proof of one."""
    if not 0 <= index < count:
        return None
    left, last, found = index, count - 1, leaf
    for each in proof:
        if not last:
            return None
        if left & 1 or left == last:
            found = _node(each, found)
            while not left & 1 and left:
                left, last = left >> 1, last >> 1
        else:
            found = _node(found, each)
        left, last = left >> 1, last >> 1
    return None if last else found


def is_consistent(first: "LogPoint", second: "LogPoint", proof: Sequence[bytes]) -> bool:
    """Whether a proof shows that a longer log begins with a shorter one (RFC 6962)."""
    one, two = bytes.fromhex(first.root), bytes.fromhex(second.root)
    if not 0 < first.entries < second.entries:
        return first.entries == 0 < second.entries and not proof
    left, last = first.entries - 1, second.entries - 1
    while left & 1:
        left, last = left >> 1, last >> 1
    hashes = list(proof) if left else [one, *proof]
    if not hashes:
        return False
    old = new = hashes[0]
    for each in hashes[1:]:
        if not last:
            return False
        if left & 1 or left == last:
            old, new = _node(each, old), _node(each, new)
            while not left & 1 and left:
                left, last = left >> 1, last >> 1
        else:
            new = _node(new, each)
        left, last = left >> 1, last >> 1
    return not last and (old, new) == (one, two)


_HASH: Final = re.compile(r"[0-9a-f]{64}")
_ORIGIN: Final = "khamsin.log/game/"
_SEAL: Final = "seal "
_COUNT: Final = re.compile(r"0|[1-9][0-9]{0,15}")


def is_hash(text: str) -> bool:
    """Whether a text is a hash: 64 hexadecimal digits, in small letters."""
    return _HASH.fullmatch(text) is not None


@attrs.frozen
class LogPoint:
    """A log up to an entry: what a checkpoint says."""

    log: str
    """The hash of its first line, by which it is known; 64 hexadecimal digits."""
    entries: int
    root: str
    """The root of the Merkle tree (RFC 6962) whose leaves are their lines; likewise."""
    seal: str
    """The hash of the last of these lines, that of the header if there is none; likewise."""

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
    """What a checkpoint of a game says."""
    lines = text.split("\n")
    if not lines[0].startswith(_ORIGIN):
        why = f"{lines[0][:60]!r} is not the origin of a game; {_ORIGIN} and a hash are expected"
        raise BadInput(why, "line 1")
    if not is_hash(log := lines[0].removeprefix(_ORIGIN)):
        raise BadInput(f"{log[:70]!r} is not 64 hexadecimal digits", "line 1")
    if len(lines) != 5 or lines[4]:
        count = len(lines) - (not lines[-1])
        why = f"a checkpoint of {count} lines; 4 are expected: origin, entries, root and seal"
        raise BadInput(why)
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
    """What an entry says that a person acknowledges."""
    return LogPoint(command.log, command.entries, command.root, command.seal)


def acknowledged_faults(log: str, entry: int, command: Acknowledged) -> Iterator[tuple[str, str]]:
    """What is wrong with an entry that says what a person signed; of several, the first.

    Whether the log is what he signed is asked elsewhere. `log` is the hash of its first line.
    Yields what the entry says, and what is expected.
    """
    if not 0 <= command.time <= LAST_TIME:
        yield f"acknowledged at {command.time}", f"seconds since 1970, {LAST_TIME} at the most"
        return
    try:
        key = VerifierKey.parse(command.key)
        blob = timed(command.time, raw_of(command.signature))
    except BadInput as error:
        yield f"acknowledged: {error}"[:200], "a key, a time and its signature"
        return
    hashes = {"log": command.log, "root": command.root, "seal": command.seal}
    if wrong := next((name for name in hashes if not is_hash(hashes[name])), ""):
        yield f"acknowledged with {wrong} {hashes[wrong][:70]!r}", "64 hexadecimal digits"
    elif key.kind is not SignatureType.COSIGNATURE:
        yield f"acknowledged by {key.short}", "a key of type 4, which signs a time too"
    elif command.log == log and not 0 <= command.entries < entry:
        yield f"{command.entries} entries acknowledged", f"{entry - 1} at the most"
    elif command.entries < 0 or (
        can_check() and key.signed_at(signed_point(command).text, blob) is None
    ):
        yield (
            f"{command.entries} entries acknowledged by {key.short}",
            "a signature of that key over exactly this",
        )
