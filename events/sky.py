"""Events of Weather, Time of Day, EC and rain."""

from events.register import Event, frozen
from events.terms import EC, TimeOfDay, Weather


@frozen
class WeatherSet(Event):
    """The Weather of the scenario was determined."""

    weather: Weather
    rule: str

    def __str__(self) -> str:
        return f"Weather: {self.weather}"


@frozen
class TimeOfDaySet(Event):
    """The Time of Day was determined; ``mist``: it brought Mist (11.3)."""

    time_of_day: TimeOfDay
    mist: bool
    rule: str

    def __str__(self) -> str:
        return f"Time of Day: {self.time_of_day}" + (", with Mist" if self.mist else "")


@frozen
class ECSet(Event):
    """The EC at the start of the scenario were determined."""

    ec: EC
    rule: str

    def __str__(self) -> str:
        return f"EC: {self.ec}"


@frozen
class ECChanged(Event):
    """The EC changed in play."""

    old: EC
    new: EC
    rule: str

    def __str__(self) -> str:
        return f"EC change from {self.old} to {self.new}"


@frozen
class RainBegan(Event):
    """Rain began, for the first time or again (E3.51)."""

    rule: str

    def __str__(self) -> str:
        return "rain begins"


@frozen
class RainGrewHeavy(Event):
    """Rain became heavier (E3.51)."""

    rule: str

    def __str__(self) -> str:
        return "the rain grows heavy"


@frozen
class RainEnded(Event):
    """Rain of any kind ended (E3.51)."""

    rule: str

    def __str__(self) -> str:
        return "the rain ends"
