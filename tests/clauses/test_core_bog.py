"""Bog: the Bog Check and its DRM (D8.2-.21), when it is made, and Bog Removal (D8.3)."""

import pytest

from tests.clauses.movers import moving

# When the check is made -----------------------------------------------------------------------


@pytest.mark.rule("D8.2")
def test_what_is_due_is_asked_and_shown() -> None:
    """`ask bog` gives the DRM and chance of the check that waits, `show` says that it does."""
    game = moving({"C4": "w'"})
    game.do("move PzA C4")
    asked = game.json("bog --to C4 --vehicle PzA")
    assert (asked["bog_check"], asked["drm"], asked["chance"]) == (True, [4], "5/12")
    assert "due" in asked["verdict"]
    assert "bog check due" in game.command("show", "GAME")[1]
    game.do("bog-check PzA 1 1")
    assert "bog check due" not in game.command("show", "GAME")[1]
