"""TEM, rule by rule: which terrain, counter or hexside gives it, and what leaves it out."""

from typing import Any, Final

import pytest

from tests import cases
from tests.clauses.movers import LORRY, TANK
from tests.clauses.reached import Played, world

Told = list[tuple[str, str, int]]

HERE: Final[dict[str, Any]] = {"at": "D4"}


def tem(game: Played, words: str) -> Told:
    """The TEM of a shot, or of a hex: name, rule and amount of each."""
    found = game.ask(words if words.startswith("tem") else f"shot {words}").items
    return [(i.name, i.rule, int(i.amount or 0)) for i in found if i.kind == "TEM"]


# Counters --------------------------------------------------------------------------------------


@pytest.mark.rule("B.9", "D9.3")
@cases(
    "cars, orders, found",
    ([TANK], [], [("vehicle PzA", "D9.3", 1)]),
    ([TANK], ["destroy PzA"], [("wreck PzA", "D9.3", 1)]),
    ([LORRY], [], []),
    ([LORRY], ["destroy Lkw"], [("wreck Lkw", "D9.3", 1)]),
    ([LORRY, TANK], [], [("vehicle PzA", "D9.3", 1)]),
    ([TANK, TANK | {"id": "PzB"}], [], [("vehicle PzA", "D9.3", 1)]),
)
def test_an_afv_or_wreck_shelters_who_is_beside_it(
    cars: list[dict[str, Any]], orders: list[str], found: Told
) -> None:
    """+1 of one of them, however many; a truck gives none, and none is given to vehicles."""
    game = world(vehicles=[car | HERE for car in cars])
    game.to("PFPh")
    game.do(*orders)
    for words in ("tem --hex D4", "--from D2 --to D4"):
        assert tem(game, words) == found
    assert tem(game, "tem --hex D4 --vehicle-target") == []
    assert tem(game, "--from D2 --to D4 --against vehicle") == []
    reversed_ = [(name, rule, -amount) for name, rule, amount in found]
    assert tem(game, "tem --hex D4 --critical-hit") == reversed_


# Hexsides --------------------------------------------------------------------------------------
