"""What seeds found in libraries, each cause by itself: chosen calls fail, nothing else does."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from events.errors import BadInput
from replays.game.game import Game
from replays.library.auditing import AUDITING, audit_game
from replays.library.database import DatabaseFailure
from replays.library.library import Library
from replays.library.sqlite import SqliteDatabase
from replays.library.working import work_through
from tests.faults.machine import Machine
from tests.faults.store import WHERE, library_on
from tests.faults.vfs import missing
from tests.table import scenario

SCENARIO = scenario(turns=1)
WAL_BY_HEADER = 2
CAN_FAIL = re.compile("close|create|cut|open|put|read|remove|size|sync|write")
PUT_IN = "PRAGMA wal_checkpoint(PASSIVE)"
needs_machine = pytest.mark.skipif(bool(missing()), reason=missing() or "it can")


class _Chosen(Machine):
    """A machine on which the calls fail that somebody chooses; he sees all of them."""

    def __init__(self, fails: Callable[[str], bool], chance: int = 0) -> None:
        super().__init__(Random(chance))
        self.fails = fails
        self._left = -1  # nobody is stopped

    @contextmanager
    def _call(self, words: str) -> Iterator[bool]:
        with super()._call(words) as failed:
            yield failed or self.fails(words)


def _never(_: str) -> bool:
    return False


def _log(folder: Path, notes: int, name: str = "a") -> Path:
    """A log with so many entries after the first."""
    game = Game.new(SCENARIO, "a seed")
    game.do("wc 3 4")
    for number in range(notes):
        game.do(f"note '{number}'")
    path = folder / f"{name}.jsonl"
    path.write_bytes(game.log_bytes())
    return path


def _names_on(machine: Machine) -> list[str]:
    """The games that a copy of a machine's files has, opened by somebody else."""
    copy = machine.copy()
    with library_on(copy), Library.open(WHERE) as library:
        assert library.database.damage() == ""
        return [game.name for game in library.games()]


def _is_sound(machine: Machine) -> bool:
    """Whether somebody else can use the files of a machine."""
    try:
        return bool(_names_on(machine))
    except (BadInput, AssertionError):
        return False


# Making a library ----------------------------------------------------------------------------


@needs_machine
def test_a_library_is_in_its_place_whole_or_not_at_all() -> None:
    """At every call while it is made the file is not there, or has all its tables."""
    sizes = set[int | None]()

    def look(_: str) -> bool:
        content = machine.content(WHERE)
        sizes.add(None if content is None else len(content))
        return False

    machine = _Chosen(look)
    with library_on(machine):
        Library.open(WHERE, create=True).close()
    assert len(sizes) == 2
    assert None in sizes


@needs_machine
def test_a_library_can_be_made_whichever_call_failed_before() -> None:
    """Each call fails in its turn, and the folder never syncs for SQLite; then it is made."""
    last, at = False, 0
    while not last:
        at, calls = at + 1, 0

        def fail(words: str, at: int = at) -> bool:
            nonlocal calls
            calls += bool(CAN_FAIL.match(words))
            return calls == at or words == "sync the folder "

        machine = _Chosen(fail, at)
        with library_on(machine):
            with suppress(BadInput):
                Library.open(WHERE, create=True).close()
            last = calls < at
            machine.fails = _never
            Library.open(WHERE, create=True).close()
        assert _names_on(machine) == []


@needs_machine
def test_what_failed_to_be_written_ahead_is_not_taken_for_it() -> None:
    """SQLite says WAL after a way there that failed; the file decides, and it is tried again."""
    seen = list[str]()

    def first_of_the_journal(words: str) -> bool:
        seen.append(words)
        return seen.count("create library.db-journal") == 1 and bool(re.match(r"sync \d", words))

    machine = _Chosen(first_of_the_journal)
    with library_on(machine), Library.open(WHERE, create=True) as library:
        assert seen.count("create library.db-journal") == 2
        assert library.database.rows("PRAGMA journal_mode") == [("wal",)]
        content = machine.content(WHERE) or b""
        assert content[18] == content[19] == WAL_BY_HEADER


# Adding and reading --------------------------------------------------------------------------


def test_a_log_that_was_committed_is_told_of_whatever_fails_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is read once a log is in the library, so nothing can be refused then."""
    commit = SqliteDatabase._commit

    def no_reads(database: SqliteDatabase, *_: object) -> list[tuple[object, ...]]:
        raise DatabaseFailure("this cannot be read", database.where)

    def then_nothing(self: SqliteDatabase) -> None:
        commit(self)
        monkeypatch.setattr(SqliteDatabase, "rows", no_reads)

    path = _log(tmp_path, 3)
    with Library.open(tmp_path / "library.db", create=True) as library:
        monkeypatch.setattr(SqliteDatabase, "_commit", then_nothing)
        added = library.add(path)
    assert (added.game.name, added.entries) == ("a", added.game.entries)


@needs_machine
def test_what_cannot_be_read_is_not_said_to_be_unwritten() -> None:
    """A read that fails says that it is a read."""
    machine = _Chosen(_never)
    with library_on(machine), Library.open(WHERE, create=True) as library:
        machine.fails = lambda words: words.startswith("size")
        with pytest.raises(BadInput, match="this cannot be read") as refused:
            library.games()
    assert "nothing of it was" not in str(refused.value)


@needs_machine
@pytest.mark.parametrize("chance", range(8))
def test_a_commit_that_failed_does_not_come_back(chance: int, tmp_path: Path) -> None:
    """It stands whole in the write-ahead log, and is written over before anybody else looks."""
    path = _log(tmp_path, 3)
    machine = _Chosen(_never, chance)
    with library_on(machine), Library.open(WHERE, create=True) as library:
        library.add(path, "before")
        failed = list[str]()

        def once(words: str) -> bool:
            due = not failed and bool(re.match(r"sync \d", words))
            failed.extend([words] * due)
            return due

        machine.fails = once
        with pytest.raises(BadInput, match="nothing of it was"):
            library.add(path, "refused")
        assert failed
        assert _names_on(machine) == ["before"]
        library.add(path, "after")
        assert _names_on(machine) == ["after", "before"]


@needs_machine
def test_the_names_of_files_are_synced_before_anything_is_acknowledged(tmp_path: Path) -> None:
    """SQLite does not tell that its own sync of the folder failed; the library's own does."""
    path = _log(tmp_path, 0)
    machine = _Chosen(_never)
    with library_on(machine):
        Library.open(WHERE, create=True).close()
        with Library.open(WHERE) as library:
            machine.fails = lambda words: words.startswith("sync the folder")
            with pytest.raises(BadInput, match="cannot be written"):
                library.add(path, "refused")
            machine.fails = lambda words: words == "sync the folder "
            library.add(path, "a")
    assert _names_on(machine) == ["a"]


@needs_machine
def test_who_opens_a_library_in_use_puts_nothing_into_its_file(tmp_path: Path) -> None:
    """What is put in unsynced is lost with the next sync that fails; alone it is all synced."""
    path = _log(tmp_path, 3)
    machine = _Chosen(_never)
    with library_on(machine):
        with Library.open(WHERE, create=True) as library:
            library.add(path, "a")
            reading = library.log_bytes(library.game("a"))
            next(reading)
            before = machine.content(WHERE)
            library.add(path, "b")
            Library.open(WHERE).close()
            assert machine.content(WHERE) == before
            Library.open(WHERE, create=True).close()
            assert machine.content(WHERE) == before
            assert list(reading)
        assert machine.content(WHERE) != before


@needs_machine
def test_what_sqlite_loses_with_a_failed_sync_is_in_its_log_until_somebody_tidies_up(
    tmp_path: Path,
) -> None:
    """What the page says of it: the file can be damaged then, and a copy with its log is sound."""
    long, short, ends = _log(tmp_path, 60, "long"), _log(tmp_path, 1), list[bool]()
    for chance in range(12):
        machine, calls = _Chosen(_never, chance), [""]

        def sync_of_the_file(words: str, calls: list[str] = calls) -> bool:
            calls.append(words)
            return calls[-2].startswith("cut")

        with library_on(machine):
            with Library.open(WHERE, create=True) as library, Library.open(WHERE) as other:
                library.add(long, "a")
                reading = other.database.stream("SELECT number FROM line")
                next(reading)
                library.add(short, "b")
                library.database.rows(PUT_IN)  # a part, which is not synced
                assert list(reading)
                library.add(short, "c")
                other.close()
                machine.fails = sync_of_the_file
                with pytest.raises(BadInput, match="disk I/O error"):
                    library.database.rows(PUT_IN)
                machine.fails = _never
                assert _names_on(machine) == ["a", "b", "c"]
            ends.append(_is_sound(machine))
    assert not all(ends)


# Auditing ------------------------------------------------------------------------------------


def test_a_snapshot_that_another_audit_put_down_meanwhile_is_no_finding(tmp_path: Path) -> None:
    """Two audits at once: each puts a snapshot where the game ended for it."""
    with Library.open(tmp_path / "library.db", create=True) as library:
        with library.play("a", SCENARIO, "a seed") as game:
            game.do("wc 3 4")
            earlier = library.game("a")
            game.do("note 'x'")
        played = list[bool]()

        def meanwhile(work: Any, given: Any) -> Iterator[Any]:
            for batch in given:
                found = work(batch)
                played.append(audit_game(library, earlier).clean)
                yield found

        (audited,) = work_through(library, AUDITING, [library.game("a")], engine=meanwhile)
        snapshots = library.database.rows("SELECT entry FROM snapshot ORDER BY entry")
    assert (earlier.entries,) in snapshots
    assert [each for each in audited.findings if each.rule.startswith("library.")] == []


# The simulated machine -----------------------------------------------------------------------


def test_a_sync_is_told_of_another_that_failed_while_it_waited() -> None:
    """Whoever had the file open is told once, however early the call was begun."""
    machine = _Chosen(_never)
    path = Path("/nowhere/file")
    mine = machine.create(path)
    other = machine.open(path)
    machine.write(mine, b"bytes", 0)
    waits = [True]

    def meanwhile(words: str) -> bool:
        if words == f"sync {other}":
            return True
        if words == f"sync {mine}" and waits.pop():
            with pytest.raises(OSError, match="Input/output"):
                machine.sync(other)
        return False

    machine.fails = meanwhile
    with pytest.raises(OSError, match="Input/output"):
        machine.sync(mine)
    machine.fails = _never
    machine.sync(mine)
