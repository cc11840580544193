"""A table for tests: the server in a process of its own, and its clients."""

import http.client
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Self
from urllib.parse import urlsplit

import attrs

from events.json_bytes import dumps, loads
from tests.interrupts import ctrl_c_heard

CHECKOUT: Final = Path(__file__).parent.parent


@attrs.define
class Asker:
    """The holder of a link."""

    link: str
    origin: str = ""

    def __attrs_post_init__(self) -> None:
        """Ask from the page of the link."""
        parts = urlsplit(self.link)
        self.origin = self.origin or f"{parts.scheme}://{parts.netloc}"

    @property
    def address(self) -> tuple[str, int]:
        """Where the server is."""
        parts = urlsplit(self.link)
        return str(parts.hostname), int(parts.port or 80)

    def send(
        self, method: str, where: str = "", body: bytes = b"", **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of an answer; ``Host`` and ``Origin`` are those of the page."""
        connection = http.client.HTTPConnection(*self.address, timeout=60)
        path = urlsplit(self.link).path + where if not where.startswith("/") else where
        said = {"Origin": self.origin, "Content-Type": "application/json"} if body else {}
        said |= {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            connection.request(method, path, body or None, {k: v for k, v in said.items() if v})
            found = connection.getresponse()
            return found.status, {k.lower(): v for k, v in found.getheaders()}, found.read()
        finally:
            connection.close()

    def ask(self, request: object) -> Any:
        """The reply to a request."""
        return loads(self.send("POST", "ask", dumps(request))[2])

    def do(self, line: str, after: int) -> Any:
        """The reply to an order."""
        return self.ask({"line": line, "after": after})

    def count(self) -> int:
        """How many entries the game has."""
        return int(self.ask({"get": "head"})["count"])


class Table:
    """The server of one log."""

    def __init__(self, log: Path, *options: str, state: Path | None = None) -> None:
        """Start it, and wait until it says its links; it keeps them in a folder beside the log."""
        environment = os.environ | {
            "XDG_STATE_HOME": str(state or log.parent / "state"),
            "PYTHONPATH": str(CHECKOUT),
            "PYTHONUNBUFFERED": "1",
        }
        command = [sys.executable, "-m", "replays", "table", str(log), *options]
        self.log = log
        with ctrl_c_heard():
            self._process = subprocess.Popen(
                command,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
        assert self._process.stdout is not None
        self.said: list[str] = []
        for line in self._process.stdout:
            self.said.append(line.rstrip())
            if line.startswith("Ctrl-C"):
                break
        links = {line.split()[1]: line.split()[2] for line in self.said if line.startswith("  to")}
        assert set(links) == {"record", "watch"}, self.said
        self.record, self.watch = Asker(links["record"]), Asker(links["watch"])

    def stop(self) -> tuple[int, str]:
        """Ctrl-C; its exit code, and what it said at last."""
        self._process.send_signal(signal.SIGINT)
        rest = self._process.communicate(timeout=60)[0]
        return self._process.returncode, rest

    def kill(self) -> None:
        """No more of it, at once."""
        self._process.kill()
        self._process.communicate(timeout=60)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self.kill()


@contextmanager
def table(folder: Path, *options: str) -> Iterator[Table]:
    """A table with a new game in a folder."""
    new = ("--scenario", "bir-el-qaha", "--seed", "alamein")
    with Table(folder / "game.jsonl", *new, *options) as found:
        yield found


class Listening:
    """A client that waits for news at a link. A context manager."""

    def __init__(self, asker: Asker, last: int | None = None) -> None:
        """Ask for news, of what came behind the last that is known."""
        self._connection = http.client.HTTPConnection(*asker.address, timeout=30)
        headers = {} if last is None else {"Last-Event-ID": str(last)}
        path = asker.link.split("/", 3)[3]
        self._connection.request("GET", f"/{path}events", headers=headers)

    def __enter__(self) -> http.client.HTTPResponse:
        found = self._connection.getresponse()
        assert found.headers["Content-Type"].startswith("text/event-stream")
        return found

    def __exit__(self, *_: object) -> None:
        self._connection.close()


def next_count(events: http.client.HTTPResponse) -> int:
    """The count that the next event tells."""
    while not (line := events.readline().decode()).startswith("id: "):
        assert line, "the server hung up"
    return int(line.removeprefix("id: "))
