"""AD2.11 The ravine of board LFT3: a valley, unless an SSR makes it a half-level as a Deir is."""

from typing import Final

import attrs

from events.terms import Ravine
from sim.map.board import OPEN, HexRecord
from sim.map.playing_area import PlayingArea
from sim.map.terrain_kind import TerrainKind

__all__ = ["RAVINE_BOARD", "RULES", "in_ravine", "ravine", "with_ravine"]

RULES: Final = ("AD2.11",)

RAVINE_BOARD: Final = "LFT3"

VALLEY: Final = -1
"""The level of the ravine as a valley."""


def in_ravine(record: HexRecord) -> bool:
    """Whether a hex of that board is drawn as one of its ravine, as either of the two."""
    return record.level == VALLEY or TerrainKind.DEIR in record.kinds


def ravine(record: HexRecord, *, deir: bool = False) -> HexRecord:
    """A hex of LFT3's ravine: a valley, or at a half-level as a Deir is (AD2.11).

    Args:
        record: a hex of the ravine, as either of the two.
        deir: whether an SSR makes it a half-level.
    """
    others = tuple(kind for kind in record.kinds if kind not in (TerrainKind.DEIR, *OPEN))
    if deir:
        return attrs.evolve(record, kinds=(TerrainKind.DEIR, *others), level=0)
    return attrs.evolve(record, kinds=others or OPEN, level=VALLEY)


def with_ravine(area: PlayingArea, kind: Ravine) -> PlayingArea:
    """A playing area in which the ravine of LFT3 is what the scenario says (AD2.11)."""
    changed = {
        name: ravine(record, deir=kind is Ravine.DEIR)
        for name, record in area.record.items()
        if record.board.upper() == RAVINE_BOARD and in_ravine(record)
    }
    return attrs.evolve(area, record={**area.record, **changed}) if changed else area
