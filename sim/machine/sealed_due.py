"""What is due between the two sides of a game with sealed dice, before anything else can come."""

from collections.abc import Sequence
from typing import Final

import attrs

from events.commands import Command, Opened
from events.entry import Header
from events.moment import Moment
from events.orders import format_order
from sim.machine.exchange import Exchange, is_together
from sim.machine.sealing import due_stretch, other_side, player_turn, stretch_of, who_plays

__all__ = ["SealedDue", "sealed_due"]

_MOST_NAMED: Final = 3


@attrs.frozen
class SealedDue:
    """Something that one side must do before anything else can be recorded.

    A log cannot say whether it was done already and is on its way.

    Attributes:
        side: the side from which it is due.
        what: what it is, with the command that does it.
    """

    side: str
    what: str

    def __str__(self) -> str:
        return f"from {self.side}: {self.what}"


def sealed_due(
    header: Header, moment: Moment, exchange: Exchange, last: Opened | None, *, over: bool
) -> SealedDue | None:
    """What is due where a game with sealed dice stands; None where the game just goes on.

    Args:
        header: that of the log.
        moment: where the game stands.
        exchange: which orders were asked for, and by whom.
        last: the entry that opened links before, if there was one.
        over: the game is over, or finished.
    """
    if header.sealed is None or over:
        return None
    names = header.scenario.order_of_sides
    if is_together(header):
        number = due_stretch(header, moment, last)
        return _of_a_sheet(exchange, number, names[exchange.pen], names[other_side(exchange.pen)])
    stretch = stretch_of(moment)
    if last is not None and last.stretch == stretch:
        return None
    player, other = names[who_plays(stretch)], names[other_side(who_plays(stretch))]
    turn = player_turn(stretch)
    return SealedDue(
        other,
        f"the game, signed, with its link of Player Turn {turn} (`khamsin seal next`), with which "
        f"{player} opens the dice (`khamsin seal take`)",
    )


def _of_a_sheet(exchange: Exchange, number: int, pen: str, other: str) -> SealedDue | None:
    if exchange.asked:
        return SealedDue(
            other,
            f"the answer to {_orders(exchange.asked)}, signed, with its link {number} (`khamsin "
            f"seal answer`), with which {pen} rolls (`khamsin seal take`)",
        )
    if exchange.left:
        return SealedDue(pen, f"the rest of the sheet, {_orders(exchange.left)}")
    return None


def _orders(commands: Sequence[Command]) -> str:
    said = ", ".join(f"`{format_order(each)}`" for each in commands[:_MOST_NAMED])
    more = len(commands) - _MOST_NAMED
    return f"{said} and {more} more" if more > 0 else said
