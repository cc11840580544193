"""191.2 Steppe Terrain on a Desert Board: hammada is brush, scrub is woods, all Inherent.

Gullies are wadis. Sand may be declared to be grain (`sim.map.terrain`). Of Desert LV only
Heat Haze is as always; Sun Blindness, Dust, Vehicle and FFE Dust need Very Dry EC. Where Broken
Terrain is in effect too, a ruling says which of both decides what terrain becomes.
"""

from typing import Final

import attrs

from events.terms import EC
from sim.chapter_11.weather_and_time_of_day import may_be
from sim.map.terrain import Rows, Terrain
from sim.map.terrain_kind import TerrainKind
from sim.state import Setting, State

RULE: Final = "191.2"


def broken_decides(setting: Setting) -> bool:
    """Whether Broken Terrain decides what terrain becomes (191.2-broken)."""
    scenario = setting.scenario
    return scenario.broken and not (
        scenario.steppe and setting.rules_that("191.2-broken", "steppe")
    )


def both_in_effect(setting: Setting) -> str | None:
    """What a scenario with Steppe and Broken Terrain should know; None if it has not both."""
    if not (setting.scenario.steppe and setting.scenario.broken):
        return None
    decides = "Broken" if broken_decides(setting) else "Steppe"
    return (
        f"Steppe and Broken Terrain are both in effect: {decides} Terrain decides what hammada and "
        "scrub become (ruling 191.2-broken)"
    )


def steppe(kinds: tuple[Terrain, ...], rows: Rows) -> tuple[Terrain, ...]:
    """What Steppe Terrain makes of the terrain of a hex of a Desert Board."""
    changes = {
        TerrainKind.HAMMADA: attrs.evolve(rows[TerrainKind.BRUSH], inherent=True, rule=RULE),
        TerrainKind.SCRUB: attrs.evolve(rows[TerrainKind.WOODS], inherent=True, rule=RULE),
        TerrainKind.GULLY: attrs.evolve(rows[TerrainKind.WADI], rule=RULE),
    }
    return tuple(changes.get(kind.name, kind) for kind in kinds)


def grain_for_good(setting: Setting, kind: Terrain) -> bool:
    """Whether what sand was declared to be is grain in every month (191.2-season)."""
    declared = kind.name is TerrainKind.GRAIN and kind.rule == RULE
    return declared and setting.rules_that("191.2-season", "always")


def steppe_allows_sun_blindness(state: State) -> bool | None:
    """Whether Sun Blindness can be: in Steppe Terrain EC are Very Dry (191.2-sun).

    None while the EC are still to be rolled.
    """
    ec, setting = state.sky.ec, state.setting
    if not setting.scenario.steppe or setting.rules_that("191.2-sun", "always"):
        return True
    if ec is None and may_be(setting.scenario.month, (EC.VERY_DRY,)):
        return None
    return ec is EC.VERY_DRY
