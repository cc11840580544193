"""B24 Rubble as the four documents lean on it: whom it buries, fire in it, and its Clearance."""

from typing import Any, Final

import pytest

from tests import cases
from tests.clauses.reached import Played, world

TOWER: Final[dict[str, Any]] = {"hex": "D5", "material": "wooden", "upper_levels": 1}
"""A tower in D5; direction 1 of its rubble is D4, 2 is E5, 4 is D6."""


def vehicle(name: str, at: str, armour: str, **more: Any) -> dict[str, Any]:
    """A German vehicle with 12 MP."""
    movement = "truck" if armour == "none" else "fully-tracked"
    facts = {"id": name, "side": "German", "movement": movement, "mp": 12, "at": at}
    return facts | {"armour": armour} | more


def tower(*vehicles: dict[str, Any], marks: dict[str, str] | None = None, **more: Any) -> Played:
    """A game in the first PFPh with the tower and these vehicles."""
    facts = {"buildings": [TOWER], "vehicles": list(vehicles)} | more
    game = world(marks or {}, **facts)
    game.to("PFPh")
    return game


def fire(game: Played, name: str, level: int = 0) -> str | None:
    """The fire of a Location."""
    found: str | None = game.json(f"burn --hex {name} --level {level}").get("fire")
    return found


@pytest.mark.rule("B24.121")
def test_rubble_that_stays_in_its_hex_harms_nobody_beside() -> None:
    """Without a fall no vehicle is touched, and no dice but those of the fall are due."""
    game = tower(vehicle("Lkw", "D4", "none"), vehicle("Pz", "E5", "closed-topped"))
    game.do("rubble D5 5 1")
    assert not any(each.destroyed or each.stunned for each in game.state.vehicles.values())


@pytest.mark.rule("B24.121")
def test_a_struck_building_buries_those_in_it() -> None:
    """A building that falling rubble strikes comes down on the BU tank in its hex: a Bog Check."""
    houses = [TOWER, {"hex": "D4", "material": "stone"}]
    game = tower(vehicle("Pz", "D4", "closed-topped", bu=True), buildings=houses)
    game.do("rubble D5 6 1 6 6")
    assert game.state.vehicles["Pz"].bogged


@pytest.mark.rule("B24.121", "B13.421")
def test_trail_breaks_are_gone_under_falling_rubble() -> None:
    """A Trail Break in woods, or through rubble there already, is no more."""
    woods = tower(vehicle("Pz", "D3", "closed-topped"), marks={"D4": "w"})
    woods.to("MPh")
    woods.do("start Pz", "move Pz D4 1 1", "move Pz C5")
    assert woods.state.ground["D4"].tree_breaks
    woods.do("rubble D5 6 1")
    assert woods.state.ground["D4"].tree_breaks == ()
    both = [TOWER, {"hex": "D3", "material": "wooden", "upper_levels": 1}]
    game = tower(buildings=both)
    game.do("rubble D3 6 4")
    game.to("CCPh")
    game.do("clear D4 squads 1 across 1 4 1 1")
    lying = game.state.ground["D4"].rubble
    assert lying is not None
    assert lying.trail_breaks == ((1, 4),)
    game.do("rubble D5 6 1")
    lying = game.state.ground["D4"].rubble
    assert lying is not None
    assert lying.trail_breaks == ()


@pytest.mark.rule("B24.6")
@cases(
    "level, order, left",
    (0, "rubble D5 6 1", None),
    (1, "rubble D5 6 1", None),
    (0, "rubble D5 level 1 1 6 1", 0),
    (1, "rubble D5 level 1 1 6 1", None),
    (0, "rubble D5 5 1", 0),
    (1, "rubble D5 level 1 1 5 1", 1),
)
def test_a_flame_in_rubble_that_falls_is_out(level: int, order: str, left: int | None) -> None:
    """A Flame goes with its level if that falls; under it, or where nothing falls, it burns on."""
    game = tower()
    game.do(f"flame D5 level {level}", order)
    burning = {n for n, each in game.state.ground["D5"].fires.items() if each.fire}
    assert burning == (set() if left is None else {left})
    assert fire(game, "D4") is None


@pytest.mark.rule("B24.6", "AD3.43", "AD4.42")
def test_burning_rubble_on_arid_debris_and_off_again() -> None:
    """Rubble of a burning Arid Building is stone, burns on the debris, and hides it (AD3.43)."""
    game = tower(debris=[{"hex": "D4"}], ad=True, on={"name": "LFT6", "ad": True})
    game.do("blaze D5", "rubble D5 6 1")
    told = game.json("burn --hex D4")
    assert (told["fire"], told["burns_as"], told["rule"]) == ("Blaze", "stone building", "B24")
    game.to("CCPh")
    assert game.refused("clear D4 squads 1 1 1").rule == "B25.4"


@pytest.mark.rule("B24.7")
@cases(
    "who, drm",
    ("squads 1", -1),
    ("squads 1 leader -1", -2),
    ("squads 1 leader 1", 0),
    ("hs 1", 0),
    ("hs 1 leader -2", -2),
    ("squads 2 hs 1", -4),
    ("bulldozers 1", -5),
    ("bulldozers 1 leader -2", -5),
    ("squads 1 bulldozers 1 leader -1", -7),
)
def test_a_leader_counts_beside_those_whom_he_directs(who: str, drm: int) -> None:
    """A leader adds to squads, HS and crews, and has no unit to direct beside a bulldozer alone."""
    for total, sentence in ((2 - drm, "Trail Break"), (3 - drm, "Clearance fails")):
        if not 2 <= total <= 12:
            continue
        game = tower()
        game.do("rubble D5 6 1")
        game.to("CCPh")
        one = min(6, total - 1)
        assert sentence in game.told(f"clear D4 {who} {one} {total - one}")
    assert game.refused("clear D4 leader -1").reason.slug in ("no-workers", "already-tried")


def test_a_log_of_rubble_is_audited_clean() -> None:
    """Vehicles lost, Bog Checks, Stuns, wrecks and fires of rubble are derived again."""
    game = tower(
        vehicle("Lkw", "D4", "none"),
        vehicle("Pz", "D4", "closed-topped"),
        buildings=[TOWER, {"hex": "E5", "upper_levels": 1}],
    )
    game.do("unit Posten HS D4 by German", "blaze D5 level 1", "flame D5", "rubble D5 6 1 2 3")
    game.do("phase RPh", "wc 6 6")
    assert game.audited().clean
