"""Events of Fortifications: foxholes that are dug, and counters that are removed."""

from events.register import Event
from events.terms import Fortification


class FoxholeDug(Event, says="the {side} entrench in {hex}: the foxhole holds {squads}"):
    """An Entrenching Attempt succeeded: the foxhole of the hex holds so many squads (B27.11)."""

    label: str
    hex: str
    side: str
    squads: int
    rule: str


class EntrenchingFailed(Event, says="the Entrenching Attempt in {hex} fails"):
    """An Entrenching Attempt failed (B27.11)."""

    hex: str
    rule: str


class FortificationRemoved(Event, says="the {kind} in {hex} is removed"):
    """A Fortification counter was removed."""

    label: str
    kind: Fortification
    hex: str
    opens: tuple[tuple[str, int], ...]
    """Of a Roadblock, its hexside as each of its two hexes counts it."""
    rule: str
