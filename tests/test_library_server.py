"""A library on a PostgreSQL: what only a server has, and what every database must do alike."""

import threading
from pathlib import Path
from typing import Final

import pytest

from events.errors import BadInput
from replays.cli.main import main
from replays.library.library import Library
from tests.places import Places
from tests.postgres import PrivateServer

LOGS: Final = sorted((Path(__file__).parent / "logs").glob("*.jsonl"))


def test_every_log_comes_out_as_it_went_in(places: Places, tmp_path: Path) -> None:
    """On both kinds of database, by the command, a log of any engine is kept byte for byte."""
    where = ["--library", places.new()]
    assert main(["library", "add", *map(str, LOGS), *where]) == 0
    for log in LOGS:
        out = tmp_path / log.name
        assert main(["library", "export", log.stem, "-o", str(out), *where]) == 0
        assert out.read_bytes() == log.read_bytes()


def test_who_waits_hears_of_a_change(places: Places) -> None:
    """A change since the last look is told at once, one that comes while waiting then, else no."""
    where = places.new()
    with Library.open(where, create=True) as writer, Library.open(where) as reader:
        reader.database.wait(0)
        assert not reader.database.wait(0)
        game = writer.add(LOGS[0]).game
        _tell(writer, game.id)
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
        (good.replace(f":{postgres.port}", ":1"), "no server answers there"),
        (f"postgresql://a:{secret}/1@here/x", "not a URL that PostgreSQL knows"),
        (f"postgresql://a:1/{secret}@here/x", "not a URL that PostgreSQL knows"),
        (f"postgresql://a:{secret}@here@there/x", "not a URL that PostgreSQL knows"),
        (f"postgresql://a:{secret}@[::1/x", "not a URL that PostgreSQL knows"),
        (f"mysql://a:{secret}@here/x", "a library is a file, or a URL"),
    ):
        assert main(["library", "list", "--library", url]) == 2
        told = capsys.readouterr()
        assert said in told.err
        assert told.err.count("\n") == 1
        assert secret not in told.err + told.out
        assert postgres.password not in told.err
    assert main(["library", "add", str(LOGS[0]), "--library", good]) == 0
    with pytest.raises(BadInput) as error, Library.open(good) as library:
        library.game("nobody")
    assert postgres.password not in str(error.value)
