"""Recording in a library, in a file and on a server: bytes in are bytes out, nothing is lost."""

import contextlib
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, text

from events.errors import BadInput
from events.recorder import RecordConflict
from replays.cli.main import main
from replays.game.game import Game
from replays.game.named_moment import parse_when
from replays.game.open_log import Progress
from replays.game.position import follow
from replays.library.audits import audit_game
from replays.library.database import GAME, LINE, ConnectionLost, DatabaseFailure
from replays.library.library import Library
from replays.library.library_game import LibraryGame, LibraryLog, read_through
from replays.library.watch import watch
from tests.kept import kept_games
from tests.places import Places, ServerPlaces
from tests.postgres import PrivateServer
from tests.table import scenario

CHECKOUT: Final = Path(__file__).parent.parent
LOGS: Final = sorted((CHECKOUT / "tests" / "logs").glob("*.jsonl"), key=lambda log: log.stem)


@pytest.fixture
def place(anywhere: str) -> str:
    """A new library, of each kind in turn."""
    Library.open(anywhere, create=True).close()
    return anywhere


def _bytes(library: Library, name: str) -> bytes:
    return b"".join(library.log_bytes(library.game(name)))


def _clean(library: Library, name: str) -> None:
    """See that an audit of a game, and of what the library made of it, finds nothing."""
    assert audit_game(library, library.game(name)).findings == ()


def _in_order(library: Library, name: str) -> None:
    """The same of what the library made of a game, whose log may stop anywhere."""
    found = audit_game(library, library.game(name)).findings
    assert [each for each in found if each.rule != "log.finish"] == []


def _at_once(do: Callable[[Any], None], things: Iterable[Any]) -> None:
    """Do something with each thing at the same time."""
    with ThreadPoolExecutor(20) as pool:
        list(pool.map(do, things))


def _long_game(path: Path, entries: int) -> Path:
    """A log of many notes after a few orders: long, and quickly made."""
    game = Game.new(scenario(), "library")
    game.do("wc 3 4")
    while len(game.entries) < entries:
        game.do(f"note {len(game.entries)}")
    game.save(path)
    return path


# In and out ----------------------------------------------------------------------------------


@settings(max_examples=8, deadline=None)
@given(kept_games(most=20), st.data())
def test_any_game_comes_out_as_it_went_in(places: Places, game: Game, data: st.DataObject) -> None:
    """Whatever was played, taken back and noted: the bytes of the log are the same.

    So they are where it is recorded order by order, and an audit finds nothing in it.
    """
    with (
        TemporaryDirectory() as folder,
        places.passing() as where,
        Library.open(where, create=True) as library,
    ):
        path, out = Path(folder, "game.jsonl"), Path(folder, "out.jsonl")
        game.save(path)
        library.export(library.add(path).game, out)
        assert out.read_bytes() == path.read_bytes()
        assert library.game("game").head_hash == game.seal()
        recorder = LibraryLog(library.database, "a").begin(game.header)
        rest = list(game.entries)
        while rest:
            count = data.draw(st.integers(1, 3))
            recorder.append(*rest[:count])
            del rest[:count]
            if data.draw(st.integers(0, 5)) == 0:
                _in_order(library, "a")
        assert _bytes(library, "a") == game.log_bytes()
        assert recorder.seal == game.seal()
        _in_order(library, "a")
        assert library.play("a").state == game.state


def test_what_is_new_in_a_log_is_added_and_nothing_is_overwritten(
    anywhere: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same log again changes nothing, a longer one adds its end, another one is refused."""
    where = ["--library", anywhere]
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
    with Library.open(anywhere) as library:
        assert b"".join(library.log_bytes(library.game("a"))) == path.read_bytes()


def test_a_log_whose_chain_is_broken_is_refused(
    anywhere: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line that was edited keeps its log out, in one sentence; others are taken."""
    good = _long_game(tmp_path / "good.jsonl", 12)
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(good.read_bytes().replace(b'"text":"7"', b'"text":"8"', 1))
    where = ["--library", anywhere]
    assert main(["library", "add", str(bad), str(good), *where]) == 2
    assert "was changed after it was written" in capsys.readouterr().err
    with Library.open(anywhere) as library:
        assert [game.name for game in library.games()] == ["good"]


# Two at once ---------------------------------------------------------------------------------


def test_of_two_who_add_to_a_game_one_does(
    anywhere: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A recorder of a game that another moved since writes nothing, and is told what is there."""
    short = _long_game(tmp_path / "short.jsonl", 10)
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    for path in (one, two):
        game = Game.load(short)
        game.do(f"note {path.stem}")
        game.save(path)
    with Library.open(anywhere, create=True) as first, Library.open(anywhere) as second:
        first.add(short, "a")

        def slowly(path: Path, name: str, progress: Progress) -> Any:
            """Read a log, and be overtaken by another recorder before it is written."""
            read = read_through(path, name, progress=progress)
            if path == two:
                first.add(one, "a")
            return read

        monkeypatch.setattr("replays.library.library.read_through", slowly)
        with pytest.raises(BadInput, match="another recorder was first; nothing of this"):
            second.add(two, "a")
        assert b"".join(first.log_bytes(first.game("a"))) == one.read_bytes()


def test_many_begin_one_library(anywhere: str) -> None:
    """Who comes first makes the tables; all logs are in it in the end."""
    ready = threading.Barrier(len(LOGS))

    def begin(log: Path) -> None:
        ready.wait()
        with Library.open(anywhere, create=True) as library:
            library.add(log)

    _at_once(begin, LOGS)
    with Library.open(anywhere) as library:
        assert [game.name for game in library.games()] == [log.stem for log in LOGS]


# Faults --------------------------------------------------------------------------------------

ADDING: Final = """
import sys
from replays.library.library import Library
with Library.open(sys.argv[1], create=True) as library:
    for n in range(100000):
        library.add(sys.argv[2], f"game {n}")
        print(n, flush=True)
"""


def _killed(script: str, *words: str, after: int) -> int:
    """Run a script, and kill it after some lines; how many it wrote."""
    with subprocess.Popen(
        [sys.executable, "-c", script, *words], cwd=CHECKOUT, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        for _ in range(after):
            child.stdout.readline()
        child.kill()
        return after + child.stdout.read().count("\n")


def test_whatever_was_acknowledged_outlives_kill_9(anywhere: str) -> None:
    """Killed while it adds: each game that was told of is there, and none is half."""
    told = _killed(ADDING, anywhere, str(LOGS[1]), after=3)
    with Library.open(anywhere) as library:
        assert library.database.integrity_check() == ""
        games = library.games()
        assert {f"game {n}" for n in range(told)} <= {game.name for game in games}
        for game in games:
            assert b"".join(library.log_bytes(game)) == LOGS[1].read_bytes()
        library.add(LOGS[1], "goes on")


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


# What cannot be played -----------------------------------------------------------------------


def test_what_cannot_be_gone_on_with_is_told_in_a_sentence(place: str, tmp_path: Path) -> None:
    """No such game, another scenario: each is said, and the library stays as it is."""
    game = Game.new(scenario(), "x")
    game.do("wc 3 4")
    (tmp_path / "well.jsonl").write_bytes(game.log_bytes())
    with Library.open(place) as library:
        library.add(tmp_path / "well.jsonl")
        for name, more, said in (
            ("none", {}, "library:none: this library has no game of that name; a new one needs"),
            ("well", {"seed": "y"}, "library:well: this game has another seed"),
            ("well", {"scenario": scenario(turns=7)}, "library:well: this is a game of"),
            (" ", {"scenario": scenario()}, "a name in a library has 1 to 100 printable"),
            ("a\nb", {"scenario": scenario()}, "a name in a library has 1 to 100 printable"),
            ("x" * 101, {"scenario": scenario()}, "a name in a library has 1 to 100 printable"),
            ("a\0b", {}, "this library has no game of that name"),
            ("\udc80", {}, "this library has no game of that name"),
        ):
            with pytest.raises(BadInput) as error:
                library.play(name, **cast("dict[str, Any]", more))
            assert said in str(error.value)
        assert [each.name for each in library.games()] == ["well"]
        assert _bytes(library, "well") == (tmp_path / "well.jsonl").read_bytes()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE line SET raw = (SELECT raw FROM line WHERE number = 3) WHERE number = 4",
        "UPDATE game SET size = size + 1",
        "UPDATE game SET entries = 2",
        "DELETE FROM line WHERE number = 3",
    ],
)
def test_lines_that_were_changed_are_not_gone_on_with(tmp_path: Path, change: str) -> None:
    """A game whose lines, or whose end in the list, was edited is refused."""
    place = str(tmp_path / "l.db")
    with Library.open(place, create=True) as library:
        with library.play("a", scenario(), "x") as game:
            game.do("wc 3 4")
            game.do("note one")
        with contextlib.closing(sqlite3.connect(place)) as database, database:
            database.execute(change)
        with pytest.raises(BadInput, match="library:a"):
            library.play("a")


# Two at once ---------------------------------------------------------------------------------


def test_the_second_of_two_is_refused_reads_on_and_goes_on(place: str) -> None:
    """The second recorder writes nothing; what is new is read in, and then the order is taken."""
    with (
        Library.open(place) as one,
        Library.open(place) as two,
        one.play("a", scenario(), "x") as first,
        two.play("a") as second,
    ):
        first.do("wc 3 4")
        with pytest.raises(RecordConflict, match="another recorder was first"):
            second.do("wc 6 6")
        assert second.entries == []
        assert second.state == second.beginning
        assert [entry.n for entry in second.catch_up()] == [1, 2]
        assert second.catch_up() == ()
        assert second.state == first.state
        second.do("phase MPh")
        with pytest.raises(RecordConflict):
            first.do("note late")
        assert [entry.n for entry in first.catch_up()] == [3]
        first.do("note late")
        assert second.catch_up()[0].do == first.entries[-1].do
        assert first.log_bytes() == second.log_bytes() == _bytes(one, "a")
        _clean(one, "a")


def test_of_many_recorders_each_entry_is_there_once_and_in_order(place: str) -> None:
    """Four record in one game at once: what was acknowledged is there, once, and nothing else."""
    with Library.open(place) as library:
        library.play("a", scenario(), "x").do("wc 3 4")
    told: list[str] = []

    def record(name: int) -> None:
        with Library.open(place) as library, library.play("a") as game:
            for n in range(6):
                while True:
                    try:
                        game.do(f"note {name} {n}")
                    except RecordConflict:
                        game.catch_up()
                        continue
                    told.append(f"{name} {n}")
                    break

    _at_once(record, range(4))
    with Library.open(place) as library:
        notes = [getattr(entry.do, "text", "") for entry in library.play("a").entries[2:]]
        assert sorted(notes) == sorted(told)
        assert len(notes) == 24
        for name in range(4):
            assert [note for note in notes if note[0] == str(name)] == [
                f"{name} {n}" for n in range(6)
            ]
        _clean(library, "a")


def test_what_was_played_while_it_is_audited_is_no_finding(place: str) -> None:
    """An audit is of the game as it stood when it began, whatever is recorded meanwhile."""
    with (
        Library.open(place) as one,
        Library.open(place) as two,
        one.play("a", scenario(), "x") as game,
    ):
        game.do("wc 3 4")
        there = two.game("a")
        game.do("phase MPh")
        game.do("note now")
        found = audit_game(two, there)
        assert (found.findings, found.entries) == ((), 2)


def test_a_game_that_was_rewritten_is_not_read_on(place: str) -> None:
    """Who finds another game where his own was is told so, and his own stays as it is."""
    with (
        Library.open(place) as one,
        Library.open(place) as two,
        one.play("a", scenario(), "x") as game,
    ):
        game.do("wc 3 4")
        before = game.log_bytes()
        with two.database.writing() as connection:
            connection.execute(GAME.update().values(name="b", name_key="b"))
        with two.play("a", scenario(), "y") as other:
            other.do("wc 3 4")
        with pytest.raises(BadInput, match="this game is not in the library any more"):
            game.catch_up()
        assert game.log_bytes() == before


# When something fails ------------------------------------------------------------------------


def _failing(monkeypatch: pytest.MonkeyPatch, error: BaseException, *, done: bool) -> None:
    """Make the next commit fail, with its work done or not."""
    right = Connection.commit

    def fail(connection: Connection) -> None:
        monkeypatch.setattr(Connection, "commit", right)
        if done:
            right(connection)
        raise error

    monkeypatch.setattr(Connection, "commit", fail)


BROKE: Final = DatabaseFailure("it broke", unknown=True)


@pytest.mark.parametrize("done", [True, False])
@pytest.mark.parametrize("error", [KeyboardInterrupt(), BROKE])
def test_ctrl_c_leaves_game_and_library_the_same(
    place: str, error: BaseException, monkeypatch: pytest.MonkeyPatch, *, done: bool
) -> None:
    """Stopped or cut off in the commit, the game has the entry exactly if the library has it.

    A broken connection is no answer: the library says whether the entry is there.
    """
    with Library.open(place) as library, library.play("a", scenario(), "x") as game:
        _failing(monkeypatch, error, done=done)
        if error is BROKE and done:
            assert game.do("wc 3 4").n == 2
        else:
            with pytest.raises(type(error)):
                game.do("wc 3 4")
        assert len(game.entries) == (2 if done else 0)
        game.do("note on")
        assert game.log_bytes() == _bytes(library, "a")
        _clean(library, "a")


def test_what_was_written_unknown_to_its_recorder_is_read_in(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If no server could say whether an entry is there, the next order says it, and reads it in."""

    def lost(*_: object) -> Any:
        raise ConnectionLost("the connection is lost")

    with Library.open(place) as library, library.play("a", scenario(), "x") as game:
        with monkeypatch.context() as deaf:
            _failing(monkeypatch, BROKE, done=True)
            deaf.setattr(library.database, "read", lost)
            with pytest.raises(BadInput, match="it broke"):
                game.do("wc 3 4")
        assert game.entries == []
        with pytest.raises(RecordConflict, match="another recorder was first"):
            game.do("wc 3 4")
        assert [entry.n for entry in game.catch_up()] == [1, 2]
        game.do("phase MPh")
        assert game.log_bytes() == _bytes(library, "a")
        _clean(library, "a")


_ENDLESS: Final = """
import sys
from replays.library.library import Library
with Library.open(sys.argv[1]) as library, library.play("a") as game:
    for n in range(100000):
        game.do(f"note {n}")
        print(n, flush=True)
"""


def test_whatever_was_acknowledged_while_playing_outlives_kill_9(place: str) -> None:
    """A recorder is killed at some order: all that was told is there, at most one entry more."""
    with Library.open(place) as library:
        library.play("a", scenario(), "x").do("wc 3 4")
    told = _killed(_ENDLESS, place, after=5)
    with Library.open(place) as library:
        assert told <= library.game("a").entries - 2 <= told + 1
        _clean(library, "a")


def test_a_watch_goes_on_when_the_server_is_back(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each entry is told once, in order, behind the point that is asked for; a loss is told too."""
    monkeypatch.setattr("replays.library.watch._PATIENCE", 0.0)
    with Library.open(place) as library, library.play("a", scenario(), "x") as game:
        game.do("wc 3 4")
        lost = list[BadInput]()
        seen = watch(library, "a", parse_when("#1"), lost.append)
        assert [entry.n for entry in next(seen).entries] == [2]
        game.do("phase MPh")
        right = library.database.read

        def broken(_: object) -> Any:
            monkeypatch.setattr(library.database, "read", right)
            raise ConnectionLost("the server is away")

        monkeypatch.setattr(library.database, "read", broken)
        told = next(seen)
        assert [entry.n for entry in told.entries] == [3]
        assert follow(told.before, told.entries[0]).state == game.state
        assert [each.what for each in lost] == ["the server is away"]


# What is no library ---------------------------------------------------------------------------


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
        for words in (["list"], ["audit", "a"], ["export", "a", "-o", str(out)]):
            code = main(["library", *words, "--library", str(path)])
            said = capsys.readouterr()
            assert code == 2 or (code == 0 and words == ["list"]), (size, words)
            assert code == 0 or said.err.count("\n") == 1
            assert not out.exists()


# On a server -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE made_by SET version = 4", "tables of version 4, and this Khamsin knows 3"),
        ("UPDATE made_by SET version = 2", "which Khamsin 0.3.0 reads"),
        ("DROP TABLE made_by", "is of another program"),
    ],
)
def test_tables_on_a_server_that_are_not_ours_are_refused(
    change: str, said: str, server_places: ServerPlaces, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another version, or another program's: one sentence, nothing written."""
    with server_places.passing() as where:
        Library.open(where, create=True).close()
        server_places.do(where, change)
        assert said in _sentence(capsys, "add", str(LOGS[0]), "--library", where)
        assert server_places.do(where, "SELECT * FROM game") == []


# Rights --------------------------------------------------------------------------------------


def test_members_add_lines_and_change_none(
    postgres: PrivateServer, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the rights of docs/library.md members record and audit, guests read, no more."""
    database = postgres.new_database()
    Library.open(postgres.url(database), create=True).close()
    for name in ("member", "visitor"):
        postgres.new_user(name)
    said = (CHECKOUT / "docs" / "library.md").read_text()
    grants = [line for line in said.splitlines() if line.startswith(("GRANT ", "REVOKE "))]
    assert len(grants) > 3
    for grant in grants:
        postgres.do(database, grant.replace("members", "member").replace("guests", "visitor"))
    member = postgres.url(database, "member")
    with Library.open(member) as library:
        with library.play("a", scenario(), "x") as game:
            game.do("wc 3 4")
        library.add(LOGS[1], "b")
        for change in (LINE.delete(), LINE.update().values(raw=b""), GAME.delete()):
            with (
                pytest.raises(DatabaseFailure, match="does not let this user do that"),
                library.database.writing() as connection,
            ):
                connection.execute(change)
    assert main(["library", "audit", "--library", member]) in (0, 1)
    where = ["--library", postgres.url(database, "visitor")]
    assert main(["library", "list", *where]) == 0
    capsys.readouterr()
    assert "does not let this user" in _sentence(capsys, "add", str(LOGS[0]), *where)


def test_a_server_that_only_reads_now_is_one_sentence(
    postgres: PrivateServer, capsys: pytest.CaptureFixture[str]
) -> None:
    """As a standby does: reading goes on, and a writer is told."""
    database = postgres.new_database()
    with Library.open(postgres.url(database), create=True) as library:
        library.add(LOGS[0], "a")
    postgres.do("postgres", f"ALTER DATABASE {database} SET default_transaction_read_only = on")
    where = ["--library", postgres.url(database)]
    assert main(["library", "list", *where]) == 0
    assert "only reads now" in _sentence(capsys, "add", str(LOGS[1]), *where)


def test_a_commit_waits_for_the_disk_whatever_the_server_is_set_to(postgres: PrivateServer) -> None:
    """What was acknowledged outlives the server's machine, unless it runs without fsync."""
    database = postgres.new_database()
    postgres.do("postgres", f"ALTER DATABASE {database} SET synchronous_commit = off")
    with Library.open(postgres.url(database), create=True) as library:
        assert library.database.read(text("SHOW synchronous_commit"))[0][0] == "on"


# URLs and passwords --------------------------------------------------------------------------


def test_a_password_is_never_shown(
    postgres: PrivateServer, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is wrong with a URL or a server is one sentence, in which no password stands."""
    database = postgres.new_database()
    good, secret = postgres.net_url(database), "x7Hidden"
    for url, said in (
        (postgres.net_url(database, password=secret), "no connection to this server"),
        (postgres.net_url("nothing"), "no connection to this server"),
        (good.replace(f":{postgres.port}", ":1"), "no connection to this server"),
        (f"{good}?sslmode={secret[:2]}", "no connection to this server"),
        (f"{good}?{secret}=1", "not a URL that PostgreSQL knows"),
        (f"postgresql://a:{secret}/1@here/x", "not a URL that PostgreSQL knows"),
        (f"postgresql://a:{secret}@here@there/x", "not a URL that PostgreSQL knows"),
        (f"mysql://a:{secret}@here/x", "a library is a file, or a URL"),
    ):
        told = _sentence(capsys, "list", "--library", url)
        assert said in told, url
        assert secret not in told
        assert postgres.password not in told
    with Library.open(good, create=True) as library:
        assert postgres.password not in repr(library.database) + library.where


def test_a_library_is_named_as_libpq_names_a_server(
    postgres: PrivateServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both schemes, sockets, passfiles, several hosts and services lead to the same library."""
    database, port = postgres.new_database(), postgres.port
    with Library.open(postgres.url(database), create=True) as library:
        library.add(LOGS[0], "a")
    passfile, services = tmp_path / "pass", tmp_path / "services"
    passfile.write_text(f"127.0.0.1:{port}:{database}:khamsin:{postgres.password}\n")
    passfile.chmod(0o600)
    services.write_text(f"[club]\nhost={postgres.folder}\nport={port}\ndbname={database}\n")
    monkeypatch.setenv("PGSERVICEFILE", str(services))
    for url in (
        postgres.url(database).replace("postgresql://", "postgres://"),
        f"postgresql:///{database}?host={postgres.folder}&port={port}&user=khamsin",
        f"postgresql://khamsin@127.0.0.1:1,127.0.0.1:{port}/{database}?passfile={passfile}",
        "postgresql://khamsin@?service=club",
    ):
        with Library.open(url) as library:
            assert [game.name for game in library.games()] == ["a"]
            assert library.where.startswith("postgres")
    monkeypatch.setenv("PGPASSWORD", postgres.password)
    monkeypatch.setenv("KHAMSIN_LIBRARY", f"postgresql://khamsin@127.0.0.1:{port}/{database}")
    assert main(["library", "audit"]) in (0, 1)


# Lost connections ----------------------------------------------------------------------------


def _hang_up(places: ServerPlaces, where: str) -> None:
    """End all connections to a database."""
    places.do(
        where,
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )


@contextlib.contextmanager
def _library(places: ServerPlaces) -> Iterator[tuple[str, Library, LibraryGame]]:
    with places.passing() as where, Library.open(where, create=True) as library:
        yield where, library, library.add(LOGS[1], "a").game


def test_a_reader_is_connected_again(server_places: ServerPlaces) -> None:
    """A connection that was lost between two looks is not even noticed."""
    with _library(server_places) as (where, library, game):
        for _ in range(2):
            _hang_up(server_places, where)
            assert library.game("a") == game
            _hang_up(server_places, where)
            library.add(LOGS[0], "b")


def test_a_connection_lost_before_the_commit_has_written_nothing(
    server_places: ServerPlaces,
) -> None:
    """It is one sentence, and the outcome is known."""
    with _library(server_places) as (where, library, game):

        def write() -> None:
            with library.database.writing() as connection:
                _hang_up(server_places, where)
                connection.execute(GAME.update().values(moment="lost"))

        with pytest.raises(ConnectionLost) as error:
            write()
        assert not error.value.unknown
        assert library.game("a") == game


@pytest.mark.parametrize("done", [True, False])
def test_what_became_of_an_order_is_found_out_after_a_lost_connection(
    server_places: ServerPlaces, monkeypatch: pytest.MonkeyPatch, *, done: bool
) -> None:
    """The connection is lost in the commit: the library is asked, and says whether it is there."""
    with (
        server_places.passing() as where,
        Library.open(where, create=True) as library,
        library.play("a", scenario(), "x") as game,
    ):
        game.do("wc 3 4")
        right = Connection.commit

        def lost(connection: Connection) -> None:
            monkeypatch.setattr(Connection, "commit", right)
            if done:
                right(connection)
            _hang_up(server_places, where)
            connection.exec_driver_sql("SELECT 1")

        monkeypatch.setattr(Connection, "commit", lost)
        if done:
            assert game.do("note lost").n == 3
        else:
            with pytest.raises(BadInput, match="no connection to this server"):
                game.do("note lost")
        game.do("note on")
        assert b"".join(library.log_bytes(library.game("a"))) == game.log_bytes()


def test_recorders_of_different_games_do_not_wait_for_each_other(
    server_places: ServerPlaces,
) -> None:
    """While one transaction is open, an entry of another game is written."""
    with _library(server_places) as (_, library, game), library.play("b", scenario(), "x") as other:
        with library.database.writing() as connection:
            connection.execute(GAME.update().where(GAME.c.id == game.id).values(moment="x"))
            other.do("wc 3 4")
        assert library.game("b").entries == 2
