"""What stands in a hex for a LOS to meet: terrain, buildings, rubble, wrecks, SMOKE and FFE.

A field is what the hexes of one state hold, gathered once; then any number of LOS can be traced.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import attrs

from events.terms import Fire, WindForce
from sim.chapter_11.vehicle_dust import HINDRANCE_DRM
from sim.chapter_191.ffe_los_hindrance import blast_area
from sim.chapter_a.smoke import BLAZE_DRM, blaze_source
from sim.chapter_ad.arid_building_rubble import building_material
from sim.chapter_ad.arid_debris import arid_debris_in
from sim.chapter_b.symbology import CATALOGUE, terrain_map
from sim.chapter_d.afv import is_afv
from sim.map.terrain import Terrain
from sim.state import DISPERSED_DRM, FFE, Building, State
from sim.state.setting import Setting

__all__ = [
    "BLAZE_LEVELS",
    "SMOKE_LEVELS",
    "Feature",
    "Field",
    "Puff",
    "depressions_of",
    "field_of",
    "ground_features",
]

CORE: Final = ("A6.3", "A24.2", "A24.61", "B23.2", "B24.2", "B25.2", "D9.4")

VEHICLE_DRM: Final = 1
"""LOS Hindrance DRM of a hex with AFV or wrecks, however many (D9.4)."""

BLAZE_LEVELS: Final = 4
SMOKE_LEVELS: Final = 2


@attrs.frozen
class Feature:
    """Something in a hex that a LOS can meet; see docs/los.md.

    Attributes:
        name: what it is.
        rule: the rule that gives it its effect.
        obstacle: full levels that it rises.
        half: it rises a half level more.
        hindrance: DRM as a LOS Hindrance to same-level LOS.
        tall: levels that it rises as an obstacle to LOS between different levels only.
        bare: it is an orchard out of season.
        inherent: it fills its hex, hexsides and vertices included (B.6).
        sunk: it stands IN a Depression, a level below the ground of its hex.
    """

    name: str
    rule: str
    obstacle: int = 0
    half: bool = False
    hindrance: int = 0
    tall: int = 0
    bare: bool = False
    inherent: bool = False
    sunk: bool = False


@attrs.frozen
class Puff:
    """SMOKE, drift, a Vehicle Dust counter or the smoke of a Blaze in a hex (A24, 11.74).

    Attributes:
        name: what it is.
        rule: the rule that gives it its effect.
        drm: LOS Hindrance DRM.
        levels: how many levels it rises.
        dust: it is Vehicle Dust, which has no effect inside a building (11.792).
    """

    name: str
    rule: str
    drm: int
    levels: int = SMOKE_LEVELS
    dust: bool = False


@attrs.frozen(eq=False)
class Field:
    """All that LOS can meet in one state.

    Attributes:
        state: the state.
        features: features by hex.
        puffs: SMOKE by hex.
        ffes: every FFE with the hexes of its Blast Area, by name.
    """

    state: State
    features: dict[str, tuple[Feature, ...]]
    puffs: dict[str, tuple[Puff, ...]]
    ffes: dict[str, tuple[FFE, frozenset[str]]]


def _feature(terrain: Terrain) -> Feature | None:
    if not (terrain.obstacle or terrain.half or terrain.hindrance or terrain.tall or terrain.bare):
        return None
    return Feature(
        name=terrain.name,
        rule=terrain.rule,
        obstacle=terrain.obstacle,
        half=terrain.half,
        hindrance=terrain.hindrance,
        tall=terrain.tall,
        bare=terrain.bare,
        inherent=terrain.inherent,
    )


@lru_cache(maxsize=32)
def _printed(setting: Setting) -> dict[str, tuple[Feature, ...]]:
    return {
        name: tuple(found for kind in kinds if (found := _feature(kind)) is not None)
        for name, kinds in terrain_map(setting).items()
    }


@lru_cache(maxsize=32)
def depressions_of(setting: Setting) -> frozenset[str]:
    """The hexes that are Depressions (A6.3)."""
    return frozenset(
        name
        for name, kinds in terrain_map(setting).items()
        if any(kind.depression for kind in kinds)
    )


def _building(state: State, name: str, building: Building) -> Feature:
    """A building: as high as its levels, a half level more if it has upper ones (B23.2, B24.2)."""
    levels = building.rubbled_from
    if levels is None:
        levels, half = max(building.upper_levels, 1), building.upper_levels > 0
        return Feature(f"{building_material(state, name)} building", "B23.2", levels, half)
    title = f"{building.rubble} rubble" if levels == 0 else f"building rubbled from level {levels}"
    return Feature(title, "B24.2", levels, half=True, inherent=levels == 0)


def ground_features(state: State, name: str) -> Iterator[Feature]:
    """What came to a hex, or was built there, beyond its terrain; but no vehicles."""
    ground = state.ground.get(name)
    if ground is None:
        return
    if ground.building is not None:
        yield _building(state, name, ground.building)
    if ground.rubble is not None:
        yield Feature(f"{ground.rubble.material} rubble", "B24.2", half=True, inherent=True)
    if arid_debris_in(state, name):
        debris = _feature(CATALOGUE[state.setting.area.record[name].base]["Arid Debris"])
        if debris is not None:
            yield debris


def field_of(state: State) -> Field:
    """All that LOS can meet in a state."""
    features = dict(_printed(state.setting))
    for name in state.ground:
        under = () if state.ground[name].rubble is not None else features[name]
        features[name] = under + tuple(ground_features(state, name))
    for vehicle in _vehicle_hexes(state):
        sunk = vehicle in depressions_of(state.setting)
        hull = Feature("AFV or wreck", "D9.4", hindrance=VEHICLE_DRM, inherent=True, sunk=sunk)
        features[vehicle] = (*features[vehicle], hull)
    puffs: dict[str, tuple[Puff, ...]] = {}
    for name, puff in _puffs(state):
        puffs[name] = (*puffs.get(name, ()), puff)
    ffes = {
        label: (ffe, frozenset(blast_area(state.setting.area, ffe.hex)))
        for label, ffe in sorted(state.ffes.items())
    }
    return Field(state, features, puffs, ffes)


def _vehicle_hexes(state: State) -> frozenset[str]:
    """The hexes with an AFV or a wreck (D9.4)."""
    return frozenset(
        vehicle.hex
        for name, vehicle in state.vehicles.items()
        if vehicle.hex is not None and (vehicle.destroyed or is_afv(state.setting.vehicles[name]))
    )


def _puffs(state: State) -> Iterator[tuple[str, Puff]]:
    for label, counter in sorted(state.smoke.items()):
        kind = "Dispersed SMOKE" if counter.dispersed else "SMOKE"
        yield counter.hex, Puff(f"{kind} {label}", "A24.2", counter.hindrance)
    for vehicle, dust in sorted(state.vehicle_dust.items()):
        yield dust.hex, Puff(f"Vehicle Dust of {vehicle}", "11.74", HINDRANCE_DRM, dust=True)
    blazes = {blaze_source(name) for name in state.ground}
    for source, hexes in sorted(state.drift.items()):
        of_dust = source in state.vehicle_dust
        kind = "" if source in blazes else "Vehicle Dust " if of_dust else "SMOKE "
        rule = "11.74" if of_dust else "A24.61"
        for name in hexes:
            yield name, Puff(f"drift of {kind}{source}", rule, DISPERSED_DRM, dust=of_dust)
    breeze = state.wind.force is WindForce.MILD_BREEZE
    for name, ground in sorted(state.ground.items()):
        if ground.fire is Fire.BLAZE:
            levels = SMOKE_LEVELS if breeze else BLAZE_LEVELS
            yield name, Puff("smoke of a Blaze", "B25.2", BLAZE_DRM, levels)
