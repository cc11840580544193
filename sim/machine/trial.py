"""What would come of a command: `resolve` is asked, and stopped at its first dice."""

from typing import Final

from events.commands import Command
from sim.machine.decide import Outcome, resolve
from sim.machine.telling import Refusal
from sim.state import State


class FirstRoll(Exception):  # noqa: N818 - it is no error, but an answer
    """The first dice that a command asks for: a command that comes to them is not refused.

    Attributes:
        purpose: what they are for.
        count: how many.
    """

    def __init__(self, purpose: str, count: int) -> None:
        self.purpose, self.count = purpose, count


class _NoDice:
    """Dice that stop whatever asks for them."""

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        raise FirstRoll(purpose, count)


_NO_DICE: Final = _NoDice()


def tried(state: State, command: Command) -> Outcome | Refusal | FirstRoll:
    """What a command leads to: its outcome where it rolls nothing, its first dice, or a refusal."""
    try:
        return resolve(state, command, _NO_DICE)
    except FirstRoll as roll:
        return roll
