"""AD4.6 High Walls: breaches, what they change, and devices thrown over."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.chapter_a.los import los
from sim.chapter_a.sight import Location
from sim.state import State
from tests.drawn import examples
from tests.table import Table, make_vehicle

WALLS = [{"kind": "high-wall", "at": ["A1/A2", "A2/B2", "B1/B2"]}]
TANK: dict[str, Any] = make_vehicle("PzA", at="A1")


def _table(*vehicles: dict[str, Any], **changes: Any) -> Table:
    board = {"name": "LFT9", "desert": True, "ad": True, "width": 5, "height": 4}
    facts = {"boards": [board], "ad": True, "hexsides": WALLS, "ec": "Dry"}
    table = Table(**{**facts, "vehicles": list(vehicles) or [TANK], **changes})
    table.to("MPh")
    return table


def _sees(state: State, one: str, two: str) -> bool:
    return not los(state, Location(one), Location(two)).blocked


@pytest.mark.rule("AD4.6")
@examples(40)
@given(st.sets(st.sampled_from(["A1/A2", "A2/B2", "B1/B2"])))
def test_a_map_with_breaches_is_the_map_without_those_walls(gone: set[str]) -> None:
    """LOS of every pair, one at a time and in bulk, as if the breached walls had never stood."""
    from sim.bulk.los import LosGrid

    table = _table()
    for at in sorted(gone):
        table.do("breach " + at.replace("/", " "))
    left = [at for at in WALLS[0]["at"] if at not in gone]
    hexsides = [{"kind": "high-wall", "at": left}] if left else []
    other = _table(hexsides=hexsides)
    names = list(table.state.setting.area.record)
    pairs = [(one, two) for one in names for two in names if one != two]
    for one, two in pairs:
        assert _sees(table.state, one, two) is _sees(other.state, one, two), (one, two)
    traced = LosGrid(table.state.setting, pairs).trace(table.state)
    plain = LosGrid(other.state.setting, pairs).trace(other.state)
    assert (traced.blocked == plain.blocked).all()
