"""Several hosts of games of one library: ``python -m benchmarks.load.tables [--seconds 60]``.

Each host is a ``khamsin table library:NAME`` in a process of its own; people at its page give
orders at once, and a browser listens at each page. Without ``--library`` a PostgreSQL of its own is
started, with fsync on, and removed afterwards.
"""

import argparse
import math
import os
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

import attrs

from benchmarks.load.__main__ import at_share, server_or
from replays.game.scenario_file import load_scenario
from replays.library.audits import audit_game
from replays.library.library import Library

if TYPE_CHECKING:
    from tests.tables import Asker, Table

__all__ = ["Acknowledged", "Heard", "faults_of", "give_orders", "listen"]

SCENARIO: Final = "bir-el-qaha"


@attrs.frozen
class Acknowledged:
    """An order that a host said is recorded.

    Attributes:
        text: the note that it is.
        count: entries of the game then, or a little later.
        given: when it was given for the first time.
        done: when it was acknowledged.
        refused: what was said each time that others were first.
    """

    text: str
    count: int
    given: float
    done: float
    refused: list[str]


@attrs.define
class Heard:
    """When the page of a host heard of how many entries.

    Attributes:
        at: for each count, when it was told first.
    """

    at: dict[int, float] = attrs.field(factory=dict)


def give_orders(
    asker: "Asker", who: str, orders: int, until: float = math.inf, pause: float = 0.0
) -> list[Acknowledged]:
    """Give orders at a page, one after another, as many as are wanted or until a moment.

    Each is given until it is recorded; where others were first it is given again behind those.
    With a pause it is given behind all that is there, as by people who see their page.
    """
    count, done = asker.count(), list[Acknowledged]()
    while len(done) < orders and time.monotonic() < until:
        count = asker.count() if pause else count
        text, refused, given = f"{who} {len(done)}", list[str](), time.monotonic()
        while True:
            reply: dict[str, Any] = asker.do(f"note '{text}'", count)
            count = int(reply.get("count", count))
            if reply.get("accepted"):
                break
            refused.append(" ".join(map(str, reply.get("lines", [reply.get("error", reply)]))))
        done.append(Acknowledged(text, count, given, time.monotonic(), refused))
        time.sleep(pause)
    return done


def listen(asker: "Asker", heard: Heard, last: int, over: threading.Event) -> None:
    """Listen at a page, behind so many entries that are known, until it is over."""
    from tests.tables import Listening  # noqa: PLC0415 - only where a browser listens

    with Listening(asker, last) as events:
        while not over.is_set() and (line := events.readline()):
            if line.startswith(b"id: "):
                heard.at.setdefault(int(line[4:]), time.monotonic())


def faults_of(
    library: Library, name: str, tables: Sequence["Table"], done: Sequence[Acknowledged]
) -> list[str]:
    """What is not as it must be: each order once, all pages the same, the audit clean."""
    game = library.game(name)
    log = b"".join(library.log_bytes(game))
    wrong = [
        f"{name}: {each.text!r} is there {there} times"
        for each in done
        if (there := log.count(f'"{each.text}"'.encode())) != 1
    ]
    if log.count(b'"order":"note"') != len(done):
        wrong.append(f"{name}: there are other notes than {len(done)}")
    for number, table in enumerate(tables):
        while table.record.count() < game.entries:  # it hears of the last in a moment
            time.sleep(0.01)
        if table.record.send("GET", "log")[2] != log:
            wrong.append(f"{name}: the page of host {number} shows another log")
    if not audit_game(library, game).clean:
        wrong.append(f"{name}: its audit is not clean")
    return wrong


@attrs.frozen
class _Host:
    name: str
    table: "Table"
    heard: Heard
    before: int


def main() -> int:
    """Hold the tables, check them, and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load.tables", description=__doc__)
    parser.add_argument("--library", metavar="WHERE", help="an empty library: a file, or a URL")
    parser.add_argument("--seconds", type=float, default=60.0, metavar="N", help="how long")
    parser.add_argument("--hosts", type=int, default=2, metavar="N")
    parser.add_argument("--games", type=int, default=1, metavar="N", help="that the hosts share")
    parser.add_argument("--pause", type=float, default=0.0, metavar="S", help="between two orders")
    parser.add_argument("--people", type=int, default=2, metavar="N", help="who record, a host")
    args = parser.parse_args()
    with TemporaryDirectory() as folder, server_or(args.library) as where:
        os.environ["KHAMSIN_LIBRARY"] = where
        names = [f"game-{n}" for n in range(args.games)]
        with Library.open(where, create=True) as library, ExitStack() as stack:
            for name in names:
                library.play(name, load_scenario(SCENARIO), name).close()
            hosts = [
                _opened(library, names[n % len(names)], Path(folder), stack)
                for n in range(args.hosts)
            ]
            done = _held(hosts, args.people, args.seconds, args.pause)
            wrong = [
                fault
                for name in names
                for fault in faults_of(
                    library,
                    name,
                    [host.table for host in hosts if host.name == name],
                    [each for host, all_of in done for each in all_of if host.name == name],
                )
            ]
    _print(args, done)
    print(f"{len(wrong) or 'no'} faults", *wrong[:20], sep="\n  ")
    return 1 if wrong else 0


def _opened(library: Library, name: str, folder: Path, stack: ExitStack) -> _Host:
    from tests.tables import Table  # noqa: PLC0415 - the tests have it

    place = Path(folder, str(len(list(folder.iterdir()))))
    place.mkdir()
    table = stack.enter_context(Table(Path(f"library:{name}"), state=place))
    return _Host(name, table, Heard(), library.game(name).entries)


def _held(
    hosts: Sequence[_Host], people: int, seconds: float, pause: float
) -> list[tuple[_Host, list[Acknowledged]]]:
    done, over = list[tuple[_Host, list[Acknowledged]]](), threading.Event()
    until = time.monotonic() + seconds

    def sit(host: _Host, who: str) -> None:
        orders = give_orders(host.table.record, who, sys.maxsize, until, pause)
        done.append((host, orders))

    listeners = [
        threading.Thread(
            target=listen, args=(host.table.watch, host.heard, host.before, over), daemon=True
        )
        for host in hosts
    ]
    sitting = [
        threading.Thread(target=sit, args=(host, f"host {n} person {m}"))
        for n, host in enumerate(hosts)
        for m in range(people)
    ]
    for thread in (*listeners, *sitting):
        thread.start()
    for thread in sitting:
        thread.join()
    over.set()
    return done


def _print(args: argparse.Namespace, done: Sequence[tuple[_Host, list[Acknowledged]]]) -> None:
    orders = [each for _, all_of in done for each in all_of]
    elsewhere = [
        1000 * (min(at for count, at in other.heard.at.items() if count >= each.count) - each.done)
        for host, all_of in done
        for each in all_of
        for other in {id(h): h for h, _ in done}.values()
        if other is not host
        and other.name == host.name
        and any(count >= each.count for count in other.heard.at)
    ]
    counts = sorted(len(all_of) for _, all_of in done)
    print(
        f"{args.hosts} hosts of {args.games} games, {args.people} people at each, "
        f"pause {args.pause} s, {args.seconds:.0f} s, load average {os.getloadavg()[0]:.0f}: "
        f"{len(orders)} orders, {len(orders) / args.seconds:.1f} a second, {counts[0]} to "
        f"{counts[-1]} a person"
    )
    for what, values in (
        ("order acknowledged, from the first try on, ms", [_ms(each) for each in orders]),
        ("tries", [1.0 + len(each.refused) for each in orders]),
        ("acknowledged, then told on the other host's page, ms", elsewhere),
    ):
        if values:
            said = "".join(f"{at_share(sorted(values), n):>9.1f}" for n in (0.5, 0.95, 0.99, 1.0))
            print(f"{what:54}{said}{len(values):>8}")


def _ms(each: Acknowledged) -> float:
    return 1000 * (each.done - each.given)


if __name__ == "__main__":
    sys.exit(main())
