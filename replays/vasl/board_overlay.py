"""Overlays of VASL: found by name, turned as two hexes say, and laid on the grids of a board.

An overlay's archive has a picture of each piece in each way that it can be turned, and the hex of
each picture that is laid on the first hex of a placement. Terrain is read by the colours, as that
of boards is; those of the desert's pieces that VASL's list leaves out are named here.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Final

import attrs
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from events.errors import BadInput
from replays.game.file import exists
from replays.game.overlay_file import HIGH, WIDE, corner_of, way_of
from replays.vasl import NAMES
from replays.vasl.board_archive import (
    MOST_IMAGE,
    MOST_OLDER,
    Array,
    BoardArchive,
    Colour,
    Grid,
    Metadata,
    level_of,
    open_archive,
    take_older,
)
from replays.vasl.board_grid import BoardFrame
from replays.vasl.board_line import LaidOverlay
from replays.vasl.board_picture import Palette, convert, decode, packed
from replays.vasl.board_report import ImportNote, ImportReport, Sureness
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
        """Whether it has not the colour of the desert."""
        return self.letters not in _COLOURS

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

_COLOURS: Final[Mapping[str, Mapping[str, list[int]]]] = NAMES["overlays"]
"""What colours of the desert's overlays show, by the letters of the overlay and VASL's names."""
_FADES: Final = 2
"""How far around a pixel it is counted where a Wadi ends, which fades into the ground."""


def _own(archive: BoardArchive, letters: str, shared: Metadata) -> Metadata:
    """What an overlay has of its own: colours, and pictures that special rules paste."""
    own = Metadata()
    take_older(archive, own, shared)
    for terrain, numbers in _COLOURS.get(letters, {}).items():
        own.colours += [Colour(f"{letters} {n:06x}", n, terrain, 0) for n in numbers]
    return own


def _end_fading(grid: Grid, seen: Array, deep: Array) -> None:
    """Let the Depressions of an overlay end where fewer than half of the pixels show them."""
    near = 2 * _FADES + 1
    deep_around, seen_around = (
        sliding_window_view(np.pad(which, _FADES), (near, near)).sum((-2, -1))
        for which in (deep, seen)
    )
    many = 2 * deep_around > seen_around
    code = int(grid.terrain[deep].max(initial=0))
    grid.terrain[deep & ~many], grid.terrain[many & seen] = 0, code
    grid.elevation[deep] += 1
    grid.elevation[many & seen] -= 1


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
            raise placing.refuse(f"there is no {placing.archive} in {where}")
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
        hills = placing.green or placing.letters == "E"  # else its colours tell no levels
        grid, colours = convert(picture, Palette.of(self.shared, own), hills=hills)
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
        if strange := {number: count for number, count in colours.items() if number}:
            pixels = sum(strange.values())
            beside = "colours without a name; each pixel was taken as what is beside it"
            report.miss(f"{what} has {len(strange)} {beside}", pixels=pixels)
        seen: Array = picture[..., 3] > 0
        if placing.letters == "W":
            names = {code: name for name, code in self.shared.codes.items()}
            _end_fading(grid, seen, _deep(grid.terrain, names) & seen)
        return TurnedOverlay(picture, grid, seen, way, origins_of(archive, placing)[way])


def _deep(terrain: Array, names: Mapping[int, str]) -> Array:
    """Where a grid has Depressions."""
    codes = np.unique(terrain).tolist()
    return np.isin(terrain, [code for code in codes if meaning(code, names).depression])


def origins_of(archive: BoardArchive, placing: Placing) -> dict[str, Hex]:
    """The ways that an overlay can be turned, each with the hex that is laid on the first."""
    lines = archive.read("data", MOST_OLDER).decode("latin-1").splitlines()
    words = (line.strip().partition(" ") for line in reversed(lines))
    listed = {word.lower(): rest.upper() for word, _, rest in words if ";" in rest}
    if placing.name.lower() not in listed:
        known = ", ".join([*reversed(listed)][:20]).upper() or "none"
        raise placing.refuse(f"{placing.archive} has no such overlay; it has {known}")
    pairs = zip(_WAYS, listed[placing.name.lower()].split(";"), strict=False)
    hexes = {way: hex_called(text.strip(), FIRST) for way, text in pairs}
    has = {way for way in hexes if archive.has(placing.image(way))}
    found = {way: place for way, place in hexes.items() if place is not None and way in has}
    if not found:
        raise placing.refuse(f"{placing.archive} has no picture of it, or none with a hex")
    return found


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
) -> tuple[tuple[slice, ...], tuple[slice, ...]]:
    """Where a picture lies on a board, and which part of it that is."""
    sides = zip(corner, size, board, strict=False)
    part = tuple(slice(max(at, 0), max(min(at + long, most), at, 0)) for at, long, most in sides)
    pairs = zip(part, corner, strict=True)
    return part, tuple(slice(each.start - at, each.stop - at) for each, at in pairs)


# Special rules ------------------------------------------------------------------------------------

_MOST_RULES: Final = 50

_MAPS: Final = ("terrainMap", "elevationMap", "terrainToElevationMap", "elevationToTerrainMap")
_PATTERNS: Final[dict[str, dict[str, str]]] = NAMES["patterns"]
"""What a pattern makes of terrain, by how the name of its picture begins."""
_BARE: Final = "Open Ground"
_NAMED: Final = {"Wall": "Wall", "Hedge": "Hedge", "Orch": "Orchard"}
"""The terrain that the name of a rule begins with, where it lists no colours."""


@attrs.define(slots=False)
class BoardChange:
    """The grids and, where there is one, the picture of a board, as special rules change them.

    ``said`` is what each rule did, ``unclear`` what could not be done, in sentences.
    """

    archive: BoardArchive
    shared: Metadata
    own: Metadata
    grid: Grid
    picture: Array | None
    said: list[str] = attrs.field(factory=list)
    unclear: list[str] = attrs.field(factory=list)

    @cached_property
    def _palette(self) -> Palette:
        return Palette.of(self.shared, self.own)

    @cached_property
    def known(self) -> list[str]:
        """The rules that there are, those of the board itself first."""
        local = {*self.own.pasted, *self.own.underlays, *self.own.swaps}
        common = {*self.shared.underlays, *self.shared.swaps, *self.shared.los}
        return [*sorted(local), *sorted(common - local)]

    def apply(self, rules: Sequence[str]) -> None:
        """Do what some special rules do; refuse one that is not known."""
        if len(rules) > _MOST_RULES:
            what = f"{len(rules)} special rules are too many; at most {_MOST_RULES}"
            raise BadInput(what, "--ssr")
        for rule in rules:
            if rule not in self.known:
                some = f"some are {', '.join(self.known[:12])}"
                raise BadInput(
                    f"{rule[:40]!r} is not a special rule of this board; {some}", "--ssr"
                )
        for rule in rules:
            self._apply(rule)

    def _apply(self, rule: str) -> None:
        los = self.shared.los.get(rule)
        if los is not None and los[0] in _MAPS:
            self._map(rule, *los)
            self._paint(rule)
            return
        underlays = self.own.underlays.get(rule) or self.shared.underlays.get(rule, [])
        for image, colours in underlays:
            self._underlay(rule, image, colours)
        before = None if self.picture is None else self.picture.copy()
        if self._paint(rule) and before is not None:
            self._follow(rule, before)
        elif not underlays and (los is None or los[0] != "ignore"):
            self.unclear.append(f"{rule}: what it does to the ground is not known here")

    def _map(self, rule: str, kind: str, one: str, two: str) -> None:
        terrain, height = self.grid.terrain, self.grid.elevation
        old_is_level = kind.startswith("elevation")
        new_is_level = kind in ("elevationMap", "terrainToElevationMap")
        old = level_of(one) if old_is_level else self.shared.codes.get(one)
        new = level_of(two) if new_is_level else self.shared.codes.get(two)
        if old is None or new is None:
            self.unclear.append(f"{rule}: {one} to {two} names no terrain or level")
            return
        at = height == old if old_is_level else terrain == old
        (height if new_is_level else terrain)[at] = new
        if old_is_level != new_is_level:
            (height if old_is_level else terrain)[at] = 0
        self.said.append(f"{rule}: {one} to {two}, {int(at.sum())} pixels")

    def _underlay(self, rule: str, image: str, colours: Sequence[str]) -> None:
        """What a pattern shows: the pattern's own picture is VASL's, its meaning is known."""
        tables = [t for begins, t in _PATTERNS.items() if image.startswith(begins)]
        if not tables:
            self.unclear.append(f"{rule}: the pattern {image[:40]} is not known")
            return
        grid = self.grid.terrain
        before, changed = grid.copy(), np.zeros(grid.shape, bool)
        names = set[str]()
        for name, mine in self._under(rule, colours, before):
            new = self.shared.codes.get(tables[0].get(name) or tables[0].get("") or "")
            if new is not None and mine.any():
                names.add(name)
                grid[mine], changed = new, changed | mine
        what = " and ".join(sorted(names)) or "nothing"
        self.said.append(f"{rule}: {what} changed, {int(changed.sum())} pixels")

    def _under(self, rule: str, named: Sequence[str], grid: Array) -> Iterator[tuple[str, Array]]:
        """The terrain that a pattern lies under, each with its pixels.

        Terrain is all of its pixels, whatever their colours; bare ground is that of the colours
        that the rule names, such as those of one level.
        """
        known = {c.name: c for c in (*self.shared.colours, *self.own.colours)}
        colours = [known[name] for name in named if name in known]
        names = {c.terrain for c in colours if c.terrain not in (None, _BARE)}
        if not colours:
            names = {what for begins, what in _NAMED.items() if rule.startswith(begins)}
        for name in sorted(filter(None, names)):
            yield name, grid == self.shared.codes.get(name)
        bare = [c.number for c in colours if c.terrain == _BARE]
        picture = self.picture
        if bare and picture is not None and picture.shape[:2] == grid.shape:
            yield _BARE, np.isin(packed(picture), bare)

    def _paint(self, rule: str) -> bool:
        """Change the picture; whether there was anything to do."""
        pasted = self.own.pasted.get(rule) or self.shared.pasted.get(rule, [])
        swaps = self.own.swaps.get(rule) or self.shared.swaps.get(rule, [])
        if not pasted and not swaps:
            return False
        picture = self.picture
        if picture is None:
            raise BadInput(f"{rule} changes the picture of the board, which is missing", "--ssr")
        for image, x, y in pasted:
            self._paste(picture, image, x, y)
        for pair in swaps:
            numbers = [self._palette.numbers.get(name) for name in pair]
            if None in numbers:
                name = pair[numbers.index(None)]
                self.unclear.append(f"{rule}: no colour is called {name[:40]!r}")
                continue
            old, new = (number or 0 for number in numbers)
            picture[packed(picture) == old, :3] = (new >> 16, new >> 8 & 255, new & 255)
        return True

    def _paste(self, picture: Array, name: str, x: int, y: int) -> None:
        image = decode(self.archive.read(name, MOST_IMAGE), name)
        part, own = _overlap((x, y), image.shape, picture.shape)
        seen = image[own][..., 3] > 0
        picture[part][seen] = image[own][seen]

    def _follow(self, rule: str, before: Array) -> None:
        picture, grid = self.picture, self.grid
        assert picture is not None  # noqa: S101 - it was painted
        if picture.shape[:2] != grid.terrain.shape:
            raise BadInput("the picture and the grids of this board are of different sizes", rule)
        old, known = convert(before, self._palette, hills=self.own.hills)
        new, strange = convert(picture, self._palette, hills=self.own.hills)
        terrain, height = old.terrain != new.terrain, old.elevation != new.elevation
        grid.terrain[terrain] = new.terrain[terrain]
        grid.elevation[height] = new.elevation[height]
        self.said.append(f"{rule}: {int((terrain | height).sum())} pixels changed")
        brought = {colour: n for colour, n in strange.items() if n > known.get(colour, 0)}
        if brought:
            worst = max(brought, key=lambda each: brought[each])
            self.unclear.append(
                f"{rule}: {len(brought)} colours have no name, of {sum(brought.values())} pixels, "
                f"the most of them of #{worst:06x}; each pixel was taken as what is beside it"
            )
