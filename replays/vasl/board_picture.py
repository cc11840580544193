"""Pictures of VASL boards: decoded within bounds, and read by VASL's own names of colours.

Needs an image library (Pillow, the extra ``vasl``).
"""

import io
import warnings
from array import array
from collections.abc import Mapping
from typing import Final

import attrs
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from events.errors import BadInput
from events.terms import HexsideKind
from replays.game.file import demand
from replays.vasl.board_archive import LOSDATA, MOST_PIXELS, Array, Colour, Grid, Metadata
from replays.vasl.board_grid import HexRaster
from replays.vasl.board_terrain import BoardReading
from replays.vasl.terrain_code import Meaning, meaning
from sim.los.depiction import BAR_ART, BARE, MOST_ART, Art, Depiction
from sim.map.hexes import HEXSIDES, Hex, neighbour, turned
from sim.map.terrain_kind import TerrainKind

_BUILDING: Final = "building"
_BRIDGE: Final = "bridge"
_ROAD: Final = "road"
_NO_TERRAIN: Final = (BARE, _ROAD, _BRIDGE)
"""The keys of art that is no terrain wherever its hex has none."""

_PLAIN: Final = frozenset({TerrainKind.OPEN_GROUND, TerrainKind.WATER, TerrainKind.SHELLHOLES})
_REACH: Final = 14
"""Hexside art lies no farther from its hexside, in pixels."""


def _key_of(meaning: Meaning) -> str:
    """The key of the art that a terrain code shows."""
    if meaning.hexside is not None:
        return str(meaning.hexside)
    if meaning.material is not None:
        return BAR_ART if meaning.name.startswith("Rowhouse") else _BUILDING
    if meaning.bridge:
        return _BRIDGE
    if meaning.road is not None:
        return _ROAD
    return BARE if meaning.kind in _PLAIN or meaning.kind is None else str(meaning.kind)


def depict(board: BoardReading) -> Depiction:
    """The depiction of a board."""
    raster = board.raster
    keys = sorted({_key_of(each) for each in raster.meanings.values()} | {BARE})
    number = {key: n for n, key in enumerate(keys)}
    key_of_code = np.zeros(256, np.int64)
    for code, each in raster.meanings.items():
        key_of_code[code] = number[_key_of(each)]
    key_grid = key_of_code[raster.grid.terrain]
    of_sides = [number[str(kind)] for kind in HexsideKind if str(kind) in number]
    on_sides = np.isin(key_grid, of_sides)
    side_grid = _sides_of(board, on_sides, key_grid, number)
    # hexside art with no hexside near it that has anything is bare ground
    lost = on_sides & (side_grid == 0)
    key_grid[lost] = number[BARE]
    height = raster.grid.elevation.astype(np.int64)

    hexes = raster.lattice.points_of()
    codes = ((hexes * len(keys) + key_grid) * 64 + height + 30) * 16 + side_grid
    there = np.zeros(int(codes.max()) + 1, bool)
    there[codes.ravel()] = True
    values, numbers = np.flatnonzero(there), np.zeros(len(there), np.int64)
    numbers[values] = np.arange(len(values))
    where = numbers[codes]
    if len(values) > MOST_ART:
        most = f"at most {MOST_ART} are expected of a board"
        raise BadInput(f"its picture shows {len(values)} things in its hexes; {most}", LOSDATA)
    art = tuple(_no_sliver(board, _art(board, keys, int(value))) for value in values)
    for one, count in zip(art, np.bincount(where.ravel()).tolist(), strict=True):
        owned = one.key in _NO_TERRAIN or one.side
        if not owned and not _has(board, one.of, one.key):
            what = f"art of {one.key} in a hex that is none, nor any beside it; kept as art alone"
            board.report.guess(what, raster.name(one.hex), pixels=count)
    if lost.any():
        what = "hexside art far from any hexside that has some; taken as bare ground"
        x, y = (int(each[0]) for each in np.nonzero(lost))
        board.report.guess(what, pixels=int(lost.sum()), pixel=(x, y))
    points = array("H", where.astype(np.uint16).tobytes())
    return Depiction(*raster.lattice.size, art, points)


def _art(board: BoardReading, keys: list[str], value: int) -> Art:
    value, side = divmod(value, 16)
    value, height = divmod(value, 64)
    hexes, key = divmod(value, len(keys))
    place = board.raster.lattice.hexes[hexes]
    of, side = _near(place)[side - 1] if side else (_owner(board, place, keys[key]), 0)
    if of not in board.raster.lattice.number:  # its other hex is, as something stands on it
        of, side = neighbour(of, side), turned(side, 3)
    return Art(place, of, keys[key], height - 30, side)


def _near(place: Hex) -> list[tuple[Hex, int]]:
    """The hexsides of a hex, then those that end at its vertices."""
    beyond = [(neighbour(place, side), turned(side, 2)) for side in HEXSIDES]
    return [*((place, side) for side in HEXSIDES), *beyond]


def _no_sliver(board: BoardReading, art: Art) -> Art:
    """Art that sticks out beside an overlay which covers its hex is Open Ground (A2.74)."""
    around = {neighbour(art.hex, side) for side in HEXSIDES}
    owned = art.key in _NO_TERRAIN or art.side or _has(board, art.of, art.key)
    if owned or art.hex in board.overlays or around.isdisjoint(board.overlays):
        return art
    return attrs.evolve(art, key=BARE)


def _has(board: BoardReading, place: Hex, key: str) -> bool:
    ground = board.ground(place)
    if key in (_BUILDING, BAR_ART):
        return ground.building is not None
    return key in map(str, ground.kinds)


def _owner(board: BoardReading, place: Hex, key: str) -> Hex:
    """Whose terrain some art shows: that of its hex, or of a hex beside it that has it."""
    around = (board.raster.across(place, side) for side in HEXSIDES)
    near = (each for each in (place, *around) if each is not None)
    return next((each for each in near if _has(board, each, key)), place)


def _sides_of(
    board: BoardReading, on_sides: Array, key_grid: Array, number: dict[str, int]
) -> Array:
    """Of each pixel of hexside art, the hexside that it shows, numbered as near its hex; else 0."""
    raster = board.raster
    result = np.zeros(key_grid.shape, np.int64)
    xs, ys = np.nonzero(on_sides)
    if not len(xs):
        return result
    hexes = raster.lattice.points_of()[xs, ys]
    best, nearest = np.full(len(xs), _REACH * raster.scale), np.zeros(len(xs), np.int64)
    for n in np.unique(hexes).tolist():
        place = raster.lattice.hexes[n]
        here = np.flatnonzero(hexes == n)
        for which, (beside, side) in enumerate(_near(place), 1):
            kind = board.standing.get((beside, side)) or board.standing.get(
                (neighbour(beside, side), turned(side, 3))
            )
            if kind is None:
                continue
            mine = here[key_grid[xs[here], ys[here]] == number.get(kind, -1)]
            away = _from_line(raster, beside, side, xs[mine], ys[mine])
            nearer = away < best[mine]
            best[mine[nearer]], nearest[mine[nearer]] = away[nearer], which
    result[xs, ys] = nearest
    return result


def _from_line(raster: HexRaster, place: Hex, side: int, xs: Array, ys: Array) -> Array:
    (x1, y1), (x2, y2) = raster.ends(place, side)
    dx, dy = x2 - x1, y2 - y1
    along = (((xs - x1) * dx + (ys - y1) * dy) / (dx * dx + dy * dy)).clip(0, 1)
    result: Array = np.hypot(xs - x1 - along * dx, ys - y1 - along * dy)
    return result


_CLIFF: Final = 10
_HIGHEST: Final = 99
_UNKNOWN: Final = -100
_FORE, _AFT, _ALL = slice(1, None), slice(None, -1), slice(None)
_BESIDE: Final = (
    ((_FORE, _ALL), (_AFT, _ALL)),
    ((_AFT, _ALL), (_FORE, _ALL)),
    ((_ALL, _FORE), (_ALL, _AFT)),
    ((_ALL, _AFT), (_ALL, _FORE)),
)
"""Each pixel and the one on its left, right, above and below."""
_RINGS: Final = 5
"""How far VASL looks for a pixel whose terrain it knows."""


def decode(raw: bytes, name: str) -> Array:
    """A picture as red, green, blue and whether it is opaque, by column and row."""
    demand("PIL", "reading the pictures of a board")
    from PIL import Image  # noqa: PLC0415 - only where a picture is read

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with Image.open(io.BytesIO(raw), formats=("GIF", "PNG", "JPEG", "BMP")) as image:
                across, down = image.size
                if across * down > MOST_PIXELS:
                    raise BadInput(f"it has {across} by {down} pixels, which are too many", name)
                pixels = np.asarray(image.convert("RGBA"))
    except BadInput:
        raise
    except Exception:  # noqa: BLE001 - whatever its decoder stumbles over
        raise BadInput("this picture cannot be read; it is damaged, or no GIF", name) from None
    result: Array = np.ascontiguousarray(pixels.transpose(1, 0, 2))
    return result


def packed(picture: Array) -> Array:
    """The colours of a picture, each as one number."""
    parts = picture.astype(np.uint32)
    result: Array = (parts[..., 0] << 16) | (parts[..., 1] << 8) | parts[..., 2]
    return result


@attrs.frozen(eq=False)
class Palette:
    """What the colours of pictures mean: each by its number, the numbers by name.

    ``codes`` are the terrain codes by name, ``inherent`` those that VASL calls Inherent.
    """

    colours: dict[int, Colour]
    numbers: dict[str, int]
    codes: Mapping[str, int]
    inherent: frozenset[int]

    @classmethod
    def of(cls, shared: Metadata, own: Metadata) -> "Palette":
        """The colours of all boards, the first of each number; those of one replace them."""
        colours: dict[int, Colour] = {}
        for each in shared.colours:
            colours.setdefault(each.number, each)
        colours |= {each.number: each for each in own.colours}
        numbers = {each.name: each.number for each in (*shared.colours, *own.colours)}
        inherent = frozenset(shared.codes[name] for name in shared.inherent if name in shared.codes)
        return cls(colours, numbers, shared.codes, inherent)

    def meaning(self, number: int) -> tuple[int, int | None]:
        """The terrain code and the elevation of a colour; -1 and None where VASL does not say."""
        found = self.colours.get(number)
        if found is None:
            return -1, None
        return self.codes.get(found.terrain or "", -1), found.elevation


def convert(picture: Array, colours: Palette, *, hills: bool) -> tuple[Grid, dict[int, int]]:
    """Terrain and elevation of each pixel, as VASL's own converter finds them.

    Colours without a name are told, with how many pixels each has.

    A pixel of which VASL does not know the terrain takes the nearest that is known and not
    Inherent, within five pixels; else it is Open Ground. Elevations count on boards with hills; a
    Depression is a level lower than its colour says, on all boards.
    """
    whole = packed(picture)
    values, where, counts = np.unique(whole, return_inverse=True, return_counts=True)
    where = where.reshape(whole.shape)
    known = [colours.meaning(number) for number in values.tolist()]
    times = zip(values.tolist(), counts.tolist(), strict=True)
    strange = {number: count for number, count in times if number not in colours.colours}
    terrain = np.array([code for code, _ in known], np.int16)[where]
    skip = np.array([code in colours.inherent for code in range(256)])
    _spread(terrain, -1, (terrain >= 0) & ~skip[terrain.clip(0)])
    terrain[terrain < 0] = 0
    elevation = np.zeros(whole.shape, np.int8)
    if hills:
        high = np.array([_UNKNOWN if h is None else h for _, h in known], np.int16)[where]
        cliffs = terrain == colours.codes.get("Cliff", -1)
        elevation = _heights(high, cliffs).astype(np.int8)
    deep = [code for code in np.unique(terrain).tolist() if meaning(code).depression]
    elevation[np.isin(terrain, deep)] -= 1
    return Grid(0, 0, elevation, terrain.astype(np.uint8)), strange


def _heights(high: Array, cliffs: Array) -> Array:
    """Elevation of every pixel: of the nearest that has one; a cliff lies on the lower ground."""
    low = _lowest(np.where(high == _UNKNOWN, _HIGHEST, high))
    _spread(high, _UNKNOWN, high > _UNKNOWN)
    while (lost := high == _UNKNOWN).any() and not lost.all():
        for one, two in _BESIDE:  # what is known runs on into what is not, from all sides
            here = lost[one] & ~lost[two]
            high[one][here] = high[two][here]
    result: Array = np.where(cliffs & (low < _HIGHEST), low, high)
    return np.where(result == _UNKNOWN, 0, result)


def _lowest(grid: Array) -> Array:
    """The lowest of the pixels around each, as far as the art of a cliff reaches."""
    for axis in (0, 1):
        beyond = [(0, 0), (0, 0)]
        beyond[axis] = (_CLIFF, _CLIFF)
        wide = np.pad(grid, beyond, constant_values=_HIGHEST)
        grid = sliding_window_view(wide, 2 * _CLIFF + 1, axis).min(-1)
    return grid


def _spread(grid: Array, unknown: int, usable: Array) -> None:
    """Give each unknown pixel what the nearest usable one has, ring by ring, as VASL looks."""
    source, across, down = grid.copy(), *grid.shape
    xs, ys = np.nonzero(grid == unknown)
    for reach in range(1, _RINGS + 1):
        for dx in range(-reach, reach + 1):
            for dy in range(-reach, reach + 1):
                if not (reach - 1) ** 2 < dx * dx + dy * dy <= reach**2:
                    continue
                if not len(xs):
                    return
                x, y = xs + dx, ys + dy
                good = (x >= 0) & (x < across) & (y >= 0) & (y < down)
                good[good] = usable[x[good], y[good]]
                grid[xs[good], ys[good]] = source[x[good], y[good]]
                xs, ys = xs[~good], ys[~good]
