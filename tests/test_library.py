"""A library of games: bytes in are bytes out, one of two recorders is refused, states open fast."""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest
from hypothesis import given, settings

from events.errors import BadInput
from replays.cli.main import main
from replays.game.game import Game
from replays.game.open_log import Progress
from replays.library.index import Reading, read_through
from replays.library.library import Library
from tests.kept import kept_games
from tests.places import Places
from tests.table import scenario

CHECKOUT: Final = Path(__file__).parent.parent
LOGS: Final = sorted((CHECKOUT / "tests" / "logs").glob("*.jsonl"))
SOME: Final = settings(max_examples=15, deadline=None)


def _long_game(path: Path, entries: int) -> Path:
    """A log of many notes after a few orders: long, and quickly made."""
    game = Game.new(scenario(), "library")
    game.do("wc 3 4")
    while len(game.entries) < entries:
        game.do(f"note {len(game.entries)}")
    game.save(path)
    return path


# In and out ----------------------------------------------------------------------------------


@SOME
@given(kept_games())
def test_any_game_comes_out_as_it_went_in(places: Places, game: Game) -> None:
    """Whatever was played, taken back and noted: the bytes of the log are the same."""
    with TemporaryDirectory() as folder:
        path, out = Path(folder, "game.jsonl"), Path(folder, "out.jsonl")
        game.save(path)
        with places.passing() as place, Library.open(place, create=True) as library:
            added = library.add(path)
            library.export(added.game, out)
            assert out.read_bytes() == path.read_bytes()
            assert library.game("game").head_hash == game.seal()


def test_a_torn_line_is_kept_and_goes_on_when_it_is_whole(places: Places, tmp_path: Path) -> None:
    """What a crash left behind the last line is kept too; a log that has the whole line goes on."""
    place = places.new()
    path, torn = _long_game(tmp_path / "a.jsonl", 12), tmp_path / "torn" / "a.jsonl"
    torn.parent.mkdir()
    torn.write_bytes(path.read_bytes()[:-40])
    with Library.open(place, create=True) as library:
        game = library.add(torn).game
        assert (game.entries, game.ending) == (11, "cut off")
        assert b"".join(library.log_bytes(game)) == torn.read_bytes()
        game = library.add(path).game
        assert (game.entries, b"".join(library.log_bytes(game))) == (12, path.read_bytes())


def test_what_is_new_in_a_log_is_added_and_nothing_is_overwritten(
    places: Places, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same log again changes nothing, a longer one adds its end, another one is refused."""
    place = places.new()
    where = ["--library", place]
    path, other = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    with Game.open(path, scenario(), "s") as game:
        game.do("wc 3 4")
        assert main(["library", "add", str(path), *where]) == 0
        assert main(["library", "add", str(path), *where]) == 0
        older = tmp_path / "older.jsonl"
        older.write_bytes(path.read_bytes())
        game.do("note more")
        assert main(["library", "add", str(path), *where]) == 0
    assert main(["library", "add", str(older), "--as", "a", *where]) == 0
    said = capsys.readouterr().out
    assert "added" in said
    assert said.count("there already") == 2
    assert "1 entry more" in said
    Game.new(scenario(), "t").save(other)
    assert main(["library", "add", str(other), "--as", "a", *where]) == 2
    assert "are not how this log begins" in capsys.readouterr().err
    with Library.open(place) as library:
        assert b"".join(library.log_bytes(library.game("a"))) == path.read_bytes()


def test_a_log_whose_chain_is_broken_is_refused(
    places: Places, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line that was edited keeps its log out, in one sentence; others are taken."""
    place = places.new()
    good = _long_game(tmp_path / "good.jsonl", 12)
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(good.read_bytes().replace(b'"text":"7"', b'"text":"8"', 1))
    where = ["--library", place]
    assert main(["library", "add", str(bad), str(good), *where]) == 2
    assert "was changed after it was written" in capsys.readouterr().err
    with Library.open(place) as library:
        assert [game.name for game in library.games()] == ["good"]


# Two at once ---------------------------------------------------------------------------------


def test_the_second_of_two_recorders_is_refused_and_told_why(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who read the game before somebody else moved it writes nothing, and is told what is there."""
    place = places.new()
    short = _long_game(tmp_path / "short.jsonl", 10)
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    for path in (one, two):
        game = Game.load(short)
        game.do(f"note {path.stem}")
        game.save(path)
    with (
        Library.open(place, create=True) as first,
        Library.open(place) as second,
    ):
        first.add(short, "a")

        def slowly(path: Path, name: str, there: int, progress: Progress) -> Reading:
            """Read a log, and be overtaken by somebody else before it is written."""
            reading = read_through(path, name, there, progress=progress)
            if path == two:
                first.add(one, "a")
            return reading

        monkeypatch.setattr("replays.library.library.read_through", slowly)
        with pytest.raises(BadInput, match="another recorder was first; nothing of this"):
            second.add(two, "a")
        assert b"".join(first.log_bytes(first.game("a"))) == one.read_bytes()


def _rivals(place: str, folder: Path, count: int) -> list[Path]:
    """Logs that share their first ten entries, and differ in the last."""
    short = _long_game(folder / "short.jsonl", 10)
    with Library.open(place, create=True) as library:
        library.add(short, "a")
    paths = [folder / f"{n}.jsonl" for n in range(count)]
    for path in paths:
        game = Game.load(short)
        game.do(f"note of {path.stem}")
        game.save(path)
    return paths


def test_of_many_processes_one_moves_a_game(places: Places, tmp_path: Path) -> None:
    """The same holds of recorders in processes of their own."""
    place = places.new()
    paths = _rivals(place, tmp_path, 2)
    command = [sys.executable, "-m", "replays", "library", "add", "--as", "a", "--library"]
    children = [
        subprocess.Popen([*command, place, str(path)], cwd=CHECKOUT, stderr=subprocess.PIPE)
        for path in paths
    ]
    said = [child.communicate()[1] for child in children]
    assert sorted(child.returncode for child in children) == [0, 2]
    assert all(len(each.splitlines()) <= 1 for each in said)
    won = next(path for path, child in zip(paths, children, strict=True) if child.returncode == 0)
    with Library.open(place) as library:
        assert b"".join(library.log_bytes(library.game("a"))) == won.read_bytes()


def test_many_processes_begin_one_library(places: Places, tmp_path: Path) -> None:
    """Who comes first makes the tables; all logs are in it in the end."""
    place = places.new()
    command = [sys.executable, "-m", "replays", "library", "add", "--library"]
    children = [subprocess.Popen([*command, place, str(log)], cwd=CHECKOUT) for log in LOGS[:2]]
    assert [child.wait() for child in children] == [0, 0]
    with Library.open(place) as library:
        assert [game.name for game in library.games()] == sorted(log.stem for log in LOGS[:2])


# Faults --------------------------------------------------------------------------------------

ADDING: Final = """
import sys
from replays.library.library import Library
with Library.open(sys.argv[1], create=True) as library:
    for n in range(int(sys.argv[3]), 100000):
        library.add(sys.argv[2], f"game {n}")
        print(n, flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_whatever_was_acknowledged_outlives_kill_9(places: Places, tmp_path: Path) -> None:
    """Killed while it adds: each game that was told of is there, and none is half."""
    place = places.new()
    log, where, told = LOGS[1], place, 0
    for life in range(2):
        with subprocess.Popen(
            [sys.executable, "-c", ADDING, str(where), str(log), str(told)],
            cwd=CHECKOUT,
            stdout=subprocess.PIPE,
            text=True,
        ) as child:
            assert child.stdout is not None
            for _ in range(2 + life):
                told = int(child.stdout.readline()) + 1
            child.send_signal(signal.SIGKILL)
            told = max([told, *(int(line) + 1 for line in child.stdout if line.endswith("\n"))])
        with Library.open(where) as library:
            assert library.database.integrity_check() == ""
            games = library.games()
            assert {f"game {n}" for n in range(told)} <= {game.name for game in games}
            for game in games:
                assert b"".join(library.log_bytes(game)) == log.read_bytes()
            told = max(told, len(games))


FULL: Final = """
import resource, signal, sys
from events.errors import BadInput
from replays.library.library import Library
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
with Library.open(sys.argv[1], create=True) as library:
    library.add(sys.argv[2], "first")
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
    n = 0
    try:
        while True:
            library.add(sys.argv[2], f"more {n}")
            n += 1
    except BadInput as error:
        print(n, error.what)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    library.add(sys.argv[2], "last")
    assert len(library.games()) == n + 2
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits of the size of files as Linux has them")
def test_a_disk_without_room_loses_nothing(tmp_path: Path) -> None:
    """What does not fit is refused in one sentence; nothing is lost, and it goes on later."""
    words = [sys.executable, "-c", FULL, str(tmp_path / "l.db"), str(LOGS[1])]
    done = subprocess.run(words, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "written" in done.stdout
    with Library.open(tmp_path / "l.db") as library:
        assert library.database.integrity_check() == ""
        for game in library.games():
            assert b"".join(library.log_bytes(game)) == LOGS[1].read_bytes()


# Hostile databases ---------------------------------------------------------------------------


def _sentence(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command says that must be refused: one line, code 2."""
    assert main(["library", *words]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


def test_what_is_no_library_is_refused_and_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No file, an empty one, a text, a folder, another program's database: one sentence each."""
    path, log = tmp_path / "l.db", str(LOGS[0])
    where = ["--library", str(path)]
    assert "there is no library here" in _sentence(capsys, "list", *where)
    path.write_bytes(b"")
    assert "this file is empty" in _sentence(capsys, "list", *where)
    path.write_bytes(LOGS[0].read_bytes())
    assert "not a SQLite database" in _sentence(capsys, "add", log, *where)
    assert path.read_bytes() == LOGS[0].read_bytes()
    assert "a directory" in _sentence(capsys, "list", "--library", str(tmp_path))
    path.unlink()
    with sqlite3.connect(path) as foreign:
        foreign.execute("CREATE TABLE recipes (name TEXT)")
    foreign.close()
    before = path.read_bytes()
    assert "of another program" in _sentence(capsys, "add", log, *where)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("PRAGMA user_version = 4", "tables of version 4, and this Khamsin knows 3"),
        ("PRAGMA user_version = 2", "tables of version 2, which Khamsin 0.3.0 reads"),
        ("CREATE TRIGGER t AFTER INSERT ON game BEGIN DELETE FROM line; END", "were changed by"),
        ("ALTER TABLE game ADD COLUMN more TEXT", "were changed by another program"),
        ("DROP TABLE term", "were changed by another program"),
    ],
)
def test_tables_that_are_not_ours_are_refused(
    change: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A newer version, a trigger, another column, a table that is missing: one sentence."""
    path = tmp_path / "l.db"
    Library.open(path, create=True).close()
    with sqlite3.connect(path) as database:
        database.execute(change)
    database.close()
    assert said in _sentence(capsys, "add", str(LOGS[0]), "--library", str(path))


def test_a_truncated_library_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """However short a library is cut, no command ends in a traceback."""
    path, out = tmp_path / "l.db", tmp_path / "out.jsonl"
    with Library.open(path, create=True) as library:
        library.add(LOGS[1], "a")
    whole = path.read_bytes()
    for size in (20, 100, 3000, 4096, 5000, len(whole) // 2, len(whole) - 4096):
        path.write_bytes(whole[:size])
        for words in (["list"], ["show", "a"], ["export", "a", "-o", str(out)]):
            code = main(["library", *words, "--library", str(path)])
            said = capsys.readouterr()
            assert code == 2 or (code == 0 and words == ["list"]), (size, words)
            assert code == 0 or said.err.count("\n") == 1
            assert not out.exists()
