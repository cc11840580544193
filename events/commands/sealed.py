"""Commands of a log whose dice are sealed; `khamsin seal` writes them. No rule knows them."""

from typing import Final

from events.commands.base import BaseCommand
from events.commands.of_rules import Command
from events.frozen import frozen

MOST_ASKED: Final = 100
"""No sheet has more orders."""


@frozen
class Opened(BaseCommand):
    """Links of sealed dice are open; what came before can no more be taken back.

    ``khamsin seal take`` writes it; as an order it is refused.

    Attributes:
        stretch: the number of the links: the Player Turn whose dice are rolled from now on, counted
            from 1; where orders are asked for, of how many sheets this is the last.
        links: the link of each side, 64 hexadecimal digits; the side that moves first first.
        head: the hash of the line before.
        signature: that of the side which does not play this stretch, over the log so far; base64.
        asking: that of the side which asked for orders, over the same; empty where none are.
    """

    word = "opened"
    about = "sealed dice are opened; `khamsin seal take` writes it"

    stretch: int = 0
    links: tuple[str, str] = ("", "")
    head: str = ""
    signature: str = ""
    asking: str = ""


@frozen
class Asked(BaseCommand):
    """Orders are asked for: once the other side has answered, they are played, and no others.

    ``khamsin seal ask`` writes it; as an order it is refused. It cannot be taken back.

    Attributes:
        orders: a sheet of commands, in their order.
    """

    word = "asked"
    about = "orders wait for their sealed dice; `khamsin seal ask` writes it"

    orders: tuple[Command, ...] = ()


@frozen
class Struck(BaseCommand):
    """The rules refuse the next order of a sheet: it is struck out, with those that follow it.

    Attributes:
        orders: how many orders are struck out.
    """

    word = "struck"
    about = "the rest of what was asked for is struck out; it writes itself"

    orders: int = 0


@frozen
class PenPassed(BaseCommand):
    """The pen goes to the other side: from now on that side gives orders, and asks for them.

    ``khamsin seal next`` writes it.
    """

    word = "passed"
    about = "the other side gives the orders now; `khamsin seal next` writes it"
