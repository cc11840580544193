"""How much room there is in an Oasis Well or Fountain hex (AD3.61, AD3.7), and who takes it.

The limits are those of the hex: a building or debris in it changes nothing, but rubble buries it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

import attrs

from events.scenario import BuildingSpec
from events.terms import Material, UnitKind
from sim.chapter_ad.arid_debris import has_rubble
from sim.chapter_ad.plaza_well_fountain import OCCUPANCY, Occupancy, gun_allowed
from sim.chapter_b.mover import Mover
from sim.chapter_b.symbology import terrain_map
from sim.map.playing_area import PlayingArea
from sim.map.terrain_kind import MoverKind, TerrainKind
from sim.modifiers import WhyNot
from sim.state import BARE, Setting, State, Unit

HALF_SQUADS: Final = {UnitKind.SQUAD: 2, UnitKind.HS: 1, UnitKind.CREW: 1}
"""What MMC count for where squads are limited, as a number of HS (A5); SW count apart."""

SMC_TO_HS: Final = 5
"""The SMC that are a HS; fewer count for nothing (A5.5)."""


def half_squads(units: Iterable[Unit]) -> int:
    """What units count for together where squads are limited, as a number of HS (A5.5)."""
    kinds = Counter(unit.kind for unit in units)
    mmc = sum(HALF_SQUADS[kind] * kinds[kind] for kind in HALF_SQUADS)
    return mmc + kinds[UnitKind.SMC] // SMC_TO_HS


# AD3.3, AD3.31 Mosques and Temples as they are laid out: of one hex, or by SSR of several.
#
# The hexes of a building are those that have its name. If one of them is said to be of a Mosque or
# a Temple, all are. The hexes that `steeple` names have a Minaret or Tower; where none is named,
# the first that says Mosque or Temple has it (ruling AD3.31-unsaid), a single hex always.


def _buildings(area: PlayingArea) -> list[dict[str, BuildingSpec]]:
    """The buildings in play: the hexes of each, by name."""
    found: dict[str, dict[str, BuildingSpec]] = {}
    for name, spec in area.buildings.items():
        called = f"{name} alone" if spec.building is None else f"called {spec.building}"
        found.setdefault(called, {})[name] = spec
    return list(found.values())


def with_houses(area: PlayingArea) -> PlayingArea:
    """A playing area in which every hex of a Mosque or Temple says that it is one."""
    changed: dict[str, BuildingSpec] = {}
    for hexes in _buildings(area):
        mosque = any(spec.mosque for spec in hexes.values())
        temple = any(spec.temple for spec in hexes.values())
        if not (mosque or temple):
            continue
        unsaid = not any(spec.steeple for spec in hexes.values())
        top = next(name for name, spec in hexes.items() if spec.mosque or spec.temple)
        for name, spec in hexes.items():
            steeple = spec.steeple or (unsaid and name == top)
            changed[name] = attrs.evolve(spec, mosque=mosque, temple=temple, steeple=steeple)
    return attrs.evolve(area, buildings={**area.buildings, **changed})


def house_faults(area: PlayingArea) -> Iterator[tuple[str, str, str]]:
    """What cannot be so of a Mosque or Temple: a hex in play, the field, and a sentence."""
    for hexes in _buildings(area):
        first = next(iter(hexes))
        spec = hexes[first]
        if not (spec.mosque or spec.temple):
            yield from (
                (name, "steeple", "only a Mosque or Temple has a Minaret or Tower (AD3.31)")
                for name, each in hexes.items()
                if each.steeple
            )
            continue
        if spec.mosque and spec.temple:
            yield first, "temple", "a Mosque is not a Temple (AD3.3)"
        for name, each in hexes.items():
            if each.material is not Material.STONE:
                yield name, "material", "a Mosque or Temple is of stone (AD3.3)"


@lru_cache(maxsize=32)
def _limited(setting: Setting) -> dict[str, TerrainKind]:
    """The hexes with limits of their own."""
    return {
        name: kind.name
        for name, kinds in terrain_map(setting).items()
        for kind in kinds
        if kind.name in OCCUPANCY and setting.ad_hex(name)
    }


def limited_kind(state: State, name: str) -> TerrainKind | None:
    """The Oasis Well or Fountain in a hex; None where there is none, or rubble lies on it."""
    kind = _limited(state.setting).get(name)
    return None if kind is None or has_rubble(state.ground.get(name, BARE)) else kind


def is_fountain(state: State, name: str) -> bool:
    """Whether a hex is a Fountain hex, whatever stands in it (AD3.7)."""
    return limited_kind(state, name) is TerrainKind.FOUNTAIN


def limit_in(state: State, name: str) -> Occupancy | None:
    """What a hex holds at most, where AD Terrain limits it."""
    kind = limited_kind(state, name)
    return None if kind is None else OCCUPANCY[kind]


def _mounts_in(state: State, name: str, *, smc: bool) -> list[str]:
    """The units in a hex on horses or motorcycles: those of SMC size, or the others."""
    return [
        label
        for label, unit in sorted(state.units.items())
        if unit.hex == name and unit.riding and (unit.kind is UnitKind.SMC) is smc
    ]


def _there(state: State, name: str, without: frozenset[str]) -> list[str]:
    """The vehicles and squad-size mounts in a hex; a wreck is no vehicle."""
    vehicles = [
        v for v, found in state.vehicles.items() if found.hex == name and not found.destroyed
    ]
    mounts = _mounts_in(state, name, smc=False)
    return [label for label in (*sorted(vehicles), *mounts) if label not in without]


def no_room_for(state: State, mover: Mover, name: str, without: frozenset[str]) -> WhyNot | None:
    """Why a hex has no room for one who is not on foot; None if it has.

    Squad-size horses and motorcycles need room as vehicles do. Itself, and who leaves with it, do
    not count.
    """
    kind = limited_kind(state, name)
    if kind is None or mover.kind is MoverKind.INFANTRY:
        return None
    limit = OCCUPANCY[kind]
    there = _there(state, name, without)
    if len(there) >= limit.vehicles:
        return WhyNot(limit.rule, f"{there[0]} is in the {kind}, which holds no second one")
    if mover.towing and not gun_allowed(kind, towed=True):
        return WhyNot(limit.rule, f"a {kind} holds no towed Gun")
    return None


def too_many_mounts(state: State, name: str) -> WhyNot | None:
    """Why a hex has no room for one more SMC on a horse or motorcycle; None if it has."""
    kind = limited_kind(state, name)
    if kind is None:
        return None
    limit = OCCUPANCY[kind].smc_mounts
    if limit is None or len(_mounts_in(state, name, smc=True)) < limit:
        return None
    return WhyNot(OCCUPANCY[kind].rule, f"the {kind} holds {limit} SMC on horses or motorcycles")


def over_in(state: State, name: str) -> tuple[str, ...]:
    """The vehicles and mounts of a hex that are of a kind of which it holds fewer."""
    limit = limit_in(state, name)
    if limit is None:
        return ()
    large, small = _there(state, name, frozenset()), _mounts_in(state, name, smc=True)
    over = large if len(large) > limit.vehicles else []
    most = limit.smc_mounts
    return (*over, *(small if most is not None and len(small) > most else []))


def crowd_in(state: State, name: str) -> dict[str, int]:
    """By side, how many HS-equivalents a hex has too many of where it holds fewer squads."""
    limit = limit_in(state, name)
    if limit is None or limit.squads is None:
        return {}
    units = [unit for unit in state.units.values() if unit.hex == name]
    sides = sorted({unit.side for unit in units})
    there = {side: half_squads(unit for unit in units if unit.side == side) for side in sides}
    most = limit.squads * HALF_SQUADS[UnitKind.SQUAD]
    return {side: here - most for side, here in there.items() if here > most}
