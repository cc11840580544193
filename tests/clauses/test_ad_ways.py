"""AD2.2 overlays on the map, AD2.3 bridges and Fords, AD3.121 Riders, AD3.131 Paths."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.arid import arid
from tests.clauses.lft import checked, lft, picture, play
from tests.clauses.reached import unsound


@pytest.mark.rule("AD2.2a", "AD2.2b", "AD2.2c", "AD2.2d", "AD2.2g")
@cases(
    "around, cells, kinds, chart",
    ({}, {"D4": "w'", "D5": "w"}, {"D4": "Light Woods", "D5": "Light Woods"}, "FF"),
    ({}, {"D4": "o'"}, {"D4": "Olive Grove"}, "F"),
    ({"D3": ".'"}, {"D4": "w'", "D5": "w"}, {"D4": "Woods", "D5": "Light Woods"}, "BF"),
    ({"D3": ".'"}, {"D4": "o'", "D5": "o"}, {"D4": "Orchard", "D5": "Olive Grove"}, "BF"),
)
def test_what_follows_from_the_base_of_an_overlay(
    around: dict[str, str], cells: dict[str, str], kinds: dict[str, str], chart: str
) -> None:
    """An overlay of a scenario lies on the map with the base that AD2.2 gives its hexes."""
    game = arid(around, overlays=[{"hexes": cells}])
    found = [game.json(f"terrain --hex {hex_}") for hex_ in cells]
    assert [each["terrain"] for each in found] == [[kind] for kind in kinds.values()]
    assert "".join(each["chart"] for each in found) == chart
    assert game.json("terrain --hex D7")["base"] == "desert"


@pytest.mark.rule("AD2.2g")
def test_overlays_that_cannot_be() -> None:
    """They need hexes that are in play, and cells of a text map."""
    on = {"ad": True}
    assert "not a hex in play" in unsound(ad=True, on=on, overlays=[{"hexes": {"Z4": "w"}}])
    assert "D4 has the cell" in unsound(ad=True, on=on, overlays=[{"hexes": {"D4": "?"}}])


@pytest.mark.rule("A2.74a")
def test_an_overlay_without_ad_terrain_has_its_own_colour() -> None:
    """On any board: what is not green is the desert's, whatever lies around it."""
    for cell, base in (("w'", "temperate"), ("w", "desert")):
        game = arid(ad=False, overlays=[{"hexes": {"D4": cell}}])
        assert f"Woods (B13), {base} base" in game.text("terrain --hex D4")


BRIDGED = {"roads": [{"hexes": ["D3", "D4", "D5"]}], "bridges": [{"hex": "D4"}]}


@pytest.mark.rule("AD2.3b", "AD2.3d", "B20.8")
@cases("mark", "r", "~")
def test_a_printed_bridge_of_a_desert_hex_is_a_ford(mark: str) -> None:
    """A truck goes through the water as in a shallow stream, by the Track of the symbol."""
    game = arid({"D4": mark}, on=BRIDGED)
    found = game.json("terrain --hex D4")
    assert (found["bridge"], found["terrain"], found["rules"]) == ("Ford", ["Stream"], ["B20.8"])
    entry = game.json("entry-cost --from D3 --to D4 --mover truck")
    assert [each["name"] for each in entry["items"]] == ["Stream", "Open Ground", "Track"]
    assert entry["cost"] == "6"
    assert game.json("entry-cost --from D3 --to D4")["cost"] == "2"
    assert game.json("entry-cost --from C4 --to D4")["cost"] == "3"
    beside = arid({"D4": "~"})
    assert beside.json("may-enter --from D3 --to D4 --mover truck")["allowed"] is False
    assert beside.json("terrain --hex D4")["bridge"] is None


RIDE = "may-enter --from D3 --to D4 --mover fully-tracked --riders"


@pytest.mark.rule("AD3.121d")
@cases(
    "mark, facts, allowed",
    ("P", {}, True),
    ("o", {"terrain": {"Orchard": "Dense Palm Trees"}}, True),
    ("o", {}, True),
    ("w", {}, False),
    ("w'", {}, False),
    ("l", {}, False),
    (".", {}, True),
    ("b", {}, True),
)
def test_where_vehicles_carry_riders(mark: str, facts: dict[str, Any], allowed: bool) -> None:
    """Off road into Dense Palm Trees, but into no other woods and no building."""
    game = arid({"D4": mark}, **facts)
    found = game.ask(RIDE)
    assert found.facts["allowed"] is allowed
    assert ("D6.2" in found.verdict) is not allowed
    assert game.ask(RIDE.replace(" --riders", "")).facts["allowed"] is True


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
