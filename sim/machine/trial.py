"""What would come of a command: `resolve` is asked, and stopped at its first dice."""

from typing import Final

import attrs

from events.commands import Command
from sim.machine.decide import Outcome, resolve
from sim.machine.telling import Refusal
from sim.state import State


@attrs.frozen
class FirstRoll:
    """The first dice that a command asks for: a command that comes to them is not refused.

    Attributes:
        purpose: what they are for.
        count: how many.
    """

    purpose: str
    count: int


class _AsksForDiceError(Exception):
    """A rule came to its first roll."""

    def __init__(self, roll: FirstRoll) -> None:
        self.roll = roll


class _NoDice:
    """Dice that stop whatever asks for them."""

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        raise _AsksForDiceError(FirstRoll(purpose, count))


_NO_DICE: Final = _NoDice()


def tried(state: State, command: Command) -> Outcome | Refusal | FirstRoll:
    """What a command leads to: its outcome where it rolls nothing, its first dice, or a refusal."""
    try:
        return resolve(state, command, _NO_DICE)
    except _AsksForDiceError as asked:
        return asked.roll
