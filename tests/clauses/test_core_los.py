"""LOS by the core rules that the documents lean on: walls, one building, Depressions."""

from itertools import product
from typing import Any

import pytest

from tests import cases
from tests.clauses.reached import Played, world


def sees(game: Played, one: str, two: str) -> bool:
    """Whether there is a LOS: `ask shot`, and `map --los`, which must say the same."""
    blocked = game.json(f"shot --from {one} --to {two}")["blocked"]
    code, drawn, _ = game.command("map", "GAME", "--los", one, two)
    assert code == 0
    assert (f"blocked: {blocked}" in drawn) == (blocked is not None)
    return blocked is None


def walled(*hexsides: str, kind: str = "wall", marks: dict[str, str] | None = None) -> Played:
    """A board with something on some hexsides."""
    return world(marks, on={"hexsides": [{"kind": kind, "at": [each]} for each in hexsides]})


FORT: dict[str, Any] = {
    "buildings": [
        {"hex": "A1", "upper_levels": 2, "building": "fort"},
        {"hex": "A2", "upper_levels": 2, "building": "fort"},
        {"hex": "B2", "upper_levels": 2, "building": "other"},
    ]
}


@pytest.mark.rule("A6.8")
@pytest.mark.parametrize(("one", "two"), list(product(range(3), range(3))))
def test_adjacent_levels_of_one_building(one: int, two: int) -> None:
    """In one building an adjacent hex is seen on the same level only, another building on all."""
    game = world(on=FORT)
    here, there, across = (
        f"{name}@{level}" for name, level in (("A1", one), ("A2", two), ("B2", two))
    )
    assert sees(game, here, there) is (one == two)
    assert sees(game, there, here) is (one == two)
    assert sees(game, f"A2@{one}", across)
    refusal = game.json(f"shot --from {here} --to {there}")["los"]["block"]
    assert (refusal is None) if one == two else refusal["rule"] == "A6.8"


@pytest.mark.rule("A6.8")
@cases("rise, cliff, seen", (1, False, True), (1, True, False), (2, False, False))
def test_one_building_on_two_levels_of_ground(rise: int, cliff: bool, seen: bool) -> None:
    """One sees down a slope of the same building, but no steeper step; `view` says so too."""
    hexsides = [{"kind": "cliff", "at": ["A1/A2"]}] if cliff else []
    game = world({"A1": f".{rise}"}, on=FORT | {"hexsides": hexsides})
    for one, two in (("A1", "A2"), ("A2", "A1")):
        assert sees(game, one, two) is seen
        assert (two in game.json(f"view --from {one}")["seen"]) is seen


@pytest.mark.rule("B19.2", "A6.3")
def test_a_los_in_a_depression_stays_in_it() -> None:
    """Along connected hexes one sees IN the gully; out of it only from above, or adjacent."""
    game = world({"B3": "u", "C4": "u", "D4": "u"})
    assert sees(game, "C4", "D4")
    assert sees(game, "C4", "B3")
    assert sees(game, "C4", "C3")
    assert not sees(game, "C4", "C2")


@pytest.mark.rule("B19.2")
def test_a_bank_parts_two_depressions() -> None:
    """Adjacent gullies with a bank between are not connected: no LOS from one into the other."""
    straight = {"C2": "u", "C3": "u", "C4": "u", "C5": "u"}
    joined = world(straight)
    parted = walled("C3/C4", kind="bank", marks=straight)
    for one, two in (("C2", "C5"), ("C3", "C4"), ("C2", "C4")):
        assert sees(joined, one, two)
        assert not sees(parted, one, two)
        assert not sees(parted, two, one)
    assert sees(parted, "C2", "C3")
    assert sees(parted, "C3@0", "C4@0")
