"""A board's grids, counted once: what each hex has of each terrain, and what is at its hexsides."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from math import cos, floor, radians
from pathlib import Path
from typing import Final

import attrs
import numpy as np

from events.errors import BadInput
from events.limits import MOST_ROWS
from replays.game.file import exists
from replays.vasl.board_archive import LOSDATA, MOST_IMAGE, OWN, Array, Grid, Metadata, open_archive
from replays.vasl.board_line import GEOMORPHIC, BoardSize, LaidBoard, VaslMap
from replays.vasl.terrain_code import Meaning, meaning
from sim.machine.cached import last_cached
from sim.map.board import FIRST, hex_called, local_name
from sim.map.hexes import Hex, Pitch, dot_of, neighbour, vertices

_OUT: Final = cos(radians(30))


@attrs.frozen(eq=False)
class Lattice:
    """The hexes of a board in its picture, numbered hexrow by hexrow, and the hex of each pixel.

    The pitch is the distance between two hexrows, and between two hexes of one, in pixels.
    """

    hexes: tuple[Hex, ...]
    number: dict[Hex, int]
    centres: Array
    hex_of: Array
    size: tuple[int, int]
    pitch: Pitch

    def middle(self, place: Hex, side: int) -> tuple[int, int]:
        """The pixel just inside the middle of a hexside, 1 to 6."""
        x, y = dot_of(place, self.pitch)
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
        across, down = self.size
        return min(max(int(x + dx), 0), across - 1), min(max(int(y + dy), 0), down - 1)

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


@lru_cache(maxsize=4)
def lattice(width: int, height: int, across: int, down: int) -> Lattice:
    """The hexes of a board of so many hexrows and hexes in a picture of so many pixels.

    Its left and right edges run through the centre dots of the first and the last hexrow, its upper
    and lower edge along hexsides of the first hexrow, as on geomorphic boards.
    """
    pitch = (across / (width - 1), down / height)
    hexes = tuple(Hex(column, row) for column in range(width) for row in range(height + column % 2))
    hex_of = np.full((across, down), -1, np.int32)
    centres = np.zeros((len(hexes), 2), np.int32)
    for number, place in enumerate(hexes):
        x, y = dot_of(place, pitch)
        centres[number] = min(int(x), across - 1), min(int(y), down - 1)
        left, top, mask = _polygon(vertices(place, pitch), (across, down))
        part = hex_of[left : left + mask.shape[0], top : top + mask.shape[1]]
        part[mask & (part < 0)] = number
    _fill(hex_of, hexes, pitch)
    number_of = {place: n for n, place in enumerate(hexes)}
    return Lattice(hexes, number_of, centres, hex_of, (across, down), pitch)


def _polygon(ends: Iterable[tuple[float, float]], size: tuple[int, int]) -> tuple[int, int, Array]:
    """The pixels of a hex: the corner of its box on the picture, and which of the box it has."""
    points = [(floor(_edge(x, size[0]) + 0.5), floor(_edge(y, size[1]) + 0.5)) for x, y in ends]
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


def _fill(hex_of: Array, hexes: tuple[Hex, ...], pitch: Pitch) -> None:
    """Give pixels that no hex has, on seams and at the edge, to the nearest centre."""
    xs, ys = np.nonzero(hex_of < 0)
    centres = np.array([dot_of(place, pitch) for place in hexes])
    for at in range(0, len(xs), 4096):
        x, y = xs[at : at + 4096], ys[at : at + 4096]
        away = (x[:, None] - centres[:, 0]) ** 2 + (y[:, None] - centres[:, 1]) ** 2
        hex_of[x, y] = away.argmin(axis=1)


_MOST_WIDE: Final = 51
"""No board in play has more hexrows."""
_NEAR: Final = 2.0
"""Metadata that is so many pixels off still means the edge of the picture."""
_FEWEST: Final = 3
_SMALLEST: Final = 8
_NARROW, _FLAT = 0.5, 1.5
_HIGHEST: Final = 9
"""No ground is higher, or lower below the level 0."""
_PART: Final = "--crop takes a part of a board"
_HEXES: Final = re.compile("[1-9][0-9]?")
_KEYS: Final = ("A1CenterX", "A1CenterY", "hexWidth", "hexHeight")


@attrs.frozen
class BoardFrame:
    """Where the hexes of a board lie in its grids.

    The part is given in pixels, its width in hexrows, its height in hexes of the first hexrow, and
    ``first`` is how many hexrows and rows its upper left hex lies beyond A1.
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
        """The part of the board between its upper left and lower right hex, such as ``A1-Q10``."""
        one, _, two = corners.upper().partition("-")
        (c1, r1), (c2, r2) = self._local(one), self._local(two)
        if c2 <= c1 or r2 < r1:
            what = f"{two[:20]!r} does not lie to the right of {one[:20]!r}, or lies above it"
            raise BadInput(what, "--crop")
        wide, high = self.across / (self.width - 1), self.down / self.height
        left, right = round(c1 * wide), round(c2 * wide)
        top, bottom = round(r1 * high), round((r2 + 1) * high)
        first = Hex(self.first.column + c1, self.first.row + r1)
        box = (self.left + left, self.top + top, right - left, bottom - top)
        return BoardFrame(*box, first, c2 - c1 + 1, r2 - r1 + 1)

    def _local(self, name: str) -> Hex:
        """A corner by column and row of the board."""
        found = hex_called(name.strip(), self.first)
        columns, rows = range(0, self.width, 2), range(self.height)
        if found is None or found.column not in columns or found.row not in rows:
            last = local_name(Hex((self.width - 1) // 2 * 2, self.height - 1), self.first)
            such = f"two hexes such as {local_name(FIRST, self.first)}-{last} are expected"
            what = f"{name.strip()[:20]!r} is not a corner of a part of this board"
            raise BadInput(f"{what}; {such}, of hexrow A, C, E and so on", "--crop")
        return found


def whole_frame(own: Metadata, width: int, height: int, size: tuple[int, int]) -> BoardFrame:
    """Where the metadata of a board has its hexes; the size of its grids is in pixels."""
    x, y, wide, high = (number_in(own, key) for key in _KEYS)
    across, down = size
    wide = wide or across / max(width - 1, 1)
    high = high or down / height
    _demand_hexes(width, wide, high)
    column, row = round(max(-x, 0) / wide), int(-y / high) + 1 if y < 0 else 0
    if column % 2:
        what = f"its first hexrow is hexrow {column + 1} of a larger board ({_KEYS[0]}={x:g})"
        only = "it can be imported only if that is hexrow A, C, E and so on"
        raise BadInput(f"{what}; {only}", OWN)
    left = round(x) if x > _NEAR else 0
    top = round(y - high / 2) if y > high / 2 + _NEAR else 0
    right, bottom = left + wide * (width - 1), top + high * height
    if right > across + _NEAR or bottom > down + _NEAR:
        what = f"{width} hexrows of {height} hexes of {wide:g} by {high:g} pixels"
        raise BadInput(f"{what} do not fit into its picture of {across} by {down}", OWN)
    # an end may be a little off the edge of the picture
    right, bottom = (
        size if end > size - _NEAR else round(end)
        for end, size in ((right, across), (bottom, down))
    )
    return BoardFrame(left, top, right - left, bottom - top, Hex(column, row), width, height)


def _demand_hexes(width: int, wide: float, high: float) -> None:
    if width < _FEWEST:
        what = f"a board of {width} hexrows is none; at least {_FEWEST} are expected"
        raise BadInput(what, LOSDATA)
    if min(wide, high) < _SMALLEST or not _NARROW < wide / high < _FLAT:
        what = f"hexes {high:g} pixels high, in hexrows {wide:g} pixels apart, are none"
        raise BadInput(f"{what}; on a geomorphic board these are 64.5 and 56.25", LOSDATA)


def number_in(own: Metadata, key: str) -> float:
    """A number of pixels that a board's metadata give; 0 if they do not give it."""
    text = own.facts.get(key, "").strip()
    if not text:
        return 0.0
    try:
        found = float(text)
    except ValueError:
        found = float("nan")
    if not abs(found) < 100_000 or (key.startswith("hex") and not found >= 4):
        raise BadInput(f"{key}={text[:20]!r} is not a number of pixels", OWN)
    return found


def refuse_half_start(own: Metadata) -> None:
    """Refuse a board whose hexrow A begins with a half-hex.

    Its centre dot of A1 lies at the upper edge, or a whole hex below it.
    """
    y, high = number_in(own, "A1CenterY"), number_in(own, "hexHeight") or _USUAL
    begins = bool(own.facts.get("A1CenterY", "").strip()) and min(abs(y), abs(y - high)) < _NEAR
    if begins or own.facts.get("altHexGrain", "").upper() == "TRUE":
        only = "only boards whose hexrow A begins with a whole hex, as on geomorphic boards"
        raise BadInput(f"its hexrow A begins with a half-hex, A0; {only}, can be imported", OWN)


def hexes_in(own: Metadata, size: tuple[int, int]) -> tuple[int, int]:
    """How many hexrows and hexes a board has by its metadata, or else its picture has room for."""
    if own.root:
        width, height = (own.facts.get(key, "") for key in ("width", "height"))
        if not (_HEXES.fullmatch(width) and _HEXES.fullmatch(height)):
            raise BadInput("its metadata does not say how many hexes it has", OWN)
        return int(width), int(height)
    x, y, wide, high = (number_in(own, key) for key in _KEYS)
    wide, high = wide or _PITCH, high or _USUAL
    left, top = max(x, 0), max(y - high / 2, 0)
    return int((size[0] - left + _NEAR) / wide) + 1, int((size[1] - top + _NEAR) / high)


def demand_playable(frame: BoardFrame) -> None:
    """Refuse a board of too many hexes, or of an even number of hexrows, before much is read."""
    if frame.width % 2 == 0:
        what = f"a board of {frame.width} hexrows cannot be played here"
        raise BadInput(f"{what}; their number must be odd, and {_PART}", LOSDATA)
    if frame.width > _MOST_WIDE or frame.height > MOST_ROWS:
        what = f"a board of {frame.width} hexrows of {frame.height} hexes is too large"
        most = f"at most {_MOST_WIDE} hexrows of {MOST_ROWS}"
        raise BadInput(f"{what} to be played here; {most}, and {_PART}", LOSDATA)


def framed(grid: Grid, frame: BoardFrame) -> Grid:
    """The part of a board's grids that a frame has."""
    terrain, elevation = frame.cut(grid.terrain), frame.cut(grid.elevation)
    lowest, highest = int(elevation.min()), int(elevation.max())
    if max(-lowest, highest) > _HIGHEST:
        what = f"levels from {-_HIGHEST} to {_HIGHEST} are expected"
        raise BadInput(f"its ground goes from level {lowest} to {highest}; {what}", LOSDATA)
    return Grid(frame.width, frame.height, elevation, terrain)


_PITCH, _USUAL = 56.25, 64.5
"""From hexrow to hexrow of a geomorphic board, and the height of its hexes, in pixels."""
_LEAST: Final = 0.1
_DEPTH: Final = 3
"""How many pixels on each side of a hexside say what crosses it."""
_ENDS: Final = 0.08
"""How much of each end of a hexside is left out: there it is the vertex that is looked at."""


@attrs.frozen(eq=False)
class HexRaster:
    """The grids of a board, hex by hex.

    ``names`` is what VASL's metadata calls each terrain code, ``types`` the buildings that it gives
    to hexes by name; ``first`` is how many hexrows and rows the upper left hex lies beyond A1.
    """

    grid: Grid
    lattice: Lattice
    names: Mapping[int, str] = attrs.field(factory=dict)
    first: Hex = FIRST
    types: Mapping[str, str] = attrs.field(factory=dict)

    @cached_property
    def scale(self) -> float:
        """How large its hexes are beside those of a geomorphic board."""
        return max(self.lattice.pitch[1] / _USUAL, _LEAST)

    def pixels(self, usual: int) -> int:
        """So many pixels of a geomorphic board, in pixels of this one; one at least."""
        return max(round(usual * self.scale), 1)

    @cached_property
    def counts(self) -> Array:
        """How many pixels each hex has of each terrain code."""
        hexes = len(self.lattice.hexes)
        keys = self.lattice.hex_of.ravel() * 256 + self.grid.terrain.ravel()
        result: Array = np.bincount(keys, minlength=hexes * 256).reshape(hexes, 256)
        return result

    @cached_property
    def totals(self) -> Array:
        """How many pixels each hex has."""
        result: Array = self.counts.sum(axis=1)
        return result

    @cached_property
    def meanings(self) -> dict[int, Meaning]:
        """The terrain codes that the board has."""
        codes = np.flatnonzero(self.counts.sum(axis=0)).tolist()
        return {code: meaning(code, self.names) for code in codes}

    def codes(self, test: Callable[[Meaning], object]) -> list[int]:
        """The terrain codes of the board that are so."""
        return [code for code, each in self.meanings.items() if test(each)]

    def centre(self, number: int) -> tuple[Meaning, int]:
        """The terrain and the elevation at a hex's centre dot."""
        x, y = self.lattice.centres[number]
        return self.meanings[int(self.grid.terrain[x, y])], int(self.grid.elevation[x, y])

    def in_middle(self, place: Hex, side: int) -> Meaning:
        """The terrain just inside the middle of a hexside."""
        return self.meanings[int(self.grid.terrain[self.lattice.middle(place, side)])]

    def share(self, number: int, codes: Iterable[int]) -> float:
        """How much of a hex some terrain codes have."""
        chosen = list(codes)
        return float(self.counts[number, chosen].sum() / self.totals[number]) if chosen else 0.0

    def across(self, place: Hex, side: int) -> Hex | None:
        """The hex across a hexside; None off the board."""
        other = neighbour(place, side)
        return other if other in self.lattice.number else None

    @last_cached
    def strips(self, place: Hex, side: int) -> tuple[Array, Array]:
        """The terrain codes along a hexside, inside its hex and beyond, by depth and place."""
        (x1, y1), (x2, y2) = self.ends(place, side)
        cx, cy = dot_of(place, self.lattice.pitch)
        steps = np.linspace(_ENDS, 1 - _ENDS, max(int(np.hypot(x2 - x1, y2 - y1)), 4))
        xs, ys = x1 + (x2 - x1) * steps, y1 + (y2 - y1) * steps
        out = np.array([(x1 + x2) / 2 - cx, (y1 + y2) / 2 - cy])
        out /= np.hypot(*out)
        across, down = self.lattice.size
        found = []
        for sign in (-1, 1):
            depth = np.arange(1, self.pixels(_DEPTH) + 1)[:, None] * sign
            x = np.floor(xs + out[0] * depth).astype(int).clip(0, across - 1)
            y = np.floor(ys + out[1] * depth).astype(int).clip(0, down - 1)
            found.append(self.grid.terrain[x, y])
        return found[0], found[1]

    def ends(self, place: Hex, side: int) -> tuple[tuple[float, float], tuple[float, float]]:
        """The vertices of a hexside in the picture."""
        corners = vertices(place, self.lattice.pitch)
        return corners[side - 1], corners[side % 6]

    def name(self, place: Hex) -> str:
        """The name that the board prints in a hex."""
        return local_name(place, self.first)

    def names_of(self, numbers: Iterable[int]) -> list[str]:
        """The names of hexes by their numbers."""
        return [self.name(self.lattice.hexes[number]) for number in numbers]

    def side_name(self, place: Hex, side: int) -> str:
        """A hexside as a board file writes it."""
        other = self.across(place, side)
        here = self.name(place)
        return f"{here}:{side}" if other is None else f"{here}/{self.name(other)}"


# The map ------------------------------------------------------------------------------------------

_GIF: Final = (b"GIF87a", b"GIF89a")


def vasl_map(boards: Sequence[LaidBoard], folder: str, least: int | None = None) -> VaslMap:
    """VASL's main map with boards whose archives are in a folder.

    It is refused if one is not there; or if fewer are than the least, where others are geomorphic.
    """
    if not Path(folder).is_dir():
        raise BadInput("there is no such folder", folder)
    archives = [Path(folder) / f"bd{each.name}" for each in boards]
    missing = sorted({each.name for each in archives if not exists(each)})
    if missing and (least is None or len({*archives}) - len(missing) < least):
        raise BadInput(f"boards of the save are not in this folder: {', '.join(missing)}", folder)
    sizes = [_board_size(str(each)) if exists(each) else GEOMORPHIC for each in archives]
    return VaslMap.of(boards, sizes)


def _board_size(name: str) -> BoardSize:
    with open_archive(name) as archive:
        own = archive.metadata() or Metadata()
        usual = (*GEOMORPHIC.first, *GEOMORPHIC.pitch)
        x, y, wide, high = (
            number_in(own, key) if key in own.facts else default
            for key, default in zip(_KEYS, usual, strict=True)
        )
        image = own.facts.get("boardImageFileName", "") or f"{Path(name).name}.gif"
        start = archive.read(image, MOST_IMAGE)[:10] if archive.has(image) else b""
        if len(start) == 10 and start.startswith(_GIF):
            size = int.from_bytes(start[6:8], "little"), int.from_bytes(start[8:], "little")
        else:
            size = archive.losdata().size
        return BoardSize(*size, (x, y), (wide, high))
