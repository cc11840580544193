"""A table held under attack: ``python -m benchmarks.load.attacked [--seconds 20]``.

A recorder plays at a table while others are hostile: a watcher who asks the dearest questions over
eight connections, 200 event streams, and connections that never say who they are. Printed is how
long the orders of the recorder took, and how many of them failed.
"""

import argparse
import http.client
import os
import socket
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from benchmarks.load.__main__ import at_share
from events.json_bytes import dumps, loads

if TYPE_CHECKING:
    from tests.tables import Asker, Table

QUESTIONS: Final = (
    {"line": "map"},
    {"get": "options", "of": {"hex": "1CC10"}},
    {"get": "ask", "text": "view 1CC10"},
)
"""The dearest questions of the largest bundled scenario."""

SCENARIO: Final = "tebaga"


class Tally:
    """What was answered in an attack, how long it took in ms, and what else came."""

    def __init__(self) -> None:
        self.ms: list[float] = []
        self.failed: dict[str, int] = {}

    def time(self, act: Callable[[], str]) -> None:
        """Do something that says how it failed, else nothing."""
        start = time.perf_counter()
        try:
            why = act()
        except (OSError, http.client.HTTPException) as error:
            why = type(error).__name__
        if why:
            self.failed[why] = self.failed.get(why, 0) + 1
        else:
            self.ms.append(1000 * (time.perf_counter() - start))

    def __str__(self) -> str:
        ms = sorted(self.ms) or [float("nan")]
        told = "".join(f"{at_share(ms, share):>9.1f}" for share in (0.5, 0.95, 0.99, 1.0))
        return f"{told}{len(self.ms):>8}  {self.failed or ''}"


def asked(asker: "Asker", request: object) -> str:
    """How a request failed; empty if it was answered."""
    status, _, body = asker.send("POST", "ask", dumps(request))
    return "" if status == 200 and "error" not in loads(body) else f"{status} {body[:60]!r}"


@contextmanager
def repeated(count: int, act: Callable[[int], None]) -> Iterator[None]:
    """In this block so many threads do something again and again."""
    over = threading.Event()

    def repeat(number: int) -> None:
        while not over.is_set():
            act(number)

    threads = [threading.Thread(target=repeat, args=(n,), daemon=True) for n in range(count)]
    for each in threads:
        each.start()
    try:
        yield
    finally:
        over.set()
        for each in threads:
            each.join()


@contextmanager
def questions(watch: "Asker", tally: Tally) -> Iterator[None]:
    """Eight connections that ask all the time."""

    def ask(number: int) -> None:
        tally.time(lambda: asked(watch, QUESTIONS[number % len(QUESTIONS)]))

    with repeated(8, ask):
        yield


@contextmanager
def streams(watch: "Asker", tally: Tally) -> Iterator[None]:
    """As many event streams as are let in, of 300, and read."""
    path = f"/{watch.link.split('/', 3)[3]}events"
    with ExitStack() as stack:
        for _ in range(300):
            connection = http.client.HTTPConnection(*watch.address, timeout=10)
            stack.callback(connection.close)

            def listen(connection: http.client.HTTPConnection = connection) -> str:
                connection.request("GET", path)
                status = connection.getresponse().status
                return "" if status == 200 else str(status)

            tally.time(listen)
        yield


@contextmanager
def pages(watch: "Asker", tally: Tally) -> Iterator[None]:
    """As many connections as can be made that ask for twenty pages each; nobody reads them."""
    said = (
        f"GET {urlsplit(watch.link).path} HTTP/1.1\r\nHost: {urlsplit(watch.link).netloc}\r\n\r\n"
    )
    held: deque[socket.socket] = deque()

    def send() -> str:
        one = socket.create_connection(watch.address, timeout=60)
        held.append(one)
        one.sendall(20 * said.encode())
        if len(held) > 180:
            held.popleft().close()
        return ""

    with repeated(3, lambda _: tally.time(send)):
        yield
    for each in held:
        each.close()


@contextmanager
def half_open(watch: "Asker", tally: Tally) -> Iterator[None]:
    """520 connections with half a header, renewed as they are shut, a byte a second each."""
    open_: list[socket.socket | None] = [None] * 520

    def drip(number: int) -> None:
        for n in range(number, len(open_), 4):
            one = open_[n]
            try:
                if one is None:
                    one = open_[n] = socket.create_connection(watch.address, timeout=2)
                    one.settimeout(0.2)
                    one.sendall(b"GET / HTTP/1.1\r\nHost: ")
                one.sendall(b"a")
            except OSError:
                if one is not None:
                    one.close()
                open_[n] = None
        tally.time(lambda: asked(watch, {"get": "story"}))
        time.sleep(1)

    with repeated(4, drip):
        yield
    for each in open_:
        if each is not None:
            each.close()


ATTACKS: Final = {
    "questions": questions,
    "streams": streams,
    "pages": pages,
    "half-open": half_open,
}
WATCHER: Final = ("questions", "streams")
"""What one hostile watcher does."""


def hold(names: Sequence[str], watch: "Asker", seconds: float) -> Tally:
    """Hold attacks for some seconds; what they were answered."""
    tally = Tally()
    with ExitStack() as stack:
        for name in names:
            stack.enter_context(ATTACKS[name](watch, tally))
        time.sleep(seconds)
    return tally


def main() -> int:
    """Hold a table under each attack, and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load.attacked", description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0, metavar="N", help="of each attack")
    args = parser.parse_args()
    from tests.tables import Table  # noqa: PLC0415 - the tests have it

    print(f"{'ms':34}{'50%':>9}{'95%':>9}{'99%':>9}{'most':>9}{'count':>8}  failed")
    with TemporaryDirectory() as folder, ProcessPoolExecutor(1) as pool:
        for names in ((), WATCHER, ("pages",), ("half-open",), tuple(ATTACKS)):
            said = " and ".join(names) or "quiet"
            with Table(Path(folder, f"{said}.jsonl"), "--scenario", SCENARIO) as table:
                kept = http.client.HTTPConnection(*table.record.address, timeout=60)
                _record(table, kept, 0.5)
                theirs = pool.submit(hold, names, table.watch, args.seconds + 5)
                time.sleep(5)
                orders = _record(table, kept, args.seconds)
                print(f"{f'orders, {said}'[:33]:34}{orders}")
                if names:
                    print(f"{'  the other side':34}{theirs.result()}", flush=True)
    print(f"load average {os.getloadavg()[0]:.0f}")
    return 0


def _record(table: "Table", kept: http.client.HTTPConnection, seconds: float) -> Tally:
    """How long the orders of a recorder take, four or five a second."""
    orders, until = Tally(), time.monotonic() + seconds
    count = table.log.read_bytes().count(b"\n") - 1
    path = f"{urlsplit(table.record.link).path}ask"
    headers = {"Origin": table.record.origin, "Content-Type": "application/json"}

    def order() -> str:
        kept.request("POST", path, dumps({"line": "note x", "after": count}), headers)
        answer = kept.getresponse()
        body = answer.read()
        said = answer.status == 200 and loads(body).get("accepted")
        return "" if said else f"{answer.status} {body[:60]!r}"

    while time.monotonic() < until:
        orders.time(order)
        count = table.log.read_bytes().count(b"\n") - 1
        time.sleep(0.2)
    return orders


if __name__ == "__main__":
    sys.exit(main())
