"""Events of the turn sequence."""

from typing import TypeAlias

import attrs

from events.moment import Moment


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


TurnEvent: TypeAlias = PlayerTurnBegan | PhaseBegan | GameEnded
