"""Events of dust: density, Vehicle Dust counters and FFE."""

from events.register import Event
from events.terms import Density, FFEKind


class DustSet(Event, says="Dust: {density}"):
    """The Dust density before the first RPh was determined."""

    density: Density
    rule: str


class DustRose(Event, says="Dust rises from {old} to {new}"):
    """Dust density rose one level (11.76)."""

    old: Density
    new: Density
    rule: str


class DustFell(Event, says="Dust falls from {old} to {new}"):
    """Dust density fell one level (11.76)."""

    old: Density
    new: Density
    rule: str


class DustVanished(Event, says="all Dust vanishes, and none can come again ({old} before)"):
    """Rain ended all Dust (11.77)."""

    old: Density
    rule: str


class VehicleDustPlaced(Event, says="{vehicle} leaves Vehicle Dust in {hex}"):
    """A vehicle's Dust counter was placed in the hex that it had just exited (11.74)."""

    vehicle: str
    hex: str
    rule: str


class VehicleDustFlipped(Event, says="{vehicle}'s Dust in {hex} is flipped to its Motion side"):
    """A vehicle ended its MPh in Motion: its Dust counter shows its other side (11.74)."""

    vehicle: str
    hex: str
    rule: str


class VehicleDustRemoved(Event, says="{vehicle}'s Dust in {hex} is removed"):
    """A vehicle's Dust counter was removed (11.74)."""

    vehicle: str
    hex: str
    rule: str


class FFEPlaced(Event):
    """An FFE was placed; ``hindrance`` is its LOS Hindrance DRM (191.8, 11.75).

    ``kind`` is what it is where it is not a HE Concentration.
    """

    name: str
    hex: str
    calibre: int
    hindrance: int
    rule: str
    kind: FFEKind | None = None

    def __str__(self) -> str:
        kind = "" if self.kind is None else f", {self.kind},"
        where = f"{self.calibre}mm{kind} in {self.hex}"
        return f"FFE {self.name} of {where}, LOS Hindrance +{self.hindrance}"


class FFEHindranceChanged(Event, says="FFE {name} hinders LOS by +{new} from now on, not +{old}"):
    """What an FFE in place hinders changed, because dust cannot exist any more (11.77)."""

    name: str
    old: int
    new: int
    rule: str


class FFELifted(Event, says="FFE {name} ends"):
    """An FFE ended."""

    name: str
    rule: str
