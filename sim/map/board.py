"""One board: its hexes as a text map that a person can write, or plain Open Ground.

A text map has one line a row, which begins with the row's number and has one cell for every hex of
that number, hexrow by hexrow; row 0 has the odd hexrows only::

    0   .   .
    1 . . . . .
    2 . s h1 . w'

A cell is one mark or several (a combination, whose effects are cumulative: B.1), then the level if
it is not 0, then ``'`` if the base terrain is not the board's.
"""

import re
from typing import Final

import attrs

from events.errors import BadInput
from events.limits import MOST_ROWS
from events.scenario import BoardSpec
from events.terms import Base
from sim.map.hexes import Hex, column_name
from sim.map.sharing import why_apart
from sim.map.terrain_kind import TerrainKind

MARKS: Final = {
    ".": TerrainKind.OPEN_GROUND,
    "s": TerrainKind.SCRUB,
    "h": TerrainKind.HAMMADA,
    "d": TerrainKind.SAND,
    "D": TerrainKind.HIGH_DUNE,
    "e": TerrainKind.DEIR,
    "H": TerrainKind.HILLOCK,
    "y": TerrainKind.WADI,
    "u": TerrainKind.GULLY,
    "r": TerrainKind.STREAM,
    "~": TerrainKind.WATER,
    "b": TerrainKind.BRUSH,
    "v": TerrainKind.VINEYARD,
    "g": TerrainKind.GRAIN,
    "o": TerrainKind.ORCHARD,
    "O": TerrainKind.OLIVE_GROVE,
    "p": TerrainKind.PALM_TREES,
    "P": TerrainKind.DENSE_PALM_TREES,
    "k": TerrainKind.CACTUS_PATCH,
    "w": TerrainKind.WOODS,
    "l": TerrainKind.LIGHT_WOODS,
    "c": TerrainKind.CRAG,
    "C": TerrainKind.BOULDER_CRAG,
    "n": TerrainKind.BROKEN_GROUND,
    "m": TerrainKind.MARSH,
    "q": TerrainKind.GRAVEYARD,
    "S": TerrainKind.SHELLHOLES,
    "z": TerrainKind.ARID_PLAZA,
    "a": TerrainKind.OASIS,
    "W": TerrainKind.OASIS_WELL,
    "F": TerrainKind.FOUNTAIN,
}
"""The terrain that each mark of a text map stands for."""

MOST_LEVELS: Final = 9
FIRST: Final = Hex(0, 0)
"""Where the hex A1 lies, whose name every other follows."""
_FIRST: Final = re.compile(r"([A-Z])\1{0,2}([1-9][0-9]?)")
_NAME: Final = re.compile(r"([A-Z])\1{0,2}([0-9]{1,3})")
_CELL: Final = re.compile(r"(\.|[A-Za-z~]+)(-?\d)?('?)")


@attrs.frozen
class HexRecord:
    """What the map record of a hex says; artwork never counts (B.1)."""

    kinds: tuple[TerrainKind, ...]
    """Its terrain; more than one is a combination."""
    level: int
    """The level of its ground; of the ground around it if it is a Depression."""
    base: Base
    board: str

    @property
    def terrain(self) -> str:
        """Its terrain in a word, such as Crag-Brush."""
        return "-".join(self.kinds)


OPEN: Final = (TerrainKind.OPEN_GROUND,)


@attrs.frozen
class Board:
    """A board as it lies: by column and row, turned already if it is rotated."""

    spec: BoardSpec
    width: int
    height: int
    hexes: dict[Hex, HexRecord]
    names: dict[Hex, str]


def local_name(local: Hex, first: Hex = FIRST) -> str:
    """The name that a board prints in a hex."""
    number = local.row + first.row + (0 if local.column % 2 else 1)
    return f"{column_name(local.column + first.column)}{number}"


def hex_called(name: str, first: Hex = FIRST) -> Hex | None:
    """The hex of a board that has a name, on the board or beyond it; None if it is no name."""
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    column = ord(found[1]) - 65 + 26 * (len(name) - 1 - len(found[2]))
    return Hex(column - first.column, int(found[2]) - (1 - column % 2) - first.row)


def first_hex(spec: BoardSpec, where: str) -> Hex:
    """How many hexrows and rows the upper left hex of a board lies beyond A1."""
    found = _FIRST.fullmatch(spec.first)
    letters = spec.first.rstrip("0123456789")
    column = ord(letters[0]) - 65 + 26 * (len(letters) - 1) if found else 1
    if found is None or column % 2:
        raise BadInput(
            f"{spec.first[:20]!r} is not the name of an upper left hex, such as A1 or Q1; it is of "
            "hexrow A, C, E and so on",
            f"{where}.first",
        )
    return Hex(column, int(found[2]) - 1)


def board_of(spec: BoardSpec, where: str) -> Board:
    """A board of a scenario."""
    first = first_hex(spec, where)
    if spec.map is not None:
        cells, width, height = _text_map(spec.map, first.row, f"{where}.map")
    else:
        cells, width, height = _plain(spec, where)
    base = spec.base or (Base.DESERT if spec.desert or spec.ad else Base.TEMPERATE)
    other = Base.TEMPERATE if base is Base.DESERT else Base.DESERT
    hexes: dict[Hex, HexRecord] = {}
    names: dict[Hex, str] = {}
    for local, (kinds, level, changed) in cells.items():
        place = _turned(local, width, height) if spec.rotated else local
        hexes[place] = HexRecord(kinds, level, other if changed else base, spec.name)
        names[place] = local_name(local, first)
    return Board(spec, width, height, hexes, names)


def _turned(local: Hex, width: int, height: int) -> Hex:
    rows = height + local.column % 2
    return Hex(width - 1 - local.column, rows - 1 - local.row)


_Cell = tuple[tuple[TerrainKind, ...], int, bool]


def _plain(spec: BoardSpec, where: str) -> tuple[dict[Hex, _Cell], int, int]:
    if not 1 <= spec.width <= 52 or spec.width % 2 == 0:
        why = f"{spec.width} is not a width; an odd number from 1 to 51 is expected"
        raise BadInput(why, f"{where}.width")
    if not 1 <= spec.height <= MOST_ROWS:
        why = f"{spec.height} is not a height; 1 to {MOST_ROWS} is expected"
        raise BadInput(why, f"{where}.height")
    cells: dict[Hex, _Cell] = {
        Hex(column, row): (OPEN, 0, False)
        for column in range(spec.width)
        for row in range(spec.height + column % 2)
    }
    return cells, spec.width, spec.height


def _text_map(text: str, first: int, where: str) -> tuple[dict[Hex, _Cell], int, int]:
    rows = [words for line in text.splitlines() if (words := line.split())]
    if not rows:
        raise BadInput("the map is empty", where)
    if not rows[0][0].isdigit():
        rows = rows[1:]
    width = max((len(row) - 1 for row in rows[1:]), default=0)
    if not 1 <= width <= 52 or width % 2 == 0:
        why = f"the map has {width} hexrows; an odd number from 1 to 51 is expected"
        raise BadInput(why, where)
    if len(rows) - 1 > MOST_ROWS:
        raise BadInput(f"the map has {len(rows) - 1} rows; at most {MOST_ROWS}", where)
    cells: dict[Hex, _Cell] = {}
    for number, row in enumerate(rows):
        _text_row(cells, number, str(number + first), row, width, where)
    return cells, width, len(rows) - 1


def _text_row(
    cells: dict[Hex, _Cell], number: int, expected: str, row: list[str], width: int, where: str
) -> None:
    if row[0] != expected:
        raise BadInput(f"row {expected} is expected where {row[0][:20]!r} stands", where)
    columns = range(1, width, 2) if number == 0 else range(width)
    if len(row) - 1 != len(columns):
        why = f"row {number} has {len(row) - 1} cells where {len(columns)} are expected"
        raise BadInput(why, where)
    for column, text in zip(columns, row[1:], strict=True):
        cells[Hex(column, number - (0 if column % 2 else 1))] = cell_of(
            text, f"row {number}", where
        )


def cell_of(text: str, what: str, where: str) -> _Cell:
    """The kinds, the level and whether the base is another, of a cell of a text map."""
    found = _CELL.fullmatch(text)
    if found is None or not set(found[1]) <= MARKS.keys():
        known = " ".join(MARKS)
        raise BadInput(
            f"{what} has the cell {text[:20]!r}; expected marks, then a level, then '; "
            f"marks are {known}",
            where,
        )
    if len(set(found[1])) != len(found[1]):
        raise BadInput(f"{what} has a mark twice in the cell {text[:20]!r}", where)
    kinds = tuple(MARKS[mark] for mark in found[1])
    if why := why_apart(kinds):
        raise BadInput(f"{what} has the cell {text[:20]!r}: {why}", where)
    return kinds, int(found[2] or 0), bool(found[3])
