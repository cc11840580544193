"""LOS by the art of a picture against LOS by whole hexes, in interleaved rounds.

The bundled boards have no pictures; one is painted for each, with every hex in its own terrain, a
little smaller than the hex, so that lines meet art, its edges, and what lies between.
"""

import io
import random
import zipfile
from array import array
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import attrs
import numpy as np

from benchmarks.sight import RANGE, pairs_within, strewn
from benchmarks.table import YARDSTICK, Row, per_second, turns, yardstick
from events.scenario import BoardSpec
from replays.game.bundled import bundled_boards
from replays.vasl.board_archive import Grid, losdata
from replays.vasl.board_grid import lattice
from replays.vasl.board_import import import_board
from sim.bulk.lines import LineBook, book_of
from sim.bulk.los import LosGrid
from sim.chapter_a.los import Location, trace
from sim.los.depiction import Art, Depiction, encode_depiction
from sim.los.features import depressions_of, field_of
from sim.machine.opening import initial_state
from sim.map.board import OPEN, board_of
from sim.state import State, but

__all__ = ["rows"]

AIM: Final = 0.5
_REACH: Final = 26
"""How far from a centre dot its terrain is painted, in pixels."""


def painted(spec: BoardSpec) -> BoardSpec:
    """A board with a picture of its terrain and levels."""
    board = board_of(spec, "board")
    hexes = lattice(board.width, board.height, 1800, 645)
    art, numbers = [], np.zeros((2, len(hexes.hexes)), np.uint16)
    for number, place in enumerate(hexes.hexes):
        record = board.hexes[place]
        key = "" if record.kinds == OPEN else str(record.kinds[0])
        for row, each in enumerate(("", key)):
            numbers[row, number] = len(art)
            art.append(Art(place, place, each, record.level))
    xs, ys = np.mgrid[0:1800, 0:645]
    centres = hexes.centres[hexes.hex_of]
    near = (xs - centres[..., 0]) ** 2 + (ys - centres[..., 1]) ** 2 < _REACH**2
    raster = np.where(near, numbers[1][hexes.hex_of], numbers[0][hexes.hex_of])
    picture = Depiction(1800, 645, tuple(art), array("H", raster.astype(np.uint16).tobytes()))
    return attrs.evolve(spec, depiction=encode_depiction(picture))


def _with_picture(state: State) -> State:
    """The same state on a board that has a picture."""
    scenario = state.setting.scenario
    boards = tuple(painted(board) for board in scenario.boards)
    other = initial_state(attrs.evolve(scenario, boards=boards))
    return but(other, smoke=state.smoke, ffes=state.ffes)


def rows(*, quick: bool) -> Iterator[Row]:
    """Measure every bundled board, and the import of one."""
    rounds = 3 if quick else 9
    for board in bundled_boards():
        if board != "arid-village":
            yield from _measured(board, rounds, 500 if quick else 2000)
    yield from _imports(rounds)


def _measured(board: str, rounds: int, count: int) -> Iterator[Row]:
    whole = strewn(board)
    drawn = _with_picture(whole)
    pairs = pairs_within(whole, RANGE)
    low = depressions_of(whole.setting)
    chosen = random.Random(1).sample(pairs, count + rounds * count // 4)  # noqa: S311 - a sample
    ends = [tuple(Location(name, -(name in low)) for name in pair) for pair in chosen]
    some, quarter = ends[:count], count // 4
    new = iter([ends[at : at + quarter] for at in range(count, len(ends), quarter)])
    fields = {"hexes": field_of(whole), "art": field_of(drawn)}
    book = _filled(drawn, pairs)
    kept = book.in_bytes()
    found = turns(
        rounds,
        steps=yardstick,
        hexes=lambda: [trace(fields["hexes"], one, two) for one, two in some],
        art=lambda: [trace(fields["art"], one, two) for one, two in some],
        first=lambda: [trace(fields["art"], one, two) for one, two in next(new)],
        grid=lambda: LosGrid(whole.setting, pairs).trace(whole),
        bulk_first=lambda: LosGrid(drawn.setting, pairs).trace(drawn),
        bulk_kept=lambda: LosGrid(drawn.setting, pairs, _taken(drawn, kept)).trace(drawn),
    )
    single, loop = "by whole hexes, one at a time", "1,000,000 steps of a plain loop"
    for what, side, number, aim in (
        ("one at a time, repeated", "art", count, AIM),
        ("one at a time, the first time", "first", count // 4, None),
        ("all in bulk, the first time", "bulk_first", len(pairs), None),
        ("all in bulk, art kept", "bulk_kept", len(pairs), None),
    ):
        rate = per_second(number, found.median(side), "LOS")
        ratios = found.ratios(side, "hexes", number / count)
        yield Row(f"{board}, by art, {what}", rate, ratios, single, aim)
    rate = per_second(len(pairs), found.median("grid"), "LOS")
    ratios = found.ratios("grid", "hexes", len(pairs) / count)
    yield Row(f"{board}, by hexes, all in bulk with geometry", rate, ratios, single)
    rate = per_second(len(pairs), found.median("bulk_kept"), "LOS")
    ratios = found.ratios("bulk_kept", "steps", 1e6 * len(pairs) / YARDSTICK)
    yield Row(f"{board}, by art, all in bulk, art kept", rate, ratios, loop)


def _filled(state: State, pairs: list[tuple[str, str]]) -> LineBook:
    """What the lines of all pairs touch, noted."""
    book = book_of(state.setting)
    if book is None:
        raise AssertionError("the board is painted")
    LosGrid(state.setting, pairs, book)
    return book


def _taken(state: State, kept: bytes) -> LineBook:
    """The lines that a file held."""
    book = book_of(state.setting)
    if book is None:
        raise AssertionError("the board is painted")
    book.take(kept)
    return book


def _imports(rounds: int) -> Iterator[Row]:
    """A board of VASL, which is painted here, read and judged; and one plain loop beside it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "bdX"
        path.write_bytes(_archive())
        found = turns(rounds, steps=yardstick, board=lambda: import_board(str(path)))
    rate = f"{found.median('board'):.2f} s"
    ratios = found.ratios("board", "steps", 1e6 / YARDSTICK)
    yield Row("import of a geomorphic board", rate, ratios, "1,000,000 steps of a plain loop")


def _archive() -> bytes:
    """A geomorphic board with woods, hills and walls, as VASL's archives have them."""
    width, height = 33, 10
    hexes = lattice(width, height, 1800, 645)
    chance = random.Random(3)  # noqa: S311 - which hexes the benchmark draws
    kinds = np.array([chance.choice((0, 0, 0, 60, 24, 25)) for _ in hexes.hexes], np.uint8)
    levels = np.array([chance.choice((0, 0, 0, 1, 2)) for _ in hexes.hexes], np.int8)
    xs, ys = np.mgrid[0:1800, 0:645]
    centres = hexes.centres[hexes.hex_of]
    near = (xs - centres[..., 0]) ** 2 + (ys - centres[..., 1]) ** 2 < _REACH**2
    terrain = np.where(near, kinds[hexes.hex_of], 0).astype(np.uint8)
    elevation = np.where(near, levels[hexes.hex_of], 0).astype(np.int8)
    grid = Grid(width, height, elevation, terrain, (False,) * len(hexes.hexes))
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("LOSData", losdata(grid))
    return raw.getvalue()
