"""The opening: the setting and the first state of a scenario, before any roll."""

from typing import Final

from immutables import Map

from events.scenario import Scenario
from sim.chapter_ad.lft_boards import with_ravine
from sim.chapter_b.fortifications import set_up
from sim.map.declared_terrain import with_cactus_hedges
from sim.map.playing_area import area_of
from sim.rulings import in_force
from sim.state import BARE, Building, Clock, Ground, Sky, State, Vehicle, Wind, but
from sim.state.setting import Setting

__all__ = ["ARID_LANDS", "initial_state", "setting_of"]

_REGIONS: Final = {
    "North Africa": ("Egypt", "Libya", "Tunisia", "Morocco", "Algeria"),
    "Middle East": ("Syria", "Lebanon", "Palestine", "Iraq", "Persia", "Iran"),
    "Mediterranean isles": ("Crete", "Sicily", "Malta", "Cyprus", "Sardinia", "Corsica", "Rhodes"),
    "East Africa": (
        "Eritrea",
        "Ethiopia",
        "Abyssinia",
        "Somalia",
        "Somaliland",
        "Sudan",
        "Kenya",
    ),
}

ARID_LANDS: Final = {
    land.lower(): region for region, countries in _REGIONS.items() for land in (region, *countries)
}
"""The region of every Arid Land by its name in small letters (11.2).

The islands and the East African countries are examples: the rule names those regions as a whole.
"""


def setting_of(scenario: Scenario) -> Setting:
    """The setting of a scenario.

    Raises:
        BadInput: when its boards or rulings are impossible.
    """
    return Setting(
        scenario=scenario,
        region=ARID_LANDS.get(scenario.land.strip().lower()),
        area=with_cactus_hedges(with_ravine(area_of(scenario), scenario.ravine), scenario),
        rulings=in_force(scenario.rulings),
        vehicles={vehicle.id: vehicle for vehicle in scenario.vehicles},
        sides=scenario.order_of_sides,
    )


def initial_state(scenario: Scenario) -> State:
    """The state of a scenario before its first roll.

    Raises:
        BadInput: when the scenario's boards or rulings are impossible.
    """
    setting = setting_of(scenario)
    area = setting.area
    ground: dict[str, Ground] = {}
    for name, building in area.buildings.items():
        ground[name] = Ground(
            building=Building(
                building.material, building.upper_levels, building.mosque, temple=building.temple
            )
        )
    for name, debris in area.debris.items():
        ground[name] = but(ground.get(name, BARE), debris=debris.origin)
    return State(
        setting=setting,
        clock=Clock(),
        sky=Sky(scenario.weather, scenario.time_of_day, scenario.ec),
        wind=Wind(scenario.wind, scenario.wind_direction),
        dust=scenario.dust,
        vehicles=Map(
            {
                spec.id: Vehicle(
                    hex=None if spec.at is None else area.name(spec.at),
                    in_motion=spec.motion,
                    towing=spec.towing,
                    bu=spec.bu,
                    bypass=spec.bypass,
                )
                for spec in scenario.vehicles
            }
        ),
        ground=Map(ground),
        fortifications=set_up(scenario.fortifications, area),
    )
