"""A database as a library sees it: rows, and transactions that are durable when they end."""

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any, Final, Protocol

from events.errors import BadInput

CHANGED: Final = "the tables of this library were changed by another program"


class DatabaseFailure(BadInput):
    """The database could not do its work just now; nothing is said of what is in it."""


class ConnectionLost(DatabaseFailure):
    """The connection to a server broke; the next call of the database connects again.

    Args:
        why: what happened.
        where: the library.
        unknown: it broke while a transaction was being committed, so nobody here knows whether
            what it wrote is there. Otherwise nothing of it is.
    """

    def __init__(self, why: str, where: str = "", *, unknown: bool = False) -> None:
        """Keep whether the outcome is unknown."""
        super().__init__(why + (_UNKNOWN if unknown else ""), where)
        self.why, self.unknown = why, unknown

    def nothing_written(self) -> "ConnectionLost":
        """What it is, where it is known that nothing of what was to be written is there."""
        why = self.why.removesuffix(_NOTHING).removesuffix("; try again")
        return ConnectionLost(why + _NOTHING, self.where)


_UNKNOWN: Final = (
    " just when this was written; it may be there or not, so look before you do it again"
)
_NOTHING: Final = "; nothing of this was written, so try again"


class NoLibrary(BadInput):
    """Nobody has begun a library at this place.

    Args:
        what: what the place is.
        where: the place.
    """

    def __init__(self, what: str, where: str) -> None:
        """Say how one is begun."""
        super().__init__(
            f"there is no library {what}; `khamsin library add GAME` begins one", where
        )


class Database(Protocol):
    """A connection, of one thread at a time. Every complaint of it is raised as a ``BadInput``.

    Attributes:
        where: what people call it; never with a password.
        address: what opens it again, for another process; a password may be in it, so it is not
            for anybody to see.
        closed: somebody has let go of it.
    """

    where: str
    address: str
    closed: bool

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """All rows of a statement, whose parameters are ``?``."""

    def stream(self, sql: str, *values: Any) -> Iterator[tuple[Any, ...]]:
        """The rows of a statement one by one, in bounded memory."""

    def many(self, sql: str, rows: Iterator[tuple[Any, ...]]) -> None:
        """A statement once for each row of values."""

    def writing(self) -> AbstractContextManager[None]:
        """A transaction: all of it is durable as the block ends, or nothing of it has happened.

        Raises:
            ConnectionLost: when the server went away. If its ``unknown`` is set, all of it may be
                there; otherwise nothing of it is.
        """

    def tell(self, game: int) -> None:
        """Tell those who wait, once this transaction is committed, that a game changed.

        Who dies in between tells nobody; so whoever waits looks from time to time all the same.
        """

    def wait(self, seconds: float, game: int | None = None) -> bool:
        """Wait until somebody else may have changed a game, or any, but no longer than so.

        What was changed since the last call, or before the first, is not missed: then the call
        returns at once. It may be true with nothing changed, so look.
        """

    def damage(self) -> str:
        """What the database itself finds wrong with what it keeps; empty if nothing."""

    def caution(self) -> str:
        """Why a commit of this database may be lost when its machine stops; empty if it is not."""

    def upgrade(self) -> int:
        """Bring older tables forward in one transaction, and say which version they had.

        Raises:
            BadInput: when they cannot be; they are as they were then.
        """

    def close(self) -> None:
        """Let go of it."""


def demand_own(writer: int | None, where: str) -> None:
    """See that nobody meddles with a transaction that another thread has begun.

    Raises:
        BadInput: when another thread is writing.
    """
    if writer not in (None, threading.get_ident()):
        raise BadInput("another thread is writing into this library; one at a time", where)


def demand_version(found: object, known: int, where: str) -> None:
    """See that the tables of a library are those of this engine.

    Raises:
        BadInput: when a newer engine made them, or an older one.
    """
    version = found if isinstance(found, int) else 0
    if version == known:
        return
    if 0 < version < known:
        why = (
            f"this library has tables of version {version}, and this Khamsin uses {known}; "
            f"`khamsin library upgrade` brings them forward"
        )
        raise BadInput(why, where)
    why = (
        f"this library has tables of version {found}, and this Khamsin knows {known}; "
        f"a newer one reads it"
    )
    raise BadInput(why, where)
