"""B25.1 What burns: Burnable Terrain, its numbers, and the DR that each of them asks for.

Every DR of a fire succeeds alike: the Final DR must reach the number of the terrain. EC modify it
(B25.5), but not inside a building; Arid Debris: ruling AD3.41-ec.
"""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Final

import attrs

from events.terms import EC, Fortification, Material
from sim.chapter_11.ec import EC_DRM
from sim.chapter_ad.arid_building import building_material
from sim.chapter_ad.arid_debris import arid_debris_in, has_rubble
from sim.chapter_b.fortifications import fort_of
from sim.chapter_b.roads import road_into
from sim.chapter_b.symbology import TORN_UP, governing_terrain
from sim.machine.telling import Reason, refuse
from sim.modifiers import DR, Kind, Modifier, Near, Verdict, applied
from sim.state import BARE, State


@attrs.frozen
class Burnable:
    """What burns in a hex."""

    kind: str
    rule: str
    kindling: int
    spreading: int


BUILDINGS: Final[dict[Material, tuple[int, int]]] = {
    Material.WOODEN: (7, 8),
    Material.STONE: (8, 9),
}
"""Kindling and Spreading number of buildings and their rubble; those of terrain are in the charts.
"""

FORTIFIED_DRM: Final = -1
"""What a Fortified Building takes off every DR to set it afire (B23.94)."""

WOODS_ROAD: Final = 8
"""Spreading Fire number of woods through which a road runs (B25.6)."""


def fire_levels(state: State, name: str) -> range:
    """The levels of a hex at which fire can be: those of its building, or the ground alone."""
    building = state.ground.get(name, BARE).building
    return range(1 if building is None else building.top + 1)


def burns_as(state: State, name: str, level: int = 0) -> Burnable | None:
    """Which Burnable Terrain a Location is; None if nothing in it burns (B25.1).

    Arid Debris burns as a wooden building (AD3.41), rubble as the building that it was (B24).
    """
    if level not in fire_levels(state, name):
        return None
    building = _burning_building(state, name, level)
    if building is not None:
        material, rule = building
        return Burnable(f"{material} building", rule, *BUILDINGS[material])
    return min(
        _burning_terrain(state, name),
        key=lambda each: (each.kindling, each.spreading),  # ruling B25.1-combination
        default=None,
    )


def _burning_terrain(state: State, name: str) -> Iterator[Burnable]:
    """Each kind of Burnable Terrain of a hex."""
    torn = state.ground.get(name, BARE).shellholes
    for kind in governing_terrain(state.setting, name):
        if kind.kindling is not None and kind.spreading is not None:
            if torn and kind.name in TORN_UP:
                continue
            by_road = kind.woods and bool(road_into(state, name))
            spreading = max(WOODS_ROAD, kind.spreading) if by_road else kind.spreading
            yield Burnable(kind.name, kind.rule, kind.kindling, spreading)


def _burning_building(state: State, name: str, level: int) -> tuple[Material, str] | None:
    """The material of the building as which a Location burns, and the rule."""
    ground = state.ground.get(name, BARE)
    if ground.building is not None:
        rubbled = ground.building.rubbled_from == level
        stone = ground.building.rubble if rubbled else None
        return stone or building_material(state, name), "B24" if rubbled else "B23"
    if ground.rubble is not None:
        return ground.rubble.material, "B24"
    return (Material.WOODEN, "AD3.41") if arid_debris_in(state, name) else None


def demand_level(state: State, name: str, level: int, rule: str) -> None:
    """Refuse a level at which no fire can be in a hex."""
    levels = fire_levels(state, name)
    if level not in levels:
        most = "ground level only" if len(levels) == 1 else f"levels 0 to {levels[-1]}"
        refuse(Reason.NO_SUCH_LEVEL, rule, f"{name} has {most}, not level {level}")


def _in_building(state: State, name: str) -> bool:
    """Whether a fire in a hex counts as inside a building, out of the weather."""
    ground = state.ground.get(name, BARE)
    if ground.building is not None or has_rubble(ground):
        return True
    return arid_debris_in(state, name) and state.setting.rules_that("AD3.41-ec", "as-building")


TO_ROLL: Final = "still to be rolled"


def ec_verdict(state: State, name: str) -> Verdict:
    """What EC add to a DR of fire in a hex (B25.5)."""
    ec = state.sky.ec
    if _in_building(state, name):
        return Near("EC", "B25.5", Kind.DRM, f"{name} burns as inside a building")
    if ec is None or EC_DRM[ec] == 0:
        return Near("EC", "B25.5", Kind.DRM, f"EC are {ec or TO_ROLL}")
    return Modifier("EC", "B25.5", Kind.DRM, EC_DRM[ec], why=f"EC are {ec}")


_WP_IN_BUILDING: Final = 2


def by_wp(state: State, name: str, burning: Burnable) -> str:
    """On which DR its placer makes a Flame of WP in his MPh, other EC DRM left out (A24.32)."""
    ec = state.sky.ec
    if ec not in (EC.DRY, EC.VERY_DRY):
        return f"WP kindles nothing, as EC are {ec or TO_ROLL} (A24.32)"
    needed = burning.kindling + (ec is EC.DRY) + _WP_IN_BUILDING * _in_building(state, name)
    return f"WP kindles on an Original DR of {needed} or more (A24.32)"


def fortified(state: State, name: str) -> Iterator[Modifier]:
    """What a Fortified Building takes off a DR to start a fire in it, if a hex has one (B23.94)."""
    if fort_of(state, name, Fortification.FORTIFIED_BUILDING):
        yield Modifier("Fortified Building", "B23.94", Kind.DRM, FORTIFIED_DRM)


def chance_of(holds: Callable[[tuple[int, ...]], bool]) -> Fraction:
    """The exact chance that something holds of a DR."""
    dice = list(product(DR, repeat=2))
    return Fraction(sum(holds(each) for each in dice), len(dice))


@attrs.frozen
class FireRoll:
    """A DR that a fire needs."""

    number: int
    """The Final DR from which it succeeds."""
    items: tuple[Modifier, ...]
    near: tuple[Near, ...]

    @property
    def drm(self) -> int:
        """The sum of its DRM."""
        return sum(each.fixed for each in self.items)

    def final(self, dice: tuple[int, ...]) -> int:
        """The Final DR."""
        return sum(dice) + self.drm

    def succeeds(self, dice: tuple[int, ...]) -> bool:
        """Whether the Final DR reaches the number."""
        return self.final(dice) >= self.number

    @property
    def chance(self) -> Fraction:
        """The exact chance that it succeeds."""
        return chance_of(self.succeeds)


def fire_roll(number: int, verdicts: Iterable[Verdict]) -> FireRoll:
    """A DR against a number, with what rules say of its DRM."""
    return FireRoll(number, *applied(verdicts))


def spreading_roll(state: State, name: str, burning: Burnable) -> FireRoll:
    """The DR of a Flame to become a Blaze (B25.15), and of a wreck to light one (B25.14)."""
    return fire_roll(burning.spreading, [ec_verdict(state, name), *fortified(state, name)])
