"""AD3.2-AD3.22 Combined Terrain, by orders and questions."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.reached import Played, world

AD = {"ad": True}


def combined(**facts: Any) -> Played:
    """C4 is Crag-Brush, C6 Crag-Hammada; around them is desert Open Ground of an AD board."""
    return world({"C4": "cb", "C6": "ch"}, ad=True, on=AD, **facts)


@pytest.mark.rule("AD3.2f", "AD3.2h")
@cases("hex_", "C4", "C6")
@cases(
    "what, allowed",
    ("Wire", True),
    ("Foxhole", False),
    ("Trench", False),
    ("Sangar", False),
    ("Pillbox", False),
    ("A-P Mines", False),
    ("A-T Mines", False),
    ("Roadblock", False),
)
def test_of_fortifications_wire_alone_is_in_combined_terrain(
    hex_: str, what: str, allowed: bool
) -> None:
    """Ruling AD3.2-counters: Fortification counters but Wire are barred too, or Guns alone are."""
    asked = f"fortification --hex {hex_} --what '{what}'"
    assert combined().json(asked)["allowed"] is allowed
    guns_alone = combined(rulings={"AD3.2-counters": "guns"})
    forbidding = {each["rule"] for each in guns_alone.json(asked)["why_not"]}
    assert "AD3.2" not in forbidding, "the crag itself may forbid it (B27.1), AD3.2 does not"
    assert not guns_alone.json(f"gun --hex {hex_} --calibre 50")["allowed"]


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
