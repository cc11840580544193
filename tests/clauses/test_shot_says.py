"""All that an answer about a shot says: its DRM with their rules, what was near, and its lines."""

from fractions import Fraction
from typing import Any, Final

import pytest

from tests import cases
from tests.clauses.reached import Played, world

HEDGE: Final = [{"kind": "cactus-hedge", "at": ["D4/D5"]}]

Row = tuple[str, int | Fraction | None, str]


def items(game: Played, words: str) -> list[Row]:
    """Name, amount and rule of what modifies a shot."""
    return [(each.name, each.amount, each.rule) for each in game.ask(f"shot {words}").items]


def near(game: Played, words: str) -> set[tuple[str, str]]:
    """Name and rule of what nearly modified a shot."""
    return {(each.name, each.rule) for each in game.ask(f"shot {words}").near}


# FFMO and FFNAM --------------------------------------------------------------------------------

FFMO: Final = ("FFMO", -1, "A4.6")
FFNAM: Final = ("FFNAM", -1, "A4.6")
HAZARDOUS: Final = ("Hazardous Movement", -2, "A4.62")


@pytest.mark.rule("A4.6", "A10.53", "A10.531")
@cases(
    "marks, facts, why",
    ({}, {}, ""),
    ({"D4": "w"}, {}, "D4 is woods, not Open Ground (A10.531)"),
    ({"D3": "b"}, {}, "Brush in D3 is a LOS Hindrance"),
    ({}, {"dust": "Heavy"}, "Heavy Dust is a LOS Hindrance"),
)
def test_each_reason_alone_forbids_ffmo_and_interdiction(
    marks: dict[str, str], facts: dict[str, Any], why: str
) -> None:
    """The Location is not Open Ground, a Hindrance is on the way, or the Dust is one."""
    game = world(marks, **facts)
    found = game.json("shot --from D1 --to D4 --attack IFT --moving")
    assert found["ffmo"]["applies"] is (not why)
    assert found["interdiction"]["possible"] is (not why)
    assert bool(found["ffmo"]["why_not"]) is bool(why)
    if why.endswith("Hindrance"):
        assert found["ffmo"]["why_not"] == found["interdiction"]["why_not"] == why
    assert items(game, "--from D1 --to D4 --attack IFT --moving")[-1:] == (
        [FFMO] if not why else items(game, "--from D1 --to D4 --attack IFT")[-1:]
    )
    assert (("FFMO", "A4.6") in near(game, "--from D1 --to D4 --moving")) is bool(why)


@pytest.mark.rule("A10.53")
def test_nobody_interdicts_in_his_own_hex_or_by_other_than_direct_fire() -> None:
    """A reason for each."""
    game = world()
    for words, why in (
        ("--from D4 --to D4 --attack IFT", "it is the firer's own hex"),
        ("--from D1 --to D4 --attack OBA", "no unit Interdicts so"),
        ("--from D1 --to D4 --attack DC", "no unit Interdicts so"),
    ):
        assert game.json(f"shot {words}")["interdiction"]["why_not"] == why


@pytest.mark.rule("191.3k", "A4.62")
def test_who_crosses_a_cactus_hedge_is_told_of_where_another_is_fired_at() -> None:
    """It is near for fire at its hex, and nothing to fire at another."""
    game = world(hexsides=HEDGE, first="German")
    game.do("phase", "wc 3 4", "unit Sq squad D4 by German", "unit B squad F6 by German")
    game.do("phase MPh", "cross Sq D5")
    hazard = ("Hazardous Movement", "A4.62")
    assert hazard in near(game, "--from D1 --to D4")
    assert hazard in near(game, "--from D1 --to D4 --against vehicle --unit Sq")
    assert hazard not in near(game, "--from D1 --to D4 --unit Sq")
    assert hazard not in near(game, "--from F1 --to F6")
    assert hazard not in near(game, "--from F1 --to F6 --unit B")
    assert items(game, "--from D1 --to D4 --unit Sq") == [HAZARDOUS]
    assert items(game, "--from F1 --to F6 --unit B") == []
    why = game.why_refused("shot --from F1 --to F6 --unit Sq")
    assert why == "unit: Sq is in D4, not in F6"


# What is said ----------------------------------------------------------------------------------


@pytest.mark.rule("A6.7", "A24.2")
@cases(
    "attack, drm, why",
    ("TH", [("Brush", 1, "B12")], None),
    ("Fire Lane", [], ("Brush", "A9.222")),
    ("OBA", [], ("LOS Hindrances", "A24.2")),
    ("DC", [], ("LOS Hindrances", "A24.2")),
    ("Ground Support", [], ("LOS Hindrances", "A6.7")),
)
def test_which_attacks_take_los_hindrances(
    attack: str, drm: list[Row], why: tuple[str, str] | None
) -> None:
    """Direct fire; of others it is near where there is one on their LOS."""
    words = f"--from D1 --to D4 --attack '{attack}'"
    assert items(world({"D2": "b"}), words) == drm
    assert ({why} if why else set()) <= near(world({"D2": "b"}), words)
    clear = "Hindrances" in str(near(world(), words))
    assert clear is (attack == "Ground Support")


@pytest.mark.rule("11.794c", "A9.22")
def test_only_a_fire_lane_is_told_that_dust_is_nothing_to_it() -> None:
    """Beside its Hindrances; other attacks take what Dust there is."""
    said = ("Vehicle and FFE Dust", "11.794")
    for attack in ("TH", "IFT", "FT", "DC", "OBA"):
        assert said not in near(world(), f"--from D1 --to D4 --attack {attack}")
    assert said in near(world(), "--from D1 --to D4 --attack 'Fire Lane'")


@pytest.mark.rule("A6.7")
def test_a_hindrance_below_the_los_is_near() -> None:
    """Brush between two hills is passed over; between level hexes it hinders."""
    brush = ("Brush", "B.4")
    over = world({"D1": ".2", "D2": "b", "D4": ".2"})
    assert brush in near(over, "--from D1 --to D4")
    assert items(over, "--from D1 --to D4") == []
    level = world({"D2": "b"})
    assert brush not in near(level, "--from D1 --to D4")
    assert items(level, "--from D1 --to D4") == [("Brush", 1, "B12")]


@pytest.mark.rule("191.8", "A6.7")
@cases(
    "order, ends, why",
    ("ffe A D4 60mm", "--from D1 --to D7", "60mm is less than 70mm"),
    ("ffe A D4 60mm", "--from D1 --to D3", "60mm is less than 70mm"),
    ("ffe A D4 60mm", "--from D5 --to D8", "60mm is less than 70mm"),
    ("ffe A D4 100mm smoke", "--from D1 --to D7", "it is smoke, not an HE Concentration"),
    ("ffe A D4 60mm", "--from H1 --to H7", None),
    ("ffe A D4 100mm", "--from D1 --to D7", None),
)
def test_an_ffe_on_the_way_that_is_no_hindrance_is_told_of(
    order: str, ends: str, why: str | None
) -> None:
    """It is too small, or no HE Concentration; off the LOS, or a Hindrance, it is not near."""
    game = world(ec="Moist")
    game.do("phase", "wc 3 4", order)
    found = {each.name: (each.rule, each.why) for each in game.ask(f"shot {ends}").near}
    assert found.get("FFE A") == (None if why is None else ("191.8", why))
