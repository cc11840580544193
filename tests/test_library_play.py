"""Games played in a library: entry by entry as in a file; of two who record one reads on."""

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection

from events.errors import BadInput
from events.recorder import RecordConflict
from replays.game.game import Game
from replays.game.named_moment import parse_when
from replays.library.batch import audit_game
from replays.library.database import ConnectionLost, Database, DatabaseFailure
from replays.library.game_recorder import LibraryLog
from replays.library.library import Library
from replays.library.schema import GAME
from replays.library.watch import watch
from tests.kept import kept_games
from tests.places import Places
from tests.table import scenario

CHECKOUT: Final = Path(__file__).parent.parent


@pytest.fixture
def place(places: Places) -> Iterator[str]:
    """The address of a new library, of each kind in turn."""
    with places.passing() as where:
        Library.open(where, create=True).close()
        yield where


def _bytes(library: Library, name: str) -> bytes:
    return b"".join(library.log_bytes(library.game(name)))


def _clean(library: Library, name: str) -> None:
    """See that an audit of a game, and of what the library made of it, finds nothing."""
    assert audit_game(library, library.game(name)).findings == ()


def _in_order(library: Library, name: str) -> None:
    """The same of what the library made of a game, whose log may stop anywhere."""
    found = audit_game(library, library.game(name)).findings
    assert [each for each in found if each.rule != "log.finish"] == []


# As a log file -------------------------------------------------------------------------------


@settings(max_examples=20, deadline=None)
@given(kept_games(), st.data())
def test_what_is_recorded_is_the_log_that_a_file_would_be(
    places: Places, game: Game, data: st.DataObject
) -> None:
    """Whatever is played: the bytes are those of a log file, and an audit finds nothing in it."""
    with places.passing() as where, Library.open(where, create=True) as library:
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


def test_a_game_is_played_evening_after_evening(place: str) -> None:
    """A game is begun, left and gone on with: state and bytes are those of one in memory."""
    alike = Game.new(scenario(), "saturday")
    with Library.open(place) as library, library.play("a", scenario(), "saturday") as game:
        for order in ("wc 3 4", "phase MPh"):
            assert game.do(order) == alike.do(order)
    with Library.open(place) as library, library.play("a", dice="table") as game:
        alike.do("dice table")
        for order in ("phase RPh", "undo", "note so far"):
            assert game.do(order) == alike.do(order)
        assert (game.state, game.log_bytes()) == (alike.state, alike.log_bytes())
        assert _bytes(library, "a") == alike.log_bytes()
        _clean(library, "a")


def test_a_game_that_is_over_is_finished_by_itself(place: str) -> None:
    """The last order of a game and the closing entry are written as one."""
    with Library.open(place) as library, library.play("a", scenario(turns=1), "x") as game:
        game.do("wc 3 4")
        while not game.state.clock.over:
            game.do("phase RPh" if game.state.clock.wind_rolled else "wc 3 4")
        assert library.game("a").ending == "finished"
        with pytest.raises(BadInput, match="was finished with entry"):
            game.do("phase MPh")
        game.do("undo")
        assert library.game("a").ending == "open"
        _in_order(library, "a")


# What cannot be played -----------------------------------------------------------------------


def test_what_cannot_be_gone_on_with_is_told_in_a_sentence(place: str, tmp_path: Path) -> None:
    """No such game, another scenario, a torn line: each is said, and kept."""
    game = Game.new(scenario(), "x")
    game.do("wc 3 4")
    (tmp_path / "torn.jsonl").write_bytes(game.log_bytes() + b'{"n":')
    (tmp_path / "well.jsonl").write_bytes(game.log_bytes())
    with Library.open(place) as library:
        for name in ("torn", "well"):
            library.add(tmp_path / f"{name}.jsonl")
        for name, more, said in (
            ("none", {}, "library:none: this library has no game of that name; a new one needs"),
            ("torn", {}, "library:torn: the last line of this game is torn; `khamsin recover"),
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
        assert [each.name for each in library.games()] == ["torn", "well"]
        for name in ("torn", "well"):
            assert _bytes(library, name) == (tmp_path / f"{name}.jsonl").read_bytes()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE line SET raw = (SELECT raw FROM line WHERE number = 3) WHERE number = 4",
        "UPDATE game SET size = size + 1",
        "UPDATE game SET entries = 2",
        "DELETE FROM line WHERE number = 3",
    ],
)
def test_lines_that_were_changed_are_not_gone_on_with(
    places: Places, place: str, change: str
) -> None:
    """A game whose lines, or whose end in the list, was edited is refused."""
    with Library.open(place) as library:
        with library.play("a", scenario(), "x") as game:
            game.do("wc 3 4")
            game.do("note one")
        places.do(place, change)
        with pytest.raises(BadInput, match="library:a"):
            library.play("a")


# Two at once ---------------------------------------------------------------------------------


def test_the_second_of_two_is_refused_reads_on_and_goes_on(place: str) -> None:
    """Whoever was second writes nothing; what is new is read in, and then the order is taken."""
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
    """Six record in one game at once: what was acknowledged is there, once, and nothing else."""
    with Library.open(place) as library:
        library.play("a", scenario(), "x").do("wc 3 4")
    told: list[str] = []

    def record(name: int) -> None:
        with Library.open(place) as library, library.play("a") as game:
            for n in range(8):
                while True:
                    try:
                        game.do(f"note {name} {n}")
                    except RecordConflict:
                        game.catch_up()
                        continue
                    told.append(f"{name} {n}")
                    break

    threads = [threading.Thread(target=record, args=[name]) for name in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with Library.open(place) as library:
        notes = [getattr(entry.do, "text", "") for entry in library.play("a").entries[2:]]
        assert sorted(notes) == sorted(told)
        assert len(notes) == 48
        for name in range(6):
            assert [note for note in notes if note[0] == str(name)] == [
                f"{name} {n}" for n in range(8)
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


def _broke() -> DatabaseFailure:
    return DatabaseFailure("it broke", unknown=True)


class _Failing:
    """A database of which a transaction fails as it ends, with its work done or not."""

    def __init__(self, database: Database, error: BaseException, *, done: bool, deaf: bool) -> None:
        self._of, self._error, self._done, self._deaf = database, error, done, deaf
        self.failing = False

    def __getattr__(self, name: str) -> Any:
        if self.failing and self._deaf and name == "read":
            return self._lost
        return getattr(self._of, name)

    def _lost(self, *_: object) -> list[Any]:
        raise BadInput("the connection is lost")

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        if not self.failing:
            with self._of.writing() as connection:
                yield connection
            return
        self.failing = False
        try:
            with self._of.writing() as connection:
                yield connection
                if not self._done:
                    raise self._error
        finally:
            self.failing = True
        raise self._error


@pytest.mark.parametrize("done", [True, False])
def test_what_was_written_as_the_connection_broke_counts(place: str, *, done: bool) -> None:
    """A broken connection is no answer: the database says whether the entry is there."""
    with Library.open(place) as library:
        broken = _Failing(library.database, _broke(), done=done, deaf=False)
        with Game.open(LibraryLog(cast("Database", broken), "a"), scenario(), "x") as game:
            broken.failing = True
            if done:
                assert game.do("wc 3 4").n == 2
            else:
                with pytest.raises(BadInput, match="it broke"):
                    game.do("wc 3 4")
                assert game.entries == []
            broken.failing = False
            game.do("note on")
            assert game.log_bytes() == _bytes(library, "a")
            _clean(library, "a")


def test_what_was_written_unknown_to_its_recorder_is_read_in(place: str) -> None:
    """Where nobody could say whether an entry is there, the next order says it, and reads it in."""
    with Library.open(place) as library:
        broken = _Failing(library.database, _broke(), done=True, deaf=True)
        with Game.open(LibraryLog(cast("Database", broken), "a"), scenario(), "x") as game:
            broken.failing = True
            with pytest.raises(BadInput, match="it broke"):
                game.do("wc 3 4")
            assert game.entries == []
            broken.failing = False
            with pytest.raises(RecordConflict, match="another recorder was first"):
                game.do("wc 3 4")
            assert [entry.n for entry in game.catch_up()] == [1, 2]
            game.do("phase MPh")
            assert game.log_bytes() == _bytes(library, "a")
            _clean(library, "a")


@pytest.mark.parametrize("done", [True, False])
def test_ctrl_c_leaves_game_and_library_the_same(place: str, *, done: bool) -> None:
    """Stopped as a transaction ends, the game has the entry exactly if the library has it."""
    with Library.open(place) as library:
        broken = _Failing(library.database, KeyboardInterrupt(), done=done, deaf=False)
        with Game.open(LibraryLog(cast("Database", broken), "a"), scenario(), "x") as game:
            broken.failing = True
            with pytest.raises(KeyboardInterrupt):
                game.do("wc 3 4")
            assert len(game.entries) == (2 if done else 0)
            broken.failing = False
            game.do("note on")
            assert game.log_bytes() == _bytes(library, "a")
            _clean(library, "a")


_ENDLESS: Final = """
import sys
from replays.library.library import Library
from replays.library.schema import GAME
with Library.open(sys.argv[1]) as library, library.play("a") as game:
    for n in range(100000):
        game.do(f"note {n}")
        print(n, flush=True)
"""


def test_whatever_was_acknowledged_while_playing_outlives_kill_9(place: str) -> None:
    """A recorder is killed at some order: all that was told is there, at most one entry more."""
    with Library.open(place) as library:
        library.play("a", scenario(), "x").do("wc 3 4")
    for count in (1, 7):
        child = subprocess.Popen(
            [sys.executable, "-c", _ENDLESS, place], cwd=CHECKOUT, stdout=subprocess.PIPE, text=True
        )
        assert child.stdout is not None
        with Library.open(place) as library:
            before = library.game("a").entries
        for _ in range(count):
            child.stdout.readline()
        child.send_signal(signal.SIGKILL)
        rest = child.stdout.read().count("\n")
        child.wait()
        child.stdout.close()
        with Library.open(place) as library:
            after = library.game("a").entries - before
            assert count + rest <= after <= count + rest + 1
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
        assert told.after.state == game.state
        assert [each.what for each in lost] == ["the server is away"]
