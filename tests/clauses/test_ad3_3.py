"""AD3.3-AD3.311 Mosques and Temples, their Minarets, Towers and Shafts."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.arid import arid, checked, in_mph
from tests.clauses.lft import picture
from tests.clauses.reached import Played, khamsin

MOSQUE: dict[str, Any] = {"hex": "D4", "mosque": True}
TEMPLE: dict[str, Any] = {"hex": "G4", "temple": True}


def village(**facts: Any) -> Played:
    """A Mosque in D4, a Temple in G4 and a plain building in J4."""
    return arid(buildings=[MOSQUE, TEMPLE, {"hex": "J4"}], **facts)


def great(*steeples: str, mosque: str = "D4") -> list[dict[str, Any]]:
    """A Mosque of three hexes, of which one says that it is one, and these have Minarets."""
    return [
        {"hex": name, "building": "Great", "mosque": name == mosque, "steeple": name in steeples}
        for name in ("D4", "D5", "D6")
    ]


@pytest.mark.rule("AD3.3d", "AD3.3e")
@cases("name, at", ("LFT5", "V4"), ("LFT9", "R5"))
def test_the_printed_ones_are_known(name: str, at: str) -> None:
    """A map of the board without a building there, or with one of two hexes, is told of."""
    facts: dict[str, Any] = {"columns": 25, "name": name, "ad": True}
    missing = f"{at} of {name} has a building"
    assert missing in checked(arid(on=facts))
    assert missing not in checked(arid(on={**facts, "buildings": [{"hex": at}]}))
    wide = [{"hex": at, "building": "Big"}, {"hex": f"{at[0]}{int(at[1]) + 1}", "building": "Big"}]
    told = checked(arid(on={**facts, "buildings": wide}))
    assert f"{at} of {name} is in that hex alone" in told


@pytest.mark.rule("AD3.3d")
def test_the_map_draws_it_otherwise() -> None:
    """A Mosque has a dome where another building has a ridge."""
    plain, mosque = picture(arid(buildings=[{"hex": "D4"}])), picture(arid(buildings=[MOSQUE]))
    assert "stone mosque" in mosque
    assert "stone mosque" not in plain
    assert mosque.count("<path") > plain.count("<path")


@pytest.mark.rule("AD3.3f")
def test_the_symbol_alone_makes_none() -> None:
    """R5 of LFT9 is a plain Arid Building of stone until an SSR says otherwise."""
    facts: dict[str, Any] = {"columns": 25, "name": "LFT9"}
    plain = arid(on={**facts, "buildings": [{"hex": "R5", "material": "wooden"}]})
    assert "house" not in plain.json("stacking --hex R5")
    assert plain.json("terrain --hex R5")["arid_rooftop"] is True
    assert plain.json("tem --hex R5")["tem"] == 3
    said = arid(on={**facts, "buildings": [{"hex": "R5", "mosque": True}]})
    assert said.json("stacking --hex R5")["house"] == "Mosque"
    assert said.json("terrain --hex R5")["arid_rooftop"] is False
    assert khamsin("rules", "AD3.3")[1].count("AD3.3-symbol") >= 1


@pytest.mark.rule("AD3.31b")
@cases("upper", 0, 1, 2)
@cases("level", 0, 1)
def test_it_is_two_levels_above_the_base_level(upper: int, level: int) -> None:
    """However many upper levels its building has, and whatever its ground."""
    house = {**MOSQUE, "upper_levels": upper}
    marks = {"D4": ".1" if level else "."}
    game = arid(marks, buildings=[house, {"hex": "G4", "upper_levels": 3}])
    looked = game.json("shot --from D4@2 --to G4@3")
    assert looked["los"]["rise"] == 3 - (2 + level)
    assert "no level 3" in game.why_refused("shot --from D4@3 --to G4@3")


@pytest.mark.rule("AD3.311e")
@cases("other", "E4", "D5", "E5", "C4")
def test_a_shaft_sees_nothing_else(other: str) -> None:
    """Not the next hex, nor another hex of its own Mosque; and it is not seen from there."""
    game = arid(buildings=[*great("D4"), {"hex": "E4", "upper_levels": 1}])
    for one, two in (("D4@1", other), (other, "D4@1")):
        assert "AD3.311" in game.json(f"shot --from {one} --to {two}")["blocked"]
    assert game.json("view --from D4@1")["seen"] == {}
    assert "AD3.311" in game.json("shot --from D4@1 --to E4@1")["blocked"]


@pytest.mark.rule("AD3.31a", "AD3.311b")
def test_minaret_and_shaft_fall_with_their_building() -> None:
    """When the building is rubbled, the unit up there is eliminated, and none goes there again."""
    game = in_mph(village())
    game.do(
        "unit Obs SMC D4 steeple by German",
        "unit HS1 HS D4 shaft by German",
        "unit Far SMC G4 steeple by German",
    )
    told = game.told("rubble D4 level 0")
    assert "Obs" in told
    assert "HS1" in told
    assert set(game.state.units) == {"Far"}
    assert game.refused("unit New SMC D4 steeple by German").rule == "AD3.31"
    assert "no level 2" in game.why_refused("shot --from D4@2 --to D9")
    assert game.audited().clean
