"""The encodings in which VASSAL hides the text of a log, read and written.

None of them is a secret: each begins with its name, then its key.
"""

import lzma
import re
import zlib
from binascii import unhexlify
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

from events.errors import BadInput


@lru_cache(maxsize=16)
def _bare(mark: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\\){re.escape(mark)}")


def split(text: str, mark: str) -> list[str]:
    """The texts of a sequence; there is always one."""
    if mark not in text:
        return [_unquoted(text)]
    escaped = "\\" + mark
    return [_unquoted(part.replace(escaped, mark)) for part in _bare(mark).split(text)]


def _unquoted(text: str) -> str:
    if len(text) > 1 and text[0] == "'" == text[-1]:
        return text[1:-1]
    return text


def join(parts: Iterable[str], mark: str) -> str:
    """Texts as a sequence; `split` gives them back, if there is one at least."""
    return mark.join(_quoted(part, mark) for part in parts)


def _quoted(text: str, mark: str) -> str:
    escaped = text.replace(mark, "\\" + mark)
    if text.endswith("\\") or (text.startswith("'") and text.endswith("'")):
        return f"'{escaped}'"
    return escaped


def nested(parts: Sequence[str], mark: str) -> str:
    """Texts each of which has the sequence of those after it as its second: traits of a piece."""
    chain = parts[-1]
    for part in reversed(parts[:-1]):
        chain = join((part, chain), mark)
    return chain


MOST_TEXT: Final = 32_000_000
"""The text of no log or save is longer, in bytes; the largest at hand has half a million."""

_LZMA_MEMORY: Final = 96_000_000


class Encoding(StrEnum):
    """How the text of a log is hidden; the value is what the file begins with, or its name.

    Through VASSAL 3.7 it was `HEX`. `HEX_DEFLATED` and `RAW` were steps toward the compressed
    forms of 2026, `XZ_XORED` and `XZ`. `PLAIN` is read by every version.
    """

    HEX = "!VCSK"
    HEX_DEFLATED = "!VCSZ"
    RAW = "VOBS"
    XZ_XORED = "!VOXZ"
    XZ = "xz"
    PLAIN = "plain text"

    @property
    def keyed(self) -> str:
        """How its key and what is XORed with it are written: in hex digits, raw, or not at all."""
        return {"!VCSK": "hex", "!VCSZ": "hex", "VOBS": "raw", "!VOXZ": "raw"}.get(self, "")

    @property
    def packed(self) -> str:
        """How its text is compressed, if it is."""
        return {"!VCSZ": "deflate", "!VOXZ": "xz", "xz": "xz"}.get(self, "")


_XZ_MAGIC: Final = b"\xfd7zXZ\x00"
_BEGINNINGS: Final = {each.encode(): each for each in Encoding if each.keyed} | {
    b"!VOBS": Encoding.RAW,  # as some tools write it
    _XZ_MAGIC: Encoding.XZ,
}


def decode(raw: bytes) -> tuple[Encoding, str]:
    """The encoding of a text, and the text; refuses what is torn, too long, or not UTF-8."""
    begins = next(filter(raw.startswith, _BEGINNINGS), b"")
    encoding = _BEGINNINGS.get(begins, Encoding.PLAIN)
    plain = raw
    if encoding.keyed:
        plain = raw.removeprefix(begins)
        if encoding.keyed == "hex":
            plain = _from_hex(plain)
        if not plain:
            raise BadInput("its text is cut off: the key is missing")
        plain = _xor(plain[1:], plain[0])
    if encoding.packed:
        plain = _unpacked(plain, encoding.packed)
    if len(plain) > MOST_TEXT:
        raise BadInput(f"its text is longer than {MOST_TEXT} bytes")
    try:
        return encoding, plain.decode()
    except UnicodeDecodeError as error:
        what = f"what is under its coat ({encoding}) is not UTF-8 text from byte {error.start} on"
        raise BadInput(what) from None


def encode(encoding: Encoding, text: str, key: int = 0x5A) -> bytes:
    """A text in an encoding; the key, 0 to 255, is for those that have one."""
    data = text.encode()
    if encoding.packed:
        data = (
            zlib.compress(data) if encoding.packed == "deflate" else lzma.compress(data, preset=3)
        )
    if not encoding.keyed:
        return data
    data = bytes([key]) + _xor(data, key)
    return encoding.encode() + (data.hex().encode() if encoding.keyed == "hex" else data)


def _xor(data: bytes, key: int) -> bytes:
    return data.translate(bytes(each ^ key for each in range(256)))


def _from_hex(body: bytes) -> bytes:
    if len(body) % 2:
        raise BadInput("its text is cut off: a pair of hex digits is not whole")
    try:
        return unhexlify(body)  # which passes over no white space
    except ValueError:
        raise BadInput("its text has something else than hex digits in it") from None


def _unpacked(data: bytes, how: str) -> bytes:
    """What does not stop before its end; of what is too long, a byte too many."""
    worker: Any = lzma.LZMADecompressor(lzma.FORMAT_XZ, _LZMA_MEMORY)
    if how == "deflate":
        worker = zlib.decompressobj()
    try:
        plain: bytes = worker.decompress(data, MOST_TEXT + 1)
    except (zlib.error, lzma.LZMAError, EOFError):
        raise BadInput(f"its text cannot be decompressed ({how})") from None
    if not worker.eof and len(plain) <= MOST_TEXT:
        raise BadInput("its text is cut off")
    return plain
