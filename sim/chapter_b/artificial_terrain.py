"""B.9 Artificial Terrain: counters that change the TEM of a hex.

AFV, wrecks, SMOKE, and a roadblock along the LOS are Artificial Terrain. Entrenchments, pillboxes
and shellholes are not: their TEM depends on what a unit expended to enter them.
"""

from enum import StrEnum
from operator import attrgetter
from typing import Final

import attrs

from events.terms import Material, Movement
from sim.chapter_a.smoke import EXTRA_MP, smoke_in
from sim.chapter_ad.arid_building import building_material
from sim.chapter_ad.arid_debris import arid_debris_in, has_rubble
from sim.chapter_ad.broken_terrain import without_broken_ground
from sim.chapter_b.roads import real_bridge_in
from sim.chapter_b.symbology import CATALOGUE, TORN_UP, governing_terrain
from sim.chapter_d.presence import is_afv
from sim.map.terrain import Terrain
from sim.map.terrain_kind import TerrainKind
from sim.state import BARE, State

_RUBBLE: Final = {
    Material.WOODEN: TerrainKind.WOODEN_RUBBLE,
    Material.STONE: TerrainKind.STONE_RUBBLE,
}
_BUILDING: Final = {
    Material.WOODEN: TerrainKind.WOODEN_BUILDING,
    Material.STONE: TerrainKind.STONE_BUILDING,
}
"""The row of the catalogue for rubble and for a building."""


def ground_terrain(state: State, name: str, level: int = 0) -> tuple[Terrain, ...]:
    """The terrain that a unit enters: rubble, debris or a building before printed terrain.

    At a rubbled upper level it is rubble (B24.3).
    """
    ground = state.ground.get(name)
    if ground is None:
        return governing_terrain(state.setting, name)
    rows = CATALOGUE[state.setting.area.record[name].base]
    building, fallen = ground.building, ground.rubble
    if has_rubble(ground, level):
        material = building.rubble if building is not None else fallen and fallen.material
        return (rows[_RUBBLE[material or Material.STONE]],)
    if building is not None:
        here = rows[_BUILDING[building_material(state, name)]]
        beside = governing_terrain(state.setting, name)
        return (here, *(kind for kind in beside if not (kind.open_ground or kind.depression)))
    kinds = governing_terrain(state.setting, name)
    if arid_debris_in(state, name):
        left = (kind for kind in without_broken_ground(kinds) if not kind.plain)
        kinds = (*left, rows[TerrainKind.ARID_DEBRIS])
    if ground.shellholes:
        left = (kind for kind in kinds if not (kind.plain or kind.name in TORN_UP))
        kinds = (*left, rows[TerrainKind.SHELLHOLES])
    return kinds


def entered_terrain(state: State, origin: str | None, name: str) -> tuple[Terrain, ...]:
    """The terrain that a unit enters from a hex.

    Beneath rubbled levels the ground counts as rubble, but not from the same building (B24.2).
    """
    building = state.ground.get(name, BARE).building
    if building is None or not building.rubbled_from:
        return ground_terrain(state, name)
    built, area = state.setting.area.buildings, state.setting.area
    called = built[name].building
    near = None if origin is None else state.ground.get(origin, BARE).building
    stands = near is not None and near.rubbled_from is None and called is not None
    if stands and origin in built and built[origin].building == called:
        return ground_terrain(state, name)
    material = building.rubble or Material.STONE
    return (CATALOGUE[area.record[name].base][_RUBBLE[material]],)


WRECK_MP: Final = 1
WRECK_MP_BY_ROAD: Final = 2
"""What a vehicle or wreck costs others, doubled in woods, lanes and on bridges (B6.43, B13.41)."""


class ArtificialKind(StrEnum):
    """What of Artificial Terrain changes the cost of a hex."""

    SMOKE = "SMOKE or Vehicle Dust"
    WRECK = "wreck"
    VEHICLE = "vehicle"


@attrs.frozen(cache_hash=True)
class Artificial:
    """A counter in a hex that is Artificial Terrain."""

    kind: ArtificialKind
    name: str
    """What it is called, its label included."""
    rule: str
    foot: int
    """MF that it adds for Infantry and Cavalry."""
    wheels: int
    """MP that it adds for vehicles."""
    by_road: int
    """MP that it adds for vehicles that enter along a road."""
    vehicle: str = ""
    """Which vehicle or wreck it is; empty if it is none."""
    in_cot: bool = True
    """COT includes what it costs: an unarmoured vehicle is no Artificial Terrain (B.2, B.9)."""


_SMOKE: Final = Artificial(
    ArtificialKind.SMOKE, ArtificialKind.SMOKE, "A24.7", EXTRA_MP, EXTRA_MP, EXTRA_MP
)

_HEX: Final = attrgetter("hex")


def artificial_terrain(
    state: State, name: str, *, without: frozenset[str] = frozenset()
) -> list[Artificial]:
    """The Artificial Terrain in a hex, but for vehicles that move, or leave with one that does."""
    if name not in map(_HEX, state.vehicles.values()):
        return [_SMOKE] if smoke_in(state, name, ()) else []
    there = [label for label, vehicle in state.vehicles.items() if vehicle.hex == name]
    found = [_SMOKE] if smoke_in(state, name, there) else []
    kinds = governing_terrain(state.setting, name)
    wooded = any(kind.woods for kind in kinds)
    narrow = wooded or any(kind.name is TerrainKind.BOULDER_CRAG for kind in kinds)
    narrow = narrow or real_bridge_in(state.setting, name)
    wheels, by_road = WRECK_MP * (1 + wooded), WRECK_MP_BY_ROAD * (1 + narrow)
    for label in sorted(there):
        if label in without:
            continue
        vehicle = state.vehicles[label]
        kind = ArtificialKind.WRECK if vehicle.destroyed else ArtificialKind.VEHICLE
        spec = state.setting.vehicles[label]
        small = spec.movement is Movement.MOTORCYCLE
        costs = (0, 0, 0) if small else (0, wheels, by_road)
        in_cot = vehicle.destroyed or is_afv(spec)
        found.append(Artificial(kind, f"{kind} {label}", "D2.14", *costs, label, in_cot))
    return found
