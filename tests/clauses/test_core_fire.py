"""B25 Fire as the four documents lean on it: smoke, who burns, Flames, collapse, Night."""

from typing import Any, Final

import orjson
import pytest

from events.chain import GENESIS, sealed
from replays.auditing.audit import audit
from tests import cases
from tests.clauses.reached import Played, khamsin, world
from tests.table import make_vehicle

TRUCK: Final[dict[str, Any]] = make_vehicle("Lkw", "truck", 28, armour="none", at="C4")
HOUSE: Final[dict[str, Any]] = {"hex": "D5", "material": "wooden"}


def truck(at: str | None = "C4", **more: Any) -> dict[str, Any]:
    """A truck of the Germans."""
    return {key: value for key, value in (TRUCK | {"at": at} | more).items() if value is not None}


def ablaze(marks: dict[str, str], *hexes: str, phase: str = "AFPh", **facts: Any) -> Played:
    """A game in the second Player Turn, with Blazes that began in the first."""
    game = world(marks, **facts)
    game.to("PFPh")
    game.do(*(f"blaze {each}" for each in hexes), "phase RPh")
    game.to(phase)
    return game


def fires(game: Played) -> dict[str, str]:
    """The fire of each hex that has one."""
    return {name: str(each.fire) for name, each in game.state.ground.items() if each.fire}


# Smoke and drift -------------------------------------------------------------------------------


@pytest.mark.rule("E3.53", "A24.61")
def test_the_smoke_of_a_blaze_does_not_drift_in_rain() -> None:
    """Rain ends the drift of a Blaze and lays none; after the rain it drifts again."""
    facts: dict[str, Any] = {
        "weather": "Overcast",
        "ec": "Moist",
        "wind": "Mild Breeze",
        "wind_direction": 1,
    }
    game = ablaze({"D8": "b"}, "D8", **facts)
    assert dict(game.state.drift) == {"Blaze D8": ("D7", "D6", "D5")}
    game.do("phase RPh", "wc 5 5")
    assert not game.state.drift
    game.do("phase AFPh")
    assert not game.state.drift
    assert "smoke of a Blaze" in game.names("shot --from D6 --to D9")
    game.do("phase RPh", "wc 1 2", "phase AFPh")
    assert "Blaze D8" in game.state.drift


# Into and in a Blaze -----------------------------------------------------------------------------


@pytest.mark.rule("B25.4")
def test_a_vehicle_that_stays_in_a_blaze_through_its_mph_is_eliminated() -> None:
    """It has its own next MPh to leave; the other side's MPh does not count."""
    stays = world({"C4": "b"}, vehicles=[truck()])
    stays.to("DFPh")
    stays.do("blaze C4", "phase RPh")
    stays.to("CCPh")
    assert not stays.state.vehicles["Lkw"].destroyed
    stays.do("phase RPh", "wc 3 4", "phase MPh")
    assert not stays.state.vehicles["Lkw"].destroyed
    assert "Lkw is destroyed (B25.4)" in stays.told("phase DFPh")


@pytest.mark.rule("B25.4")
def test_a_vehicle_that_leaves_a_blaze_lives() -> None:
    """In its next MPh it Starts and drives out; a Flame harms nobody."""
    game = world({"C4": "b", "E4": "b"}, vehicles=[truck(), truck("E4", id="Krad")])
    game.to("DFPh")
    game.do("blaze C4", "flame E4", "phase RPh", "wc 3 4", "phase RPh", "wc 3 4", "phase MPh")
    game.do("start Lkw", "move Lkw C3", "phase DFPh")
    assert not any(vehicle.destroyed for vehicle in game.state.vehicles.values())


@pytest.mark.rule("B25.4")
def test_a_blaze_that_begins_in_the_mph_leaves_time_until_the_next() -> None:
    """The vehicle must leave in its next MPh, and this one is not the next."""
    game = world({"C4": "b"}, vehicles=[truck()])
    game.to("MPh")
    game.do("blaze C4", "phase RPh", "wc 3 4", "phase RPh", "wc 3 4", "phase MPh")
    assert not game.state.vehicles["Lkw"].destroyed
    game.do("phase DFPh")
    assert game.state.vehicles["Lkw"].destroyed


# Collapse ----------------------------------------------------------------------------------------


@pytest.mark.rule("B25.66")
@cases("dice", "6 5", "5 6", "1 1 1", "3 4", "5 5")
def test_no_other_wind_change_dr_brings_a_building_down(dice: str) -> None:
    """An 11 or less does nothing to a building ablaze, and `collapse` is no order any more."""
    game = world({}, buildings=[HOUSE])
    game.to("PFPh")
    game.do("blaze D5", "phase RPh", f"wc {dice}")
    house = game.state.ground["D5"].building
    assert house is not None
    assert house.rubbled_from is None
    assert game.refused("collapse").rule == "B25.66"


# The audit ---------------------------------------------------------------------------------------


def test_an_honest_game_of_fire_is_clean_and_a_forged_one_is_found(tmp_path: Any) -> None:
    """A spread upwind in Heavy Winds, or a vehicle that does not burn, is what the audit finds."""
    marks = dict.fromkeys(("D4", "D5", "D6", "C5", "C6", "E5", "E6"), "b")
    game = world(marks, vehicles=[truck("D5")], wind="Heavy Winds", wind_direction=1)
    game.to("PFPh")
    game.do("blaze D5", "phase RPh")
    game.to("AFPh")
    game.do("spread", "phase RPh", "wc 6 6", "phase AFPh", "spread")
    assert game.audited().clean
    path = tmp_path / "fire.jsonl"
    game.game.save(path)
    lines = [orjson.loads(line) for line in path.read_bytes().splitlines()]
    spread = next(line for line in lines if line.get("do", {}).get("order") == "spread")
    next(event for event in spread["then"] if event.get("to") == "D4")["to"] = "D6"
    before, forged = GENESIS, []
    for line in lines:
        line.pop("hash", None)
        text, before = sealed(orjson.dumps(line), before)
        forged.append(text)
    path.write_bytes(b"\n".join([*forged, b""]))
    assert audit(path).findings[0].entry == spread["n"]
    assert khamsin("audit", str(path))[0] != 0
