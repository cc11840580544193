"""Events of SMOKE counters and of what drifts from them and from Vehicle Dust."""

from typing import ClassVar, Final

from events.register import Event

ENDS_MPH: Final = 6
"""The dr of a SMOKE grenade that ends the squad's MPh (A24.1)."""


class SmokePlaced(Event):
    """A SMOKE counter was placed under a name of its own."""

    smoke: str
    hex: str
    gray: bool
    dispersed: bool
    side: str
    rule: str

    kind: ClassVar[str] = "SMOKE"

    def __str__(self) -> str:
        words = ["Dispersed"] if self.dispersed else []
        words += ["gray"] if self.gray else []
        return f"{' '.join([*words, self.kind])} of the {self.side} in {self.hex}"


class WPPlaced(SmokePlaced):
    """A WP counter was placed under a name of its own; units there take a NMC (A24.31)."""

    kind: ClassVar[str] = "WP"

    def __str__(self) -> str:
        return f"{super().__str__()}; all there but a BU closed-topped AFV take a NMC (A24.31)"


class GrenadeThrown(Event):
    """A squad tried to place a SMOKE grenade: the dr, and whether it may (A24.1)."""

    hex: str
    to: str
    dr: int
    placed: bool
    wp: bool
    rule: str

    def __str__(self) -> str:
        kind = "WP" if self.wp else "SMOKE"
        found = "placed" if self.placed else "none"
        ends = "; the squad's MPh is over" if self.dr == ENDS_MPH else ""
        return f"{kind} grenade from {self.hex} into {self.to}: dr {self.dr}, {found}{ends}"


class GrenadePlaced(Event):
    """A SMOKE or WP grenade is in a hex, until the MPh ends (A24.11)."""

    smoke: str
    hex: str
    wp: bool
    side: str
    rule: str

    def __str__(self) -> str:
        return f"{'WP' if self.wp else 'SMOKE'} grenade of the {self.side} in {self.hex}"


class SmokeDispersed(Event, says="SMOKE {smoke} is flipped to Dispersed"):
    """A SMOKE counter was flipped to Dispersed."""

    smoke: str
    rule: str


class SmokeRemoved(Event, says="SMOKE {smoke} is removed"):
    """A SMOKE counter was removed."""

    smoke: str
    rule: str


class DriftChanged(Event):
    """The gray counters that drift from a source now fill exactly these hexes, nearest first."""

    source: str
    """Name of the SMOKE counter or of the vehicle whose Dust drifts."""
    hexes: tuple[str, ...]
    """Empty when the drift is gone."""
    rule: str

    def __str__(self) -> str:
        if self.hexes:
            return f"drift from {self.source} fills {', '.join(self.hexes)}"
        return f"what drifted from {self.source} is gone"
