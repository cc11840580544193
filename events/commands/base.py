"""What every command says of itself: the word that orders it, what it is for, and its dice."""

from typing import ClassVar

__all__ = ["BaseCommand"]


class BaseCommand:
    """A command; each class is one frozen attrs class with fields of its own.

    A field says in its metadata how an order gives it (see `events.pieces`); the order of the
    fields is the order of the words.

    Attributes:
        word: the first word of its order, and its name in logs. Never changes once released.
        about: what it is for, in a few words.
        rolls: which dice may follow, in words; empty when it rolls none.
    """

    word: ClassVar[str]
    about: ClassVar[str]
    rolls: ClassVar[str] = ""
