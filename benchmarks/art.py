"""LOS by the art of a picture against LOS by whole hexes, in interleaved rounds.

The bundled boards have no pictures; one is painted for each, with every hex in its own terrain, a
little smaller than the hex, so that lines meet art, its edges, and what lies between.
"""

import random
import time
from array import array
from collections.abc import Iterator
from typing import Final

import attrs
import numpy as np

from benchmarks.sight import RANGE, pairs_within, strewn
from benchmarks.table import Row, per_second, turns
from events.scenario import BoardSpec
from replays.scenarios.bundled import bundled_boards
from replays.vasl.boards.geometry import lattice
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
    """Measure every bundled board."""
    for board in bundled_boards():
        if board != "arid-village":
            yield from _measured(board, 3 if quick else 9, 500 if quick else 2000)


def _measured(board: str, rounds: int, count: int) -> Iterator[Row]:
    whole = strewn(board)
    drawn = _with_picture(whole)
    pairs = pairs_within(whole, RANGE)
    start = time.process_time()
    grid = LosGrid(drawn.setting, pairs)
    geometry = time.process_time() - start
    low = depressions_of(whole.setting)
    some = random.Random(1).sample(pairs, count)  # noqa: S311 - a sample of pairs
    ends = [tuple(Location(name, -(name in low)) for name in pair) for pair in some]
    fields = {"hexes": field_of(whole), "art": field_of(drawn)}
    found = turns(
        rounds,
        hexes=lambda: [trace(fields["hexes"], one, two) for one, two in ends],
        art=lambda: [trace(fields["art"], one, two) for one, two in ends],
        bulk=lambda: grid.trace(drawn),
    )
    rate = per_second(count, found.median("art"), "LOS")
    ratios = found.ratios("art", "hexes", 1.0)
    yield Row(f"{board}, by art, one at a time", rate, ratios, "by whole hexes", AIM)
    rate = per_second(len(pairs), found.median("bulk"), "LOS")
    times = found.ratios("bulk", "hexes", len(pairs) / count)
    yield Row(f"{board}, {len(pairs)} by art in bulk", rate, times, "by whole hexes, one at a time")
    yield Row(f"{board}, art of all pairs, once", f"{geometry:.2f} s")
