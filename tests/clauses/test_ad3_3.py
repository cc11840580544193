"""AD3.3-AD3.311 Mosques and Temples, their Minarets, Towers and Shafts."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.arid import arid, checked
from tests.clauses.lft import picture
from tests.clauses.reached import khamsin

MOSQUE: dict[str, Any] = {"hex": "D4", "mosque": True}


@pytest.mark.rule("AD3.3d", "AD3.3e")
@cases("name, at", ("LFT5", "V4"), ("LFT9", "R5"))
def test_the_printed_ones_are_known(name: str, at: str) -> None:
    """A map of the board without a building there, or with one of two hexes, is told of."""
    facts: dict[str, Any] = {"columns": 25, "name": name, "ad": True}
    missing = f"{at} of {name} has a building (AD3.3)"
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
