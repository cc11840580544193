"""The setting: what follows from a scenario before any roll, worked out once."""

import attrs

from events.ruling import RulingInForce
from events.scenario import Scenario, VehicleSpec
from sim.map.playing_area import PlayingArea

__all__ = ["Setting"]


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

    def on_desert_board(self, name: str) -> bool:
        """Whether a hex is on a Desert Board (F.1); a shared one is where its terrain is of it."""
        board = self.area.record[name].board
        return any(spec.desert for spec in self.scenario.boards if spec.name == board)

    def ad_hex(self, name: str) -> bool:
        """Whether AD Terrain is in effect in a hex: it is on an AD board (AD1.1, AD2.1)."""
        return self.scenario.ad and name in self.area.ad

    def rules_that(self, ruling: str, choice: str) -> bool:
        """Whether a ruling in force has this answer."""
        return self.rulings[ruling].choice == choice
