"""Which part of a VASL board's grids its hexes lie in, and which of them are wanted.

A board of ours has its outer hexrows cut in half by its left and right edges, and whole hexes at
the upper and lower edge of hexrow A, as geomorphic boards have. VASL says in a board's metadata
where the centre dot of A1 lies and how large a hex is; what lies beyond is cut off, and boards
whose hexes lie in another way are refused.
"""

import re
from typing import Final

import attrs

from events.errors import BadInput
from events.limits import MOST_ROWS
from replays.vasl.boards.losdata import Array, Grid
from replays.vasl.boards.metadata import Metadata
from sim.map.board import FIRST, local_name
from sim.map.hexes import Hex

__all__ = ["BoardFrame", "framed", "hex_called", "refuse_half_start", "whole_frame"]

MOST_WIDE: Final = 51
"""No board in play has more hexrows."""
_METADATA: Final = "BoardMetadata.xml"
_NEAR: Final = 2.0
"""Metadata that is so many pixels off still means the edge of the picture."""
_USUAL: Final = 64.5
_FEWEST: Final = 3
_SMALLEST: Final = 8
_NARROW, _FLAT = 0.5, 1.5
_HIGHEST: Final = 9
"""No ground is higher, or lower below the level 0."""
_KEYS: Final = ("A1CenterX", "A1CenterY", "hexWidth", "hexHeight")
_NAME: Final = re.compile(r"([A-Z])\1{0,2}([0-9]{1,3})")


@attrs.frozen
class BoardFrame:
    """Where the hexes of a board lie in its grids.

    Attributes:
        left: the first pixel column of them.
        top: the first pixel row of them.
        across: pixel columns.
        down: pixel rows.
        first: how many hexrows and rows the upper left hex lies beyond A1.
        width: hexrows.
        height: hexes of the first hexrow.
    """

    left: int
    top: int
    across: int
    down: int
    first: Hex
    width: int
    height: int

    def cut(self, grid: Array) -> Array:
        """The part of a grid, or of a picture, that the hexes have."""
        return grid[self.left : self.left + self.across, self.top : self.top + self.down]

    def part(self, corners: str) -> "BoardFrame":
        """The part of the board between two of its hexes.

        Args:
            corners: its upper left and lower right hex, such as ``A1-Q10``.

        Raises:
            BadInput: when they are no two such hexes of the board.
        """
        one, _, two = corners.upper().partition("-")
        (c1, r1), (c2, r2) = self._local(one), self._local(two)
        if c2 <= c1 or r2 < r1:
            what = f"{two[:20]!r} does not lie to the right of {one[:20]!r}, or lies above it"
            raise BadInput(what, "--crop")
        wide, high = self.across / max(self.width - 1, 1), self.down / self.height
        left, right = round(c1 * wide), round(c2 * wide)
        top, bottom = round(r1 * high), round((r2 + 1) * high)
        first = Hex(self.first.column + c1, self.first.row + r1)
        return BoardFrame(
            self.left + left,
            self.top + top,
            right - left,
            bottom - top,
            first,
            c2 - c1 + 1,
            r2 - r1 + 1,
        )

    def _local(self, name: str) -> Hex:
        """A corner by column and row of the board."""
        found = hex_called(name.strip(), self.first)
        on_board = (
            found is not None and 0 <= found.column < self.width and 0 <= found.row < self.height
        )
        if found is None or not on_board or found.column % 2:
            last = local_name(Hex((self.width - 1) // 2 * 2, self.height - 1), self.first)
            raise BadInput(
                f"{name.strip()[:20]!r} is not a corner of a part of this board; two hexes such as "
                f"{local_name(FIRST, self.first)}-{last} are expected, of hexrow A, C, E "
                "and so on",
                "--crop",
            )
        return found


def hex_called(name: str, first: Hex) -> Hex | None:
    """The hex of a board that has a name; None if it is no name."""
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    letters = name.rstrip("0123456789")
    column = ord(letters[0]) - 65 + 26 * (len(letters) - 1)
    return Hex(column - first.column, int(found[2]) - (1 - column % 2) - first.row)


def whole_frame(own: Metadata, width: int, height: int, size: tuple[int, int]) -> BoardFrame:
    """Where the metadata of a board has its hexes.

    Args:
        own: its metadata.
        width: hexrows.
        height: hexes of the first hexrow.
        size: pixels of its grids, across and down.

    Raises:
        BadInput: when its hexes lie in a way that no board here does.
    """
    x, y, wide, high = (_number(own, key) for key in _KEYS)
    across, down = size
    wide = wide or across / max(width - 1, 1)
    high = high or down / height
    _demand_hexes(width, wide, high)
    column, row = round(max(-x, 0) / wide), int(-y / high) + 1 if y < 0 else 0
    if column % 2:
        raise BadInput(
            f"its first hexrow is hexrow {column + 1} of a larger board ({_KEYS[0]}={x:g}); it can "
            "be imported only if that is hexrow A, C, E and so on",
            _METADATA,
        )
    left = round(x) if x > _NEAR else 0
    top = round(y - high / 2) if y > high / 2 + _NEAR else 0
    right, bottom = left + wide * (width - 1), top + high * height
    if (width > 1 and right > across + _NEAR) or bottom > down + _NEAR:
        raise BadInput(
            f"{width} hexrows of {height} hexes of {wide:g} by {high:g} pixels do not fit into its "
            f"picture of {across} by {down}",
            _METADATA,
        )
    return BoardFrame(
        left,
        top,
        _end(right, across, left) if width > 1 else across - left,
        _end(bottom, down, top),
        Hex(column, row),
        width,
        height,
    )


def _demand_hexes(width: int, wide: float, high: float) -> None:
    """Refuse what is no board of hexes.

    Raises:
        BadInput: when it has a hexrow or two, or its hexes are tiny, or narrow, or flat.
    """
    if width < _FEWEST:
        raise BadInput(
            f"a board of {width} hexrows is none; at least {_FEWEST} are expected", "LOSData"
        )
    if min(wide, high) < _SMALLEST or not _NARROW < wide / high < _FLAT:
        raise BadInput(
            f"hexes {high:g} pixels high, in hexrows {wide:g} pixels apart, are none; on a "
            "geomorphic board these are 64.5 and 56.25",
            "LOSData",
        )


def _end(end: float, size: int, start: int) -> int:
    """How many pixels there are to an end, which may be a little off the edge of the picture."""
    return (size if end > size - _NEAR else round(end)) - start


def _number(own: Metadata, key: str) -> float:
    """A number of the metadata; 0 if it is not there."""
    text = own.facts.get(key, "").strip()
    if not text:
        return 0.0
    try:
        found = float(text)
    except ValueError:
        found = float("nan")
    if not abs(found) < 100_000 or (key.startswith("hex") and not found >= 4):
        raise BadInput(f"{key}={text[:20]!r} is not a number of pixels", _METADATA)
    return found


def refuse_half_start(own: Metadata) -> None:
    """Refuse a board whose hexrow A begins with a half-hex.

    Its centre dot of A1 lies at the upper edge, or a whole hex below it.

    Raises:
        BadInput: when it is such a board.
    """
    y, high = _number(own, "A1CenterY"), _number(own, "hexHeight") or _USUAL
    begins = bool(own.facts.get("A1CenterY", "").strip()) and min(abs(y), abs(y - high)) < _NEAR
    if begins or own.facts.get("altHexGrain", "").upper() == "TRUE":
        raise BadInput(
            "its hexrow A begins with a half-hex, A0; only boards whose hexrow A begins with a "
            "whole hex, as on geomorphic boards, can be imported",
            _METADATA,
        )


def framed(grid: Grid, frame: BoardFrame, whole: BoardFrame) -> Grid:
    """The part of a board's grids that a frame has.

    Args:
        grid: its grids.
        frame: the part.
        whole: the frame of the whole board.

    Raises:
        BadInput: when that part has an even number of hexrows, too many, or ground too high.
    """
    if frame.width % 2 == 0:
        raise BadInput(
            f"a board of {frame.width} hexrows cannot be played here; their number must be odd, "
            "and --crop takes a part of a board",
            "LOSData",
        )
    if frame.width > MOST_WIDE or frame.height > MOST_ROWS:
        raise BadInput(
            f"a board of {frame.width} hexrows of {frame.height} hexes is too large to be played "
            f"here; at most {MOST_WIDE} hexrows of {MOST_ROWS}, and --crop takes a part of a board",
            "LOSData",
        )
    terrain, elevation = frame.cut(grid.terrain), frame.cut(grid.elevation)
    lowest, highest = int(elevation.min()), int(elevation.max())
    if max(-lowest, highest) > _HIGHEST:
        raise BadInput(
            f"its ground goes from level {lowest} to {highest}; levels from {-_HIGHEST} to "
            f"{_HIGHEST} are expected",
            "LOSData",
        )
    stairs = grid.stairways
    if stairs and (frame.width, frame.height) != (grid.width, grid.height):
        shift = Hex(frame.first.column - whole.first.column, frame.first.row - whole.first.row)
        stairs = tuple(
            stairs[_index(Hex(column + shift.column, row + shift.row), grid.height)]
            for column in range(frame.width)
            for row in range(frame.height + column % 2)
        )
    return Grid(frame.width, frame.height, elevation, terrain, stairs)


def _index(place: Hex, height: int) -> int:
    """The number of a hex in a list hexrow by hexrow."""
    return place.column * height + place.column // 2 + place.row
