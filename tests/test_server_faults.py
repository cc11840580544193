"""Nothing of a library on a server is lost: wires that break, servers that die, at each step.

``KHAMSIN_ALL_STEPS=1`` does all of it at each message; the suite adds logs and kills at some.
"""

import contextlib
import itertools
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from events.errors import BadInput
from replays.game.game import Game
from replays.library.auditing import audit_game
from replays.library.library import Library
from tests.faults.wire import TO_CLIENT, TO_SERVER, Cut, wired
from tests.postgres import PrivateServer, private_server
from tests.table import scenario

psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed")

SHORT: Final = scenario(turns=1)
STEP: Final = 1 if os.environ.get("KHAMSIN_ALL_STEPS") else 9


def log_of(where: str, name: str) -> bytes:
    """What a library has of a game, read by somebody else; it must be clean."""
    with Library.open(where) as library:
        assert audit_game(library, library.game(name)).clean
        return _bytes(library, name)


def _bytes(library: Library, name: str) -> bytes:
    return b"".join(library.log_bytes(library.game(name)))


def _cuts(way: str, step: int = 1) -> Iterator[Cut]:
    direction, whole, keeps = WAYS[way]
    return (Cut(direction, number, whole, keeps=keeps) for number in itertools.count(1, step))


WAYS: Final = {
    "before an answer arrives": (TO_CLIENT, False, False),
    "after an answer": (TO_CLIENT, True, False),
    "in the middle of a question": (TO_SERVER, False, False),
    "after a question": (TO_SERVER, True, False),
    "after a question, and the server hears of it late": (TO_SERVER, True, True),
}


# The wire breaks -----------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
def test_a_wire_that_breaks_at_each_message_of_an_order(way: str, postgres: PrivateServer) -> None:
    """Whether the order was written is found out; the game is what the library has, and goes on."""
    with (
        wired(postgres) as (wire, url, direct),
        Library.open(url, create=True) as library,
        Library.open(direct) as other,
    ):
        game = library.play("game", SHORT, "wire")
        written = refused = 0
        for cut in _cuts(way):
            wire.arm(cut)
            try:
                game.do(f"note 'number {cut.number}'")
                written += wire.done
            except BadInput:
                refused += 1
            wire.disarm()
            assert _bytes(other, "game") == game.log_bytes()
            if not wire.done:
                break
            game.do("note 'and on'")
        assert log_of(direct, "game") == game.log_bytes()
        assert refused > 3
        assert written > 3


@pytest.mark.parametrize("way", WAYS)
def test_a_wire_that_breaks_at_each_message_of_adding_a_log(
    way: str, postgres: PrivateServer, tmp_path: Path
) -> None:
    """Whoever adds is told the truth; the same again makes it so."""
    game, path = Game.new(SHORT, "wire"), tmp_path / "game.jsonl"
    with (
        wired(postgres) as (wire, url, direct),
        Library.open(url, create=True) as library,
        Library.open(direct) as other,
    ):
        before = b""
        for cut in _cuts(way, min(STEP, 3)):
            game.do(f"note 'number {cut.number}'")
            path.unlink(missing_ok=True)
            game.save(path)
            wire.arm(cut)
            try:
                library.add(path)
                before = path.read_bytes()
            except BadInput:
                pass
            wire.disarm()
            there = [each.name for each in library.games()]
            assert (_bytes(other, "game") if there else b"") == before
            library.add(path)
            before = path.read_bytes()
            if not wire.done:
                break
        assert log_of(direct, "game") == before
        assert cut.number > 10


# The server dies -----------------------------------------------------------------------------


def _killed(server: PrivateServer) -> None:
    """All processes at once, as in a power cut; then it is started again."""
    server.kill()
    server.start()


def _stopped(server: PrivateServer) -> None:
    """At once, and it recovers as after a crash."""
    server.crash()
    server.start()


def _backends_killed(server: PrivateServer) -> None:
    """Each process that serves a client; the server sees that, and recovers by itself."""
    rows = server.do(
        "postgres",
        "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' "
        "AND pid <> pg_backend_pid()",
    )
    for (pid,) in rows:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    server._await()


DEATHS: Final[dict[str, Callable[[PrivateServer], None]]] = {
    "killed": _killed,
    "stopped at once": _stopped,
    "its processes for clients killed": _backends_killed,
}


@pytest.fixture(scope="module")
def mortal() -> Iterator[PrivateServer]:
    """A server for these tests alone, which syncs as a real one does."""
    with private_server(fsync="on", full_page_writes="on") as server:
        yield server


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("death", DEATHS)
def test_a_server_that_dies_at_steps_of_an_order(death: str, mortal: PrivateServer) -> None:
    """What was acknowledged outlives it; the game is what the library has, and goes on."""
    with wired(mortal) as (wire, url, direct), Library.open(url, create=True) as library:
        game = library.play("game", SHORT, "dies")
        for number in itertools.count(1, STEP):
            wire.arm(Cut(TO_SERVER, number, action=lambda: DEATHS[death](mortal)))
            before = game.log_bytes()
            with contextlib.suppress(BadInput):
                game.do(f"note 'number {number}'")
            wire.disarm()
            found = log_of(direct, "game")
            assert found.startswith(before)
            assert found == game.log_bytes()
            if not wire.done:
                break
            game.do("note 'and on'")
        assert number > STEP
        assert log_of(direct, "game") == game.log_bytes()


def test_a_server_that_is_away_is_told_and_what_was_written_meanwhile_too(
    mortal: PrivateServer,
) -> None:
    """Killed after the COMMIT reached it, and not started: nobody can know. Later it is told."""
    with wired(mortal) as (wire, url, direct), Library.open(url, create=True) as library:
        game = library.play("game", SHORT, "away")
        game.do("note 'here'")
        found = list[str]()
        wire.arm(Cut(TO_CLIENT, 1, whole=False, action=mortal.kill, holding=b"COMMIT"))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("replays.library.postgres._COMES_BACK", 0.5)
            with pytest.raises(BadInput):
                game.do("note 'lost'")
        told = game.log_bytes()
        mortal.start()
        try:
            game.do("note 'more'")
        except BadInput as error:
            found.append(str(error))
            game.catch_up()
            game.do("note 'more'")
        log = log_of(direct, "game")
        assert log == game.log_bytes()
        assert log.startswith(told)
        assert b'"lost"' in log
        assert "was written after all" in found[0]


# The server cannot ---------------------------------------------------------------------------


def test_a_server_without_free_connections_is_one_sentence() -> None:
    """Who comes too late is told so; who was there goes on; when somebody leaves, there is room."""
    with private_server(max_connections="8", superuser_reserved_connections="3") as server:
        database = server.new_database()
        server.new_user("member")
        server.do(database, f"GRANT ALL ON DATABASE {database} TO member")
        url = server.net_url(database, "member")
        with Library.open(url, create=True) as library:
            game = library.play("game", SHORT, "full")
            others = list[Any]()
            with contextlib.suppress(psycopg.OperationalError):
                for _ in range(20):
                    others.append(psycopg.connect(url))
            assert len(others) < 20
            with pytest.raises(BadInput, match="has no more connections to give"):
                Library.open(url)
            game.do("note 'still here'")
            for each in others:
                each.close()
        assert log_of(server.url(database), "game") == game.log_bytes()


@contextlib.contextmanager
def _disk(size: str) -> Iterator[Path]:
    """A disk of its own that is soon full."""
    mount, umount = shutil.which("mount"), shutil.which("umount")
    if os.name != "posix" or os.getuid() != 0 or mount is None or umount is None:
        pytest.skip("only root can mount a small disk for a server to fill")
    with tempfile.TemporaryDirectory(prefix="khamsin-") as name:
        Path(name).chmod(0o755)
        options = ["-t", "tmpfs", "-o", f"size={size},mode=755", "none", name]
        done = subprocess.run([mount, *options], capture_output=True, text=True, check=False)
        if done.returncode:
            why = done.stderr.strip()
            pytest.skip(f"this system does not let us mount a small disk ({why})")
        yield Path(name)
        subprocess.run([umount, "-l", name], check=True)


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A disk that has room for a server, and not for much more."""
    with _disk("160m") as disk:
        yield disk


@pytest.fixture
def log_disk() -> Iterator[Path]:
    """A disk that has room for a write-ahead log, and for nothing else."""
    with _disk("80m") as disk:
        yield disk


def _fill(folder: Path) -> Path:
    """A file that leaves no room."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        for size in (1 << 20, 1 << 12):
            with contextlib.suppress(OSError):
                while file.write(bytes(size)) == size:
                    pass
    return filler


def _answers(server: PrivateServer) -> bool:
    try:
        server.do("postgres", "SELECT 1")
    except psycopg.OperationalError:
        return False
    return True


def _long(folder: Path) -> Path:
    """A log that takes some room."""
    long = Game.new(SHORT, "long")
    for number in range(400):
        long.do(f"note '{number} {'long ' * 70}'")
    path = folder / "long.jsonl"
    long.save(path)
    return path


def test_a_server_whose_disk_is_full_loses_nothing(small_disk: Path, tmp_path: Path) -> None:
    """Orders and logs are refused in a sentence while there is no room; with room it goes on."""
    with private_server(small_disk, min_wal_size="32MB", max_wal_size="32MB") as server:
        database = server.new_database()
        direct = server.url(database)
        with Library.open(direct, create=True) as library:
            game = library.play("game", SHORT, "full")
            game.do("note 'room'")
            filler, refused = _fill(small_disk), list[str]()
            path = _long(tmp_path)
            for number in range(200):
                try:
                    library.add(path, f"long {number}")
                    game.do("note 'still room'")
                except BadInput as error:
                    refused.append(str(error))
                    if len(refused) > 2:
                        break
            assert refused
            assert all("\n" not in each for each in refused)
            filler.unlink()
            if not _answers(server):
                server.crash()
                server.start()
            for _ in range(3):
                with contextlib.suppress(BadInput):
                    game.do("note 'room again'")
                    break
            else:
                raise AssertionError("it does not go on")
            assert log_of(direct, "game") == game.log_bytes()
            for each in library.games():
                if each.name != "game":
                    assert b"".join(library.log_bytes(each)) == path.read_bytes()


def test_a_server_whose_write_ahead_log_has_no_room_loses_nothing(
    log_disk: Path, tmp_path: Path
) -> None:
    """It stops at once then, in the middle of anything, and cannot start; with room it goes on."""
    with (
        private_server(wal=log_disk, min_wal_size="32MB", max_wal_size="32MB") as server,
        pytest.MonkeyPatch.context() as patch,
    ):
        direct = server.url(server.new_database())
        with Library.open(direct, create=True) as library:
            game, path = library.play("game", SHORT, "full"), _long(tmp_path)
            filler, refused, added, said = _fill(log_disk), list[str](), list[str](), 0
            patch.setattr("replays.library.postgres._COMES_BACK", 1.0)
            for number in range(400):
                try:
                    added.append(library.add(path, f"long {number}").game.name)
                    game.do(f"note 'number {number}'")
                    said += 1
                except BadInput as error:
                    refused.append(str(error))
                    if len(refused) > 2:
                        break
            assert added
            assert refused
            assert all("\n" not in each for each in refused)
            assert not _answers(server)
            filler.unlink()
            server.crash()
            server.start()
            patch.undo()
            try:
                game.do("note 'room again'")
            except BadInput as error:
                refused.append(str(error))
                game.catch_up()
                game.do("note 'room again'")
            log = log_of(direct, "game")
            assert log == game.log_bytes()
            assert log.count(b"number ") >= said
            there = [each.name for each in library.games() if each.name != "game"]
            assert set(added) <= set(there)
            for name in there:
                assert _bytes(library, name) == path.read_bytes()
