"""11.78-11.794 Dust at night, in buildings, over the field, and what it leaves alone."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.reached import Played, world
from tests.table import make_vehicle

DENSITIES = ("None", "Light", "Moderate", "Heavy", "Very Heavy", "Extremely Heavy")
PZ: dict[str, Any] = make_vehicle("PzA", at="D5")
DOWN = [0, 1, 1, 2, 2, 3]
UP = [1, 1, 2, 2, 3, 3]


def found(game: Played, words: str) -> dict[str, Any]:
    """The items of an answer: amounts, or the values of their die."""
    return {
        item["name"]: item["die"]["values"] if "die" in item else item["amount"]
        for item in game.json(words)["items"]
    }


def trailed(at: str = "D4", to: str = "D3", **facts: Any) -> Played:
    """A game in which PzA has left Vehicle Dust in a hex."""
    game = world(vehicles=[PZ | {"at": at, "motion": True}], **facts)
    game.to("MPh")
    game.do(f"move PzA {to} 2mp")
    assert [each.hex for each in game.state.vehicle_dust.values()] == [at]
    return game


# 11.78 -----------------------------------------------------------------------------------------


@pytest.mark.rule("11.78a", "11.78b", "11.78c", "11.78d", "11.78e", "11.78f")
@cases(
    "light, radii",
    ("starshell", [3, 2, 1, 0, 0, 0]),
    ("IR", [6, 5, 4, 3, 2, 1]),
    ("Blaze", [2, 1, 0, 0, 0, 0]),
    ("Blaze --levels 2", [4, 3, 2, 1, 0, 0]),
    ("Blaze --levels 3", [6, 5, 4, 3, 2, 1]),
)
def test_dust_lessens_light(light: str, radii: list[int]) -> None:
    """One hex less a level of density, down to the hex of the light itself."""
    for dust, radius in zip(DENSITIES, radii, strict=True):
        game = world(dust=dust, time_of_day="Night")
        answer = game.json(f"illumination --light {light} --hex D5")
        assert answer["radius"] == radius, dust
        assert "D5" in answer["illuminated"]
        assert ("D4" in answer["illuminated"]) is (radius > 0)


@pytest.mark.rule("11.78a")
def test_vehicle_and_ffe_dust_take_no_light() -> None:
    """Only density does."""
    game = trailed(time_of_day="Night")
    game.do("ffe A D4 100mm")
    assert game.json("illumination --light starshell --hex D4")["radius"] == 3


# 11.79, 11.791 ---------------------------------------------------------------------------------


@pytest.mark.rule("11.79a")
@cases("words", "rally --hex D5", "tem --hex D5", "burn --hex D5", "stacking --hex D5")
@cases("dust", "Heavy", "Extremely Heavy")
def test_where_the_rules_are_silent_dust_does_nothing(words: str, dust: str) -> None:
    """No Dust in rally, TEM, fire and stacking."""
    assert not [name for name in world(dust=dust).names(words) if "Dust" in name]
    same = world().ask(words)
    assert world(dust=dust).ask(words).verdict == same.verdict


@pytest.mark.rule("11.791a", "11.791b", "11.791d", "11.791h")
@cases("observer", "observer", "offboard", "plane")
@cases(
    "dust, expected",
    ("None", {}),
    ("Light", {"Light Dust": DOWN}),
    ("Moderate", {"Moderate Dust": UP}),
    ("Heavy", {"Light Dust": DOWN, "Heavy Dust": 4}),
    ("Very Heavy", {"Light Dust": DOWN, "Very Heavy Dust": 7}),
    ("Extremely Heavy", {"Moderate Dust": UP, "Extremely Heavy Dust": 7}),
)
def test_dust_on_an_oba_accuracy_dr(observer: str, dust: str, expected: dict[str, Any]) -> None:
    """Every density counts, for each kind of Observer, at range 7 (a plane: Aerial Range)."""
    words = f"oba-accuracy --from A5 --to H5 --observer {observer}"
    words += " --range 7" if observer == "plane" else ""
    assert found(world(dust=dust), words) == expected


@pytest.mark.rule("11.791b", "11.791h")
@cases("observer", "observer", "offboard")
def test_counters_on_an_oba_accuracy_dr(observer: str) -> None:
    """Vehicle and FFE Dust on the Observer's LOS count, elsewhere they do not."""
    game = trailed()
    words = f"oba-accuracy --from D6 --to D1 --observer {observer}"
    game.do("ffe A D2 60mm", "ffe B J5 60mm")
    names = found(game, words)
    assert names["Vehicle Dust of PzA"] == 2
    assert names["FFE Dust A"] == 2
    assert "FFE Dust B" not in names
    assert not [
        name
        for name in found(game, f"oba-accuracy --from G6 --to G1 --observer {observer}")
        if "Dust" in name
    ]


@pytest.mark.rule("11.791b", "11.791h")
def test_counters_in_the_target_hex_hinder_a_plane() -> None:
    """An Observation Plane looks down on them: those of the hex count, not those before it."""
    game = trailed()
    game.do("ffe A D4 60mm")
    words = "oba-accuracy --from A5 --to {} --observer plane --range 4"
    at = found(game, words.format("D4"))
    assert at["Vehicle Dust"] == 2
    assert at["FFE Dust A"] == 2
    assert not [name for name in found(game, words.format("D1")) if "Dust" in name]


# 11.792 ----------------------------------------------------------------------------------------


HOME: list[dict[str, Any]] = [{"hex": "D4", "building": "one"}, {"hex": "D5", "building": "one"}]
HOMES: list[dict[str, Any]] = [{"hex": "D4", "building": "one"}, {"hex": "D5", "building": "two"}]
INSIDE = "shot --from D4 --to D5 --attack IFT"


@pytest.mark.rule("11.792b", "11.792d")
@cases("homes, hinders", (HOME, False), (HOMES, True))
def test_no_vehicle_dust_within_one_building(homes: list[dict[str, Any]], hinders: bool) -> None:
    """Drift of Vehicle Dust over a building does not hinder a LOS in it."""
    game = world(
        vehicles=[PZ | {"at": "C6", "motion": True}],
        buildings=homes,
        wind="Mild Breeze",
        wind_direction=2,
    )
    game.to("MPh")
    game.do("move PzA C7 1mp", "phase AFPh")
    assert game.state.drift["PzA"] == ("D5", "E5")
    names = found(game, INSIDE)
    assert bool([each for each in names if "Dust" in each]) is hinders
    assert [each for each in found(game, "shot --from D4 --to D6") if "Dust" in each]


@pytest.mark.rule("11.792e")
@cases("choice, drms", (None, (1, 1, 1)), ("none", (0, 0, 0)))
def test_heavy_dust_within_one_building(choice: str | None, drms: tuple[int, ...]) -> None:
    """By ruling 11.792-heavy its LOS Hindrance counts there, or no Dust does; DLV never."""
    rulings = {} if choice is None else {"11.792-heavy": choice}
    for dust, drm in zip(DENSITIES[3:], drms, strict=True):
        game = world(dust=dust, buildings=HOME, rulings=rulings)
        names = {each: value for each, value in found(game, INSIDE).items() if "Dust" in each}
        assert names == ({f"{dust} Dust": drm} if drm else {})
        assert game.json(f"{INSIDE} --moving")["ffmo"]["applies"] is False
        outside = found(game, "shot --from D4 --to D3")
        assert f"{dust} Dust" in outside


# 11.793 ----------------------------------------------------------------------------------------


@pytest.mark.rule("11.793f", "11.793g")
@cases("attack", "Aerial Combat", "Heavy AA")
@cases("dust", "Light", "Moderate", "Heavy")
def test_aerial_combat_and_heavy_aa_take_no_dust(attack: str, dust: str) -> None:
    """Neither density nor counters, and the answer says so."""
    game = trailed(dust=dust)
    words = f"shot --from D4 --to D8 --attack '{attack}' --range 4"
    assert not [each for each in found(game, words) if "Dust" in each]
    assert "11.793" in game.text(words)


# 11.794 ----------------------------------------------------------------------------------------


@pytest.mark.rule("11.794a", "11.71g")
@pytest.mark.parametrize("dust", DENSITIES)
def test_dust_has_no_effect_on_cc(dust: str) -> None:
    """Neither density nor a counter in the hex; a shot within the hex takes both."""
    game = trailed(dust=dust)
    words = "shot --from D4 --to D4 --attack"
    assert not [each for each in found(game, f"{words} CC") if "Dust" in each]
    said = game.text(f"{words} CC")
    assert ("CC takes none (11.794)" in said) is (dust != "None")
    assert [each for each in found(game, f"{words} IFT") if "Vehicle Dust" in each]


LANE = "shot --from D5 --to H5 --attack 'Fire Lane'"


@pytest.mark.rule("11.794c")
def test_vehicle_dust_does_not_negate_ffmo_against_a_fire_lane() -> None:
    """Nor does FFE Dust; an FFE large enough is a Hindrance of its own (191.8)."""
    game = trailed("F5", "F6")
    game.do("ffe A F5 60mm")
    assert game.json(f"{LANE} --moving")["ffmo"]["applies"] is True
    assert game.json("shot --from D5 --to H5 --attack IFT --moving")["ffmo"]["applies"] is False
    game.do("ffe B F5 100mm")
    assert game.json(f"{LANE} --moving")["ffmo"]["applies"] is False
    assert game.json(f"{LANE} --fp 8")["residual_fp"] == 6


@pytest.mark.rule("11.794e")
def test_counters_reduce_residual_fp_too() -> None:
    """Vehicle and FFE Dust on the LOS count, but not in the target's hex alone (A8.26)."""
    game = trailed("D4", "C4", dust="Heavy")
    game.do("ffe A J5 60mm")
    assert game.json("shot --from D6 --to D2 --attack IFT")["residual_fp_reduction"] == 4
    assert game.json("shot --from H6 --to H2 --attack IFT")["residual_fp_reduction"] == 2
    game.do("lift A", "ffe A D1 60mm")
    assert game.json("shot --from D6 --to D2 --attack IFT")["residual_fp_reduction"] == 4
    game.do("lift A", "ffe A D4 60mm")
    assert game.json("shot --from D6 --to D2 --attack IFT")["residual_fp_reduction"] == 6
    assert "Residual FP" in game.text("shot --from D6 --to D2 --attack IFT --fp 8")
