"""The depiction of an imported board: each pixel's art, with whose it is where it spills."""

from array import array
from collections.abc import Iterator
from typing import Final

import numpy as np

from events.errors import BadInput
from events.terms import HexsideKind
from replays.vasl.boards.codes import Meaning
from replays.vasl.boards.ground import Grounds
from replays.vasl.boards.losdata import Array
from replays.vasl.boards.report import ImportNote, Sureness
from replays.vasl.boards.sides import Sides
from replays.vasl.boards.survey import Survey
from sim.los.depiction import BARE, MOST_ART, Art, Depiction
from sim.map.hexes import HEXSIDES, Hex
from sim.map.terrain_kind import TerrainKind

__all__ = ["BRIDGE_KEY", "BUILDING_KEY", "ROAD_KEY", "depict"]

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
    survey: Survey, grounds: Grounds, sides: Sides
) -> tuple[Depiction, Array, list[ImportNote]]:
    """The depiction of a board, the pixels of hexside art that show none, and what to say.

    Raises:
        BadInput: when it shows more than any board.
    """
    keys = sorted({key_of(meaning) for meaning in survey.meanings.values()} | {BARE})
    number = {key: n for n, key in enumerate(keys)}
    key_of_code = np.zeros(256, np.int64)
    for code, meaning in survey.meanings.items():
        key_of_code[code] = number[key_of(meaning)]
    key_grid = key_of_code[survey.grid.terrain]
    side_grid = _sides_of(survey, sides, key_grid, number)
    astray = [number[str(kind)] for kind in HexsideKind if str(kind) in number]
    # hexside art with no hexside near it that has anything is bare ground
    lost = np.isin(key_grid, astray) & (side_grid == 0)
    key_grid[lost] = number[BARE]
    height = survey.grid.elevation.astype(np.int64)

    def numbered(hexes: Array) -> tuple[tuple[Art, ...], Array]:
        packed = ((hexes * len(keys) + key_grid) * 64 + height + 30) * 8 + side_grid
        there = np.zeros(int(packed.max()) + 1, bool)
        there[packed.ravel()] = True
        values, where = np.flatnonzero(there), (np.cumsum(there) - 1)[packed]
        if len(values) > MOST_ART:
            raise BadInput(
                f"its picture shows {len(values)} things in its hexes; at most {MOST_ART} are "
                "expected of a board",
                "LOSData",
            )
        return tuple(_art(survey, grounds, keys, int(value)) for value in values), where

    art, where = numbered(survey.lattice.points_of())
    raster = array("H", where.astype(np.uint16).tobytes())
    across, down = survey.lattice.size
    notes = list(_astray(survey, grounds, art, np.bincount(where.ravel())))
    if lost.any():
        what = "hexside art far from any hexside that has some; taken as bare ground"
        x, y = (int(each[0]) for each in np.nonzero(lost))
        notes.append(ImportNote(Sureness.GUESSED, what, (), int(lost.sum()), (x, y)))
    return Depiction(across, down, art, raster), lost, notes


def _art(survey: Survey, grounds: Grounds, keys: list[str], value: int) -> Art:
    value, side = divmod(value, 8)
    value, height = divmod(value, 64)
    hexes, key = divmod(value, len(keys))
    place = survey.lattice.hexes[hexes]
    return Art(place, _owner(survey, grounds, place, keys[key]), keys[key], height - 30, side)


def _has(survey: Survey, grounds: Grounds, place: Hex, key: str) -> bool:
    ground = grounds[survey.number(place)]
    if key == BUILDING_KEY:
        return ground.building is not None
    return key in {str(kind) for kind in ground.kinds}


def _owner(survey: Survey, grounds: Grounds, place: Hex, key: str) -> Hex:
    """Whose terrain some art shows: that of its hex, or of a hex beside it that has it."""
    if _has(survey, grounds, place, key):
        return place
    for side in HEXSIDES:
        other = survey.across(place, side)
        if other is not None and _has(survey, grounds, other, key):
            return other
    return place


def _astray(
    survey: Survey, grounds: Grounds, art: tuple[Art, ...], counts: Array
) -> Iterator[ImportNote]:
    """Art of a terrain that neither its hex nor one beside it has."""
    for each, count in zip(art, counts.tolist(), strict=True):
        owned = each.key in (BARE, ROAD_KEY, BRIDGE_KEY) or each.side
        if not owned and not _has(survey, grounds, each.of, each.key):
            what = f"art of {each.key} in a hex that is none, nor any beside it; kept as art alone"
            yield ImportNote(Sureness.GUESSED, what, (survey.name(each.hex),), count)


def _sides_of(survey: Survey, sides: Sides, key_grid: Array, number: dict[str, int]) -> Array:
    """Of each pixel of hexside art, the hexside of its hex that it shows; else 0."""
    result = np.zeros(key_grid.shape, np.int64)
    codes = [number[str(kind)] for kind in HexsideKind if str(kind) in number]
    xs, ys = np.nonzero(np.isin(key_grid, codes))
    if not len(xs):
        return result
    hexes = survey.lattice.points_of()[xs, ys]
    best, nearest = np.full(len(xs), _REACH * survey.scale), np.zeros(len(xs), np.int64)
    for n in np.unique(hexes).tolist():
        place = survey.lattice.hexes[n]
        here = np.flatnonzero(hexes == n)
        for side in HEXSIDES:
            kind = _kind_at(survey, sides, place, side)
            if kind is None:
                continue
            mine = here[key_grid[xs[here], ys[here]] == number.get(kind, -1)]
            away = _from_line(survey, place, side, xs[mine], ys[mine])
            nearer = away < best[mine]
            best[mine[nearer]], nearest[mine[nearer]] = away[nearer], side
    result[xs, ys] = nearest
    return result


def _kind_at(survey: Survey, sides: Sides, place: Hex, side: int) -> str | None:
    found = sides.standing.get((place, side))
    other = survey.across(place, side)
    if found is None and other is not None:
        found = sides.standing.get((other, (side + 2) % 6 + 1))
    return None if found is None else str(found)


def _from_line(survey: Survey, place: Hex, side: int, xs: Array, ys: Array) -> Array:
    """How far pixels are from a hexside."""
    (x1, y1), (x2, y2) = survey.ends(place, side)
    dx, dy = x2 - x1, y2 - y1
    along = (((xs - x1) * dx + (ys - y1) * dy) / (dx * dx + dy * dy)).clip(0, 1)
    result: Array = np.hypot(xs - x1 - along * dx, ys - y1 - along * dy)
    return result
