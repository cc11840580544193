"""Where a library can be: a file, or a schema of a real PostgreSQL. Tests meet both as a `Places`.

The fixture `places` runs a test once for each; on PostgreSQL it is skipped where there is none.
"""

import contextlib
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Protocol

import pytest

from tests.postgres import PrivateServer

__all__ = ["KINDS", "FilePlaces", "Places", "ServerPlaces", "places", "server_places"]

KINDS: Final = ("SQLite", "PostgreSQL")


class Places(Protocol):
    """New places for libraries, of one kind.

    Attributes:
        kind: one of ``KINDS``.
    """

    kind: str

    def new(self) -> str:
        """What `--library` is told of a place where nothing is yet."""

    def passing(self) -> contextlib.AbstractContextManager[str]:
        """A place for a moment, such as an example of Hypothesis; it is empty as that begins."""

    def do(self, where: str, *statements: str) -> list[tuple[Any, ...]]:
        """Change a library by hand, behind its back; the rows of the last statement."""


class FilePlaces:
    """Files of SQLite."""

    kind = "SQLite"

    def __init__(self, folder: Path) -> None:
        """Make all of them in a folder."""
        self._folder, self._made = folder, 0

    def new(self) -> str:
        """A file that is not there yet."""
        self._made += 1
        folder = self._folder / str(self._made)
        folder.mkdir()
        return str(folder / "l.db")

    @contextlib.contextmanager
    def passing(self) -> Iterator[str]:
        """A file that is not there yet."""
        yield self.new()

    def do(self, where: str, *statements: str) -> list[tuple[Any, ...]]:
        """Change a file by hand."""
        with contextlib.closing(sqlite3.connect(where)) as database, database:
            rows = [database.execute(statement).fetchall() for statement in statements]
        return rows[-1]


class ServerPlaces:
    """Databases of a server."""

    kind = "PostgreSQL"

    def __init__(self, server: PrivateServer) -> None:
        """Make all of them on a server."""
        self.server = server
        self._free = list[str]()

    def new(self) -> str:
        """The URL of an empty database."""
        return self.server.url(self.server.new_database())

    @contextlib.contextmanager
    def passing(self) -> Iterator[str]:
        """The URL of a database that others had before, emptied."""
        where = self._free.pop() if self._free else self.new()
        self.do(where, "DROP SCHEMA IF EXISTS khamsin CASCADE")
        yield where
        self._free.append(where)

    def do(self, where: str, *statements: str) -> list[tuple[Any, ...]]:
        """Change a database by hand, as a superuser who can do anything."""
        name = where.partition("?")[0].rpartition("/")[2]
        path = "SET search_path = khamsin"
        return self.server.do(name, path, *map(_as_postgres, statements))


def _as_postgres(statement: str) -> str:
    """What a test does by hand, written for SQLite, as PostgreSQL has it."""
    for pattern, there in _DIALECT:
        statement = re.sub(pattern, there, statement)
    return statement


_DIALECT: Final = (
    (r"(?<![\w'])x'([0-9a-f]*)'", r"'\\x\1'"),
    (r"CAST\(replace\(CAST\((\w+) AS TEXT\), ('\w+'), ('\w+')\) AS BLOB\)",
     r"convert_to(replace(convert_from(\1, 'UTF8'), \2, \3), 'UTF8')"),
)  # fmt: skip


@pytest.fixture(scope="session")
def server_places(postgres: PrivateServer) -> ServerPlaces:
    """Databases of the server of this run."""
    return ServerPlaces(postgres)


@pytest.fixture(scope="session", params=KINDS)
def places(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Places:
    """Places of each kind in turn."""
    if request.param == "SQLite":
        return FilePlaces(tmp_path_factory.mktemp("libraries"))
    found = request.getfixturevalue("server_places")
    assert isinstance(found, ServerPlaces)
    return found
