"""A database as a library sees it: rows, and transactions that are durable when they end."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any, Final, Protocol

from events.errors import BadInput

__all__ = ["FOREIGN", "Database", "newer_schema"]

FOREIGN: Final = "this database is of another program; a library of games is expected"


class Database(Protocol):
    """A connection of one thread. Every complaint of the database is raised as a ``BadInput``.

    Attributes:
        where: what people call it.
    """

    where: str

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """All rows of a statement, whose parameters are ``?``."""

    def stream(self, sql: str, *values: Any) -> Iterator[tuple[Any, ...]]:
        """The rows of a statement one by one, in bounded memory."""

    def many(self, sql: str, rows: Iterator[tuple[Any, ...]]) -> None:
        """A statement once for each row of values."""

    def writing(self) -> AbstractContextManager[None]:
        """A transaction: all of it is durable as the block ends, or nothing of it has happened."""

    def damage(self) -> str:
        """What the database itself finds wrong with its file; empty if nothing."""

    def close(self) -> None:
        """Let go of it."""


def newer_schema(found: object, known: int, where: str) -> BadInput:
    """The complaint of a library that a newer engine made."""
    return BadInput(
        f"this library has tables of version {found}, and this Khamsin knows {known}; "
        f"a newer one reads it",
        where,
    )
