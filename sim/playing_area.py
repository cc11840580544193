"""The playing area: the boards of a scenario, butted from left to right, as one hex grid.

A board given as a text map has one line a row, which begins with the row's number and has one mark
for every hex of that number, hexrow by hexrow; row 0 marks the odd hexrows only::

    0  .   .
    1 . . . . .
    2 . s h . .
"""

from functools import lru_cache
from typing import Final

import attrs

from events.errors import BadInput
from events.scenario import BoardSpec
from sim.hexes import HEXSIDES, Hex, column_name, neighbour

__all__ = ["MARKS", "PlayingArea", "playing_area"]

MARKS: Final = {
    ".": "Open Ground",
    "s": "Scrub",
    "h": "Hammada",
    "d": "Sand",
    "b": "Brush",
    "g": "Grain",
    "o": "Orchard",
    "w": "Woods",
    "c": "Crag",
    "~": "Water",
}
"""The terrain that each mark of a text map stands for."""


@attrs.frozen
class PlayingArea:
    """All hexes in play.

    Attributes:
        names: the name of every hex, in order of columns and rows.
        hexes: the hex of every name in capitals, second names of shared half-hexes included.
        terrain: terrain of every hex, by name.
        board: the name of every hex's board, by the hex's name.
        ad: names of the hexes on AD boards.
        around: of every hex, by name, the six hexes across its hexsides; None is off the area.
    """

    names: dict[Hex, str]
    hexes: dict[str, Hex]
    terrain: dict[str, str]
    board: dict[str, str]
    ad: frozenset[str]
    around: dict[str, tuple[str | None, ...]]

    def name(self, text: str) -> str | None:
        """The proper name of a hex that somebody named; None if it is not in play."""
        if text in self.around:
            return text
        found = self.hexes.get(text.upper())
        return None if found is None else self.names[found]

    def across(self, name: str, hexside: int) -> str | None:
        """The hex across a hexside; None is off the playing area."""
        return self.around[name][hexside - 1]

    def neighbours(self, name: str) -> dict[int, str]:
        """The hexes around a hex, by hexside."""
        around = {side: self.across(name, side) for side in HEXSIDES}
        return {side: found for side, found in around.items() if found is not None}

    def hexside(self, name: str, other: str) -> int | None:
        """The hexside of a hex that an adjacent hex shares; None if they are not adjacent."""
        around = self.around[name]
        return around.index(other) + 1 if other in around else None

    def on_edge(self, name: str) -> bool:
        """Whether a hex has a hexside on the edge of the playing area."""
        return None in self.around[name]

    def line(self, name: str, hexside: int, length: int) -> tuple[str, ...]:
        """The hexes that follow in one direction, as far as the playing area goes."""
        result: list[str] = []
        here: str | None = name
        while len(result) < length and here is not None:
            here = self.across(here, hexside)
            if here is not None:
                result.append(here)
        return tuple(result)


@lru_cache(maxsize=64)
def playing_area(boards: tuple[BoardSpec, ...]) -> PlayingArea:
    """Lay out boards from left to right; neighbours share the half-hexes between them.

    Raises:
        BadInput: when a board is impossible, or two do not fit.
    """
    names: dict[Hex, str] = {}
    hexes: dict[str, Hex] = {}
    terrain: dict[str, str] = {}
    board_of: dict[str, str] = {}
    ad: set[str] = set()
    first_column = 0
    heights: set[int] = set()
    for index, board in enumerate(boards):
        marks, width, height = _board(board, f"boards[{index}]")
        heights.add(height)
        for local, mark in marks.items():
            place = Hex(first_column + local.column, local.row)
            short = _local_name(local)
            full = short if len(boards) == 1 else board.name + short
            if hexes.setdefault(full.upper(), place) != place:
                raise BadInput(
                    f"the hex {full} would be on two boards; name them otherwise",
                    f"boards[{index}].name",
                )
            if place not in names:
                names[place] = full
                terrain[full] = MARKS[mark]
                board_of[full] = board.name
                if board.ad:
                    ad.add(full)
        first_column += width - 1
    if len(heights) > 1:
        raise BadInput("boards side by side need the same height", "boards")
    around = {
        name: tuple(names.get(neighbour(place, side)) for side in HEXSIDES)
        for place, name in names.items()
    }
    return PlayingArea(names, hexes, terrain, board_of, frozenset(ad), around)


def _local_name(local: Hex) -> str:
    number = local.row + (0 if local.column % 2 else 1)
    return f"{column_name(local.column)}{number}"


def _board(board: BoardSpec, where: str) -> tuple[dict[Hex, str], int, int]:
    if board.map is not None:
        return _text_map(board.map, f"{where}.map")
    if not 1 <= board.width <= 52 or board.width % 2 == 0:
        raise BadInput(
            f"{board.width} is no width; an odd number from 1 to 51 is expected", f"{where}.width"
        )
    if not 1 <= board.height <= 99:
        raise BadInput(f"{board.height} is no height; 1 to 99 is expected", f"{where}.height")
    marks = {
        Hex(column, row): "."
        for column in range(board.width)
        for row in range(board.height + column % 2)
    }
    return marks, board.width, board.height


def _text_map(text: str, where: str) -> tuple[dict[Hex, str], int, int]:
    rows = [line.split() for line in text.splitlines() if line.strip()]
    if not rows:
        raise BadInput("the map is empty", where)
    if not rows[0][0].isdigit():
        rows = rows[1:]
    width = max((len(row) - 1 for row in rows[1:]), default=0)
    if width < 1 or width > 52 or width % 2 == 0:
        raise BadInput(
            f"the map has {width} hexrows; an odd number from 1 to 51 is expected", where
        )
    marks: dict[Hex, str] = {}
    for number, row in enumerate(rows):
        _text_row(marks, number, row, width, where)
    return marks, width, len(rows) - 1


def _text_row(marks: dict[Hex, str], number: int, row: list[str], width: int, where: str) -> None:
    if row[0] != str(number):
        raise BadInput(f"row {number} is expected where {row[0][:20]!r} stands", where)
    columns = range(1, width, 2) if number == 0 else range(width)
    if len(row) - 1 != len(columns):
        raise BadInput(
            f"row {number} has {len(row) - 1} marks where {len(columns)} are expected", where
        )
    for column, mark in zip(columns, row[1:], strict=True):
        if mark not in MARKS:
            known = " ".join(MARKS)
            raise BadInput(f"row {number} has the mark {mark[:20]!r}; known are {known}", where)
        marks[Hex(column, number - (0 if column % 2 else 1))] = mark
