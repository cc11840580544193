"""Overlays of VASL: found by name, turned as two hexes say, and laid on the grids of a board.

An overlay's archive has a picture of each piece in each way that it can be turned, and the hex of
each picture that is laid on the first hex of a placement. Terrain is read by the colours, as that
of boards is; those of the desert's pieces that VASL's list leaves out are named here.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import attrs
import numpy as np

from events.errors import BadInput
from replays.game.file import exists
from replays.game.overlay_file import HIGH, WIDE, corner_of, way_of
from replays.vasl.board_archive import (
    MOST_IMAGE,
    MOST_OLDER,
    Array,
    BoardArchive,
    Colour,
    Grid,
    Metadata,
    open_archive,
    take_older,
)
from replays.vasl.board_grid import BoardFrame
from replays.vasl.board_line import LaidOverlay
from replays.vasl.board_picture import Palette, convert, decode
from replays.vasl.board_report import ImportNote, ImportReport, Sureness
from replays.vasl.board_ssr import BoardChange
from replays.vasl.terrain_code import meaning
from sim.map.board import FIRST, hex_called
from sim.map.hexes import Hex

STEP: Final = (225, 129)
"""So many pixels are whole hexrows and hexes."""
_OPTION: Final = "--overlay"
_PLACED: Final = re.compile(r"([A-Z_]*[0-9]+) ON ([A-Z]+[0-9]+)(?:-([A-Z]+[0-9]+))?")
_NO_NAME: Final = re.compile(r"[^A-Za-z0-9_]")
_WAYS: Final = "abcdef"
_MOST: Final = 40


@attrs.frozen
class Placing(LaidOverlay):
    """Where an overlay is to lie: the second hex is beside the first, on the board or beyond it."""

    @classmethod
    def of(cls, text: str) -> "Placing":
        """A placement as scenario cards say it, such as ``H1 on H6-G7``."""
        found = _PLACED.fullmatch(" ".join(text.upper().split()))
        if found is None:
            what = f"{text[:40]!r} places no overlay; such as 'H1 on H6-G7' is expected"
            raise BadInput(what, _OPTION)
        return cls(found[1].lower(), found[2], found[3] or found[2])

    def __str__(self) -> str:
        where = self.hex1 if self.hex1 == self.hex2 else f"{self.hex1}-{self.hex2}"
        return f"{self.name.upper()} on {where.upper()}" if where else self.name.upper()

    @property
    def letters(self) -> str:
        """What of its name is no number."""
        return self.name.upper().rstrip("0123456789")

    @property
    def green(self) -> bool:
        """Whether it has the colour of no desert."""
        return self.letters not in _TAN

    @property
    def archive(self) -> str:
        """The name of the archive that has it."""
        return _NO_NAME.sub("?", f"ovr{self.letters or self.name}")

    def image(self, way: str) -> str:
        """The name of its picture, turned one way."""
        return f"ovr{self.name.lower()}{way}.gif"

    def hexes(self, first: Hex) -> tuple[Hex, Hex]:
        """The two hexes, of a board whose upper left hex lies so far beyond A1."""
        one, two = (hex_called(name.upper(), first) for name in (self.hex1, self.hex2))
        if one is None or two is None:
            raise self.refuse("two hexes of the board are expected")
        return one, two

    def refuse(self, what: str) -> BadInput:
        """Why it cannot be laid."""
        return BadInput(f"{str(self)[:60]}: {what}", _OPTION)


# Colours ----------------------------------------------------------------------------------------

_COLOURS: Final[Mapping[str, Mapping[int, str]]] = {
    "D": {0xFCDF59: "Dier", 0xCA9800: "Dier Lip"},
    "E": dict.fromkeys((0x7B5C1B, 0x553B0D, 0x614915), "Hammada"),
    "H": {
        **dict.fromkeys((0xB48410, 0x916B1B), "Hillock"),
        0x72532A: "Hillock Summit",
        0x7B5C1B: "Hammada",
        **dict.fromkeys((0xFCDF58, 0xCA9800), "Open Ground"),
    },
    "S": dict.fromkeys((0xFCDF59, 0xFCE88B), "Sand"),
    "SD": {0xFCE88B: "Sand Dune", 0x784F30: "Dune, Crest Low"},
    "W": dict.fromkeys((0xCA9800, 0xA47800), "Wadi"),
}
"""What colours of the desert's overlays show, by the letters of the overlay and VASL's own names.

Most stand in no list of VASL, and one colour can show another thing on another overlay.
"""
_FADING: Final = ("W",)
"""The overlays whose Depressions fade into the ground: they end where half of the pixels do."""
_FADES: Final = 2
_FLAT: Final = tuple(letters for letters in _COLOURS if letters != "E")
"""The overlays whose colours tell no levels."""
_TAN: Final = (*_COLOURS,)
"""The letters of overlays that are the colour of the desert; all others are green."""


def _own(archive: BoardArchive, letters: str, shared: Metadata) -> Metadata:
    """What an overlay has of its own: colours, and pictures that special rules paste."""
    own = Metadata()
    take_older(archive, own, shared)
    for number, terrain in _COLOURS.get(letters, {}).items():
        rgb = number >> 16, number >> 8 & 255, number & 255
        own.colours.append(Colour(f"{letters} {number:06x}", rgb, terrain, 0))
    return own


def _end_fading(grid: Grid, seen: Array, deep: Array) -> None:
    """Let the Depressions of an overlay end where fewer than half of the pixels show them."""
    many = 2 * _around(deep) > _around(seen)
    code = int(grid.terrain[deep].max(initial=0))
    grid.terrain[deep & ~many], grid.terrain[many & seen] = 0, code
    grid.elevation[deep] += 1
    grid.elevation[many & seen] -= 1


def _around(which: Array) -> Array:
    """How many of the pixels around each are so."""
    size = 2 * _FADES + 1
    sums = np.pad(np.pad(which.astype(np.int32), _FADES).cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    result: Array = (
        sums[size:, size:] - sums[:-size, size:] - sums[size:, :-size] + sums[:-size, :-size]
    )
    return result


# Pieces -----------------------------------------------------------------------------------------


@attrs.frozen(eq=False)
class TurnedOverlay:
    """An overlay turned one way: its picture, what it shows, and where it is no hole."""

    picture: Array
    grid: Grid
    seen: Array
    way: str
    origin: Hex


@attrs.frozen(eq=False)
class OverlayBox:
    """The overlays of VASL that can be reached: their folders, and what all boards share.

    The rules are special ones, which change an overlay as far as it or VASL has anything for them;
    those that did are the used ones.
    """

    folders: Sequence[Path]
    shared: Metadata
    rules: Sequence[str] = ()
    used: set[str] = attrs.field(factory=set)

    def piece(self, placing: Placing, one: Hex, two: Hex, report: ImportReport) -> TurnedOverlay:
        """A piece turned as two hexes say; the report has what of it was not understood."""
        paths = [folder / placing.archive for folder in self.folders]
        path = next((path for path in paths if exists(path)), None)
        if path is None:
            where = " or ".join(dict.fromkeys(map(str, self.folders)))
            what = f"there is no {placing.archive} in {where}; --overlays names its folder"
            raise placing.refuse(what)
        try:
            with open_archive(str(path)) as archive:
                way = way_of(one, two, origins_of(archive, placing))
                return self.read(archive, placing, way, report)
        except BadInput as error:
            raise (error if error.where == _OPTION else placing.refuse(error.what)) from None

    def read(
        self, archive: BoardArchive, placing: Placing, way: str, report: ImportReport
    ) -> TurnedOverlay:
        """A piece of an archive turned one way."""
        image = placing.image(way)
        picture = decode(archive.read(image, MOST_IMAGE), image)
        picture[picture[..., 3] == 0, :3] = 0
        own = _own(archive, placing.letters, self.shared)
        found = convert(picture, Palette.of(self.shared, own), hills=placing.letters not in _FLAT)
        grid = Grid(0, 0, found.elevation, found.terrain, ())
        change = BoardChange(archive, self.shared, own, grid, picture)
        known = [rule for rule in self.rules if rule in change.known]
        change.apply(known)
        self.used.update(known)
        what = f"overlay {placing.name.upper()}"
        for said in change.unclear:
            report.miss(f"{what}, {said}")
        for rule in self.rules:
            if rule not in known:
                report.miss(f"{what} has nothing for {rule}; its terrain stays")
        if strange := {number for number in found.strange if number}:
            pixels = sum(found.strange[number] for number in strange)
            beside = "colours without a name; each pixel was taken as what is beside it"
            report.miss(f"{what} has {len(strange)} {beside}", pixels=pixels)
        seen: Array = picture[..., 3] > 0
        if placing.letters in _FADING:
            names = {code: name for name, code in self.shared.codes.items()}
            _end_fading(grid, seen, _deep(grid.terrain, names) & seen)
        return TurnedOverlay(picture, grid, seen, way, origins_of(archive, placing)[way])


def _deep(terrain: Array, names: Mapping[int, str]) -> Array:
    """Where a grid has Depressions."""
    codes = np.unique(terrain).tolist()
    return np.isin(terrain, [code for code in codes if meaning(code, names).depression])


def origins_of(archive: BoardArchive, placing: Placing) -> dict[str, Hex]:
    """The ways that an overlay can be turned, each with the hex that is laid on the first."""
    name, listed = placing.name.lower(), []
    data = archive.read("data", MOST_OLDER).decode("latin-1")
    for line in data.splitlines():
        word, _, rest = line.strip().partition(" ")
        if ";" not in rest:
            continue
        listed.append(word)
        if word.lower() != name:
            continue
        hexes = {
            way: hex_called(text.strip().upper(), FIRST)
            for way, text in zip(_WAYS, rest.split(";"), strict=False)
        }
        return {
            way: place
            for way, place in hexes.items()
            if place is not None and archive.has(placing.image(way))
        }
    known = ", ".join(listed[:20]).upper() or "none"
    raise placing.refuse(f"{placing.archive} has no such overlay; it has {known}")


# On a board -------------------------------------------------------------------------------------


def lay_overlays(
    placings: Sequence[Placing],
    box: OverlayBox,
    grid: Grid,
    picture: Array | None,
    whole: BoardFrame,
    report: ImportReport,
) -> Array:
    """Lay overlays on a board, one after the other; the number of the topmost of each pixel.

    The grids and the picture are changed in place. What an overlay shows rises from the ground that
    it is laid on.
    """
    if len(placings) > _MOST:
        raise BadInput(f"{len(placings)} overlays are too many; at most {_MOST}", _OPTION)
    names = {code: name for name, code in box.shared.codes.items()}
    laid = np.zeros(grid.terrain.shape, np.uint8)
    pitch = whole.across / (whole.width - 1), whole.down / whole.height
    for number, placing in enumerate(placings, 1):
        if str(placing) in map(str, placings[: number - 1]):
            raise placing.refuse("it is placed twice")
        one, two = placing.hexes(whole.first)
        piece = box.piece(placing, one, two, report)
        try:
            left, top = corner_of(one, piece.origin, pitch)
        except BadInput as error:
            raise placing.refuse(error.what) from None
        corner = whole.left + left, whole.top + top
        part, own = _overlap(corner, piece.seen.shape, laid.shape)
        seen = piece.seen[own]
        if not seen.any():
            raise placing.refuse("it lies off the board")
        if _reaches_over(piece, corner, whole):
            report.guess(f"overlay {placing} reaches over an edge of its board; cut off there")
        ground = grid.elevation[part] + _deep(grid.terrain[part], names)
        grid.elevation[part][seen] = (ground + piece.grid.elevation[own])[seen]
        grid.terrain[part][seen] = piece.grid.terrain[own][seen]
        laid[part][seen] = number
        if picture is not None and picture.shape[:2] == laid.shape:
            picture[part][seen] = piece.picture[own][seen]
        turned = f", turned {piece.way}" if one != two else ""
        report.notes.append(
            ImportNote(Sureness.UNDERSTOOD, f"overlay {placing}{turned}", pixels=int(seen.sum()))
        )
    return laid


def _reaches_over(piece: TurnedOverlay, corner: tuple[int, int], whole: BoardFrame) -> bool:
    """Whether a hex of an overlay lies beyond an edge of the board, half-hexes not counted."""
    at = np.argwhere(piece.seen) + corner - (whole.left, whole.top)
    beyond = np.maximum(-at.min(0), at.max(0) - (whole.across, whole.down))
    return bool((beyond > (0.8 * WIDE, 0.65 * HIGH)).any())


def _overlap(
    corner: tuple[int, int], size: tuple[int, ...], board: tuple[int, ...]
) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """Where a picture lies on a board, and which part of it that is."""
    starts = [max(at, 0) for at in corner]
    ends = [min(at + long, most) for at, long, most in zip(corner, size, board, strict=True)]
    (x1, y1), (x2, y2) = starts, ends
    left, top = corner
    part = slice(x1, max(x2, x1)), slice(y1, max(y2, y1))
    return part, (slice(x1 - left, max(x2, x1) - left), slice(y1 - top, max(y2, y1) - top))
