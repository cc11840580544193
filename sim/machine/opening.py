"""The opening: the setting and the first state of a scenario, before any roll."""

from functools import lru_cache
from typing import Final

from immutables import Map

from events.scenario import Scenario
from sim import state as states
from sim.chapter_11.weather_and_time_of_day import brings_mist
from sim.chapter_ad.high_walls import without_high_walls
from sim.chapter_ad.lft_boards import with_ravine
from sim.chapter_ad.overlays import with_overlays
from sim.chapter_ad.room import with_houses
from sim.chapter_b.fortifications import set_up
from sim.map.playing_area import PlayingArea, area_of
from sim.map.terrain import with_cactus_hedges
from sim.rulings import in_force
from sim.state import Setting, State, replace

_REGIONS: Final = {
    "North Africa": (
        *("Egypt", "Sinai", "Western Desert", "Libya", "Cyrenaica", "Tripolitania", "Fezzan"),
        *("Tunisia", "Morocco", "French Morocco", "Spanish Morocco", "Algeria"),
    ),
    "Middle East": ("Syria", "Lebanon", "Palestine", "Iraq", "Persia", "Iran"),
    "Mediterranean isles": (
        *("Crete", "Sicily", "Malta", "Gozo", "Cyprus", "Sardinia", "Corsica", "Elba", "Djerba"),
        *("Pantelleria", "Lampedusa", "Linosa", "Ustica", "Lipari", "Capri", "Ischia", "Vis"),
        *("Corfu", "Cephalonia", "Kefalonia", "Zante", "Zakynthos", "Ithaca", "Lefkada"),
        *("Rhodes", "Kos", "Cos", "Leros", "Samos", "Symi", "Kalymnos", "Patmos", "Karpathos"),
        *("Scarpanto", "Kasos", "Kastellorizo", "Castelorizzo", "Astypalaia", "Nisyros", "Tilos"),
        *("Naxos", "Paros", "Milos", "Santorini", "Syros", "Andros", "Tinos", "Mykonos", "Delos"),
        *("Chios", "Lesbos", "Lemnos", "Icaria", "Skyros", "Skiathos", "Euboea", "Kythera"),
        *("Antikythera", "Majorca", "Minorca", "Ibiza", "Dodecanese", "Cyclades", "Sporades"),
        *("Balearic Islands", "Ionian Islands", "Aegean Islands", "Lipari Islands"),
        *("Mediterranean islands", "Mediterranean"),
    ),
    "East Africa": (
        *("Eritrea", "Ethiopia", "Abyssinia", "Sudan", "Anglo-Egyptian Sudan", "Kenya", "Uganda"),
        *("Somalia", "Somaliland", "British Somaliland", "Italian Somaliland"),
        *("French Somaliland", "Djibouti", "Tanganyika", "Tanzania", "Zanzibar"),
        *("Ruanda-Urundi", "Rwanda", "Burundi", "Italian East Africa"),
    ),
}

ARID_LANDS: Final = {
    land.lower(): region for region, countries in _REGIONS.items() for land in (region, *countries)
}
"""The region of every Arid Land by its name in small letters (11.2).

The islands and the East African countries are examples: the rule names those regions as a whole.
"""


def _area(scenario: Scenario) -> PlayingArea:
    laid = with_overlays(area_of(scenario), scenario)
    area = with_houses(with_ravine(laid, scenario.ravine))
    return with_cactus_hedges(area if scenario.ad else without_high_walls(area), scenario)


@lru_cache(maxsize=16)
def setting_of(scenario: Scenario) -> Setting:
    """The setting of a scenario: the very same one for each game of it, so that caches go on."""
    return Setting(
        scenario=scenario,
        region=ARID_LANDS.get(scenario.land.strip().lower()),
        area=_area(scenario),
        rulings=in_force(scenario.rulings),
        vehicles={vehicle.id: vehicle for vehicle in scenario.vehicles},
        sides=scenario.order_of_sides,
    )


def _mist(setting: Setting) -> bool:
    """Whether Mist is there from the beginning: by SSR, or by a stated Early Morning (11.3)."""
    scenario = setting.scenario
    if scenario.mist is not None:
        return scenario.mist
    time, weather = scenario.time_of_day, scenario.weather
    if time is None or weather is None or weather.overcast or not setting.some_desert:
        return False
    return brings_mist(time, scenario.month) and setting.rules_that("11.3-stated", "as-table")


def initial_state(scenario: Scenario) -> State:
    """The state of a scenario before its first roll."""
    setting = setting_of(scenario)
    area = setting.area
    ground: dict[str, states.Ground] = {}
    for name, building in area.buildings.items():
        ground[name] = states.Ground(
            building=states.Building(
                building.material,
                building.upper_levels,
                building.mosque,
                temple=building.temple,
                no_steeple=(building.mosque or building.temple) and not building.steeple,
            )
        )
    for name, debris in area.debris.items():
        ground[name] = replace(ground.get(name, states.BARE), debris=debris.origin)
    return State(
        setting=setting,
        clock=states.Clock(),
        sky=states.Sky(scenario.weather, scenario.time_of_day, scenario.ec, mist=_mist(setting)),
        wind=states.Wind(scenario.wind, scenario.wind_direction),
        dust=scenario.dust,
        nvr=scenario.nvr,
        vehicles=Map(
            {
                spec.id: states.set_up_vehicle(spec, area.name(spec.at or ""))
                for spec in scenario.vehicles
            }
        ),
        ground=Map(ground),
        fortifications=set_up(scenario.fortifications, area),
    )
