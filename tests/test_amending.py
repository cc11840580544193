"""Amending: another order in the place of an old one, and what came later given again."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.commands import Note
from events.log import happened
from events.orders import format_order
from replays.auditing.audit import audit
from replays.game.amend import Unfit, amend
from replays.game.game import Game, as_shared
from replays.game.position import taken_back
from tests import cases
from tests.drawn import examples
from tests.kept import kept_games
from tests.test_cli import TWO, Khamsin, two_tanks

SOME = examples(15)

GIVEN = (
    *("wc 3 4", "phase MPh", "start PzA", "move PzA D5", "move PzA D6", "note 'so far'"),
    *("move PzA D7", "undo", "phase RPh", "wc"),
)
"""Entries 2 to 11 of the game that most tests amend; 1 is the `phase` out of setup."""


@pytest.fixture
def khamsin(khamsin: Khamsin) -> Khamsin:
    """The ``khamsin`` command in a folder with a game."""
    two_tanks("game.jsonl", GIVEN)
    return khamsin


def words(path: str) -> list[str]:
    """The orders of a log, with the dice that people rolled."""
    text = Game.load(path).orders()
    lines = [line.split("   #")[0] for line in text.splitlines()]
    return [line for line in lines if line and not line.startswith("#")][3:]


@SOME
@given(kept_games(), st.data())
def test_the_same_order_gives_the_same_game(game: Game, data: st.DataObject) -> None:
    """An entry amended into what it was: everything fits, and the game stands where it stood."""
    gone = taken_back(map(happened, game.entries))
    standing = [e for e in game.entries if e.n not in gone and e.do.word not in ("undo", "finish")]
    if not standing:
        return
    entry = data.draw(st.sampled_from(standing))
    dice = [d for roll in entry.dice if roll.source == "table" for d in roll.dice]
    made = amend(game, entry.n, [format_order(entry.do, tuple(dice))])
    assert made.unfit == ()
    assert made.game.state == game.state
    before = entry.n - 1
    assert [as_shared(e) for e in made.game.entries[:before]] == [
        as_shared(e) for e in game.entries[:before]
    ]


@SOME
@given(kept_games(), st.data())
def test_nothing_is_dropped_in_silence(
    tmp_path_factory: pytest.TempPathFactory, game: Game, data: st.DataObject
) -> None:
    """An entry left out: each later one is given again, or listed and noted; the audit is clean."""
    gone = taken_back(map(happened, game.entries))
    standing = [e for e in game.entries if e.n not in gone and e.do.word not in ("undo", "finish")]
    if not standing:
        return
    first = data.draw(st.sampled_from(standing)).n
    made = amend(game, first)
    later = [e.n for e in standing if e.n > first]
    left_out = [each for each in made.unfit if "without its dice" not in each.reason]
    assert made.given_again + len(left_out) - _closes(left_out, game) == len(later)
    notes = [e.do.text for e in made.game.entries if isinstance(e.do, Note)]
    for each in made.unfit:
        assert any(text.startswith(f"amended: #{each.entry} ") for text in notes)
    folder = tmp_path_factory.mktemp("amended")
    game.save(folder / "game.jsonl")
    again = amend(Game.load(folder / "game.jsonl"), first)
    again.game.save(folder / "new.jsonl")
    assert audit(folder / "new.jsonl", parent=folder / "game.jsonl").findings == ()


def _closes(left_out: list[Unfit], game: Game) -> int:
    """How many of these are closing entries, which are not counted."""
    return sum(game.entries[each.entry - 1].do.word == "finish" for each in left_out)


def test_another_order_in_the_place_of_one(khamsin: Khamsin) -> None:
    """Where all fits: exit code 0, the old log as it was, the new one clean beside it."""
    before = Path("game.jsonl").read_bytes()
    said = khamsin("amend", "game.jsonl", "#2", "wc 3 5")
    assert (said.code, said.err) == (0, "")
    assert said.lines == [
        "#2 `wc 3 4` is now `wc 3 5`",
        "7 later entries given again, all of them fit",
        said.lines[2],
    ]
    assert said.lines[2].startswith("written to game-2.jsonl, open at 1.2/RPh, seal ")
    assert Path("game.jsonl").read_bytes() == before
    assert words("game-2.jsonl") == [
        *("phase", "wc 3 5", "phase MPh", "start PzA", "move PzA D5", "move PzA D6"),
        *("note so far", "phase RPh", "wc"),
    ]
    assert khamsin("audit", "game-2.jsonl", "--parent", "game.jsonl").code == 0
    assert Game.load("game-2.jsonl").entries[-1].dice == Game.load("game.jsonl").entries[-1].dice


def test_what_does_not_fit_is_listed_and_noted(khamsin: Khamsin) -> None:
    """With entry, words and reason; exit code 1, and a note stands where the order stood."""
    said = khamsin("amend", "game.jsonl", "4", "--drop", "-o", "new.jsonl")
    assert said.code == 1
    assert said.lines[0] == "#4 `start PzA` is left out"
    assert said.lines[1] == "3 later entries given again; 2 did not fit:"
    assert said.lines[2].startswith("  #5 `move PzA D5`: refused, reason 18 (not-started), ")
    assert said.lines[3].startswith("  #6 `move PzA D6`: refused, reason ")
    assert "noted in the new log" in said.lines[4]
    found = words("new.jsonl")
    assert found[:3] == ["phase", "wc 3 4", "phase MPh"]
    assert found[3].startswith("note amended: #5 move PzA D5: refused, reason 18 ")
    assert found[5] == "note so far"
    assert khamsin("show", "new.jsonl", "--at", "amended: #5").code == 0
    assert audit("new.jsonl", parent="game.jsonl").clean


def test_the_next_free_name_is_taken(khamsin: Khamsin) -> None:
    """Beside the old log; nothing is ever overwritten."""
    for name in ("game-2.jsonl", "game-3.jsonl"):
        assert f"written to {name}" in khamsin("amend", "game.jsonl", "#2", "wc 3 5").out
    assert "written to game-4.jsonl" in khamsin("amend", "game-3.jsonl", "#2", "wc 3 4").out
    said = khamsin("amend", "game.jsonl", "#2", "wc 3 5", "-o", "game.jsonl")
    assert said.code == 2
    assert "exists already" in said.err


@cases(
    "arguments, what",
    (("#0", "wc 3 4"), "entry 0 is the header"),
    (("#99", "wc 3 4"), "there is no entry 99: this game has 11"),
    (("#8", "move PzA E6"), "entry 8 was taken back by entry 9"),
    (("#9", "--drop"), "entry 9 takes back entry 8; `khamsin branch --at '#8'`"),
    (("#2",), "an order is expected, or --drop"),
    (("#2", "wc 3 4", "--drop"), "--drop leaves the entry out, so no order goes with it"),
    (("2.1", "wc 3 4"), "'2.1' is not the number of an entry, such as #12"),
    (("#2", "wc 3"), "order 1: `wc 3`: "),
    (("#5", "move PzA D4"), "order 1: `move PzA D4` is refused"),
    (("#5", "wc 3 4", "fly"), "order 1: `wc 3 4` is refused"),
    (("#5", "note 'a'", "fly"), "order 2: 'fly' is not an order"),
)
def test_what_cannot_be_amended(khamsin: Khamsin, arguments: tuple[str, ...], what: str) -> None:
    """One sentence, exit code 2, and no new log."""
    said = khamsin("amend", "game.jsonl", *arguments)
    assert (said.code, said.out) == (2, "")
    assert what in said.err
    assert said.err.count("\n") == 1
    assert not Path("game-2.jsonl").exists()


def test_table_dice_that_do_not_suffice_are_listed() -> None:
    """In a game of the table no die is invented: the order is left out, and noted."""
    game = Game.new(TWO, "s", dice="table").do_all(["wc 3 4", "phase RPh", "wc 2 4"])
    made = amend(game, 3)
    assert [each.entry for each in made.unfit] == [4]
    assert made.given_again == 0


def test_amending_in_json(khamsin: Khamsin) -> None:
    """What was amended, how many entries were given again, and each that does not fit any more."""
    said = khamsin("amend", "game.jsonl", "#4", "--drop", "-o", "new.jsonl", "--json")
    told = said.json
    assert said.code == 1
    assert (told["entry"], told["orders"], told["log"]) == (4, [], "new.jsonl")
    made = amend(Game.load("game.jsonl"), 4)
    assert told["given_again"] == made.given_again
    assert [tuple(each.values()) for each in told["unfit"]] == [
        (each.entry, each.order, each.reason) for each in made.unfit
    ]
    assert told["ending"] == {"word": "open", "moment": str(Game.load("new.jsonl").state.moment)}
    assert told["seal"] == khamsin("audit", "new.jsonl", "--json").json["seal"]
    again = khamsin("amend", "game.jsonl", "#2", "wc 3 5", "--json")
    assert (again.code, again.json["unfit"]) == (0, [])
