"""The terrain and the level of each hex, out of the pixels that it has of each."""

from collections.abc import Iterator, Mapping
from typing import Final

import attrs
import numpy as np

from replays.vasl.boards.code_table import meaning as meaning_of
from replays.vasl.boards.losdata import Grid
from replays.vasl.boards.report import ImportNote, Sureness
from replays.vasl.boards.survey import Survey
from sim.map.terrain_kind import TerrainKind

__all__ = ["Grounds", "HexGround", "is_desert", "read_ground"]

SURE: Final = 0.10
"""A hex that has so much of a terrain is a hex of it, on all boards looked at."""
POSSIBLE: Final = 0.06
"""Art that spills over a hexside has less of the hex across it, on all boards looked at."""
_SPARSE: Final = {TerrainKind.BROKEN_GROUND: (0.03, 0.02), TerrainKind.HAMMADA: (0.06, 0.03)}
"""Art of small strokes leaves most of its hex bare: what is sure of it, and what is possible."""
_SECOND: Final = 0.15
"""A second kind in a hex that has so much of it is there as well (B.1)."""
_BUILT: Final = 0.04
_SEEN: Final = 0.03
"""Ground beside a Depression that has so much of its hex says how high it lies."""
_DESERT_SHARE: Final = 0.15
"""Desert terrain of so much of one hex makes a Desert Board."""
_OPEN: Final = TerrainKind.OPEN_GROUND
_NEVER_ALONE: Final = frozenset({TerrainKind.BROKEN_GROUND})


@attrs.frozen
class HexGround:
    """What a hex is.

    Attributes:
        kinds: its kinds of terrain; empty for Open Ground.
        level: the level of its ground; of the ground around it if it is a Depression.
        building: the terrain code of its building; None if it has none.
    """

    kinds: tuple[TerrainKind, ...]
    level: int
    building: int | None

    @property
    def depression(self) -> bool:
        """Whether it is a Depression."""
        return not _DEPRESSIONS.isdisjoint(self.kinds)


_DEPRESSIONS: Final = frozenset({TerrainKind.GULLY, TerrainKind.STREAM, TerrainKind.WADI})

Grounds = list[HexGround]


def is_desert(grid: Grid, names: Mapping[int, str]) -> bool:
    """Whether a board has terrain that only Desert Boards have."""
    counts = np.bincount(grid.terrain.ravel(), minlength=256)
    desert = sum(int(n) for code, n in enumerate(counts) if n and meaning_of(code, names).desert)
    return desert >= _DESERT_SHARE * grid.terrain.size / (grid.width * grid.height)


def read_ground(survey: Survey) -> tuple[Grounds, list[ImportNote]]:
    """What every hex is, and what there is to say of it."""
    notes = list(_unknown(survey))
    grounds = []
    for number in range(len(survey.lattice.hexes)):
        found, said = _hex(survey, number)
        grounds.append(found)
        notes += said
    return grounds, notes


def _unknown(survey: Survey) -> Iterator[ImportNote]:
    """The terrain codes without a reading, and those whose reading is a guess."""
    for code, meaning in survey.meanings.items():
        if meaning.sureness is Sureness.UNDERSTOOD:
            continue
        has = survey.counts[:, code]
        numbers = [n for n in range(len(has)) if has[n]]
        names = tuple(survey.name(survey.lattice.hexes[n]) for n in numbers)
        pixel = survey.a_pixel(numbers[0], code)
        total = int(has.sum())
        if meaning.known:
            what = f"{meaning.name} becomes {meaning.sentence}"
        else:
            what = f"{meaning.name} has no kind here: {meaning.why}"
        yield ImportNote(meaning.sureness, what, names, total, pixel)


def _hex(survey: Survey, number: int) -> tuple[HexGround, list[ImportNote]]:
    name = survey.name(survey.lattice.hexes[number])
    notes: list[ImportNote] = []
    building = _building(survey, number)
    kinds: list[TerrainKind] = []
    shares = _shares(survey, number)
    for kind, share in sorted(shares.items(), key=lambda each: -each[1]):
        sure, possible = _SPARSE.get(kind, (SURE, POSSIBLE))
        if kind is _OPEN or share < possible:
            continue
        second = bool(kinds) or building is not None
        taken = share >= _SECOND if second and kind not in _DEPRESSIONS else True
        if second and not taken:
            notes.append(_guess(f"{kind} beside other terrain was taken as spilt art", name, share))
            continue
        if share < sure:
            notes.append(_guess(f"little {kind} in a hex; taken as {kind}", name, share))
        elif second and kind not in _DEPRESSIONS:
            notes.append(
                _guess(f"{kind} beside other terrain in one hex; taken as both", name, share)
            )
        kinds.append(kind)
    level = survey.level_at_centre(number)
    at_centre = survey.meanings[survey.code_at_centre(number)]
    if at_centre.depression:
        level += _lowered(survey, number, level)
        if at_centre.kind is not None and at_centre.kind not in kinds:
            kinds.append(at_centre.kind)
    elif not _DEPRESSIONS.isdisjoint(kinds) and not at_centre.bridge:
        kinds, said = _beside_depression(survey, number, kinds, name)
        notes += said
    if len(kinds) > 1 and TerrainKind.BROKEN_GROUND in kinds:
        kinds.remove(TerrainKind.BROKEN_GROUND)
    return HexGround(tuple(kinds), level, building), notes


def _lowered(survey: Survey, number: int, level: int) -> int:
    """How far the grid has a Depression below the ground around it; some boards have it level."""
    here = survey.lattice.hex_of == number
    deep = [code for code, m in survey.meanings.items() if m.depression or m.bridge]
    around = survey.grid.elevation[here & ~np.isin(survey.grid.terrain, deep)]
    heights, counts = np.unique(around, return_counts=True)
    seen = heights[counts >= _SEEN * survey.totals[number]]
    return 1 if not len(seen) or int(seen.max()) > level else 0


def _beside_depression(
    survey: Survey, number: int, kinds: list[TerrainKind], name: str
) -> tuple[list[TerrainKind], list[ImportNote]]:
    """A Depression that misses the centre dot: it is one if a road or a bridge covers it there."""
    at_centre = survey.meanings[survey.code_at_centre(number)]
    here = [kind for kind in kinds if kind in _DEPRESSIONS]
    share = sum(_shares(survey, number)[kind] for kind in here)
    if at_centre.road or at_centre.path:
        return kinds, [
            _guess(f"{here[0]} under a road at its centre; taken as {here[0]}", name, share)
        ]
    left = [kind for kind in kinds if kind not in _DEPRESSIONS]
    return left, [_guess(f"{here[0]} beside the centre dot; not taken as {here[0]}", name, share)]


def _guess(what: str, name: str, share: float) -> ImportNote:
    return ImportNote(Sureness.GUESSED, what, (f"{name} ({share:.0%})",))


def _shares(survey: Survey, number: int) -> dict[TerrainKind, float]:
    """How much of a hex each kind of terrain has."""
    shares: dict[TerrainKind, float] = {}
    for code, meaning in survey.meanings.items():
        if meaning.kind is not None and survey.counts[number, code]:
            share = survey.share(number, [code])
            shares[meaning.kind] = shares.get(meaning.kind, 0.0) + share
    return shares


def _building(survey: Survey, number: int) -> int | None:
    """The terrain code of the building of a hex: the one in its metadata, or the commonest."""
    codes = [code for code, meaning in survey.meanings.items() if meaning.material is not None]
    if survey.share(number, codes) < _BUILT:
        return None
    wanted = survey.types.get(survey.name(survey.lattice.hexes[number]))
    for code in codes:
        if survey.meanings[code].name == wanted and survey.counts[number, code]:
            return code
    bodies = [c for c in codes if not survey.meanings[c].wall and survey.counts[number, c]]
    codes = bodies or codes
    return max(codes, key=lambda code: int(survey.counts[number, code]))
