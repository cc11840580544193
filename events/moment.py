"""Moments of a game: Game Turn, Player Turn and phase, written ``3.2/MPh``."""

import re
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Final

import attrs

from events.errors import BadInput


class Phase(StrEnum):
    """The eight phases of a Player Turn, and setup before the first of them."""

    SETUP = "setup"
    RPH = "RPh"
    PFPH = "PFPh"
    MPH = "MPh"
    DFPH = "DFPh"
    AFPH = "AFPh"
    RTPH = "RtPh"
    APH = "APh"
    CCPH = "CCPh"


PHASES: Final = tuple(phase for phase in Phase if phase is not Phase.SETUP)
"""The phases of a Player Turn in the order in which they are played."""

_ORDER: Final = {phase: order for order, phase in enumerate(Phase)}
_BY_TEXT: Final = {phase.lower(): phase for phase in PHASES}
_TEXT: Final = re.compile(r"(?P<turn>[0-9]{1,4})\.(?P<player>[12])/(?P<phase>[A-Za-z]{2,4})\Z")


@attrs.frozen(order=False, slots=False)
class Moment:
    """A phase of a Player Turn.

    Attributes:
        turn: Game Turn, from 1; 0 is setup.
        player: first (1) or second (2) Player Turn of the Game Turn; 0 is setup.
        phase: the phase.
    """

    turn: int
    player: int
    phase: Phase

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        if self.phase is Phase.SETUP:
            return "setup"
        return f"{self.turn}.{self.player}/{self.phase.value}"

    def __lt__(self, other: "Moment") -> bool:
        return self.rank < other.rank

    def __le__(self, other: "Moment") -> bool:
        return self.rank <= other.rank

    @property
    def rank(self) -> tuple[int, int, int]:
        """A key that sorts moments as a game passes them."""
        return (self.turn, self.player, _ORDER[self.phase])

    @property
    def player_turn(self) -> str:
        """The Player Turn alone, such as ``3.2``."""
        return "setup" if self.phase is Phase.SETUP else f"{self.turn}.{self.player}"


SETUP: Final = Moment(0, 0, Phase.SETUP)
"""The moment before the first RPh."""


@lru_cache(maxsize=4096)
def parse_moment(text: str) -> Moment:
    """Read a moment such as ``3.2/MPh`` or ``setup``."""
    if text == "setup":
        return SETUP
    match = _TEXT.match(text)
    phase = None if match is None else _BY_TEXT.get(match["phase"].lower())
    if match is not None and phase is not None and int(match["turn"]) > 0:
        return Moment(int(match["turn"]), int(match["player"]), phase)
    phases = ", ".join(PHASES)
    raise BadInput(
        f"{text[:40]!r} is not a moment; expected setup or GAMETURN.PLAYERTURN/PHASE such as "
        f"3.2/MPh, with one of {phases}"
    )
