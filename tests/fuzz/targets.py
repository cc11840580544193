"""What is fuzzed: each target takes any bytes, and may only read them or refuse them."""

import contextlib
import gc
import gzip
import io
import tempfile
import zipfile
from collections.abc import Callable
from functools import lru_cache
from itertools import count, islice
from pathlib import Path
from typing import Final

import attrs
import numpy as np

from events.errors import BadInput
from replays.game.scenario_file import board_alone, load_board
from replays.vasl.board_archive import Array, Grid, read_losdata, read_metadata
from replays.vasl.board_grid import refuse_half_start, whole_frame
from replays.vasl.board_import import import_board
from replays.vasl.board_report import Sureness
from replays.vasl.command import piece_of, stack_of
from replays.vasl.container import Archive, read_archive
from replays.vasl.encoding import Encoding, decode, encode
from replays.vasl.fact import read_history
from replays.vasl.importer import history_lines
from sim.los.depiction import decode_depiction
from sim.machine.opening import initial_state
from tests.vasl_boards import losdata

_MOST_LINES: Final = 50


def losdata_bytes(data: bytes) -> None:
    """LOSData as it lies in an archive: gzip, a Java stream, the grids."""
    found = read_losdata(data)
    assert found.terrain.shape == found.elevation.shape == found.size


def losdata_stream(data: bytes) -> None:
    """What is in the gzip of LOSData: a Java stream of blocks."""
    losdata_bytes(gzip.compress(data, 1))


def metadata(data: bytes) -> None:
    """BoardMetadata.xml, and where it has the hexes of a board."""
    found = read_metadata(data, "BoardMetadata.xml")
    refuse_half_start(found)
    frame = whole_frame(found, 9, 4, (450, 258))
    assert 0 < frame.across <= 450 - frame.left
    assert 0 < frame.down <= 258 - frame.top


def archive(data: bytes) -> None:
    """A board archive as it comes from a stranger."""
    _in_file(data, "bdX", lambda path: _imported(path, None))


def board(data: bytes) -> None:
    """A board whose grids are made of the bytes, imported, put in play, one LOS drawn over it."""
    if len(data) < _HEAD:
        return
    columns, rows, pitch, shift, level, rest = data[:_HEAD]
    width, height = 3 + 2 * (columns % 4), 1 + rows % 4
    high = 10 + pitch % 40
    across, down = (width - 1) * (high - shift % 3), height * high + shift % 5
    grid = Grid(width, height, *_painted(data[_HEAD:], across, down, level, rest), ())
    hexes = width * height + width // 2
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as file:
        file.writestr("LOSData", losdata(attrs.evolve(grid, stairways=(False,) * hexes)))
    _in_file(raw.getvalue(), "bdX", lambda path: _imported(path, across * down))


def _painted(body: bytes, across: int, down: int, level: int, rest: int) -> tuple[Array, Array]:
    """Elevation and terrain: rectangles of both over open ground."""
    terrain = np.full((across, down), rest if rest % 3 == 0 else 0, np.uint8)
    elevation = np.full((across, down), level % 5 - 2, np.int8)
    for at in range(0, len(body) - 4, 5):
        code, x, y, wide, what = body[at : at + 5]
        left, top = x * across // 256, y * down // 256
        here = slice(left, left + 1 + wide % 16 * 4), slice(top, top + 1 + wide // 16 * 4)
        if what % 4:
            terrain[here] = code
        if what % 4 != 1:
            elevation[here] = what // 4 % 21 - 10
    return elevation, terrain


_HEAD: Final = 6


def _imported(path: Path, pixels: int | None) -> None:
    if not next(_COUNT) % _MANY:
        _forget()
    found = import_board(str(path))
    counted = sum(found.report.pixels(sureness) for sureness in Sureness)
    assert pixels is None or counted == pixels, (counted, pixels)
    assert list(found.report.lines())
    initial_state(board_alone(found.spec))


_COUNT: Final = count()
_MANY: Final = 20


def _forget() -> None:
    """Forget what is cached of boards: no player plays on thousands of them."""
    for each in gc.get_objects():
        if isinstance(each, _Cached):
            each.cache_clear()
    gc.collect()


_Cached: Final = type(lru_cache(len))


def board_file(data: bytes) -> None:
    """A board file of ours, put in play."""
    _in_file(data, "board.toml", lambda path: initial_state(board_alone(load_board(path))))


def depiction(data: bytes) -> None:
    """The depiction in a board file, as text."""
    decode_depiction(data.decode("latin-1"))


def depiction_body(data: bytes) -> None:
    """What is in the base64 and zlib of a depiction."""
    import base64
    import zlib

    text = base64.b64encode(zlib.compress(data, 1)).decode()
    found = decode_depiction(f"khamsin-depiction 1\n{text}")
    assert len(found.raster) == found.across * found.down


def saved_game(data: bytes) -> None:
    """The savedGame of a log, in whatever encoding it has."""
    encoding, text = decode(data)
    assert decode(encode(encoding, text))[1] == text


def commands(data: bytes) -> None:
    """The commands of a log, folded into an history that is told."""
    text = data.decode("utf-8", "replace")
    history = read_history([Archive("a.vlog", Encoding.PLAIN, text)])
    for line in islice(history_lines(history), _MOST_LINES):
        assert isinstance(line, str)


def pieces(data: bytes) -> None:
    """The type and the state of a piece or a stack."""
    type_, _, state = data.decode("utf-8", "replace").partition("\n")
    piece_of("1", type_, state)
    stack_of(type_, state)


def log(data: bytes) -> None:
    """A .vlog or .vsav as it comes from a stranger."""
    _in_file(data, "a.vlog", lambda path: read_history([read_archive(path)]))


def log_made(data: bytes) -> None:
    """A .vlog that is sound as a zip, with a savedGame made of the bytes."""
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as file:
        file.writestr("savedGame", data)
        file.writestr("moduledata", data[:99])
    log(raw.getvalue())


def _in_file(data: bytes, name: str, read: Callable[[Path], object]) -> None:
    with tempfile.TemporaryDirectory(prefix="khamsin-fuzz-") as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        read(path)


TARGETS: Final[dict[str, Callable[[bytes], None]]] = {
    each.__name__: each
    for each in (
        losdata_bytes,
        losdata_stream,
        metadata,
        archive,
        board,
        board_file,
        depiction,
        depiction_body,
        saved_game,
        commands,
        pieces,
        log,
        log_made,
    )
}
"""Every target by its name."""


def run(name: str, data: bytes) -> None:
    """Give some bytes to a target; what it refuses in a sentence is as good as what it reads."""
    with contextlib.suppress(BadInput):
        TARGETS[name](data)
