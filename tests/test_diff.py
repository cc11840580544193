"""MP in what `khamsin diff` and `khamsin show` say."""

import pytest

from replays.game.game import Game
from tests.test_cli import Khamsin, two_tanks

GIVEN = ("wc 3 4", "phase MPh", "start PzA")


@pytest.fixture
def khamsin(khamsin: Khamsin) -> Khamsin:
    """The ``khamsin`` command in a folder with a game."""
    two_tanks("saturday.jsonl", GIVEN)
    return khamsin


def test_half_mp_are_decimals_in_words(khamsin: Khamsin) -> None:
    """Show and diff say MP as the orders do; JSON has them exactly."""
    khamsin("branch", "saturday.jsonl", "--at", "#3", "-o", "half.jsonl")
    with Game.open("half.jsonl") as game:
        game.do("spend PzA 1.5mp")
    assert "PzA: mp used 0 -> 1.5" in khamsin("diff", "half.jsonl", "#3", "#4").lines
    assert "mp used 1.5" in khamsin("show", "half.jsonl").out
    assert khamsin("show", "half.jsonl", "--json").json["vehicles"]["PzA"]["mp_used"] == "3/2"
