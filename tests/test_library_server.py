"""A library on a PostgreSQL: what only a server has, and what every database must do alike."""

import contextlib
import json
import os
import signal
import socket
import sys
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs
import pytest

from events.errors import BadInput
from replays.cli.main import main
from replays.game.game import Game
from replays.library import schema
from replays.library.database import ConnectionLost
from replays.library.library import Library
from replays.library.postgres_tables import translated
from replays.library.results import AUDIT, GameNote, keep, kept
from tests.interrupts import ctrl_c_heard
from tests.places import Places, ServerPlaces
from tests.postgres import PrivateServer, private_server
from tests.table import scenario

psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed")

if TYPE_CHECKING:
    from replays.library.postgres_session import ServerSession

CHECKOUT: Final = Path(__file__).parent.parent
LOGS: Final = sorted((CHECKOUT / "tests" / "logs").glob("*.jsonl"))


def _sentence(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command says that must be refused: one line, code 2."""
    assert main(["library", *words]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1, said
    return said


# What is there -------------------------------------------------------------------------------


def test_games_have_one_order_whatever_the_server_s_language(
    postgres: PrivateServer, tmp_path: Path
) -> None:
    """A server whose texts are sorted as in a dictionary lists games as a file does."""
    names = ["Zug", "a", "Ä", "b-1", "b 1", "B2", "é", "_x", "10", "9"]
    postgres.do(
        "postgres",
        "CREATE DATABASE dictionary TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'de-DE'",
    )
    by_server = postgres.do("dictionary", "SELECT v FROM unnest(ARRAY['Zug', 'a']) v ORDER BY v")
    assert by_server == [("a",), ("Zug",)]
    listed = []
    for where in (postgres.url("dictionary"), tmp_path / "l.db"):
        with Library.open(where, create=True) as library:
            for name in names:
                library.add(LOGS[0], name)
            listed.append([game.name for game in library.games()])
    assert listed[0] == listed[1] == sorted(names)


def test_rows_come_in_pieces(places: Places) -> None:
    """A hundred megabytes of rows are read in the memory of a few."""
    with Library.open(places.new(), create=True) as library:
        game, database = library.add(LOGS[0]).game, library.database
        piece = bytes(1 << 20)
        with database.writing():
            database.rows("DELETE FROM line")
            database.many(
                "INSERT INTO line (game, number, raw) VALUES (?, ?, ?)",
                ((game.id, number, piece) for number in range(100)),
            )
        tracemalloc.start()
        size = sum(len(raw) for (raw,) in database.stream("SELECT raw FROM line ORDER BY number"))
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert size == 100 << 20
        assert most < 20 << 20


def test_who_reads_can_write_meanwhile(places: Places) -> None:
    """Rows that are half read stay what they were, and can be read to their end."""
    many = 10_000
    with Library.open(places.new(), create=True) as library:
        game, database = library.add(LOGS[0]).game, library.database
        insert = "INSERT INTO fact (game, kind, value, entry) VALUES (?, 'rule', ?, 1)"
        with database.writing():
            database.many(insert, ((game.id, f"x{n:06}") for n in range(many)))
        which = "SELECT value FROM fact WHERE kind = 'rule' AND value LIKE 'x%' ORDER BY value"
        rows, others = database.stream(which), database.stream(which)
        assert next(rows) == next(others) == ("x000000",)
        with database.writing():
            database.rows("UPDATE game SET moment = 'now' WHERE id = ?", game.id)
        del others
        assert sum(1 for _ in rows) == many - 1
        assert library.game(game.name).moment == "now"


def test_a_transaction_reads_what_it_has_written(places: Places) -> None:
    """Rows that are read in a transaction are those of it; what is not right there is told."""
    with Library.open(places.new(), create=True) as library:
        game, database = library.add(LOGS[0]).game, library.database
        with database.writing():
            database.rows("UPDATE line SET number = number + 1000 WHERE number > 3")
            rows = database.stream("SELECT number FROM line ORDER BY number")
            assert [next(rows) for _ in range(4)][-1] == (1004,)
            assert len(list(database.stream("SELECT number FROM line"))) == game.entries + 1
        with pytest.raises(BadInput, match="cannot be used"):
            list(database.stream("SELECT nothing FROM line"))
        assert library.games() == [game]


def test_names_with_nul_are_kept_without_it(places: Places, tmp_path: Path) -> None:
    """A log may say what PostgreSQL cannot keep as text; it comes out as it went in even so."""
    path = tmp_path / "nul.jsonl"
    Game.new(attrs.evolve(scenario(), name="Dune\0s"), "s").save(path)
    where = places.new()
    with Library.open(where, create=True) as library:
        game = library.add(path).game
        assert game.scenario == "Dunes"
        assert b"".join(library.log_bytes(game)) == path.read_bytes()
        for name in ("a\0b", "\ud800"):
            with pytest.raises(BadInput, match="has no game"):
                library.game(name)
            with pytest.raises(BadInput, match="printable characters"):
                library.add(path, name)
    assert main(["library", "search", "--scenario", "dunes", "--library", where]) == 0
    assert main(["library", "audit", "--library", where]) == 0


# Waiting -------------------------------------------------------------------------------------


def test_who_waits_hears_of_a_change(places: Places) -> None:
    """A change since the last look is told at once, one that comes while waiting then, else no."""
    where = places.new()
    with Library.open(where, create=True) as writer, Library.open(where) as reader:
        reader.database.wait(0)
        assert not reader.database.wait(0)
        game = writer.add(LOGS[0]).game
        assert reader.database.wait(5, game.id)
        assert not reader.database.wait(0, game.id)
        thread = threading.Thread(target=_tell_anew, args=[where, game.id])
        thread.start()
        assert reader.database.wait(30, game.id)
        thread.join()


def _tell(library: Library, game: int) -> None:
    with library.database.writing():
        library.database.rows("UPDATE game SET moment = moment || '.'")
        library.database.tell(game)


def _tell_anew(where: str, game: int) -> None:
    with Library.open(where) as library:
        _tell(library, game)


def test_who_waits_for_a_game_is_not_woken_by_others(server_places: ServerPlaces) -> None:
    """A server says which game has changed; what was rolled back is not told."""
    where = server_places.new()
    with Library.open(where, create=True) as writer, Library.open(where) as reader:
        one, two = writer.add(LOGS[0]).game, writer.add(LOGS[1]).game
        reader.database.wait(0)
        _tell(writer, one.id)
        assert not reader.database.wait(0.2, two.id)
        with contextlib.suppress(KeyError), writer.database.writing():
            writer.database.tell(two.id)
            raise KeyError
        assert not reader.database.wait(0.2, two.id)
        _tell(writer, two.id)
        assert reader.database.wait(5, two.id)


# Tables that are not ours --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE made_by SET version = 3", "tables of version 3, and this Khamsin knows 2"),
        ("UPDATE made_by SET version = 0", "tables of version 0"),
        ("UPDATE made_by SET application = 1", "is of another program"),
        ("DELETE FROM made_by", "is of another program"),
        ("DROP TABLE made_by", "is of another program"),
        ("ALTER TABLE game ADD COLUMN more TEXT", "were changed by another program"),
        ("ALTER TABLE game ALTER torn DROP NOT NULL", "were changed by another program"),
        ("ALTER TABLE game ALTER name TYPE TEXT", "were changed by another program"),
        ("ALTER TABLE line SET UNLOGGED", "were changed by another program"),
        ("ALTER TABLE line DROP CONSTRAINT line_game_fkey", "were changed by another program"),
        ("ALTER TABLE line DISABLE TRIGGER ALL", "were changed by another program"),
        ("ALTER TABLE game ENABLE ROW LEVEL SECURITY", "were changed by another program"),
        ("DROP INDEX fact_by_value", "were changed by another program"),
        ("DROP TABLE snapshot", "were changed by another program"),
        ("CREATE VIEW v AS SELECT 1", "were changed by another program"),
        ("CREATE RULE r AS ON INSERT TO game DO INSTEAD NOTHING", "were changed by another"),
        ("CREATE TRIGGER t BEFORE UPDATE ON game EXECUTE FUNCTION "
         "suppress_redundant_updates_trigger()", "were changed by another program"),
        ("CREATE FUNCTION substr(bytea, integer, smallint) RETURNS bytea LANGUAGE sql "
         "AS 'SELECT $1'", "were changed by another program"),
    ],
)  # fmt: skip
def test_tables_on_a_server_that_are_not_ours_are_refused(
    change: str, said: str, server_places: ServerPlaces, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another version, mark, column, rule, trigger or function: one sentence, nothing written."""
    with server_places.passing() as where:
        Library.open(where, create=True).close()
        server_places.do(where, change)
        assert said in _sentence(capsys, "add", str(LOGS[0]), "--library", where)
        assert server_places.do(where, "SELECT * FROM game") == []


def test_a_schema_of_another_program_is_refused_and_an_empty_one_taken(
    server_places: ServerPlaces, capsys: pytest.CaptureFixture[str]
) -> None:
    """No library, and a schema of our name that has other things, are told apart."""
    where = server_places.new()
    assert "there is no library in this database" in _sentence(capsys, "list", "--library", where)
    server_places.do(where, "CREATE SCHEMA khamsin", "CREATE TABLE khamsin.recipes (name TEXT)")
    assert "is of another program" in _sentence(capsys, "add", str(LOGS[0]), "--library", where)
    server_places.do(where, "DROP TABLE recipes")
    assert main(["library", "add", str(LOGS[0]), "--library", where]) == 0


def test_what_else_is_in_the_database_does_not_matter(server_places: ServerPlaces) -> None:
    """Tables of the same names in `public`, or of a session, are not taken for the library's."""
    where = server_places.new()
    server_places.do(
        where, "CREATE TABLE public.game (id TEXT)", "CREATE TABLE public.line (a TEXT)"
    )
    with Library.open(where, create=True) as library:
        library.database.rows("CREATE TEMPORARY TABLE game (name TEXT)")
        assert library.add(LOGS[0]).fresh
        assert len(library.games()) == 1


def test_a_database_that_keeps_text_otherwise_is_refused(
    postgres: PrivateServer, capsys: pytest.CaptureFixture[str]
) -> None:
    """A database in Latin-1 cannot have every name, and is not begun."""
    make = "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0"
    postgres.do("postgres", make)
    words = ("add", str(LOGS[0]), "--library", postgres.url("latin"))
    assert "keeps text as LATIN1" in _sentence(capsys, *words)


# Older tables --------------------------------------------------------------------------------

NEXT: Final = "CREATE TABLE told (\n  game INTEGER NOT NULL,\n  word TEXT NOT NULL\n) STRICT"


def _next_version(patch: pytest.MonkeyPatch, *steps: str) -> None:
    """Let this engine be one whose tables are of the next version: one more, another index."""
    statements = [each for each in schema.STATEMENTS if "INDEX fact_by_value" not in each]
    now = schema.SCHEMA
    patch.setattr(schema, "SCHEMA", now + 1)
    patch.setattr(
        schema,
        "STATEMENTS",
        (*statements, NEXT, "CREATE INDEX fact_by_entry ON fact (kind, value, entry)"),
    )
    patch.setattr(schema, "STEPS", {now: steps})


STEPS: Final = (
    "DROP INDEX fact_by_value",
    "CREATE INDEX fact_by_entry ON fact (kind, value, entry)",
    NEXT,
    "INSERT INTO told SELECT id, scenario FROM game",
)


def test_a_library_of_an_older_engine_is_brought_forward(
    places: Places, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Refused at first with the command that helps, then as good as one that was made so."""
    where = places.new()
    with Library.open(where, create=True) as library:
        games = [library.add(log).game for log in LOGS[:3]]
    assert main(["library", "upgrade", "--library", where]) == 0
    now = schema.SCHEMA
    assert f"tables of version {now} already" in capsys.readouterr().out
    _next_version(monkeypatch, *STEPS)
    assert "`khamsin library upgrade`" in _sentence(capsys, "list", "--library", where)
    assert main(["library", "upgrade", "--library", where]) == 0
    assert f"from version {now} to {now + 1}" in capsys.readouterr().out
    with Library.open(where) as library:
        assert library.games() == games
        assert library.database.rows("SELECT count(*) FROM told") == [(3,)]
        assert library.add(LOGS[3]).fresh
    monkeypatch.undo()
    assert "a newer one reads it" in _sentence(capsys, "list", "--library", where)
    assert "a newer one reads it" in _sentence(capsys, "upgrade", "--library", where)


def test_who_has_an_older_engine_writes_nothing_once_tables_are_newer(places: Places) -> None:
    """A host that runs for days does not write into tables that were brought forward meanwhile."""
    where, newer = places.new(), f"= {schema.SCHEMA + 1}"
    marks = {"SQLite": "PRAGMA user_version ", "PostgreSQL": "UPDATE made_by SET version "}
    with Library.open(where, create=True) as library, library.play("a", scenario(), "s") as game:
        game.do("wc 3 4")
        places.do(where, marks[places.kind] + newer)
        with pytest.raises(BadInput, match="a newer one reads it"):
            game.do("note late")
        with pytest.raises(BadInput, match="a newer one reads it"):
            library.add(LOGS[0])
        assert [each.entries for each in library.games()] == [len(game.entries)] == [2]


def test_a_transaction_is_of_the_thread_that_began_it(places: Places) -> None:
    """Another thread cannot read or write in it, nor end it; it can before and after."""
    said = list[str]()

    def look() -> None:
        for work in (library.games, lambda: library.add(LOGS[1])):
            try:
                work()
            except BadInput as error:
                said.append(error.what)

    def elsewhere() -> list[str]:
        said.clear()
        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
        return said

    with Library.open(places.new(), create=True) as library:
        game = library.add(LOGS[0]).game
        assert elsewhere() == []
        with library.database.writing():
            library.database.rows("UPDATE game SET moment = 'now' WHERE id = ?", game.id)
            assert ["another thread is writing" in each for each in elsewhere()] == [True, True]
        assert library.game(game.name).moment == "now"
        assert elsewhere() == []


def test_ctrl_c_in_a_read_leaves_nothing_behind(server_places: ServerPlaces) -> None:
    """Whoever stops a long read goes on with the same library, and can write."""
    with _library(server_places) as (_, library, game):
        reader = threading.get_ident()
        timer = threading.Timer(0.3, signal.pthread_kill, [reader, signal.SIGINT])
        with ctrl_c_heard():
            timer.start()
            with pytest.raises(KeyboardInterrupt):
                list(library.database.stream("SELECT pg_sleep(30)"))
        timer.join()
        assert library.game("a") == game
        assert library.add(LOGS[0]).fresh


VERSION_1: Final = """CREATE TABLE audited (
  game INTEGER NOT NULL PRIMARY KEY REFERENCES game (id),
  seal TEXT NOT NULL,
  engine TEXT NOT NULL,
  findings INTEGER NOT NULL
) STRICT"""
"""The table that version 1 had, and version 2 has not."""


def test_a_library_of_version_1_is_brought_forward(
    places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its games stay as they are, and are audited anew, since all that is found is kept now."""
    where = places.new()
    with Library.open(where, create=True) as library:
        games = [library.add(log).game for log in LOGS[:2]]
    old, mark = VERSION_1, "PRAGMA user_version = 1"
    if places.kind == "PostgreSQL":
        old, mark = translated(old), "UPDATE made_by SET version = 1"
    places.do(where, "DROP TABLE result", old, mark)
    assert "`khamsin library upgrade`" in _sentence(capsys, "audit", "--library", where)
    assert main(["library", "upgrade", "--library", where]) == 0
    assert "from version 1 to 2" in capsys.readouterr().out
    with Library.open(where) as library:
        assert library.games() == games
    assert main(["library", "audit", "--library", where]) in (0, 1)
    assert "2 games audited" in capsys.readouterr().out


@pytest.mark.parametrize(
    "steps",
    [
        STEPS[:2],
        (*STEPS, "CREATE TABLE game (a TEXT)"),
        (*STEPS, "CREATE INDEX z ON fact (kind)"),
    ],
)
def test_a_library_that_cannot_be_brought_forward_is_as_it_was(
    steps: tuple[str, ...],
    places: Places,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A step that fails, or does not lead to the tables that are wanted, leaves all as it was."""
    where = places.new()
    with Library.open(where, create=True) as library:
        games = [library.add(log).game for log in LOGS[:2]]
    with pytest.MonkeyPatch.context() as patch:
        _next_version(patch, *steps)
        _sentence(capsys, "upgrade", "--library", where)
    with Library.open(where) as library:
        assert library.games() == games


def test_a_dump_is_a_backup(server_places: ServerPlaces) -> None:
    """What `pg_dump` writes of a library makes the same in an empty database, and it goes on."""
    server, other = server_places.server, server_places.new()
    with _library(server_places) as (where, library, _):
        dump = server.run("pg_dump", "--schema=khamsin", where)
        server.run("psql", "--quiet", "--set=ON_ERROR_STOP=1", other, given=dump)
        with Library.open(other) as copy:
            assert copy.games() == library.games()
            assert b"".join(copy.log_bytes(copy.game("a"))) == LOGS[1].read_bytes()
            assert copy.add(LOGS[0]).fresh


# Who may what --------------------------------------------------------------------------------


def test_a_user_who_may_only_read_reads(
    postgres: PrivateServer, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Commands that read work for him; each that writes is one sentence with his name."""
    database = postgres.new_database()
    with Library.open(postgres.url(database), create=True) as library:
        library.add(LOGS[1], "a")
    postgres.new_user("guest")
    where, log = ["--library", postgres.url(database, "guest")], str(LOGS[0])
    assert "'guest' may not read this library" in _sentence(capsys, "list", *where)
    postgres.do(database, "GRANT USAGE ON SCHEMA khamsin TO guest")
    assert "'guest' may not read this library" in _sentence(capsys, "list", *where)
    postgres.do(database, "GRANT SELECT ON ALL TABLES IN SCHEMA khamsin TO guest")
    for words in (["list"], ["show", "a"], ["search", "--dice", "seed"]):
        assert main(["library", *words, *where]) == 0
    assert main(["library", "export", "a", "-o", str(tmp_path / "a.jsonl"), *where]) == 0
    assert (tmp_path / "a.jsonl").read_bytes() == LOGS[1].read_bytes()
    capsys.readouterr()
    assert "'guest' may not write in this library" in _sentence(capsys, "add", log, *where)
    assert "'guest' may not write in this library" in _sentence(capsys, "audit", *where)


def test_a_recorder_need_not_be_able_to_change_lines(postgres: PrivateServer) -> None:
    """With the rights that docs/library.md gives to members, games are added and audited."""
    database = postgres.new_database()
    Library.open(postgres.url(database), create=True).close()
    for name in ("member", "visitor"):
        postgres.new_user(name)
    said = (CHECKOUT / "docs" / "library.md").read_text()
    grants = [line.strip() for line in said.splitlines() if line.strip().startswith("GRANT ")]
    assert len(grants) > 3
    for grant in grants:
        postgres.do(database, grant.replace("members", "member").replace("guests", "visitor"))
    with Library.open(postgres.url(database, "member")) as library:
        half = LOGS[1].read_bytes().splitlines(keepends=True)
        assert library.add(LOGS[1]).entries == len(half) - 1
        for change in ("DELETE FROM line", "UPDATE line SET raw = raw", "DELETE FROM game"):
            with pytest.raises(BadInput, match="may not write"), library.database.writing():
                library.database.rows(change)
    assert main(["library", "audit", "--library", postgres.url(database, "member")]) in (0, 1)


def test_who_had_rights_has_them_once_tables_are_brought_forward(
    postgres: PrivateServer, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever brings them forward, a superuser too: members, guests and the owner go on."""
    database = postgres.new_database()
    for name in ("keeper", "recorder", "looker"):
        postgres.new_user(name)
    postgres.do(database, f'GRANT CREATE ON DATABASE {database} TO "keeper"')
    owner, mine = postgres.url(database, "keeper"), postgres.url(database, "recorder")
    with Library.open(owner, create=True) as library:
        library.add(LOGS[0], "a")
    old = "RESET ROLE", "SET search_path = khamsin", translated(VERSION_1)
    postgres.do(database, *old, "DROP TABLE result", "UPDATE made_by SET version = 1")
    postgres.do(
        database,
        'ALTER TABLE khamsin.audited OWNER TO "keeper"',
        "GRANT USAGE ON SCHEMA khamsin TO recorder, looker",
        "GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA khamsin TO recorder",
        "GRANT UPDATE ON khamsin.game, khamsin.audited TO recorder",
        "GRANT DELETE ON khamsin.fact, khamsin.snapshot, khamsin.audited TO recorder",
        "GRANT SELECT ON ALL TABLES IN SCHEMA khamsin TO looker WITH GRANT OPTION",
    )
    assert main(["library", "upgrade", "--library", postgres.url(database)]) == 0
    for where in (mine, owner):
        assert main(["library", "audit", "--again", "--library", where]) in (0, 1)
        assert main(["library", "audit", "--library", where]) in (0, 1)
    assert main(["library", "list", "--library", postgres.url(database, "looker")]) == 0
    capsys.readouterr()
    assert "may not write" in _sentence(
        capsys, "audit", "--again", "--library", postgres.url(database, "looker")
    )
    asked = (
        "SELECT grantee, privilege_type, is_grantable FROM information_schema.role_table_grants "
    )
    found = postgres.do(database, f"{asked} WHERE table_name = 'result' AND grantee <> 'keeper'")
    assert set(found) == {
        *(("recorder", right, "NO") for right in ("SELECT", "INSERT", "UPDATE", "DELETE")),
        ("looker", "SELECT", "YES"),
    }


def test_a_server_that_only_reads_now_is_one_sentence(
    postgres: PrivateServer, capsys: pytest.CaptureFixture[str]
) -> None:
    """As a standby does: reading goes on, and who writes is told."""
    database = postgres.new_database()
    with Library.open(postgres.url(database), create=True) as library:
        library.add(LOGS[0], "a")
    postgres.do("postgres", f"ALTER DATABASE {database} SET default_transaction_read_only = on")
    where = ["--library", postgres.url(database)]
    assert main(["library", "show", "a", *where]) == 0
    assert "only be read from now" in _sentence(capsys, "add", str(LOGS[1]), *where)


# URLs and passwords --------------------------------------------------------------------------


def test_a_password_is_never_shown(
    postgres: PrivateServer, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is wrong with a URL or a server is one sentence, in which no password stands."""
    database = postgres.new_database()
    good, secret = postgres.net_url(database), "x7Hidden"
    for url, said in (
        (postgres.net_url(database, password=secret), "refuses this user or this password"),
        (postgres.net_url("nothing"), "has no such database"),
        (postgres.net_url(database, password=""), "asks for a password"),
        (postgres.net_url(database, "nobody", secret), "refuses this user or this password"),
        (postgres.url(database, "nobody"), "knows no such user"),
        (good.replace(f":{postgres.port}", ":1"), "no server answers there"),
        (f"{good}?sslmode=require&sslpassword={secret}", "does not support SSL"),
        (f"{good}?sslmode={secret[:2]}", "no connection to this server"),
        (f"{good}?{secret}=1", "not a URL that PostgreSQL knows"),
        (f"postgresql://a:{secret}/1@here/x", "not a URL that PostgreSQL knows"),
        (f"postgresql://a:1/{secret}@here/x", "not a URL that PostgreSQL knows"),
        (f"postgresql://a:{secret}@here@there/x", "not a URL that PostgreSQL knows"),
        (f"postgresql://a:{secret}@[::1/x", "not a URL that PostgreSQL knows"),
        (f"postgresql://a:{secret}%00@here/x", "not a URL that PostgreSQL knows"),
        (f"mysql://a:{secret}@here/x", "a library is a file, or a URL"),
        ("postgresql://?service=nobody", "no such service"),
    ):
        told = _sentence(capsys, "list", "--library", url)
        assert said in told, url
        assert secret not in told
        assert postgres.password not in told
    assert main(["library", "add", str(LOGS[0]), "--library", good]) == 0
    assert main(["library", "list", "--json", "--library", good]) == 0
    assert postgres.password not in capsys.readouterr().out
    with Library.open(good) as library:
        assert postgres.password not in repr(library.database) + library.where
        with pytest.raises(BadInput) as error:
            library.game("nobody")
        assert postgres.password not in str(error.value)


def test_a_library_is_named_as_libpq_names_a_server(
    postgres: PrivateServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both schemes, sockets, the environment, passfiles and services lead to the same library."""
    database, port = postgres.new_database(), postgres.port
    with Library.open(postgres.url(database), create=True) as library:
        library.add(LOGS[0], "a")
    passfile, services = tmp_path / "pass", tmp_path / "services"
    passfile.write_text(f"127.0.0.1:{port}:{database}:khamsin:{postgres.password}\n")
    passfile.chmod(0o600)
    services.write_text(f"[club]\nhost={postgres.folder}\nport={port}\ndbname={database}\n")
    monkeypatch.setenv("PGSERVICEFILE", str(services))
    net = f"khamsin@127.0.0.1:{port}/{database}"
    for url in (
        postgres.url(database).replace("postgresql://", "postgres://"),
        f"postgresql:///{database}?host={postgres.folder}&port={port}&user=khamsin",
        f"postgresql://khamsin@{str(postgres.folder).replace('/', '%2F')}:{port}/{database}",
        f"postgresql://{net}?passfile={passfile}&sslmode=disable",
        f"postgresql://khamsin@127.0.0.1:1,127.0.0.1:{port}/{database}?passfile={passfile}",
        "postgresql://khamsin@?service=club",
    ):
        with Library.open(url) as library:
            assert [game.name for game in library.games()] == ["a"]
            assert library.where.startswith("postgresql://")
    monkeypatch.setenv("PGPASSWORD", postgres.password)
    monkeypatch.setenv("KHAMSIN_LIBRARY", f"postgresql://{net}")
    with Library.open() as library:
        assert library.where == f"postgresql://{net}"
    assert main(["library", "audit", "--jobs", "2"]) in (0, 1)


def test_processes_get_the_password_from_the_environment_s_url(
    postgres: PrivateServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An audit in processes opens the library again with all that the URL said."""
    database = postgres.new_database()
    monkeypatch.setenv("KHAMSIN_LIBRARY", postgres.net_url(database))
    assert main(["library", "add", *map(str, LOGS[:3])]) == 0
    assert main(["library", "audit", "--jobs", "2"]) in (0, 1)
    with Library.open() as library:
        assert len(library.database.rows("SELECT game FROM result")) == 3


def test_without_psycopg_a_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A plain installation has no PostgreSQL; the extra is named."""
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    said = _sentence(capsys, "list", "--library", "postgresql://a@here/b")
    assert "pip install 'khamsin[postgres]'" in said
    monkeypatch.undo()
    monkeypatch.delitem(sys.modules, "replays.library.postgres", raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    said = _sentence(capsys, "list", "--library", "postgresql://a@here/b")
    assert "pip install 'khamsin[postgres]'" in said


# Trouble with the server ---------------------------------------------------------------------


def _hang_up(places: ServerPlaces, where: str) -> None:
    """End every other connection to a database, as an administrator does."""
    places.do(
        where,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )


@contextlib.contextmanager
def _library(places: ServerPlaces) -> Iterator[tuple[str, Library, Any]]:
    with places.passing() as where, Library.open(where, create=True) as library:
        game = library.add(LOGS[1], "a").game
        yield where, library, game


def test_who_reads_is_connected_again(server_places: ServerPlaces) -> None:
    """A connection that was lost between two looks is not even noticed."""
    with _library(server_places) as (where, library, game):
        for _ in range(3):
            _hang_up(server_places, where)
            assert library.game("a") == game
            _hang_up(server_places, where)
            assert b"".join(library.log_bytes(game)) == LOGS[1].read_bytes()
            _hang_up(server_places, where)
            library.add(LOGS[0])
            _hang_up(server_places, where)
            assert library.database.wait(5)


def test_a_connection_lost_while_rows_come_is_told(server_places: ServerPlaces) -> None:
    """Rows that were half read cannot be gone on with; the next look works."""
    with _library(server_places) as (where, library, game):
        insert = "INSERT INTO fact (game, kind, value, entry) VALUES (?, 'rule', ?, 1)"
        with library.database.writing():
            library.database.many(insert, ((game.id, f"x{n}") for n in range(9999)))
        rows = library.database.stream("SELECT value FROM fact")
        next(rows)
        _hang_up(server_places, where)
        with pytest.raises(ConnectionLost, match="was lost; try again"):
            list(rows)
        assert library.game("a") == game


def _written(places: ServerPlaces, where: str, library: Library, *, more: bool) -> None:
    """Write, lose the connection, and commit, or write more before that."""
    with library.database.writing():
        library.database.rows("UPDATE game SET moment = 'lost'")
        _hang_up(places, where)
        if more:
            library.database.rows("UPDATE game SET moment = 'lost'")


def test_a_connection_lost_before_the_commit_has_written_nothing(
    server_places: ServerPlaces,
) -> None:
    """It is said that nothing was; and so it is."""
    with _library(server_places) as (where, library, game):
        with pytest.raises(ConnectionLost, match="nothing of this was written") as error:
            _written(server_places, where, library, more=True)
        assert not error.value.unknown
        assert library.game("a") == game


def test_a_connection_lost_in_the_commit_is_told_as_unknown(server_places: ServerPlaces) -> None:
    """Nobody here can know; so it is said that it may be there or not."""
    with _library(server_places) as (where, library, game):
        with pytest.raises(ConnectionLost, match="may be there or not") as error:
            _written(server_places, where, library, more=False)
        assert error.value.unknown
        assert library.game("a") == game


Commit = Callable[["ServerSession"], str]


def _then_lost(session: "ServerSession") -> str:
    """Commit, and lose the connection before the answer comes."""
    session.connection.pgconn.exec_(b"COMMIT")
    raise _broken(session)


def _lost_before(session: "ServerSession") -> str:
    """Lose the connection before the commit reaches the server."""
    raise _broken(session)


def _lost_on_its_way(session: "ServerSession") -> str:
    """Lose the connection while the server is still busy, and about to commit."""
    session.connection.pgconn.send_query(b"SELECT pg_sleep(1.5); COMMIT")
    while session.connection.pgconn.flush():
        pass
    raise _broken(session)


def _broken(session: "ServerSession") -> Exception:
    with socket.socket(fileno=os.dup(session.connection.pgconn.socket)) as wire:
        wire.shutdown(socket.SHUT_RDWR)
    session.connection.close()
    lost: Exception = psycopg.OperationalError("the connection is lost")
    return lost


@pytest.mark.parametrize("commit", [_then_lost, _lost_before, _lost_on_its_way])
def test_what_became_of_a_log_is_found_out_after_a_lost_connection(
    commit: Commit, server_places: ServerPlaces, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever adds is told the truth: it is there, or nothing of it is, now and later."""
    with _library(server_places) as (where, library, _):
        with monkeypatch.context() as patch:
            patch.setattr("replays.library.postgres_session.ServerSession.commit", commit)
            if commit is _then_lost:
                assert library.add(LOGS[2], "b").entries > 0
            else:
                with pytest.raises(ConnectionLost):
                    library.add(LOGS[2], "b")
        time.sleep(2 if commit is _lost_on_its_way else 0)
        with Library.open(where) as another:
            there = [game.name for game in another.games()]
        assert there == (["a", "b"] if commit is _then_lost else ["a"])
        assert library.add(LOGS[2], "b").fresh == (commit is not _then_lost)


@pytest.mark.parametrize("commit", [_then_lost, _lost_before, _lost_on_its_way])
def test_what_became_of_an_order_is_found_out_after_a_lost_connection(
    commit: Commit, server_places: ServerPlaces, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who plays goes on after the order that was written, or gives it again; nothing is twice."""
    with Library.open(server_places.new(), create=True) as library:
        game = library.play("game", scenario(), "s")
        game.do("wc 3 4")
        with monkeypatch.context() as patch:
            patch.setattr("replays.library.postgres_session.ServerSession.commit", commit)
            if commit is _then_lost:
                game.do("note here")
            else:
                with pytest.raises(BadInput, match="lost"):
                    game.do("note here")
        time.sleep(2 if commit is _lost_on_its_way else 0)
        game.do("note there")
        notes = ["here", "there"] if commit is _then_lost else ["there"]
        log = b"".join(library.log_bytes(library.game("game")))
        told = [json.loads(line)["do"].get("text") for line in log.splitlines()[1:]]
        assert [note for note in told if note] == notes
        assert library.game("game").seal == game.seal()


def test_a_commit_that_the_server_gave_up_is_not_taken_for_one(
    server_places: ServerPlaces,
) -> None:
    """After a failed statement PostgreSQL answers COMMIT by rolling back; that is an error here."""

    def write(library: Library) -> None:
        with library.database.writing():
            library.database.rows("UPDATE game SET moment = 'lost'")
            with contextlib.suppress(BadInput):
                library.database.rows("UPDATE game SET moment = NULL")

    with _library(server_places) as (_, library, game):
        with pytest.raises(BadInput, match="nothing of it was written"):
            write(library)
        assert library.game("a") == game


def test_who_waits_too_long_for_another_writer_is_told(server_places: ServerPlaces) -> None:
    """A row that somebody keeps locked is waited for, not for ever."""
    with _library(server_places) as (where, library, _), Library.open(where) as other:
        assert other.database.rows("SELECT current_setting('lock_timeout')") == [("30s",)]
        other.database.rows("SELECT set_config('lock_timeout', '100ms', false)")
        with library.database.writing():
            library.database.rows("UPDATE game SET moment = moment")
            with pytest.raises(BadInput, match="has been writing this library all the while"):
                _tell(other, 1)
        _tell(other, 1)


def test_a_server_that_has_no_time_is_told(server_places: ServerPlaces) -> None:
    """A statement that the server stops after its own limit is one sentence; the next one works."""
    with _library(server_places) as (_, library, game):
        library.database.rows("SELECT set_config('statement_timeout', '20ms', false)")
        with pytest.raises(BadInput, match="time for this ran out"):
            library.database.rows("SELECT pg_sleep(60)")
        assert library.game("a") == game


def test_two_who_audit_the_same_games_do_not_disturb_each_other(places: Places) -> None:
    """Whatever two keep of the same games at once, each game has what one of them found."""
    rounds, wrong = 15, list[BaseException]()
    with places.passing() as where, Library.open(where, create=True) as library:
        games = [library.add(log).game for log in LOGS[:3]]
        both = threading.Barrier(2)

        def audit(name: str) -> None:
            with Library.open(where) as mine:
                for n in range(rounds):
                    rules = frozenset({f"{name}{n}", f"{name}{n}.1"})
                    found = [GameNote(game, name.encode(), 2, rules) for game in games]
                    both.wait()
                    try:
                        keep(mine, AUDIT, found)
                    except BadInput as error:
                        wrong.append(error)

        threads = [threading.Thread(target=audit, args=[name]) for name in "ab"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert wrong == []
        said = {body.decode() for _, _, body in kept(library, AUDIT)}
        last = f"{rounds - 1}"
        sql = "SELECT value FROM fact WHERE kind = 'finding' ORDER BY value"
        now = [value for (value,) in library.database.rows(sql)]
        assert len(said) == 1
        assert now == sorted([said.copy().pop() + last, said.pop() + last + ".1"] * 3)


def test_two_who_wait_for_each_other_are_told_apart(server_places: ServerPlaces) -> None:
    """Of two writers in a deadlock one is refused and has written nothing, the other goes on."""
    with _library(server_places) as (where, library, one):
        two, said = library.add(LOGS[0], "b").game, list[str]()
        both = threading.Barrier(2)

        def write(first: int, second: int) -> None:
            with Library.open(where) as mine, contextlib.suppress(BadInput):
                try:
                    with mine.database.writing():
                        change = "UPDATE game SET moment = moment || ? WHERE id = ?"
                        mine.database.rows(change, str(first), first)
                        both.wait()
                        mine.database.rows(change, str(first), second)
                except BadInput as error:
                    said.append(error.what)
                    raise

        threads = [
            threading.Thread(target=write, args=pair)
            for pair in ((one.id, two.id), (two.id, one.id))
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(said) == 1
        assert "so try again" in said[0]
        now = {library.game(game.name).moment.removeprefix(game.moment) for game in (one, two)}
        assert now in ({str(one.id)}, {str(two.id)})


def test_a_commit_waits_for_the_disk_whatever_the_server_is_set_to(
    postgres: PrivateServer, server_places: ServerPlaces
) -> None:
    """A database, or a user, that is set to acknowledge early does not do so for a library."""
    database = postgres.new_database()
    Library.open(postgres.url(database), create=True).close()
    for given, taken in (("off", "on"), ("local", "on"), ("remote_apply", "remote_apply")):
        postgres.do("postgres", f"ALTER DATABASE {database} SET synchronous_commit = {given}")
        with Library.open(postgres.url(database)) as library:
            now = library.database.rows("SELECT current_setting('synchronous_commit')")
            assert now == [(taken,)]


def test_rows_without_a_game_are_damage(places: Places) -> None:
    """What the rules of the tables forbid can be there after a superuser was; it is told."""
    where = places.new()
    with Library.open(where, create=True) as library:
        library.add(LOGS[0], "a")
        assert library.database.damage() == ""
    off = {
        "SQLite": "PRAGMA foreign_keys = OFF",
        "PostgreSQL": "SET session_replication_role = replica",
    }
    places.do(where, off[places.kind], "INSERT INTO line VALUES (77, 1, x'7b7d')")
    with Library.open(where) as library:
        assert library.database.damage() != ""
    assert main(["library", "audit", "--library", where]) == 1


def test_a_server_that_does_not_sync_is_told_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With `fsync = off` a power cut can take what was acknowledged; who adds or audits is told."""
    with private_server(fsync="off", full_page_writes="off") as server:
        where = ["--library", server.url(server.new_database())]
        assert main(["library", "add", str(LOGS[2]), *where]) == 0
        warned = capsys.readouterr().err
        assert "fsync = off and full_page_writes = off" in warned
        assert warned.count("\n") == 1
        assert main(["library", "audit", "--json", *where]) in (0, 1)
        told = capsys.readouterr()
        assert "fsync = off" in told.err
        assert "fsync = off" in json.loads(told.out)["caution"]
