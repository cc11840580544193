"""Where a library can be: a file, or a schema of a real PostgreSQL.

The fixture `places` runs a test once for each; on PostgreSQL it is skipped where there is none.
"""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Protocol

import pytest

from tests.postgres import PrivateServer

__all__ = ["Places", "ServerPlaces", "anywhere", "places", "server_places"]

KINDS: Final = ("SQLite", "PostgreSQL")


class Places(Protocol):
    """Places for libraries, of one kind."""

    def passing(self) -> contextlib.AbstractContextManager[str]:
        """What `--library` is told of a place that is empty as that begins."""


class FilePlaces:
    """Files of SQLite."""

    def __init__(self, folder: Path) -> None:
        """Make all of them in a folder."""
        self._folder, self._made = folder, 0

    @contextlib.contextmanager
    def passing(self) -> Iterator[str]:
        """A file that is not there yet."""
        self._made += 1
        yield str(self._folder / f"{self._made}.db")


class ServerPlaces:
    """Databases of a server."""

    def __init__(self, server: PrivateServer) -> None:
        """Make all of them on a server."""
        self.server = server
        self._free = list[str]()

    @contextlib.contextmanager
    def passing(self) -> Iterator[str]:
        """The URL of a database that others had before, emptied."""
        where = self._free.pop() if self._free else self.server.url(self.server.new_database())
        self.do(where, "DROP SCHEMA IF EXISTS khamsin CASCADE")
        yield where
        self._free.append(where)

    def do(self, where: str, *statements: str) -> list[tuple[Any, ...]]:
        """Change a library by hand, behind its back; the rows of the last statement."""
        name = where.partition("?")[0].rpartition("/")[2]
        return self.server.do(name, "SET search_path = khamsin", *statements)


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


@pytest.fixture
def anywhere(places: Places) -> Iterator[str]:
    """An empty place, of each kind in turn."""
    with places.passing() as where:
        yield where
