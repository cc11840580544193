"""11.711 Interdiction in Dust, and 11.73-11.732 Heavy and denser Dust."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.reached import board, unsound, world
from tests.table import make_vehicle

MIXED = [board(), board(name="X2", desert=False)]
DENSER = ("Heavy", "Very Heavy", "Extremely Heavy")
PZ: dict[str, Any] = make_vehicle("PzA", at="D5")
ASK = "interdiction --from A5 --to D5"


# 11.711 ----------------------------------------------------------------------------------------


@pytest.mark.rule("11.711g")
@cases("choice, outcome", ("pins", "pinned"), ("passes", "unaffected"))
def test_a_final_dr_equal_to_morale(choice: str, outcome: str) -> None:
    """By ruling 11.711-pin it pins, or leaves the unit unaffected; without Dust as well."""
    rulings = {"11.711-pin": choice}
    game = world(dust="Light", rulings=rulings)
    assert game.json(f"{ASK} --morale 7 --roll 8 --dust-roll 3")["outcome"] == outcome
    assert game.json(f"{ASK} --morale 7 --roll 8 --dust-roll 4")["outcome"] == "unaffected"
    assert game.json(f"{ASK} --morale 7 --roll 8 --dust-roll 1")["outcome"] == "Casualty Reduction"
    assert game.json(f"{ASK} --morale 7 --roll 8")["outcomes"]["2"] == outcome


@pytest.mark.rule("11.711f", "A10.31")
@cases("dust", "None", "Light", "Moderate")
@cases("morale", 7, 9, 10)
def test_an_original_12_eliminates(dust: str, morale: int) -> None:
    """However low the Final DR is."""
    roll = "" if dust == "None" else " --dust-roll 6"
    answer = world(dust=dust).json(f"{ASK} --morale {morale} --roll 12{roll}")
    assert answer["outcome"] == "eliminated"


# 11.73-11.732 ----------------------------------------------------------------------------------


@pytest.mark.rule("11.71a", "11.71b", "11.73a", "11.73b", "11.73c", "11.731a")
@pytest.mark.parametrize("dust", DENSER)
def test_where_heavy_dust_can_be(dust: str) -> None:
    """It takes Desert Boards only, EC of Dry or Very Dry, and no Steppe Terrain."""
    assert "11.73" in unsound(boards=MIXED, dust=dust)
    assert "11.73" in unsound(ec="Moderate", dust=dust)
    assert "11.73" in unsound(steppe=True, ec="Very Dry", dust=dust)
    assert "11.71" in unsound(boards=[board(desert=False)], dust="Light")
    assert "11.71" in unsound(ec="Moderate", dust="Light")
    world(dust=dust, ec="Very Dry")
    world(dust=dust, ec="Dry")


@pytest.mark.rule("11.73d", "11.73e", "11.731b", "11.732a", "11.732g")
@cases(
    "dust, drms",
    ("Heavy", {0: None, 1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 9: 5, 10: 5}),
    ("Very Heavy", {0: None, 1: 1, 2: 2, 3: 3, 5: 5}),
    ("Extremely Heavy", {0: None, 1: 1, 2: 2, 3: 3, 5: 5}),
)
def test_the_los_hindrance_grows_with_range(dust: str, drms: dict[int, int | None]) -> None:
    """Half the range, fractions up, or all of it; none at range 0."""
    game = world(dust=dust)
    for range_, drm in drms.items():
        target = "A5" if range_ == 0 else f"{'ABCDEFGHIJKLM'[range_]}5"
        answer = game.ask(f"shot --from A5 --to {target} --attack IFT")
        found = [each.amount for each in answer.items if each.name == f"{dust} Dust"]
        assert found == ([] if drm is None else [drm]), range_


@pytest.mark.rule("11.73h", "11.73i", "11.73j", "11.731d", "11.731e", "11.731f", "11.732a")
@cases(
    "mover, costs",
    ("fully-tracked --allotment 13", (1, 2, 2, 2)),
    ("fully-tracked --allotment 13 --bu", (1, 2, 3, 3)),
    ("armoured-car --allotment 30 --bu", (1, 2, 3, 3)),
    ("halftrack --allotment 20 --bu", (1, 2, 3, 3)),
    ("halftrack --allotment 20", (1, 2, 2, 2)),
    ("truck --allotment 20", (1, 2, 2, 2)),
    ("cavalry --allotment 8", (1, 2, 2, 2)),
    ("infantry --allotment 4", (1, 1, 1, 1)),
    ("horse-drawn --allotment 8", (1, 2, 2, 2)),
    ("motorcycle --allotment 20", (1, 2, 2, 2)),
)
def test_what_heavy_dust_costs(mover: str, costs: tuple[int, ...]) -> None:
    """One MP or MF more for vehicles and Cavalry, and one more for a BU AFV in denser Dust."""
    plain = world().json(f"entry-cost --from D5 --to D4 --mover {mover}")
    base = int(plain["cost"])
    for dust, cost in zip(("Light", *DENSER), costs, strict=True):
        answer = world(dust=dust).json(f"entry-cost --from D5 --to D4 --mover {mover}")
        assert int(answer["cost"]) - base == cost - 1, dust


@pytest.mark.rule("11.73k")
def test_only_entry_costs_more_in_heavy_dust() -> None:
    """Start, VCA change and Stop take one MP each."""
    game = world(dust="Extremely Heavy", vehicles=[PZ | {"bu": True}])
    game.to("MPh")
    game.do("start PzA", "turn PzA")
    assert game.state.vehicles["PzA"].mp_used == 2
    game.do("stop PzA")
    assert game.state.vehicles["PzA"].mp_used == 3


@pytest.mark.rule("11.73m")
@cases("choice, applies", (None, False), ("with-drm", True))
def test_ffmo_at_range_0_in_heavy_dust(choice: str | None, applies: bool) -> None:
    """By ruling 11.73-range-0 Heavy Dust negates FFMO at every range, or only with a DRM."""
    rulings = {} if choice is None else {"11.73-range-0": choice}
    game = world(dust="Heavy", rulings=rulings)
    near = game.json("shot --from D5 --to D5 --attack IFT --moving")
    assert near["ffmo"]["applies"] is applies
    assert game.json("shot --from D5 --to D4 --attack IFT --moving")["ffmo"]["applies"] is False
    assert game.json("interdiction --from D5 --to D4")["possible"] is False


@pytest.mark.rule("11.732c", "11.732d")
@cases("number", 12, 11, 10, 2)
@cases("dust, less", ("None", 0), ("Heavy", 0), ("Very Heavy", 0), ("Extremely Heavy", 1))
def test_b_and_x_numbers_in_extremely_heavy_dust(number: int, dust: str, less: int) -> None:
    """They are one lower, but for those of Aerial units."""
    game = world(dust=dust)
    assert str(number - less) in game.ask(f"bx --number {number}").verdict
    assert str(number) in game.ask(f"bx --number {number} --aerial").verdict
    assert game.json(f"bx --number {number}")["now"] == number - less
    assert game.json(f"bx --number {number} --aerial")["now"] == number


# Residual FP -----------------------------------------------------------------------------------


@pytest.mark.rule("11.732n")
@pytest.mark.parametrize("dust", DENSER)
@cases("choice, applies", (None, True), ("negated", False))
def test_ffmo_against_residual_fp(dust: str, choice: str | None, applies: bool) -> None:
    """By ruling 11.732-ffmo it applies in Heavy and denser Dust, or is negated there."""
    rulings = {} if choice is None else {"11.732-ffmo": choice}
    game = world(dust=dust, rulings=rulings)
    answer = game.json("shot --from D5 --to D4 --attack 'Residual FP' --moving")
    assert answer["ffmo"]["applies"] is applies
    assert ("FFMO" in [each["name"] for each in answer["items"]]) is applies
    lane = game.json("shot --from D5 --to D4 --attack 'Fire Lane' --moving")
    assert lane["ffmo"]["applies"] is False
