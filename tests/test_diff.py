"""`khamsin diff` for people, and the commands of docs/playing.md."""

import re

import pytest

from replays.game.game import Game
from tests.test_cli import Khamsin, two_tanks

GIVEN = ("wc 3 4", "phase MPh", "start PzA", "move PzA D5", "move PzA D6", "phase RPh", "wc")


@pytest.fixture
def khamsin(khamsin: Khamsin) -> Khamsin:
    """The ``khamsin`` command in a folder with a game."""
    two_tanks("saturday.jsonl", GIVEN)
    return khamsin


def test_two_moments_in_words(khamsin: Khamsin) -> None:
    """Names and words, no JSON."""
    said = khamsin("diff", "saturday.jsonl", "#4", "#5")
    assert said.code == 0
    assert "PzA: hex D4 -> D5" in said.lines
    assert not re.search(r"[{}]|null|true|false", said.out)
    assert khamsin("diff", "saturday.jsonl", "#4", "#4").lines == ["nothing differs"]


def test_a_branch_is_compared_entry_by_entry(khamsin: Khamsin) -> None:
    """From where they part: what only one of them has, then how they end; the weather is one."""
    khamsin("branch", "saturday.jsonl", "--at", "#4", "-o", "other.jsonl")
    with Game.open("other.jsonl") as game:
        for order in ("move PzA E5", "phase RPh", "wc"):
            game.do(order)
    said = khamsin("diff", "saturday.jsonl", "other.jsonl")
    assert said.lines[0] == "the same up to entry 4; then - is saturday.jsonl, + is other.jsonl"
    marked = [line.split("  ")[-1] for line in said.lines if re.match(r"[-+] #", line)]
    assert marked[:2] == ["move PzA D5", "move PzA D6"]
    assert "move PzA E5" in marked
    assert not any(each.startswith("wc") for each in marked)
    assert "PzA: hex D6 -> E5" in said.lines
    assert isinstance(khamsin("diff", "saturday.jsonl", "other.jsonl", "--json").json, list)


def test_half_mp_are_decimals_in_words(khamsin: Khamsin) -> None:
    """Show and diff say MP as the orders do; JSON has them exactly."""
    khamsin("branch", "saturday.jsonl", "--at", "#3", "-o", "half.jsonl")
    with Game.open("half.jsonl") as game:
        game.do("spend PzA 1.5mp")
    assert "PzA: mp used 0 -> 1.5" in khamsin("diff", "half.jsonl", "#3", "#4").lines
    assert "mp used 1.5" in khamsin("show", "half.jsonl").out
    assert khamsin("show", "half.jsonl", "--json").json["vehicles"]["PzA"]["mp_used"] == "3/2"
