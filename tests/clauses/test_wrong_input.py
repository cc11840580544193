"""Wrong input to orders, questions and scenario keys: one clear sentence each, and nothing done."""

from typing import Any

import pytest

from events.errors import BadInput
from events.orders import parse_order
from tests import cases
from tests.clauses.reached import Played, unsound, world

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


ASKED = (
    ("ambush --hex Z99", "is not a hex in play"),
    ("dash --from D4 --to Z9", "the road hex that it crosses"),
    ("rooftop --hex Z99", "is not a hex in play"),
    ("rooftop --hex offboard", "is not a hex in play"),
    ("fortification --hex Z99", "is not a hex in play"),
    ("gun --hex Z99", "is not a hex in play"),
    ("bog --from offboard --to D4 --mover truck", "is not on the edge"),
    ("entry-cost --from nowhere --to D4", "nor offboard"),
    ("bog --from C3 --to C4 --mover truck --mtr 81", "it tows no Gun"),
)


@pytest.mark.rule("B.2")
@pytest.mark.parametrize(("words", "why"), ASKED)
def test_a_question_about_nothing_says_why(words: str, why: str) -> None:
    """The sentence names what is wrong."""
    assert why in game().why_refused(words)


KEYS: tuple[tuple[dict[str, Any], str], ...] = (
    ({"fortifications": [{"hex": "Z9", "kind": "Wire"}]}, "fortifications[0].hex"),
    ({"fortifications": [{"hex": "D4", "kind": "Roadblock"}]}, "needs its hexside"),
    ({"fortifications": [{"hex": "D4", "kind": "Pillbox", "ca": 9}]}, "needs its CA"),
    ({"bridges": [{"hex": "Z9"}]}, "bridges[0].hex"),
    ({"overlays": [{"kind": "Oasis"}]}, "overlays[0]"),
    ({"paths": [{"hexes": ["D4", "D9"]}]}, "not adjacent"),
    ({"paths": [{"hexes": ["D4"]}]}, "two hexes or more"),
    ({"spills": [{"hex": "D4", "over": ["Z9"]}]}, "spills[0].over"),
    ({"hexsides": [{"kind": "bank", "at": ["D4/D9"]}]}, "is not a hexside"),
    ({"vehicles": [TRUCK | {"mtr": 0}]}, "is not a calibre"),
    ({"vehicles": [TRUCK | {"mtr": 900}]}, "is not a calibre"),
    ({"vehicles": [TRUCK | {"at": "D4", "bypass": 9}]}, "is not a hexside from 1 to 6"),
    ({"vehicles": [TRUCK | {"bypass": 1}]}, "offboard is not in Bypass"),
)


@pytest.mark.rule("B.1")
@pytest.mark.parametrize(("facts", "why"), KEYS)
def test_a_scenario_key_with_a_wrong_value_is_named(facts: dict[str, Any], why: str) -> None:
    """`check` says where it is, and what was expected."""
    assert why in unsound(**facts)
