"""Events of the turn sequence."""

from events.moment import Moment
from events.register import Event


class PlayerTurnBegan(Event, says="{moment.player_turn}: Player Turn of the {side}"):
    """A Player Turn began, with its RPh; ``side`` is the ATTACKER."""

    moment: Moment
    side: str
    rule: str


class PhaseBegan(Event, says="{moment.phase}"):
    """A phase after the RPh began."""

    moment: Moment
    fresh: tuple[str, ...]
    """Vehicles whose allotment is whole again, and whose Armored Assault is over: those that had
    expended MP or declared it, as the MPh of their side began; in their order."""
    rule: str


class GameEnded(Event, says="the game is over"):
    """The last Player Turn was over."""

    rule: str
