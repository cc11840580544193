"""Commands of the log itself: undo, notes, the end, dice, their seals. No rule knows them."""

from typing import TypeAlias

from attrs import field

from events.commands.base import BaseCommand
from events.commands.sealed import SealedCommand
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


BookCommand: TypeAlias = Undo | Note | Finish | ChooseDice | SealedCommand
