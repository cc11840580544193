"""191.7 Inherent Terrain, and 191.8 the LOS Hindrance of an FFE."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.reached import Played, hindrance, khamsin, world

SIDE = "--from A1 --to C1"
"""A LOS along the hexside between B0 and B1."""


def played(marks: dict[str, str], *orders: str, **facts: Any) -> Played:
    """A game in its first RPh, after some orders."""
    game = world(marks, **facts)
    game.do("phase RPh", "wc 3 4", *orders)
    return game


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


@pytest.mark.rule("191.7r")
def test_an_ffe_beside_a_hindrance_counts_apart() -> None:
    """It hinders once for its whole area, not as a hex at a range (ruling 191.8-beside)."""
    assert hindrance(played({"B0": "c"}, "ffe F1 B3 100mm", ec="Wet"), "--from A2 --to C2") == 1
    assert hindrance(played({"B0": "c"}, "ffe F1 B2 100mm", ec="Wet"), SIDE) == 2
    assert "191.8-beside" in khamsin("rules", "191.8-beside")[1]


@pytest.mark.rule("191.7t")
def test_b_6_and_191_7_name_each_other() -> None:
    """The page of each leads to the other."""
    assert "191.7" in khamsin("rules", "B.6")[1]
    assert "B.6" in khamsin("rules", "191.7")[1]


@pytest.mark.rule("191.8a", "191.8b")
@cases(
    "kind, expected",
    ("", 1),
    ("harassing", 0),
    ("barrage", 0),
    ("smoke", 0),
    ("wp", 0),
    ("illumination", 0),
)
@cases("ec", "Wet", "Dry")
def test_only_a_he_concentration_hinders(kind: str, expected: int, ec: str) -> None:
    """No other FFE does; SMOKE hinders by the rules of SMOKE where it is placed."""
    game = played({}, f"ffe F1 D4 100mm {kind}".strip(), ec=ec)
    found = game.json("shot --from D1 --to D7")
    by_ffe = [i for i in found["items"] if i["name"].startswith("FFE")]
    drm = expected * (2 if ec == "Dry" else 1)
    assert sum(i["amount"] for i in by_ffe) == drm
    assert ("191.8" in {i["rule"] for i in by_ffe}) is (drm == 1)
    if not expected:
        assert "not an HE Concentration" in game.text("shot --from D1 --to D7")
    game.do("smoke D4")
    assert hindrance(game, "--from D1 --to D7") == drm + 3


@pytest.mark.rule("191.8q")
@cases("choice, expected", ("fills", 1), ("crossed", 0))
def test_whether_a_blast_hex_fills_its_hexsides_is_a_ruling(choice: str, expected: int) -> None:
    """Along a hexside of one outer Blast hex alone it counts by default; crossed it always does."""
    rulings = {} if choice == "fills" else {"191.8-hexside": choice}
    game = played({}, "ffe F1 D4 100mm", ec="Wet", rulings=rulings)
    assert game.json("shot --from A3 --to E3")["los"]["touched"] == ["B2", "B3", "C3", "D2", "D3"]
    assert hindrance(game, "--from A3 --to E3") == expected
    assert hindrance(game, "--from D2 --to D7") == 1
    assert hindrance(game, "--from D3 --to F3") == 1
