"""Events of dust: density, Vehicle Dust counters and FFE."""

from events.register import Event, frozen
from events.terms import Density, FFEKind


@frozen
class DustSet(Event):
    """The Dust density before the first RPh was determined."""

    density: Density
    rule: str

    def __str__(self) -> str:
        return f"Dust: {self.density}"


@frozen
class DustRose(Event):
    """Dust density rose one level (11.76)."""

    old: Density
    new: Density
    rule: str

    def __str__(self) -> str:
        return f"Dust rises from {self.old} to {self.new}"


@frozen
class DustFell(Event):
    """Dust density fell one level (11.76)."""

    old: Density
    new: Density
    rule: str

    def __str__(self) -> str:
        return f"Dust falls from {self.old} to {self.new}"


@frozen
class DustVanished(Event):
    """Rain ended all Dust (11.77)."""

    old: Density
    rule: str

    def __str__(self) -> str:
        return f"all Dust vanishes, and none can come again ({self.old} before)"


@frozen
class VehicleDustPlaced(Event):
    """A vehicle's Dust counter was placed in the hex that it had just exited (11.74)."""

    vehicle: str
    hex: str
    rule: str

    def __str__(self) -> str:
        return f"{self.vehicle} leaves Vehicle Dust in {self.hex}"


@frozen
class VehicleDustFlipped(Event):
    """A vehicle ended its MPh in Motion: its Dust counter shows its other side (11.74)."""

    vehicle: str
    hex: str
    rule: str

    def __str__(self) -> str:
        return f"{self.vehicle}'s Dust in {self.hex} is flipped to its Motion side"


@frozen
class VehicleDustRemoved(Event):
    """A vehicle's Dust counter was removed (11.74)."""

    vehicle: str
    hex: str
    rule: str

    def __str__(self) -> str:
        return f"{self.vehicle}'s Dust in {self.hex} is removed"


@frozen
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


@frozen
class FFEHindranceChanged(Event):
    """What an FFE in place hinders changed, because dust cannot exist any more (11.77)."""

    name: str
    old: int
    new: int
    rule: str

    def __str__(self) -> str:
        return f"FFE {self.name} hinders LOS by +{self.new} from now on, not +{self.old}"


@frozen
class FFELifted(Event):
    """An FFE ended."""

    name: str
    rule: str

    def __str__(self) -> str:
        return f"FFE {self.name} ends"
