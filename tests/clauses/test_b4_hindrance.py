"""B.4, B.5 and B.10 Hindrances by height, Continuous Slopes, and Hindrances that block."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.reached import Played, world
from tests.table import make_vehicle

AFV: dict[str, Any] = make_vehicle("Pz", at="A4")
WOODED = {"A1": ".2", "A3": "w"}


def smoked(marks: dict[str, str], *orders: str, **facts: Any) -> Played:
    """A game in the PFPh, where SMOKE is placed undispersed (A24.5), after some orders."""
    game = world(marks, **facts)
    game.to("PFPh")
    game.do(*orders)
    return game


def hindrance(game: Played, one: str, two: str) -> int:
    """The LOS Hindrance of an open LOS."""
    found = game.json(f"shot --from {one} --to {two}")
    assert found["los"]["block"] is None
    total: int = found["los"]["hindrance"]
    return total


@pytest.mark.rule("B.4a", "B.4b", "A6.7")
@cases("marks", {"A2": "b"}, {"A2": "g"}, {"A1": ".2", "A2": "w", "A4": ".2"}, {"A2": "."})
def test_only_a_hindrance_passed_over_is_said_to_be(marks: dict[str, str]) -> None:
    """Not one that counts, nor what is no Hindrance at all."""
    found = world(marks).json("shot --from A1 --to A4")
    assert "B.4" not in {each["rule"] for each in found["why_not"]}


@pytest.mark.rule("B.4c", "B.4d")
@cases("wreck", False, True)
def test_a_vehicle_in_a_blind_hex_hinders_no_los_over_it(wreck: bool) -> None:
    """Neither an AFV nor a wreck behind woods counts to a target beyond; in the open it does."""
    orders = ["destroy Pz"] if wreck else []
    assert hindrance(smoked(WOODED, *orders, vehicles=[AFV]), "A1", "A7") == 0
    assert hindrance(smoked({}, *orders, vehicles=[AFV]), "A1", "A7") == 1


@pytest.mark.rule("B.4e")
@cases("mark", "b", "g", "o", "v", "q")
def test_low_terrain_in_a_blind_hex_hinders_no_los_over_it(mark: str) -> None:
    """Brush, grain, orchards and so on behind woods do not count to a target beyond."""
    assert hindrance(world(WOODED | {"A4": mark}), "A1", "A7") == 0


@pytest.mark.rule("B.4f", "B.4g")
@cases("level, drm", (2, 3), (4, 0))
def test_smoke_in_a_blind_hex_counts_if_it_is_tall_enough(level: int, drm: int) -> None:
    """White SMOKE behind woods rises to a LOS from level 2, and not to one from level 4."""
    game = smoked({"A1": f".{level}", "A3": "w"}, "smoke A4")
    assert hindrance(game, "A1", "A7") == drm


@pytest.mark.rule("B.5a", "B.5b", "B.5c", "B.5d")
@cases(
    "levels, slope",
    ((0, 1, 2, 3), True),
    ((3, 2, 1, 0), True),
    ((0, 1), True),
    ((0, 1, 1, 2), False),
    ((0, 2, 3), False),
    ((0, 1, 0), False),
    ((2, 1, 1), False),
    ((1, 1, 1), False),
)
def test_a_slope_changes_by_one_level_in_every_hex(levels: tuple[int, ...], slope: bool) -> None:
    """Up or down, each hex differs by just one level from the last, in one direction."""
    marks = {f"A{n}": f".{level or ''}" for n, level in enumerate(levels, start=1)}
    game, last = world(marks), f"A{len(levels)}"
    for one, two in (("A1", last), (last, "A1")):
        assert game.json(f"shot --from {one} --to {two}")["los"]["continuous_slope"] is slope
    if levels == (0, 1, 0):
        assert game.json("shot --from A1 --to A3")["blocked"]


@pytest.mark.rule("B.5f")
@cases("mark", "k1", "b1")
def test_half_level_obstacles_block_along_a_slope(mark: str) -> None:
    """A Cactus Patch blocks as at one level; so does rubble; brush does not."""
    slope = {"A3": ".2", "A4": ".3"}
    assert (
        world({"A2": mark} | slope).json("shot --from A1 --to A4")["blocked"] is not None
    ) is mark.startswith("k")
    building = {"hex": "A2", "material": "stone"}
    game = smoked({"A2": ".1"} | slope, "rubble A2", buildings=[building])
    assert game.json("shot --from A1 --to A4")["blocked"]


@pytest.mark.rule("B.5i")
def test_only_ground_levels_make_a_slope() -> None:
    """Reading B.5-level: to an upper level of a building there is none, to its ground there is."""
    marks = {"A2": "b1", "A3": ".2"}
    game = world(marks, on={"desert": False}, buildings=[{"hex": "A3", "upper_levels": 2}])
    assert game.json("shot --from A1 --to A3")["los"]["continuous_slope"]
    assert not game.json("shot --from A1 --to A3@1")["los"]["continuous_slope"]


def brush(count: int) -> dict[str, str]:
    """Brush in so many hexes after A1."""
    return {f"A{n}": "b" for n in range(2, 2 + count)}


@pytest.mark.rule("B.10a", "B.10b", "B.10c", "B.10d", "B.10e", "B.10g")
@cases(
    "marks, smoke, total",
    ({}, ("A3", "A5"), 6),
    (brush(2), ("A5",), 5),
    (brush(3), ("A6",), 6),
    (brush(4), ("A7",), 7),
    (brush(5), (), 5),
    (brush(6), (), 6),
    ({}, ("A3",), 3),
)
def test_six_or_more_blocks(marks: dict[str, str], smoke: tuple[str, ...], total: int) -> None:
    """SMOKE, terrain, or any mix: +5 does not block, +6 and +7 do, both ways."""
    game = smoked(marks, *(f"smoke {name}" for name in smoke))
    for one, two in (("A1", "A10"), ("A10", "A1")):
        found = game.json(f"shot --from {one} --to {two}")
        assert found["los"]["hindrance"] == total
        assert (found["blocked"] is not None) is (total >= 6)


@pytest.mark.rule("B.10k")
def test_what_one_hex_rules_drop_is_not_in_the_sum() -> None:
    """Along the hexside of two SMOKE hexes it is +3 once, and not blocked."""
    game = smoked({}, "smoke B0", "smoke B1")
    found = game.json("shot --from A1 --to C1")
    assert found["los"]["hindrance"] == 3
    assert found["blocked"] is None


@pytest.mark.rule("B.10l")
def test_fire_out_of_smoke_is_blocked_one_way() -> None:
    """SMOKE +3, +1 for fire out of it, and two brush hexes: blocked from there, +5 from beyond."""
    game = smoked(brush(2), "smoke A1")
    out, back = game.json("shot --from A1 --to A10"), game.json("shot --from A10 --to A1")
    assert out["blocked"]
    assert back["blocked"] is None
    assert back["los"]["hindrance"] == 5
