"""A sheet of orders that were asked for: what is played of it next, and what is not."""

from collections.abc import Iterator

from events.commands import Advance, Command
from events.moment import Phase
from events.orders import format_order
from replays.playing.position import Position
from sim.chapter_11.setup import SETUP_STEPS, next_roll
from sim.state import State

__all__ = ["played_faults", "step_before", "to_play"]


def step_before(state: State, command: Command) -> Command | None:
    """What happens by itself before an order of play: the rolls of setup, and its end."""
    if state.moment.phase is not Phase.SETUP or type(command) in SETUP_STEPS:
        return None
    if (due := next_roll(state)) is not None:
        return due()
    return None if isinstance(command, Advance) else Advance()


def to_play(position: Position) -> Command | None:
    """The command that a sheet plays next; None where no sheet is open."""
    left = position.exchange.left
    return (step_before(position.state, left[0]) or left[0]) if left else None


def played_faults(position: Position, command: Command) -> Iterator[tuple[str, str]]:
    """What is wrong with an order where orders were asked for: what it is, and what is expected."""
    if position.exchange.asked:
        first = format_order(position.exchange.asked[0])
        yield (
            f"`{format_order(command)}` while orders wait for their dice",
            f"the answer of the other side, which opens the dice of `{first}`",
        )
    elif (due := to_play(position)) not in (None, command):
        yield f"`{format_order(command)}` in the middle of a sheet", f"`{format_order(due)}`"
