"""Pictures of VASL boards: decoded within bounds, and read by VASL's own names of colours.

Needs an image library (Pillow, the extra ``vasl``).
"""

import io
import warnings
from collections.abc import Mapping, Sequence
from typing import Final

import attrs
import numpy as np

from events.errors import BadInput
from replays.extras import demand
from replays.vasl.boards.code_table import meaning
from replays.vasl.boards.losdata import MOST_PIXELS, Array
from replays.vasl.boards.metadata import Colour

__all__ = ["Converted", "Palette", "convert", "decode", "packed", "palette"]

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
    """A picture read by its colours.

    Attributes:
        terrain: the terrain code of each pixel.
        elevation: the elevation of each pixel.
        strange: colours that have no name, each with how many pixels it has.
    """

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
