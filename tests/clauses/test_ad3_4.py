"""AD3.4-AD3.48 Arid Debris."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.arid import arid, in_mph
from tests.clauses.reached import Played
from tests.table import make_vehicle

HERE: list[dict[str, Any]] = [{"hex": "E5"}]
LOOSE: list[dict[str, Any]] = [{"hex": "E5", "origin": "placed"}]
TANK: dict[str, Any] = make_vehicle("T", "fully-tracked", 12, at="E4")


def debris(marks: dict[str, str] | None = None, **facts: Any) -> Played:
    """Printed debris in E5."""
    return arid(marks, **({"debris": HERE} | facts))


@pytest.mark.rule("AD3.42j")
def test_no_road_bonus_and_no_dash_but_by_trail_break() -> None:
    """Infantry pays 2 MF by the road and cannot Dash; a Trail Break across lets it."""
    houses = [{"hex": "D5"}, {"hex": "F5"}]
    game = arid(debris=LOOSE, roads=[{"hexes": ["E4", "E5", "E6"]}], buildings=houses)
    assert game.json("entry-cost --from E4 --to E5")["cost"] == "2"
    dash = "dash --from D5 --across E5 --to F5"
    assert "AD3.42" in game.ask(dash).verdict
    game.to("CCPh")
    area = game.state.setting.area
    one, two = area.hexside("E5", "D5"), area.hexside("E5", "F5")
    game.do(f"clear E5 squads 3 across {one} {two} 1 1")
    assert game.json(dash)["possible"] is True
    assert game.json("dash --from F5 --across E5 --to D5")["possible"] is True
    assert game.json("dash --from D5 --across E5 --to F4")["possible"] is False


@pytest.mark.rule("AD3.44a", "AD3.44b", "AD3.44c", "AD3.44d")
@cases("fire", "flame", "blaze")
def test_shellholes_end_it_and_its_fire(fire: str) -> None:
    """The debris is gone for good, with a Flame or Blaze in it and all its smoke."""
    game = in_mph(
        debris(wind="Mild Breeze", wind_direction=4, buildings=[{"hex": "E4", "upper_levels": 1}])
    )
    game.do(f"{fire} E5", "phase AFPh")
    assert bool(game.state.drift) is (fire == "blaze")
    game.do("shellholes E5")
    assert game.json("terrain --hex E5")["terrain"] == ["Shellholes"]
    assert game.json("burn --hex E5")["burns_as"] is None
    assert game.state.ground["E5"].fire is None
    assert not game.state.drift
    game.do("rubble E4 level 1 1 6 4")
    assert game.json("terrain --hex E5")["terrain"] == ["Stone Rubble"]
    for sides in ("1 4", "2 5", "3 6"):
        game.to("CCPh")
        game.do(f"clear E5 squads 3 across {sides} 1 1", "phase RPh", "wc 3 4")
    assert "Arid Debris" not in game.json("terrain --hex E5")["terrain"]
    assert game.audited().clean


@pytest.mark.rule("AD3.45a")
def test_what_is_not_printed_is_cleared_like_fallen_rubble() -> None:
    """A Final DR of 2 or less places a Trail Break; across all hexsides, the debris is gone."""
    game = arid(debris=LOOSE)
    game.to("CCPh")
    game.do("clear E5 squads 1 across 1 4 2 2")
    assert game.state.ground["E5"].debris_breaks == ()
    game.do("phase RPh", "wc 3 4")
    for sides, dice in (("1 4", "2 1"), ("2 5", "2 1")):
        game.to("CCPh")
        game.do("abandon E5") if sides == "1 4" else None
        assert "Trail Break" in game.told(f"clear E5 squads 1 across {sides} {dice}")
        assert game.json("terrain --hex E5")["rules"] == ["AD3.41"]
        game.do("phase RPh", "wc 3 4")
    game.to("CCPh")
    game.do("clear E5 squads 1 across 3 6 2 1")
    assert "Arid Debris" not in game.json("terrain --hex E5")["terrain"]


@pytest.mark.rule("AD3.46a")
@cases("what", "Foxhole", "Trench", "Sangar", "Pillbox", "Wire", "A-P Mines", "A-T Mines")
def test_it_forbids_no_fortification(what: str) -> None:
    """On Open Ground each may be placed."""
    assert debris().json(f"fortification --hex E5 --what '{what}'")["allowed"] is True


@pytest.mark.rule("AD3.42f", "AD3.42g")
@cases("dice, bogs", ("5 5", True), ("5 4", False))
def test_defensive_first_fire_comes_before_its_bog_check(dice: str, bogs: bool) -> None:
    """Entry and MP stand first; who is destroyed then makes no check, others bog on 10 or more."""
    entered = in_mph(debris(vehicles=[TANK]))
    assert "(3 MP)" in entered.told("start T", "move T E5")
    assert not entered.game.entries[-1].dice
    shot = in_mph(debris(vehicles=[TANK]))
    shot.do("start T", "move T E5", "destroy T", "phase CCPh")
    assert not any(entry.dice for entry in shot.game.entries[-2:])
    assert shot.audited().clean
    told = entered.told(f"bog-check T {dice}")
    assert entered.state.vehicles["T"].bogged is bogs, told
    assert entered.audited().clean
