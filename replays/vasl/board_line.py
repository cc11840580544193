"""The board line of a save or log, ``bd``: read, written, and where its boards lie on the map.

VASL lays boards by column and row. A board begins where the boards before it in its row and in its
column end; a reversed one is turned by half a turn, and one that is cropped has a part of its
pixels. Pixels are those of VASL's main map, whose boards begin within an edge.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from math import ceil, dist, floor
from typing import Final

import attrs

from events.scenario import BoardSpec, Scenario
from sim.los.depiction import decode_depiction
from sim.map.board import FIRST, board_of, first_hex, hex_called, local_name
from sim.map.hexes import Hex

MAIN_MAP: Final = "Main Map"
MAIN_MAPS: Final = (MAIN_MAP, "Map0")
"""What VASL calls the map with the boards; the second through its version 6.4."""

EDGE: Final = 400
"""So many pixels of the main map lie to the left of its boards, and above them."""
_NEAR: Final = 0.1
_OVER: Final = 2
"""So many pixels beyond a board VASL still takes for its edge."""
_AWAY: Final = 38.0
"""No point of a geomorphic hex is farther from its centre, in pixels."""
_MOST: Final = 200
"""No table has more boards, and no board more overlays or special rules."""
_NEXT: Final = re.compile(r"bd\t(?=[0-9]{1,3}\t[0-9]{1,3}\t)")
_ZOOM: Final = r"[0-9]{1,3}(?:\.[0-9]{1,18})?"
_VALUES: Final = rf"(?:VER\t[^\t]+|OVR(?:\t[^\t]+){{3}}|ZOOM\t{_ZOOM})\t"
_MORE: Final = re.compile(_VALUES)
_BOARD: Final = re.compile(
    rf"(?P<column>[0-9]{{1,5}})\t(?P<row>[0-9]{{1,5}})\t(?P<turned>r(?!\t))?(?P<name>[^\t]+)\t"
    rf"(?P<crop>(?:-?[0-9]{{1,5}}\t){{4}})?(?P<more>(?:{_VALUES})*)"
    rf"(?:SSR\t(?P<rules>(?:(?!ZOOM\t)[^\t]+\t)*)(?:ZOOM\t(?:(?P<zoom>{_ZOOM})\t)?.*)?)?",
    re.DOTALL,
)
"""The words of a board, each with a tab behind it."""


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


BoardLine = tuple[LaidBoard, ...]


def read_board_line(text: str) -> BoardLine | None:
    """The boards of a ``bd`` command; None if it is none, or is not understood.

    No two boards lie in one place.
    """
    if not text.startswith("bd\t"):
        return None
    parts = _NEXT.split(text[3:]) if text[3:].strip("\t\n") else []
    boards = [_board("".join(f"{each}\t" for each in part.split("\t") if each)) for part in parts]
    found = tuple(filter(None, boards))
    places = {(each.column, each.row) for each in found}
    return found if len(places) == len(boards) <= _MOST else None


def _board(words: str) -> LaidBoard | None:
    found = _BOARD.fullmatch(words)
    if found is None:
        return None
    crop = Crop(*map(int, found["crop"].split())) if found["crop"] else None
    version, zoom, overlays = "", found["zoom"], list[LaidOverlay]()
    for word, *values in (each.split("\t") for each in _MORE.findall(found["more"])):
        if word == "VER":
            version = values[0]
        elif word == "OVR":
            overlays.append(LaidOverlay(*values[:3]))
        else:
            zoom = zoom or values[0]
    rules = tuple((found["rules"] or "").split("\t")[:-1])
    if max(len(overlays), len(rules)) > _MOST or not float(zoom or 1):
        return None
    at = int(found["column"]), int(found["row"]), found["name"], bool(found["turned"])
    return LaidBoard(*at, crop, version, tuple(overlays), rules, float(zoom or 1))


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

    def box(self, crop: Crop | None) -> Crop:
        """The part of the picture that is in play, with its real size; all of it without one."""
        x, y, wide, high = attrs.astuple(crop or Crop(0, 0, -1, -1))
        across = wide if wide > 0 else self.across - x
        return Crop(x, y, across, high if high > 0 else self.down - y)

    def part(self, crop: Crop | None) -> tuple[Hex, Hex, bool]:
        """The corners of the part in play, and whether it is a hexrow wider than VASL's.

        VASL crops along the middle of any hexrow, or half a hex beside it. Here a part begins and
        ends in the middle of hexrow A, C, E and so on. One without hexes ends where it begins.
        """
        box, (x, y), (wide, high) = self.box(crop), self.first, self.pitch
        first = ceil((box.x - x) / wide - _NEAR)
        last = floor((box.x + box.width - x) / wide + _NEAR)
        top = round((box.y - y) / high + 0.5)
        bottom = max(round((box.y + box.height - y) / high + 0.5) - 1, top)
        corners = Hex(first - first % 2, top), Hex(last + last % 2, bottom)
        return *(corners if first < last else corners[:1] * 2), bool(first % 2 or last % 2)


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
        board = self.boards[number]
        box = self.sizes[number].box(board.crop)
        return round(box.width * board.zoom), round(box.height * board.zoom)

    @cached_property
    def corners(self) -> tuple[tuple[int, int], ...]:
        """The upper left pixel of each board on the map."""
        takes = [(b.column, b.row, *self.extent(n)) for n, b in enumerate(self.boards)]
        return tuple(
            (
                EDGE + sum(wide for c, r, wide, _ in takes if r == b.row and c < b.column),
                EDGE + sum(high for c, r, _, high in takes if c == b.column and r < b.row),
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
        crop = size.box(board.crop)
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
        place, crop = hex_called(at.hex.upper()), size.box(board.crop)
        if place is None:
            raise ValueError(at)
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
    down = high * (place.row - odd) + odd * int(high / 2)
    return int(wide * place.column + int(x)), int(down + int(y))


# Of a scenario -----------------------------------------------------------------------------------

_BLANK: Final = LaidBoard(0, 0, "00")
_BLANK_DESERT: Final = LaidBoard(0, 0, "27", rules=("HammadaToOG", "ScrubToOG"))
"""Boards of VASL that lie in the place of maps of ours: nothing but Open Ground, or nearly so."""
_COLUMNS, _ROWS = 33, 10


@attrs.frozen
class LaidBoards:
    """The boards of a scenario as VASL lays them; ``blank`` has the names of those it has not.

    A board is the one that it was imported from, or else of its name, if it is no map of ours. In
    the place of others a blank one lies; nothing is laid if VASL has none that is large enough. On
    the map boards are called as the scenario calls them.
    """

    line: BoardLine
    map: VaslMap
    blank: tuple[str, ...]

    @classmethod
    def of(cls, scenario: Scenario) -> "LaidBoards":
        """The boards of a scenario, row by row."""
        specs, columns = scenario.boards, Counter[int]()
        laid, blank = list[LaidBoard](), list[BoardSpec]()
        for spec in specs:
            board = laid_board(spec, scenario)
            if board is None:
                blank.append(spec)
                board = attrs.evolve(_BLANK_DESERT if spec.desert else _BLANK, crop=_crop(spec))
            column, row = columns[spec.row], spec.row - 1
            laid.append(attrs.evolve(board, column=column, row=row, reversed=spec.rotated))
            columns[spec.row] += 1
        small = all(_fits(*_hexes_of(spec)) for spec in blank)
        ours = [attrs.evolve(each, name=spec.name) for each, spec in zip(laid, specs, strict=True)]
        table = VaslMap.of(ours, [size_of(each) for each in specs])
        return cls(tuple(laid) if small else (), table, tuple(each.name for each in blank))

    def pixel(self, name: str) -> tuple[int, int]:
        """Where a counter lies in a hex in play."""
        at = _on_board(tuple(each.name for each in self.map.boards), name)
        (x, y), (left, top) = self.map.centre(at), self.map.corners[at.board]
        across, down = self.map.extent(at.board)
        return min(x, left + across - 1), min(y, top + down - 1)  # VASL has no hex on the edge


@lru_cache(maxsize=4096)
def _on_board(names: tuple[str, ...], hex_: str) -> OnBoard:
    if len(names) == 1:
        return OnBoard(0, hex_)
    pairs = ((n, hex_.removeprefix(each)) for n, each in enumerate(names) if hex_.startswith(each))
    return next(OnBoard(n, local) for n, local in pairs if hex_called(local))


def laid_board(spec: BoardSpec, scenario: Scenario) -> LaidBoard | None:
    """Which board of VASL a board is; None if it is a map of ours."""
    if spec.vasl is not None:
        found = read_board_line("bd\t0\t0\t" + spec.vasl.replace("/", "\t") + "\t")
        board = found[0] if found else None
    elif spec.map is not None and spec.depiction is None:
        board = None
    else:
        name = f"0{spec.name}" if len(spec.name) == 1 and spec.name.isdigit() else spec.name
        board = LaidBoard(0, 0, name, crop=_crop(spec))
    if board is None or not spec.desert or not (scenario.steppe or scenario.broken):
        return board
    rule = "SteppeTerrain" if scenario.steppe else "BrokenTerrain"
    return attrs.evolve(board, rules=tuple(dict.fromkeys((*board.rules, rule))))


def words_of(board: LaidBoard) -> str:
    """What a scenario says of a board of VASL that it has; VASL has small letters for overlays."""
    overlays = [attrs.evolve(each, name=each.name.lower()) for each in board.overlays]
    line = board_line([attrs.evolve(board, overlays=tuple(overlays))])
    return "/".join(line.split("\t")[3:-1])


@lru_cache(maxsize=64)
def _hexes_of(spec: BoardSpec) -> tuple[int, int]:
    """How many hexrows a board has, and how many hexes the first of them."""
    board = board_of(spec, "boards")
    return board.width, board.height


def _fits(width: int, height: int) -> bool:
    return width <= _COLUMNS and height <= _ROWS


@lru_cache(maxsize=64)
def size_of(spec: BoardSpec) -> BoardSize:
    """The size of a board's picture, which that of a part does not tell: it is a geomorphic one."""
    (wide, high), (width, height) = GEOMORPHIC.pitch, _hexes_of(spec)
    if spec.depiction is not None and not spec.name.isdigit():
        shown = decode_depiction(spec.depiction)
        wide, high = shown.across / max(width - 1, 1), shown.down / height
    elif _fits(width, height):
        return GEOMORPHIC
    first = first_hex(spec, "boards")
    across, down = wide * (width - 1 + first.column), high * (height + first.row)
    return BoardSize(round(across), round(down), (0.0, high / 2), (wide, high))


def _crop(spec: BoardSpec) -> Crop | None:
    """The part of a board that is in play, from hexrow to hexrow; None if it is all of it."""
    size, first, (width, height) = size_of(spec), first_hex(spec, "boards"), _hexes_of(spec)
    whole = size is not GEOMORPHIC or (width, height) == (_COLUMNS, _ROWS)
    if whole and first == FIRST:
        return None
    wide, high = size.pitch
    corner = int(wide * first.column), int(high * first.row)
    return Crop(*corner, int(wide * (width - 1)), int(high * height))
