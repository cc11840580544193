"""AD3.3, AD3.31 Mosques and Temples as they are laid out: of one hex, or by SSR of several.

The hexes of a building are those that have its name. If one of them is said to be of a Mosque or a
Temple, all are. The hexes that `steeple` names have a Minaret or Tower; where none is named, the
first that says Mosque or Temple has it (ruling AD3.31-unsaid), a single hex always.
"""

from collections.abc import Iterator

import attrs

from events.scenario import BuildingSpec
from events.terms import Material
from sim.map.playing_area import PlayingArea

__all__ = ["house_faults", "with_houses"]


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
    """What cannot be so of a Mosque or Temple: a hex in play, the field, and a sentence.

    Args:
        area: a playing area `with_houses`.
    """
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
