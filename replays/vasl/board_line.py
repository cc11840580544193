"""The board line of a save or log, ``bd``, read and written; and where its boards lie on the map.

VASL lays boards by column and row. A board begins where the boards before it in its row and in its
column end; a reversed one is turned by half a turn, and one that is cropped has a part of its
pixels. Pixels are those of VASL's main map, whose boards begin within an edge.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import dist
from typing import Final

import attrs

from sim.map.board import local_name
from sim.map.hexes import Hex

MAIN_MAP: Final = "Main Map"
MAIN_MAPS: Final = (MAIN_MAP, "Map0")
"""What VASL calls the map with the boards; the second through its version 6.4."""

EDGE: Final = 400
"""So many pixels of the main map lie to the left of its boards, and above them."""
_OVER: Final = 2
"""So many pixels beyond a board VASL still takes for its edge."""
_AWAY: Final = 34.0
"""No point of a geomorphic hex is farther from its centre, in pixels."""
_MOST: Final = 200
"""No table has more boards, and no board more overlays or special rules."""
_HEX: Final = re.compile(r"([A-Za-z])\1{0,2}([0-9]{1,3})")
_NEXT: Final = re.compile(r"bd\t(?=[0-9]{1,3}\t[0-9]{1,3}\t)")
_NUMBER: Final = re.compile(r"-?[0-9]{1,5}")
_ZOOM: Final = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,18})?")


@attrs.frozen
class Crop:
    """The part of a board's picture that is in play, in pixels; a size of -1 is all of it."""

    x: int
    y: int
    width: int
    height: int


@attrs.frozen
class LaidOverlay:
    """An overlay on a board: its name, and the two hexes that place it; the same twice for one."""

    name: str
    hex1: str
    hex2: str


@attrs.frozen
class LaidBoard:
    """A board on VASL's table, by its column and row from 0 and the name of its archive.

    ``rules`` are the terrain changes that its players chose, by VASL's names.
    """

    column: int
    row: int
    name: str
    reversed: bool = False
    crop: Crop | None = None
    version: str = ""
    overlays: tuple[LaidOverlay, ...] = ()
    rules: tuple[str, ...] = ()
    zoom: float = 1.0


_WHOLE: Final = Crop(0, 0, -1, -1)

BoardLine = tuple[LaidBoard, ...]


def read_board_line(text: str) -> BoardLine | None:
    """The boards of a ``bd`` command; None if it is none, or is not understood.

    No two boards lie in one place.
    """
    if not text.startswith("bd\t"):
        return None
    boards = [_board([each for each in part.split("\t") if each]) for part in _parts(text[3:])]
    found = tuple(filter(None, boards))
    places = {(each.column, each.row) for each in found}
    return found if len(places) == len(boards) <= _MOST else None


def _parts(text: str) -> list[str]:
    return _NEXT.split(text) if text.strip("\t\n") else []


def _board(words: list[str]) -> LaidBoard | None:
    if len(words) < 3 or not all(_NUMBER.fullmatch(each) for each in words[:2]):
        return None
    column, row, name = int(words[0]), int(words[1]), words[2]
    turned = len(name) > 1 and name.startswith("r")
    rest, crop = words[3:], None
    if len(rest) >= 4 and all(_NUMBER.fullmatch(each) for each in rest[:4]):
        crop, rest = Crop(*map(int, rest[:4])), rest[4:]
    found = LaidBoard(column, row, name[turned:], turned, crop)
    return _with_rest(found, rest) if min(column, row) >= 0 else None


def _with_rest(board: LaidBoard, words: list[str]) -> LaidBoard | None:
    """A board with its version, overlays, special rules and magnification."""
    overlays: list[LaidOverlay] = []
    version, zoom, at = "", 1.0, 0
    while at < len(words) and words[at] != "SSR":
        word, values = words[at], words[at + 1 :]
        if word == "VER" and values:
            version, at = values[0], at + 2
        elif word == "OVR" and len(values) >= 3:
            overlays.append(LaidOverlay(*values[:3]))
            at += 4
        elif word == "ZOOM" and values and _ZOOM.fullmatch(values[0]):
            zoom, at = float(values[0]), at + 2
        else:
            return None
    rules = words[at + 1 :]
    if "ZOOM" in rules:
        end = rules.index("ZOOM")
        factor, rules = rules[end + 1 : end + 2], rules[:end]
        zoom = float(factor[0]) if factor and _ZOOM.fullmatch(factor[0]) else zoom
    if max(len(overlays), len(rules)) > _MOST or not zoom:
        return None
    return attrs.evolve(
        board, version=version, overlays=tuple(overlays), rules=tuple(rules), zoom=zoom
    )


def board_line(boards: Iterable[LaidBoard]) -> str:
    """The ``bd`` command of some boards, as VASL writes it."""
    return "bd\t" + "bd\t".join("".join(f"{word}\t" for word in _words(each)) for each in boards)


def _words(board: LaidBoard) -> Iterator[str]:
    yield from (str(board.column), str(board.row), "r" * board.reversed + board.name)
    if board.crop is not None:
        yield from map(str, attrs.astuple(board.crop))
    if board.version:
        yield from ("VER", board.version)
    for overlay in board.overlays:
        yield from ("OVR", overlay.name, overlay.hex1, overlay.hex2)
    if board.rules:
        yield from ("SSR", *board.rules)
    if board.zoom != 1.0:
        yield from ("ZOOM", str(board.zoom))


# Where they lie ---------------------------------------------------------------------------------


@attrs.frozen
class BoardSize:
    """The pixels of a board's picture, and how its hexes lie in it.

    ``first`` is the centre of A1, ``pitch`` the distance between two hexrows, and between two
    hexes of one. A geomorphic board if nothing else is said.
    """

    across: int = 1800
    down: int = 645
    first: tuple[float, float] = (0.0, 32.25)
    pitch: tuple[float, float] = (56.25, 64.5)


GEOMORPHIC: Final = BoardSize()


@attrs.frozen
class OnBoard:
    """A hex of VASL's table: the number of its board in the board line, and the name printed."""

    board: int
    hex: str


@attrs.frozen(slots=False)
class VaslMap:
    """The main map of VASL: the boards of a board line, with the size of each."""

    boards: BoardLine
    sizes: tuple[BoardSize, ...]

    @classmethod
    def of(cls, boards: Sequence[LaidBoard], sizes: Sequence[BoardSize] = ()) -> "VaslMap":
        """A map of boards; all of them are geomorphic if their sizes are not given."""
        return cls(tuple(boards), tuple(sizes) or (GEOMORPHIC,) * len(boards))

    def extent(self, number: int) -> tuple[int, int]:
        """How many pixels of the map a board takes, across and down."""
        board, size = self.boards[number], self.sizes[number]
        crop = board.crop or _WHOLE
        across = crop.width if crop.width > 0 else size.across
        down = crop.height if crop.height > 0 else size.down
        return round(across * board.zoom), round(down * board.zoom)

    @cached_property
    def corners(self) -> tuple[tuple[int, int], ...]:
        """The upper left pixel of each board on the map."""
        takes = {(b.column, b.row): self.extent(n) for n, b in enumerate(self.boards)}
        return tuple(
            (
                EDGE + sum(takes.get((c, b.row), (0, 0))[0] for c in range(b.column)),
                EDGE + sum(takes.get((b.column, r), (0, 0))[1] for r in range(b.row)),
            )
            for b in self.boards
        )

    def hex_at(self, x: int, y: int) -> OnBoard | None:
        """The hex whose counters lie at a pixel of the map; None beside the boards."""
        for over in (0, _OVER):
            for number, (left, top) in enumerate(self.corners):
                across, down = self.extent(number)
                if -over <= x - left < across + over and -over <= y - top < down + over:
                    return self._nearest(number, x, y)
        return None

    def _nearest(self, number: int, x: int, y: int) -> OnBoard | None:
        board, size, (left, top) = self.boards[number], self.sizes[number], self.corners[number]
        across, down = self.extent(number)
        dx, dy = (left + across - x, top + down - y) if board.reversed else (x - left, y - top)
        crop = board.crop or _WHOLE
        px, py = dx / board.zoom + crop.x, dy / board.zoom + crop.y
        near: list[tuple[float, Hex]] = []
        (wide, high), column = size.pitch, round((px - size.first[0]) / size.pitch[0])
        for each in (column - 1, column, column + 1):
            row = round((py - size.first[1]) / high + each % 2 / 2)
            place = Hex(each, row)
            inside = -_OVER <= _centre(place, size)[0] <= size.across + _OVER
            if each >= 0 and inside and row + each % 2 >= 0:
                near.append((dist(_centre(place, size), (px, py)), place))
        away, place = min(near, default=(wide, Hex(0, 0)))
        return OnBoard(number, local_name(place)) if away <= _AWAY * high / 64.5 else None

    def centre(self, at: OnBoard) -> tuple[int, int]:
        """Where VASL lays a counter in a hex: a pixel of the map."""
        board, size = self.boards[at.board], self.sizes[at.board]
        left, top = self.corners[at.board]
        found = _HEX.fullmatch(at.hex)
        if found is None:
            raise ValueError(at)
        column = ord(found[1].upper()) - 65 + 26 * (len(at.hex) - len(found[2]) - 1)
        place, crop = Hex(column, int(found[2]) - (1 - column % 2)), board.crop or _WHOLE
        pairs = zip(_snapped(place, size), (crop.x, crop.y), strict=True)
        dx, dy = (round((pixel - cut) * board.zoom) for pixel, cut in pairs)
        if board.reversed:
            across, down = self.extent(at.board)
            dx, dy = across - dx, down - dy
        return left + dx, top + dy


def _centre(place: Hex, size: BoardSize) -> tuple[float, float]:
    (x, y), (wide, high) = size.first, size.pitch
    return x + wide * place.column, y + high * (place.row - place.column % 2 / 2)


def _snapped(place: Hex, size: BoardSize) -> tuple[int, int]:
    """The pixel to which VASSAL moves a counter: it cuts where others round."""
    (x, y), (wide, high), odd = size.first, size.pitch, place.column % 2
    return int(wide * place.column + int(x)), int(
        high * (place.row - odd) + odd * int(high / 2) + int(y)
    )
