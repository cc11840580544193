"""All games of a library: listed, audited, and got out of it again."""

import contextlib
import json
import sqlite3
from pathlib import Path
from typing import Any, Final

import pytest

from events.errors import BadInput
from replays.auditing.audit import audit
from replays.cli.main import main
from replays.library.audits import audit_game
from replays.library.library import Library

LOGS: Final = sorted((Path(__file__).parent / "logs").glob("*.jsonl"), key=lambda log: log.stem)


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A library of the logs of older engines, which no test changes."""
    where = str(tmp_path_factory.mktemp("full") / "l.db")
    with Library.open(where, create=True) as library:
        for log in LOGS:
            library.add(log)
    return where


def _by_hand(where: str, change: str) -> None:
    """Change a library behind its back."""
    with contextlib.closing(sqlite3.connect(where)) as database, database:
        database.execute(change)


def test_games_are_listed_by_words(full: str, capsys: pytest.CaptureFixture[str]) -> None:
    """All words must stand in the name or the scenario, in any capitals."""
    where = ["--library", full]
    assert main(["library", "list", "--json", *where]) == 0
    games = json.loads(capsys.readouterr().out)["games"]
    assert [game["name"] for game in games] == [log.stem for log in LOGS]
    one = games[-1]
    words = [one["name"][:4].upper(), *one["scenario"].split()]
    fitting = [
        game["name"]
        for game in games
        if all(word.lower() in f"{game['name']} {game['scenario']}".lower() for word in words)
    ]
    assert one["name"] in fitting
    assert main(["library", "list", *words, "--json", *where]) == 0
    found = json.loads(capsys.readouterr().out)["games"]
    assert [game["name"] for game in found] == fitting
    assert main(["library", "list", "nothing has this", *where]) == 0
    assert capsys.readouterr().out == "0 games\n"


def test_what_is_left_of_a_damaged_game_can_be_had(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An export blames the library, and not the file; `--damaged` writes what is left."""
    place, out = str(tmp_path / "l.db"), tmp_path / "out.jsonl"
    where = ["--library", place]
    assert main(["library", "add", str(LOGS[0]), "--as", "game", *where]) == 0
    _by_hand(
        place, "UPDATE line SET raw = CAST(replace(raw, 'rule', 'ruin') AS BLOB) WHERE number = 5"
    )
    capsys.readouterr()
    assert main(["library", "export", "library:game", "-o", str(out), *where]) == 2
    said = capsys.readouterr().err
    assert said.startswith("khamsin: library:game, line 5: this is not as it came in")
    assert not out.exists()
    assert main(["library", "export", "game", "-o", str(out), "--damaged", *where]) == 0
    lines = out.read_bytes().splitlines()
    differ = [a != b for a, b in zip(lines, LOGS[0].read_bytes().splitlines(), strict=True)]
    assert [number for number, each in enumerate(differ, 1) if each] == [5]


def test_all_games_are_audited_as_one_is(full: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It finds of each game what `khamsin audit` finds of its log."""
    with Library.open(full) as library:
        for game in library.games():
            found, report = audit_game(library, game), audit(LOGS[0].with_stem(game.name))
            assert (found.findings, found.more) == (report.findings, report.more)
    assert main(["library", "audit", LOGS[-1].stem, "--library", full]) == 0
    assert capsys.readouterr().out.endswith("1 game audited: clean\n")


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
        ("UPDATE game SET name = char(10)", "library.game"),
        ("INSERT INTO line SELECT game, 1000000, raw FROM line LIMIT 1", "library.line"),
    ],
)  # fmt: skip
def test_what_was_edited_by_hand_is_a_finding(
    change: str, rule: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Lines, and the list that was made of them, are compared again."""
    place = str(tmp_path / "l.db")
    with Library.open(place, create=True) as library:
        library.add(LOGS[-1], "a")
    _by_hand(place, change)
    assert main(["library", "audit", "--json", "--library", place]) == 1
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert rule in {finding["rule"] for finding in found["games"][0]["findings"]}


def test_a_log_that_the_database_does_not_give_stops_no_other(
    full: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game whose lines cannot be had is a finding; the others are audited."""

    def failing(path: Path, **more: Any) -> Any:
        if str(path) == f"library:{LOGS[0].stem}":
            raise BadInput("this library is damaged")
        return audit(path, **more)

    monkeypatch.setattr("replays.library.audits.audit", failing)
    assert main(["library", "audit", "--json", "--library", full]) == 1
    games = json.loads(capsys.readouterr().out)["games"]
    assert [game["name"] for game in games] == [log.stem for log in LOGS]
    assert games[0]["findings"][0]["logged"] == "this library is damaged"
