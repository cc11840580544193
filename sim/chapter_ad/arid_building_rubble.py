"""AD4.42 Arid Buildings: lighter HE rubbles them, and the rubble is always stone."""

from typing import Final

from events.terms import Base, Material
from sim.state import BARE, State

__all__ = [
    "RULES",
    "SMALLEST_CALIBRE",
    "building_material",
    "is_arid_building",
    "rubble_material",
    "smallest_calibre",
]

RULES: Final = ("AD4.42",)
CORE: Final = ("B24.11",)

STONE_BOARD: Final = "LFT9"
"""The board whose Arid Buildings are all of stone (AD4.4)."""

SMALLEST_CALIBRE: Final = 65
"""HE from this calibre on, in mm, can rubble an Arid Building."""

SMALLEST_CALIBRE_ELSEWHERE: Final = 70
"""HE from this calibre on, in mm, can rubble any other building (B24.11)."""


def is_arid_building(state: State, name: str) -> bool:
    """Whether the building in a hex is an Arid Building (AD4.4)."""
    desert = state.setting.area.record[name].base is Base.DESERT
    built = state.ground.get(name, BARE).building is not None
    return built and desert and state.setting.ad_hex(name)


def building_material(state: State, name: str) -> Material:
    """What the building in a hex counts as: every Arid Building of LFT9 as stone (AD4.4)."""
    building = state.ground[name].building
    if building is None or (is_arid_building(state, name) and _board(state, name) == STONE_BOARD):
        return Material.STONE
    return building.material


def _board(state: State, name: str) -> str:
    return state.setting.area.record[name].board.upper()


def smallest_calibre(state: State, name: str) -> tuple[int, str]:
    """The least calibre, in mm, of HE that can rubble the building in a hex, and its rule."""
    if is_arid_building(state, name):
        return SMALLEST_CALIBRE, "AD4.42"
    return SMALLEST_CALIBRE_ELSEWHERE, "B24.11"


def rubble_material(state: State, name: str) -> Material:
    """What the rubble of the building in a hex is made of."""
    return Material.STONE if is_arid_building(state, name) else building_material(state, name)
