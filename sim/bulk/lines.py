"""What is known of the lines over one picture: looked up if it is kept, else drawn; needs NumPy."""

import hashlib

import numpy as np

from sim.bulk.art import (
    KeptLines,
    in_bytes,
    lines_in,
    no_lines,
    pair_numbers,
    shown_in,
    touched_art,
    way_numbers,
)
from sim.bulk.grid import Array, GridMap
from sim.bulk.passing import DrawnPassed, pass_drawn_depressions
from sim.chapter_a.blocking import spans_depression
from sim.los.canvas import Canvas
from sim.los.drawn import picture_of
from sim.los.features import depressions_of
from sim.state.state import Setting


class LineBook:
    """The lines over the picture of a setting; each is drawn once, and noted if that is wished."""

    def __init__(
        self, setting: Setting, picture: Canvas, board: GridMap, kept: KeptLines | None = None
    ) -> None:
        self._of = setting, picture, board
        self.kept, self.drawn = kept, 0

    def touched(self, one: Array, two: Array) -> Array:
        """What the lines of some pairs touch; see `sim.bulk.art.touched_art`."""
        if self.kept is None:
            return touched_art(*self._of, one, two)
        count = np.int64(len(self._of[1].shown))
        codes = pair_numbers(self._of[2], one, two)
        found, missing = self.kept.touched(codes, int(count))
        at = np.flatnonzero(missing)
        if not len(at):
            return found
        new = touched_art(*self._of, one[at], two[at])
        self.drawn += len(at)
        self.kept = self.kept.with_touched(codes[at], new, int(count))
        return np.sort(np.concatenate([found, at[new // count] * count + new % count]))

    def passing(self, one: Array, two: Array) -> DrawnPassed:
        """How far some LOS pass IN the Depression of their first hex."""
        if self.kept is None:
            return pass_drawn_depressions(*self._of, one, two)
        board = self._of[2]
        far, flags = np.zeros(len(one), np.int16), np.zeros((2, len(one)), bool)
        low = np.flatnonzero(board.sunken[one] & (one != two))
        codes = way_numbers(board, one[low], two[low])
        far[low], *found, missing = self.kept.passing(codes)
        flags[:, low] = found
        at = low[missing]
        if len(at):
            new = pass_drawn_depressions(*self._of, one[at], two[at])
            self.drawn += len(at)
            self.kept = self.kept.with_passing(codes[missing], new.far, new.joined, new.crest)
            far[at], flags[:, at] = new.far, (new.joined, new.crest)
        return DrawnPassed(far, *flags)

    @property
    def hash(self) -> str:
        """The hash of all that its lines depend on: the picture, and the ground of the hexes."""
        setting, picture, board = self._of
        places = [setting.area.place(name) for name in board.index]
        low = depressions_of(setting)
        found = hashlib.sha256()
        for part in (
            (picture.across, picture.down, len(picture.raster)),
            picture.pitch,
            [(place.column, place.row) for place in places],
            shown_in(picture, board).tolist(),
            picture.levels,
            [int(spans_depression(low, each)) for each in picture.shown],
            *(each.tolist() for each in board.low_ground),
        ):
            found.update(repr(part).encode() + b"\n")
        raster = np.frombuffer(picture.raster, f"u{picture.raster.itemsize}")
        found.update(raster.astype(f"<u{raster.itemsize}", copy=False).tobytes())
        return found.hexdigest()

    def take(self, raw: bytes) -> None:
        """Take what some bytes hold for known."""
        self.kept = lines_in(raw, self.hash, self._of[2], len(self._of[1].shown))

    def in_bytes(self) -> bytes:
        """All that is noted, as bytes that `take` takes."""
        return in_bytes(self.kept or no_lines(), self.hash)


def book_of(setting: Setting) -> LineBook | None:
    """An empty book for the picture of a setting, in which lines are noted; None without one."""
    picture = picture_of(setting)
    return None if picture is None else LineBook(setting, picture, GridMap(setting), no_lines())
