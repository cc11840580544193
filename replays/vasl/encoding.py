"""The encodings in which VASSAL hides the text of a log, read and written.

None of them is a secret: each begins with its name, then its key.
"""

import lzma
import re
import zlib
from collections.abc import Iterable, Sequence
from enum import StrEnum, unique
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


MOST_TEXT: Final = 32 * 1024 * 1024
"""The text of no log or save is longer, in bytes; the largest at hand has half a million."""

_LZMA_MEMORY: Final = 96 * 1024 * 1024


@unique
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


_XZ_MAGIC: Final = b"\xfd7zXZ\x00"
_BEGINNINGS: Final = (
    (b"!VCSK", Encoding.HEX),
    (b"!VCSZ", Encoding.HEX_DEFLATED),
    (b"!VOXZ", Encoding.XZ_XORED),
    (b"!VOBS", Encoding.RAW),  # as some tools write it
    (b"VOBS", Encoding.RAW),
    (_XZ_MAGIC, Encoding.XZ),
)


def decode(raw: bytes) -> tuple[Encoding, str]:
    """The encoding of a text, and the text.

    Raises:
        BadInput: when the encoding is torn, the text is too long, or it is not UTF-8.
    """
    beginning, encoding = next(
        ((name, encoding) for name, encoding in _BEGINNINGS if raw.startswith(name)),
        (b"", Encoding.PLAIN),
    )
    body = raw[len(beginning) :]
    match encoding:
        case Encoding.HEX:
            plain = _from_hex(body)
        case Encoding.HEX_DEFLATED:
            plain = _inflated(_from_hex(body))
        case Encoding.RAW:
            plain = _from_raw(body)
        case Encoding.XZ_XORED:
            plain = _from_xz(_from_raw(body))
        case Encoding.XZ:
            plain = _from_xz(raw)
        case Encoding.PLAIN:
            plain = raw
    if len(plain) > MOST_TEXT:
        raise BadInput(f"its text is longer than {MOST_TEXT} bytes")
    try:
        return encoding, plain.decode()
    except UnicodeDecodeError as error:
        raise BadInput(
            f"what is under its coat ({encoding}) is not UTF-8 text from byte {error.start} on"
        ) from None


def encode(encoding: Encoding, text: str, key: int = 0x5A) -> bytes:
    """A text in an encoding; the key, 0 to 255, is for those that have one."""
    plain = text.encode()
    match encoding:
        case Encoding.HEX:
            return b"!VCSK" + _in_hex(plain, key)
        case Encoding.HEX_DEFLATED:
            return b"!VCSZ" + _in_hex(zlib.compress(plain), key)
        case Encoding.RAW:
            return b"VOBS" + _in_raw(plain, key)
        case Encoding.XZ_XORED:
            return b"!VOXZ" + _in_raw(lzma.compress(plain, preset=3), key)
        case Encoding.XZ:
            return lzma.compress(plain, preset=3)
        case Encoding.PLAIN:
            return plain


def _xor(data: bytes, key: int) -> bytes:
    return data.translate(bytes(each ^ key for each in range(256)))


def _in_hex(data: bytes, key: int) -> bytes:
    return f"{key:02x}".encode() + _xor(data, key).hex().encode()


def _in_raw(data: bytes, key: int) -> bytes:
    return bytes([key]) + _xor(data, key)


def _from_hex(body: bytes) -> bytes:
    if len(body) > 2 * MOST_TEXT + 2:
        raise BadInput(f"its text is longer than {MOST_TEXT} bytes")
    if len(body) % 2 or not body:
        raise BadInput("its text is cut off: a pair of hex digits is not whole")
    if not body.isalnum():  # fromhex would pass over white space
        raise BadInput("its text has something else than hex digits in it")
    try:
        data = bytes.fromhex(body.decode("ascii"))
    except ValueError:
        raise BadInput("its text has something else than hex digits in it") from None
    return _xor(data[1:], data[0])


def _from_raw(body: bytes) -> bytes:
    if not body:
        raise BadInput("its text is cut off: the key is missing")
    return _xor(body[1:], body[0])


def _inflated(data: bytes) -> bytes:
    return _decompressed(data, zlib.decompressobj(), "deflate")


def _from_xz(data: bytes) -> bytes:
    return _decompressed(data, lzma.LZMADecompressor(lzma.FORMAT_XZ, _LZMA_MEMORY), "xz")


def _decompressed(data: bytes, worker: Any, how: str) -> bytes:
    """What is neither too long, nor stops before its end."""
    try:
        plain: bytes = worker.decompress(data, MOST_TEXT + 1)
    except (zlib.error, lzma.LZMAError, EOFError):
        raise BadInput(f"its text cannot be decompressed ({how})") from None
    if len(plain) > MOST_TEXT:
        raise BadInput(f"its text is longer than {MOST_TEXT} bytes")
    if not worker.eof:
        raise BadInput("its text is cut off")
    return plain
