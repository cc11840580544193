"""Nothing is lost, shown by faults: a simulated disk, and Ctrl-C at every line of the writer.

``python -m tests.faults --seeds 10000`` plays more seeds than the suite does.
"""

import itertools
import re
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest

from events.errors import BadInput
from events.log_writer import LogWriter
from replays.auditing.audit import audit
from replays.game.game import Game
from tests.faults.__main__ import look, main
from tests.faults.broken import BROKEN
from tests.faults.disk import Faults, Killed, PowerCut, SimulatedDisk
from tests.faults.play import play
from tests.table import scenario

SEEDS = 40
SHORT = scenario(turns=1)


# By seed -------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", range(0, SEEDS, 10))
def test_every_promise_is_kept_whatever_fails(first: int, tmp_path: Path) -> None:
    """What was acknowledged is there, whole and once; the log opens; the audit is clean."""
    found = [look(seed, tmp_path) for seed in range(first, first + 10)]
    assert [str(each) for each in found if each.wrong] == []


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_writer_is_noticed(name: str, tmp_path: Path) -> None:
    """Each way to be broken breaks a promise within so many seeds."""
    assert any(look(seed, tmp_path, name).wrong for seed in range(BROKEN[name].within))


def test_a_seed_is_the_same_again_whatever_the_clock_says(tmp_path: Path) -> None:
    """Calls, entries and every byte left on the disk come again, though the clock jumps."""
    for seed in range(5):
        first, other = (play(seed, tmp_path / "log", clock=clock) for clock in (0, 1))
        assert first == other


def test_seeds_reach_what_they_are_for(tmp_path: Path) -> None:
    """In a few dozen seeds: failures of all kinds, stops of both kinds, others, finished games."""
    told: list[str] = []
    played = [look(seed, tmp_path, trace=told).played for seed in range(SEEDS)]
    words = " ".join(told)
    for each in ("ENOSPC", "EIO", "PowerCut", "Killed", "Ctrl-C before", "Ctrl-C after"):
        assert each in words
    assert "another program begins" in words
    assert "game.jsonl.torn1" in words
    finished = [each.finished for each in played if each]
    assert 0 < sum(finished) < len(finished)
    assert sum(each.acknowledged for each in played if each) > 100


def test_a_seed_that_breaks_a_promise_is_named_and_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command names each seed, how to see it again, and then tells it call by call."""
    words = ["faults", "--writer", "hasty"]
    monkeypatch.setattr(sys, "argv", [*words, "--seeds", "3"])
    assert main() == 1
    said = capsys.readouterr().out
    first = next(line for line in said.splitlines() if "--seed" in line)
    seed = first.split()[4]
    monkeypatch.setattr(sys, "argv", [*words, "--seed", seed])
    assert main() == 1
    told = capsys.readouterr().out
    assert told.splitlines()[-1] in said
    assert "a process begins" in told


# The simulated disk --------------------------------------------------------------------------


def test_what_was_synced_outlives_the_power_and_nothing_else_must() -> None:
    """Synced bytes under a synced name stay; unsynced bytes and names go at times."""
    path, seen, names = Path("a"), set(), set()
    for seed in range(60):
        disk = SimulatedDisk(Random(seed))
        disk.begin(Faults(sector=2))
        file = disk.create(path)
        disk.write(file, b"synced", 0)
        disk.sync(file)
        disk.sync_folder(Path())
        disk.write(file, b" torn", 6)
        disk.create(Path("b"))
        disk.begin(Faults(stop_after=1, stop=PowerCut, sector=2))
        with pytest.raises(PowerCut):
            disk.exists(path)
        disk.end()
        seen.add(disk.content(path))
        names.add(disk.content(Path("b")))
    assert all(each is not None and each.startswith(b"synced") for each in seen)
    assert {b"synced", b"synced torn"} < seen
    assert any(b"\0" in (each or b"") for each in seen)
    assert names == {None, b""}


def test_what_is_cached_outlives_a_killed_process() -> None:
    """A killed process loses its locks and no byte."""
    path, disk = Path("a"), SimulatedDisk(Random(1))
    file = disk.create(path)
    disk.lock(file)
    disk.write(file, b"cached", 0)
    disk.begin(Faults(stop_after=1, stop=Killed))
    with pytest.raises(Killed):
        disk.sync(file)
    with pytest.raises(Killed):
        disk.exists(path)
    disk.end()
    assert disk.content(path) == b"cached"
    disk.lock(disk.open(path))
    with pytest.raises(BlockingIOError):
        disk.lock(disk.open(path))


def test_pages_can_be_lost_after_a_sync_that_failed() -> None:
    """A second sync succeeds and does not write them, as on Linux."""
    path, lost = Path("a"), 0
    for seed in range(30):
        disk = SimulatedDisk(Random(seed))
        file = disk.create(path)
        disk.sync_folder(Path())
        disk.write(file, b"new", 0)
        disk.begin(Faults(error=1))
        with pytest.raises(OSError, match="Input/output"):
            disk.sync(file)
        disk.begin(Faults())
        disk.sync(file)
        disk.begin(Faults(stop_after=1))
        with pytest.raises(PowerCut):
            disk.exists(path)
        disk.end()
        lost += disk.content(path) != b"new"
    assert 0 < lost < 30


# Ctrl-C at every line ------------------------------------------------------------------------


def _interrupted(at: int, act: Callable[[], Any], *files: str) -> bool:
    """Do something, with Ctrl-C at the n-th line of the writer; whether it came that far."""
    left = itertools.count(at, -1)
    writer = LogWriter.append.__code__.co_filename
    files = (writer, str(Path(writer).with_name("disk.py")), *files)

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code.co_filename not in files:
            return None
        if frame.f_code.co_name in ("close", "_let_go"):  # what holds the lock is let go, or not
            return None
        if event == "line" and next(left) == 0:
            raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        act()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_ctrl_c_at_any_line_of_the_writer_leaves_log_and_game_the_same(tmp_path: Path) -> None:
    """After it the game goes on, or asks to be opened again; log and game never differ."""
    more = Game.do.__code__.co_filename
    for at in itertools.count():
        path = tmp_path / f"{at}.jsonl"
        with Game.open(path, SHORT, "ctrl-c") as game:
            game.do("note 'first'")
            stopped = _interrupted(at, lambda game=game: game.do("wc 3 4"), more)  # type: ignore[misc]
            told = game.log_bytes()
            refused = ""
            try:
                game.do("note 'second'")
            except BadInput as error:
                refused = str(error)
            assert "again" in refused or path.read_bytes() == game.log_bytes()
        with Game.open(path) as again:
            assert again.log_bytes().startswith(told)
            again.do("note 'third'")
        assert audit(path).clean
        if not stopped:
            break
    assert at > 50


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_ctrl_c_at_any_line_of_beginning_leaves_a_log_or_none(tmp_path: Path) -> None:
    """A log that was not begun can be begun, and one that was can be gone on with."""
    for at in itertools.count():
        path = tmp_path / f"{at}.jsonl"

        def begin(path: Path = path) -> None:
            with Game.open(path, SHORT, "ctrl-c") as game:
                game.do("note 'first'")

        stopped = _interrupted(at, begin)
        with Game.open(path, SHORT, "ctrl-c") as again:
            again.do("note 'more'")
        assert audit(path).clean
        if not stopped:
            break
    assert at > 50


# What others do to a log ---------------------------------------------------------------------


def test_a_log_that_is_moved_takes_nothing_until_it_is_back(tmp_path: Path) -> None:
    """An order is refused while the name leads elsewhere, and counts once it leads back."""
    path, away = tmp_path / "game.jsonl", tmp_path / "away.jsonl"
    with Game.open(path, SHORT, "moved") as game:
        game.do("note 'here'")
        path.rename(away)
        with pytest.raises(BadInput, match=r"game\.jsonl: this log was moved or removed"):
            game.do("note 'lost'")
        path.write_bytes(away.read_bytes())
        with pytest.raises(BadInput, match="moved or removed"):
            game.do("note 'lost'")
        away.replace(path)
        game.do("note 'back'")
        assert path.read_bytes() == game.log_bytes()
    assert [entry.n for entry in Game.load(path).entries] == [1, 2]


def test_a_log_that_somebody_changes_is_not_written_any_more(tmp_path: Path) -> None:
    """Who does not ask for the lock is noticed by the size."""
    path = tmp_path / "game.jsonl"
    with Game.open(path, SHORT, "changed") as game:
        with path.open("ab") as file:
            file.write(b"x")
        for _ in range(2):
            with pytest.raises(BadInput, match="was changed by another program; open it again"):
                game.do("note 'lost'")
    with Game.open(path) as game:
        assert game.entries == []
    assert (tmp_path / "game.jsonl.torn1").read_bytes() == b"x"


def test_no_line_is_written_that_nobody_could_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line longer than the readers' limit is refused, and the log goes on without it."""
    path = tmp_path / "game.jsonl"
    with Game.open(path, SHORT, "long") as game:
        monkeypatch.setattr("events.log_writer.MAX_LINE", 500)
        with pytest.raises(BadInput, match=r"a line of \d+ bytes, and 500 is the most"):
            game.do(f"note '{'x' * 390}'")
        game.do("note 'short'")
        assert path.read_bytes() == game.log_bytes()
        with pytest.raises(BadInput, match="500 is the most"):
            Game.open(tmp_path / "other.jsonl", SHORT, "other")
    assert [each.name for each in tmp_path.iterdir()] == ["game.jsonl"]


def test_a_game_whose_last_order_ends_it_is_finished_on_disk(tmp_path: Path) -> None:
    """The closing entry stands in the log with the order, names the right seal, and is clean."""
    path = tmp_path / "game.jsonl"
    with Game.open(path, SHORT, "end") as game:
        while not game.state.clock.over:
            game.do("phase RPh" if game.state.clock.wind_rolled else "wc")
        assert path.read_bytes() == game.log_bytes()
    report = audit(path)
    assert report.clean
    assert str(report.ending).startswith("finished")


def test_a_closing_entry_that_a_crash_took_is_written_when_the_game_is_opened(
    tmp_path: Path,
) -> None:
    """Cut between the last order and its closing entry, the log is whole again when opened."""
    path = tmp_path / "game.jsonl"
    with Game.open(path, SHORT, "end") as game:
        while not game.state.clock.over:
            game.do("phase RPh" if game.state.clock.wind_rolled else "wc")
    whole = path.read_bytes()
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    assert [finding.rule for finding in audit(path).findings] == ["log.finish"]
    Game.open(path).close()
    assert path.read_bytes() == whole
    with Game.open(path) as game:
        game.do("undo")
        game.close()
        with Game.open(path) as again:
            assert str(again.ending).startswith("open")
            again.do("undo")
            assert not again.state.clock.over


# The page of promises ------------------------------------------------------------------------


def test_every_promise_names_tests_that_exist() -> None:
    """Each row of docs/reliability.md names tests that are there, and says how much was tried."""
    page = (Path(__file__).parent.parent / "docs" / "reliability.md").read_text("utf-8")
    lines = page.split("## How")[0].splitlines()
    rows = [row for row in lines if row.startswith("| ") and not row.startswith("| promise |")]
    assert len(rows) >= 15
    for row in rows:
        named = re.findall(r"`(tests/\w+\.py)::(\w+)`", row)
        assert named
        assert row.split(" | ")[2].strip(" |")  # of which there is a number
        for file, test in named:
            assert f"def {test}(" in (Path(__file__).parent.parent / file).read_text("utf-8")


def test_files_are_written_whole_everywhere() -> None:
    """No module of replays writes a file in place, but those that say why."""
    floor = Path(__file__).parent.parent / "replays"
    writes = re.compile(r"\.write_text\(|\.write_bytes\(|open\([^)]*[\"'][wax]")
    found = {
        path.relative_to(floor).as_posix()
        for path in floor.rglob("*.py")
        if writes.search(path.read_text("utf-8"))
    }
    devices, temporary = "game/file.py", "library/batch.py"
    folders = "page/site.py"  # which have another name until they are whole
    assert found == {devices, temporary, folders}
