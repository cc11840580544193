"""Events of Weather, Time of Day, EC and rain, of NVR and light at Night, and of the wind.

Directions are hexsides 1-6, the side that the wind blows to (B25.64).
"""

from attrs import field

from events.register import Event
from events.terms import EC, LightKind, TimeOfDay, Weather, WindForce


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


def _by(board: str) -> str:
    """The reference board of a Random Direction, as a sentence tells it."""
    return f", as board {board} lies" if board else ""


class WindForceSet(Event, says="Wind Force: {force}"):
    """The Wind Force at the start of the scenario was determined."""

    force: WindForce
    direction: int | None
    """The Wind Direction with it; None is none, or one still to be rolled."""
    rule: str


class WindDirectionSet(Event):
    """The first Wind Direction was determined, by the dr of a reference board (B.8)."""

    direction: int
    board: str = field(default="", kw_only=True)
    rule: str

    def __str__(self) -> str:
        return f"the wind blows to hexside {self.direction}{_by(self.board)}"


class WindChangeRolled(Event, says="Wind Change DR {coloured},{white}"):
    """The Wind Change DR of a Player Turn was made, coloured die first (B25.65)."""

    coloured: int
    white: int
    rule: str


class WindForceChanged(Event, says="Wind Force changes from {old} to {new}"):
    """The Wind Force changed."""

    old: WindForce
    new: WindForce
    direction: int | None
    """The Wind Direction with it; None where there is none, or none yet."""
    rule: str


class WindDirectionChanged(Event):
    """The Wind Direction changed; ``old`` is None where there was no wind before."""

    old: int | None
    new: int
    board: str = field(default="", kw_only=True)
    rule: str

    def __str__(self) -> str:
        if self.old is None:
            return f"the wind blows to hexside {self.new}{_by(self.board)}"
        return f"the wind turns from hexside {self.old} to hexside {self.new}"


class GustsBegan(Event, says="Gusts begin, for this Player Turn"):
    """Gusts began, for this Player Turn (B25.651)."""

    rule: str


class GustsEnded(Event, says="the Gusts are over"):
    """The Gusts of the Player Turn before were not renewed (B25.651)."""

    rule: str
