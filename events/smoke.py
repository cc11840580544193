"""Events of SMOKE counters and of what drifts from them and from Vehicle Dust."""

from events.register import Event, frozen


@frozen
class SmokePlaced(Event):
    """A SMOKE counter was placed under a name of its own."""

    smoke: str
    hex: str
    gray: bool
    dispersed: bool
    side: str
    rule: str

    def __str__(self) -> str:
        words = ["Dispersed"] if self.dispersed else []
        words += ["gray"] if self.gray else []
        return f"{' '.join([*words, 'SMOKE'])} of the {self.side} in {self.hex}"


@frozen
class SmokeDispersed(Event):
    """A SMOKE counter was flipped to Dispersed."""

    smoke: str
    rule: str

    def __str__(self) -> str:
        return f"SMOKE {self.smoke} is flipped to Dispersed"


@frozen
class SmokeRemoved(Event):
    """A SMOKE counter was removed."""

    smoke: str
    rule: str

    def __str__(self) -> str:
        return f"SMOKE {self.smoke} is removed"


@frozen
class DriftChanged(Event):
    """The gray counters that drift from a source now fill exactly these hexes, nearest first.

    Attributes:
        source: name of the SMOKE counter or of the vehicle whose Dust drifts.
        hexes: empty when the drift is gone.
    """

    source: str
    hexes: tuple[str, ...]
    rule: str

    def __str__(self) -> str:
        if self.hexes:
            return f"drift from {self.source} fills {', '.join(self.hexes)}"
        return f"what drifted from {self.source} is gone"
