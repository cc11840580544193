"""LOSData: the grids of terrain and elevation of a VASL board, out of a Java stream.

gzip around a Java serialization stream that holds primitive data in blocks, whose borders mean
nothing: width and height in hexes and in pixels, then elevation and terrain of every pixel column
by column, then a byte a hex for stairways. See docs/vasl.md.
"""

import struct
import zlib
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from events.errors import BadInput
from events.limits import MOST_ROWS

__all__ = ["Array", "Grid", "losdata", "read_losdata"]

Array = NDArray[Any]

MOST_PIXELS: Final = 24_000_000
"""No grid has more pixels: over twenty geomorphic boards."""
MOST_COLUMNS: Final = 120
_HEADER: Final = struct.Struct(">iiii")
_STREAM: Final = b"\xac\xed\x00\x05"
_SHORT, _LONG = 0x77, 0x7A


@attrs.frozen(eq=False)
class Grid:
    """The grids of a board, as VASL keeps them.

    Attributes:
        width: hexrows.
        height: hexes of the first hexrow.
        elevation: elevation of each pixel, by column and row.
        terrain: VASL's terrain code of each pixel, likewise.
        stairways: whether each hex has a stairway, hexrow by hexrow.
    """

    width: int
    height: int
    elevation: Array
    terrain: Array
    stairways: tuple[bool, ...]

    @property
    def size(self) -> tuple[int, int]:
        """Its pixels, across and down."""
        across, down = self.terrain.shape
        return int(across), int(down)


def _refuse(what: str) -> BadInput:
    return BadInput(f"{what}; so this is no LOSData of a VASL board, or it is damaged", "LOSData")


def _unzipped(raw: bytes, most: int) -> bytes:
    """What gzip holds, up to so many bytes.

    Raises:
        BadInput: when it is no gzip, or broken.
    """
    inflate = zlib.decompressobj(wbits=31)
    try:
        return inflate.decompress(raw, most)
    except zlib.error as error:
        raise _refuse(f"gzip is expected ({error})"[:120]) from None


def _payload(stream: bytes, most: int) -> bytes:
    """The blocks of a stream put together, up to so many bytes and as far as the stream goes.

    Raises:
        BadInput: when it is no stream of blocks.
    """
    if stream[:4] != _STREAM:
        raise _refuse("a Java stream is expected")
    parts: list[memoryview] = []
    view, at, total = memoryview(stream), 4, 0
    while at < len(stream) and total < most:
        mark = stream[at]
        if mark == _SHORT and at + 2 <= len(stream):
            length, at = stream[at + 1], at + 2
        elif mark == _LONG and at + 5 <= len(stream):
            length, at = int.from_bytes(stream[at + 1 : at + 5], "big", signed=True), at + 5
        else:
            raise _refuse(f"byte {at} begins no block of data")
        if length < 0 or (mark == _LONG and length == 0):
            raise _refuse(f"a block before byte {at} has no possible length")
        parts.append(view[at : at + length])
        total += length
        at += length
    return b"".join(parts)[:most]


def _hexes(width: int, height: int) -> int:
    return width * height + width // 2


def _sizes(start: bytes) -> tuple[int, int, int, int]:
    if len(start) < _HEADER.size:
        raise _refuse("it ends before the sizes of its grids")
    width, height, across, down = _HEADER.unpack(start[: _HEADER.size])
    if not (1 <= width <= MOST_COLUMNS and 1 <= height <= MOST_ROWS):
        raise BadInput(
            f"a board of {width} hexrows of {height} hexes is no board that can be played here; at "
            f"most {MOST_COLUMNS} hexrows and {MOST_ROWS} hexes",
            "LOSData",
        )
    if across < 1 or down < 1 or across * down > MOST_PIXELS:
        raise BadInput(
            f"a picture of {across} by {down} pixels is expected to have from 1 to {MOST_PIXELS}",
            "LOSData",
        )
    return width, height, across, down


def read_losdata(raw: bytes) -> Grid:
    """The grids of a LOSData file.

    Raises:
        BadInput: when it is none, is damaged, or describes a board that is too large.
    """
    start = _payload(_unzipped(raw, 4096), _HEADER.size)
    width, height, across, down = _sizes(start)
    pixels, hexes = across * down, _hexes(width, height)
    needed = _HEADER.size + 2 * pixels + hexes
    # blocks have 1 to 5 bytes before their data; smaller ones than these nobody writes
    stream = _unzipped(raw, needed + needed // 16 + 4096)
    payload = _payload(stream, needed)
    if len(payload) < needed:
        raise _refuse(f"it has {len(payload)} of the {needed} bytes that its sizes announce")
    both = np.frombuffer(payload, np.int8, 2 * pixels, _HEADER.size).reshape(across, down, 2)
    stairs = payload[_HEADER.size + 2 * pixels :]
    return Grid(
        width,
        height,
        both[:, :, 0].copy(),
        both[:, :, 1].view(np.uint8).copy(),
        tuple(byte != 0 for byte in stairs),
    )


def losdata(grid: Grid) -> bytes:
    """The LOSData file of some grids, as VASL writes it."""
    both = np.stack([grid.elevation.view(np.uint8), grid.terrain], axis=2)
    payload = (
        _HEADER.pack(grid.width, grid.height, *grid.size)
        + both.tobytes()
        + bytes(map(int, grid.stairways))
    )
    blocks = [payload[at : at + 1024] for at in range(0, len(payload), 1024)]
    stream = b"".join(bytes([_LONG]) + struct.pack(">i", len(block)) + block for block in blocks)
    packed = zlib.compressobj(9, wbits=31)
    return packed.compress(_STREAM + stream) + packed.flush()
