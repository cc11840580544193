"""Nothing of a library is lost, shown by faults: SQLite on a simulated machine of some processes.

``python -m tests.faults --store --seeds 1000`` plays more seeds than the suite does.
"""

import itertools
import sqlite3
import sys
from pathlib import Path
from random import Random

import pytest

from tests.faults.__main__ import main
from tests.faults.broken_store import BROKEN_STORES
from tests.faults.disk import Faults, Killed, PowerCut
from tests.faults.machine import Machine, Process
from tests.faults.search import look, search
from tests.faults.store import play_store
from tests.faults.vfs import missing, on_machine

SEEDS = 30
pytestmark = pytest.mark.skipif(bool(missing()), reason=missing() or "it can")


# By seed -------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", range(0, SEEDS, 10))
def test_every_promise_of_a_library_is_kept_whatever_fails(first: int, tmp_path: Path) -> None:
    """What was acknowledged is there byte for byte, nothing is half, and the audit is clean."""
    seeds = range(first, first + 10)
    found = search(seeds, tmp_path / "log", store=True)
    assert [str(each) for each in found if each.wrong] == []


@pytest.mark.parametrize("name", BROKEN_STORES)
def test_a_broken_library_is_noticed(name: str, tmp_path: Path) -> None:
    """Each way to be broken breaks a promise within so many seeds."""
    found = search(BROKEN_STORES[name].seeds, tmp_path / "log", name, store=True)
    assert any(each.wrong for each in found)


def test_a_seed_of_a_library_is_the_same_again(tmp_path: Path) -> None:
    """The processes take turns as before, whatever was played before it."""
    first = [play_store(seed, tmp_path / "log") for seed in (3, 4)]
    again = [play_store(seed, tmp_path / "log") for seed in (4, 3)]
    assert first == again[::-1]


def test_seeds_reach_what_libraries_are_for(tmp_path: Path) -> None:
    """Failures of all kinds, stops of both kinds, and recorders that meet."""
    told: list[str] = []
    played = [look(seed, tmp_path / "log", trace=told, store=True).played for seed in range(SEEDS)]
    words = " ".join(told)
    for each in ("ENOSPC", "EIO", "PowerCut", "Killed", "it is acknowledged", "order note"):
        assert each in words
    assert sum(each.acknowledged for each in played if each) > 100
    turns = [line.split()[1] for line in told if line.startswith("process ")]
    assert sum(a != b for a, b in itertools.pairwise(turns)) > 1000


def test_a_seed_that_breaks_a_library_is_named_and_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command names each seed, how to see it again, and then tells it call by call."""
    words = ["faults", "--store", "--library", "sync-off"]
    monkeypatch.setattr(sys, "argv", [*words, "--seeds", "8"])
    assert main() == 1
    said = capsys.readouterr().out
    again = next(line for line in said.splitlines() if "--seed" in line).split()[3:-2]
    monkeypatch.setattr(sys, "argv", ["faults", *again])
    assert main() == 1
    told = capsys.readouterr().out
    assert told.splitlines()[-1] in said
    assert "BEGIN IMMEDIATE" in told


# The simulated machine -----------------------------------------------------------------------


def test_sqlite_on_the_machine_keeps_what_was_committed_when_the_power_goes() -> None:
    """A commit that returned is there after any power cut; of another, both rows or none."""
    for seed in range(40):
        machine, done = Machine(Random(seed)), list[int]()

        def write(machine: Machine = machine, done: list[int] = done) -> None:
            connection = sqlite3.connect("/nowhere/numbers.db", isolation_level=None)
            connection.execute("PRAGMA synchronous = EXTRA")
            connection.execute("CREATE TABLE IF NOT EXISTS number (n)")
            for n in range(100):
                connection.execute("BEGIN")
                connection.executemany("INSERT INTO number VALUES (?)", [(n,), (n,)])
                connection.execute("COMMIT")
                machine.demand_alive()
                done.append(n)

        faults = Faults(stop_after=50 + 10 * seed, stop=PowerCut)
        with on_machine(machine):
            machine.run([(Process("p", faults, faults.stop_after), write)])
            found = sqlite3.connect("/nowhere/numbers.db")
            rows = [n for (n,) in found.execute("SELECT n FROM number ORDER BY n")]
            found.close()
        assert rows[: 2 * len(done)] == [n for n in done for _ in range(2)]
        assert len(rows) in (2 * len(done), 2 * len(done) + 2)


def test_a_killed_process_leaves_its_locks_and_nothing_else() -> None:
    """Another process goes on, in the same life, with what the killed one had committed."""
    machine, seen = Machine(Random(1)), list[int]()
    stopped = Faults(stop_after=40, stop=Killed)

    def write() -> None:
        connection = sqlite3.connect("/nowhere/numbers.db", isolation_level=None)
        connection.execute("CREATE TABLE IF NOT EXISTS number (n)")
        while True:
            connection.execute("INSERT INTO number VALUES (1)")

    def wait_and_write() -> None:
        connection = sqlite3.connect("/nowhere/numbers.db", isolation_level=None)
        for _ in range(200):
            machine.sleep()
        connection.execute("CREATE TABLE IF NOT EXISTS number (n)")
        connection.execute("INSERT INTO number VALUES (2)")
        seen.extend(n for (n,) in connection.execute("SELECT n FROM number WHERE n = 2"))

    with on_machine(machine):
        bodies = [(Process("a", stopped, 40), write), (Process("b"), wait_and_write)]
        machine.run(bodies)
    assert seen == [2]


def test_other_databases_are_where_they_always_were(tmp_path: Path) -> None:
    """Once the machine is left, a database is a file again."""
    with on_machine(Machine(Random(1))):
        sqlite3.connect(tmp_path / "simulated.db").execute("CREATE TABLE a (b)")
    sqlite3.connect(tmp_path / "real.db").execute("CREATE TABLE a (b)")
    assert [each.name for each in tmp_path.iterdir()] == ["real.db"]
