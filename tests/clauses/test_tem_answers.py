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


def hedged(marks: dict[str, str], *kinds: tuple[str, str], **facts: Any) -> Played:
    """A game with things on hexsides: ``("wall", "D3/D4")``."""
    return world(marks, hexsides=[{"kind": kind, "at": [at]} for kind, at in kinds], **facts)


@pytest.mark.rule("B9.3", "191.3")
@cases(
    "kind, rule, direct, indirect",
    ("wall", "B9", 2, 1),
    ("hedge", "B9", 1, 0),
    ("cactus-hedge", "191.3", 1, 0),
)
def test_the_hexside_that_a_los_crosses_gives_its_tem(
    kind: str, rule: str, direct: int, indirect: int
) -> None:
    """Across it, and not from elsewhere; vs Indirect Fire from anywhere."""
    game = hedged({}, (kind, "D3/D4"))
    name = game.json("tem --hex D4")["hexsides"]["1"]["kind"].capitalize().replace("-h", " H")
    assert tem(game, "--from D2 --to D4") == [(name, rule, direct)]
    assert tem(game, "--from D6 --to D4") == []
    found = [(name, rule, indirect)] if indirect else []
    for firer in ("D2", "D6"):
        assert tem(game, f"--from {firer} --to D4 --indirect") == found
    for words, amount in (("", direct), ("--indirect", indirect)):
        told = game.json(f"tem --hex D4 {words}")["hexsides"]
        assert [(side, each["tem"]) for side, each in told.items()] == [("1", amount)]
        assert game.json(f"tem --hex D3 {words}")["hexsides"]["4"]["tem"] == amount
