"""Events of the wind. Directions are hexsides 1-6, the side that the wind blows to (B25.64)."""

from attrs import field

from events.register import Event
from events.terms import WindForce


def _by(board: str) -> str:
    """The reference board of a Random Direction, as a sentence tells it."""
    return f", as board {board} lies" if board else ""


class WindForceSet(Event, says="Wind Force: {force}"):
    """The Wind Force at the start of the scenario was determined.

    Attributes:
        force: the Wind Force.
        direction: the Wind Direction with it; None is none, or one still to be rolled.
    """

    force: WindForce
    direction: int | None
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
    """The Wind Force changed.

    Attributes:
        old: the Wind Force before.
        new: the Wind Force from now on.
        direction: the Wind Direction with it; None where there is none, or none yet.
    """

    old: WindForce
    new: WindForce
    direction: int | None
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
