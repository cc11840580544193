"""The state of a game at one moment: immutable, and the same for the same events.

``replace`` gives a changed copy of it and of all that it is made of; for its sake no class of this
package has slots.
"""

from functools import cached_property, lru_cache
from typing import Any, Final

import attrs
from attrs import field
from immutables import Map

from events.moment import SETUP, Moment
from events.ruling import RulingInForce
from events.scenario import Scenario, VehicleSpec
from events.terms import Density
from sim.map.playing_area import PlayingArea
from sim.state.counter import FFE, Fort, PlacedLight, Smoke, Unit
from sim.state.ground import Ground
from sim.state.sky import Sky, Wind
from sim.state.vehicle import BogDue, Vehicle, VehicleDust

# The setting: what follows from a scenario before any roll, worked out once.


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

    @cached_property
    def some_desert(self) -> bool:
        """Whether at least one Desert Board is in play."""
        return any(board.desert for board in self.scenario.boards)

    @cached_property
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

    @lru_cache(maxsize=64)  # noqa: B019 - one for each vehicle, so that caches by setting go on
    def with_vehicle(self, spec: VehicleSpec) -> "Setting":
        """The same with one vehicle more: the very same each time it is asked for."""
        return attrs.evolve(self, vehicles={**self.vehicles, spec.id: spec})

    def rules_that(self, ruling: str, choice: str) -> bool:
        """Whether a ruling in force has this answer."""
        return self.rulings[ruling].choice == choice


@attrs.frozen(slots=False)
class Clock:
    """Where the game stands.

    Attributes:
        moment: Game Turn, Player Turn and phase.
        wind_rolled: the Wind Change DR of this Player Turn has been made.
        over: the last Player Turn has ended.
    """

    moment: Moment = SETUP
    wind_rolled: bool = False
    over: bool = False


_NOTHING: Final[Map[str, Any]] = Map()


def _called(title: str, keys: str = "name") -> dict[str, str]:
    """How a thing is called where all are listed, and what names it.

    Whatever shows a state, or looks for hexes and vehicles that cannot be, goes by this.
    """
    return {"title": title, "keys": keys}


@attrs.frozen(slots=False, repr=False)
class State:
    """Everything about a game at one moment.

    Attributes:
        setting: what never changes.
        clock: where the game stands.
        sky: Weather, EC, rain.
        wind: Force, Direction, Gusts.
        dust: Dust density (11.7); None is still to be rolled, `Density.NONE` is no Dust.
        vehicles: every vehicle by id.
        bog_checks: Bog Checks that wait for Defensive First Fire, by vehicle (D8.2).
        vehicle_dust: Vehicle Dust counters by the vehicle that raised them.
        smoke: SMOKE counters by name.
        drift: hexes that drift fills, nearest first, by source: a SMOKE counter or a vehicle.
        ffes: FFE by name.
        nvr: the Base NVR in hexes (E1.1); None where none is stated.
        lights: starshells and IR, by name.
        lit: a starshell or IR has been placed in this scenario (E1.12).
        ground: what lies in hexes, by hex.
        breaches: breached High Walls (AD4.6) and removed roadblocks, by hex and hexside; from both
            of their hexes.
        units: Infantry and SW by name, those that an order named.
        fortifications: Fortification counters by name.
    """

    setting: Setting = field(eq=False)
    clock: Clock
    sky: Sky
    wind: Wind
    dust: Density | None
    vehicles: Map[str, Vehicle] = field(metadata=_called("Vehicle", "vehicle"))
    bog_checks: Map[str, BogDue] = field(default=_NOTHING, metadata=_called("", "vehicle"))
    vehicle_dust: Map[str, VehicleDust] = field(
        default=_NOTHING, metadata=_called("Vehicle Dust of", "vehicle")
    )
    smoke: Map[str, Smoke] = field(default=_NOTHING, metadata=_called("SMOKE"))
    drift: Map[str, tuple[str, ...]] = field(default=_NOTHING, metadata=_called("Drift from"))
    ffes: Map[str, FFE] = field(default=_NOTHING, metadata=_called("FFE"))
    nvr: int | None = None
    lights: Map[str, PlacedLight] = field(default=_NOTHING, metadata=_called("Light"))
    lit: bool = False
    ground: Map[str, Ground] = field(default=_NOTHING, metadata=_called("Hex", "hex"))
    breaches: frozenset[tuple[str, int]] = frozenset()
    units: Map[str, Unit] = field(default=_NOTHING, metadata=_called("Unit"))
    fortifications: Map[str, Fort] = field(default=_NOTHING, metadata=_called("Fortification"))

    @property
    def moment(self) -> Moment:
        """Game Turn, Player Turn and phase."""
        return self.clock.moment

    @property
    def density(self) -> Density:
        """Dust density; none while it is still to be rolled."""
        return self.dust or Density.NONE

    def __repr__(self) -> str:
        wind = self.wind.force or "to be rolled"
        dust = "to be rolled" if self.dust is None else self.dust
        counts = f"{len(self.vehicles)} vehicles, {len(self.units)} units"
        return f"<State at {self.moment}, wind {wind}, Dust {dust}, {counts}>"

    @property
    def attacker(self) -> str | None:
        """The side whose Player Turn it is; None during setup."""
        player = self.clock.moment.player
        return self.setting.sides[player - 1] if player else None
