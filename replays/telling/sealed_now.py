"""Where a game with sealed dice stands between its two sides, in words."""

from collections.abc import Iterable, Iterator

import attrs

from events.entry import Header
from replays.playing.position import Position
from sim.machine.due import Due
from sim.machine.exchange import is_together
from sim.machine.sealed_due import SealedDue, sealed_due
from sim.machine.sealing import player_turn

__all__ = ["due_between", "sealed_now", "still_due"]


def due_between(header: Header, position: Position) -> SealedDue | None:
    """What one side owes the other before anything else can be recorded; None if nothing.

    Args:
        header: that of the log.
        position: where the game stands.
    """
    over = position.finished or position.state.clock.over
    moment = position.state.moment
    exchange = attrs.evolve(position.exchange, left=())  # a sheet is played by itself
    return sealed_due(header, moment, exchange, position.opened, over=over)


def still_due(found: Iterable[Due], first: SealedDue | None) -> Iterator[Due]:
    """What else is due: no order is, while something is due between the sides."""
    yield from (each for each in found if first is None or each.order is None)


def sealed_now(header: Header, position: Position) -> str:
    """How the dice of a game are sealed, and which are open; empty if they are not sealed."""
    sealing, opened = header.sealed, position.opened
    if sealing is None:
        return ""
    if is_together(header):
        pen = f", {header.scenario.order_of_sides[position.exchange.pen]} has the pen"
        return f"sealed dice, the way {sealing.way}{'' if position.finished else pen}"
    turn = "none are open yet" if opened is None else f"open to {player_turn(opened.stretch)}"
    return f"sealed dice, the way {sealing.way}, {turn}"
