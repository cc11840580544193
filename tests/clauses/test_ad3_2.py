"""AD3.2-AD3.22 Combined Terrain, by orders and questions."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.reached import Played, world

AD = {"ad": True}


def combined(**facts: Any) -> Played:
    """C4 is Crag-Brush, C6 Crag-Hammada; around them is desert Open Ground of an AD board."""
    return world({"C4": "cb", "C6": "ch"}, ad=True, on=AD, **facts)


@pytest.mark.rule("AD3.2h")
@cases("hex_", "C4", "C6")
@cases("mover", "fully-tracked", "halftrack", "armoured-car", "truck", "motorcycle", "horse-drawn")
def test_no_vehicle_is_in_combined_terrain(hex_: str, mover: str) -> None:
    """A vehicle, a 5/8 inch counter as well, may not enter Combined Terrain."""
    found = combined().ask(f"may-enter --from B{hex_[1]} --to {hex_} --mover {mover}")
    assert found.facts["allowed"] is False
    assert "AD3.2" in found.verdict
    road = {"hexes": [f"B{hex_[1]}", hex_]}
    assert not combined(roads=[road]).json(
        f"may-enter --from B{hex_[1]} --to {hex_} --mover {mover} --road yes"
    )["allowed"]
