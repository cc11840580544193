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


@pytest.mark.rule("11.711a", "11.73l", "11.731a", "11.732a")
@cases(
    "dust, applies",
    ("None", True),
    ("Light", True),
    ("Moderate", True),
    *((each, False) for each in DENSER),
)
@cases("attack", "TH", "IFT")
def test_which_dust_negates_ffmo(dust: str, applies: bool, attack: str) -> None:
    """Light and Moderate Dust leave FFMO; Heavy and denser Dust negate it."""
    answer = world(dust=dust).json(f"shot --from B3 --to E4 --attack {attack} --moving")
    assert answer["ffmo"]["applies"] is applies
    assert ("FFMO" in [each["name"] for each in answer["items"]]) is applies
    if not applies:
        assert f"{dust} Dust" in answer["ffmo"]["why_not"]


LIGHT_DIE = {1: 0, 2: -1, 3: -1, 4: -2, 5: -2, 6: -3}
MODERATE_DIE = {1: -1, 2: -1, 3: -2, 4: -2, 5: -3, 6: -3}


@pytest.mark.rule("11.711b", "11.711c", "11.711d", "11.711l", "11.711m", "11.711n", "11.711o")
@cases("dust, die", ("Light", LIGHT_DIE), ("Moderate", MODERATE_DIE))
def test_the_interdiction_dr_takes_a_further_dr(dust: str, die: dict[int, int]) -> None:
    """Half of it, down in Light Dust and up in Moderate, is taken off the Original DR."""
    game = world(dust=dust)
    (item,) = game.json(ASK)["items"]
    assert (item["name"], item["die"]["values"]) == (f"{dust} Dust", list(die.values()))
    for dr, drm in die.items():
        answer = game.json(f"{ASK} --morale 7 --roll 8 --dust-roll {dr}")
        assert answer["drm"] == drm
        assert (answer["outcome"] == "Casualty Reduction") is (8 + drm > 7)
    assert not world().json(ASK)["items"]


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


@pytest.mark.rule("11.711h", "11.711i")
@pytest.mark.parametrize("dust", DENSER)
@cases("to", "B4", "C5", "D5")
def test_heavy_dust_prevents_interdiction(dust: str, to: str) -> None:
    """At every range it is a LOS Hindrance."""
    answer = world(dust=dust).json(f"interdiction --from A5 --to {to}")
    assert answer["possible"] is False
    assert f"{dust} Dust is a LOS Hindrance" in answer["verdict"]


# 11.73-11.732 ----------------------------------------------------------------------------------


@pytest.mark.rule("11.73a", "11.73b", "11.73c", "11.731a")
@pytest.mark.parametrize("dust", DENSER)
def test_where_heavy_dust_can_be(dust: str) -> None:
    """It takes Desert Boards only, EC of Dry or Very Dry, and no Steppe Terrain."""
    assert "11.73" in unsound(boards=MIXED, dust=dust)
    assert "11.73" in unsound(ec="Moderate", dust=dust)
    assert "11.73" in unsound(steppe=True, ec="Very Dry", dust=dust)
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


@pytest.mark.rule(
    "11.73g", "11.731a", "11.732b", "11.732e", "11.732f", "11.732g", "11.732h", "11.732i", "11.732j"
)
@cases(
    "dust, thin, values, los",
    ("Heavy", "Light Dust", [0, 1, 1, 2, 2, 3], 2),
    ("Very Heavy", "Light Dust", [0, 1, 1, 2, 2, 3], 3),
    ("Extremely Heavy", "Moderate Dust", [1, 1, 2, 2, 3, 3], 3),
)
@cases("attack", "IFT", "TH")
def test_heavy_dust_brings_thin_dust(
    dust: str, thin: str, values: list[int], los: int, attack: str
) -> None:
    """At range 3 both count; at range 0 only the DLV."""
    game = world(dust=dust)
    answer = game.json(f"shot --from B3 --to E4 --attack {attack}")
    found = {each["name"]: each for each in answer["items"]}
    assert set(found) == {thin, f"{dust} Dust"}
    assert (found[f"{dust} Dust"]["kind"], found[f"{dust} Dust"]["amount"]) == (
        "LOS Hindrance",
        los,
    )
    assert (found[thin]["kind"], found[thin]["die"]["values"]) == ("DLV", values)
    assert (answer["total"]["low"], answer["total"]["high"]) == (los + values[0], los + 3)
    (only,) = game.json(f"shot --from B3 --to B3 --attack {attack}")["items"]
    assert (only["name"], only["die"]["values"]) == (thin, values)


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


@pytest.mark.rule("11.73n", "11.731c", "11.732o")
@cases("dust, sees, blocked", ("Heavy", 10, 11), ("Very Heavy", 5, 6), ("Extremely Heavy", 5, 6))
def test_heavy_dust_blocks_from_six_on(dust: str, sees: int, blocked: int) -> None:
    """+5 does not block, +6 does, and the DLV that goes with it is not counted."""
    game = world(dust=dust)
    near = game.ask(f"shot --from A5 --to {'ABCDEFGHIJKLM'[sees]}5 --attack IFT")
    assert "blocked" not in near.verdict
    assert near.total.high == 8
    far = game.ask(f"shot --from A5 --to {'ABCDEFGHIJKLM'[blocked]}5 --attack IFT")
    assert "LOS is blocked" in far.verdict
    assert "+6" in far.verdict
    seen = game.json("view --from A5 --attack IFT")
    assert f"{'ABCDEFGHIJKLM'[sees]}5" in seen["seen"]
    assert f"{'ABCDEFGHIJKLM'[blocked]}5" not in seen["seen"]


@pytest.mark.rule("11.731g", "11.731h", "11.731i", "11.731j", "11.732a")
@cases(
    "dust, allowed",
    ("None", True),
    ("Light", True),
    ("Heavy", True),
    ("Very Heavy", False),
    ("Extremely Heavy", False),
)
def test_what_very_heavy_dust_forbids(dust: str, allowed: bool) -> None:
    """Double Time, Gallop, and attacks by and vs Aerial units."""
    game = world(dust=dust)
    facts = game.json("prohibitions")
    assert facts["double_time"] is allowed
    assert facts["gallop"] is allowed
    assert facts["aerial_attacks"] is allowed
    for attack in ("Ground Support", "vs Aerial"):
        verdict = game.ask(f"shot --from D5 --to D8 --attack '{attack}' --range 4").verdict
        assert ("not allowed" in verdict) is not allowed
        assert ("11.731" in verdict) is not allowed


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


@pytest.mark.rule("11.732k", "11.794e", "A8.2")
@cases("dust", "None", "Light", "Moderate", *DENSER)
def test_dlv_takes_nothing_off_residual_fp(dust: str) -> None:
    """An attack of 4 FP at range 0 leaves 2 Residual FP in whatever Dust."""
    answer = world(dust=dust).json("shot --from D5 --to D5 --attack IFT --fp 4")
    assert answer["residual_fp"] == 2
    assert answer["residual_fp_reduction"] == 0


@pytest.mark.rule("11.732m")
@cases("dust", "None", "Light", *DENSER)
def test_ffnam_against_residual_fp(dust: str) -> None:
    """-1 against who moves without Assault Movement, in any Dust."""
    game = world(dust=dust)
    items = game.ask("shot --from D5 --to D4 --attack 'Residual FP' --moving").items
    assert [each.amount for each in items if each.name == "FFNAM"] == [-1]
    still = game.names("shot --from D5 --to D4 --attack 'Residual FP'")
    assert "FFNAM" not in still


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
