"""A second reading of the documents: sentences that meet others, and other cases of them."""

from fractions import Fraction
from typing import Any

import pytest

from tests import cases
from tests.clauses.arid import arid
from tests.clauses.reached import Played, checked, world
from tests.table import make_vehicle

PZ: dict[str, Any] = make_vehicle("PzA", at="D5")
PZ_B: dict[str, Any] = PZ | {"id": "PzB", "at": "E5"}
PAVED = [{"hexes": ["D5", "D4", "D3"]}]
DOWN, UP = "+dr/2 FRD", "+dr/2 FRU"


def cost(game: Played, words: str = "--from D5 --to D4") -> Fraction | None:
    """What an entry costs, or None if there is none."""
    said = game.json(f"entry-cost {words}")["cost"]
    return None if said is None else Fraction(said)


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


# Densities -------------------------------------------------------------------------------------


@pytest.mark.rule("11.731l")
@cases("attack", "Ground Support", "vs Aerial", "Heavy AA", "Aerial Combat")
def test_no_attack_at_all_in_the_air(attack: str) -> None:
    """Heavy AA and Aerial Combat, which take no DRM of Dust, are forbidden like the others."""
    words = f"shot --from D8 --to D4 --attack '{attack}'"
    assert "not allowed" in world(dust="Very Heavy").json(words)["verdict"]
    assert "not allowed" not in world(dust="Heavy").json(words)["verdict"]


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
