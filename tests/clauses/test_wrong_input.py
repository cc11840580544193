"""Wrong input to orders, questions and scenario keys: one clear sentence each, and nothing done."""

import pytest

from events.errors import BadInput
from events.orders import parse_order
from tests import cases
from tests.clauses.reached import Played, world

TRUCK = {"id": "T", "side": "German", "movement": "truck", "armour": "none", "mp": 9}


def game() -> Played:
    """A game in its MPh with a truck, woods, brush, a gully and a building."""
    played = world(
        {"C4": "w", "D4": "b", "E4": "u"},
        ad=True,
        on={"ad": True},
        vehicles=[TRUCK | {"at": "C3"}],
        buildings=[{"hex": "F4"}],
    )
    played.to("MPh")
    return played


NOWHERE = ("", "Z99", "T", "T Z99", "T D4 9", "nobody D4", "T C4 7", "1 2", "\u00e9", "D4 D4 D4")


@pytest.mark.rule("D2.3", "B27.1", "D8.2")
@cases("word", "entrench", "unfortify", "bypass", "bog-check")
@pytest.mark.parametrize("rest", NOWHERE)
def test_an_order_that_means_nothing_changes_nothing(word: str, rest: str) -> None:
    """It is not understood, or refused, in one sentence."""
    played = game()
    before = played.state
    try:
        parsed = parse_order(f"{word} {rest}".strip())
    except BadInput as error:
        said = str(error)
    else:
        said = str(played.game.attempt(parsed.command, parsed.dice))
        assert said.startswith("refused, reason")
    assert 10 < len(said) < 330
    assert "\n" not in said
    assert played.state is before
