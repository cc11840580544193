"""What stands in a hex for a LOS to meet: terrain, buildings, rubble, wrecks, SMOKE and FFE.

A field is what the hexes of one state hold, gathered once; then any number of LOS can be traced.
"""

from collections.abc import Iterator
from functools import lru_cache
from operator import attrgetter
from typing import Final

import attrs

from events.terms import Material, WindForce
from sim.chapter_11.in_building import heavy_winds_in
from sim.chapter_11.vehicle_and_ffe_dust import VEHICLE_DUST_DRM
from sim.chapter_191.ffe_los_hindrance import blast_area
from sim.chapter_a.smoke import BLAZE_DRM, WRECK_DRM, blaze_source, burning_wrecks, wreck_source
from sim.chapter_ad.arid_building import building_material
from sim.chapter_ad.arid_debris import arid_debris_in
from sim.chapter_b.depressions import base_level, depressions_of, sunken_of, vehicle_level
from sim.chapter_b.roads import real_bridge_in, road_hexsides, rubble_on_bridge
from sim.chapter_b.symbology import CATALOGUE, TORN_UP, terrain_map
from sim.chapter_d.hulls import hinders_los
from sim.los.canvas import Canvas
from sim.los.depiction import BAR_ART
from sim.los.drawn import (
    BRIDGE_ART,
    BUILDING_ART,
    drawn_features,
    hexsides_drawn,
    on_drawn_ground,
    picture_of,
    with_art,
)
from sim.machine.cached import cached
from sim.map.hexes import HEXSIDES
from sim.map.terrain import Feature
from sim.map.terrain_kind import TerrainKind
from sim.state import DISPERSED_DRM, FFE, Building, Setting, State

VEHICLE_DRM: Final = 1
"""LOS Hindrance DRM of a hex with AFV or wrecks, however many (D9.4)."""

BLAZE_LEVELS: Final = 4
SMOKE_LEVELS: Final = 2
WP_LEVELS: Final = 4
RUBBLE_RULE: Final = "B24.2"
BOTTOM: Final = -99
"""An elevation lower than any."""

HULL: Final = Feature(
    name="AFV or wreck", rule="D9.4", hindrance=VEHICLE_DRM, inherent=True, hull=True
)
SUNK_HULL: Final = attrs.evolve(HULL, sunk=True)
_ORCHARDS: Final = frozenset({TerrainKind.ORCHARD, TerrainKind.OLIVE_GROVE, TerrainKind.PALM_TREES})
BRIDGE: Final = Feature(name="Bridge", rule="B6.2", hindrance=1, inherent=True, spans=True)


@attrs.frozen
class Puff:
    """SMOKE, drift, a Vehicle Dust counter or the smoke of a Blaze in a hex (A24, 11.74)."""

    name: str
    rule: str
    drm: int
    levels: int = SMOKE_LEVELS
    """How high it rises above the ground of its hex; in a Depression, from its Base Level."""
    floor: int = BOTTOM
    """The elevation of its source: it has no effect on a LOS that lies wholly lower (A24.61)."""
    dust: bool = False
    """It is Vehicle Dust, which has no effect inside a building (11.792)."""


@attrs.frozen(eq=False)
class Field:
    """All that LOS can meet in one state."""

    state: State
    features: dict[str, tuple[Feature, ...]]
    puffs: dict[str, tuple[Puff, ...]]
    ffes: dict[str, tuple[FFE, frozenset[str]]]
    """Every FFE with the hexes of its Blast Area, by name."""
    partial: frozenset[str] = frozenset()
    """The hexes with a feature that a LOS through them can miss."""
    counters: dict[str, tuple[Feature, ...]] = attrs.Factory(dict)
    """The features that stand at the level of their hex whatever is drawn there."""
    picture: Canvas | None = None
    """The picture by whose art a LOS goes; None where it goes by whole hexes."""
    drawn: tuple[tuple[Feature, ...], ...] = ()
    """What each art of the picture stands for; this is no feature of its hex then."""
    matter: frozenset[int] = frozenset()
    """The art that stands for anything, by number; other art is only as high as its ground."""


@lru_cache(maxsize=4096)
def tree_lined(setting: Setting, name: str) -> frozenset[int]:
    """The hexsides that the road of an orchard hex crosses (B14.6); none in other hexes."""
    if all(kind.name not in _ORCHARDS for kind in terrain_map(setting)[name]):
        return frozenset()
    return road_hexsides(setting, name)


@lru_cache(maxsize=32)
def _orchard_roads(setting: Setting) -> dict[str, frozenset[int]]:
    """The orchard hexes with a road, which no LOS along it meets."""
    names = {name for name, _ in setting.area.roads}
    return {name: sides for name in names if (sides := tree_lined(setting, name))}


@lru_cache(maxsize=32)
def _printed(setting: Setting) -> dict[str, tuple[Feature, ...]]:
    found: dict[str, tuple[Feature, ...]] = {
        name: tuple(kind for kind in kinds if kind.meets_los)
        for name, kinds in terrain_map(setting).items()
    }
    picture = picture_of(setting)
    if picture is not None:
        record = setting.area.record
        found = {
            name: with_art(picture, name, record[name], kinds) for name, kinds in found.items()
        }
    for name, sides in _orchard_roads(setting).items():
        found[name] = tuple(
            attrs.evolve(each, gates=sides) if each.name in _ORCHARDS else each
            for each in found[name]
        )
    found |= {name: _on_its_floor(setting, found[name]) for name in depressions_of(setting)}
    for name in setting.area.bridges:
        if real_bridge_in(setting, name):
            sides = frozenset(s for s in HEXSIDES if (name, s) in setting.area.roads)
            bridge = attrs.evolve(BRIDGE, gates=sides)
            if picture is not None and BRIDGE_ART in picture.art_at.get(name, ()):
                bridge = attrs.evolve(BRIDGE, inherent=False, art=BRIDGE_ART)
            found[name] = (*found[name], bridge)
    return found


def _one_hindrance(features: tuple[Feature, ...]) -> tuple[Feature, ...]:
    """The features of a combination, of whose Hindrances the largest alone counts (A6.7)."""
    most = max(features, key=lambda each: (each.hindrance, each.inherent), default=None)
    return tuple(f if f is most else attrs.evolve(f, hindrance=0) for f in features)


def _on_its_floor(setting: Setting, features: tuple[Feature, ...]) -> tuple[Feature, ...]:
    """What stands in a Depression hex, by ruling on its floor: neither trees nor buildings.

    Rubble is an obstacle both IN it and at its Crest (B24.2). Where its ground is drawn, terrain
    stands on that.
    """
    if setting.rules_that("B19.21-floor", "ground"):
        return features
    drawn = picture_of(setting) is not None
    return tuple(
        feature
        if feature.obstacle
        or feature.tall
        or feature.bare
        or feature.art
        or feature.rule == RUBBLE_RULE
        else attrs.evolve(feature, sunk=not (drawn and on_drawn_ground(feature)))
        for feature in features
    )


_FALLEN: Final = {
    material: Feature(name=f"{material} rubble", rule=RUBBLE_RULE, half=True, inherent=True)
    for material in Material
}
"""Rubble that fell into a hex."""


def _building(state: State, name: str, building: Building) -> Feature:
    """A building: as high as its levels, a half level more if it has upper ones (B23.2, B24.2)."""
    levels = building.rubbled_from
    if levels is None:
        levels, half = max(building.upper_levels, 1), building.upper_levels > 0
        title = f"{building_material(state, name)} building"
        spec = state.setting.area.buildings.get(name)
        covers = frozenset(() if spec is None else spec.covers)
        picture = picture_of(state.setting)
        shown = picture is not None and BUILDING_ART in picture.art_at.get(name, ())
        art = BUILDING_ART if shown else ""
        return Feature(
            name=title, rule="B23.2", obstacle=levels, half=half, sectors=covers, art=art
        )
    title = f"{building.rubble} rubble" if levels == 0 else f"building rubbled from level {levels}"
    return Feature(name=title, rule=RUBBLE_RULE, obstacle=levels, half=True, inherent=levels == 0)


def ground_features(state: State, name: str) -> Iterator[Feature]:
    """What came to a hex, or was built there, beyond its terrain; but no vehicles."""
    ground = state.ground.get(name)
    if ground is None:
        return
    if ground.building is not None:
        yield _building(state, name, ground.building)
    if ground.rubble is not None:
        yield _FALLEN[ground.rubble.material]
    if arid_debris_in(state, name):
        yield CATALOGUE[state.setting.area.record[name].base][TerrainKind.ARID_DEBRIS]


_GROUND: Final = attrgetter("setting", "ground")


@cached(_GROUND, maxsize=32)
def _standing(state: State) -> dict[str, tuple[Feature, ...]]:
    """What stands in every hex, but no vehicles."""
    features, low = dict(_printed(state.setting)), depressions_of(state.setting)
    for name, ground in state.ground.items():
        under = features[name]
        here = tuple(ground_features(state, name))
        if rubble_on_bridge(state, name):
            under = tuple(each for each in under if each.sunk or each.spans)
            here = tuple(attrs.evolve(each, spans=True) for each in here)
        elif ground.rubble is not None:
            under = ()
        if ground.shellholes:
            under = tuple(each for each in under if each.name not in TORN_UP)
        features[name] = under + (_on_its_floor(state.setting, here) if name in low else here)
    if state.setting.rules_that("B.1-hindrances", "larger"):
        return {name: _one_hindrance(kinds) for name, kinds in features.items()}
    return features


@cached(_GROUND, maxsize=32)
def _ablaze(state: State) -> tuple[tuple[str, int], ...]:
    """The hexes with a Blaze, by name, each with its highest level ablaze."""
    return tuple(sorted((n, max(g.blazing)) for n, g in state.ground.items() if g.blazing))


@cached(_GROUND, maxsize=32)
def _whole(state: State) -> dict[str, tuple[Feature, ...]]:
    """What stands in every hex and is not where its art is."""
    return {
        name: tuple(feature for feature in features if not feature.art)
        for name, features in _standing(state).items()
    }


@cached(_GROUND, maxsize=32)
def _counters(state: State) -> dict[str, tuple[Feature, ...]]:
    """What stands in every hex at its level, whatever is drawn there."""
    return {
        name: tuple(feature for feature in features if not on_drawn_ground(feature))
        for name, features in _whole(state).items()
    }


@cached(_GROUND, maxsize=32)
def _drawn(state: State) -> tuple[tuple[Feature, ...], ...]:
    """What the art of the boards stands for."""
    picture = picture_of(state.setting)
    if picture is None:
        return ()
    return drawn_features(state.setting, picture, _standing(state))


@lru_cache(maxsize=8)
def _printed_art(setting: Setting) -> frozenset[int]:
    """The art that stands for what is printed, or on hexsides, and that of all buildings."""
    picture = picture_of(setting)
    if picture is None:
        return frozenset()
    features = drawn_features(setting, picture, _printed(setting))
    return frozenset(
        number
        for number, (shown, found) in enumerate(zip(picture.shown, features, strict=True))
        if found or shown.side or shown.key in (BUILDING_ART, BAR_ART)
    ) | frozenset(hexsides_drawn(setting))


@cached(_GROUND, maxsize=32)
def _matter(state: State) -> frozenset[int]:
    now = (number for number, found in enumerate(_drawn(state)) if found)
    return _printed_art(state.setting).union(now)


def field_of(state: State) -> Field:
    """All that LOS can meet in a state."""
    picture = picture_of(state.setting)
    features = dict(_standing(state) if picture is None else _whole(state))
    counters = {} if picture is None else dict(_counters(state))
    bridges, hulls = state.setting.area.bridges, _hulls(state)
    for (name, sunk), sides in hulls.items():
        hull = SUNK_HULL if sunk else HULL
        hull = attrs.evolve(hull, hexsides=sides) if sides else hull
        features[name] = (*features[name], hull)
        if counters:
            counters[name] = (*counters[name], hull)
    puffs: dict[str, tuple[Puff, ...]] = {}
    sunken = sunken_of(state.setting)
    for name, puff in _puffs(state):
        stands = attrs.evolve(puff, levels=puff.levels - 1) if name in sunken else puff
        puffs[name] = (*puffs.get(name, ()), stands)
    ffes = {
        label: (ffe, frozenset(blast_area(state.setting.area, ffe.hex)))
        for label, ffe in sorted(state.ffes.items())
    }
    built = (n for n, spec in state.setting.area.buildings.items() if spec.covers)
    gated = (*bridges, *built, *_orchard_roads(state.setting))
    partial = {n for n in gated if any(each.partial for each in features[n])}
    partial.update(name for (name, _), sides in hulls.items() if sides or name in bridges)
    shown = picture, _drawn(state), _matter(state)
    return Field(state, features, puffs, ffes, frozenset(partial), counters, *shown)


def _hulls(state: State) -> dict[tuple[str, bool], frozenset[int]]:
    """Where AFV or wrecks hinder, IN a Depression or not, and their hexsides if all do in Bypass.

    With a bridge there are two such Locations in a hex (B6.4, D9.4).
    """
    found: dict[tuple[str, bool], list[int]] = {}
    for label, vehicle in state.vehicles.items():
        if vehicle.hex is not None and hinders_los(state, label):
            at = vehicle.hex, vehicle_level(state, label) < 0
            found.setdefault(at, []).append(vehicle.bypass or 0)
    return {at: frozenset(sides if all(sides) else ()) for at, sides in found.items()}


def _puffs(state: State) -> Iterator[tuple[str, Puff]]:
    for label, counter in sorted(state.smoke.items()):
        levels = _in_shelter(state, counter.hex, WP_LEVELS if counter.wp else SMOKE_LEVELS)
        yield counter.hex, Puff(f"{counter.name} {label}", "A24.2", counter.hindrance, levels)
    for vehicle, dust in sorted(state.vehicle_dust.items()):
        yield dust.hex, Puff(f"Vehicle Dust of {vehicle}", "11.74", VEHICLE_DUST_DRM, dust=True)
    yield from _drifting(state)
    rises = SMOKE_LEVELS if state.wind.force is WindForce.MILD_BREEZE else BLAZE_LEVELS
    for name, level in _ablaze(state):
        if heavy_winds_in(state, name):  # smoke has no effect in Heavy Winds (B25.63)
            continue
        floor = base_level(state.setting, name) + state.ground[name].blazing[0]
        levels = _in_shelter(state, name, level + rises)
        yield name, Puff("smoke of a Blaze", "B25.2", BLAZE_DRM, levels, floor)
    for vehicle, name in burning_wrecks(state).items():
        stands = vehicle_level(state, vehicle)
        floor = state.setting.area.record[name].level + stands
        beneath = stands < 0 and name not in sunken_of(state.setting)
        levels = _in_shelter(state, name, rises) - beneath
        yield name, Puff(f"smoke of wreck {vehicle}", "B25.14", WRECK_DRM, levels, floor)


def _in_shelter(state: State, name: str, levels: int) -> int:
    """How high smoke has an effect: in Heavy Winds not above the building that it is in (B25.63).

    It is there in an Interior Building hex only, and on no rooftop.
    """
    building = state.ground[name].building if state.wind.heavy and name in state.ground else None
    return levels if building is None else min(levels, building.top + 1)


def _drifting(state: State) -> Iterator[tuple[str, Puff]]:
    """What drifts in each hex, which hinders nothing below the Location of its source (A24.61)."""
    blazes = {blaze_source(name): name for name in state.ground} if state.drift else {}
    wrecks = {wreck_source(vehicle): at for vehicle, at in burning_wrecks(state).items()}
    for source, hexes in sorted(state.drift.items()):
        kind, rule, dust, up, wp = "SMOKE ", "A24.61", False, 0, False
        if source in blazes:
            kind, origin = "", blazes[source]
            up = min(state.ground[origin].blazing, default=0)
        elif source in wrecks:
            kind, origin = "", wrecks[source]
        elif source in state.vehicle_dust:
            kind, rule, dust = "Vehicle Dust ", "11.74", True
            origin = state.vehicle_dust[source].hex
        else:
            origin, wp = state.smoke[source].hex, state.smoke[source].wp
            kind = "WP " if wp else kind
        drm, levels = DISPERSED_DRM - wp, WP_LEVELS if wp else SMOKE_LEVELS
        floor = base_level(state.setting, origin) + up
        puff = Puff(f"drift of {kind}{source}", rule, drm, levels, floor, dust=dust)
        # over ground so low that it ends below its source it hinders nowhere (A24.61-above)
        heights = {name: base_level(state.setting, name) + levels for name in hexes}
        yield from ((name, puff) for name, height in heights.items() if height > floor)
