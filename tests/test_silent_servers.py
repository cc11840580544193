"""A server that says nothing any more: half-open networks, machines that stand still.

Deadlines are short here, and only count where the wire is silent; so nothing depends on how fast
this machine is. ``KHAMSIN_ALL_STEPS=1`` falls silent at each message; the suite does at some.
"""

import contextlib
import ctypes
import os
import shutil
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from events.errors import BadInput
from replays.game.game import Game
from replays.library.library import Library
from replays.library.postgres import PostgresDatabase
from replays.library.postgres_address import Address
from replays.library.watching import watch
from tests.faults.wire import TO_CLIENT, TO_SERVER, Cut, Wire, wired
from tests.postgres import PrivateServer, private_server
from tests.table import scenario
from tests.test_server_faults import STEP, log_of

psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed")

SHORT: Final = scenario(turns=1)
SOON: Final = "&tcp_user_timeout=50"

SILENCES: Final = {
    "answers are swallowed": (TO_CLIENT, (TO_CLIENT,)),
    "questions are swallowed": (TO_SERVER, (TO_SERVER,)),
    "all is swallowed behind a question": (TO_SERVER, (TO_CLIENT, TO_SERVER)),
}


@contextlib.contextmanager
def _silent(server: PrivateServer) -> Iterator[tuple[Wire, str, str]]:
    """A wire whose silence is noticed soon, and nothing else."""
    with wired(server, SOON) as (wire, url, direct), pytest.MonkeyPatch.context() as patch:
        patch.setattr("replays.library.postgres_connection.monotonic", wire.clock)
        yield wire, url, direct


def _silences(way: str) -> Iterator[Cut]:
    direction, silent = SILENCES[way]
    whole = direction == TO_SERVER and TO_CLIENT in silent
    return (Cut(direction, number, whole, silent=silent) for number in range(1, 200, STEP))


def _refused(do: Callable[[], object]) -> str:
    """Why something was refused; empty if it was done."""
    try:
        do()
    except BadInput as error:
        return str(error)
    return ""


def _database(library: Library) -> PostgresDatabase:
    assert isinstance(library.database, PostgresDatabase)
    return library.database


# At each step --------------------------------------------------------------------------------


@pytest.mark.parametrize("way", SILENCES)
def test_a_wire_that_falls_silent_at_messages_of_an_order(
    way: str, postgres: PrivateServer
) -> None:
    """Whether the order was written is found out; the game is what the library has, and goes on."""
    with _silent(postgres) as (wire, url, direct), Library.open(url, create=True) as library:
        game = library.play("game", SHORT, "wire")
        silences = 0
        for cut in _silences(way):
            wire.arm(cut)
            with contextlib.suppress(BadInput):
                game.do(f"note 'number {cut.number}'")
            wire.disarm()
            assert log_of(direct, "game") == game.log_bytes()
            if not wire.done:
                break
            silences += 1
            game.do("note 'and on'")
        assert log_of(direct, "game") == game.log_bytes()
        assert silences > 1


@pytest.mark.parametrize("way", SILENCES)
def test_a_wire_that_falls_silent_at_messages_of_adding_a_log(
    way: str, postgres: PrivateServer, tmp_path: Path
) -> None:
    """Whoever adds is told the truth; the same again makes it so."""
    game, path = Game.new(SHORT, "wire"), tmp_path / "game.jsonl"
    with _silent(postgres) as (wire, url, direct), Library.open(url, create=True) as library:
        before = b""
        for cut in _silences(way):
            game.do(f"note 'number {cut.number}'")
            path.unlink(missing_ok=True)
            game.save(path)
            wire.arm(cut)
            refused = _refused(lambda: library.add(path))
            assert not refused or "nothing of this was written" in refused
            before = before if refused else path.read_bytes()
            wire.disarm()
            assert (log_of(direct, "game") if library.games() else b"") == before
            library.add(path)
            before = path.read_bytes()
            if not wire.done:
                break
        assert log_of(direct, "game") == before
        assert cut.number > STEP


def test_what_was_committed_in_silence_is_found_out(postgres: PrivateServer) -> None:
    """The COMMIT arrives and its answer does not: the order is there, and counts."""
    with _silent(postgres) as (wire, url, direct), Library.open(url, create=True) as library:
        game = library.play("game", SHORT, "wire")
        for silent in ((TO_CLIENT,), (TO_CLIENT, TO_SERVER)):
            wire.arm(Cut(TO_SERVER, 1, holding=b"COMMIT", silent=silent))
            game.do("note 'there'")
            assert wire.done
        wire.arm(Cut(TO_SERVER, 1, holding=b"COMMIT", whole=False, silent=(TO_SERVER,)))
        with pytest.raises(BadInput, match="nothing of this was written"):
            game.do("note 'not there'")
        assert log_of(direct, "game") == game.log_bytes()
        assert game.log_bytes().count(b'"there"') == 2
        assert b"not there" not in game.log_bytes()


# Who waits -----------------------------------------------------------------------------------


def test_a_server_that_works_is_waited_for(postgres: PrivateServer) -> None:
    """A question that takes much longer than the silence that is borne is answered in the end."""
    url = postgres.url(postgres.new_database()) + SOON
    with Library.open(url, create=True) as library:
        database = _database(library)
        before = database.rows("SELECT pg_backend_pid()")
        assert database.rows("SELECT 1 FROM pg_sleep(1)") == [(1,)]
        assert database.rows("SELECT pg_backend_pid()") == before


@pytest.mark.parametrize("silent", [(TO_CLIENT,), (TO_SERVER,), (TO_CLIENT, TO_SERVER)])
def test_who_waits_for_news_notices_silence(
    silent: tuple[str, ...], postgres: PrivateServer
) -> None:
    """A line that is silent tells no news; so who hears none for long asks, and connects again."""
    with (
        _silent(postgres) as (wire, url, direct),
        Library.open(direct, create=True) as other,
        Library.open(url) as library,
    ):
        game = other.play("game", SHORT, "news")
        number = library.game("game").id
        assert library.database.wait(0, number)  # it begins to listen
        while library.database.wait(0, number):
            pass
        wire.arm(Cut(TO_CLIENT, 1, whole=False, silent=silent))
        game.do("note 'news'")
        while not library.database.wait(0.05, number):
            pass
        assert wire.done
        assert library.game("game").seal == game.seal()


def test_a_watcher_tells_what_came_while_the_line_was_silent(postgres: PrivateServer) -> None:
    """Each entry is told once and in order, whatever the wire swallows."""
    with (
        _silent(postgres) as (wire, url, direct),
        Library.open(direct, create=True) as other,
        Library.open(url) as library,
    ):
        game = other.play("game", SHORT, "news")
        news, seen = watch(library, "game"), list[int]()
        next(news)
        for number in range(1, 4):
            wire.arm(Cut(TO_CLIENT, number, silent=(TO_CLIENT, TO_SERVER)))
            game.do(f"note 'number {number}'")
            while len(seen) < number:
                seen += [entry.n for entry in next(news).entries]
        assert seen == [1, 2, 3]


# Ctrl-C --------------------------------------------------------------------------------------


@pytest.mark.parametrize("often", [1, 2])
@pytest.mark.parametrize("silent", [False, True])
def test_ctrl_c_while_a_commit_is_waited_for(
    often: int, silent: bool, postgres: PrivateServer
) -> None:
    """It is kept until the answer is there, or a second one; the game is what the library has."""
    left = [often]
    with _silent(postgres) as (wire, url, direct), Library.open(url, create=True) as library:
        game = library.play("game", SHORT, "keys")
        ready = _database(library)._session.connection._ready

        def hit(connection: object, wanted: int) -> int:
            if left[0]:
                left[0] -= 1
                raise KeyboardInterrupt
            return ready(wanted)

        if silent:
            wire.arm(Cut(TO_CLIENT, 1, whole=False, holding=b"COMMIT", silent=(TO_CLIENT,)))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("replays.library.postgres_connection.PatientConnection._ready", hit)
            with pytest.raises(KeyboardInterrupt):
                game.do("note 'hit'")
        assert log_of(direct, "game") == game.log_bytes()
        game.do("note 'on'")
        assert log_of(direct, "game") == game.log_bytes()


# A server that stands still ------------------------------------------------------------------


def _processes(server: PrivateServer) -> list[int]:
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text()
    return [server.pid, *map(int, children.split())]


def _send(server: PrivateServer, number: int) -> None:
    for pid in _processes(server):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux's /proc")
def test_a_server_that_stands_still_is_told_and_gone_on_with() -> None:
    """Its machine takes connections and answers nothing; later the truth is told."""
    with (
        private_server() as server,
        wired(server, f"{SOON}&connect_timeout=2") as (wire, url, direct),
        Library.open(url, create=True) as library,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr("replays.library.postgres_connection.monotonic", wire.clock)
        patch.setattr("replays.library.postgres._COMES_BACK", 0.1)
        game = library.play("game", SHORT, "still")
        stop: Callable[[], None] = lambda: _send(server, signal.SIGSTOP)  # noqa: E731
        both = (TO_CLIENT, TO_SERVER)
        wire.arm(Cut(TO_SERVER, 1, holding=b"COMMIT", action=stop, silent=both))
        try:
            said = _refused(lambda: game.do("note 'still'")), _refused(library.games)
        finally:
            _send(server, signal.SIGCONT)
        assert "the server fell silent just when this was written" in said[0]
        assert "no server answers there within the time" in said[1]
        assert "\n" not in "".join(said)
        patch.setattr("replays.library.postgres._COMES_BACK", 30.0)
        later = _refused(lambda: game.do("note 'more'"))
        if later:
            assert "was written after all" in later
            game.catch_up()
            game.do("note 'more'")
        assert log_of(direct, "game") == game.log_bytes()


# Packets that vanish ---------------------------------------------------------------------------

_CLONE_NEWNET: Final = 0x40000000


def _own_network(done: list[object], body: Callable[[], None]) -> None:
    """Do something in a network of this thread's own, which has nothing but itself."""
    try:
        if ctypes.CDLL(None, use_errno=True).unshare(_CLONE_NEWNET):
            done.append(f"no network of its own ({os.strerror(ctypes.get_errno())})")
            return
        subprocess.run(["ip", "link", "set", "lo", "up"], check=True)  # noqa: S607
        body()
    except BaseException as error:  # noqa: BLE001 - it is raised where the test is
        done.append(error)


def _swallow(on: bool) -> str:
    """Let all packets of this network vanish, or none; what the system says against it."""
    shape = ["tbf", "rate", "1kbit", "burst", "1", "latency", "1ms"] if on else []
    words = ["tc", "qdisc", "add" if on else "del", "dev", "lo", "root", *shape]
    return subprocess.run(words, capture_output=True, text=True, check=False).stderr.strip()


def test_packets_that_vanish_are_noticed() -> None:
    """Nothing is sent back, no reset either, as where a cable is pulled: it is told."""
    if os.name != "posix" or os.getuid() != 0 or None in map(shutil.which, ("ip", "tc")):
        pytest.skip("only root can make a network whose packets vanish (it takes ip and tc)")
    done = list[object]()

    def body() -> None:
        with private_server() as server:
            database = server.new_database()
            url = f"{server.net_url(database)}?tcp_user_timeout=500&connect_timeout=2"
            with Library.open(url, create=True) as library:
                game = library.play("game", SHORT, "vanish")
                game.do("note 'here'")
                said = _swallow(True)
                if said:
                    done.append(f"packets cannot be made to vanish here ({said})")
                    return
                with pytest.MonkeyPatch.context() as patch:
                    patch.setattr("replays.library.postgres._COMES_BACK", 0.1)
                    with pytest.raises(BadInput, match=r"was lost|fell silent|no server answers"):
                        game.do("note 'gone'")
                assert not _swallow(False)
                game.do("note 'again'")
                assert b"gone" not in game.log_bytes()
                assert log_of(server.url(database), "game") == game.log_bytes()

    thread = threading.Thread(target=_own_network, args=(done, body))
    thread.start()
    thread.join()
    for each in done:
        if isinstance(each, BaseException):
            raise each
        pytest.skip(str(each))


# What a URL and a server may say ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "patience", "connects"),
    [
        ("", 10.0, "10"),
        ("?tcp_user_timeout=2500", 2.5, "10"),
        ("?tcp_user_timeout=0", None, "10"),
        ("?connect_timeout=3", 10.0, "3"),
    ],
)
def test_a_url_says_how_long_silence_is_borne(
    more: str, patience: float | None, connects: str
) -> None:
    """What libpq calls so holds; 0 is for ever."""
    address = Address.of(f"postgresql://u@h/d{more}")
    assert address.patience == patience
    assert str(address.parameters["connect_timeout"]) == connects


def test_a_variable_says_how_long_a_connection_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`PGCONNECT_TIMEOUT` holds where the URL says nothing."""
    monkeypatch.setenv("PGCONNECT_TIMEOUT", "4")
    assert "connect_timeout" not in Address.of("postgresql://u@h/d").parameters
    assert Address.of("postgresql://h/d?connect_timeout=5").parameters["connect_timeout"] == "5"


@pytest.mark.parametrize("said", ["soon", "1.5", "", "-"])
def test_a_number_that_is_none_is_one_sentence(said: str) -> None:
    """It is told before anybody is asked."""
    with pytest.raises(BadInput, match="a whole number of milliseconds"):
        Address.of(f"postgresql://u@h/d?tcp_user_timeout={said}")


def test_a_server_notices_that_a_member_is_gone(postgres: PrivateServer) -> None:
    """It asks after silent connections soon, and ends a transaction that stands still."""
    url = postgres.net_url(postgres.new_database())
    with Library.open(url, create=True) as library:
        said = [
            library.database.rows("SELECT current_setting(?)", f"tcp_keepalives_{name}")
            for name in ("idle", "interval", "count")
        ]
        assert said == [[("30",)], [("10",)], [("3",)]]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("replays.library.postgres._AT_MOST_IDLE", "50ms")
            pid = _database(library)._session.pid
            with (  # noqa: PT012 - it must stand still in the transaction
                pytest.raises(BadInput, match="nothing of this was written"),
                library.database.writing(),
            ):
                library.database.rows("SELECT 1 FROM game")
                while (pid,) in postgres.do("postgres", "SELECT pid FROM pg_stat_activity"):
                    pass
                library.database.rows("SELECT 1 FROM game")
        assert library.games() == []
