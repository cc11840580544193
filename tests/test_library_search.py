"""Games found by what is in them, and audited all together: a library says what logs say."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.errors import BadInput
from events.terms import Density, RollSource
from replays.auditing.audit import audit
from replays.cli.main import main
from replays.library.auditing import audit_games, to_audit
from replays.library.library import Library
from replays.library.searching import search, wanted
from replays.playing.game import Game
from replays.playing.logs import open_log, start_of
from replays.playing.position import Position, follow
from tests.kept import kept_games
from tests.places import Places

LOGS: Final = sorted((Path(__file__).parent / "logs").glob("*.jsonl"))
SOME: Final = settings(max_examples=10, deadline=None)


@pytest.fixture(scope="module")
def shelf(places: Places) -> str:
    """A library of the logs of older engines."""
    path = places.new()
    with Library.open(path, create=True) as library:
        for log in LOGS:
            library.add(log)
    return path


def _names(library: Library, *things: tuple[str, str]) -> set[str]:
    return {each.game.name for each in search(library, [wanted(*thing) for thing in things])}


# Search --------------------------------------------------------------------------------------


@pytest.mark.parametrize("density", Density)
def test_a_density_is_found_where_some_state_has_it(density: Density, shelf: str) -> None:
    """The games found are those of which a replay shows such Dust, or denser, after some entry."""
    slow = set()
    for log in LOGS:
        with open_log(log) as reader:
            position = Position(start_of(reader.header.scenario))
            for entry in reader.entries():
                position = follow(position, entry)
                dust = position.state.dust
                if dust is not None and dust.level >= density.level:
                    slow.add(log.stem)
    with Library.open(shelf) as library:
        assert _names(library, ("density", density.value.upper())) == slow


def test_rules_sides_boards_and_dice_are_found_where_the_log_says_them(shelf: str) -> None:
    """For every rule, side, board and source in any log, the games found are those with it."""
    slow: dict[tuple[str, str], dict[str, int]] = {}
    for log in LOGS:
        lines = [json.loads(line) for line in log.read_bytes().splitlines()]
        scenario = lines[0]["scenario"]
        had = [("side", side, 0) for side in scenario["sides"]]
        had += [("board", board["name"], 0) for board in scenario["boards"]]
        for line in lines[1:]:
            had += [("rule", event["rule"], line["n"]) for event in line["then"]]
            had += [("dice", roll["source"], line["n"]) for roll in line["dice"]]
        for kind, value, entry in had:
            slow.setdefault((kind, value), {}).setdefault(log.stem, entry)
    assert len(slow) > 40
    with Library.open(shelf) as library:
        for thing, games in slow.items():
            found = search(library, [wanted(*thing)])
            assert {each.game.name: each.first[0] for each in found} == games, thing


@SOME
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
        Library.open(places.new(), create=True) as grown,
        Library.open(places.new(), create=True) as once,
    ):
        for many in (1, 7, 30, 31, len(whole)):
            path.write_bytes(b"".join(whole[:many]))
            grown.add(path)
        once.add(path)
        facts = "SELECT kind, value, entry FROM fact ORDER BY kind, value"
        assert grown.database.rows(facts) == once.database.rows(facts)


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
    for words, why in (
        (["--density", "dense"], "expected one of None, Light"),
        (["--dice", "cup"], "seed or table"),
        ([], "say what to look for"),
    ):
        assert main(["library", "search", *words, *where]) == 2
        said = capsys.readouterr().err
        assert why in said
        assert said.count("\n") == 1


# Audit ---------------------------------------------------------------------------------------


def test_all_games_are_audited_as_one_is(shelf: str) -> None:
    """In processes, each game has the findings that `khamsin audit` has of its log."""
    with Library.open(shelf) as library:
        names = [game.name for game in library.games()]
    found = list(audit_games(shelf, names, 2))
    assert [each.name for each in found] == names
    assert {each.name for each in found} == {log.stem for log in LOGS}
    for each in found:
        report = audit(LOGS[0].with_name(f"{each.name}.jsonl"))
        assert (each.findings, each.more) == (report.findings, report.more)
    with Library.open(shelf) as library:
        dirty = {each.name for each in found if not each.clean}
        assert {game.name for game in to_audit(library)} == dirty
        rule = next(each for each in found if not each.clean).findings[0].rule
        assert _names(library, ("finding", rule)) == {
            each.name for each in found if rule in {finding.rule for finding in each.findings}
        }


def _one_game(path: str) -> Library:
    library = Library.open(path, create=True)
    library.add(LOGS[-1], "a")
    return library


def test_an_audit_that_was_stopped_goes_on(
    places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was found clean is written down at once, and is left out until the game goes on."""
    path = places.new()
    where = ["--library", path]
    with _one_game(path) as library:
        library.add(LOGS[-1], "b")
        assert [game.name for game in to_audit(library)] == ["a", "b"]
        audits = audit_games(path, ["a", "b"], 1)
        assert next(audits).clean
        audits.close()
        assert [game.name for game in to_audit(library)] == ["b"]
    assert main(["library", "audit", *where]) == 0
    assert "1 game audited, 1 found clean before: clean" in capsys.readouterr().out
    assert main(["library", "audit", "--again", "--json", *where]) == 0
    assert [each["name"] for each in json.loads(capsys.readouterr().out)["games"]] == ["a", "b"]


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
        ("DELETE FROM fact WHERE kind = 'rule' AND value = '11.76'", "library.fact"),
        ("INSERT INTO fact VALUES (1, 'density', 'Heavy', 3)", "library.fact"),
        ("UPDATE snapshot SET body = x'7b7d'", "library.snapshot"),
        ("INSERT INTO snapshot SELECT game, 3, shape, seal, digest, body FROM snapshot",
         "library.snapshot"),
    ],
)  # fmt: skip
def test_what_was_edited_by_hand_is_a_finding(
    change: str, rule: str, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    """Lines, and all that was made of them, are compared again: a difference is a finding."""
    with places.passing() as path:
        _one_game(path).close()
        places.do(path, change)
        assert main(["library", "audit", "--json", "--library", path]) == 1
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert rule in {finding["rule"] for finding in found["games"][0]["findings"]}


def test_snapshots_of_another_engine_are_made_anew(places: Places) -> None:
    """After an audit by a new engine, states open from its own snapshots again."""
    path = places.new()
    with _one_game(path) as library:
        right = library.database.rows("SELECT * FROM snapshot")
        library.database.rows("UPDATE snapshot SET shape = 'older'")
        assert all(each.clean for each in audit_games(path, ["a"], 1))
        assert library.database.rows("SELECT * FROM snapshot") == right


def test_a_game_that_is_not_there_is_one_sentence(shelf: str) -> None:
    """Who audits a game by a name that nobody has is told so."""
    with pytest.raises(BadInput, match="no game 'nobody'"):
        list(audit_games(shelf, ["nobody"], 1))
