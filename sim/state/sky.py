"""What the weather is at one moment: the sky, and the wind."""

import attrs

from events.terms import EC, Rain, TimeOfDay, Weather, WindForce


@attrs.frozen(slots=False)
class Sky:
    """Weather and all that depends on it; None is still to be rolled.

    Attributes:
        weather: the Weather (11.2).
        time_of_day: the Time of Day (11.3).
        ec: the EC now (11.4).
        mist: the Time of Day brought Mist (E3.32).
        rain: how hard it rains now (E3.51); `Rain.NONE` is no rain.
        rained: whether it has rained in this scenario.
    """

    weather: Weather | None
    time_of_day: TimeOfDay | None
    ec: EC | None
    mist: bool = False
    rain: Rain = Rain.NONE
    rained: bool = False

    @property
    def overcast(self) -> bool:
        """Whether the sky is known to be Overcast."""
        return self.weather is not None and self.weather.overcast

    @property
    def gusty(self) -> bool:
        """Whether the Weather is known to be Gusty."""
        return self.weather is not None and self.weather.gusty

    @property
    def mud(self) -> bool:
        """Whether the Weather is known to bring Mud."""
        return self.weather is not None and self.weather.mud

    @property
    def mud_exists(self) -> bool:
        """Whether there is Mud now, by the Weather or by EC, wherever the scenario is set."""
        return self.ec is EC.MUD or (self.weather is not None and self.weather.mud)


@attrs.frozen(slots=False)
class Wind:
    """The wind; None is still to be rolled, or no direction in No Wind.

    Attributes:
        force: Wind Force (B25.63).
        direction: hexside that it blows to (B25.64).
        gusts: Gusts are in effect in this Player Turn (B25.651).
    """

    force: WindForce | None
    direction: int | None = None
    gusts: bool = False

    @property
    def heavy(self) -> bool:
        """Whether Heavy Winds are in effect."""
        return self.force is WindForce.HEAVY_WINDS

    @property
    def heavy_gusts(self) -> bool:
        """Whether both halves of the pair of 11.76 are in effect."""
        return self.gusts and self.force is WindForce.HEAVY_WINDS
