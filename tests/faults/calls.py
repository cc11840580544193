"""Commands at which each system call fails in turn: ``python -m tests.faults --calls``.

A command is run once, and the calls that it makes on files of its folder are counted; then it is
run again in a copy of the folder for each of them, and that one fails: once, or from then on every
call of its kind. What was there must be there still, and one sentence must say what failed.
"""

import builtins
import contextlib
import errno
import fcntl
import io
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, Self
from unittest.mock import patch

import attrs

from replays.cli.main import main
from replays.game.game import Game
from replays.game.scenario_file import load_scenario
from replays.trust.person_key import KeyFile
from tests.mail_pair import Pair

_NAMED: Final = (
    *("open", "stat", "lstat", "rename", "replace", "link", "unlink", "remove", "chmod"),
    *("mkdir", "rmdir", "listdir", "scandir", "truncate"),
)
_OPENED: Final = ("read", "write", "fsync", "close", "fstat", "ftruncate", "lseek", "fchmod")
_CODES: Final = {
    "open": (errno.EMFILE, errno.EACCES, errno.EIO),
    "write": (errno.ENOSPC, errno.EIO),
    "flock": (errno.ENOLCK, errno.EAGAIN),
    "link": (errno.ENOSPC, errno.EACCES),
    "stat": (errno.EACCES, errno.EIO),
}


@attrs.define(eq=False)
class Calls:
    """Counts the calls on files of the working directory; one of them fails.

    Attributes:
        fail: its number, from 1; 0 if none does.
        always: every later call of its kind fails too.
        seen: the calls so far, in words.
    """

    fail: int = 0
    always: bool = False
    seen: list[str] = attrs.Factory(list)
    failed: str = ""
    _files: set[int] = attrs.Factory(set)

    def call(self, name: str, what: object) -> None:
        """A call is about to be made."""
        self.seen.append(f"{name} {what}")
        if len(self.seen) == self.fail or (self.always and name == self.failed):
            self.failed = name
            codes = _CODES.get(name, (errno.EIO,))
            code = codes[self.fail % len(codes)]
            named = what if name in _NAMED else None
            raise OSError(code, os.strerror(code), named)

    def _here(self, path: object) -> bool:
        if isinstance(path, int):
            return path in self._files
        if not isinstance(path, str | Path):
            return False
        return not str(path).startswith("/") or f"{path}/".startswith(f"{Path.cwd()}/")

    def _wrapped(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def act(file: Any, *args: Any, **more: Any) -> Any:
            if not self._here(file):
                return real(file, *args, **more)
            if name == "close":
                self._files.discard(file)
            try:
                self.call(name, file)
            except OSError:
                if name == "close":  # it is closed even when it fails
                    real(file)
                raise
            found = real(file, *args, **more)
            if name == "open":
                self._files.add(found)
            return found

        return act

    def _opening(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def act(file: Any, mode: str = "r", *args: Any, **more: Any) -> Any:
            if not self._here(file):
                return real(file, mode, *args, **more)
            self.call("open", file)
            return _File(self, real(file, mode, *args, **more), str(file))

        return act

    @contextlib.contextmanager
    def made(self) -> Iterator[None]:
        """While the block runs, calls are counted, and fail."""
        with contextlib.ExitStack() as patches:
            for name in (*_NAMED, *_OPENED):
                act = self._wrapped(name, getattr(os, name))
                patches.enter_context(patch.object(os, name, act))
            flock = self._wrapped("flock", fcntl.flock)
            patches.enter_context(patch.object(fcntl, "flock", flock))
            for module in (io, builtins):
                patches.enter_context(patch.object(module, "open", self._opening(io.open)))
            yield


class _File:
    """A file object whose reads, writes and close are calls."""

    def __init__(self, calls: Calls, file: Any, name: str) -> None:
        self._calls, self._file, self._name = calls, file, name

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._file, name)
        if name not in ("read", "readline", "write", "flush"):
            return found

        def act(*args: Any) -> Any:
            self._calls.call("write" if name in ("write", "flush") else "read", self._name)
            return found(*args)

        return act

    def fileno(self) -> int:
        """Its number, which is one of ours."""
        number: int = self._file.fileno()
        self._calls._files.add(number)
        return number

    def close(self) -> None:
        """It is closed even when it fails."""
        self._file.close()
        self._calls.call("close", self._name)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


COMMANDS: Final = {
    "init": "init new.toml",
    "new game": "do new.jsonl wc --scenario bir-el-qaha --seed x",
    "do": "do game.jsonl undo",
    "do on a torn log": "do torn.jsonl undo",
    "play": "play game.jsonl",
    "run": "run bir-el-qaha -o new.jsonl --seed x",
    "branch": "branch game.jsonl --at #2 -o new.jsonl",
    "amend": "amend game.jsonl #3 --drop -o new.jsonl",
    "recover": "recover torn.jsonl",
    "recover --damaged": "recover damaged.jsonl --damaged -o new.jsonl",
    "orders": "orders game.jsonl -o new.txt",
    "map": "map game.jsonl -o map.svg",
    "story": "story game.jsonl",
    "show": "show game.jsonl --at #2",
    "audit": "audit game.jsonl",
    "library add": "library --library new.db add game.jsonl",
    "library play": "do library:game undo --library old.db",
    "key": "key new rommel -o new.key",
    "checkpoint make": "checkpoint make game.jsonl --with own.key --latest -o new.note",
    "checkpoint sign": "checkpoint sign old.note game.jsonl --with own.key --latest -o new.note",
    "checkpoint add": "checkpoint add old.note game.jsonl --key own.pub",
    "mail invite": "mail invite bir-el-qaha --side German --with own.key --latest -o new",
    "mail take": "mail take letter3 side1/game.jsonl --with side1/own.key --latest -o new",
    "mail ask": "mail ask b/side0/game.jsonl wc --with b/side0/own.key --latest -o new",
    "mail again": "mail again side0/game.jsonl --with side0/own.key --latest -o new",
    "mail join": "mail join invited joined.jsonl --with side1/own.key --latest -o new",
    "mail show": "mail show letter3",
}
"""Commands in a folder that `prepare` has made."""


def prepare(folder: Path) -> None:
    """Logs, keys, notes and letters for the commands, in the working directory."""
    game = Game.new(load_scenario("bir-el-qaha"), seed="x")
    game.do_all(["note 'one'", "wc", "phase MPh", "note 'four'", "note 'five'"])
    whole = game.log_bytes()
    Path("game.jsonl").write_bytes(whole)
    Path("torn.jsonl").write_bytes(whole + b'{"n":')
    Path("damaged.jsonl").write_bytes(whole.replace(b"four", b"4444"))
    Pair(folder).ask(0, "wc")
    Pair(folder / "b")
    for words in (
        "key new rommel -o own.key",
        "checkpoint make game.jsonl --with own.key -o old.note",
        "mail invite bir-el-qaha --side German --with own.key -o invited",
        "library --library old.db add game.jsonl",
    ):
        assert main(words.split()) == 0
    Path("own.pub").write_text(f"{KeyFile.read(Path('own.key')).public}\n")


@attrs.frozen
class Tried:
    """What came of a command: its exit code, what it said on standard error, calls and files."""

    code: int
    said: str
    calls: list[str]
    files: dict[str, bytes]


def tried(words: str, calls: Calls) -> Tried:
    """Run a command while its calls are counted."""
    said = io.StringIO()
    with (
        contextlib.redirect_stdout(io.StringIO()),
        contextlib.redirect_stderr(said),
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"note 'x'\n"))),
        calls.made(),
    ):
        code = main(words.split())
    return Tried(code, said.getvalue(), calls.seen, _files(Path.cwd()))


def _files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def _fresh(template: Path, before: dict[str, bytes]) -> None:
    """Make the working directory what the template is, of which these are the files."""
    now = _files(Path.cwd())
    for name in now.keys() - before.keys():
        Path(name).unlink()
    for name, raw in before.items():
        if now.get(name) != raw:
            shutil.copy2(template / name, name)


def _shape(files: dict[str, bytes]) -> dict[str, int]:
    """Which files there are, and how many lines each log has."""
    kept = {
        name: raw for name, raw in files.items() if not name.endswith((".part", "-wal", "-shm"))
    }
    return {name: raw.count(b"\n") * name.endswith(".jsonl") for name, raw in kept.items()}


def _wrong_with(words: str, before: dict[str, bytes], good: Tried, calls: Calls) -> list[str]:
    """What is wrong after a command at which a call failed, and after the same command again."""
    done = tried(words, calls)
    wrong, after = [], done.files
    if done.code not in (good.code, 2) or (done.code == 2 and done.said.count("\n") != 1):
        wrong.append(f"exit code {done.code}: {done.said[:600]}")
    for name, raw in before.items():
        kept = after.get(name, b"")
        is_log = name.endswith(".jsonl")
        whole = raw[: raw.rfind(b"\n") + 1] if is_log else raw
        written = not is_log and (done.code == good.code or name.endswith((".signed", ".db")))
        if not written and not kept.startswith(whole):
            wrong.append(f"{name} is not what it was")
        if whole != raw and not any(raw[len(whole) :] in each for each in after.values()):
            wrong.append(f"what was torn of {name} is lost")
    left = [name for name in after if name.endswith((".part", ".try"))]
    if left and calls.failed not in ("unlink", "remove"):
        wrong.append(f"left behind: {left}")
    if done.code == good.code:
        told = done.said != good.said
        return wrong + ["not all was done"] * (_shape(after) != _shape(good.files) and not told)
    again = tried(words, Calls())
    there = "this file exists already" in again.said  # since its folder was not synced, say
    if again.code != good.code and not (there and again.said.split(": ")[1] in after):
        wrong.append(f"again, exit code {again.code}: {again.said[:300]}")
    return wrong


def look_at_calls(folder: Path, *, few: bool = False) -> Iterator[tuple[str, list[str]]]:
    """Each command with each of its calls failing, once and for good; what is wrong with it.

    ``few``: of the calls of each kind that a command makes, the last alone, once.
    """
    template, here = folder / "template", folder / "here"
    template.mkdir()
    os.chdir(template)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        prepare(template)
    shutil.copytree(template, here)
    os.chdir(here)
    before = _files(here)
    for name, words in COMMANDS.items():
        _fresh(template, before)
        good = tried(words, Calls())
        assert good.code in (0, 1), good.said
        last = {call.split()[0]: number for number, call in enumerate(good.calls, 1)}
        for number in last.values() if few else range(1, len(good.calls) + 1):
            for always in (False,) if few else (False, True):
                _fresh(template, before)
                wrong = _wrong_with(words, before, good, Calls(number, always))
                often = " for good" if always else ""
                yield f"{name}: {good.calls[number - 1]} ({number}){often}", wrong
