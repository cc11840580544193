"""Events of Weather, Time of Day, EC and rain, of NVR and what lights the field at Night."""

from events.register import Event, frozen
from events.terms import EC, LightKind, TimeOfDay, Weather


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


@frozen
class NVRChanged(Event):
    """The Base NVR changed, in hexes (E1.12)."""

    old: int
    new: int
    rule: str

    def __str__(self) -> str:
        return f"Base NVR changes from {self.old} hex{'es' * (self.old != 1)} to {self.new}"


@frozen
class LightPlaced(Event):
    """A starshell or IR lights the hexes around one."""

    light: str
    hex: str
    kind: LightKind
    rule: str

    def __str__(self) -> str:
        return f"{self.kind} in {self.hex}"


@frozen
class LightEnded(Event):
    """A starshell or IR went out, as each does by the end of the Player Turn."""

    light: str
    hex: str
    kind: LightKind
    rule: str

    def __str__(self) -> str:
        return f"{self.kind} in {self.hex} goes out"
