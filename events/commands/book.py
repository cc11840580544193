"""Commands of the log itself: taking back, notes, the end, dice, signatures. No rule knows them."""

from typing import TypeAlias

from attrs import field

from events.commands.base import BaseCommand
from events.commands.sealed import Asked, Opened, PenPassed, Struck
from events.frozen import frozen
from events.pieces import TEXT, one_of, perhaps_number, rest
from events.terms import DiceFrom


@frozen
class Undo(BaseCommand):
    """Take back the last entry that stands. Both stay in the log.

    Attributes:
        entry: number of the entry taken back; as an order, None is whichever it is.
    """

    word = "undo"
    about = "take back the last entry; both stay in the log"

    entry: int | None = field(default=None, metadata=perhaps_number())


@frozen
class Note(BaseCommand):
    """Something to remember at this point of the game; ``--at`` finds it by its words.

    Attributes:
        text: one line, of at most 400 characters.
    """

    word = "note"
    about = "a note or bookmark; --at finds it by its words"

    text: str = field(metadata=rest(TEXT))


@frozen
class Finish(BaseCommand):
    """The closing entry of a log: nothing was played after it.

    Attributes:
        entries: how many entries stand before it; as an order, 0.
        seal: the hash of the last line before it; as an order, empty.
    """

    word = "finish"
    about = "close the log; the last Player Turn does it too"

    entries: int = 0
    seal: str = ""


@frozen
class ChooseDice(BaseCommand):
    """From now on dice are entered by people, rolled from the seed, or either.

    Attributes:
        source: where dice come from.
    """

    word = "dice"
    about = "who rolls from now on: people at the table, the seed, or either"

    source: DiceFrom = field(metadata=one_of(DiceFrom, must=True))


@frozen
class Acknowledged(BaseCommand):
    """Somebody signed the log up to an entry: he had seen it, and it was as it is here.

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

    word = "acknowledged"
    about = "somebody signed the log up to an entry; `khamsin checkpoint add` writes it"

    log: str = ""
    entries: int = 0
    root: str = ""
    seal: str = ""
    key: str = ""
    time: int = 0
    signature: str = ""


BookCommand: TypeAlias = (
    Undo | Note | Finish | ChooseDice | Opened | Acknowledged | Asked | Struck | PenPassed
)
