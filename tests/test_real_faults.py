"""Nothing is lost on a real disk: processes killed, a disk that is full, a disk that fails.

What the simulated disk of ``tests/test_faults.py`` promises is looked at here with real system
calls. For a real EIO a file system of its own is shut down under a game, which takes root; beside
it, where nobody has to be root, the system's ``fsync`` and ``write`` are replaced.
"""

import errno
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from events.errors import BadInput
from events.log_writer import put_torn_aside
from replays.auditing.audit import audit
from replays.cli.main import main
from replays.game.game import Game
from tests import cases
from tests.table import scenario

CHECKOUT: Final = Path(__file__).parent.parent
KILLS: Final = 30
POSIX: Final = pytest.mark.skipif(os.name != "posix", reason="signals and limits of POSIX")


def _run(
    *words: str | Path, before: tuple[str, ...] = (), **more: Any
) -> subprocess.CompletedProcess[str]:
    command = [*before, sys.executable, *map(str, words)]
    return subprocess.run(
        command, cwd=CHECKOUT, capture_output=True, text=True, timeout=300, check=False, **more
    )


# Killed --------------------------------------------------------------------------------------


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
import io, os, sys
from pathlib import Path
from events.errors import BadInput
from events.log_writer import put_torn_aside
from replays.auditing.audit import audit
from replays.cli.main import main
from replays.game.game import Game
from tests.table import scenario

folder = Path(sys.argv[1])
log, picture, filler = folder / "game.jsonl", folder / "map.svg", folder / "filler"
assert main(["map", "bir-el-qaha", "-o", str(picture)]) == 0
drawn = picture.read_bytes()
failed = 0
with Game.open(log, scenario(), "full") as game:
    game.do("wc 3 4")
    with filler.open("wb", buffering=0) as file:
        while True:
            try:
                if not file.write(bytes(512)):
                    break
            except OSError:
                break
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
with filler.open("wb", buffering=0) as file:
    while True:
        try:
            if not file.write(bytes(64)):
                break
        except OSError:
            break
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
@cases("words", ["map"], ["odds", "--turns", "1"], ["sensitivity"])
def test_a_device_that_is_full_is_one_sentence(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A device is fed, not replaced; exit code 2."""
    option = "-o" if words == ["map"] else "--plot"
    assert main([words[0], "bir-el-qaha", *words[1:], option, "/dev/full"]) == 2
    assert capsys.readouterr().err == (
        "khamsin: /dev/full: this cannot be written (No space left on device)\n"
    )
    assert Path("/dev/full").is_char_device()


# A disk that fails, or whose machine stops ------------------------------------------------------

SHUT_DOWN: Final = """
import fcntl, io, os, struct, sys
from pathlib import Path
from events.errors import BadInput
from replays.cli.main import main
from replays.game.game import Game
from tests.table import scenario

folder = Path(sys.argv[1])
log = folder / "game.jsonl"
with Game.open(log, scenario(), "eio") as game:
    for number in range(20):
        game.do(f"note 'number {number}'")
    opened = os.open(folder, os.O_RDONLY)
    fcntl.ioctl(opened, 0x8004587D, struct.pack("I", 2))  # at once, and nothing is flushed
    os.close(opened)
    for number in range(3):
        try:
            game.do("note 'lost'")
        except BadInput as error:
            assert "Input/output error" in str(error), error
        else:
            raise AssertionError("acknowledged by a disk that is gone")
    entries, seal = len(game.entries), game.seal()
name = str(log)
for words in (["do", name, "note x"], ["play", name], ["show", name], ["audit", name]):
    sys.stdin = io.TextIOWrapper(io.BytesIO(b"note x"))
    assert main(words) == 2, words
assert main(["map", "bir-el-qaha", "-o", str(folder / "map.svg")]) == 2
print(entries, seal)
"""
"""A game on a file system that is shut down under it: from there on every call is an EIO."""

MOUNTED_AGAIN: Final = """
import sys
from pathlib import Path
from replays.auditing.audit import audit
from replays.game.game import Game

folder = Path(sys.argv[1])
with Game.open(folder / "game.jsonl") as game:
    print(len(game.entries), game.seal())
    game.do("note 'after'")
assert audit(folder / "game.jsonl").clean
assert {each.name for each in folder.iterdir()} == {"game.jsonl", "lost+found"}
"""
"""The same when the machine runs again."""

ON_A_DISK: Final = """
mount -o loop "$1" "$2" && "$3" -c "$4" "$2"; code=$?
umount "$2" && mount -o loop "$1" "$2" && "$3" -c "$5" "$2" && umount "$2" && exit $code
"""


def test_a_disk_that_really_fails_loses_nothing(tmp_path: Path) -> None:
    """EIO at every call is one sentence; mounted again, all that was acknowledged is there."""
    unshare, mkfs = shutil.which("unshare"), shutil.which("mkfs.ext4", path="/sbin:/usr/sbin:/bin")
    if os.name != "posix" or os.geteuid() != 0 or unshare is None or mkfs is None:
        pytest.skip("only root can mount, and shut down, a file system of his own")
    image, folder = tmp_path / "image", tmp_path / "mounted"
    folder.mkdir()
    with image.open("wb") as file:
        file.truncate(8 << 20)
    subprocess.run([mkfs, "-q", "-F", image], check=True)
    before = (unshare, "--mount", "sh", "-c")
    probe = 'mount -o loop "$1" "$2" && umount "$2"'
    if subprocess.run(
        [*before, probe, "sh", image, folder], capture_output=True, check=False
    ).returncode:
        pytest.skip("this system lets nobody mount a file of ext4")
    words = [ON_A_DISK, "sh", image, folder, sys.executable, SHUT_DOWN, MOUNTED_AGAIN]
    done = subprocess.run(
        [*before, *map(str, words)],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    *_, told, found = done.stdout.splitlines()
    assert told.startswith("20 ")
    assert found == told


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


def test_a_picture_stays_when_the_new_one_cannot_be_written(
    tmp_path: Path, failing: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    """The old picture is there still, byte for byte, and nothing else is."""
    path = tmp_path / "map.svg"
    assert main(["map", "bir-el-qaha", "-o", str(path)]) == 0
    drawn = path.read_bytes()
    for call in ("open", "write", "fsync"):
        failing(call, 1, errno.ENOSPC, always=True)
        assert main(["map", "bir-el-qaha", "--bare", "-o", str(path)]) in (2, 3)
        assert path.read_bytes() == drawn
        assert [each.name for each in tmp_path.iterdir()] == ["map.svg"]


def test_a_picture_behind_a_link_is_replaced_and_its_rights_stay(tmp_path: Path) -> None:
    """The link goes on leading to its file, and who may read the file stays as it was."""
    path, link = tmp_path / "map.svg", tmp_path / "link.svg"
    path.write_text("<svg old")
    path.chmod(0o600)
    link.symlink_to(path)
    assert main(["map", "bir-el-qaha", "-o", str(link)]) == 0
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


@cases("words", ["do", "LOG", "note 'mine'"], ["recover", "LOG"], ["branch", "LOG", "--at", "#1"])
def test_the_second_of_two_processes_is_refused(tmp_path: Path, words: list[str]) -> None:
    """While one process has a log, writing it from another is one sentence and exit code 2."""
    path, other = tmp_path / "game.jsonl", tmp_path / "other.jsonl"
    with Game.open(path, scenario(), "two") as game:
        game.do("wc 3 4")
        count = len(game.entries)
    command = [sys.executable, "-c", HOLDING, str(path)]
    with subprocess.Popen(
        command, cwd=CHECKOUT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as first:
        assert first.stdin is not None
        assert first.stdout is not None
        assert first.stdout.readline() == "open\n"
        whole = path.read_bytes()
        if words[0] == "recover":
            with path.open("ab") as file:
                file.write(b"torn")
        given = [str(path) if word == "LOG" else word for word in words]
        given += ["-o", str(other)] if words[0] == "branch" else []
        second = _run("-m", "replays", *given)
        if words[0] == "branch":  # which only reads it
            assert second.returncode == 0, second.stderr
        else:
            assert (second.returncode, second.stdout) == (2, "")
            said = "another program writes this log now; it is left as it is"
            assert second.stderr == f"khamsin: {path}: {said}\n"
        if words[0] == "recover":
            path.write_bytes(whole)
        first.stdin.write("\n")
        first.stdin.close()
        assert first.wait() == 0
    assert len(Game.load(path).entries) == count + 1
    assert audit(path).clean
