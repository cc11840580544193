"""Work on all games of a library: audits in one process, in several and on a Dask cluster."""

import json
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Final

import attrs
import pytest
from sqlalchemy import Executable

from replays.auditing.audit import audit
from replays.auditing.model import Chance, Luck
from replays.auditing.report import report_of
from replays.chances.odds import odds
from replays.cli.main import main
from replays.game.file import installed
from replays.library.batch import (
    AUDIT,
    ODDS,
    AuditedGame,
    GameOdds,
    among_all,
    not_audited,
    results,
    run_jobs,
)
from replays.library.library import Library
from replays.library.schema import RESULT
from replays.library.search import search, wanted
from replays.sweep.executor import Engine, engine_of
from tests.places import Places

LOGS: Final = sorted((Path(__file__).parent / "logs").glob("*.jsonl"), key=lambda log: log.stem)


_audit_of: Final = cache(audit)
_report_of: Final = cache(report_of)
_odds_of: Final = cache(odds)
"""What is found of a log by itself; the logs of older engines stay as they are."""


def _shelf(places: Places) -> str:
    """A library of the logs of older engines."""
    path = places.new()
    with Library.open(path, create=True) as library:
        for log in LOGS:
            library.add(log)
    return path


def _one_game(path: str) -> Library:
    library = Library.open(path, create=True)
    library.add(LOGS[-1], "a")
    return library


def _edit(library: Library, statement: Executable) -> None:
    """Change a library by hand."""
    with library.database.writing() as connection:
        connection.execute(statement)


def _left(library: Library) -> list[str]:
    """The games that are still to be audited."""
    return sorted(game.name for game in not_audited(library, library.games()))


def _audits(
    library: Library, engine: Engine = map, *, travel: bool = False
) -> Iterator[AuditedGame]:
    return run_jobs(library, AUDIT, library.games(), engine=engine, travel=travel)


# What is found --------------------------------------------------------------------------------


@pytest.mark.parametrize("travel", [False, True])
@pytest.mark.parametrize("engine", [map, engine_of(2)])
def test_all_games_are_audited_as_one_is(engine: Engine, travel: bool, places: Places) -> None:
    """Whoever does it, each game has the findings that `khamsin audit` has of its log, in order."""
    with Library.open(_shelf(places)) as library:
        found = list(_audits(library, engine, travel=travel))
        assert [each.name for each in found] == [log.stem for log in LOGS]
        for each in found:
            report = _audit_of(LOGS[0].with_name(f"{each.name}.jsonl"))
            assert (each.findings, each.more) == (report.findings, report.more)
        rule = next(each for each in found if not each.clean).findings[0].rule
        assert {each.game.name for each in search(library, [wanted("finding", rule)])} == {
            each.name for each in found if rule in {finding.rule for finding in each.findings}
        }
        assert _left(library) == []
        before = sorted(results(library, AUDIT).values(), key=lambda each: each.name)
        assert before == found


@pytest.mark.skipif(not installed("distributed"), reason="the extra `cluster` is not installed")
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_does_not_see_the_library_audits_it(
    places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    """Logs travel to the workers of a cluster, and what they find is kept here."""
    from distributed import LocalCluster

    path = _shelf(places)
    with LocalCluster(n_workers=1, dashboard_address=":0") as cluster:
        words = ["--cluster", cluster.scheduler_address, "--json", "--library", path]
        assert main(["library", "audit", *words]) == 1
    there = json.loads(capsys.readouterr().out)["games"]
    assert main(["library", "audit", "--again", "--json", "--library", path]) == 1
    assert json.loads(capsys.readouterr().out)["games"] == there


@pytest.mark.skipif(not installed("distributed"), reason="the extra `cluster` is not installed")
@pytest.mark.filterwarnings("ignore")
def test_a_worker_of_another_version_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would go by other rules: one sentence says so, and nothing is kept."""
    monkeypatch.setattr("replays.sweep.executor.ENGINE", "99.0")
    where = ["--library", str(tmp_path / "l.db")]
    _one_game(str(tmp_path / "l.db")).close()
    assert main(["library", "audit", "--cluster", "local", "--jobs", "1", *where]) == 2
    assert "and this is 99.0" in capsys.readouterr().err
    with Library.open(tmp_path / "l.db") as library:
        assert _left(library) == ["a"]


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ("UPDATE line SET raw = CAST(replace(CAST(raw AS TEXT), 'do', 'od') AS BLOB) "
         "WHERE number = 7", "log.hash"),
        ("UPDATE line SET raw = x'7b7d' WHERE number = 1", "library.line"),
        ("DELETE FROM line", "library.line"),
        ("DELETE FROM line WHERE number > 11", "library.game"),
        ("UPDATE game SET entries = 5", "library.game"),
        ("UPDATE game SET torn = x'7b'", "log.torn"),
        ("UPDATE game SET scenario = 'Another'", "library.game"),
        ("DELETE FROM term WHERE kind = 'rule' AND value = '11.76'", "library.fact"),
        ("INSERT INTO term VALUES (1, 'density', 'Heavy', 3)", "library.fact"),
    ],
)  # fmt: skip
def test_what_was_edited_by_hand_is_a_finding(
    change: str, rule: str, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    """Lines, and all that was made of them, are compared again, every time: it may be put right."""
    with places.passing() as path:
        _one_game(path).close()
        places.do(path, change)
        for _ in range(2):
            assert main(["library", "audit", "--json", "--library", path]) == 1
            found: dict[str, Any] = json.loads(capsys.readouterr().out)
            assert rule in {finding["rule"] for finding in found["games"][0]["findings"]}


def test_a_log_that_the_database_does_not_give_stops_no_other(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game whose lines cannot be had is a finding; nothing of it is kept, the others are done."""
    from events.errors import BadInput

    right = Library.log_bytes

    def failing(library: Library, game: Any) -> Iterator[bytes]:
        if game.name == LOGS[0].stem:
            raise BadInput("this library is damaged")
        return right(library, game)

    monkeypatch.setattr(Library, "log_bytes", failing)
    with Library.open(_shelf(places)) as library:
        for travel in (False, True):
            found = list(_audits(library, travel=travel))
            assert [each.name for each in found] == [log.stem for log in LOGS]
            assert found[0].findings[0].logged == "this library is damaged"
            assert _left(library) == [LOGS[0].stem]


# Stopped and gone on with ---------------------------------------------------------------------


def test_an_audit_that_was_stopped_goes_on(
    places: Places, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was found is kept batch by batch, and holds until the game goes on."""
    monkeypatch.setattr("replays.library.batch._MOST_GAMES", 1)
    path = places.new()
    where = ["--library", path]
    with _one_game(path) as library:
        library.add(LOGS[-1], "b")
        assert _left(library) == ["a", "b"]
        audits = _audits(library)
        assert next(audits).clean
        assert _left(library) == ["b"]
    assert main(["library", "audit", *where]) == 0
    assert "1 game audited, 1 found clean before: clean" in capsys.readouterr().out
    assert main(["library", "audit", "--again", "--json", *where]) == 0
    assert [each["name"] for each in json.loads(capsys.readouterr().out)["games"]] == ["a", "b"]


def test_findings_are_told_again_without_another_audit(
    places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was found before in games that are as they were is a finding still: exit code 1."""
    where = ["--library", _shelf(places)]
    assert main(["library", "audit", "--json", *where]) == 1
    games = json.loads(capsys.readouterr().out)["games"]
    dirty = [each for each in games if each["findings"]]
    assert main(["library", "audit", "--json", *where]) == 1
    again = json.loads(capsys.readouterr().out)
    assert (again["games"], again["found_before"]) == ([], dirty)
    assert main(["library", "audit", *where]) == 1
    said = capsys.readouterr().out
    assert said.count(", as found before\n") == len(dirty)
    assert f"0 games audited, {len(games) - len(dirty)} found clean before" in said


def test_ctrl_c_says_what_is_kept(
    places: Places, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who stops an audit is told how far it came; the same command does the rest."""
    monkeypatch.setattr("replays.library.batch._MOST_GAMES", 1)
    where = ["--library", _shelf(places)]

    def stopped(do: Callable[[Any], Any], pieces: Iterable[Any]) -> Iterator[Any]:
        for number, piece in enumerate(pieces):
            if number == 2:
                raise KeyboardInterrupt
            yield do(piece)

    with monkeypatch.context() as patched:
        patched.setattr("replays.cli.library_work.engine_for", lambda *_: stopped)
        assert main(["library", "audit", *where]) == 130
    assert f"what was found in 2 of {len(LOGS)} games is kept" in capsys.readouterr().err
    main(["library", "audit", "--json", *where])
    assert len(json.loads(capsys.readouterr().out)["games"]) == len(LOGS) - 2


def test_a_kept_audit_that_somebody_changed_is_a_finding(
    places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is kept is read as strictly as a log; what is none is told, and `--again` mends it."""
    path = places.new()
    where = ["--library", path]
    with _one_game(path) as library:
        assert all(each.clean for each in _audits(library))
        for body in (b"{}", b"[1", b'{"name": 1}', b"null"):
            _edit(library, RESULT.update().values(findings=1, body=body))
            assert main(["library", "audit", *where]) == 1
            assert "library.result" in capsys.readouterr().out
    assert main(["library", "audit", "--again", *where]) == 0


# As Parquet -----------------------------------------------------------------------------------


# Odds -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("travel", [False, True])
def test_the_odds_of_a_game_are_those_of_its_log(travel: bool, tmp_path: Path) -> None:
    """Luck and dice are those of `khamsin report`, what is to come that of `khamsin odds`."""
    with Library.open(tmp_path / "l.db", create=True) as library:
        for log in LOGS:
            library.add(log)
        found = list(run_jobs(library, ODDS, library.games(), travel=travel))
        assert [each.name for each in found] == [log.stem for log in LOGS]
        for log, each in zip(LOGS, found, strict=True):
            report = _report_of(log)
            assert (each.luck, each.told) == (report.luck, report.luck_told)
            assert each.rolls == report.dice
            if report.ending.startswith("finished"):
                assert each.to_come is None
            elif each.to_come is not None:
                coming = _odds_of(log)
                said = {name: Fraction(one.exact) for name, one in each.to_come.reached.items()}
                assert said == {str(density): it for density, it in coming.reached.items()}
                assert each.to_come.player_turns == len(coming.player_turns)
        assert any(each.to_come for each in found)
        assert any(each.luck for each in found)
        assert results(library, ODDS) == {each.name: each for each in found}


def test_odds_among_games_are_corrected_for_their_number() -> None:
    """A chance that is small for one game need not be among twenty; nothing is made of nothing."""
    odd = Luck("Rain", 5, 6, 1.0, Chance("1/50", 0.02), Chance("1/1", 1.0), 0.04, "")
    usual = attrs.evolve(odd, two_sided=1.0)
    one = GameOdds("a", (odd,), "", (), None)
    assert one.weather == 0.04
    assert among_all([one])[0].unusual
    others = [attrs.evolve(one, luck=(usual,)) for _ in range(19)]
    among, *rest = among_all([one, *others])
    assert among.among_all[0] == pytest.approx(20 * 0.04)
    assert not any(each.unusual for each in (among, *rest))
    assert among_all([attrs.evolve(one, luck=())])[0].among_all[0] is None


def test_the_odds_of_games_are_told_and_kept(
    places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    """As a table and JSON; the second time nothing is worked out, and all is the same."""
    words = ["library", "odds", "--library", _shelf(places)]
    assert main([*words, "--json"]) == 0
    games = json.loads(capsys.readouterr().out)["games"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("replays.library.batch.audit", None)
        assert main([*words, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["games"] == games
        assert main(words) == 0
    assert f"{len(LOGS)} games." in capsys.readouterr().out
    assert main([*words, "--density", "light", "--json"]) == 0
    assert 0 < len(json.loads(capsys.readouterr().out)["games"]) < len(LOGS)
    assert main([*words, "--density", "light", games[0]["name"]]) == 2
    assert "not both" in capsys.readouterr().err


def test_kept_odds_that_somebody_changed_are_worked_out_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What cannot be what was kept is passed over."""
    words = ["library", "odds", "--json", "--library", str(tmp_path / "l.db")]
    with _one_game(str(tmp_path / "l.db")) as library:
        assert main(words) == 0
        right = capsys.readouterr().out
        for wrong in (b"{}", b"["):
            _edit(library, RESULT.update().values(body=wrong))
            assert main(words) == 0
            assert capsys.readouterr().out == right
