"""All games of a library: found by what is in them, and audited."""

import contextlib
import json
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from events.errors import BadInput
from events.terms import Density, RollSource
from replays.auditing.audit import audit
from replays.cli.main import main
from replays.game.game import Game
from replays.game.open_log import open_log, start_of
from replays.game.position import Position, follow
from replays.game.scenario_file import load_scenario
from replays.library.audits import audit_game
from replays.library.database import TERM
from replays.library.library import Library, wanted
from tests.kept import kept_games
from tests.places import Places

LOGS: Final = sorted((Path(__file__).parent / "logs").glob("*.jsonl"), key=lambda log: log.stem)


def _filled(where: str) -> str:
    with Library.open(where, create=True) as library:
        for log in LOGS:
            library.add(log)
    return where


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A library of the logs of older engines, which no test changes."""
    return _filled(str(tmp_path_factory.mktemp("full") / "l.db"))


@pytest.fixture
def shelf(full: str, tmp_path: Path) -> str:
    """Another such library."""
    return str(shutil.copy(full, tmp_path / "shelf.db"))


@pytest.fixture
def place(tmp_path: Path) -> str:
    """A library of one game."""
    where = str(tmp_path / "l.db")
    with Library.open(where, create=True) as library:
        library.add(LOGS[-1], "a")
    return where


def _by_hand(where: str, change: str) -> None:
    """Change a library behind its back."""
    with contextlib.closing(sqlite3.connect(where)) as database, database:
        database.execute(change)


@pytest.fixture(scope="module")
def anyshelf(places: Places) -> Iterator[str]:
    """A library of the logs of older engines, of each kind in turn."""
    with places.passing() as where:
        yield _filled(where)


def _names(library: Library, *things: tuple[str, str]) -> set[str]:
    return {each.game.name for each in library.search([wanted(*thing) for thing in things])}


# Searching --------------------------------------------------------------------------------------


def test_a_density_is_found_where_some_state_has_it(anyshelf: str) -> None:
    """The games found are those of which a replay shows such Dust, or denser, after some entry."""
    most = dict[str, int]()
    for log in LOGS:
        with open_log(log) as reader:
            position = Position(start_of(reader.header.scenario))
            for entry in reader.entries():
                position = follow(position, entry)
                if position.state.dust is not None:
                    level = position.state.dust.level
                    most[log.stem] = max(level, most.get(log.stem, level))
    with Library.open(anyshelf) as library:
        for density in Density:
            slow = {name for name, level in most.items() if level >= density.level}
            assert _names(library, ("density", density.value.upper())) == slow


def test_rules_sides_boards_and_dice_are_found_where_the_log_says_them(anyshelf: str) -> None:
    """For every rule, side, board and source in any log, the games found are those with it."""
    slow: dict[tuple[str, str], dict[str, int]] = {}
    for log in LOGS:
        lines = [json.loads(line) for line in log.read_bytes().splitlines()]
        scenario = lines[0]["scenario"]
        had = [(kind, side, 0) for kind in ("side", "player") for side in scenario["sides"]]
        had += [("board", board["name"], 0) for board in scenario["boards"]]
        for line in lines[1:]:
            had += [("rule", event["rule"], line["n"]) for event in line["then"]]
            had += [("dice", roll["source"], line["n"]) for roll in line["dice"]]
            for roll in line["dice"]:
                total = sum(roll["dice"])
                asked = {roll["purpose"], f"{total}", f"{roll['purpose']} {total}"}
                had += [("roll", each, line["n"]) for each in asked]
        for kind, value, entry in had:
            slow.setdefault((kind, value), {}).setdefault(log.stem, entry)
    assert len(slow) > 40
    with Library.open(anyshelf) as library:
        for thing, games in slow.items():
            found = library.search([wanted(*thing)])
            assert {each.game.name: each.first[0] for each in found} == games, thing


@settings(max_examples=5, deadline=None)
@given(st.lists(kept_games(most=15), min_size=1, max_size=3), st.sampled_from(RollSource))
def test_games_have_all_that_is_asked_for(
    places: Places, games: list[Game], source: RollSource
) -> None:
    """Two things together are found where both are, whatever was played or taken back."""
    with (
        TemporaryDirectory() as folder,
        places.passing() as place,
        Library.open(place, create=True) as library,
    ):
        for n, game in enumerate(games):
            path = Path(folder, f"{n}.jsonl")
            game.save(path)
            library.add(path)
        for rule in {event.rule for game in games for e in game.entries for event in e.then}:
            both = {
                str(n)
                for n, game in enumerate(games)
                if any(event.rule == rule for e in game.entries for event in e.then)
                and any(roll.source is source for e in game.entries for roll in e.dice)
            }
            assert _names(library, ("rule", rule), ("dice", source.value)) == both


def test_a_game_that_grows_is_found_by_what_is_new(places: Places, tmp_path: Path) -> None:
    """What came with a later part is found, and what was there is found where it first was."""
    whole, path = LOGS[1].read_bytes().splitlines(keepends=True), tmp_path / "a.jsonl"
    with (
        places.passing() as one,
        places.passing() as another,
        Library.open(one, create=True) as grown,
        Library.open(another, create=True) as once,
    ):
        for many in (1, 7, 30, 31, len(whole)):
            path.write_bytes(b"".join(whole[:many]))
            grown.add(path)
        once.add(path)
        terms = select(TERM.c.kind, TERM.c.value, TERM.c.entry).order_by(TERM.c.kind, TERM.c.value)
        assert grown.database.read(terms) == once.database.read(terms)


def test_a_roll_is_found_by_what_it_was_for_and_by_its_sum(
    shelf: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Dice are those of a source, of a purpose, of a sum, or of both, as a player types them."""
    assert wanted("dice", " SEED").kind == "dice"
    assert wanted("dice", "Wind  Change 12").kind == "roll"
    bog = wanted("dice", "bog 11")
    assert bog.fits("bog PzA 11")
    assert not any(map(bog.fits, ("bog PzA 1", "secret bog PzA 11", "bog PzA 111", "bogged A 11")))
    assert main(["library", "search", "--dice", "wind change 13", "--library", shelf]) == 0
    assert capsys.readouterr().out == "0 games\n"


def test_a_player_is_found_by_the_key_that_signed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The name of a key in an acknowledgement is a player, as a side is; so are games by mail."""
    (tmp_path / "g.jsonl").write_bytes(LOGS[0].read_bytes())
    log, key, note = (str(tmp_path / each) for each in ("g.jsonl", "k.key", "g.note"))
    assert main(["key", "new", "rommel", "-o", key]) == 0
    assert main(["checkpoint", "make", log, "--with", key, "-o", note]) == 0
    capsys.readouterr()
    assert main(["key", "show", key]) == 0
    known = capsys.readouterr().out.split()[0]
    assert main(["checkpoint", "add", note, log, "--key", known]) == 0
    where = ["--library", str(tmp_path / "l.db")]
    assert main(["library", "add", log, "--as", "signed", *where]) == 0
    capsys.readouterr()
    assert main(["library", "search", "--player", "Rommel", *where]) == 0
    assert capsys.readouterr().out.startswith("signed: ")
    assert main(["library", "search", "--dice", "mail", *where]) == 0
    assert capsys.readouterr().out == "0 games\n"


def test_a_search_says_where_and_refuses_what_no_game_has(
    shelf: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command names the first entry; a density or a source that is none is one sentence."""
    where = ["--library", shelf]
    assert main(["library", "search", "--rule", "11.76", "--density", "light", *where]) == 0
    said = capsys.readouterr().out
    assert "wind-and-gust" in said
    assert "rule 11.76 first in #6" in said
    assert main(["library", "search", "--rule", "11.76", "--json", *where]) == 0
    games = json.loads(capsys.readouterr().out)["games"]
    assert {"kind": "rule", "value": "11.76", "entry": 6} in games[-1]["has"]
    for name in ("table10", "table2"):
        assert main(["library", "add", str(LOGS[0]), "--as", name, *where]) == 0
    with Library.open(shelf) as library:
        with library.play("own", load_scenario("bir-hacheim"), seed="a"):
            pass
        names = [each.name for each in library.games()]
    assert names.index("table2") < names.index("table10")
    capsys.readouterr()
    assert main(["library", "search", "--scenario", "bir-hacheim", *where]) == 0
    assert "own: " in capsys.readouterr().out
    for words, why in (
        (["--density", "dense"], "expected one of None, Light"),
        ([], "say what to look for"),
    ):
        assert main(["library", "search", *words, *where]) == 2
        said = capsys.readouterr().err
        assert why in said
        assert said.count("\n") == 1


# What comes in and goes out -------------------------------------------------------------------


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


# What is found --------------------------------------------------------------------------------


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
        ("UPDATE game SET name = char(10)", "library.game"),
        ("INSERT INTO line SELECT game, 1000000, raw FROM line LIMIT 1", "library.line"),
        ("UPDATE game SET scenario = 'Another'", "library.game"),
        ("DELETE FROM term WHERE kind = 'rule' AND value = '11.76'", "library.fact"),
        ("INSERT INTO term VALUES (1, 'density', 'Heavy', 3)", "library.fact"),
    ],
)  # fmt: skip
def test_what_was_edited_by_hand_is_a_finding(
    change: str, rule: str, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Lines, and all that was made of them, are compared again."""
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
