"""Events of Weather, Time of Day, EC and rain, of NVR and what lights the field at Night."""

from events.register import Event
from events.terms import EC, LightKind, TimeOfDay, Weather


class WeatherSet(Event, says="Weather: {weather}"):
    """The Weather of the scenario was determined."""

    weather: Weather
    rule: str


class TimeOfDaySet(Event):
    """The Time of Day was determined; ``mist``: it brought Mist (11.3)."""

    time_of_day: TimeOfDay
    mist: bool
    rule: str

    def __str__(self) -> str:
        return f"Time of Day: {self.time_of_day}" + (", with Mist" if self.mist else "")


class ECSet(Event, says="EC: {ec}"):
    """The EC at the start of the scenario were determined."""

    ec: EC
    rule: str


class ECChanged(Event, says="EC change from {old} to {new}"):
    """The EC changed in play."""

    old: EC
    new: EC
    rule: str


class RainBegan(Event, says="rain begins"):
    """Rain began, for the first time or again (E3.51)."""

    rule: str


class RainGrewHeavy(Event, says="the rain grows heavy"):
    """Rain became heavier (E3.51)."""

    rule: str


class RainEnded(Event, says="the rain ends"):
    """Rain of any kind ended (E3.51)."""

    rule: str


class NVRChanged(Event):
    """The Base NVR changed, in hexes (E1.12)."""

    old: int
    new: int
    rule: str

    def __str__(self) -> str:
        return f"Base NVR changes from {self.old} hex{'es' * (self.old != 1)} to {self.new}"


class LightPlaced(Event, says="{kind} in {hex}"):
    """A starshell or IR lights the hexes around one."""

    light: str
    hex: str
    kind: LightKind
    rule: str


class LightEnded(Event, says="{kind} in {hex} goes out"):
    """A starshell or IR went out, as each does by the end of the Player Turn."""

    light: str
    hex: str
    kind: LightKind
    rule: str
