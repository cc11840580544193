"""Events of the turn sequence."""

import attrs

from events.moment import Moment

__all__ = ["GameEnded", "PhaseBegan", "PlayerTurnBegan"]


@attrs.frozen
class PlayerTurnBegan:
    """A Player Turn began, with its RPh; ``side`` is the ATTACKER."""

    moment: Moment
    side: str
    rule: str


@attrs.frozen
class PhaseBegan:
    """A phase after the RPh began."""

    moment: Moment
    rule: str


@attrs.frozen
class GameEnded:
    """The last Player Turn was over."""

    rule: str
