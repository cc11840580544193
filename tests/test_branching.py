"""Branches: a log that shares the past of another, names its parent, and plays on."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.commands import Advance, Finish
from events.errors import BadInput
from replays.auditing.audit import audit
from replays.game.game import Game, as_shared
from tests import cases
from tests.drawn import examples
from tests.kept import kept_games
from tests.test_cli import TWO, Khamsin, two_tanks

SOME = examples(15)

SATURDAY = (
    *("wc 3 4", "phase MPh", "start PzA", "note 'the road'", "move PzA D5"),
    *("undo", "note 'no, wait'", "phase RPh", "wc", "phase MPh"),
)
"""Orders of the game that most tests branch off from."""


def saturday(path: str = "saturday.jsonl") -> Game:
    """A game on disk, read again."""
    two_tanks(path, SATURDAY)
    return Game.load(path)


def number_of(game: Game, word: str) -> int:
    """The number of the first entry that gives this order."""
    return next(entry.n for entry in game.entries if entry.do.word == word)


@SOME
@given(kept_games(), st.data())
def test_a_branch_has_the_entries_of_its_parent(game: Game, data: st.DataObject) -> None:
    """All up to the branching point, those taken back included, and it stands where they lead."""
    n = data.draw(st.integers(0, len(game.entries)))
    made = game.branch(f"#{n}")
    assert made.header.parent is not None
    last = made.header.parent.entry
    closes = n and isinstance(game.entries[n - 1].do, Finish)
    assert last in ((n, n - 1) if closes else (n,))
    assert made.position.finished == made.state.clock.over
    assert [as_shared(e) for e in made.entries[:last]] == [
        as_shared(e) for e in game.entries[:last]
    ]
    assert made.state == game.at(f"#{n}")
    assert made.header.scenario == game.header.scenario
    assert made.header.seed == game.header.seed


@SOME
@given(kept_games(), st.data())
def test_a_branch_is_clean_beside_its_parent(
    tmp_path_factory: pytest.TempPathFactory, game: Game, data: st.DataObject
) -> None:
    """The audit finds the past the same, and the hash that the branch names in the parent."""
    folder = tmp_path_factory.mktemp("branch")
    game.save(folder / "game.jsonl")
    made = Game.load(folder / "game.jsonl").branch(
        f"#{data.draw(st.integers(0, len(game.entries)))}"
    )
    made.save(folder / "other.jsonl")
    report = audit(folder / "other.jsonl", parent=folder / "game.jsonl")
    assert report.findings == ()
    assert report.parent == made.header.parent


@pytest.mark.usefixtures("khamsin")
def test_what_crosses_the_moment_is_left_out() -> None:
    """A phase order that passes the moment is not shared; what was before it is."""
    game = saturday()
    made = game.branch("1.1/MPh")
    assert [entry.do.word for entry in made.entries][-2:] == ["undo", "note"]
    after = game.entries[len(made.entries)]
    assert isinstance(after.do, Advance)
    assert str(made.state.moment) == "1.1/MPh"
    made.do("move PzA D5")
    assert made.entries[-1].n == after.n


def test_the_parent_stays_as_it_is(khamsin: Khamsin) -> None:
    """Not a byte of it changes, and the branch plays on in a log of its own."""
    saturday()
    before = Path("saturday.jsonl").read_bytes()
    assert khamsin("branch", "saturday.jsonl", "--at", "1.1/MPh", "-o", "other.jsonl").code == 0
    with Game.open("other.jsonl") as game:
        game.do("move PzA D5")
    assert Path("saturday.jsonl").read_bytes() == before
    said = khamsin("audit", "other.jsonl", "--parent", "saturday.jsonl")
    assert said.code == 0
    report = audit("other.jsonl")
    assert report.clean
    assert report.parent is not None
    shared = report.parent.entry
    assert f"a branch of saturday.jsonl, from entry {shared} on" in said.out
    assert khamsin("audit", "other.jsonl", "--json").json["parent"]["entry"] == shared


@pytest.mark.usefixtures("khamsin")
def test_a_closed_game_is_open_in_its_branch() -> None:
    """A closing entry at the branching point is not shared; one that was taken back is."""
    with Game.open("saturday.jsonl", TWO, seed="s") as game:
        game.do_all(["wc 3 4", "finish"])
    made = Game.load("saturday.jsonl").branch()
    assert made.entries[-1].do.word == "wc"
    assert not made.position.finished
    with Game.open("saturday.jsonl") as game:
        game.do_all(["undo", "phase MPh"])
    made = Game.load("saturday.jsonl").branch()
    made.save("other.jsonl")
    assert [entry.do.word for entry in made.entries][-3:] == ["finish", "undo", "phase"]
    assert audit("other.jsonl", parent="saturday.jsonl").clean


def test_a_game_in_memory_branches_too() -> None:
    """For a program that asks what if; its parent has no log then."""
    game = Game.new(TWO, seed="s").do_all(["wc", "phase MPh"])
    made = game.branch("1.1/RPh")
    assert made.header.parent is not None
    assert made.header.parent.log == ""
    assert made.entries == game.entries[:2]
    with pytest.raises(BadInput, match="2 entries, so no entry 10"):
        made.shared(10)


@pytest.mark.usefixtures("khamsin")
def test_another_past_is_found() -> None:
    """The first entry that is not the parent's is named, or another seal."""
    other = Game.new(TWO, "s").do_all(["wc 3 3", "phase MPh", "start PzA"])
    game = saturday()
    other.branch().save("other.jsonl")
    found = audit("other.jsonl", parent="saturday.jsonl").findings
    first = number_of(game, "wc")
    assert [(each.rule, each.entry) for each in found] == [("log.parent", first)]
    Game.new(TWO, "t").branch().save("seed.jsonl")
    found = audit("seed.jsonl", parent="saturday.jsonl").findings
    assert [(each.rule, each.logged) for each in found] == [
        ("log.parent", "another scenario or seed")
    ]


@pytest.mark.usefixtures("khamsin")
def test_a_wrong_hash_is_found() -> None:
    """The past is the same, but the hash named is not that of the parent's line."""
    made = saturday().branch("1.1/MPh")
    assert made.header.parent is not None
    wrong = Game.load("saturday.jsonl").branch("1.1/MPh")
    object.__setattr__(wrong.header.parent, "seal", "0" * 64)
    wrong.save("other.jsonl")
    found = audit("other.jsonl", parent="saturday.jsonl").findings
    assert [(each.rule, each.logged) for each in found] == [("log.parent", f"seal {'0' * 64}")]


def test_a_log_without_parent_is_not_a_branch(khamsin: Khamsin) -> None:
    """Who asks for a comparison is told that there is nothing to compare."""
    saturday()
    said = khamsin("audit", "saturday.jsonl", "--parent", "saturday.jsonl")
    assert said.code == 1
    assert "no parent" in said.out


@pytest.mark.usefixtures("khamsin")
def test_a_branch_shorter_than_its_past_is_found() -> None:
    """Its header says how much it shares; a dropped tail cannot hide that."""
    saturday().branch("1.1/MPh").save("other.jsonl")
    lines = Path("other.jsonl").read_bytes().splitlines(keepends=True)
    Path("short.jsonl").write_bytes(b"".join(lines[:-1]))
    assert [each.rule for each in audit("short.jsonl").findings] == ["log.parent"]
    report = audit("short.jsonl", parent="saturday.jsonl")
    assert [each.rule for each in report.findings] == ["log.parent"]


@cases(
    "at, what",
    ("9.1", "the game did not come to 9.1"),
    ("#99", "the game did not come to #99"),
    ("nowhere", "is neither a moment, such as 3.2/MPh, nor how a note of this game begins"),
    ("1.1/XPh", "is not a moment"),
)
def test_moments_that_are_not_there(khamsin: Khamsin, at: str, what: str) -> None:
    """One sentence, and no new log."""
    saturday()
    said = khamsin("branch", "saturday.jsonl", "--at", at, "-o", "other.jsonl")
    assert said.code == 2
    assert said.err.startswith("khamsin: saturday.jsonl: ")
    assert what in said.err
    assert said.err.count("\n") == 1
    assert not Path("other.jsonl").exists()


def test_a_branch_never_takes_the_place_of_a_file(khamsin: Khamsin) -> None:
    """Neither of its parent nor of anything else."""
    saturday()
    said = khamsin("branch", "saturday.jsonl", "--at", "1.1", "-o", "saturday.jsonl")
    assert said.code == 2
    assert "exists already" in said.err


def test_a_torn_line_of_the_parent_is_not_shared(khamsin: Khamsin) -> None:
    """It was never acknowledged; the parent stays as it is."""
    game = saturday()
    with Path("saturday.jsonl").open("ab") as file:
        file.write(b'{"n":99')
    said = khamsin("branch", "saturday.jsonl", "--at", "end", "-o", "other.jsonl")
    assert said.code == 0
    assert "torn" in said.err
    assert len(Game.load("other.jsonl").entries) == len(game.entries)
