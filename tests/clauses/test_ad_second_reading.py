"""AD rules that meet one another: cases of a second reading of the text."""

import pytest

from tests import cases
from tests.clauses.arid import arid, in_mph
from tests.clauses.reached import Played, unsound


def seen(game: Played, firer: str, target: str) -> int | None:
    """The LOS Hindrance of a shot; None if its LOS is blocked."""
    found = game.json(f"shot --from {firer} --to {target} --attack IFT")
    hindrance: int = found["los"]["hindrance"]
    return None if found["blocked"] else hindrance


@pytest.mark.rule("AD3.3a", "AD3.3b", "AD3.3g", "AD4.4e")
def test_a_ssr_makes_a_printed_building_a_mosque() -> None:
    """It is of stone then, has a Minaret and no Arid Rooftop, and keeps its other levels."""
    printed = {"buildings": [{"hex": "E5", "material": "wooden", "upper_levels": 1}]}
    plain = arid(on=printed)
    assert plain.json("tem --hex E5")["tem"] == 2
    assert plain.json("rooftop --hex E5")["rooftop"] is True
    game = arid(on=printed, buildings=[{"hex": "E5", "mosque": True}])
    assert game.json("tem --hex E5")["tem"] == 3
    assert game.json("rooftop --hex E5")["rooftop"] is False
    assert game.json("stacking --hex E5")["house"] == "Mosque"
    assert game.json("burn --hex E5 --level 1")["burns_as"] == "stone building"
    assert game.json("burn --hex E5")["spreading"] == 9


@pytest.mark.rule("AD3.3a", "AD3.3g", "AD3.31e")
def test_a_ssr_makes_a_printed_building_of_two_hexes_a_temple() -> None:
    """All of its hexes are of the Temple, and of stone; the one that is named has the Tower."""
    both = [{"hex": name, "building": "hall", "material": "wooden"} for name in ("E5", "E6")]
    game = arid(on={"buildings": both}, buildings=[{"hex": "E6", "temple": True}])
    for name, tower in (("E5", False), ("E6", True)):
        assert game.json(f"tem --hex {name}")["tem"] == 3
        assert game.json(f"stacking --hex {name}")["steeple"] is tower
        assert game.json(f"rooftop --hex {name}")["rooftop"] is False
    twice = unsound(on={"ad": True, "buildings": both}, ad=True, buildings=[{"hex": "E6"}])
    assert "'E6' has a building already" in twice


@pytest.mark.rule("AD3.2j", "AD3.2k")
@cases("hex_, origin", ("E5", "E4"), ("E4", "E5"))
def test_the_answer_on_manhandling_counts_both_hexes(hex_: str, origin: str) -> None:
    """A MTR is Manhandled neither into Combined Terrain nor out of it; elsewhere it is."""
    game = arid({"E5": "ch"})
    found = game.json(f"gun --hex {hex_} --gun MTR --calibre 81 --manhandled-from {origin}")
    assert found["allowed"] is False
    assert found["may_be_manhandled"] is False
    free = game.json("gun --hex E3 --gun MTR --calibre 81 --manhandled-from E2")
    assert (free["allowed"], free["may_be_manhandled"]) == (True, True)


@pytest.mark.rule("AD3.43a", "AD3.43c", "AD3.47a", "AD3.41e")
def test_rubble_that_fell_on_arid_debris_is_all_that_counts() -> None:
    """TEM, cost, Bog, fire, Ambush and Fortifications are those of stone rubble."""
    game = arid(debris=[{"hex": "D5"}], buildings=[{"hex": "D4", "upper_levels": 1}])
    assert game.json("ambush --hex D5")["possible"] is False
    in_mph(game).do("rubble D4 stone level 1 1 6 4")
    assert game.json("tem --hex D5")["tem"] == 3
    assert game.json("entry-cost --from C5 --to D5")["cost"] == "3"
    bog = game.json("bog --from C5 --to D5 --mover fully-tracked --allotment 12")
    assert bog["drm"] == [4]
    assert "Arid Debris" not in game.names("sighting --hex D5")
    assert game.json("burn --hex D5")["spreading"] == 9
    assert game.json("ambush --hex D5")["possible"] is True
    assert game.json("fortification --hex D5 --what Foxhole")["allowed"] is False
    assert seen(game, "D6", "D4") is None, "the half level between"


@pytest.mark.rule("AD3.42c", "AD3.45a", "AD3.41c", "AD3.41e")
def test_a_trail_break_through_arid_debris_opens_two_hexsides() -> None:
    """By it a truck passes, Infantry pay 1 and no AFV bogs; TEM and Hindrance stay."""
    game = arid(debris=[{"hex": "E5", "origin": "placed"}], roads=[{"hexes": ["E4", "E5", "E6"]}])
    game.to("CCPh")
    assert game.json("may-enter --from E4 --to E5 --mover truck")["allowed"] is False
    game.do("clear E5 squads 2 across 1 4 by German 1 1")
    assert game.json("may-enter --from E4 --to E5 --mover truck")["allowed"] is True
    assert game.json("may-enter --from D4 --to E5 --mover truck")["allowed"] is False
    assert game.json("entry-cost --from E4 --to E5")["cost"] == "1"
    assert game.json("entry-cost --from D4 --to E5")["cost"] == "2"
    assert game.json("bog --from E4 --to E5 --mover fully-tracked --allotment 12")["drm"] == []
    assert game.json("bog --from D4 --to E5 --mover fully-tracked --allotment 12")["drm"] == [2]
    assert game.json("tem --hex E5")["tem"] == 1
    assert seen(game, "E4", "E6") == 1
