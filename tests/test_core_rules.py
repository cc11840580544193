"""Core rules that no test of a desert rule proves, through what a player can order or ask."""

from typing import Any, Final

import pytest

from events.terms import Station, UnitKind
from events.units import GoodOrderLost, GoodOrderRegained, UnitPlaced, UnitRemoved
from replays.asking.ask import ask
from sim.asking.answer import Answer
from sim.machine.telling import Reason
from sim.modifiers import Kind
from tests.table import TANK, Table

HILLS: Final = """
0     .     .
1 .   .  w  .  .
2 .1  .  .  b  .
3 .1  .  .  .  .
4 .   g  .  .  .
"""


def land(**facts: Any) -> Any:
    """The state of a small board: hills in A, woods in C1, brush and grain, a wall and a hedge."""
    board = {
        "name": "X",
        "desert": True,
        "map": HILLS,
        "hexsides": [{"kind": "wall", "at": ["B2/C3"]}, {"kind": "hedge", "at": ["B3/B4"]}],
    }
    return Table(**{"boards": [board], "ec": "Moist", "vehicles": [], **facts}).state


def tem(answer: Answer) -> list[tuple[str, str, Any]]:
    """What gives a target its TEM, with the rule and the amount."""
    return [(e.name, e.rule, e.amount) for e in answer.items if e.kind is Kind.TEM]


# Units --------------------------------------------------------------------------------------


@pytest.mark.rule("A.7", "A1", "A1.1")
def test_a_unit_comes_breaks_rallies_and_goes() -> None:
    """Each step of its life is an event of the core rulebook, and none happens twice."""
    table = Table()
    table.do("wc 3 4")
    placed = UnitPlaced("A", UnitKind.SQUAD, "German", "D4", Station.GROUND, 0, "A1.1")
    assert table.do("unit A squad D4 by German") == (placed,)
    assert table.do("break A") == (GoodOrderLost("A", "A.7"),)
    assert table.refused("break A").rule == "A.7"
    assert table.do("rally A") == (GoodOrderRegained("A", "A.7"),)
    assert table.refused("rally A").rule == "A.7"
    assert table.do("remove A") == (UnitRemoved("A", "A1.1"),)
    gone = table.refused("break A")
    assert (gone.reason, gone.rule) == (Reason.UNKNOWN_UNIT, "A1.1")


# TEM ----------------------------------------------------------------------------------------


@pytest.mark.rule("B10.31")
def test_height_advantage() -> None:
    """Who is fired at from below has +1 if nothing else gives it a TEM; who fires down, nothing."""
    up = ask(land(), "shot", firer="B2", target="A2")
    assert tem(up) == [("Height Advantage", "B10.31", 1)]
    down = ask(land(), "shot", firer="A2", target="B2")
    assert tem(down) == []


@pytest.mark.rule("B9.3")
def test_a_wall_is_tem_across_its_hexside_only() -> None:
    """+2 to who is behind it, +1 of a hedge, nothing from another side or from high above."""
    assert tem(ask(land(), "shot", firer="C3", target="B2")) == [("Wall", "B9", 2)]
    assert tem(ask(land(), "shot", firer="B4", target="B3")) == [("Hedge", "B9", 1)]
    assert tem(ask(land(), "shot", firer="B3", target="B2")) == []
    assert tem(ask(land(), "shot", firer="B4", target="B3", indirect=True)) == []


@pytest.mark.rule("A22.2")
def test_no_tem_against_ft() -> None:
    """Neither woods nor a wall help against a FT, which says why."""
    answer = ask(land(), "shot", firer="C2", target="C1", attack="FT")
    assert tem(answer) == []
    assert "FT take no TEM (A22.2)" in [near.why for near in answer.near]
    assert tem(ask(land(), "shot", firer="C2", target="C1")) == [("Woods", "B13", 1)]


@pytest.mark.rule("E7")
def test_no_tem_in_the_air() -> None:
    """An Aerial target has no TEM, whatever it flies over."""
    answer = ask(land(), "shot", firer="C2", target="C1", attack="vs Aerial")
    assert tem(answer) == []
    assert ("E7", "an Aerial target has none") in [(near.rule, near.why) for near in answer.near]


@pytest.mark.rule("D9.3")
def test_a_tank_is_cover_for_men() -> None:
    """Infantry in the hex of an AFV has +1, another vehicle there has not."""
    state = land(vehicles=[TANK | {"at": "B2"}])
    assert tem(ask(state, "shot", firer="B3", target="B2")) == [("vehicle PzA", "D9.3", 1)]
    assert tem(ask(state, "shot", firer="B3", target="B2", against="vehicle")) == []
