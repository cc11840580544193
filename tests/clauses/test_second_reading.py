"""A second reading of the documents: sentences that meet others, and other cases of them."""

from fractions import Fraction
from typing import Any

import pytest

from tests import cases
from tests.clauses.arid import arid
from tests.clauses.reached import Played, board, checked, world
from tests.table import make_vehicle

PZ: dict[str, Any] = make_vehicle("PzA", at="D5")
PZ_B: dict[str, Any] = PZ | {"id": "PzB", "at": "E5"}
EARLY: dict[str, Any] = {"time_of_day": "Early Morning", "ec": "Moist"}
ROLLED = ("weather", "time_of_day", "ec", "wind", "wind_direction", "dust")
PAVED = [{"hexes": ["D5", "D4", "D3"]}]
DOWN, UP = "+dr/2 FRD", "+dr/2 FRU"


def found(game: Played, words: str) -> dict[str, Any]:
    """The items of an answer: whole amounts, or how their die is written."""
    return {
        item["name"]: item["die"]["roll"] if "die" in item else item["amount"]
        for item in game.json(words)["items"]
    }


def cost(game: Played, words: str = "--from D5 --to D4") -> Fraction | None:
    """What an entry costs, or None if there is none."""
    said = game.json(f"entry-cost {words}")["cost"]
    return None if said is None else Fraction(said)


def dyo(**facts: Any) -> Played:
    """A DYO scenario of which all is rolled that the facts do not state."""
    return world(**({"dyo": True} | dict.fromkeys(ROLLED, "roll") | facts))


def driven(*orders: str, vehicles: list[dict[str, Any]] | None = None, **facts: Any) -> Played:
    """A game in whose first MPh these orders were given."""
    game = world(facts.pop("marks", None), vehicles=vehicles or [PZ], **facts)
    game.to("MPh")
    game.do(*orders)
    return game


def dusty(game: Played) -> set[tuple[str, str]]:
    """Which vehicle's Dust is in which hex."""
    return {(name, each.hex) for name, each in game.state.vehicle_dust.items()}


def with_ffe(mm: int, *at: str, marks: dict[str, str] | None = None, **facts: Any) -> Played:
    """A game with an FFE in each of these hexes."""
    game = world(marks, **facts)
    game.to("PFPh")
    for n, where in enumerate(at):
        game.do(f"ffe F{n} {where} {mm}mm")
    return game


def smoked(game: Played, *at: str) -> Played:
    """The same game with SMOKE in these hexes."""
    if game.state.moment.phase != "PFPh":
        game.to("PFPh")
    for where in at:
        game.do(f"smoke {where}")
    return game


# Weather, Time of Day, EC ----------------------------------------------------------------------


@pytest.mark.rule("11.3z")
@cases("month, land, mist", ("March", "Iraq", 1), ("January", "Libya", 1), ("May", "Libya", 0))
def test_mist_and_sun_of_one_morning(month: str, land: str, mist: int) -> None:
    """The Mist of an Early Morning asks for no land, and comes on top of Sun Blindness."""
    game = dyo(month=month, land=land, weather="Clear", wind="No Wind", wind_direction=None)
    game.do("time-of-day 1")
    items = found(game, "shot --from B5 --to I5 --attack IFT")
    assert items.pop("Sun Blindness") == 2
    assert items == ({"Mist": 1} if mist else {})


@pytest.mark.rule("11.3j", "11.3i")
def test_night_by_consent_in_any_weather() -> None:
    """Both players may drop a Night under clouds as well."""
    for weather in ("Clear", "Overcast"):
        for agreed, said in ((True, "None"), (False, "Night")):
            game = dyo(weather=weather, night_by_consent=agreed)
            assert f"Time of Day: {said} " in game.told("time-of-day 6")


# DLV -------------------------------------------------------------------------------------------


@pytest.mark.rule("11.711r")
def test_dust_does_not_help_interdiction_past_a_hindrance() -> None:
    """In Light Dust another LOS Hindrance prevents it as ever."""
    assert world(dust="Light").json("interdiction --from A5 --to E5")["possible"]
    hindered = world({"C5": "b", "C6": "b"}, dust="Light")
    assert not hindered.json("interdiction --from A5 --to E5")["possible"]


@pytest.mark.rule("11.601b", "11.601f", "11.601l")
def test_concealment_in_other_dlv() -> None:
    """In the zone the sun leaves six hexes; an Emplaced Gun gains at 17 hexes from all."""
    near = world({"F5": "b"}, **EARLY).json("concealment --hex F5 --enemy D5")
    assert near["revealed_by"] == ["D5"]
    wide = world(dust="Moderate", boards=[board({"A5": "b"}, columns=21)])
    for enemies, gain in (("R5 S5", True), ("Q5 S5", False)):
        words = f"concealment --hex A5 --enemy {enemies} --unit emplaced-gun"
        assert wide.json(words)["out_of_los_for_gain"] is gain


# Densities -------------------------------------------------------------------------------------


@pytest.mark.rule("11.731l")
@cases("attack", "Ground Support", "vs Aerial", "Heavy AA", "Aerial Combat")
def test_no_attack_at_all_in_the_air(attack: str) -> None:
    """Heavy AA and Aerial Combat, which take no DRM of Dust, are forbidden like the others."""
    words = f"shot --from D8 --to D4 --attack '{attack}'"
    assert "not allowed" in world(dust="Very Heavy").json(words)["verdict"]
    assert "not allowed" not in world(dust="Heavy").json(words)["verdict"]


@pytest.mark.rule("11.77f")
def test_rain_ends_all_that_dense_dust_brought() -> None:
    """The extra MP, the prohibitions and the lower B and X numbers go with the density."""
    game = world(weather="Overcast", dust="Extremely Heavy")
    for mp, now, gallop in ((2, 11, False), (1, 12, True)):
        assert cost(game, "--from D5 --to D4 --mover truck") == mp
        assert game.json("bx --number 12")["now"] == now
        assert game.json("prohibitions")["gallop"] is gallop
        if not gallop:
            game.do("wc 5 5")


# Vehicle and FFE Dust --------------------------------------------------------------------------


@pytest.mark.rule("11.74aw")
@cases(
    "dust, bu, last",
    ("Heavy", False, "D4"),
    ("Very Heavy", False, "D4"),
    ("Very Heavy", True, None),
)
def test_the_extra_mp_of_dust_count_for_vehicle_dust(dust: str, bu: bool, last: str | None) -> None:
    """Two in all still raise it, three do not."""
    mp = 3 if bu else 2
    game = driven("start PzA", "move PzA D4", vehicles=[PZ | {"bu": bu}], dust=dust)
    assert cost(game, "--from D4 --to D3 --vehicle PzA") == mp
    game.do("move PzA D3")
    assert dusty(game) == ({("PzA", last)} if last else set())


@pytest.mark.rule("11.74ax")
def test_two_vehicles_raise_dust_in_one_hex() -> None:
    """The counter of each goes with its own vehicle; along their hexside the LOS meets one."""
    game = driven(
        "start PzA",
        "move PzA D4",
        "move PzA D3",
        "start PzB",
        "move PzB D4",
        "move PzB C5",
        vehicles=[PZ, PZ_B],
    )
    assert dusty(game) == {("PzA", "D4"), ("PzB", "D4")}
    game.do("move PzA D2")
    assert dusty(game) == {("PzA", "D3"), ("PzB", "D4")}
    assert game.json("shot --from E4 --to C4")["los"]["hindrance"] == 2


@pytest.mark.rule("11.74l", "11.74ay")
@cases(
    "on, facts, raised",
    ({}, {"roads": PAVED}, False),
    ({"roads": PAVED}, {}, False),
    ({"roads": PAVED, "ad": True}, {"ad": True}, True),
    ({"roads": PAVED, "ad": True}, {"ad": True, "roads": PAVED}, False),
)
def test_a_track_is_not_a_paved_road(
    on: dict[str, Any], facts: dict[str, Any], raised: bool
) -> None:
    """What an AD board prints is a Track in the desert, and Dust is raised along it."""
    game = driven("start PzA", "move PzA D4", "move PzA D3", on=on, **facts)
    assert dusty(game) == ({("PzA", "D4")} if raised else set())


@pytest.mark.rule("11.74az")
@cases(
    "marks, facts, raised",
    ({"D2": "h"}, {"broken": True}, True),
    ({"D3": "h"}, {}, True),
    ({"D3": "b"}, {}, True),
    ({"D3": "w"}, {}, False),
)
def test_vehicle_dust_behind_other_terrain(
    marks: dict[str, str], facts: dict[str, Any], raised: bool
) -> None:
    """The cost of entry alone decides, Broken Ground for 2 MP included."""
    game = driven("start PzA", "move PzA D4", marks=marks, **facts)
    game.do("move PzA D3" + " 1 1" * game.json("bog --from D4 --to D3 --vehicle PzA")["bog_check"])
    assert dusty(game) == ({("PzA", "D4")} if raised else set())


@pytest.mark.rule("11.741a", "11.74l")
def test_a_paved_hexside_in_an_impulse() -> None:
    """It spares the vehicle that crosses it, not the other."""
    game = driven(
        "impulse start PzA, start PzB",
        "impulse move PzA D4, move PzB E4",
        "impulse move PzA D3, move PzB E3",
        vehicles=[PZ, PZ_B],
        roads=[{"hexes": ["D4", "D3"]}],
    )
    assert dusty(game) == {("PzB", "E4")}


# AD Terrain ------------------------------------------------------------------------------------


@pytest.mark.rule("AD2.4o")
@cases("mark, drm", (".", 2), ("d", 0), ("s", 2), ("s'", 0), ("h'", 0))
def test_entrenching_in_other_hexes(mark: str, drm: int) -> None:
    """Sand is easy, and the base of the hex decides whatever grows there."""
    assert arid({"D4": mark}).json("terrain --hex D4")["entrenching_drm"] == drm


@pytest.mark.rule("AD3.12f", "AD3.63g")
def test_palm_trees_in_temperate_hexes() -> None:
    """By SSR or by an Oasis, a Pond's too: each orchard, of either colour."""
    ssr = arid({"D4": "o'"}, terrain={"Orchard": "Palm Trees"})
    assert ssr.json("terrain --hex D4")["terrain"] == ["Palm Trees"]
    oasis = arid({"D4": "a", "D2": "o'", "D7": "o'"})
    assert oasis.json("rally --hex D2")["terrain"] == ["Palm Trees"]
    assert oasis.json("rally --hex D2")["rally_terrain"]
    assert oasis.json("terrain --hex D7")["terrain"] == ["Orchard"]
    pond = arid({"D4": "~", "D3": "o", "D6": "o", "D1": "o"}, overlays=[{"hexes": {"D4": "~"}}])
    for where, kind in (("D4", "Oasis"), ("D6", "Palm Trees"), ("D1", "Olive Grove")):
        assert pond.json(f"terrain --hex {where}")["terrain"] == [kind]


@pytest.mark.rule("AD3.162j")
@cases("mark, debris, drm", ("g1", False, 2), ("W1", False, 2), (".1", True, 1))
def test_hindrances_of_a_continuous_slope(mark: str, debris: bool, drm: int) -> None:
    """What hinders a same-level LOS hinders one down a Continuous Slope (B.5)."""
    on = {"debris": [{"hex": "D6"}]} if debris else {}
    game = arid({"D6": mark, "D5": ".2"}, on=on, month="September")
    assert game.json("shot --from D7 --to D5")["los"]["hindrance"] == drm
    assert game.json("shot --from D5 --to D7")["los"]["hindrance"] == drm


@pytest.mark.rule("AD3.42b", "AD4.6z", "B.2h")
@cases(
    "on, smoke, mf",
    ({"debris": [{"hex": "D4"}]}, False, 3),
    ({"debris": [{"hex": "D4"}]}, True, 5),
    ({"hexsides": [{"kind": "high-wall", "at": ["D4/D5"]}]}, False, 4),
    ({"hexsides": [{"kind": "high-wall", "at": ["D4/D5"]}]}, True, 6),
    ({"hexsides": [{"kind": "wall", "at": ["D4/D5"]}]}, True, 5),
)
def test_what_is_added_is_not_doubled(on: dict[str, Any], smoke: bool, mf: int) -> None:
    """The MF of debris, wall or High Wall stand beside the doubled COT."""
    game = arid({"D4": ".1"}, on=on)
    if smoke:
        smoked(game, "D4")
    assert cost(game) == mf


@pytest.mark.rule("AD3.42e", "AD4.6f")
@cases("mp, debris, breach", (17, 5, 9), (16, 4, 8), (15, 4, 8), (11, 3, 6), (10, 3, 5))
def test_shares_of_other_allotments(mp: int, debris: int, breach: int) -> None:
    """A quarter and a half, fractions up; Dust comes on top of the quarter."""
    on = {"debris": [{"hex": "D4"}], "hexsides": [{"kind": "high-wall", "at": ["D5/D6"]}]}
    for dust, bu, more in (("None", False, 0), ("Heavy", False, 1), ("Very Heavy", True, 2)):
        game = arid(on=on, vehicles=[PZ | {"mp": mp, "bu": bu}], dust=dust)
        assert cost(game, "--from D5 --to D4 --vehicle PzA") == debris + more
    clear = arid(on=on, vehicles=[PZ | {"mp": mp}])
    assert clear.json("breach --from D5 --to D6 --vehicle PzA")["cost"] == str(breach)


@pytest.mark.rule("AD4.6t", "AD4.6u", "AD4.6o", "AD4.6y")
def test_a_dc_thrown_over_a_high_wall_is_an_attack() -> None:
    """A shot says so, too: it is not blocked, and takes +1; from above, or when breached, none."""
    wall = {"ad": True, "hexsides": [{"kind": "high-wall", "at": ["D4/D5"]}]}
    game = world(on=wall, ad=True, buildings=[{"hex": "D4", "upper_levels": 1}])
    words = "shot --from D5 --to D4 --attack"
    thrown = game.json(f"{words} DC")
    assert thrown["blocked"] is None
    assert found(game, f"{words} DC") == {"Stone Building": 3, "High Wall": 1}
    assert "D4" in game.json("view --from D5 --attack DC")["seen"]
    for attack in ("FT", "IFT", "TH"):
        assert game.json(f"{words} {attack}")["blocked"]
        assert "D4" in game.json(f"view --from D5 --attack {attack}")["hidden"]
    assert found(game, "shot --from D4@1 --to D5 --attack DC") == {}
    game.to("MPh")
    game.do("breach D4 D5")
    assert found(game, f"{words} DC") == {"Stone Building": 3}


@pytest.mark.rule("11.794c", "11.794f")
@cases("attack, vines", ("Fire Lane", {"Vineyard": 1}), ("Specific Collateral", {}), ("DC", {}))
def test_a_view_takes_what_its_attack_takes(attack: str, vines: dict[str, int]) -> None:
    """These attacks take no Dust, and but for a Fire Lane no LOS Hindrance, in view and shot."""
    game = driven("start PzA", "move PzA D4", "move PzA E4", marks={"E6": "v"})
    for target, expected in (("D3", {}), ("F6", vines)):
        assert found(game, f"shot --from D5 --to {target} --attack '{attack}'") == expected
        seen = game.json(f"view --from D5 --attack '{attack}'")["seen"][target]
        assert seen["low"] == seen["high"] == sum(expected.values())
    assert game.json("view --from D5 --attack IFT")["seen"]["D3"]["low"] == 2


# B and 191 -------------------------------------------------------------------------------------


@pytest.mark.rule("191.1aq")
@cases("mover, mp", ("infantry", 3), ("halftrack", 3), ("horse-drawn", 3), ("truck", 9))
def test_smoke_in_broken_ground_is_not_doubled(mover: str, mp: int) -> None:
    """Only the Open Ground is."""
    game = smoked(world({"D3": "h"}, broken=True), "D4")
    assert cost(game, f"--from D5 --to D4 --mover {mover}") == mp


@pytest.mark.rule("191.1ar")
def test_dense_dust_over_broken_terrain() -> None:
    """The board still is a Desert Board: Heavy Dust can exist, and costs its MP there."""
    assert checked(broken=True, dust="Heavy")["sound"]
    game = world({"D3": "h"}, broken=True, dust="Heavy")
    assert cost(game, "--from D5 --to D4 --mover halftrack") == 3


@pytest.mark.rule("191.4l", "191.5k")
@cases(
    "kind, mark, words, smoke, mp",
    ("Cactus Patch", "o1", "--mover cavalry", False, 6),
    ("Cactus Patch", "o'", "--mover truck", True, 13),
    ("Olive Grove", "o'", "--mover truck", True, 9),
    ("Olive Grove", "o1", "", False, 4),
)
def test_smoke_in_patches_and_groves(
    kind: str, mark: str, words: str, smoke: bool, mp: int
) -> None:
    """The multiple is of the terrain alone; uphill the whole COT is doubled."""
    game = world({"D4": mark}, terrain={"Orchard": kind})
    if smoke:
        smoked(game, "D4")
    assert cost(game, f"--from D5 --to D4 {words}") == mp


@pytest.mark.rule("191.8t")
def test_smoke_within_an_ffe() -> None:
    """Both hinder."""
    game = smoked(with_ffe(100, "D5", ec="Moderate"), "D5")
    assert game.json("shot --from D9 --to D1")["los"]["hindrance"] == 4
