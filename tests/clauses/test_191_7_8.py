"""191.7 Inherent Terrain, and 191.8 the LOS Hindrance of an FFE."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.reached import hindrance, khamsin, world

SIDE = "--from A1 --to C1"
"""A LOS along the hexside between B0 and B1."""


@pytest.mark.rule("191.7a", "191.7b", "191.7c", "191.7d", "191.7e", "191.7p")
@cases(
    "mark, inherent, expected, facts",
    ("o", True, 1, {}),
    ("c", True, 1, {}),
    ("q", True, 1, {}),
    ("S", True, 0, {}),
    ("b", False, 0, {}),
    ("g", False, 0, {}),
    ("w", False, 0, {}),
    ("p", True, 1, {}),
    ("k", True, None, {}),
    ("O", True, 1, {}),
    ("v", True, 1, {}),
    ("s", True, 1, {"broken": True}),
    ("h", True, None, {"broken": True}),
    ("h", True, 1, {"steppe": True}),
    ("s", True, None, {"steppe": True}),
    ("d", True, 1, {"steppe": True, "terrain": {"Sand": "Grain"}}),
    ("o", True, 1, {"terrain": {"Orchard": "Olive Grove"}}),
    ("o", True, None, {"terrain": {"Orchard": "Cactus Patch"}}),
    ("b", True, 1, {"terrain": {"Brush": "Vineyard"}}),
)
@cases("name", "B0", "B1")
def test_inherent_terrain_fills_its_hex_and_hexsides(
    mark: str, inherent: bool, expected: int | None, facts: dict[str, Any], name: str
) -> None:
    """A LOS along the hexside of such a hex, on either side, meets it; no other terrain."""
    game = world({name: mark}, **facts)
    assert game.json(f"terrain --hex {name}")["inherent"] is inherent
    assert hindrance(game, SIDE) == expected


@pytest.mark.rule("191.7t")
def test_b_6_and_191_7_name_each_other() -> None:
    """The page of each leads to the other."""
    assert "191.7" in khamsin("rules", "B.6")[1]
    assert "B.6" in khamsin("rules", "191.7")[1]
