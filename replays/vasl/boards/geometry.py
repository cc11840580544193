"""Where the hexes of a VASL board lie in its picture: centres, hexsides, and the hex of a pixel."""

from functools import lru_cache
from math import cos, floor, radians
from typing import Final

import attrs
import numpy as np

from replays.vasl.boards.losdata import Array
from sim.map.hexes import Hex

__all__ = ["Lattice", "lattice"]

_OUT: Final = cos(radians(30))


@attrs.frozen(eq=False)
class Lattice:
    """The hexes of a board in its picture.

    Attributes:
        hexes: every hex, hexrow by hexrow.
        number: the number of each.
        centres: the pixel of each centre dot.
        hex_of: the number of the hex of each pixel.
        inside: of each hex, which pixels of its box it has, and the corner of that box.
        size: pixels across and down.
        pitch: the distance between two hexrows, and between two hexes of one, in pixels.
    """

    hexes: tuple[Hex, ...]
    number: dict[Hex, int]
    centres: Array
    hex_of: Array
    size: tuple[int, int]
    pitch: tuple[float, float]

    def middle(self, place: Hex, side: int) -> tuple[int, int]:
        """The pixel just inside the middle of a hexside, 1 to 6."""
        x, y = self.centre(place)
        half = self.pitch[1] / 2
        out = _OUT * half
        dx, dy = (
            (0.0, -half + 1),
            (out - 1, -half / 2 + 1),
            (out - 1, half / 2 - 1),
            (0.0, half - 1),
            (-out + 1, half / 2 - 1),
            (-out + 1, -half / 2 + 1),
        )[side - 1]
        return self._on_picture(int(x + dx), int(y + dy))

    def centre(self, place: Hex) -> tuple[float, float]:
        """The centre of a hex, not yet a pixel."""
        return _centre(place, self.pitch)

    def points_of(self) -> Array:
        """The number of the hex to which a line counts each pixel.

        Between the slanted hexsides it is the hex of its row, by the exact pitch; where the slanted
        hexsides run it is the hex whose pixel it is.
        """
        (across, down), (wide, high) = self.size, self.pitch
        zone = (np.arange(across) / (wide / 3)).astype(int)
        straight = (zone - 1) % 3 != 0
        column = np.where(straight, -(-zone // 3), 0)
        odd = column % 2
        rows = (np.arange(down)[None, :] + odd[:, None] * high / 2) / high
        width = max(place.column for place in self.hexes) + 1
        most = np.array([sum(p.column == c for p in self.hexes) for c in range(width)])
        first = np.concatenate([[0], np.cumsum(most)[:-1]])
        column = column.clip(0, width - 1)
        row = np.minimum(rows.astype(int), (most[column] - 1)[:, None])
        result: Array = np.where(straight[:, None], first[column][:, None] + row, self.hex_of)
        return result

    def _on_picture(self, x: int, y: int) -> tuple[int, int]:
        across, down = self.size
        return min(max(x, 0), across - 1), min(max(y, 0), down - 1)


def _centre(place: Hex, pitch: tuple[float, float]) -> tuple[float, float]:
    wide, high = pitch
    return wide * place.column, high * (place.row + 0.5 - place.column % 2 / 2)


@lru_cache(maxsize=4)
def lattice(width: int, height: int, across: int, down: int) -> Lattice:
    """The hexes of a board of so many hexrows and hexes in a picture of so many pixels.

    Its left and right edges run through the centre dots of the first and the last hexrow, its upper
    and lower edge along hexsides of the first hexrow, as on geomorphic boards.
    """
    pitch = (across / (width - 1) if width > 1 else float(across), down / height)
    hexes = tuple(Hex(column, row) for column in range(width) for row in range(height + column % 2))
    hex_of = np.full((across, down), -1, np.int32)
    centres = np.zeros((len(hexes), 2), np.int32)
    for number, place in enumerate(hexes):
        x, y = _centre(place, pitch)
        centres[number] = min(int(x), across - 1), min(int(y), down - 1)
        left, top, mask = _polygon(x, y, pitch, (across, down))
        part = hex_of[left : left + mask.shape[0], top : top + mask.shape[1]]
        part[mask & (part < 0)] = number
    _fill(hex_of, hexes, pitch)
    number_of = {place: n for n, place in enumerate(hexes)}
    return Lattice(hexes, number_of, centres, hex_of, (across, down), pitch)


def _polygon(
    x: float, y: float, pitch: tuple[float, float], size: tuple[int, int]
) -> tuple[int, int, Array]:
    """The pixels of a hex: the corner of its box on the picture, and which of the box it has."""
    side, half = pitch[0] * 2 / 3, pitch[1] / 2
    corners = (
        (-side / 2, -half),
        (side / 2, -half),
        (side, 0.0),
        (side / 2, half),
        (-side / 2, half),
        (-side, 0.0),
    )
    points = [
        (floor(_edge(x + dx, size[0]) + 0.5), floor(_edge(y + dy, size[1]) + 0.5))
        for dx, dy in corners
    ]
    left, right = max(min(p[0] for p in points), 0), min(max(p[0] for p in points), size[0] - 1)
    top, bottom = max(min(p[1] for p in points), 0), min(max(p[1] for p in points), size[1] - 1)
    xs = np.arange(left, right + 1)[:, None]
    ys = np.arange(top, bottom + 1)[None, :]
    inside = np.zeros((right - left + 1, bottom - top + 1), bool)
    for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True):
        if y1 == y2:
            continue
        between = (ys >= min(y1, y2)) & (ys < max(y1, y2))
        inside ^= between & (xs < x1 + (ys - y1) * (x2 - x1) / (y2 - y1))
    return left, top, inside


def _edge(value: float, most: int) -> float:
    """A coordinate, with those just over the edge of the picture on it."""
    if int(value) == -1:
        return 0.0
    return float(most - 1) if int(value) in (most, most + 1) else value


def _fill(hex_of: Array, hexes: tuple[Hex, ...], pitch: tuple[float, float]) -> None:
    """Give pixels that no hex has, on seams and at the edge, to the nearest centre."""
    xs, ys = np.nonzero(hex_of < 0)
    if not len(xs):
        return
    centres = np.array([_centre(place, pitch) for place in hexes])
    for at in range(0, len(xs), 4096):
        x, y = xs[at : at + 4096], ys[at : at + 4096]
        away = (x[:, None] - centres[:, 0]) ** 2 + (y[:, None] - centres[:, 1]) ** 2
        hex_of[x, y] = away.argmin(axis=1)
