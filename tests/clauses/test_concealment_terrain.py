"""A12.12 Which terrain is Concealment Terrain, looked at kind by kind through `ask terrain`."""

import pytest

from tests.clauses.reached import world

CONCEALS = {
    ".": False,
    "s": True,
    "h": False,
    "d": False,
    "D": False,
    "e": False,
    "H": False,
    "y": False,
    "u": False,
    "r": False,
    "~": False,
    "b": True,
    "v": True,
    "g": True,
    "o": True,
    "O": True,
    "p": True,
    "P": True,
    "k": True,
    "w": True,
    "l": True,
    "c": False,
    "C": False,
    "n": True,
    "m": True,
    "q": False,
    "S": False,
    "cb": True,
    "ch": False,
    "eb": True,
}
"""By the mark of a map."""


@pytest.mark.rule("A12.12", "191.1w", "191.6e")
@pytest.mark.parametrize(("mark", "conceals"), CONCEALS.items())
def test_concealment_terrain(mark: str, conceals: bool) -> None:
    """Broken Ground, cacti, trees, brush and crops are; crags, graves and shellholes are not."""
    game = world({"C4": mark})
    assert game.json("terrain --hex C4")["concealment_terrain"] is conceals
    assert game.json("concealment --hex C4 --enemy C9")["concealment_terrain"] is conceals
