"""Long games gone on with: what is opened at once, and what comes when somebody asks for it."""

import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.entry import Entry
from events.errors import BadInput
from replays.game.game import Game
from replays.game.named_moment import parse_when
from replays.game.open_log import Entries
from replays.game.position import Position, follow
from replays.library.batch import audit_game
from replays.library.game_recorder import LibraryLog
from replays.library.library import Library
from replays.library.watch import Changes, NewEntries, watch
from tests.drawn import examples
from tests.interrupts import ctrl_c_heard
from tests.kept import kept_games
from tests.places import Places
from tests.table import scenario

CHECKOUT = Path(__file__).parent.parent
SOME = examples(15)


@pytest.fixture
def strides(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Snapshots of every fifth entry, and few entries that can be taken back."""
    for module in ("game_recorder", "index"):
        monkeypatch.setattr(f"replays.library.{module}.EVERY", 5)
    monkeypatch.setattr("replays.game.position.MOST_UNDONE", 6)
    return iter([None])


def _long_game(path: Path, entries: int) -> Path:
    game = Game.new(scenario(), "library")
    game.do("wc 3 4")
    while len(game.entries) < entries:
        game.do(f"note {len(game.entries)}")
    game.save(path)
    return path


def _chain(position: Position | None) -> list[tuple[int, int, object]]:
    """All that can be taken back, one after the other."""
    found = list[tuple[int, int, object]]()
    while position is not None:
        found.append((position.entry, position.deep, position.state))
        position = position.before
    return found


def _forget(counts: list[int]) -> Callable[[Position, Entry], Position]:
    """Follows an entry, and counts it."""

    def counting(position: Position, entry: Entry) -> Position:
        counts.append(entry.n)
        return follow(position, entry)

    return counting


# A library -----------------------------------------------------------------------------------


@SOME
@given(kept_games(most=60), st.data())
@pytest.mark.usefixtures("strides")
def test_who_opens_a_long_game_stands_where_who_read_all_of_it_stands(
    places: Places, game: Game, data: st.DataObject
) -> None:
    """Wherever it is left and opened: state, what can be taken back, and all entries are those."""
    with places.passing() as where, Library.open(where, create=True) as library:
        recorder = LibraryLog(library.database, "a").begin(game.header)
        position, rest = Position(game.beginning, dice=game.header.dice), list(game.entries)
        while rest:
            count = data.draw(st.integers(1, 9))
            recorder.append(*rest[:count])
            for entry in rest[:count]:
                position = follow(position, entry)
            del rest[:count]
            recorder, read = LibraryLog(library.database, "a").resume()
            assert (read.position.state, read.position.used) == (position.state, position.used)
            assert read.position.dice is position.dice
            assert _chain(read.position) == _chain(position)
            assert read.entries == game.entries[: len(game.entries) - len(rest)]
        assert b"".join(library.log_bytes(library.game("a"))) == game.log_bytes()
        found = audit_game(library, library.game("a")).findings
        assert [each for each in found if each.rule != "log.finish"] == []


def test_of_a_long_game_only_what_is_behind_the_last_snapshot_is_read(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opened, played on and taken back within it: no entry before the snapshot is touched."""
    with Library.open(places.new(), create=True) as library:
        library.add(_long_game(tmp_path / "a.jsonl", 1207))
        with library.play("a") as game:
            for _ in range(40):
                game.do("note more")
        counts, asked = list[int](), list[int]()
        monkeypatch.setattr("replays.library.game_recorder.follow", _forget(counts))
        older = Entries._fetch

        def fetch(entries: Entries, first: int) -> None:
            asked.append(min(first, len(entries)))
            older(entries, first)

        monkeypatch.setattr(Entries, "_fetch", fetch)
        with library.play("a") as game:
            assert counts == list(range(1208, 1248))
            assert (len(game.entries), game.entries[-1].n) == (1247, 1247)
            game.do("note and more")
            game.do("undo")
            assert min(asked) >= 1207
            assert game.entries[0].n == 1
            assert [entry.n for entry in game.entries] == list(range(1, 1250))
        assert audit_game(library, library.game("a")).findings == ()


def test_what_came_before_a_snapshot_can_be_taken_back(places: Places, tmp_path: Path) -> None:
    """Undone one after the other through two snapshots, a game is the log that a file would be."""
    path = _long_game(tmp_path / "a.jsonl", 1003)
    alike = Game.load(path)
    with Library.open(places.new(), create=True) as library:
        library.add(path)
        for count in (3, 520):
            with library.play("a") as game:
                for _ in range(count):
                    assert game.do("undo") == alike.do("undo")
                assert game.do("note on").do == alike.do("note on").do
                assert (game.state, game.position.deep) == (alike.state, alike.position.deep)
        assert b"".join(library.log_bytes(library.game("a"))) == alike.log_bytes()
        assert audit_game(library, library.game("a")).findings == ()


def test_entries_are_there_after_game_and_library_were_closed(
    places: Places, tmp_path: Path
) -> None:
    """Who asks for the past of a game that was let go of gets it; its branch too."""
    where = places.new()
    whole = Game.load(_long_game(tmp_path / "a.jsonl", 700))
    with Library.open(where, create=True) as library:
        library.add(tmp_path / "a.jsonl")
        with library.play("a") as game:
            game.do("note more")
    assert game.entries[:700] == [*whole.entries]
    assert game.branch("#20").state == whole.branch("#20").state
    assert game.at("#600") == whole.at("#600")


def test_an_older_line_that_somebody_changed_is_told_when_it_is_read(
    places: Places, tmp_path: Path
) -> None:
    """Who opens a game trusts what a snapshot says of its past; who reads that, or audits, not."""
    where = places.new()
    with Library.open(where, create=True) as library:
        library.add(_long_game(tmp_path / "a.jsonl", 1207))
    places.do(
        where,
        "UPDATE line SET raw = (SELECT raw FROM line WHERE number = 90) WHERE number = 80",
    )
    with Library.open(where) as library, library.play("a") as game:
        game.do("note more")
        assert game.entries[300].n == 301
        with pytest.raises(BadInput, match="library:a, line 80: this line is not as it was"):
            list(game.entries[70:100])
        assert len(game.entries) == 1208
        assert audit_game(library, library.game("a")).findings != ()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE line SET raw = (SELECT raw FROM line WHERE number = 90) WHERE number = 1200",
        "UPDATE game SET head_hash = '0'",
        "UPDATE game SET entries = 1206",
        "DELETE FROM line WHERE number = 1205",
        "UPDATE line SET raw = (SELECT raw FROM line WHERE number = 2) WHERE number = 1",
    ],
)
def test_what_is_read_is_checked(places: Places, tmp_path: Path, change: str) -> None:
    """The header, and what is behind the last snapshot, is gone on with only as it was written."""
    where = places.new()
    with Library.open(where, create=True) as library:
        library.add(_long_game(tmp_path / "a.jsonl", 1150))
        with library.play("a") as game:
            for n in range(57):
                game.do(f"note {n}")
    places.do(where, change)
    with Library.open(where) as library, pytest.raises(BadInput, match="library:a"):
        library.play("a")


def test_a_snapshot_that_is_none_is_passed_over_and_made_anew(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a snapshot of this engine all is read; the next entry brings one."""
    where = places.new()
    with Library.open(where, create=True) as library:
        library.add(_long_game(tmp_path / "a.jsonl", 620))
    places.do(where, "UPDATE snapshot SET shape = 'another'")
    counts = list[int]()
    monkeypatch.setattr("replays.library.game_recorder.follow", _forget(counts))
    with Library.open(where) as library:
        with library.play("a") as game:
            game.do("note more")
            game.do("note and more")
        assert counts == [621, 622]  # those that were recorded
        counts.clear()
        with library.play("a") as game:
            assert counts == [622]
        assert audit_game(library, library.game("a")).findings == ()


# Files ---------------------------------------------------------------------------------------


@SOME
@given(kept_games())
def test_a_log_that_is_opened_has_every_entry(tmp_path_factory: pytest.TempPathFactory,
                                              game: Game) -> None:  # fmt: skip
    """In a file too an entry is read when it is asked for, and is the one that was recorded."""
    path = tmp_path_factory.mktemp("game") / "a.jsonl"
    game.save(path)
    read = Game.load(path)
    assert _chain(read.position) == _chain(game.position)
    assert (read.position.used, read.position.dice) == (game.position.used, game.position.dice)
    assert [*reversed(read.entries)] == [*reversed(game.entries)]
    assert read.log_bytes() == path.read_bytes()


def test_an_order_that_is_none_is_told_when_it_is_asked_for(tmp_path: Path) -> None:
    """A forged log whose order has no sense is opened by what happened, and says where it is."""
    from tests.signers import rechained

    path = tmp_path / "a.jsonl"
    game = Game.new(scenario(), "x")
    game.do("wc 3 4")
    game.do("phase MPh")
    game.do("note so far")
    game.save(path)
    forged = path.read_bytes().replace(b'"order":"phase","to":"MPh"', b'"order":"phase","to":"XPh"')
    assert forged != path.read_bytes()
    rechained(forged.splitlines(), path)
    read = Game.load(path)
    assert read.state == game.state
    with pytest.raises(BadInput, match=r"a\.jsonl, line \d+"):
        list(read.entries)


@given(st.integers(0, 30), st.integers(0, 30), st.data())
def test_entries_are_a_list_wherever_they_come_from(
    away: int, here: int, data: st.DataObject
) -> None:
    """Index, slice, length, order and equality are those of a list, however they are asked for."""
    lines, all_of_it = _LINES[: away + here], _GAME.entries[: away + here]
    asked: list[tuple[int, int]] = []

    def older(first: int, last: int) -> list[bytes]:
        asked.append((first, last))
        return lines[first:last]

    entries = Entries(away, older, lines[away:])
    count = len(all_of_it)
    for _ in range(4):
        start, end = (data.draw(st.none() | st.integers(-40, 40)) for _ in range(2))
        step = data.draw(st.sampled_from([None, 1, 2, -1, -3]))
        assert entries[start:end:step] == all_of_it[start:end:step]
        at = data.draw(st.integers(-40, 40))
        if -count <= at < count:
            assert entries[at] is entries[at]
            assert entries[at] == all_of_it[at]
        else:
            with pytest.raises(IndexError):
                entries[at]
    assert len(entries) == count
    assert (entries == all_of_it, entries == all_of_it[1:]) == (True, count == 0)
    assert len(asked) <= (away > 0)


_GAME = Game.new(scenario(), "x")
_GAME.do("wc 3 4")
while len(_GAME.entries) < 60:
    _GAME.do(f"note {len(_GAME.entries)}")
_LINES = _GAME.log_bytes().splitlines()[1:]


# Watching ------------------------------------------------------------------------------------


def _first(library: Library, name: str, at: str) -> NewEntries:
    watching = watch(library, name, parse_when(at))
    return next(watching)


def test_a_game_that_nobody_goes_on_with_is_watched(places: Places, tmp_path: Path) -> None:
    """What is whole of a torn one is told, and one sentence says the rest."""
    game = Game.load(_long_game(tmp_path / "well.jsonl", 12))
    (tmp_path / "torn.jsonl").write_bytes(game.log_bytes() + b'{"n":')
    with Library.open(places.new(), create=True) as library:
        for name in ("well", "torn"):
            library.add(tmp_path / f"{name}.jsonl")
        torn = _first(library, "torn", "#3")
        assert torn.entries == game.entries[3:]
        assert torn.ending.word == "cut off"
        assert "`khamsin recover library:torn`" in torn.said
        assert _first(library, "well", "#3").said == ""


def test_who_watches_a_torn_game_sees_it_go_on(places: Places, tmp_path: Path) -> None:
    """What is recorded after the torn line was put aside is told like any other."""
    path = _long_game(tmp_path / "a.jsonl", 12)
    path.write_bytes(path.read_bytes() + b'{"n":')
    with Library.open(places.new(), create=True) as library:
        library.add(path)
        watching = watch(library, "a", parse_when("end"))
        assert next(watching).said
        library.recover(library.game("a"), tmp_path)
        with library.play("a") as game:
            game.do("note on")
        seen = next(watching)
        assert ([entry.n for entry in seen.entries], seen.said) == ([13], "")


def test_ctrl_c_ends_watching_a_torn_game(tmp_path: Path) -> None:
    """The command tells what is whole, says what is not, and waits."""
    path, where = _long_game(tmp_path / "a.jsonl", 12), str(tmp_path / "l.db")
    path.write_bytes(path.read_bytes() + b'{"n":')
    with Library.open(where, create=True) as library:
        library.add(path)
    words = ["-m", "replays", "library", "watch", "a", "--at", "#10", "--library", where]
    with ctrl_c_heard():
        child = subprocess.Popen(
            [sys.executable, *words],
            cwd=CHECKOUT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert child.stdout is not None
    assert child.stderr is not None
    assert child.stdout.readline() == "a: 12 entries, cut off at 1.1/RPh\n"
    assert "recover library:a" in child.stderr.readline()
    child.send_signal(signal.SIGINT)
    assert "note 11" in child.stdout.read()
    assert child.wait() == 130
    child.stdout.close()
    child.stderr.close()


def test_a_reader_who_waits_for_a_game_hears_of_it_alone(places: Places) -> None:
    """What is recorded is told at once, and what is recorded in another game is not."""
    where = places.new()
    with Library.open(where, create=True) as writer:
        one, two = (writer.play(name, scenario(), "x") for name in ("one", "two"))
        changes = Changes(Library.open(where), writer.game("one"))
        assert not changes.wait(0)
        threading.Timer(0.3, one.do, ["note one"]).start()
        assert changes.wait(30)
        two.do("note two")
        assert not changes.wait(0.2)
        one.do("note three")
        assert changes.wait(0)
        changes.close()
