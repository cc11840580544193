"""The secret key of a person: one line in a file that no other user can read.

The line is that of Go's ``note`` package, ``PRIVATE+KEY+name+hash+base64``, so its tools take it.
What a key signs of which log is kept in a file beside it: see `replays.game.own_side`.
"""

import hmac
import os
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Self

import attrs

from events.disk import DISK, reason
from events.errors import BadInput, in_file
from replays.game.file import demand_private, exists, read_text
from replays.game.output import NEW
from replays.game.own_side import SignedBefore
from replays.trust.note import NoteSignature
from sim.trust.mail import reveals_of
from sim.trust.signing import (
    KEY_BYTES,
    SignatureType,
    VerifierKey,
    cosigned,
    proper_name,
    public_key,
    raw_of,
    sign,
    text_of,
    timed,
    two_names,
)


def known_keys(words: Sequence[str]) -> list[VerifierKey]:
    """The keys that a person knows, each once.

    Args:
        words: public keys (``name+hash+base64``), and files of them. In a file, what follows a key
            is a comment, and so is a line that begins with ``#``.

    Raises:
        BadInput: when one of them is neither, or a line of a file is no key, or none is.
    """
    found = [key for word in words for key in _keys_in(word.strip())]
    for key, other in two_names(found):
        raise BadInput(f"{key.short} and {other.short} are one key under two names", "--key")
    return list(dict.fromkeys(found))


def _keys_in(word: str) -> Iterator[VerifierKey]:
    """The key that a word is, or those of the file that it names."""
    places = [("--key", word)]
    if word and exists(word):
        lines = enumerate(read_text(Path(word)).splitlines(), 1)
        places = [(f"{word}, line {n}", line.split()[0]) for n, line in lines if line.strip()]
    elif "+" not in word:
        raise BadInput(f"{word[:60]!r} is neither a public key nor a file of them", "--key")
    places = [each for each in places if not each[1].startswith("#")]
    if not places:
        raise BadInput("this file has no public key; one a line is expected", word)
    for where, each in places:
        if each.startswith(_BEGINNING):
            raise BadInput("this is a secret key; `khamsin key show` gives its public part", where)
        with in_file(where):
            yield VerifierKey.parse(each)


_BEGINNING: Final = "PRIVATE+KEY+"


@attrs.frozen
class KeyFile:
    """The secret key of a person."""

    path: Path
    name: str
    secret: bytes = attrs.field(repr=False)
    """32 bytes."""

    @classmethod
    def new(cls, name: str, path: Path) -> Self:
        """Draw a key, and keep it in a new file."""
        made = cls(path, proper_name(name), secrets.token_bytes(KEY_BYTES))
        plain = made._public(SignatureType.ED25519)
        raw = text_of(bytes([SignatureType.ED25519]) + made.secret)
        line = f"{_BEGINNING}{plain.name}+{plain.number.hex()}+{raw}\n"
        NEW.write(path, line, private=True)
        return made

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a key."""
        with in_file(str(path)):
            line = read_text(path).removesuffix("\n")
            if not line.startswith(_BEGINNING):
                raise BadInput("this is not a secret key; `khamsin key new` makes one")
            demand_private(path, "this secret key", "make a new key")
            parts = line.removeprefix(_BEGINNING).split("+", 2)
            if len(parts) != 3 or "\n" in line:
                raise BadInput("this is not a secret key: one line, with name, hash and base64")
            try:
                raw = raw_of(parts[2])
            except BadInput:  # whose sentence would show a part of the secret
                raw = b""
            kinds = [each.value for each in SignatureType]
            if len(raw) != 1 + KEY_BYTES or raw[0] not in kinds:
                raise BadInput("this is not a secret key of Ed25519")
            made = cls(path, proper_name(parts[0]), raw[1:])
            if made._public(SignatureType(raw[0])).number.hex() != parts[1]:
                raise BadInput("this secret key was changed: its hash does not fit")
            return made

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Sign while no other program signs with this key."""
        with self.path.open("rb") as file:
            try:
                DISK.lock(file.fileno())
            except OSError as error:
                raise BadInput(
                    f"another program signs with this key now, or it cannot be locked "
                    f"({reason(error)}); try again",
                    str(self.path),
                ) from None
            yield

    def _public(self, kind: SignatureType) -> VerifierKey:
        return VerifierKey(self.name, kind, public_key(self.secret))

    @property
    def public(self) -> VerifierKey:
        """The public key that belongs to it, for signatures that say when they were made."""
        return self._public(SignatureType.COSIGNATURE)

    def reveals(self, nonce: str, side: int, count: int) -> tuple[str, ...]:
        """The chain of reveals of a side, its commitment first: of this key and a nonce alone."""
        place = b"khamsin chain 2\0" + bytes.fromhex(nonce) + bytes([side])
        return reveals_of(nonce, side, hmac.digest(self.secret, place, "sha256"), count)

    def signed(self, text: str, time: int) -> NoteSignature:
        """The signature of a checkpoint."""
        key = self.public
        blob = timed(time, sign(self.secret, cosigned(text, time)))
        return NoteSignature(key.name, key.number, blob)


@attrs.frozen
class Signer:
    """A person at work: the key, and what it signed before; no other program signs meanwhile."""

    key: KeyFile
    memory: SignedBefore
    latest: bool = False
    """The person says that nothing is missing in what is kept beside the key."""

    @property
    def public(self) -> str:
        """The public key, as a header has it."""
        return str(self.key.public)

    def remember(self, more: SignedBefore) -> "Signer":
        """Keep more of what was signed, on disk."""
        moved = more.moved and not self.latest
        memory = attrs.evolve(more, key=self.public, moved=moved)
        memory.keep()
        return attrs.evolve(self, memory=memory)

    def demand_latest(self, *, lost: bool = False) -> None:
        """See that nothing is missing in what the key signed before, as far as that can be known.

        ``lost``: something that the key signed is not in it.
        """
        if (self.memory.moved or lost) and not self.latest:
            raise BadInput(
                "this is not the file that the key wrote last, but a copy of it, or a new one, and "
                "may lack what the key signed since: take your own last letters back in (`khamsin "
                "mail take`), as a key that signs a game twice is proved to have two games, and "
                "then say with --latest that nothing is missing",
                str(self.memory.path),
            )


@contextmanager
def signing(path: Path, *, latest: bool = False) -> Iterator[Signer]:
    """Work with the key in a file; see `Signer`."""
    path = Path(os.path.realpath(path)) if path.is_symlink() else path  # one key, one memory
    key = KeyFile.read(path)
    with key.alone():
        memory = SignedBefore.beside(path)
        if memory.key not in ("", str(key.public)):
            raise BadInput("this is of another key", str(memory.path))
        yield Signer(key, memory, latest)
