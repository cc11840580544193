"""The doors of the contract's tests are the doors of users."""

import pytest

from tests.clauses.reached import board, khamsin, unsound, world


def test_a_world_is_played_asked_and_audited() -> None:
    """Orders, questions, the audit and the command line all see the same game."""
    game = world({"C4": "h"}, vehicles=[TRUCK])
    game.to("MPh")
    assert "start" in game.told("start Lkw").casefold()
    assert "Hammada" in game.text("terrain --hex C4")
    assert game.json("terrain --hex C4")["question"] == "terrain"
    assert game.audited().clean
    assert game.command("ask", "terrain", "GAME", "--hex", "C4")[0] == 0
    assert khamsin("--version")[0] == 0
    assert game.refused("start Lkw").rule


def test_a_mark_off_the_board_is_an_error() -> None:
    """A test that marks a hex that is not there tries nothing."""
    with pytest.raises(AssertionError, match="not on the board"):
        board({"Z99": "h"})
    assert "month" in unsound(month="Juni")


TRUCK = {"id": "Lkw", "side": "German", "movement": "truck", "armour": "none", "mp": 20, "at": "B3"}
