"""B25.6-B25.64 How fire goes from one Location to another: whether, on what DR, or without one.

Fire of a building goes straight up and down and to the same height beside it, not diagonally;
on the ground it goes from hex to hex, whatever their elevation (reading B25.6-height).
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import attrs

from events.register import at_level
from events.terms import Fire, WindForce
from sim.chapter_ad.arid_debris import arid_debris_in, has_rubble
from sim.chapter_b.burnable import (
    Burnable,
    FireRoll,
    burns_as,
    ec_verdict,
    fire_roll,
    fortified,
    spreading_roll,
)
from sim.chapter_b.depressions import depressions_of
from sim.chapter_b.symbology import governing_terrain
from sim.modifiers import Kind, Modifier, Near, Verdict
from sim.state import BARE, State

RULING: Final = "B25.6-wind"

ATTACHED_NOT: Final = -2
"""The DRM where what burns is not directly attached to what it would spread to (B25.62)."""

BREEZE: Final = (+1, 0, 0, -1)
"""The DRM of a Mild Breeze by how many hexsides a hex lies from straight downwind."""

DOWNWIND: Final = 1
"""Hexsides from straight downwind within which Heavy Winds drive fire (B25.63)."""


@attrs.frozen
class FireLocation:
    """A Location in which fire can be; ``E4``, or ``E4@1`` above ground level."""

    hex: str
    level: int = 0

    def __str__(self) -> str:
        return at_level(self.hex, self.level)


@attrs.frozen
class Front:
    """Fire on its way from one Location to another."""

    source: FireLocation
    """The Location ablaze."""
    to: FireLocation
    roll: FireRoll | None
    """The DR; None where none is made."""
    sure: bool = False
    rule: str = "B25.6"
    why: str = ""
    """Why it needs no DR, or cannot spread."""
    lot: Fraction = Fraction(0)
    """The chance that Gusts, whose direction is not known yet, drive it there without a DR."""

    @property
    def chance(self) -> Fraction:
        """The exact chance that fire comes that way."""
        if self.sure:
            return Fraction(1)
        rolled = Fraction(0) if self.roll is None else self.roll.chance
        return self.lot + (1 - self.lot) * rolled


def reaches(state: State, source: FireLocation, to: FireLocation) -> bool:
    """Whether a Location is beside another for a fire in it (B25.6)."""
    if source.hex == to.hex:
        return abs(source.level - to.level) == 1
    if state.setting.area.hexside(source.hex, to.hex) is None:
        return False
    if source.level == 0 and to.level == 0:
        return True
    both = _has_building(state, source.hex) and _has_building(state, to.hex)
    return both and _height(state, source) == _height(state, to)


def _has_building(state: State, name: str) -> bool:
    return state.ground.get(name, BARE).building is not None


def _height(state: State, place: FireLocation) -> int:
    """The elevation of a Location."""
    in_depression = place.level == 0 and place.hex in depressions_of(state.setting)
    level: int = state.setting.area.record[place.hex].level
    return level + place.level - int(in_depression)


def _one_building(state: State, one: FireLocation, two: FireLocation) -> bool:
    """Whether two Locations are of one building, as adjacent rubble is too (B24.6)."""
    if one.hex == two.hex:
        return True
    here, there = state.ground.get(one.hex, BARE), state.ground.get(two.hex, BARE)
    if one.level == two.level == 0 and has_rubble(here) and has_rubble(there):
        return True
    if here.building is None or there.building is None:
        return False
    buildings = state.setting.area.buildings
    called = buildings[one.hex].building
    return called is not None and called == buildings[two.hex].building


def _art(state: State, place: FireLocation) -> bool:
    """Whether it is the printed terrain of a Location that burns, and fills its hex.

    An orchard out of season does not (E3.6).
    """
    ground = state.ground.get(place.hex, BARE)
    bare = ground.building is None and ground.rubble is None
    burnable = [k for k in governing_terrain(state.setting, place.hex) if k.kindling is not None]
    return bare and not arid_debris_in(state, place.hex) and not all(k.bare for k in burnable)


def attached(state: State, one: FireLocation, two: FireLocation) -> bool:
    """Whether what burns in two Locations is directly attached (reading B25.62-attached)."""
    if _one_building(state, one, two):
        return True
    return not any(
        _has_building(state, each.hex) and not has_rubble(state.ground[each.hex])
        for each in (one, two)
    )


def _joined_by_art(state: State, one: FireLocation, two: FireLocation) -> bool:
    """Whether the hexside between them crosses art of what burns, as it must in Mud (E3.6)."""
    return _one_building(state, one, two) or (_art(state, one) and _art(state, two))


def _turns(direction: int, hexside: int) -> int:
    """How many hexsides lie between two directions, 0 to 3."""
    return min((hexside - direction) % 6, (direction - hexside) % 6)


def wind_verdict(state: State, hexside: int | None) -> Verdict:
    """What the wind adds to the DR across a hexside of a Blaze; None is inside its building."""
    wind = state.wind
    if hexside is None:
        return Near("Wind", "B25.64", Kind.DRM, "wind does not count within a building")
    if not state.setting.rules_that(RULING, "graded"):
        return Near("Wind", "B25.64", Kind.DRM, "the ruling B25.6-wind gives it no DRM")
    if wind.direction is None or wind.force is not WindForce.MILD_BREEZE:
        return Near("Wind", "B25.64", Kind.DRM, "no Mild Breeze blows")
    turns = _turns(wind.direction, hexside)
    where = ("downwind", "nearly downwind", "nearly upwind", "upwind")[turns]
    if BREEZE[turns] == 0:
        return Near("Wind", "B25.64", Kind.DRM, f"{where} in a Mild Breeze")
    return Modifier("Wind", "B25.64", Kind.DRM, BREEZE[turns], why=f"{where} in {wind.force}")


def _drms(
    state: State, source: FireLocation, to: FireLocation, hexside: int | None
) -> list[Verdict]:
    """What modifies the DR of a Location."""
    found: list[Verdict] = [ec_verdict(state, to.hex), *fortified(state, to.hex)]
    if attached(state, source, to):
        why = f"what burns in {to} is attached to what burns in {source}"
        found.append(Near("Not attached", "B25.62", Kind.DRM, why))
    else:
        why = f"what burns in {to} is not attached to what burns in {source}"
        found.append(Modifier("Not attached", "B25.62", Kind.DRM, ATTACHED_NOT, why=why))
    found += _elevation(state, source, to)
    inside = _one_building(state, source, to)
    found.append(wind_verdict(state, None if inside else hexside))
    return found


def _elevation(state: State, source: FireLocation, to: FireLocation) -> Iterator[Modifier]:
    """What a Location at another elevation adds to its DR."""
    if rise := _height(state, to) - _height(state, source):
        words, drm = ("Higher", +1) if rise > 0 else ("Lower", -1)
        yield Modifier(f"{words} elevation", "B25.61", Kind.DRM, drm)


def wreck_roll(state: State, here: str, name: str, burning: Burnable) -> FireRoll:
    """The DR of a burning wreck in a hex to light its own, or one that it straddles (B25.14)."""
    hexside = state.setting.area.hexside(here, name)
    if hexside is None:
        return spreading_roll(state, name, burning)
    way = _elevation(state, FireLocation(here), FireLocation(name))
    verdicts = [ec_verdict(state, name), *fortified(state, name), *way]
    return fire_roll(burning.spreading, [*verdicts, wind_verdict(state, hexside)])


def _without_dr(
    state: State, source: FireLocation, to: FireLocation, hexside: int, gusts_to: int | None
) -> Front | None:
    """What wind and Mud say of a spread to another hex, before any DR; None if nothing."""
    wind = state.wind
    direction = wind.direction or gusts_to
    if wind.gusts and direction == hexside:
        why = "it lies straight downwind in Gusts"
        return Front(source, to, None, sure=True, rule="B25.651", why=why)
    if state.sky.mud_exists and not _joined_by_art(state, source, to):
        why = "in Mud fire needs woods, brush, grain or a building that crosses the hexside"
        return Front(source, to, None, rule="E3.6", why=why)
    if not wind.heavy or wind.direction is None or _one_building(state, source, to):
        return None
    if _turns(wind.direction, hexside) <= DOWNWIND:
        why = "it lies downwind in Heavy Winds"
        return Front(source, to, None, sure=True, rule="B25.63", why=why)
    return Front(source, to, None, rule="B25.63", why="it lies upwind in Heavy Winds")


def front_between(
    state: State, source: FireLocation, to: FireLocation, gusts_to: int | None = None
) -> Front:
    """How a Blaze, or what is taken to be one, spreads to a Location beside it.

    In No Wind the direction of Gusts is rolled.
    """
    burning = burns_as(state, to.hex, to.level)
    there = state.ground.get(to.hex, BARE).fire_at(to.level).fire
    if burning is None:
        return Front(source, to, None, rule="B25.1", why="nothing there burns")
    if there is Fire.BLAZE:
        return Front(source, to, None, why=f"it has a {there} already")
    hexside = state.setting.area.hexside(source.hex, to.hex)
    found = None
    if hexside is not None:
        found = _without_dr(state, source, to, hexside, gusts_to)
    if found is None:
        found = Front(source, to, fire_roll(burning.spreading, _drms(state, source, to, hexside)))
    unknown = state.wind.gusts and state.wind.direction is None and gusts_to is None
    if unknown and hexside is not None:
        return attrs.evolve(found, lot=Fraction(1, 6))
    return found
