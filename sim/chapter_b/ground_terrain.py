"""The terrain that a unit enters: what was built in a hex or came to it, over what is printed."""

from typing import Final

from events.terms import Material
from sim.chapter_ad.arid_building_rubble import building_material
from sim.chapter_ad.arid_debris import arid_debris_in, has_rubble
from sim.chapter_b.symbology import CATALOGUE, governing_terrain
from sim.map.terrain import Terrain
from sim.map.terrain_kind import TerrainKind
from sim.state import State

__all__ = ["ground_terrain"]

_RUBBLE: Final = {
    Material.WOODEN: TerrainKind.WOODEN_RUBBLE,
    Material.STONE: TerrainKind.STONE_RUBBLE,
}
_BUILDING: Final = {
    Material.WOODEN: TerrainKind.WOODEN_BUILDING,
    Material.STONE: TerrainKind.STONE_BUILDING,
}
"""The row of the catalogue for rubble and for a building."""


def ground_terrain(state: State, name: str) -> tuple[Terrain, ...]:
    """The terrain that a unit enters: rubble, debris or a building before printed terrain."""
    ground = state.ground.get(name)
    if ground is None:
        return governing_terrain(state.setting, name)
    rows = CATALOGUE[state.setting.area.record[name].base]
    building, fallen = ground.building, ground.rubble
    if has_rubble(ground):
        material = building.rubble if building is not None else fallen and fallen.material
        return (rows[_RUBBLE[material or Material.STONE]],)
    if building is not None:
        here = rows[_BUILDING[building_material(state, name)]]
        beside = governing_terrain(state.setting, name)
        return (here, *(kind for kind in beside if not (kind.open_ground or kind.depression)))
    kinds = governing_terrain(state.setting, name)
    if arid_debris_in(state, name):
        kinds = (*(kind for kind in kinds if not kind.plain), rows[TerrainKind.ARID_DEBRIS])
    if ground.shellholes:
        kinds = (*(kind for kind in kinds if not kind.plain), rows[TerrainKind.SHELLHOLES])
    return kinds
