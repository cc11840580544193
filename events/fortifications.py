"""Events of Fortifications: foxholes that are dug, and counters that are removed."""

from events.register import Event, frozen
from events.terms import Fortification


@frozen
class FoxholeDug(Event):
    """An Entrenching Attempt succeeded: the foxhole of the hex holds so many squads (B27.11)."""

    label: str
    hex: str
    side: str
    squads: int
    rule: str

    def __str__(self) -> str:
        return f"the {self.side} entrench in {self.hex}: the foxhole holds {self.squads}"


@frozen
class EntrenchingFailed(Event):
    """An Entrenching Attempt failed (B27.11)."""

    hex: str
    rule: str

    def __str__(self) -> str:
        return f"the Entrenching Attempt in {self.hex} fails"


@frozen
class FortificationRemoved(Event):
    """A Fortification counter was removed.

    Attributes:
        label: which.
        kind: what it was.
        hex: where it lay.
        opens: of a Roadblock, its hexside as each of its two hexes counts it.
    """

    label: str
    kind: Fortification
    hex: str
    opens: tuple[tuple[str, int], ...]
    rule: str

    def __str__(self) -> str:
        return f"the {self.kind} in {self.hex} is removed"
