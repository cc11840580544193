"""Sealed dice, the way ``together``: who has the pen, and which orders were asked for.

The side with the pen gives orders. Those that take dice it asks for first, a sheet of them at once;
the other side answers with its link, and the dice of exactly this sheet are open. What was asked
for is played then, all of it and nothing else: nobody chooses anything once a die can be known.
"""

from collections.abc import Iterator
from typing import Final

import attrs

from events.commands import (
    MOST_ASKED,
    Asked,
    BookCommand,
    Command,
    Doing,
    Opened,
    PenPassed,
    Struck,
)
from events.entry import Header
from events.moment import Moment, Phase
from events.orders import format_order
from events.scenario import Scenario
from events.terms import SealedWay

__all__ = ["MOST_LINKS", "NOTHING_ASKED", "Exchange", "book_faults", "is_together", "links_in"]

MOST_LINKS: Final = 100_000
"""No side has more links in a game."""

_A_GAME_TURN: Final = {SealedWay.ALONE: 2, SealedWay.TOGETHER: 500}


def links_in(scenario: Scenario, way: SealedWay) -> int:
    """How many links each side has in a game: one a Player Turn, or 500 sheets a Game Turn."""
    return min(_A_GAME_TURN[way] * scenario.turns, MOST_LINKS)


def is_together(header: Header) -> bool:
    """Whether the dice of a game are sealed in such a way that orders are asked for."""
    return header.sealed is not None and header.sealed.way is SealedWay.TOGETHER


@attrs.frozen
class Exchange:
    """Where a game stands between its two sides.

    Attributes:
        pen: the side that gives orders: 0 for the one that moves first, 1 for the other.
        asked: orders that were asked for, whose links are not open yet.
        left: orders whose links are open: they are played next, in this order.
    """

    pen: int = 0
    asked: tuple[Command, ...] = ()
    left: tuple[Command, ...] = ()

    def after(self, command: BookCommand) -> "Exchange":
        """Where it stands after an entry of the log itself."""
        match command:
            case Asked(orders):
                return Exchange(self.pen, orders)
            case Opened() if self.asked:
                return Exchange(self.pen, (), self.asked)
            case Struck():
                return Exchange(self.pen)
            case PenPassed():
                return attrs.evolve(self, pen=1 - self.pen)
            case _:
                return self

    def played(self, command: Doing, at: Moment) -> "Exchange":
        """Where it stands after an order of a sheet, given at a moment.

        In setup, what is due before an order of play is rolled by itself, and uses up no order. In
        a log that was forged, orders of the sheet may have been left out.
        """
        left = self.left
        if command != left[0] and at.phase is Phase.SETUP:
            return self
        gone = next((n for n, each in enumerate(left, 1) if each == command), 0)
        return attrs.evolve(self, left=left[gone:])


NOTHING_ASKED: Final = Exchange()
"""How every game begins."""


def book_faults(
    header: Header, exchange: Exchange, used: int, command: BookCommand
) -> Iterator[tuple[str, str]]:
    """What is wrong with an entry of the log itself between two sides; of several, the first.

    Whether links fit is `opened_faults`, and whether the rules refuse what was struck out is asked
    where the rules can be asked.

    Args:
        header: that of the log.
        exchange: where the game stands.
        used: how many links of each side are open.
        command: what the entry does.

    Yields:
        What it says, and what is expected.
    """
    said = f"`{command.word}`"
    if not is_together(header):
        if isinstance(command, Asked | Struck | PenPassed):
            yield f"{said}, of dice that are sealed in the way `together`", "none in this game"
    elif exchange.asked and not isinstance(command, Opened):
        yield f"{said} while orders wait for their dice", "`opened`, with the links of both sides"
    elif exchange.left and not isinstance(command, Struck):
        yield f"{said} in the middle of a sheet", f"`{format_order(exchange.left[0])}`"
    else:
        yield from _of_the_sheet(header, exchange, used, command)


def _of_the_sheet(
    header: Header, exchange: Exchange, used: int, command: BookCommand
) -> Iterator[tuple[str, str]]:
    match command:
        case Struck(orders) if not orders or orders != len(exchange.left):
            yield f"{orders} orders struck out", f"{len(exchange.left)} are left of the sheet"
        case Opened() if not exchange.asked:
            yield "links of dice for which nobody asked", "`asked` in the entry before"
        case Asked(orders) if not 0 < len(orders) <= MOST_ASKED:
            yield f"a sheet of {len(orders)} orders", f"1 to {MOST_ASKED} orders"
        case Asked() if used >= (most := links_in(header.scenario, SealedWay.TOGETHER)):
            yield f"orders asked for after sheet {used}", f"none: this game has {most} links a side"
