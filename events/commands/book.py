"""Commands of the log itself: taking back, notes, the end, dice, signatures. No rule knows them.

`khamsin mail` and `khamsin checkpoint` write those of games by mail and of signatures.
"""

from typing import Final

from events.field import EntryNumber, NoteText
from events.register import BookCommand, Command, frozen
from events.terms import DiceFrom

MOST_ASKED: Final = 100
"""No batch has more orders."""


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
    BookCommand, word="opened", about="a round of dice is opened; `khamsin mail take` writes it"
):
    """The dice of a batch are open; what came before can no more be taken back.

    ``khamsin mail take`` writes it; as an order it is refused.

    Attributes:
        round: the number of the round, counted from 1.
        reveals: that of each side, 64 hexadecimal digits; the side that moves first first.
        seal: the hash of the line before.
        asked: the signature of the side that asked, over the log so far; time and all, base64.
        answered: that of the side that answered, over the same and its reveal.
    """

    round: int = 0
    reveals: tuple[str, str] = ("", "")
    seal: str = ""
    asked: str = ""
    answered: str = ""


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
    about="orders wait for their dice; `khamsin mail ask` writes it",
):
    """Orders are asked for: once the other side has answered, they are played, and no others.

    ``khamsin mail ask`` writes it; as an order it is refused. It cannot be taken back.

    Attributes:
        orders: a batch of commands, in their order.
        end: 1 where the end of the game is asked for, and no order.
    """

    orders: tuple[Command, ...] = ()
    end: int = 0


@frozen
class Struck(
    BookCommand,
    word="struck",
    about="the rest of what was asked for is struck out; it writes itself",
):
    """The rules refuse the next order of a batch: it is struck out, with those that follow it.

    Attributes:
        orders: how many orders are struck out.
    """

    orders: int = 0


@frozen
class Declined(
    BookCommand,
    word="declined",
    about="the other side declines the end; `khamsin mail take` writes it",
):
    """The end of the game was asked for, and the other side says no: the game goes on.

    Attributes:
        signed: the signature of that side, over the log so far and `declined`; time and all.
    """

    signed: str = ""


@frozen
class SidePassed(
    BookCommand,
    word="passed",
    about="the other side gives the orders now; `khamsin mail pass` writes it",
):
    """The other side is active: from now on that side gives orders, and asks for them.

    Attributes:
        signed: the signature of the side that passes, over the log so far and `passed`.
    """

    signed: str = ""
