"""Commands of the log itself: taking back, notes, the end, dice, signatures. No rule knows them.

`khamsin seal` and `khamsin checkpoint` write those of sealed dice and of signatures.
"""

from typing import Final

from events.field import EntryNumber, NoteText
from events.register import BookCommand, Command, frozen
from events.terms import DiceFrom

MOST_ASKED: Final = 100
"""No sheet has more orders."""


@frozen
class Undo(BookCommand, word="undo", about="take back the last entry; both stay in the log"):
    """Take back the last entry that stands. Both stay in the log.

    Attributes:
        entry: number of the entry taken back; as an order, None is whichever it is.
    """

    entry: EntryNumber | None = None


@frozen
class Note(BookCommand, word="note", about="a note or bookmark, found by its words"):
    """Something to remember at this point of the game; ``--at`` finds it by its words.

    Attributes:
        text: one line, of at most 400 characters.
    """

    text: NoteText


@frozen
class Finish(BookCommand, word="finish", about="close the log; the last Player Turn does it too"):
    """The closing entry of a log: nothing was played after it.

    Attributes:
        entries: how many entries stand before it; as an order, 0.
        seal: the hash of the last line before it; as an order, empty.
    """

    entries: int = 0
    seal: str = ""


@frozen
class ChooseDice(
    BookCommand,
    word="dice",
    about="who rolls from now on: people at the table, the seed, or either",
):
    """From now on dice are entered by people, rolled from the seed, or either.

    Attributes:
        source: where dice come from.
    """

    source: DiceFrom


@frozen
class Opened(
    BookCommand, word="opened", about="sealed dice are opened; `khamsin seal take` writes it"
):
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

    stretch: int = 0
    links: tuple[str, str] = ("", "")
    head: str = ""
    signature: str = ""
    asking: str = ""


@frozen
class Acknowledged(
    BookCommand,
    word="acknowledged",
    about="a signature of the log to an entry; `khamsin checkpoint add` writes it",
):
    """A person signed the log up to an entry: he had seen it, and it was as it is here.

    It changes nothing in the game, stands after the closing entry too, and is not taken back.
    ``khamsin checkpoint add`` writes it; as an order it is refused.

    Attributes:
        log: the hash of the first line of the log that he saw: of this one, or, in a branch, of
            the one it branched off from.
        entries: how many entries he acknowledges.
        root: the root of the Merkle tree over their lines, 64 hexadecimal digits.
        seal: the hash of the last of them.
        key: his public key, as ``khamsin key show`` gives it.
        time: when he signed, in seconds since 1970, as he claims.
        signature: his signature over all this, base64.
    """

    log: str = ""
    entries: int = 0
    root: str = ""
    seal: str = ""
    key: str = ""
    time: int = 0
    signature: str = ""


@frozen
class Asked(
    BookCommand,
    word="asked",
    about="orders wait for their sealed dice; `khamsin seal ask` writes it",
):
    """Orders are asked for: once the other side has answered, they are played, and no others.

    ``khamsin seal ask`` writes it; as an order it is refused. It cannot be taken back.

    Attributes:
        orders: a sheet of commands, in their order.
    """

    orders: tuple[Command, ...] = ()


@frozen
class Struck(
    BookCommand,
    word="struck",
    about="the rest of what was asked for is struck out; it writes itself",
):
    """The rules refuse the next order of a sheet: it is struck out, with those that follow it.

    Attributes:
        orders: how many orders are struck out.
    """

    orders: int = 0


@frozen
class PenPassed(
    BookCommand,
    word="passed",
    about="the other side gives the orders now; `khamsin seal next` writes it",
):
    """The pen goes to the other side: from now on that side gives orders, and asks for them.

    ``khamsin seal next`` writes it.
    """
