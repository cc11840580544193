"""Moments on the command line: played or being played, a Player Turn, an entry, a note's words."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import attrs
import orjson
import pytest

from replays.game.game import Game
from tests import cases
from tests.test_cli import TWO, Khamsin, command_line, two_tanks

GIVEN = (
    *("wc 3 4", "phase MPh", "start PzA", "note 'the ridge'", "move PzA D5"),
    *("phase RPh", "wc 3 4", "note 'second day'", "phase MPh"),
)
"""A game that is being played at 1.2/MPh."""


@pytest.fixture
def khamsin(khamsin: Khamsin) -> Khamsin:
    """The ``khamsin`` command in a folder with a game that is being played."""
    two_tanks("game.jsonl", GIVEN)
    return khamsin


LOOKING = {
    "show": ("show", "game.jsonl", "--at"),
    "ask": ("ask", "terrain", "game.jsonl", "--hex", "D5", "--at"),
    "map": ("map", "game.jsonl", "-o", "out.svg", "--at"),
    "odds": ("odds", "game.jsonl", "--given"),
}
"""The commands that look at one moment, up to the moment."""


@pytest.mark.parametrize("command", LOOKING)
@cases(
    "named, stands",
    ("1.2", "1.2/MPh"),
    ("1.1/MPh", "1.1/MPh"),
    ("1.1/mph", "1.1/MPh"),
    ("the ridge", "1.1/MPh"),
    ("SECOND", "1.2/RPh"),
    ("#3", "1.1/MPh"),
    ("end", "1.2/MPh"),
    ("END", "1.2/MPh"),
)
def test_a_moment_is_named_in_each_command(
    khamsin: Khamsin, command: str, named: str, stands: str
) -> None:
    """Also while it is being played: its latest state; a note by its words, or how it begins."""
    said = khamsin(*LOOKING[command], named)
    assert (said.code, said.err) == (0, "")
    assert stands in said.lines[0]


@pytest.mark.parametrize("command", LOOKING)
@cases("named", "1.2/AFPh", "2.1", "#99", "the rid ge")
def test_moments_that_are_not_there(khamsin: Khamsin, command: str, named: str) -> None:
    """One sentence that names the log and the moment."""
    said = khamsin(*LOOKING[command], named)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("khamsin: game.jsonl: ")
    assert named in said.err
    assert said.err.count("\n") == 1


def test_a_note_that_was_taken_back_is_not_found(khamsin: Khamsin) -> None:
    """Its words are free again; another note can have them."""
    with Game.open("game.jsonl") as game:
        game.do("note 'a mistake'")
        game.do("undo")
    assert khamsin("show", "game.jsonl", "--at", "a mistake").code == 2


def test_words_of_two_notes_are_not_one(khamsin: Khamsin) -> None:
    """Which one is meant has to be said."""
    with Game.open("game.jsonl") as game:
        game.do("note 'the ridge again'")
    whole = khamsin("show", "game.jsonl", "--at", "the ridge")
    assert whole.out == khamsin("show", "game.jsonl", "--at", "#5").out
    said = khamsin("show", "game.jsonl", "--at", "the r")
    assert said.code == 2
    assert "several notes begin with 'the r': #5, #11" in said.err


ENDINGS: Final[dict[str, tuple[Callable[[bytes], Any], str]]] = {
    "finished": (lambda whole: whole, "finished at 1.2/CCPh"),
    "open": (lambda whole: whole.splitlines(keepends=True)[:4], "open at 1.1/MPh"),
    "without its closing entry": (
        lambda whole: whole.splitlines(keepends=True)[:-1],
        "cut off at 1.2/CCPh",
    ),
    "torn": (lambda whole: whole[:-9], "cut off at 1.2/CCPh"),
}
"""What is left of a whole log, and how it ends."""


@pytest.mark.parametrize("cut", ENDINGS)
def test_show_story_and_audit_say_alike_how_a_game_ended(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cut: str
) -> None:
    """Finished, open or cut off, with the moment; also in JSON; not of a moment before the end."""
    monkeypatch.chdir(tmp_path)
    khamsin = command_line(capsys)
    facts = attrs.evolve(TWO, turns=1)
    game = Game.new(facts, seed="s")
    for order in ("wc 3 4", "phase MPh", "phase RPh", "wc 3 4", "phase RPh"):
        game.do(order)
    game.save("whole.jsonl")
    keep, ending = ENDINGS[cut]
    left = keep(Path("whole.jsonl").read_bytes())
    Path("cut.jsonl").write_bytes(left if isinstance(left, bytes) else b"".join(left))
    assert ending in khamsin("audit", "cut.jsonl").lines[-1]
    for command in ("show", "story"):
        assert khamsin(command, "cut.jsonl").lines[-1].endswith(f" entries, {ending}")
        told = orjson.loads(khamsin(command, "cut.jsonl", "--json").out)["ending"]
        assert f"{told['word']} at {told['moment']}" == ending
    earlier = (
        khamsin("show", "cut.jsonl", "--at", "1.1/RPh"),
        khamsin("story", "cut.jsonl", "--to", "1.1/RPh"),
    )
    assert not [said.lines[-1] for said in earlier if " entries, " in said.out]
