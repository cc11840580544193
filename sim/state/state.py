"""The state of a game at one moment: immutable, and the same for the same events.

``but`` gives a changed copy of it and of all that it is made of; for its sake no class of this
package has slots.
"""

from typing import Any, Final

import attrs

from events.moment import SETUP, Moment
from events.terms import Density
from sim.state.fort import Fort
from sim.state.ground import Ground
from sim.state.maps import Map
from sim.state.setting import Setting
from sim.state.sky import Sky, Wind
from sim.state.smoke import FFE, Smoke
from sim.state.unit import Unit
from sim.state.vehicle import Vehicle, VehicleDust

__all__ = ["Clock", "State"]


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
        vehicle_dust: Vehicle Dust counters by the vehicle that raised them.
        smoke: SMOKE counters by name.
        drift: hexes that drift fills, nearest first, by source: a SMOKE counter or a vehicle.
        ffes: FFE by name.
        ground: what lies in hexes, by hex.
        breaches: breached High Walls (AD4.6) and removed roadblocks, by hex and hexside; from both
            of their hexes.
        units: Infantry and SW by name, those that somebody named.
        fortifications: Fortification counters by name.
    """

    setting: Setting = attrs.field(eq=False)
    clock: Clock
    sky: Sky
    wind: Wind
    dust: Density | None
    vehicles: Map[str, Vehicle]
    vehicle_dust: Map[str, VehicleDust] = _NOTHING
    smoke: Map[str, Smoke] = _NOTHING
    drift: Map[str, tuple[str, ...]] = _NOTHING
    ffes: Map[str, FFE] = _NOTHING
    ground: Map[str, Ground] = _NOTHING
    breaches: frozenset[tuple[str, int]] = frozenset()
    units: Map[str, Unit] = _NOTHING
    fortifications: Map[str, Fort] = _NOTHING

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
