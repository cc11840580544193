"""Signed notes (C2SP): a text of a few lines, and below an empty line who signed it.

https://c2sp.org/signed-note has the form. It is strict on purpose: a note has one spelling, so a
mail program that changed line ends or the dash is noticed, and told of as what it is.
"""

import codecs
from collections.abc import Callable
from pathlib import Path
from typing import Final, Self

import attrs

from events.errors import BadInput, in_file
from replays.game.file import read_raw
from replays.game.output import NEW
from sim.trust.signing import LONGEST_NAME, VerifierKey, point_of, raw_of, text_of

_DASH: Final = "\N{EM DASH} "
_ID_BYTES: Final = 4
_LARGEST: Final = 256_000
_MOST_SIGNATURES: Final = 100


@attrs.frozen
class NoteSignature:
    """A line below a note: a person's signature."""

    name: str
    number: bytes
    """The short number of the key, four bytes."""
    blob: bytes
    """The signature; a time in front of it where it is a cosignature."""

    @classmethod
    def parse(cls, line: str) -> Self:
        """Read a line below a note, without its end."""
        if not line.startswith(_DASH):
            raise BadInput(
                f"{line[:40]!r} does not begin with an em dash (U+2014) and a space, as the "
                f"signatures below the last empty line do"
            )
        words = line.removeprefix(_DASH).split(" ")
        if len(words) != 2:
            raise BadInput(f"a signature of {len(words)} words; a name and base64 are expected")
        name, raw = _any_name(words[0]), raw_of(words[1])
        if len(raw) <= _ID_BYTES:
            raise BadInput(f"a signature of {len(raw)} bytes; more than {_ID_BYTES} are expected")
        return cls(name, raw[:_ID_BYTES], raw[_ID_BYTES:])

    @property
    def short(self) -> str:
        """Name and short number of the key; of a name that no key of ours has, the beginning."""
        return f"{self.name[:LONGEST_NAME]}+{self.number.hex()}"

    def is_by(self, key: VerifierKey | Self) -> bool:
        """Whether it says that it is of a key; ``VerifierKey.signed_at`` tells if that is true."""
        return (self.name, self.number) == (key.name, key.number)

    def __str__(self) -> str:
        return f"{_DASH}{self.name} {text_of(self.number + self.blob)}"


@attrs.frozen
class SignedNote:
    """A text and its signatures, of which none has been checked yet."""

    text: str
    """What is signed, with its last line end."""
    signatures: tuple[NoteSignature, ...]

    @classmethod
    def parse(cls, raw: bytes) -> Self:
        """Read a note."""
        text = _plain_text(raw)
        body, between, below = text.rpartition("\n\n")
        if not between or not body:
            raise BadInput("this has no text, an empty line and signatures, as a signed note has")
        if not below.endswith("\n"):
            raise BadInput("this ends in the middle of a line, or has an empty line at its end")
        lines = below.split("\n")[:-1]
        if len(lines) > _MOST_SIGNATURES:
            raise BadInput(f"this has {len(lines)} signatures; {_MOST_SIGNATURES} are the most")
        first, found = body.count("\n") + 3, []
        for number, line in enumerate(lines, first):
            try:
                found.append(NoteSignature.parse(line))
            except BadInput as error:
                raise BadInput(error.what, f"line {number}") from None
        return cls(body + "\n", tuple(found))

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a note from a file; it is a checkpoint."""
        with in_file(str(path)):
            found = cls.parse(read_raw(path, _LARGEST))
            point_of(found.text)
            return found

    def write(self, path: Path, before: Callable[[], object] = tuple) -> None:
        """Write it to a new file."""
        NEW.write(path, str(self), before=before)

    def with_one_more(self, signature: NoteSignature) -> Self:
        """The same note with another signature; what that key said before is left out."""
        kept = [each for each in self.signatures if not each.is_by(signature)]
        return attrs.evolve(self, signatures=(*kept, signature))

    def __str__(self) -> str:
        return "\n".join([self.text, *map(str, self.signatures), ""])


def _any_name(name: str) -> str:
    """The name of a signer as any note may have it; who is not known is passed over."""
    if not name or "+" in name or any(each.isspace() for each in name):
        raise BadInput(f"{name[:40]!r} is no name of a signer; it has neither space nor plus")
    return name


def _plain_text(raw: bytes) -> str:
    """The text of a note, in which nothing stands but printed characters and line ends."""
    if len(raw) > _LARGEST:
        raise BadInput(f"this is larger than {_LARGEST} bytes, and no signed note")
    if raw.startswith(codecs.BOM_UTF8):
        raise BadInput("this begins with a byte order mark, which no signed note has; take it off")
    if b"\r" in raw:
        raise BadInput(
            "the lines of this end with carriage returns (CRLF), as some mail programs and editors "
            "make them; a signed note has plain line ends (LF)"
        )
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        raise BadInput("this is not UTF-8 text, as a signed note is") from None
    wrong = next((each for each in text if each < " " and each != "\n"), None)
    if wrong is not None:
        raise BadInput(f"this has a control character ({wrong!r}), which no signed note has")
    return text
