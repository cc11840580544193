"""Dice for an audit: the true ones of an entry, and those that its log has."""

from collections.abc import Mapping

from events.entry import Header
from events.moment import Moment
from events.rolls import Roll
from events.terms import DiceFrom, RollSource
from replays.playing.bookkeeping import seed_of
from replays.playing.position import Position
from sim.machine.dice import are_dice, next_counter, seeded

__all__ = ["AsLogged", "Door", "TooFewDiceError", "door_at", "may_come_from", "mixed"]


class Door:
    """Dice for an audit: those of the seed, but those that people rolled as they were entered.

    Args:
        seed: what rolls here; None where the dice are sealed still.
        game: number of the game among those of its seed.
        used: how many dice of each purpose the moment has seen.
        moment: the moment.
        rolls: the rolls of the entry as logged.

    Attributes:
        rolls: those made so far.
    """

    def __init__(
        self,
        seed: str | None,
        game: int,
        used: Mapping[str, int],
        moment: Moment,
        rolls: tuple[Roll, ...],
    ) -> None:
        """Lay the rolls of an entry ready."""
        self._seed, self._game = seed, game
        self._used = used
        self._moment = moment
        self._logged = rolls
        self.rolls: list[Roll] = []

    @property
    def laid(self) -> bool:
        """Whether the log has a further roll with this entry: it was made then."""
        return len(self.rolls) < len(self._logged)

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        """Dice as the seed has them, or as people could have rolled them.

        Raises:
            TooFewDiceError: when the dice are sealed still.
        """
        first = next_counter(self._used, self.rolls, purpose)
        index = len(self.rolls)
        logged = self._logged[index] if index < len(self._logged) else None
        if logged is not None and _by_hand(logged, count):
            roll = Roll(purpose, first, logged.dice, RollSource.TABLE)
        elif self._seed is None:
            raise TooFewDiceError(purpose)
        else:
            dice = seeded(self._seed, self._game, str(self._moment), purpose, first, count)
            roll = Roll(purpose, first, dice, RollSource.SEED)
        self.rolls.append(roll)
        return roll.dice


def door_at(header: Header, position: Position, moment: Moment, rolls: tuple[Roll, ...]) -> Door:
    """The true dice of an entry.

    Args:
        header: that of the log.
        position: where the game stands before it, by the log.
        moment: when it was given.
        rolls: its rolls as logged.
    """
    seed = seed_of(header, position, moment)
    return Door(seed, header.game, position.used, moment, rolls)


def _by_hand(roll: Roll, count: int) -> bool:
    """Whether a logged roll can be one that people made where ``count`` dice were due."""
    possible = len(roll.dice) == count and are_dice(roll.dice)
    return roll.source is RollSource.TABLE and possible


class AsLogged:
    """Dice for an audit that believes the log; too few of them end the attempt."""

    def __init__(self, rolls: tuple[Roll, ...]) -> None:
        """Lay the rolls of an entry ready."""
        self._rolls = list(rolls)

    @property
    def laid(self) -> bool:
        """Whether the log has a further roll with this entry."""
        return bool(self._rolls)

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        """Dice as logged.

        Raises:
            TooFewDiceError: when the log has none of this kind.
        """
        if not self._rolls:
            raise TooFewDiceError(purpose)
        roll = self._rolls.pop(0)
        if len(roll.dice) != count or not are_dice(roll.dice):
            raise TooFewDiceError(purpose)
        return roll.dice


class TooFewDiceError(Exception):
    """The log has no such dice with its entry, or nobody can know them yet."""


def may_come_from(roll: Roll, dice: DiceFrom) -> bool:
    """Whether a game whose dice come from there has such a roll."""
    return dice is DiceFrom.EITHER or roll.source.value == dice.value


def mixed(rolls: tuple[Roll, ...]) -> bool:
    """Whether rolls are from more than one place."""
    return len(rolls) > 1 and len({roll.source for roll in rolls}) > 1
