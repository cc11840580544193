"""Nothing is lost: on a simulated disk, with Ctrl-C at every line of the writer, on a real disk.

``python -m tests.faults --seeds 10000`` plays more seeds than the suite does. With real system
calls processes are killed, and disks are full or fail. For a real EIO a file system of its own is
shut down under a game, which takes root; where no root is needed, the system's ``fsync`` and
``write`` are replaced.
"""

import errno
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any, Final

import pytest

from events.errors import BadInput
from events.log_writer import LogWriter, put_torn_aside
from replays.auditing.audit import audit
from replays.cli.main import main as khamsin
from replays.game.game import Game
from tests import cases
from tests.faults.__main__ import look
from tests.faults.calls import COMMANDS, look_at_calls
from tests.faults.play import play
from tests.table import scenario

CHECKOUT: Final = Path(__file__).parent.parent
KILLS: Final = 12
POSIX: Final = pytest.mark.skipif(os.name != "posix", reason="signals and limits of POSIX")
SEEDS: Final = 40
SHORT: Final = scenario(turns=1)


# By seed -------------------------------------------------------------------------------------


def test_every_promise_is_kept_whatever_fails(tmp_path: Path) -> None:
    """What was acknowledged is there, whole and once; and the seeds reach all that they are for."""
    told: list[str] = []
    found = [look(seed, tmp_path, trace=told) for seed in range(SEEDS)]
    assert [str(each) for each in found if each.wrong] == []
    words = " ".join(told)
    for each in ("ENOSPC", "EIO", "PowerCut", "Killed", "Ctrl-C before", "Ctrl-C after"):
        assert each in words
    assert "another program begins" in words
    assert "game.jsonl.torn1" in words
    played = [each.played for each in found if each.played]
    assert 0 < sum(each.finished for each in played) < SEEDS
    assert sum(each.acknowledged for each in played) > 100


def test_a_seed_is_the_same_again_whatever_the_clock_says(tmp_path: Path) -> None:
    """Calls, entries and every byte left on the disk come again, though the clock jumps."""
    for seed in range(3):
        first, other = (play(seed, tmp_path / "log", clock=clock) for clock in (0, 1))
        assert first == other


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
    more, logs = Game.do.__code__.co_filename, set[bytes]()
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
        logs.add(path.read_bytes())
        if not stopped:
            break
    assert at > 50
    for log in logs:
        path.write_bytes(log)
        assert audit(path).clean


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_ctrl_c_at_any_line_of_beginning_leaves_a_log_or_none(tmp_path: Path) -> None:
    """A log that was not begun can be begun, and one that was can be gone on with."""
    logs = set[bytes]()
    for at in itertools.count():
        path = tmp_path / f"{at}.jsonl"

        def begin(path: Path = path) -> None:
            with Game.open(path, SHORT, "ctrl-c") as game:
                game.do("note 'first'")

        stopped = _interrupted(at, begin)
        with Game.open(path, SHORT, "ctrl-c") as again:
            again.do("note 'more'")
        logs.add(path.read_bytes())
        if not stopped:
            break
    assert at > 50
    for log in logs:
        path.write_bytes(log)
        assert audit(path).clean


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


def _in_place(path: Path, at: int, raw: bytes) -> None:
    """Write over bytes of a file, and put back when it was changed."""
    before = path.stat()
    with path.open("r+b") as file:
        file.seek(at)
        file.write(raw)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def _made_anew(path: Path) -> None:
    """Another text in a log of the same size whose chain is sound."""
    with Game.open(path.with_name("other"), SHORT, "changed") as game:
        game.do("note 'thing'")
        _in_place(path, 0, game.log_bytes())


EDITS: Final[dict[str, tuple[Callable[[Path], object], str]]] = {
    "behind": (
        lambda path: path.write_bytes(path.read_bytes() + b"x"),
        "other bytes stand behind entry 1",
    ),
    "shorter": (lambda path: os.truncate(path, path.stat().st_size - 9), "seal [0-9a-f]{64}"),
    "in an entry": (
        lambda path: _in_place(path, path.read_bytes().index(b"first"), b"other"),
        "line 2: this line was changed after it was written",
    ),
    "in the header": (
        lambda path: _in_place(path, path.read_bytes().index(b"changed"), b"CHANGED"),
        "line 1: the header was changed",
    ),
    "made anew": (_made_anew, "it ends with entry 1, seal"),
}
"""What another program does to a log of one note, and what its writer says of that."""


@cases("how", *EDITS)
def test_a_log_that_somebody_changes_is_not_written_any_more(tmp_path: Path, how: str) -> None:
    """Also in place, at the same size and time; what was acknowledged is kept beside it."""
    path, (edit, said) = tmp_path / "game.jsonl", EDITS[how]
    with Game.open(path, SHORT, "changed") as game:
        game.do("note 'first'")
        whole = path.read_bytes()
        edit(path)
        edited = path.read_bytes()
        for _ in range(2):
            with pytest.raises(BadInput, match=rf"changed by another program \(.*{said}") as found:
                game.do("note 'lost'")
            told = str(found.value)
            assert f"entry 1 was the last that was acknowledged, seal {game.seal()}; " in told
            assert told.endswith(f"all of that is in {path}.kept1")
    assert path.read_bytes() == edited
    assert Path(f"{path}.kept1").read_bytes() == whole
    assert not Path(f"{path}.kept2").exists()


def test_who_only_touches_or_copies_a_log_stops_nobody(tmp_path: Path) -> None:
    """Times, rights, links and the same bytes once more are no change of the log."""
    path, link = tmp_path / "game.jsonl", tmp_path / "link"
    with Game.open(path, SHORT, "changed") as game:
        for harmless in (
            path.touch,
            lambda: path.chmod(0o600),
            lambda: link.hardlink_to(path),
            link.unlink,
            lambda: shutil.copy2(path, link),
            lambda: _in_place(path, 0, path.read_bytes()),
        ):
            game.do("note 'more'")
            harmless()
        game.do("note 'still here'")
        assert path.read_bytes() == game.log_bytes()
    assert audit(path).clean


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


def test_a_closing_entry_that_a_crash_took_is_written_when_the_game_is_opened(
    tmp_path: Path,
) -> None:
    """The closing entry stands there with the last order; cut between them, it comes again."""
    path = tmp_path / "game.jsonl"
    with Game.open(path, SHORT, "end") as game:
        while not game.state.clock.over:
            game.do("phase RPh" if game.state.clock.wind_rolled else "wc")
        whole = game.log_bytes()
    assert path.read_bytes() == whole
    report = audit(path)
    assert report.clean
    assert str(report.ending).startswith("finished")
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


def _run(
    *words: str | Path, before: tuple[str, ...] = (), **more: Any
) -> subprocess.CompletedProcess[str]:
    command = [*before, sys.executable, *map(str, words)]
    return subprocess.run(
        command, cwd=CHECKOUT, capture_output=True, text=True, timeout=300, check=False, **more
    )


# Killed --------------------------------------------------------------------------------------


@pytest.mark.long
@POSIX
def test_whatever_was_acknowledged_outlives_kill_9(tmp_path: Path) -> None:
    """Killed again and again at any moment: every entry that a child was told of is there."""
    path = tmp_path / "game.jsonl"
    done = _run("-m", "tests.faults.killed", path, str(KILLS), "a seed")
    assert done.returncode == 0, done.stderr
    told = dict(line.split() for line in done.stdout.splitlines())
    assert len(told) >= KILLS / 3
    Game.open(path).close()
    lines = path.read_bytes().splitlines()
    found = {str(n): json.loads(line)["hash"] for n, line in enumerate(lines)}
    assert {n: found.get(n) for n in told} == told
    assert audit(path).clean


# Full ----------------------------------------------------------------------------------------

FILL: Final = """
import contextlib, io, sys
from pathlib import Path
from events.errors import BadInput
from events.log_writer import put_torn_aside
from replays.auditing.audit import audit
from replays.cli.main import main
from replays.game.game import Game
from tests.table import scenario

folder = Path(sys.argv[1])
log, picture, filler = folder / "game.jsonl", folder / "map.svg", folder / "filler"

def fill(step):
    with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while file.write(bytes(step)):
            pass

assert main(["map", "bir-el-qaha", "-o", str(picture)]) == 0
drawn = picture.read_bytes()
failed = 0
with Game.open(log, scenario(), "full") as game:
    game.do("wc 3 4")
    fill(512)
    for number in range(400):
        try:
            game.do(f"note 'number {number} {'.' * 300}'")
        except BadInput as error:
            assert "No space left on device" in str(error), error
            failed += 1
            if failed == 3:
                assert main(["map", "bir-el-qaha", "--bare", "-o", str(picture)]) == 2
                assert main(["run", "bir-el-qaha", "-o", str(folder / "other.jsonl")]) == 2
                assert picture.read_bytes() == drawn
                filler.unlink()
            if failed > 6:
                break
        assert log.read_bytes() == game.log_bytes()
assert 3 <= failed, failed
assert len(game.entries) > 30
assert audit(log).clean
torn = log.with_name("torn.jsonl")
torn.write_bytes(log.read_bytes()[:3000] + b'"' * 2000)
fill(64)
code = given = 0
while code == 0 and given < 40:  # the last page of the log may have room for some
    before = log.read_bytes()
    code = main(["do", str(log), f"note 'given {'.' * 300}'"])
    given += 1
assert code == 2, code
assert log.read_bytes() == before
sys.stdin = io.TextIOWrapper(io.BytesIO(f"note '{'.' * 390}'".encode()))
assert main(["play", str(log)]) == 2
assert log.read_bytes() == before
assert audit(log).clean
before = torn.read_bytes()
assert main(["recover", str(torn)]) == 2
assert torn.read_bytes() == before
assert sorted(each.name for each in folder.iterdir()) == [
    "filler", "game.jsonl", "map.svg", "torn.jsonl"
]
print("all held")
"""
"""A game on a small disk that becomes full, and is given some room again."""


def test_a_disk_that_is_really_full_loses_nothing(tmp_path: Path) -> None:
    """Full and freed again: log and game never differ, pictures stay, nothing half is left."""
    unshare = shutil.which("unshare")
    mount = 'mount -t tmpfs -o size=256k none "$0" && exec "$@"'
    if unshare is None:
        pytest.skip("no program `unshare` here: a small disk of its own cannot be mounted")
    before = (unshare, "--user", "--map-root-user", "--mount", "sh", "-c", mount, str(tmp_path))
    probe = subprocess.run([*before, "true"], capture_output=True, check=False)
    if probe.returncode:
        pytest.skip("this system lets nobody mount a small disk of his own")
    done = _run("-c", FILL, tmp_path, before=before)
    assert done.stdout.endswith("all held\n"), done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@cases("words", ["map", "-o"], ["odds", "--turns", "1", "--plot"])
def test_a_device_that_is_full_is_one_sentence(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A device is fed, not replaced; exit code 2."""
    assert khamsin([words[0], "bir-el-qaha", *words[1:], "/dev/full"]) == 2
    assert capsys.readouterr().err == (
        "khamsin: /dev/full: this cannot be written (No space left on device)\n"
    )
    assert Path("/dev/full").is_char_device()


# Calls that are made to fail -------------------------------------------------------------------


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Makes the n-th of some system calls fail, once or for good."""

    def fail(call: str, number: int, code: int, *, always: bool = False) -> None:
        real, seen = getattr(os, call), 0

        def act(*args: Any, **kwargs: Any) -> Any:
            nonlocal seen
            seen += 1
            if seen == number or (always and seen > number):
                raise OSError(code, os.strerror(code))
            return real(*args, **kwargs)

        monkeypatch.setattr(os, call, act)

    yield fail
    monkeypatch.undo()


def test_after_a_failed_write_it_goes_on(tmp_path: Path, failing: Callable[..., None]) -> None:
    """A write that failed once leaves no trace; the same order again is the next entry."""
    path = tmp_path / "game.jsonl"
    with Game.open(path, scenario(), "eio") as game:
        failing("write", 2, errno.ENOSPC)
        for number in range(60):
            try:
                game.do(f"note '{number}'")
            except BadInput:
                game.do(f"note '{number}'")
            assert path.read_bytes() == game.log_bytes()
    assert len(Game.load(path).entries) == 60
    assert audit(path).clean


@cases("number", 1, 2)
def test_after_a_failed_sync_it_takes_nothing_until_opened_again(
    number: int, tmp_path: Path, failing: Callable[..., None]
) -> None:
    """EIO on fsync, of a line or of its end: nothing more is acknowledged by this writer."""
    path = tmp_path / "game.jsonl"
    with Game.open(path, scenario(), "eio") as game:
        game.do("note 'before'")
        failing("fsync", number, errno.EIO)
        with pytest.raises(BadInput, match="this cannot be written"):
            game.do("note 'lost'")
        for _ in range(3):
            with pytest.raises(BadInput, match=r"the disk failed: .*open the log again"):
                game.do("note 'refused'")
        assert len(game.entries) == 1
    with Game.open(path) as game:
        assert [str(entry.do.text) for entry in game.entries] == ["before"]  # type: ignore[union-attr]
        game.do("note 'after'")
    assert audit(path).clean


def test_no_failing_call_of_a_command_loses_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever call fails: one sentence and code 2, or all is done; and then it works again."""
    monkeypatch.chdir(tmp_path)
    found = list(look_at_calls(tmp_path, few=True))
    assert [each for each in found if each[1]] == []
    assert {what.split(": ")[0] for what, _ in found} == {*COMMANDS}
    kinds = {what.split(": ")[1].split()[0] for what, _ in found}
    assert kinds >= {"open", "read", "write", "fsync", "close", "stat", "flock", "link", "unlink"}


def test_a_picture_stays_when_the_new_one_cannot_be_written(
    tmp_path: Path, failing: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    """The old picture is there still, byte for byte, and nothing else is."""
    path = tmp_path / "map.svg"
    assert khamsin(["map", "bir-el-qaha", "-o", str(path)]) == 0
    drawn = path.read_bytes()
    for call in ("open", "write", "fsync"):
        failing(call, 1, errno.ENOSPC, always=True)
        assert khamsin(["map", "bir-el-qaha", "--bare", "-o", str(path)]) in (2, 3)
        assert path.read_bytes() == drawn
        assert [each.name for each in tmp_path.iterdir()] == ["map.svg"]


def test_a_picture_behind_a_link_is_replaced_and_its_rights_stay(tmp_path: Path) -> None:
    """The link goes on leading to its file, and who may read the file stays as it was."""
    path, link = tmp_path / "map.svg", tmp_path / "link.svg"
    path.write_text("<svg old")
    path.chmod(0o600)
    link.symlink_to(path)
    assert khamsin(["map", "bir-el-qaha", "-o", str(link)]) == 0
    assert link.is_symlink()
    assert path.read_text().startswith("<svg xmlns")
    if os.name == "posix":
        assert path.stat().st_mode & 0o777 == 0o600


def test_recover_on_a_full_disk_leaves_no_empty_file(
    tmp_path: Path, failing: Callable[..., None]
) -> None:
    """The torn log stays as it is, and nothing appears beside it."""
    path = tmp_path / "game.jsonl"
    with Game.open(path, scenario(), "torn") as game:
        game.do("wc 3 4")
    torn = path.read_bytes() + b"torn"
    path.write_bytes(torn)
    failing("write", 1, errno.ENOSPC)
    with pytest.raises(BadInput, match="cannot be written"):
        put_torn_aside(path)
    assert [each.name for each in tmp_path.iterdir()] == ["game.jsonl"]
    assert path.read_bytes() == torn


# Two at once ---------------------------------------------------------------------------------

HOLDING: Final = """
import sys
from replays.game.game import Game

with Game.open(sys.argv[1]) as game:
    print("open", flush=True)
    sys.stdin.readline()
    game.do("note 'still mine'")
"""
"""A process that has a log open until it is told to go on."""


def test_the_second_of_two_processes_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """While one process has a log, writing it from another is one sentence and exit code 2."""
    path, other = tmp_path / "game.jsonl", str(tmp_path / "other.jsonl")
    with Game.open(path, SHORT, "two") as game:
        game.do("note mine")
    command = [sys.executable, "-c", HOLDING, str(path)]
    with subprocess.Popen(
        command, cwd=CHECKOUT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as first:
        assert first.stdin is not None
        assert first.stdout is not None
        assert first.stdout.readline() == "open\n"
        whole = path.read_bytes()
        assert khamsin(["branch", str(path), "--at", "#1", "-o", other]) == 0  # it only reads
        capsys.readouterr()
        for words, there in (
            (["do", str(path), "note mine"], whole),
            (["recover", str(path)], whole + b"torn"),
        ):
            path.write_bytes(there)
            assert khamsin(words) == 2
            said = "another program writes this log now; it is left as it is"
            assert capsys.readouterr() == ("", f"khamsin: {path}: {said}\n")
            assert path.read_bytes() == there
        path.write_bytes(whole)
        first.stdin.write("\n")
        first.stdin.close()
        assert first.wait() == 0
    assert len(Game.load(path).entries) == 2
    assert audit(path).clean


# The page of promises ------------------------------------------------------------------------


def test_every_promise_names_tests_that_exist() -> None:
    """Each row of docs/reliability.md names tests that are there, and says how much was tried."""
    page = (CHECKOUT / "docs" / "reliability.md").read_text("utf-8")
    lines = page.split("## How")[0].splitlines()
    rows = [row for row in lines if row.startswith("| ") and not row.startswith("| promise |")]
    assert len(rows) >= 15
    for row in rows:
        named = re.findall(r"`(tests/\w+\.py)::(\w+)`", row)
        assert named
        assert row.split(" | ")[2].strip(" |")  # of which there is a number
        for file, test in named:
            assert f"def {test}(" in (CHECKOUT / file).read_text("utf-8")


def test_files_are_written_whole_everywhere() -> None:
    """One module of replays writes what people name, and the others say why they write."""
    floor = CHECKOUT / "replays"
    writes = re.compile(
        r"\.write_text\(|\.write_bytes\(|open\([^)]*[\"'][wax]|write_whole|O_WRONLY|O_RDWR|mkstemp"
    )
    found = {
        path.relative_to(floor).as_posix()
        for path in floor.rglob("*.py")
        if writes.search(path.read_text("utf-8"))
    }
    folders = "page/site.py"  # which have another name until they are whole
    nowhere = "cli/main.py"  # where output is lost
    assert found == {"game/output.py", folders, nowhere}
