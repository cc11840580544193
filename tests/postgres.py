"""A PostgreSQL of the tests' own: a new folder, a free port, a random password.

`python -m tests.postgres` prints the URL of one, and stops it when its input ends.
"""

import contextlib
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Self

import pytest

__all__ = ["MISSING", "PrivateServer", "binaries"]

MISSING: Final = "PostgreSQL is not installed here (initdb and postgres), or psycopg is not"

ADMIN: Final = "khamsin"
"""The superuser of a server of the tests; no library is his."""

_SECONDS: Final = 60

_GUARDED: Final = '"$@" & server=$!; read -r _; kill -QUIT $server; wait $server'
"""The server ends at once when the process that started it closes a pipe, or is killed."""


def binaries() -> Path | None:
    """Where the programs of a PostgreSQL are; None if there are none, or psycopg is missing."""
    try:
        import psycopg  # noqa: F401 - only whether it is there
    except ImportError:
        return None
    named = shutil.which("initdb")
    folders = [Path(named).resolve().parent] if named else []
    debian = Path("/usr/lib/postgresql").glob("*/bin")
    folders += sorted(debian, key=lambda each: -float(each.parent.name))
    return next((each for each in folders if Path(each, "postgres").exists()), None)


class PrivateServer:
    """A server that no other program knows.

    Args:
        settings: of the server, such as ``fsync="off"``.
        parent: where its folder is made; the usual place for such if None.

    Attributes:
        folder: all that it has.
        port: where it listens on this machine; the socket in ``folder`` has the number too.
        password: of its superuser and of every user that is made here.
    """

    def __init__(self, parent: Path | None = None, **settings: str) -> None:
        """Make the data folder; ``start`` starts the server."""
        found = binaries()
        if found is None:
            pytest.skip(MISSING)
        self._programs, self._settings = found, settings
        self.folder = Path(tempfile.mkdtemp(prefix="khamsin-postgres-", dir=parent))
        self.password = secrets.token_urlsafe(12)
        self.port = _free_port()
        self._child: subprocess.Popen[bytes] | None = None
        self._made = 0
        if self._as_other():
            shutil.chown(self.folder, "postgres", "postgres")
        file = Path(self.folder, "password")
        file.write_text(self.password)
        file.chmod(0o644)
        self.run("initdb", "-D", self.data, "-U", ADMIN, "--pwfile", file, "--no-sync",
                  "--auth-local=trust", "--auth-host=scram-sha-256", "--encoding=UTF8",
                  "--locale=C.UTF-8")  # fmt: skip

    @property
    def data(self) -> Path:
        """Its data folder."""
        return self.folder / "data"

    @staticmethod
    def _as_other() -> dict[str, Any]:
        """PostgreSQL refuses to run as root."""
        if os.name == "posix" and os.getuid() == 0:
            return {"user": "postgres", "group": "postgres", "extra_groups": []}
        return {}

    def run(self, program: str, *words: object, given: bytes = b"") -> bytes:
        """Run a program of PostgreSQL's on some input; what it writes."""
        done: subprocess.CompletedProcess[bytes] = subprocess.run(
            [self._programs / program, *map(str, words)], input=given,
            cwd=self.folder, check=True, capture_output=True, env=_CLEAN, **self._as_other(),
        )  # fmt: skip
        return done.stdout

    def start(self) -> Self:
        """Start it, and wait until it lets people in."""
        words = ["-D", self.data, "-p", self.port, "-k", self.folder, "-h", "127.0.0.1"]
        for name, value in (_SETTINGS | self._settings).items():
            words += ["-c", f"{name}={value}"]
        with Path(self.folder, "log").open("ab") as log:
            self._child = subprocess.Popen(
                ["/bin/sh", "-c", _GUARDED, "sh", self._programs / "postgres", *map(str, words)],
                cwd=self.folder, stdin=subprocess.PIPE, stdout=log, stderr=log,
                env=_CLEAN, start_new_session=True, **self._as_other(),
            )  # fmt: skip
        self._await()
        return self

    def _await(self) -> None:
        import psycopg

        end = time.monotonic() + _SECONDS
        while True:
            try:
                psycopg.connect(self.url("postgres")).close()
            except psycopg.OperationalError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)
            else:
                return

    def _end(self) -> None:
        if self._child is None:
            return
        assert self._child.stdin is not None
        self._child.stdin.close()
        self._child.wait(_SECONDS)
        self._child = None
        end = time.monotonic() + _SECONDS
        while self._backends() and time.monotonic() < end:  # they see that their parent is gone
            time.sleep(0.02)

    def _backends(self) -> bool:
        """Whether a process of the server still runs, where that can be seen."""
        for process in Path("/proc").glob("[0-9]*/cwd"):
            with contextlib.suppress(OSError):
                if process.readlink() == self.data:
                    return True
        return False

    def remove(self) -> None:
        """Stop it at once, and leave nothing of it."""
        self._end()
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str, user: str = ADMIN) -> str:
        """A database by the socket, where no password is asked for."""
        return f"postgresql://{user}@/{database}?host={self.folder}&port={self.port}"

    def net_url(self, database: str, user: str = ADMIN, password: str | None = None) -> str:
        """A database by the network, where the password is asked for."""
        given = self.password if password is None else password
        secret = f":{given}" if given else ""
        return f"postgresql://{user}{secret}@127.0.0.1:{self.port}/{database}"

    def do(self, database: str, *statements: str) -> list[tuple[Any, ...]]:
        """Do something to a database by hand, as its superuser; the rows of the last statement."""
        import psycopg

        rows = list[tuple[Any, ...]]()
        with (
            psycopg.connect(self.url(database), autocommit=True) as connection,
            connection.cursor() as cursor,
        ):
            for statement in statements:
                cursor.execute(statement.encode())
                rows = cursor.fetchall() if cursor.description else []
        return rows

    def new_database(self) -> str:
        """A new, empty database."""
        self._made += 1
        name = f"asl{self._made}"
        self.do("postgres", f"CREATE DATABASE {name}")
        return name

    def new_user(self, name: str) -> None:
        """A user who may nothing yet; his password is that of the server."""
        self.do("postgres", f"CREATE ROLE {name} LOGIN PASSWORD '{self.password}'")


_CLEAN: Final = {
    name: value for name, value in os.environ.items() if not name.startswith(("PG", "LC_"))
} | {"LC_ALL": "C.UTF-8"}

_SETTINGS: Final = {
    "shared_buffers": "16MB",
    "max_connections": "120",
    "dynamic_shared_memory_type": "mmap",  # in its folder, so that nothing of it stays behind
}


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextlib.contextmanager
def private_server(parent: Path | None = None, **settings: str) -> Iterator[PrivateServer]:
    """A server for as long as the block lasts.

    Raises:
        Skipped: when there is no PostgreSQL.
    """
    server = PrivateServer(parent, **settings)
    try:
        yield server.start()
    finally:
        server.remove()


@pytest.fixture(scope="session")
def postgres() -> Iterator[PrivateServer]:
    """A PostgreSQL of this run, or of this worker of it; in memory where there is room."""
    with private_server(_in_memory()) as server:
        yield server


def _in_memory() -> Path | None:
    """A folder that no disk has to keep; None where there is none with two gigabytes to spare."""
    memory = Path("/dev/shm")  # noqa: S108 - the server makes a folder of its own there
    if memory.is_dir() and shutil.disk_usage(memory).free > 2 << 30:
        return memory
    return None


if __name__ == "__main__":
    with private_server() as here:
        print(here.net_url("postgres"), flush=True)  # noqa: T201 - it is for people
        sys.stdin.read()
