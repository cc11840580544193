"""The depiction of a board: which art each point of its picture shows, as text and as a raster.

An art is what a hex shows of one thing at one elevation: the woods of E4 at level 1, say, or bare
ground at level 2. Each point of the raster names one. It is written into a board file as text, with
the version of this form in front; any text that is no such thing is refused, in bounded time.
"""

import base64
import binascii
import json
import zlib
from array import array
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final

import attrs

from events.errors import BadInput
from sim.map.hexes import Hex, Pitch

VERSION: Final = "1"
MOST_POINTS: Final = 24_000_000
MOST_ART: Final = 60_000
MOST_HEADER: Final = 4_000_000
MOST_KEYS: Final = 200
MOST_LEVEL: Final = 20
_FIELDS: Final = 7
_LINE: Final = 100
_BIG_ENDIAN: Final = array("H", [1]).tobytes() != b"\1\0"

BARE: Final = ""
"""The key of art that shows nothing but ground."""
BAR_ART: Final = "rowhouse bar"
"""That of the bar between two Rowhouses, a part of their building (B23.71)."""


@attrs.frozen
class Art:
    """What some points of a board's picture show."""

    hex: Hex
    """In which hex they lie, by column and row of the board."""
    of: Hex
    """The hex whose terrain or hexside they show; another where art reaches over its edge."""
    key: str
    """What they show: a kind of terrain, ``building``, ``bridge``, ``road``, a kind of hexside,
    or nothing but ground."""
    level: int
    """Elevation of the ground there."""
    side: int = 0
    """Of art on a hexside, which hexside of the hex that it is of; else 0."""


@attrs.frozen(eq=False)
class Depiction:
    """A board's picture, as LOS needs it."""

    across: int
    """Points from left to right; the outer ones lie on the outer centre dots."""
    down: int
    art: tuple[Art, ...]
    raster: "array[int]"
    """Which art each point shows, column by column."""

    @property
    def pitch(self) -> Pitch:
        """Points from a hexrow to the next, and from a hex of one to the next."""
        columns = max(art.hex.column for art in self.art)
        rows = max(art.hex.row for art in self.art if art.hex.column % 2 == 0) + 1
        return self.across / max(columns, 1), self.down / rows


def encode_depiction(depiction: Depiction) -> str:
    """A depiction as text, in lines of moderate length."""
    keys = sorted({art.key for art in depiction.art})
    number = {key: n for n, key in enumerate(keys)}
    rows = [[*art.hex, *art.of, number[art.key], art.level, art.side] for art in depiction.art]
    head = {
        "size": [depiction.across, depiction.down],
        "keys": keys,
        "art": list(chain.from_iterable(rows)),
    }
    raster = depiction.raster[:]
    if _BIG_ENDIAN:
        raster.byteswap()
    header = json.dumps(head, separators=(",", ":")).encode()
    packed = zlib.compress(header + b"\n" + raster.tobytes(), 9)
    text = base64.b64encode(packed).decode()
    lines = [text[at : at + _LINE] for at in range(0, len(text), _LINE)]
    return "\n".join([f"khamsin-depiction {VERSION}", *lines])


def _refuse(what: str) -> BadInput:
    return BadInput(f"{what}; `khamsin board import` makes a depiction", "depiction")


@lru_cache(maxsize=32)
def decode_depiction(text: str) -> Depiction:
    """The depiction that a text holds."""
    first, _, rest = text.strip().partition("\n")
    if first.split() != ["khamsin-depiction", VERSION]:
        raise _refuse(f"{first[:40]!r} does not begin a depiction of version {VERSION}")
    try:
        packed = base64.b64decode("".join(rest.split()), validate=True)
    except (binascii.Error, ValueError):
        raise _refuse("this depiction is not base64") from None
    header, body = _unpacked(packed)
    across, down, keys, numbers = _header(header)
    raster = array("H")
    raster.frombytes(body)
    if _BIG_ENDIAN:
        raster.byteswap()
    art = _art(keys, numbers)
    if len(raster) != across * down or max(raster, default=0) >= len(art):
        raise _refuse("the raster of this depiction is not what its header says")
    return Depiction(across, down, art, raster)


def _unpacked(packed: bytes) -> tuple[bytes, bytes]:
    """The header and the raster, the latter no longer than the former announces."""
    inflate = zlib.decompressobj()
    try:
        start = inflate.decompress(packed, MOST_HEADER)
        header, mark, body = start.partition(b"\n")
        if not mark:
            raise _refuse("the header of this depiction does not end")
        across, down, *_ = _header(header)
        needed = 2 * across * down
        missing = needed - len(body)
        if missing > 0:
            body += inflate.decompress(inflate.unconsumed_tail, missing)
    except zlib.error:
        raise _refuse("this depiction is damaged") from None
    if len(body) != needed or inflate.unconsumed_tail:
        raise _refuse("the raster of this depiction is shorter or longer than its header says")
    return header, body


@lru_cache(maxsize=2)
def _header(header: bytes) -> tuple[int, int, tuple[str, ...], tuple[int, ...]]:
    try:
        found: Any = json.loads(header)
        across, down = found["size"]
        keys, numbers = found["keys"], found["art"]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise _refuse("the header of this depiction cannot be read") from None
    if not (_whole(across) and _whole(down) and across * down <= MOST_POINTS):
        raise _refuse(f"a depiction has at most {MOST_POINTS} points")
    texts = isinstance(keys, list) and 0 < len(keys) <= MOST_KEYS
    if not texts or not all(isinstance(key, str) and len(key) < 40 for key in keys):
        raise _refuse("the keys of this depiction are no short texts")
    whole = isinstance(numbers, list) and len(numbers) <= MOST_ART * _FIELDS
    if not whole or len(numbers) % _FIELDS or not all(type(n) is int for n in numbers):
        raise _refuse("the art of this depiction is no list of whole numbers")
    return across, down, tuple(keys), tuple(numbers)


def _whole(number: Any) -> bool:
    return type(number) is int and 0 < number <= MOST_POINTS


def _art(keys: Sequence[str], numbers: Sequence[int]) -> tuple[Art, ...]:
    result = []
    for at in range(0, len(numbers), _FIELDS):
        column, row, of_column, of_row, key, level, side = numbers[at : at + _FIELDS]
        sound = 0 <= key < len(keys) and abs(level) <= MOST_LEVEL and 0 <= side <= 6
        if not sound or not all(0 <= n < 100 for n in (column, row, of_column, of_row)):
            raise _refuse("the art of this depiction has impossible numbers")
        result.append(Art(Hex(column, row), Hex(of_column, of_row), keys[key], level, side))
    return tuple(result)
