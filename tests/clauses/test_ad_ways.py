"""AD2.2 overlays on the map, AD2.3 bridges and Fords, AD3.121 Riders, AD3.131 Paths."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.lft import checked, lft, picture, play

PATH: dict[str, Any] = {"paths": [{"hexes": ["X4", "Y5", "Z5"]}]}


@pytest.mark.rule("AD3.131d", "B13.6")
@cases(
    "origin, mover, cost",
    ("X4", "infantry", "1"),
    ("Z5", "infantry", "1"),
    ("X4", "cavalry", "2"),
    ("X4", "truck", "12"),
    ("Y4", "infantry", "3"),
    ("Y6", "infantry", "3"),
    ("Z4", "infantry", "3"),
)
def test_a_path_through_a_cactus_patch(origin: str, mover: str, cost: str) -> None:
    """Its hexsides cost Infantry 1 and Cavalry 2, all others 3; to vehicles it is nothing."""
    game = play(lft("LFT9", hexsides=[], **PATH))
    assert game.json(f"entry-cost --from {origin} --to Y5 --mover {mover}")["cost"] == cost
    bare = play(lft("LFT9", hexsides=[]))
    expected = "12" if mover == "truck" else "3"
    assert bare.json(f"entry-cost --from {origin} --to Y5 --mover {mover}")["cost"] == expected
    by_ssr = play(lft("LFT9", hexsides=[]), **PATH)
    assert by_ssr.json(f"entry-cost --from {origin} --to Y5 --mover {mover}")["cost"] == cost


@pytest.mark.rule("AD3.131d")
def test_one_cactus_patch_of_lft9_has_a_path() -> None:
    """Two with a Path are pointed out; a Path is drawn, and is no way for a LOS."""
    one = lft("LFT9", {"F4": "k"}, **PATH)
    assert "AD3.131" not in checked(one)
    two = lft("LFT9", {"F4": "k"}, paths=[*PATH["paths"], {"hexes": ["F3", "F4"]}])
    assert "LFT9 has one Cactus Patch with a Path, and not 2 (AD3.131)" in checked(two)
    assert 'class="footpath"' in picture(play(one))
    assert 'class="footpath"' not in picture(play(lft("LFT9")))
    assert "Cactus Patch in Y5" in play(one).json("shot --from Y7 --to Y3")["blocked"]


@pytest.mark.rule("B13.6")
def test_who_follows_a_path_is_told_by_which_rule() -> None:
    """One MF for the Path and for nothing else."""
    found = play(lft("LFT9", hexsides=[], **PATH)).ask("entry-cost --from X4 --to Y5")
    assert [(each.name, each.rule, each.amount) for each in found.items] == [("Path", "B13.6", 1)]
