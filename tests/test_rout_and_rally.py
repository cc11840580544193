"""Where a broken unit routs to, whether it is Interdicted there, and where it rallies better."""

from fractions import Fraction
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.terms import Density
from replays.asking.ask import ask
from sim.chapter_a.rout import rout_terrain, within_reach
from sim.chapter_b.cot import entry_cost
from sim.chapter_b.mover import Mover
from sim.map.terrain_kind import MoverKind
from sim.state import State, but
from tests.table import Table

WOODS: Final[dict[str, Any]] = {
    "boards": [
        {
            "name": "X",
            "desert": True,
            "ad": True,
            "map": "0 .  .\n1 . b  . w .\n2 . . . . .\n3 g . cb . .\n4 . . . . .",
            "hexsides": [{"kind": "cactus-hedge", "at": ["A2/A3"]}],
        }
    ],
    "ad": True,
    "ec": "Moist",
    "vehicles": [],
    "month": "October",
    "buildings": [{"hex": "E4"}],
}
"""Brush in B1, light woods in D1, Thick Grain in A3, a Crag-Brush in C3, a building in E4."""


def state(**facts: Any) -> State:
    """The state of that board."""
    found: State = Table(**{**WOODS, **facts}).state
    return found


@pytest.mark.rule("AD4.1", "AD3.162", "A10.51", "A10.61")
@pytest.mark.parametrize(
    ("name", "rout", "rally"),
    [
        ("B1", "Brush", ""),
        ("D1", "Light Woods", "A10.61"),
        ("A3", "Thick Grain", "AD3.162"),
        ("C3", "Crag-Brush", ""),
        ("E4", "Stone Building", "A10.61"),
        ("C2", "", ""),
    ],
)
def test_what_a_broken_unit_heads_for(name: str, rout: str, rally: str) -> None:
    """AD Terrain adds brush, grain and crags to woods and buildings; few of them help to rally."""
    found = state()
    answer = ask(found, "rout", hex=name)
    assert answer.facts["rout_terrain"] is bool(rout)
    assert rout in answer.verdict
    assert [near.name for near in answer.near].count("Rout terrain") == (0 if rout else 1)
    rallied = ask(found, "rally", hex=name)
    assert [item.rule for item in rallied.items] == ([rally] if rally else [])
    assert rallied.total.fixed == (-1 if rally else 0)
    assert rallied.facts["rally_terrain"] is bool(rally)
    assert ask(found, "terrain", hex=name).facts["rally_terrain"] is bool(rally)


@pytest.mark.rule("AD4.1", "A10.51")
def test_without_ad_terrain_only_woods_and_buildings_attract() -> None:
    """What AD4.1 treats as woods is none without the switch; a trench counts with it only."""
    plain, ad = state(ad=False), state()
    assert [name for name in plain.setting.area.record if rout_terrain(plain, name)] == ["D1", "E4"]
    assert ask(ad, "rout", hex="C2", trench=True).facts["rout_terrain"] is True
    assert ask(plain, "rout", hex="C2", trench=True).facts["rout_terrain"] is False


@pytest.mark.rule("AD3.61", "AD3.63")
def test_wells_and_oasis_palms_are_rally_terrain() -> None:
    """Each gives its -1 by a rule of its own; only the palms attract a rout."""
    board = {"name": "X", "desert": True, "ad": True, "map": "0 .\n1 . W .\n2 o ~ ."}
    found = state(boards=[board], buildings=[])
    for name, rule, rout in (("B1", "AD3.61", False), ("A2", "AD3.63", True)):
        answer = ask(found, "rally", hex=name)
        assert [item.rule for item in answer.items] == [rule]
        assert ask(found, "rout", hex=name).facts["rout_terrain"] is rout


@pytest.mark.rule("AD4.1", "191.3", "A10.5")
def test_the_nearest_hex_is_counted_in_mf() -> None:
    """Not the hexes count but their MF, and no rout leads over a cactus hedge."""
    answer = ask(state(), "rout", hex="A2")
    assert (answer.facts["nearest"], answer.facts["nearest_mf"]) == (["B1"], "2")
    assert within_reach(state(), "A2")["A3"] == 3
    board = {**WOODS["boards"][0], "hexsides": []}
    assert ask(state(boards=[board]), "rout", hex="A2").facts["nearest"] == ["A3", "B1"]
    assert ask(state(), "rout", hex="B4", mf=2).facts["nearest"] == []


@pytest.mark.rule("AD4.1", "A10.5")
@given(st.data())
def test_reach_is_the_cheapest_way(data: st.DataObject) -> None:
    """Each hex is as far as its nearest neighbour and its own cost; none in reach is left out."""
    found = state()
    names = sorted(found.setting.area.record)
    origin, mf = data.draw(st.sampled_from(names)), data.draw(st.integers(1, 6))
    reach = within_reach(found, origin, mf)
    assert reach[origin] == 0
    hedge = frozenset({"A2", "A3"})
    for name in names:
        if name == origin:
            continue
        ways: list[Fraction] = []
        for other in found.setting.area.neighbours(name).values():
            cost = entry_cost(found, Mover(MoverKind.INFANTRY, mf), other, name).amount
            if other in reach and cost is not None and frozenset({other, name}) != hedge:
                ways.append(reach[other] + cost)
        least = min(ways, default=Fraction(99))
        assert reach.get(name) == (least if least <= mf else None)


@pytest.mark.rule("AD4.1", "11.711", "A10.53", "A10.531")
def test_interdiction_on_the_way() -> None:
    """In Open Ground who sees it Interdicts; Dust takes off, and Heavy Dust forbids."""
    found = state()
    seen = ask(found, "rout", hex="C2", enemy=["C1"])
    assert seen.facts["interdiction"] == {"possible": True, "why_not": None, "by": ["C1"]}
    assert ask(found, "rout", hex="C2", enemy=["C1", "C4"]).facts["interdiction"]["by"] == ["C1"]
    hidden = ask(found, "rout", hex="C2", enemy=["C4"]).facts["interdiction"]
    assert (hidden["possible"], hidden["by"]) == (False, [])
    covered = ask(found, "rout", hex="B1").facts["interdiction"]
    assert (covered["possible"], covered["why_not"]) == (False, "B1 is Brush")
    light = ask(but(found, dust=Density.LIGHT), "rout", hex="C2")
    assert [item.rule for item in light.items] == ["11.711"]
    heavy = ask(but(found, dust=Density.HEAVY), "rout", hex="C2", enemy=["C1"])
    assert heavy.facts["interdiction"]["possible"] is False
