"""``khamsin table library:NAME``: pages see what others record, and several hosts share a game."""

import threading
from pathlib import Path

import pytest

from benchmarks.load.tables import Acknowledged, faults_of, give_orders
from replays import Game, audit, load_scenario
from replays.library.library import Library
from replays.page.server import GameServer
from tests.places import Places
from tests.tables import Listening, Table, next_count

pytest.importorskip("starlette", reason="a table needs Starlette, of the extra table")
pytest.importorskip("uvicorn", reason="a table needs uvicorn, of the extra table")

GAME = Path("library:sat")


@pytest.fixture
def place(places: Places, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """A new library that `KHAMSIN_LIBRARY` names, with a game `sat`; and an empty folder."""
    where = places.new()
    monkeypatch.setenv("KHAMSIN_LIBRARY", where)
    monkeypatch.chdir(tmp_path)
    with Library.open(where, create=True) as library:
        library.play("sat", load_scenario("bir-el-qaha"), "alamein").do("wc 3 4")
    return where


def _elsewhere(place: str, order: str) -> int:
    """Record an order as another program does; how many entries there are then."""
    with Library.open(place) as library, library.play("sat") as game:
        game.do(order)
        return len(game.entries)


def test_pages_see_what_another_program_records(place: str) -> None:
    """Whoever listens at a table hears of entries of others, and the page goes on from them."""
    with Table(GAME) as served, Listening(served.watch) as events:
        assert next_count(events) == 2
        assert _elsewhere(place, "phase MPh") == 3
        assert next_count(events) == 3
        late = served.record.do("start PzA", 2)
        assert (late["accepted"], late["count"]) == (False, 3)
        assert served.record.do("start PzA", 3)["accepted"]
        assert next_count(events) == 4
        status, headers, body = served.watch.send("GET", "log")
        assert (status, 'filename="sat.jsonl"' in headers["content-disposition"]) == (200, True)
        assert body == Game.load("library:sat").log_bytes()
        code, said = served.stop()
        assert (code, said.strip()) == (0, "library:sat: 4 entries, open at 1.1/MPh")
    assert audit("library:sat").clean


PEOPLE = 2
ORDERS = 5


def _give_at(*tables: Table) -> list[Acknowledged]:
    """What people at all these tables recorded at once."""
    done = list[Acknowledged]()

    def sit(table: Table, who: str) -> None:
        done.extend(give_orders(table.record, who, ORDERS))

    sitting = [
        threading.Thread(target=sit, args=(table, f"host {n} person {m}"))
        for n, table in enumerate(tables)
        for m in range(PEOPLE)
    ]
    for each in sitting:
        each.start()
    for each in sitting:
        each.join()
    return done


def test_of_people_who_record_at_two_hosts_nothing_is_lost(place: str) -> None:
    """Each order is there once, both pages show the same, and who was second is told what was."""
    with Table(GAME) as one, Table(GAME) as two, Library.open(place) as library:
        done = _give_at(one, two)
        assert len(done) == 2 * PEOPLE * ORDERS
        assert faults_of(library, "sat", (one, two), done) == []
        for each in done:
            for said in each.refused:
                assert "nothing was recorded" in said or "others were first" in said, said


def test_who_is_late_at_a_table_is_told_what_was_first(place: str) -> None:
    """An order that came between two looks is not recorded; what was first is read in and told."""
    with Library.open(place) as library, library.play("sat") as game:
        grown: list[int] = []
        host = GameServer(game, "library:sat", grown.append)
        _elsewhere(place, "phase MPh")
        reply = host.answer({"do": "note late", "after": 2}, records=True)
        assert (reply["accepted"], reply["count"], grown) == (False, 3, [3])
        assert "others were first: 1 entry is new (#3 `phase MPh`)" in reply["lines"][0]
        assert host.answer({"do": "note late", "after": 3}, records=True)["accepted"]
        _elsewhere(place, "note elsewhere")
        host.catch_up()
        assert grown == [3, 4, 5]
        host.catch_up()
        assert grown == [3, 4, 5]
