"""A library on a PostgreSQL: rights, passwords, and connections that are lost."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from sqlalchemy import Connection, text

from events.errors import BadInput
from replays.cli.main import main
from replays.library.database import ConnectionLost, DatabaseFailure
from replays.library.index import LibraryGame
from replays.library.library import Library
from replays.library.schema import GAME, LINE
from tests.places import ServerPlaces
from tests.postgres import PrivateServer
from tests.table import scenario

psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed")

CHECKOUT: Final = Path(__file__).parent.parent
LOGS: Final = sorted((CHECKOUT / "tests" / "logs").glob("*.jsonl"))


def _sentence(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command says that must be refused: one line, code 2."""
    assert main(["library", *words]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1, said
    return said


# What is there -------------------------------------------------------------------------------


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
    assert main(["library", "show", "a", *where]) == 0
    assert "only reads now" in _sentence(capsys, "add", str(LOGS[1]), *where)


def test_a_commit_waits_for_the_disk_whatever_the_server_is_set_to(
    postgres: PrivateServer,
) -> None:
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
    assert main(["library", "audit", "--jobs", "2"]) in (0, 1)


# Lost connections ----------------------------------------------------------------------------


def _hang_up(places: ServerPlaces, where: str) -> None:
    """End all connections to a database."""
    places.do(
        where,
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )


@contextmanager
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

        def lost(connection: Any) -> None:
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
    with (
        _library(server_places) as (_, library, game),
        library.play("b", scenario(), "x") as other,
    ):
        with library.database.writing() as connection:
            connection.execute(GAME.update().where(GAME.c.id == game.id).values(moment="x"))
            other.do("wc 3 4")
        assert library.game("b").entries == 2
