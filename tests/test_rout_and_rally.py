"""Where a broken unit routs to, whether it is Interdicted there, and where it rallies better."""

from fractions import Fraction
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.chapter_a.rout import within_reach
from sim.chapter_b.cot import entry_cost
from sim.chapter_b.mover import Mover
from sim.map.terrain_kind import MoverKind
from sim.state import State
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


@pytest.mark.rule("AD4.1", "A10.5")
@given(st.data())
def test_reach_is_the_cheapest_way(data: st.DataObject) -> None:
    """Each hex is as far as its nearest neighbour and its own cost; none in reach is left out."""
    found = state()
    names = sorted(found.setting.area.record)
    origin, mf = data.draw(st.sampled_from(names)), data.draw(st.integers(1, 6))
    reach = within_reach(found, origin, mf, 0)
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
