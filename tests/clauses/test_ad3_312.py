"""AD3.312 What one side may have in a Minaret, Tower or Shaft."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.arid import arid, in_mph
from tests.clauses.reached import Played


def houses(**facts: Any) -> Played:
    """A Mosque in D4 and a Temple in G4, in the MPh of the German."""
    return in_mph(
        arid(buildings=[{"hex": "D4", "mosque": True}, {"hex": "G4", "temple": True}], **facts)
    )


def placed(game: Played, hex_: str, where: str, *units: str, by: str = "German") -> Played:
    """Units of these kinds (``SW 3`` with its PP) in a Location: named a, b, c, ..."""
    for number, unit in enumerate(units):
        kind, *pp = unit.split()
        said = f" pp {pp[0]}" if pp else ""
        game.do(
            f"unit {by[0]}{hex_}{where[:2]}{chr(97 + number)} {kind} {hex_} {where} by {by}{said}"
        )
    return game


@pytest.mark.rule("AD3.312l", "AD3.312m")
def test_excess_is_settled_as_the_player_turn_ends() -> None:
    """Still there in the CCPh; by Random Selection, ties together, before the next RPh."""
    game = placed(houses(), "D4", "steeple", *(("SMC",) * 4))
    game.do("unit Hero SMC D4 steeple involuntary by German")
    game.to("CCPh")
    assert len(game.state.units) == 5
    assert len(game.json("stacking --hex D4")["excess"]) == 5
    told = game.told("phase RPh 5 2 6 6 1")
    gone = {"GD4stc", "GD4std"}
    assert all(f"{name} is too much" in told for name in gone)
    assert set(game.state.units) == {"GD4sta", "GD4stb", "Hero"}
    (rolled,) = game.game.entries[-1].dice
    assert rolled.dice == (5, 2, 6, 6, 1)
    assert game.audited().clean


@pytest.mark.rule("AD3.312n")
def test_who_is_not_in_good_order_goes_first() -> None:
    """One broken SMC among five goes without dice."""
    game = placed(houses(), "D4", "steeple", *(("SMC",) * 4))
    game.do("unit Hero SMC D4 steeple involuntary by German", "break GD4stc")
    game.to("CCPh")
    assert game.json("stacking --hex D4")["excess"] == ["GD4stc"]
    game.do("phase RPh")
    assert "GD4stc" not in game.state.units
    assert len(game.state.units) == 4
    assert not game.game.entries[-1].dice


@pytest.mark.rule("AD3.312o")
def test_elimination_goes_on_until_all_is_within_limits() -> None:
    """Of three HS two go, of two SW one."""
    game = placed(houses(), "D4", "steeple", "HS", "SW 2")
    game.do(
        "unit H2 HS D4 steeple involuntary by German",
        "unit H3 HS D4 steeple involuntary by German",
        "unit W2 SW D4 steeple involuntary by German pp 2",
    )
    game.to("CCPh")
    game.do("phase RPh 6 1 2 1 6 5 3")
    kinds = sorted(unit.kind for unit in game.state.units.values())
    assert kinds == ["HS", "SW"]


@pytest.mark.rule("AD3.312p")
@cases("ruling, left", ("each", "Wa"), ("common", "Ha"))
def test_each_kind_is_brought_within_its_own_limit(ruling: str, left: str) -> None:
    """Two HS and a SW: a HS goes and the SW stays, or one of the three by a common selection."""
    game = houses(rulings={"AD3.312-kinds": ruling})
    game.do(
        "unit Ha HS D4 steeple by German",
        "unit Hb HS D4 steeple involuntary by German",
        "unit Wa SW D4 steeple by German pp 2",
    )
    game.to("CCPh")
    if ruling == "each":
        game.do("phase RPh 1 6")
        assert set(game.state.units) == {"Ha", "Wa"}
    else:
        assert set(game.json("stacking --hex D4")["excess"]) == {"Ha", "Hb", "Wa"}
        game.do("phase RPh 1 2 6 1 6")
        assert set(game.state.units) == {"Ha"}
    assert left in game.state.units
