"""B.7 boards beside the game, B.8 directions that a marker gives, and what B.9 has lost."""

import re
from typing import Any, Final

import pytest

from tests import cases
from tests.clauses.reached import Played, board, khamsin, world

TRUCK: Final = {"id": "T", "side": "German", "movement": "truck", "armour": "none", "mp": 9}


def two_boards(row: int = 1, *, rotated: bool = True, **facts: Any) -> Played:
    """Two boards beside or below one another, the second of them turned by half a turn or not."""
    one = board({"C3": "b"}, columns=7, rows=5)
    two = board({"C3": "s"}, columns=7, rows=5, name="X2", rotated=rotated, row=row)
    return world(boards=[one, two], **facts)


def drawn(game: Played, *words: str) -> str:
    """The text map of a game."""
    code, said, _ = game.command("map", "GAME", *words)
    assert code == 0
    return said


def hexes(said: str) -> str:
    """The hexes of a text map with the letters over them, without the facts below."""
    return said.split("\n\n")[1]


@pytest.mark.rule("B.7c")
@cases("at", "setup", "1.1/MPh", "end")
def test_the_boards_can_be_seen_without_a_counter(at: str) -> None:
    """At every moment `map --bare` shows the hexes of a game in which nothing was ever placed."""
    game = two_boards(
        vehicles=[TRUCK | {"at": "X2A2"}], fortifications=[{"hex": "X1A3", "kind": "Wire"}]
    )
    game.to("MPh")
    game.do("smoke X1D3", "shellholes X1B2", "start T", "move T X2A3")
    bare, full = drawn(game, "--at", at, "--bare"), drawn(game, "--at", at)
    assert hexes(bare) == hexes(drawn(two_boards()))
    assert set("T^") <= set(hexes(full))
    assert set("T^*").isdisjoint(hexes(bare))
    assert ("T, German" in full, "T, German" in bare) == (True, False)


@pytest.mark.rule("B.7d")
@cases("rotated", True, False)
@cases("row", 1, 2)
def test_the_bare_boards_lie_as_those_in_play(row: int, rotated: bool) -> None:
    """The copy has the boards of the game, beside or below one another, turned or not."""
    game = two_boards(row=row, rotated=rotated, vehicles=[TRUCK | {"at": "X2A2"}])
    played, bare = hexes(drawn(game)), hexes(drawn(game, "--bare"))
    letters = "ABCDEFG"
    beside = letters + (letters[-2::-1] if rotated else letters[1:])
    assert [line.split() for line in (played.splitlines()[0], bare.splitlines()[0])] == [
        list(beside if row == 1 else letters)
    ] * 2
    assert len(played.splitlines()) == len(bare.splitlines())
    assert [re.sub("[^bs]", "", said) for said in (played, bare)] in (["bs"] * 2, ["sb"] * 2)


@pytest.mark.rule("B.7e")
def test_nothing_is_said_of_buying_boards() -> None:
    """No page of help asks for a second copy of a board or for a parts list."""
    pages = [khamsin("help", "orders")[1], khamsin("--help")[1], khamsin("map", "--help")[1]]
    assert all(pages)
    for word in ("buy", "purchase", "parts list", "price", "duplicate board"):
        assert not any(word in page.lower() for page in pages), word


@pytest.mark.rule("B.9o")
def test_the_lost_answer_of_b9_is_named() -> None:
    """`khamsin rules B.9` says that a question and answer is lost, and that nothing is added."""
    said = khamsin("rules", "B.9")[1]
    assert "ruling  B.9-lost" in said
    assert "is lost: nothing is added" in " ".join(said.split())
