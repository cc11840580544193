"""Small VASL boards made up here, and where the real ones are."""

import io
import struct
import zipfile
import zlib
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from replays.vasl.board_archive import Grid
from replays.vasl.board_grid import Lattice, lattice
from replays.vasl.board_import import ImportedBoard, import_board
from sim.map.board import board_of, local_name
from sim.map.hexes import Hex, dot_of
from sim.map.terrain_kind import TerrainKind

DATA: Final = Path(__file__).parents[2] / "shared" / "data"
BOARDS: Final = DATA / "boards"
WHY: Final = "VASL's boards are not beside the repository"

WIDTH, HEIGHT = 9, 4
SIZE: Final = (450, 258)


def losdata(grid: Grid) -> bytes:
    """The LOSData file of some grids, as VASL writes it."""
    both = np.stack([grid.elevation.view(np.uint8), grid.terrain], axis=2)
    hexes = grid.width * grid.height + grid.width // 2  # each with a byte for its stairway
    payload = struct.pack(">iiii", grid.width, grid.height, *grid.size) + both.tobytes()
    payload += bytes(hexes)
    blocks = [payload[at : at + 1024] for at in range(0, len(payload), 1024)]
    stream = b"".join(struct.pack(">Bi", 0x7A, len(block)) + block for block in blocks)
    packed = zlib.compressobj(9, wbits=31)
    return packed.compress(b"\xac\xed\x00\x05" + stream) + packed.flush()


class Canvas:
    """A board of 9 hexrows of 4, painted hex by hex and pixel by pixel."""

    def __init__(self, size: tuple[int, int] = SIZE) -> None:
        self.terrain = np.zeros(size, np.uint8)
        self.elevation = np.zeros(size, np.int8)
        self.lattice: Lattice = lattice(WIDTH, HEIGHT, *size)
        self.places: dict[str, Hex] = {local_name(place): place for place in self.lattice.hexes}

    def hex(self, name: str, code: int, level: int | None = None) -> "Canvas":
        """Paint a whole hex."""
        at = self.lattice.hex_of == self.lattice.number[self.places[name]]
        self.terrain[at] = code
        if level is not None:
            self.elevation[at] = level
        return self

    def dot(self, name: str, code: int, reach: int = 16) -> "Canvas":
        """Paint a square around a centre dot."""
        x, y = self.lattice.centres[self.lattice.number[self.places[name]]]
        self.terrain[max(x - reach, 0) : x + reach, max(y - reach, 0) : y + reach] = code
        return self

    def line(self, one: str, two: str, code: int, wide: int = 7) -> "Canvas":
        """Paint a band from centre dot to centre dot."""
        (x1, y1), (x2, y2) = (
            self.lattice.centres[self.lattice.number[self.places[name]]] for name in (one, two)
        )
        for step in np.linspace(0, 1, 200):
            x, y = int(x1 + (x2 - x1) * step), int(y1 + (y2 - y1) * step)
            left, top = max(x - wide, 0), max(y - wide, 0)
            self.terrain[left : x + wide, top : y + wide] = code
        return self

    def low(self, *codes: int) -> "Canvas":
        """Let what was painted with some codes lie a level lower, as Depressions do."""
        self.elevation[np.isin(self.terrain, codes or (30, 31, 32, 104))] -= 1
        return self

    def raised(self, name: str, level: int) -> "Canvas":
        """A level for a whole hex."""
        at = self.lattice.hex_of == self.lattice.number[self.places[name]]
        self.elevation[at] = level
        return self

    def side(self, name: str, side: int, code: int, deep: int = 3) -> "Canvas":
        """Paint a whole hexside."""
        x, y = dot_of(self.places[name], self.lattice.pitch)
        reach, half = self.lattice.pitch[0] * 2 / 3, self.lattice.pitch[1] / 2
        corners = [
            (x - reach / 2, y - half),
            (x + reach / 2, y - half),
            (x + reach, y),
            (x + reach / 2, y + half),
            (x - reach / 2, y + half),
            (x - reach, y),
        ]
        (x1, y1), (x2, y2) = corners[side - 1], corners[side % 6]
        for step in np.linspace(0, 1, 100):
            px, py = int(x1 + (x2 - x1) * step), int(y1 + (y2 - y1) * step)
            self.terrain[max(px - deep, 0) : px + deep, max(py - deep, 0) : py + deep] = code
        return self

    def grid(self) -> Grid:
        """What was painted."""
        return Grid(WIDTH, HEIGHT, self.elevation, self.terrain)

    def save(self, path: Path, **members: bytes) -> Path:
        """The board as an archive, with more members or others."""
        return archive(path, {"LOSData": losdata(self.grid()), **members})


def archive(path: Path, members: dict[str, bytes]) -> Path:
    """A zip with some members."""
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in members.items():
            file.writestr(name.replace("__", "."), data)
    path.write_bytes(raw.getvalue())
    return path


@cache
def real_board(name: str, *rules: str) -> ImportedBoard:
    """A board of VASL, imported once for all tests."""
    return import_board(str(BOARDS / f"bd{name}"), rules=rules)


def kinds_of(found: ImportedBoard) -> dict[str, tuple[TerrainKind, ...]]:
    """The kinds of terrain of each hex of an import."""
    board = board_of(found.spec, "board")
    return {board.names[place]: record.kinds for place, record in board.hexes.items()}


def levels_of(found: ImportedBoard) -> dict[str, int]:
    """The level of each hex of an import."""
    board = board_of(found.spec, "board")
    return {board.names[place]: record.level for place, record in board.hexes.items()}


def report_of(found: Any, sureness: str) -> list[str]:
    """The notes of an import of one sureness, as text."""
    return [str(note) for note in found.report.notes if note.sureness == sureness]


def points_between(dx: int, dy: int) -> tuple[tuple[int, int], ...]:
    """The points of a line to a point so much farther right, and farther down or up, from its own.

    In each column it has all points from where it enters the column to where it leaves it.
    """
    count = dx + 1
    result = []
    for column in range(count):
        first, last = column * dy // count, (column + 1) * dy // count
        step = 1 if dy >= 0 else -1
        result += [(column, row) for row in range(first, last + step, step)]
    return tuple(result)
