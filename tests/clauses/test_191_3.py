"""191.3 Cactus hedges: hedges that Infantry crosses in two of its MPh."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.reached import Played, khamsin, world

CACTUS = [{"kind": "cactus-hedge", "at": ["D4/D5"]}]
HEDGE = [{"kind": "hedge", "at": ["D4/D5"]}]


def table(*orders: str, **facts: Any) -> Played:
    """A game in the first MPh with a cactus hedge between D4 and D5, after some orders."""
    game = world(**{"hexsides": CACTUS} | facts)
    game.to("MPh")
    for order in orders:
        game.do(order)
    return game


def next_turn(game: Played) -> None:
    """Go on to the RPh of the other side."""
    game.do("phase RPh", "wc 3 4")


def next_mph(game: Played) -> None:
    """Go on to the next MPh of the same side."""
    next_turn(game)
    next_turn(game)
    game.do("phase MPh")


def across(game: Played, name: str = "Sq") -> bool:
    """Whether a unit is across the hedge."""
    return game.state.units[name].hex == "D5"


@pytest.mark.rule("191.3e")
@cases(
    "mover, cost, bog",
    ("armoured-car", "4", True),
    ("fully-tracked", "2", False),
    ("halftrack", "3", True),
    ("truck", None, False),
    ("motorcycle", None, False),
)
def test_vehicles_cross_it_as_a_hedge(mover: str, cost: str | None, bog: bool) -> None:
    """At its cost and with its Bog Check, or not at all."""
    for sides in (CACTUS, HEDGE):
        game = world(hexsides=sides)
        assert game.json(f"entry-cost --from D4 --to D5 --mover {mover}")["cost"] == cost
        assert game.json(f"bog --from D4 --to D5 --mover {mover}")["bog_check"] is bog


@pytest.mark.rule("191.3h", "191.3j")
def test_the_first_mph_ends_before_the_hedge_as_ti() -> None:
    """The unit stays in its hex, has no MF left and is TI."""
    game = table("unit Sq squad D4")
    assert "TI" in game.told("cross Sq D5")
    assert not across(game)
    assert "MF" in game.refused("cross Sq D5").why
    assert "TI" in game.command("show", "GAME")[1]


@pytest.mark.rule("191.3i")
def test_who_came_there_in_this_mph_does_not_begin_to_cross() -> None:
    """All MF are expended in the hex before the hedge; by the other ruling what is left will do."""
    game = table("unit Sq squad D4 moved")
    assert "191.3-approach" in str(game.refused("cross Sq D5").why)
    next_mph(game)
    game.do("cross Sq D5")
    other = table("unit Sq squad D4 moved", rulings={"191.3-approach": "rest"})
    other.do("cross Sq D5")
    assert other.state.units["Sq"].ti


@pytest.mark.rule("191.3l")
@cases("choice, later", ("while-ti", -2), ("own-turn", 0))
def test_how_long_the_danger_lasts_is_a_ruling(choice: str, later: int) -> None:
    """As long as the unit is TI, or to the end of the DFPh of its own Player Turn."""
    rulings = {} if choice == "while-ti" else {"191.3-hazard": choice}
    game = table("unit Sq squad D4", "cross Sq D5", rulings=rulings)
    shot = "shot --from D1 --to D4 --unit Sq"
    assert game.json(shot)["total"]["fixed"] == -2
    game.do("phase DFPh")
    assert game.json(shot)["total"]["fixed"] == -2
    game.do("phase RPh", "wc 3 4", "phase PFPh")
    assert game.json(shot)["total"]["fixed"] == later
    for phase in ("MPh", "DFPh"):  # of the enemy's Player Turn
        game.do(f"phase {phase}")
        assert game.json(shot)["total"]["fixed"] == later


@pytest.mark.rule("191.3m", "191.3q", "191.3t")
def test_the_second_mph_brings_it_across() -> None:
    """It expends all its MF again, and is beyond the hedge with none left."""
    game = table("unit Sq squad D4", "cross Sq D5")
    next_turn(game)
    game.do("phase MPh")
    assert game.refused("cross Sq D5").rule == "A3.3"
    next_turn(game)
    game.do("phase MPh", "cross Sq D5")
    assert across(game)
    assert not game.state.units["Sq"].ti
    assert "MF" in game.refused("cross Sq D4").why
    assert game.audited().clean


@pytest.mark.rule("191.3n")
def test_who_is_not_in_good_order_does_not_cross() -> None:
    """Broken, in Melee, berserk or Stunned: `break` says so, and it is refused."""
    game = table("unit Sq squad D4", "cross Sq D5", "break Sq")
    assert not game.state.units["Sq"].ti
    next_mph(game)
    assert "Good Order" in game.refused("cross Sq D5").why
    fresh = table("unit Sq squad D4", "break Sq")
    assert "Good Order" in fresh.refused("cross Sq D5").why


@pytest.mark.rule("191.3o")
@cases("choice, beyond", ("finishes", True), ("anew", False))
def test_who_broke_and_rallied_is_in_good_order_again(choice: str, beyond: bool) -> None:
    """What counts is how it begins its MPh; by the other ruling it starts again."""
    rulings = {} if choice == "finishes" else {"191.3-rallied": choice}
    game = table("unit Sq squad D4", "cross Sq D5", "break Sq", rulings=rulings)
    next_turn(game)
    game.do("phase RPh", "wc 3 4", "rally Sq", "phase MPh", "cross Sq D5")
    assert across(game) is beyond
    assert game.state.units["Sq"].ti is not beyond


@pytest.mark.rule("191.3o")
def test_who_rallies_after_its_mph_began_must_start_again() -> None:
    """Not in Good Order as the MPh begins, its crossing is off."""
    game = table("unit Sq squad D4", "cross Sq D5", "break Sq")
    next_mph(game)
    game.do("rally Sq", "cross Sq D5")
    assert not across(game)
    assert game.state.units["Sq"].ti


@pytest.mark.rule("191.3p")
def test_pinned_cx_and_ti_units_are_in_good_order() -> None:
    """Nothing but `break` takes Good Order away; TI does not, and help says what does."""
    game = table("unit Sq squad D4", "cross Sq D5")
    assert game.state.units["Sq"].good_order
    next_mph(game)
    game.do("cross Sq D5")
    assert across(game)
    assert "Good Order" in khamsin("rules", "A.7")[1]


@pytest.mark.rule("191.3r", "191.3s")
@cases("choice, waits", ("off", False), ("waits", True))
def test_it_may_decline(choice: str, waits: bool) -> None:
    """It stays where it is; whether its attempt lapses is a ruling."""
    rulings = {} if choice == "off" else {"191.3-idle": choice}
    game = table("unit Sq squad D4", "cross Sq D5", rulings=rulings)
    next_mph(game)
    game.do("phase DFPh")
    assert not across(game)
    assert game.state.units["Sq"].ti is waits
    next_mph(game)
    game.do("cross Sq D5")
    assert across(game) is waits
    assert "191.3-idle" in khamsin("rules", "191.3-idle")[1]
