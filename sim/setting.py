"""The setting: what follows from a scenario before any roll, worked out once."""

from typing import Final

import attrs

from events.entry import RulingInForce
from events.scenario import Scenario, VehicleSpec
from sim.chapter_ad.lft_boards import with_ravine
from sim.declared_terrain import with_cactus_hedges
from sim.playing_area import PlayingArea, area_of
from sim.rulings import in_force

__all__ = ["ARID_LANDS", "Setting", "setting_of"]

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


@attrs.frozen(eq=False)
class Setting:
    """What never changes while a scenario is played.

    Attributes:
        scenario: the scenario.
        region: its Arid Land's region; None when it is set elsewhere (11.2).
        area: the playing area.
        rulings: every ruling in force.
        vehicles: the order of battle by vehicle id.
        sides: the side that moves first, then the other.
    """

    scenario: Scenario
    region: str | None
    area: PlayingArea
    rulings: dict[str, RulingInForce]
    vehicles: dict[str, VehicleSpec]
    sides: tuple[str, str]

    @property
    def north_africa(self) -> bool:
        """Whether Heat Haze is possible (11.62)."""
        return self.region == "North Africa"

    @property
    def some_desert(self) -> bool:
        """Whether at least one Desert Board is in play."""
        return any(board.desert for board in self.scenario.boards)

    @property
    def only_desert(self) -> bool:
        """Whether all boards in play are Desert Boards."""
        return all(board.desert for board in self.scenario.boards)

    def ad_hex(self, name: str) -> bool:
        """Whether AD Terrain is in effect in a hex: it is on an AD board (AD1.1, AD2.1)."""
        return self.scenario.ad and name in self.area.ad

    def rules_that(self, ruling: str, choice: str) -> bool:
        """Whether a ruling in force has this answer."""
        return self.rulings[ruling].choice == choice


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
