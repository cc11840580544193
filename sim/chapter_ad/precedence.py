"""AD1.1, AD1.2 AD Terrain is a switch of the scenario; where it speaks, it overrides chapter F.

Everything of chapter F and 191 applies as well. An override names the AD rule and the one that it
sets aside in a hex.
"""

from collections.abc import Iterator
from typing import Final

import attrs

from events.scenario import Scenario
from events.terms import Base
from sim.chapter_ad.chart_choice import chart_of
from sim.chapter_ad.plaza_well_fountain import OCCUPANCY
from sim.chapter_ad.terrain_chart import CHART as AD_CHART
from sim.chapter_b.symbology import governing_terrain
from sim.map.terrain_kind import TerrainKind
from sim.state import Setting

NOTATION: Final = "AD Terrain is in effect."
"""The sentence of a scenario with AD Terrain (AD1.1)."""


def notation(scenario: Scenario) -> tuple[str, ...]:
    """The special rules of a scenario that have a sentence of their own (AD1.1)."""
    return (NOTATION,) if scenario.ad else ()


_OFF: Final = "though AD Terrain is not in effect there (AD1.1)"


def out_of_place(setting: Setting) -> Iterator[str]:
    """What a map has of AD Terrain in hexes where that is not in effect."""
    area = setting.area
    debris = sorted(name for name in area.debris if not setting.ad_hex(name))
    if debris:
        yield f"no AD Terrain is in effect in {', '.join(debris)}: there is no Arid Debris (AD3.4)"
    for kind in AD_CHART:
        found = [name for name, record in area.record.items() if kind in record.kinds]
        found = [name for name in found if not setting.ad_hex(name)]
        if found:
            hexes = ", ".join(found)
            limits = "; what it limits does not" if kind in OCCUPANCY else ""
            yield f"{kind} in {hexes} counts, {_OFF}{limits}"
    built = area.buildings.items()
    houses = [at for at, it in built if (it.mosque or it.temple) and not setting.ad_hex(at)]
    if houses:
        yield f"the Mosque or Temple in {', '.join(houses)} counts, {_OFF}"


@attrs.frozen
class Override:
    """An AD rule that goes before another in a hex."""

    rule: str
    over: str
    """The rule that it sets aside."""
    why: str
    """What is otherwise."""


_BY_RULE: Final = {
    "AD3.11": Override("AD3.11", "B14", "orchards in desert hexes are Olive Groves"),
    "AD3.14": Override("AD3.14", "B13", "woods in desert hexes are Light Woods"),
    "AD3.161": Override("AD3.161", "B15", "grain costs what a plowed field does"),
    "AD3.162": Override("AD3.162", "B15", "grain is thick in September and October"),
    "AD3.62": Override("AD3.62", "B21", "a pond beside an orchard is an Oasis"),
    "AD3.63": Override("AD3.63", "B14", "orchards near an Oasis are Palm Trees"),
    "AD4.5": Override("AD4.5", "191.1", "Broken Terrain of AD boards"),
    "AD4.51": Override("AD4.51", "191.1", "Broken Ground of AD boards"),
}
"""What an AD rule sets aside, where the terrain of a hex comes from that rule."""

_SCRUB: Final = Override("AD4.3", "F2.2", "scrub negates FFMO and Interdiction")
_TEMPERATE: Final = {
    "B": Override("AD2.4", "F.2", "a Temperate hex costs what chapter B says"),
    "F": Override("AD2.4", "B.3", "scrub and hammada of a Temperate hex cost what chapter F says"),
}


def overrides(setting: Setting, name: str) -> tuple[Override, ...]:
    """The AD rules that go before others in a hex; none without AD Terrain in effect there."""
    if not setting.ad_hex(name):
        return ()
    kinds = governing_terrain(setting, name)
    found = [_BY_RULE[kind.rule] for kind in kinds if kind.rule in _BY_RULE]
    if any(kind.name is TerrainKind.SCRUB for kind in kinds):
        found.append(_SCRUB)
    if setting.area.record[name].base is Base.TEMPERATE:
        found.append(_TEMPERATE[chart_of(setting, name)])
    return tuple(found)
