"""The game log on disk: its hash chain, its durability, and what a crash leaves behind."""

import hashlib
import json
import os
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import orjson
import pytest

from events.errors import BadInput
from events.log import Happened, LogReader
from events.log_writer import LogWriter
from replays.cli.main import main
from replays.game.game import Game
from replays.game.open_log import open_log
from tests import cases
from tests.drawn import share
from tests.table import Table
from tests.test_bad_input import sealed

ZEROS = "0" * 64
ORDERS = ("phase RPh", "wc 3 4", "phase MPh", "start PzA", "move PzA D5 1.5mp")
"""Orders of a short game."""


def a_game(*more: str) -> Game:
    """A short game, with some more orders."""
    table = Table()
    table.do(*ORDERS, *more)
    return table.game


def a_log(folder: Path, *more: str) -> Path:
    """The log of a short game in a file."""
    path = folder / "game.jsonl"
    path.write_bytes(a_game(*more).log_bytes())
    return path


def bodies(log: bytes) -> list[bytes]:
    """The JSON objects of a log, without their hashes."""
    tail = len(',"hash":""}') + 64
    return [line[:-tail] + b"}" for line in log.splitlines()]


def happened(path: Path) -> list[Happened]:
    """What the fast reader of events gives for a log."""
    with open_log(path) as reader:
        return list(reader.happenings())


# The hash chain ------------------------------------------------------------------------------


def test_every_hash_is_sha256_of_the_hash_before_and_the_line_without_it() -> None:
    """Each line's hash is the SHA-256 of the hash before, 64 zeros at first, and its own body."""
    before = ZEROS
    for line in a_game().log_bytes().splitlines():
        value = json.loads(line)
        assert list(value)[-1] == "hash"
        body = line.replace(b',"hash":"' + value["hash"].encode() + b'"', b"")
        assert hashlib.sha256(before.encode() + body).hexdigest() == value["hash"]
        before = value["hash"]


def test_any_changed_byte_is_noticed(tmp_path: Path) -> None:
    """Whichever byte is changed, the log is not read as if nothing had happened."""
    log, path = a_game().log_bytes(), tmp_path / "game.jsonl"
    readers: Iterator[Callable[[Path], Any]] = cycle((Game.load, happened))
    for place in range(0, len(log) - 1, 100 // share(100)):
        path.write_bytes(log[:place] + bytes([log[place] ^ 1]) + log[place + 1 :])
        with pytest.raises(BadInput):
            next(readers)(path)


@cases("kind", "left out", "twice", "swapped", "as the first", "as none")
def test_lines_left_out_repeated_or_swapped_are_noticed(tmp_path: Path, kind: str) -> None:
    """A line left out, repeated or moved breaks the chain at the first line concerned."""
    lines = a_game().log_bytes().splitlines(keepends=True)
    changed = {
        "left out": [*lines[:2], *lines[3:]],
        "twice": [*lines[:3], *lines[2:]],
        "swapped": [*lines[:2], lines[3], lines[2], *lines[4:]],
        "as the first": [*lines[:3], lines[3].replace(b'"n":3', b'"n":1'), *lines[4:]],
        "as none": [*lines[:3], lines[3].replace(b'"n":3', b'"n":0'), *lines[4:]],
    }
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"".join(changed[kind]))
    where, what = {
        "left out": (3, "entry 2 was removed: entry 3 stands here"),
        "twice": (4, "this line was put in"),
        "swapped": (3, "this line and the next have changed places"),
        "as the first": (4, "this line was put in or moved: it has entry 1, and entry 3 is due"),
        "as none": (4, "this line was changed after it was written"),
    }[kind]
    for read in (Game.load, happened):
        with pytest.raises(BadInput, match=f"line {where}: {what}"):
            read(path)


def test_entries_in_a_wrong_order_are_noticed_even_with_fitting_hashes(tmp_path: Path) -> None:
    """Entries are numbered from 1 without gaps, whatever the hashes say."""
    head, first, second, *rest = bodies(a_game().log_bytes())
    path = tmp_path / "game.jsonl"
    path.write_bytes(sealed([head, second, first, *rest]))
    for read in (Game.load, happened):
        with pytest.raises(BadInput, match="line 2: entry 2 stands where 1 is expected"):
            read(path)


@cases("key", "n", "at", "do", "dice", "then")
def test_a_line_that_is_no_entry_is_numbered(tmp_path: Path, key: str) -> None:
    """Both readers name the line of something that is not an entry, though its hash fits."""
    values = [json.loads(body) for body in bodies(a_game().log_bytes())]
    values[3][key] = {}
    path = tmp_path / "game.jsonl"
    path.write_bytes(sealed([orjson.dumps(value) for value in values]))
    with pytest.raises(BadInput, match=r"game\.jsonl, line 4"):
        Game.load(path)
    if key in ("n", "then"):
        with pytest.raises(BadInput, match=r"game\.jsonl, line 4"):
            happened(path)


# Writing -------------------------------------------------------------------------------------


def test_a_writer_refuses_a_file_that_exists(tmp_path: Path) -> None:
    """A file that exists is left as it is, also a log that begins like this one."""
    for content in (b"precious", b"\n", a_game().log_bytes()):
        path = tmp_path / "game.jsonl"
        path.write_bytes(content)
        with pytest.raises(BadInput, match=r"game\.jsonl: this file exists already"):
            LogWriter(path, a_game().header)
        assert path.read_bytes() == content


def test_a_log_is_there_with_its_whole_header_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever system call fails as a log is made, no part of a header has its name."""
    game, path = a_game(), tmp_path / "game.jsonl"
    head = game.log_bytes().splitlines(keepends=True)[0]
    for call in ("open", "write", "fsync", "link"):
        with monkeypatch.context() as patch:

            def fail(*_: object, **__: object) -> int:
                raise OSError(5, "Input/output error")

            patch.setattr(os, call, fail)
            with pytest.raises(BadInput, match=r"game\.jsonl: this cannot be written"):
                LogWriter(path, game.header)
        assert list(tmp_path.iterdir()) == []
    LogWriter(path, game.header).close()
    assert path.read_bytes() == head
    assert list(tmp_path.iterdir()) == [path]


@cases("wrong", 0, 1, 3, 5)
def test_a_writer_refuses_any_but_the_next_entry(tmp_path: Path, wrong: int) -> None:
    """An entry with a wrong number is refused, and nothing is written."""
    game, path = a_game(), tmp_path / "game.jsonl"
    with LogWriter(path, game.header) as writer:
        writer.append(game.entries[0])
        before = path.read_bytes()
        with pytest.raises(ValueError, match="does not follow entry 1"):
            writer.append(game.entries[wrong - 1] if wrong else game.entries[0])
        assert path.read_bytes() == before
        writer.append(game.entries[1])


def test_a_durable_entry_is_on_disk_before_append_returns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After each append the whole line is in the file, and the file was synchronised."""
    game, path = a_game(), tmp_path / "game.jsonl"
    lines = game.log_bytes().splitlines(keepends=True)
    synced: list[bytes] = []
    real = os.fsync

    def fsync(number: int) -> None:
        synced.append(path.read_bytes() if path.exists() else b"")
        real(number)

    monkeypatch.setattr(os, "fsync", fsync)
    with LogWriter(path, game.header) as writer:
        assert path.read_bytes() == synced[-1] == lines[0]
        for count, entry in enumerate(game.entries, start=2):
            writer.append(entry)
            assert path.read_bytes() == synced[-1] == b"".join(lines[:count])


# Torn lines ----------------------------------------------------------------------------------


def test_a_torn_last_line_is_recognised_at_every_byte(tmp_path: Path) -> None:
    """Wherever a crash cut the last line, all entries before are read and the rest is torn."""
    game, path = a_game(), tmp_path / "game.jsonl"
    *whole, last = game.log_bytes().splitlines(keepends=True)
    kept = b"".join(whole)
    for cut in range(1, len(last)):
        path.write_bytes(kept + last[:cut])
        with LogReader(path) as reader:
            assert list(reader.entries()) == game.entries[:-1]
            assert reader.torn is not None
            assert (reader.torn.offset, reader.torn.size) == (len(kept), cut)
        assert len(happened(path)) == len(game.entries) - 1
        assert path.read_bytes() == kept + last[:cut]
    path.write_bytes(kept)
    with LogReader(path) as reader:
        assert list(reader.entries()) == game.entries[:-1]
        assert reader.torn is None


def test_resume_goes_on_after_a_torn_line_at_every_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A resumed log keeps its whole entries, saves the torn bytes, and takes the entry again."""
    monkeypatch.setattr(os, "fsync", lambda _: None)
    game = a_game()
    *whole, last = game.log_bytes().splitlines(keepends=True)
    for cut in range(len(last)):
        path = tmp_path / f"{cut}.jsonl"
        path.write_bytes(b"".join(whole) + last[:cut])
        with LogWriter.resume(path) as writer:
            assert writer.n == len(game.entries) - 1
            assert path.read_bytes() == b"".join(whole)
            writer.append(game.entries[-1])
        assert path.read_bytes() == game.log_bytes()
        aside = path.with_name(f"{path.name}.torn1")
        assert (aside.read_bytes() if cut else aside.exists()) == (last[:cut] if cut else False)


def test_a_torn_header_is_no_log_at_every_byte(tmp_path: Path) -> None:
    """A file whose first line does not end is not a log, and is left as it is."""
    path = tmp_path / "game.jsonl"
    head = a_game().log_bytes().splitlines()[0]
    for cut in range(1, len(head) + 1, 100 // share(100)):
        path.write_bytes(head[:cut])
        with pytest.raises(BadInput, match="line 1"):
            LogWriter.resume(path)
        assert path.read_bytes() == head[:cut]
    assert list(tmp_path.iterdir()) == [path]


def test_a_second_torn_line_gets_a_file_of_its_own(tmp_path: Path) -> None:
    """What an earlier crash left aside is never overwritten."""
    path = a_log(tmp_path)
    for count, rest in enumerate((b"first", b"second"), start=1):
        with path.open("ab") as file:
            file.write(rest)
        LogWriter.resume(path).close()
        assert path.with_name(f"game.jsonl.torn{count}").read_bytes() == rest
    assert path.with_name("game.jsonl.torn1").read_bytes() == b"first"
    assert path.read_bytes() == a_game().log_bytes()


def test_resume_refuses_a_broken_chain(tmp_path: Path) -> None:
    """Nothing is appended to a log that was changed, and its torn line stays where it is."""
    path = a_log(tmp_path)
    log = path.read_bytes().replace(b'"white":4', b'"white":3') + b"torn"
    path.write_bytes(log)
    with pytest.raises(BadInput, match="line 3: this line was changed"):
        LogWriter.resume(path)
    assert path.read_bytes() == log
    assert list(tmp_path.iterdir()) == [path]


# Bounded memory ------------------------------------------------------------------------------


def test_a_long_log_is_read_in_bounded_memory(tmp_path: Path) -> None:
    """Reading a log of 24 MB line by line takes less than 2 MB at any time."""
    head = bodies(a_game().log_bytes())[0]
    filler = [b'{"n":%d,"pad":"%s"}' % (n, b"x" * 8000) for n in range(1, 3001)]
    path = tmp_path / "long.jsonl"
    path.write_bytes(sealed([head, *filler]))
    tracemalloc.start()
    try:
        with LogReader(path) as reader:
            count = sum(1 for _ in reader.checked())
        with LogReader(path) as reader, pytest.raises(BadInput):
            list(reader.happenings())
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == 3000
    assert peak < 2_000_000


def test_the_longest_line_is_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line of MAX_LINE bytes is read; one byte more is BadInput with its number."""
    path = a_log(tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    longest = max(len(line) for line in lines)
    monkeypatch.setattr("events.log.MAX_LINE", longest)
    with LogReader(path) as reader:
        assert len(list(reader.entries())) == 5
    path.write_bytes(b"".join(lines) + b"x" * longest + b"\n")
    with LogReader(path) as reader, pytest.raises(BadInput, match="line 7: this line is longer"):
        list(reader.entries())
    monkeypatch.setattr("events.log.MAX_LINE", longest - 1)
    with pytest.raises(BadInput, match=r"game\.jsonl, line 1: this line is longer"):
        LogReader(path)


def test_a_line_without_end_is_not_loaded_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line of 64 MB after the header is refused without reading it all."""
    monkeypatch.setattr("events.log.MAX_LINE", 100_000)
    path = a_log(tmp_path)
    with path.open("rb+") as file:
        file.truncate(64 * 1024 * 1024)
    tracemalloc.start()
    try:
        with LogReader(path) as reader, pytest.raises(BadInput, match="line 7"):
            list(reader.lines())
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 2_000_000


# Older and unknown formats -------------------------------------------------------------------


@cases(
    "change, why",
    ({"format": 1}, "format 1 is no longer read; `khamsin upgrade` of version 0.3.0"),
    ({"format": 2}, "format 2 is no longer read; `khamsin upgrade` of version 0.3.0"),
)
def test_an_older_log_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, Any], why: str
) -> None:
    """Which version reads it, and how it goes on, with exit code 2."""
    head, *rest = bodies(a_game().log_bytes())
    path = tmp_path / "old.jsonl"
    path.write_bytes(sealed([orjson.dumps({**orjson.loads(head), **change}), *rest]))
    for command in ("audit", "show", "story"):
        assert main([command, str(path)]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.count("\n") == 1
        assert f"line 1: {why}" in said.err


@cases("version", 0, 4, -1, 99, "2", 2.0, 1.5, None, [2], {}, True)
def test_an_unknown_format_is_bad_input(tmp_path: Path, version: Any) -> None:
    """Only the whole number 3 is a format, and the message names it."""
    head, *rest = bodies(a_game().log_bytes())
    path = tmp_path / "game.jsonl"
    path.write_bytes(sealed([orjson.dumps({**orjson.loads(head), "format": version}), *rest]))
    with pytest.raises(BadInput, match=r"line 1, format: .* is not one .*\(3\)"), LogReader(path):
        pass
