"""AD4.4-AD4.42 Arid Buildings, their rubble, and the Rooftop of all but a Mosque or Temple.

A Rooftop (B23.8): a Location of its own, a level above the highest of its hex, reached by a
stairwell of its own; a building Location for Victory Conditions. Units there have the TEM of a
hedge (B9.3), which the height of the firer can undo (B9.33): to him, if he is near, they are in
Open Ground.
"""

from collections.abc import Iterable
from typing import Final

import attrs

from events.terms import Base, Gun, Material
from sim.chapter_11.in_building import building_called
from sim.chapter_ad.room import is_fountain
from sim.chapter_b.symbology import CATALOGUE
from sim.los.line import distance
from sim.machine.telling import Reason, refuse
from sim.map.terrain_kind import TerrainKind
from sim.modifiers import Kind, Modifier, Near, Verdict
from sim.state import BARE, Setting, State

# AD4.42 Arid Buildings: lighter HE rubbles them, and the rubble is always stone.

STONE_BOARD: Final = "LFT9"
"""The board whose Arid Buildings are all of stone (AD4.4)."""

SMALLEST_CALIBRE: Final = 65
"""HE from this calibre on, in mm, can rubble an Arid Building."""

SMALLEST_CALIBRE_B24: Final = 70
"""HE from this calibre on, in mm, can rubble any other building (B24.11)."""


def is_arid_building(state: State, name: str) -> bool:
    """Whether the building in a hex is an Arid Building (AD4.4)."""
    desert = state.setting.area.record[name].base is Base.DESERT
    built = state.ground.get(name, BARE).building is not None
    return built and desert and state.setting.ad_hex(name)


def building_material(state: State, name: str) -> Material:
    """What the building in a hex counts as: every Arid Building of LFT9 as stone (AD4.4)."""
    building = state.ground[name].building
    board = state.setting.area.record[name].board.upper()
    if building is None or (is_arid_building(state, name) and board == STONE_BOARD):
        return Material.STONE
    return building.material


def smallest_calibre(state: State, name: str) -> tuple[int, str]:
    """The least calibre, in mm, of HE that can rubble the building in a hex, and its rule."""
    if is_arid_building(state, name):
        return SMALLEST_CALIBRE, "AD4.42"
    return SMALLEST_CALIBRE_B24, "B24.11"


def rubble_material(state: State, name: str) -> Material:
    """What the rubble of the building in a hex is made of."""
    return Material.STONE if is_arid_building(state, name) else building_material(state, name)


LARGEST: Final = {Gun.MTR: 82, Gun.RCL: 75}
"""The largest calibre, in mm, of the 5/8 inch ordnance that may be on a rooftop."""

SEEN_WITHIN: Final = 16
"""Hexes within which an unbroken enemy above can make an Arid Rooftop Open Ground."""

_HEDGE: Final = CATALOGUE[Base.DESERT][TerrainKind.HEDGE]


@attrs.frozen
class Watcher:
    """An unbroken enemy unit."""

    hex: str
    range: int
    """Hexes to the rooftop."""
    near: int
    """Hexes to its building."""
    above: int
    """Full levels that it is higher than the rooftop; less than 0 if lower."""


def hexes_nearer(state: State, rooftop: str, other: str) -> int:
    """By how many hexes a building is nearer to a hex than one rooftop of it is (AD4.412)."""
    area, called = state.setting.area, building_called(state, rooftop)
    far = {
        name: distance(area.place(name), area.place(other))
        for name in area.buildings
        if building_called(state, name) == called
    }
    return far[rooftop] - min(far.values())


def has_rooftop(state: State, name: str) -> bool:
    """Whether a hex has an Arid Rooftop: a standing Arid Building (AD4.4).

    A Mosque or Temple has none, nor has a building at a Fountain (AD3.7).
    """
    building = state.ground.get(name, BARE).building
    standing = building is not None and building.rubbled_from is None and not building.steepled
    return standing and is_arid_building(state, name) and not is_fountain(state, name)


def rooftop_level(state: State, name: str) -> int | None:
    """The level of an Arid Rooftop above the ground of its hex; None where there is none."""
    building = state.ground.get(name, BARE).building
    return None if building is None or not has_rooftop(state, name) else building.upper_levels + 1


def is_rooftop(state: State, name: str, level: int) -> bool:
    """Whether a level of a hex is an Arid Rooftop."""
    return level == rooftop_level(state, name)


def demand_rooftop(state: State, name: str) -> None:
    """Refuse a rooftop that a hex does not have."""
    if not has_rooftop(state, name):
        refuse(Reason.NO_SUCH_LEVEL, "AD4.4", f"{name} has no Arid Rooftop")


def ordnance_allowed(gun: Gun, calibre: int) -> bool:
    """Whether 5/8 inch ordnance may be on an Arid Rooftop (AD4.41)."""
    return calibre <= LARGEST.get(gun, 0)


def hedge_tem(
    setting: Setting,
    range_: int = 0,
    above: int = 0,
    *,
    indirect: bool = False,
    aerial: bool = False,
) -> int:
    """TEM of a unit on an Arid Rooftop: a hedge's, none vs an Aerial attack (AD4.411).

    What a firer so many full levels above takes off is the ruling AD4.412-advantage; what Indirect
    Fire does, the ruling AD4.411-indirect.
    """
    if aerial:
        return 0
    if indirect and setting.rules_that("AD4.411-indirect", "as-hedge"):
        return _HEDGE.tem if _HEDGE.indirect is None else _HEDGE.indirect
    if setting.rules_that("AD4.412-advantage", "any") and not indirect:
        return 0 if above > 0 else _HEDGE.tem
    return max(0, _HEDGE.tem - max(0, above - range_))


def rooftop_tem(
    setting: Setting,
    range_: int = 0,
    above: int = 0,
    *,
    indirect: bool = False,
    aerial: bool = False,
) -> Verdict:
    """The TEM of a unit on an Arid Rooftop as a verdict; the building itself gives it none."""
    amount = hedge_tem(setting, range_, above, indirect=indirect, aerial=aerial)
    name, rule = "Arid Rooftop", "AD4.411"
    if amount:
        return Modifier(name, rule, Kind.TEM, amount, why="as a hedge")
    if aerial:
        why = "an Aerial attack takes none"
    elif indirect:
        why = "vs Indirect Fire a hedge has none"
    else:
        why = f"the firer is {above} level{'' if above == 1 else 's'} above it"
    return Near(name, rule, Kind.TEM, why)


def undone_by(setting: Setting, watchers: Iterable[Watcher]) -> tuple[Watcher, ...]:
    """The unbroken enemies to whom an Arid Rooftop is not Concealment Terrain (AD4.412).

    To them it is Open Ground: a HIP unit there is placed on board, but keeps its "?".
    """
    return tuple(
        watcher
        for watcher in watchers
        if watcher.near <= SEEN_WITHIN and not hedge_tem(setting, watcher.range, watcher.above)
    )


def not_open(setting: Setting, watcher: Watcher) -> str | None:
    """Why an Arid Rooftop is not Open Ground to an unbroken enemy; None if it is (AD4.412)."""
    if undone_by(setting, (watcher,)):
        return None
    if watcher.near > SEEN_WITHIN:
        return f"an Arid Rooftop is Open Ground within {SEEN_WITHIN} hexes only (AD4.412)"
    return "an Arid Rooftop is Open Ground only to who is high enough above it (AD4.412)"
