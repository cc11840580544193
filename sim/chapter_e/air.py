"""E.5, E.6, E7 Aerial units: Aerial Range, what their LOS meets, Sighting, and when there are none.

An Aerial LOS goes from above: terrain matters only beside the ground unit, SMOKE only in its hex,
or beside it where it rises four levels.
"""

from collections.abc import Iterator
from typing import Final

from events.terms import TimeOfDay
from sim.chapter_11.aerial import dust_on_sighting
from sim.chapter_11.dust import forbids_aerial
from sim.chapter_11.heat_haze import sighting
from sim.chapter_a.hindering import OUT_OF_SMOKE, up_to_limit
from sim.chapter_a.los import Location, trace
from sim.chapter_ad.arid_debris import SIGHTING_DRM, arid_debris_in
from sim.chapter_b.artificial_terrain import ground_terrain
from sim.los.features import BLAZE_LEVELS, field_of
from sim.los.line import distance
from sim.map.terrain import Terrain
from sim.map.terrain_kind import RUBBLE, TerrainKind
from sim.modifiers import Kind, Modifier, Near, Verdict
from sim.shot import Attack, Shot
from sim.state import State

SEEN_FROM_ABOVE: Final = frozenset({Attack.GROUND_SUPPORT, Attack.VS_AERIAL})
"""Attacks between an aircraft and the ground that a LOS decides."""


def aerial_range(hexes: int) -> int:
    """The Aerial Range over a range in hexes (E.5)."""
    return 2 * hexes


def no_air_support(state: State) -> str | None:
    """Why nothing flies, an Observation Plane included, with its rule; None if it does."""
    if state.sky.overcast:
        return "there is no Air Support in Overcast Weather (E3.55, E7.2)"
    if state.sky.time_of_day is TimeOfDay.NIGHT:
        return "there is no Air Support at Night (E7.2)"
    return None


def why_no_air(state: State, attack: Attack = Attack.GROUND_SUPPORT) -> str | None:
    """Why attacks by and vs Aerial units are not allowed, with its rule; None if they are."""
    if why := no_air_support(state):
        return why
    if forbids_aerial(state, attack):
        return f"{state.density} Dust forbids attacks by and vs Aerial units (11.731)"
    return None


def _ground_end(shot: Shot) -> tuple[str, int, tuple[str, ...]]:
    """The hex of the ground unit, its elevation, and the hexes beside it that the LOS touches."""
    los, area = shot.los, shot.state.setting.area
    end = los.target if shot.attack is Attack.GROUND_SUPPORT else los.firer
    level = area.record[end.hex].level + end.level
    return end.hex, level, _beside(shot.state, end.hex, los.touched)


def _beside(state: State, name: str, touched: tuple[str, ...]) -> tuple[str, ...]:
    """The hexes beside one that a LOS touches."""
    area = state.setting.area
    here = area.place(name)
    return tuple(each for each in touched if distance(here, area.place(each)) == 1)


def aerial_block(shot: Shot) -> str | None:
    """What makes a Blind Hex of the ground unit's to an aircraft (E7.25); None if nothing does.

    A full-level obstacle beside it does, and ground more than a level higher. An aircraft is higher
    than all, so that an orchard in season is one (B14.2).
    """
    _, elevation, beside = _ground_end(shot)
    features = field_of(shot.state).features
    for name in beside:
        level = shot.state.setting.area.record[name].level
        for each in features[name]:
            rises = max(each.obstacle, each.tall)
            if rises and level + rises > elevation:
                return f"{each.name} in {name} makes a Blind Hex to an aircraft (E7.25)"
        if level - elevation > 1:
            return f"the Crest Line in {name} makes a Blind Hex to an aircraft (E7.25)"
    return None


def aerial_smoke(shot: Shot) -> Iterator[Verdict]:
    """The SMOKE that hinders an Aerial LOS (E.6); what dust does itself is told apart (11.793)."""
    here, _, beside = _ground_end(shot)
    yield from smoke_seen_from_above(shot.state, here, beside, Kind.LOS_HINDRANCE)
    if here in field_of(shot.state).puffs and shot.attack is Attack.VS_AERIAL:
        yield Modifier(
            "LOS out of SMOKE", "A24.8", Kind.LOS_HINDRANCE, OUT_OF_SMOKE, why=f"in {here}"
        )


def smoke_seen_from_above(
    state: State, here: str, beside: tuple[str, ...], kind: Kind
) -> Iterator[Verdict]:
    """The SMOKE in a hex, and that of four levels in hexes beside it on the line."""
    puffs = field_of(state).puffs
    for name in (here, *beside):
        smoke = [puff for puff in puffs.get(name, ()) if not puff.dust]
        seen = [puff for puff in smoke if name == here or puff.levels >= BLAZE_LEVELS]
        for puff, drm in up_to_limit(seen):
            yield Modifier(puff.name, "E.6", kind, drm, why=f"in {name}")
        for puff in smoke:
            if puff not in seen:
                why = f"in {name}, and it rises less than {BLAZE_LEVELS} levels"
                yield Near(puff.name, "E.6", kind, why)


MORALE: Final = 8
"""An aircraft passes its Sighting TC on a Final DR of this or less."""

_BY_KIND: Final = {
    **dict.fromkeys((*RUBBLE, TerrainKind.OLIVE_GROVE, TerrainKind.CACTUS_PATCH), 3),
    **dict.fromkeys((TerrainKind.PALM_TREES, TerrainKind.ORCHARD), 3),
    TerrainKind.LIGHT_WOODS: 2,
    **dict.fromkeys((TerrainKind.BRUSH, TerrainKind.VINEYARD, TerrainKind.CRAG_BRUSH), 1),
    **dict.fromkeys((TerrainKind.GRAIN, TerrainKind.THICK_GRAIN, TerrainKind.MARSH), 1),
    **dict.fromkeys((TerrainKind.CRAG, TerrainKind.BOULDER_CRAG, TerrainKind.CRAG_HAMMADA), 1),
    **dict.fromkeys((TerrainKind.GRAVEYARD, TerrainKind.DEBRIS), 1),
}
_ALL_COVER: Final = 3


def _terrain_drm(kind: Terrain) -> int:
    """What a kind of terrain in the target's hex adds; an orchard out of season adds nothing."""
    if kind.bare:
        return 0
    found = _BY_KIND.get(kind.name)
    return (_ALL_COVER if kind.building or kind.woods else 0) if found is None else found


def terrain_on_sighting(
    state: State, name: str, plane: str | None = None, *, covered: bool
) -> Iterator[Verdict]:
    """What terrain, Arid Debris and SMOKE in a hex do to a Sighting TC vs one whom they cover.

    So does SMOKE of four levels beside it, where the hex of the aircraft is given (E.6).
    """
    best = max(ground_terrain(state, name), key=_terrain_drm)
    drm = _terrain_drm(best)
    if drm and not covered:
        yield Near(best.name, "E7.3", Kind.DRM, "the target is in Bypass")
    elif drm:
        yield Modifier(best.name, "E7.3", Kind.DRM, drm, why=f"in {name}")
        if arid_debris_in(state, name):
            yield Near("Arid Debris", "AD3.47", Kind.DRM, f"{best.name} counts, as E7.3 has it")
    elif arid_debris_in(state, name):
        yield Modifier("Arid Debris", "AD3.47", Kind.DRM, SIGHTING_DRM, why=f"in {name}")
    way = () if plane is None else trace(field_of(state), Location(plane), Location(name)).touched
    yield from smoke_seen_from_above(state, name, _beside(state, name, way), Kind.DRM)


def weather_on_sighting(state: State, name: str | None) -> tuple[Verdict, ...]:
    """What Mist, Dust and Heat Haze do to a Sighting TC: +1 each, whatever the Aerial Range."""
    mist: Verdict = Near("Mist", "E7.3", Kind.DRM, "there is none")
    if state.sky.mist:
        mist = Modifier("Mist", "E7.3", Kind.DRM, 1, why="whatever the range")
    found = mist, dust_on_sighting(state, name), sighting(state)
    if state.setting.rules_that("E7.3-weather", "each"):
        return found
    first = next((each for each in found if isinstance(each, Modifier)), None)
    return found if first is None else (first,)
