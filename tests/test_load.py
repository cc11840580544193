"""Several recorders, watchers and tables at one library: nothing is lost, and all is seen.

`python -m benchmarks.load` is the same for minutes and for many.
"""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import attrs
import pytest

from benchmarks.load.checking import faults, told_by
from benchmarks.load.evening import Evening, figures, held
from benchmarks.load.tables import Acknowledged, faults_of, give_orders
from replays import Game, audit, load_scenario
from replays.game.file import installed
from replays.library.library import Library
from replays.page.server import GameServer
from tests.tables import Listening, Table, next_count

ORDERS = 3
"""Each recorder gives so many of his own, however long that takes."""

GAME = Path("library:sat")


def _swapped(of: dict[str, list[list[Any]]], lines: list[list[Any]]) -> dict[str, list[list[Any]]]:
    """The same, but that the first was told these lines."""
    return of | {next(iter(of)): lines}


def test_what_recorders_were_told_is_there_and_watchers_saw_it(
    anywhere: str, tmp_path: Path
) -> None:
    """Each entry is once there, seen in order and audited clean; the check is no formality."""
    evening = Evening(
        anywhere, recorders=2, watchers=1, pairs=1, one_game=False, seconds=300, orders=ORDERS
    )
    held(evening, tmp_path)
    told = told_by(tmp_path)
    assert len(told.recorders) == 2
    assert all(len(lines) >= ORDERS for lines in told.recorders.values())
    assert all(told.watchers.values())
    found = figures(told)
    assert found.orders == len(found.alone) + len(found.shared)
    assert found.seen
    said, seen = (next(iter(each.values())) for each in (told.recorders, told.watchers))
    *before, last = said
    with Library.open(anywhere) as library:
        assert list(faults(library, told)) == []
        for wrong, expected in (
            ({"watchers": _swapped(told.watchers, seen[:-1])}, " saw"),
            ({"watchers": _swapped(told.watchers, [seen[1], seen[0], *seen[2:]])}, " saw"),
            ({"recorders": _swapped(told.recorders, [*said, last])}, "twice"),
            ({"recorders": _swapped(told.recorders, before)}, "acknowledged to nobody"),
            (
                {
                    "recorders": _swapped(
                        told.recorders, [*before, [*last[:3], "0" * 64, *last[4:]]]
                    )
                },
                "is lost",
            ),
        ):
            assert any(expected in fault for fault in faults(library, attrs.evolve(told, **wrong)))


# At a table ----------------------------------------------------------------------------------


TABLES = pytest.mark.skipif(
    not (installed("starlette") and installed("uvicorn")), reason="the extra `table` is missing"
)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """A new library that `KHAMSIN_LIBRARY` names, with a game `sat`; and an empty folder."""
    where = str(tmp_path / "l.db")
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


@TABLES
def test_pages_see_what_another_program_records(here: str) -> None:
    """A page that listens at a table hears of entries of others, and the page goes on from them."""
    with Table(GAME) as served, Listening(served.watch) as events:
        assert next_count(events) == 2
        assert _elsewhere(here, "phase MPh") == 3
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


def _give_at(*tables: Table) -> list[Acknowledged]:
    """What two people at each of these tables recorded at once."""
    seats = [(table, f"host {n} person {m}") for n, table in enumerate(tables) for m in range(2)]
    with ThreadPoolExecutor(len(seats)) as pool:
        done = pool.map(lambda seat: give_orders(seat[0].record, seat[1], ORDERS), seats)
        return [each for some in done for each in some]


@TABLES
def test_of_people_who_record_at_two_hosts_nothing_is_lost(here: str) -> None:
    """Each order is there once, both pages show the same, and who was second is told what was."""
    with Table(GAME) as one, Table(GAME) as two, Library.open(here) as library:
        done = _give_at(one, two)
        assert len(done) == 4 * ORDERS
        assert faults_of(library, "sat", (one, two), done) == []
        for each in done:
            for said in each.refused:
                assert "nothing was recorded" in said or "others were first" in said, said


@TABLES
def test_who_is_late_at_a_table_is_told_what_was_first(here: str) -> None:
    """An order that came between two looks is not recorded; what was first is read in and told."""
    with Library.open(here) as library, library.play("sat") as game:
        grown: list[int] = []
        host = GameServer(game, "library:sat", grown.append)
        _elsewhere(here, "phase MPh")
        reply = host.answer({"line": "note late", "after": 2}, records=True)
        assert (reply["accepted"], reply["count"], grown) == (False, 3, [3])
        assert "others were first: 1 entry is new (#3 `phase MPh`)" in reply["lines"][0]
        assert host.answer({"line": "note late", "after": 3}, records=True)["accepted"]
        _elsewhere(here, "note elsewhere")
        host.catch_up()
        assert grown == [3, 4, 5]
        host.catch_up()
        assert grown == [3, 4, 5]
