"""Events of Weather, Time of Day, EC and rain."""

from typing import TypeAlias

from events.frozen import frozen
from events.terms import EC, TimeOfDay, Weather


@frozen
class WeatherSet:
    """The Weather of the scenario was determined."""

    weather: Weather
    rule: str

    def __str__(self) -> str:
        return f"Weather: {self.weather}"


@frozen
class TimeOfDaySet:
    """The Time of Day was determined; ``mist``: it brought Mist (11.3)."""

    time_of_day: TimeOfDay
    mist: bool
    rule: str

    def __str__(self) -> str:
        return f"Time of Day: {self.time_of_day}" + (", with Mist" if self.mist else "")


@frozen
class ECSet:
    """The EC at the start of the scenario were determined."""

    ec: EC
    rule: str

    def __str__(self) -> str:
        return f"EC: {self.ec}"


@frozen
class ECChanged:
    """The EC changed in play."""

    old: EC
    new: EC
    rule: str

    def __str__(self) -> str:
        return f"EC change from {self.old} to {self.new}"


@frozen
class RainBegan:
    """Rain began, for the first time or again (E3.51)."""

    rule: str

    def __str__(self) -> str:
        return "rain begins"


@frozen
class RainGrewHeavy:
    """Rain became heavier (E3.51)."""

    rule: str

    def __str__(self) -> str:
        return "the rain grows heavy"


@frozen
class RainEnded:
    """Rain of any kind ended (E3.51)."""

    rule: str

    def __str__(self) -> str:
        return "the rain ends"


SkyEvent: TypeAlias = (
    WeatherSet | TimeOfDaySet | ECSet | ECChanged | RainBegan | RainGrewHeavy | RainEnded
)
