"""A state whose map is as the scenario makes it: after Steppe, Broken, AD Terrain and season."""

from typing import Final

import attrs

from sim.chapter_b.symbology import terrain_map
from sim.map.board import MARKS
from sim.map.terrain_kind import TerrainKind
from sim.state import State

__all__ = ["ONLY_GOVERNED", "SHOWN_AS", "governed"]

SHOWN_AS: Final = {
    TerrainKind.CRAG_BRUSH: (TerrainKind.CRAG, TerrainKind.BRUSH),
    TerrainKind.CRAG_HAMMADA: (TerrainKind.CRAG, TerrainKind.HAMMADA),
}
"""How kinds that combine two are drawn."""

ONLY_GOVERNED: Final = (TerrainKind.THICK_GRAIN, TerrainKind.PLOWED_FIELD)
"""Kinds that no board prints, but that a season makes; each has symbols of its own."""


def governed(state: State) -> State:
    """The same state over the terrain that governs its hexes (B.1), instead of what is printed."""
    setting = state.setting
    known = {*MARKS.values(), *ONLY_GOVERNED}
    record = {}
    for name, kinds in terrain_map(setting).items():
        shown = [
            each
            for kind in kinds
            for each in ((kind.name,) if kind.name in known else SHOWN_AS.get(kind.name, ()))
        ]
        record[name] = attrs.evolve(
            setting.area.record[name],
            kinds=tuple(dict.fromkeys(shown)) or (TerrainKind.OPEN_GROUND,),
        )
    area = attrs.evolve(setting.area, record=record)
    return attrs.evolve(state, setting=attrs.evolve(setting, area=area))
