"""Pictures of VASL boards: decoded within bounds, and read by VASL's own names of colours.

Needs an image library (Pillow, the extra ``vasl``).
"""

import io
import warnings
from array import array
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import attrs
import numpy as np

from events.errors import BadInput
from events.terms import HexsideKind
from replays.game.file import demand
from replays.vasl.board_archive import MOST_PIXELS, Array, Colour
from replays.vasl.board_grid import HexRaster
from replays.vasl.board_report import ImportNote, Sureness
from replays.vasl.board_terrain import Grounds, Sides
from replays.vasl.terrain_code import Meaning, meaning
from sim.los.depiction import BARE, MOST_ART, Art, Depiction
from sim.map.hexes import HEXSIDES, Hex, turned
from sim.map.terrain_kind import TerrainKind

BUILDING_KEY: Final = "building"
BRIDGE_KEY: Final = "bridge"
ROAD_KEY: Final = "road"

_PLAIN: Final = frozenset({TerrainKind.OPEN_GROUND, TerrainKind.WATER, TerrainKind.SHELLHOLES})
_REACH: Final = 14
"""Hexside art lies no farther from its hexside, in pixels."""


def key_of(meaning: Meaning) -> str:
    """The key of the art that a terrain code shows."""
    if meaning.hexside is not None:
        return str(meaning.hexside)
    if meaning.material is not None:
        return BUILDING_KEY
    if meaning.bridge:
        return BRIDGE_KEY
    if meaning.road is not None:
        return ROAD_KEY
    return BARE if meaning.kind in _PLAIN or meaning.kind is None else str(meaning.kind)


def depict(
    raster: HexRaster, grounds: Grounds, sides: Sides
) -> tuple[Depiction, Array, list[ImportNote]]:
    """The depiction of a board, the pixels of hexside art that show none, and what to say.

    Raises:
        BadInput: when it shows more than any board.
    """
    keys = sorted({key_of(each) for each in raster.meanings.values()} | {BARE})
    number = {key: n for n, key in enumerate(keys)}
    key_of_code = np.zeros(256, np.int64)
    for code, each in raster.meanings.items():
        key_of_code[code] = number[key_of(each)]
    key_grid = key_of_code[raster.grid.terrain]
    side_grid = _sides_of(raster, sides, key_grid, number)
    astray = [number[str(kind)] for kind in HexsideKind if str(kind) in number]
    # hexside art with no hexside near it that has anything is bare ground
    lost = np.isin(key_grid, astray) & (side_grid == 0)
    key_grid[lost] = number[BARE]
    height = raster.grid.elevation.astype(np.int64)

    hexes = raster.lattice.points_of()
    codes = ((hexes * len(keys) + key_grid) * 64 + height + 30) * 8 + side_grid
    there = np.zeros(int(codes.max()) + 1, bool)
    there[codes.ravel()] = True
    values, where = np.flatnonzero(there), (np.cumsum(there) - 1)[codes]
    if len(values) > MOST_ART:
        raise BadInput(
            f"its picture shows {len(values)} things in its hexes; at most {MOST_ART} are "
            "expected of a board",
            "LOSData",
        )
    art = tuple(_art(raster, grounds, keys, int(value)) for value in values)
    across, down = raster.lattice.size
    notes = list(_astray(raster, grounds, art, np.bincount(where.ravel())))
    if lost.any():
        what = "hexside art far from any hexside that has some; taken as bare ground"
        x, y = (int(each[0]) for each in np.nonzero(lost))
        notes.append(ImportNote(Sureness.GUESSED, what, (), int(lost.sum()), (x, y)))
    points = array("H", where.astype(np.uint16).tobytes())
    return Depiction(across, down, art, points), lost, notes


def _art(raster: HexRaster, grounds: Grounds, keys: list[str], value: int) -> Art:
    value, side = divmod(value, 8)
    value, height = divmod(value, 64)
    hexes, key = divmod(value, len(keys))
    place = raster.lattice.hexes[hexes]
    return Art(place, _owner(raster, grounds, place, keys[key]), keys[key], height - 30, side)


def _has(raster: HexRaster, grounds: Grounds, place: Hex, key: str) -> bool:
    ground = grounds[raster.number(place)]
    if key == BUILDING_KEY:
        return ground.building is not None
    return key in {str(kind) for kind in ground.kinds}


def _owner(raster: HexRaster, grounds: Grounds, place: Hex, key: str) -> Hex:
    """Whose terrain some art shows: that of its hex, or of a hex beside it that has it."""
    if _has(raster, grounds, place, key):
        return place
    for side in HEXSIDES:
        other = raster.across(place, side)
        if other is not None and _has(raster, grounds, other, key):
            return other
    return place


def _astray(
    raster: HexRaster, grounds: Grounds, art: tuple[Art, ...], counts: Array
) -> Iterator[ImportNote]:
    """Art of a terrain that neither its hex nor one beside it has."""
    for each, count in zip(art, counts.tolist(), strict=True):
        owned = each.key in (BARE, ROAD_KEY, BRIDGE_KEY) or each.side
        if not owned and not _has(raster, grounds, each.of, each.key):
            what = f"art of {each.key} in a hex that is none, nor any beside it; kept as art alone"
            yield ImportNote(Sureness.GUESSED, what, (raster.name(each.hex),), count)


def _sides_of(raster: HexRaster, sides: Sides, key_grid: Array, number: dict[str, int]) -> Array:
    """Of each pixel of hexside art, the hexside of its hex that it shows; else 0."""
    result = np.zeros(key_grid.shape, np.int64)
    codes = [number[str(kind)] for kind in HexsideKind if str(kind) in number]
    xs, ys = np.nonzero(np.isin(key_grid, codes))
    if not len(xs):
        return result
    hexes = raster.lattice.points_of()[xs, ys]
    best, nearest = np.full(len(xs), _REACH * raster.scale), np.zeros(len(xs), np.int64)
    for n in np.unique(hexes).tolist():
        place = raster.lattice.hexes[n]
        here = np.flatnonzero(hexes == n)
        for side in HEXSIDES:
            kind = _kind_at(raster, sides, place, side)
            if kind is None:
                continue
            mine = here[key_grid[xs[here], ys[here]] == number.get(kind, -1)]
            away = _from_line(raster, place, side, xs[mine], ys[mine])
            nearer = away < best[mine]
            best[mine[nearer]], nearest[mine[nearer]] = away[nearer], side
    result[xs, ys] = nearest
    return result


def _kind_at(raster: HexRaster, sides: Sides, place: Hex, side: int) -> str | None:
    found = sides.standing.get((place, side))
    other = raster.across(place, side)
    if found is None and other is not None:
        found = sides.standing.get((other, turned(side, 3)))
    return None if found is None else str(found)


def _from_line(raster: HexRaster, place: Hex, side: int, xs: Array, ys: Array) -> Array:
    """How far pixels are from a hexside."""
    (x1, y1), (x2, y2) = raster.ends(place, side)
    dx, dy = x2 - x1, y2 - y1
    along = (((xs - x1) * dx + (ys - y1) * dy) / (dx * dx + dy * dy)).clip(0, 1)
    result: Array = np.hypot(xs - x1 - along * dx, ys - y1 - along * dy)
    return result


_CLIFF: Final = 10
_HIGHEST: Final = 99
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
    """A picture as red, green, blue and whether it is opaque, by column and row.

    Raises:
        BadInput: when it is no picture, or too large; when there is no image library.
    """
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
    except Exception as error:  # noqa: BLE001 - whatever its decoder stumbles over
        raise BadInput(f"this picture cannot be read ({error})"[:160], name) from None
    result: Array = np.ascontiguousarray(pixels.transpose(1, 0, 2))
    return result


def packed(picture: Array) -> Array:
    """The colours of a picture, each as one number."""
    parts = picture.astype(np.uint32)
    result: Array = (parts[..., 0] << 16) | (parts[..., 1] << 8) | parts[..., 2]
    return result


@attrs.frozen(eq=False)
class Palette:
    """What the colours of pictures mean.

    Attributes:
        names: the colour of each name, as one number.
        called: the name of each colour.
        terrain: the terrain code of each colour; -1 where VASL does not say.
        elevation: the elevation of each colour; None where VASL does not say.
        inherent: the terrain codes that VASL calls Inherent.
        cliff: the terrain code of cliffs.
    """

    names: Mapping[str, int]
    called: Mapping[int, str]
    terrain: Mapping[int, int]
    elevation: Mapping[int, int | None]
    inherent: frozenset[int]
    cliff: int


def palette(
    shared: Sequence[Colour],
    own: Sequence[Colour],
    codes: Mapping[str, int],
    inherent: frozenset[int],
) -> Palette:
    """The colours of all boards, and those of one, which replace them."""
    names: dict[str, int] = {}
    called: dict[int, str] = {}
    terrain: dict[int, int] = {}
    elevation: dict[int, int | None] = {}
    for colours, replace in ((shared, False), (own, True)):
        for colour in colours:
            red, green, blue = colour.rgb
            number = red << 16 | green << 8 | blue
            names[colour.name] = number
            if replace or number not in called:
                called[number] = colour.name
                terrain[number] = -1 if colour.terrain is None else codes.get(colour.terrain, -1)
                elevation[number] = colour.elevation
    return Palette(names, called, terrain, elevation, inherent, codes.get("Cliff", -1))


@attrs.frozen(eq=False)
class Converted:
    """A picture read by its colours; those without a name with how many pixels each has."""

    terrain: Array
    elevation: Array
    strange: dict[int, int]


def convert(picture: Array, colours: Palette, *, hills: bool) -> Converted:
    """Terrain and elevation of each pixel, as VASL's own converter finds them.

    A pixel of which VASL does not know the terrain takes the nearest that is known and not
    Inherent, within five pixels; else it is Open Ground. Elevations count on boards with hills; a
    Depression is a level lower than its colour says, on all boards.
    """
    whole = packed(picture)
    values, where, counts = np.unique(whole, return_inverse=True, return_counts=True)
    where = where.reshape(whole.shape)
    codes = np.array([colours.terrain.get(int(v), -1) for v in values], np.int16)
    terrain = codes[where]
    strange = {
        int(v): int(n) for v, n in zip(values, counts, strict=True) if int(v) not in colours.called
    }
    skip = np.array([c in colours.inherent for c in range(256)])
    _spread(terrain, -1, (terrain >= 0) & ~skip[terrain.clip(0)])
    terrain[terrain < 0] = 0
    elevation = np.zeros(whole.shape, np.int8)
    if hills:
        unknown = -100
        found = [colours.elevation.get(int(v)) for v in values]
        high = np.array([unknown if h is None else h for h in found], np.int16)[where]
        elevation = _heights(high, unknown, terrain == colours.cliff).astype(np.int8)
    deep = [code for code in np.unique(terrain).tolist() if meaning(code).depression]
    elevation[np.isin(terrain, deep)] -= 1
    return Converted(terrain.astype(np.uint8), elevation, strange)


def _heights(high: Array, unknown: int, cliffs: Array) -> Array:
    """Elevation of every pixel: of the nearest that has one; a cliff lies on the lower ground."""
    low = _lowest(np.where(high == unknown, _HIGHEST, high))
    _spread(high, unknown, high > unknown)
    _flood(high, unknown)
    result: Array = np.where(cliffs & (low < _HIGHEST), low, high)
    return np.where(result == unknown, 0, result)


def _lowest(grid: Array) -> Array:
    """The lowest of the pixels around each, as far as the art of a cliff reaches."""
    for axis in (0, 1):
        found = grid.copy()
        for reach in range(1, _CLIFF + 1):
            near, far = [slice(None)] * 2, [slice(None)] * 2
            near[axis], far[axis] = slice(reach, None), slice(None, -reach)
            one, two = tuple(near), tuple(far)
            found[one] = np.minimum(found[one], grid[two])
            found[two] = np.minimum(found[two], grid[one])
        grid = found
    return grid


def _flood(grid: Array, unknown: int) -> None:
    """Let what is known run on into what is not, pixel by pixel from all sides."""
    while (lost := grid == unknown).any() and not lost.all():
        for one, two in _BESIDE:
            here = lost[one] & ~lost[two]
            grid[one][here] = grid[two][here]


def _spread(grid: Array, unknown: int, usable: Array) -> None:
    """Give each unknown pixel what the nearest usable one has, ring by ring, as VASL looks."""
    source, across, down = grid.copy(), *grid.shape
    for reach in range(1, _RINGS + 1):
        for dx in range(-reach, reach + 1):
            for dy in range(-reach, reach + 1):
                if not (reach - 1) ** 2 < dx * dx + dy * dy <= reach**2:
                    continue
                xs, ys = np.nonzero(grid == unknown)
                if not len(xs):
                    return
                x, y = xs + dx, ys + dy
                on = (x >= 0) & (x < across) & (y >= 0) & (y < down)
                x, y, xs, ys = x[on], y[on], xs[on], ys[on]
                good = usable[x, y]
                grid[xs[good], ys[good]] = source[x[good], y[good]]
