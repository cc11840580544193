"""B25 Fire as the four documents lean on it: smoke, who burns, Flames, collapse, Night."""

from typing import Any, Final

import orjson
import pytest

from events.chain import GENESIS, sealed
from replays.auditing.audit import audit
from tests import cases
from tests.clauses.reached import Played, khamsin, unsound, world
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


@pytest.mark.rule("B25.15")
def test_each_of_two_flames_that_stay_burns_on() -> None:
    """Both are rolled for once in a Player Turn, and both are there in the next."""
    game = world({"C4": "b"})
    game.to("PFPh")
    game.do("flame C4", "phase MPh", "flame C4", "phase RPh")
    game.to("AFPh")
    told = game.told("flame-check C4 1 2 2 2")
    assert told.count("the Flame in C4 stays a Flame") == 2
    assert game.json("burn --hex C4")["flames"] == 2
    assert game.refused("flame-check C4 1 2").rule == "B25.15"
    game.do("phase RPh")
    game.to("AFPh")
    game.do("flame-check C4 1 2 1 2")
    assert game.json("burn --hex C4")["flames"] == 2


# Smoke and drift -------------------------------------------------------------------------------


@pytest.mark.rule("B25.2", "B25.63")
@cases("wind, drm", ("No Wind", 3), ("Mild Breeze", 3), ("Heavy Winds", None))
def test_the_smoke_of_a_blaze_hinders_but_not_in_heavy_winds(wind: str, drm: int | None) -> None:
    """A Blaze on the LOS is +3, and nothing while Heavy Winds blow."""
    blows: dict[str, Any] = {} if wind == "No Wind" else {"wind_direction": 2}
    game = ablaze({"D5": "b"}, "D5", wind=wind, **blows)
    items = {item.name: item.amount for item in game.ask("shot --from D3 --to D7").items}
    assert items.get("smoke of a Blaze") == drm
    assert items["Brush"] == 1


@pytest.mark.rule("B25.63")
def test_smoke_is_back_when_heavy_winds_die_down() -> None:
    """A Wind Change to a Mild Breeze gives the Blaze its smoke again."""
    game = ablaze({"D5": "b"}, "D5", wind="Heavy Winds", wind_direction=2, phase="CCPh")
    assert "smoke of a Blaze" not in game.names("shot --from D3 --to D7")
    game.do("phase RPh", "wc 1 1 6")
    assert "smoke of a Blaze" in game.names("shot --from D3 --to D7")


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


@pytest.mark.rule("B25.4", "B25.141")
@cases("mover", "infantry", "cavalry", "fully-tracked", "truck", "halftrack")
def test_nobody_may_enter_a_blaze(mover: str) -> None:
    """A Blaze keeps every mover out, a Flame none."""
    game = world({"D5": "b"})
    game.to("MPh")
    asked = f"may-enter --from D4 --to D5 --mover {mover}"
    assert game.json(asked)["allowed"]
    game.do("flame D5")
    assert game.json(asked)["allowed"]
    game.do("blaze D5")
    found = game.json(asked)
    assert not found["allowed"]
    assert "B25.4" in found["verdict"]


@pytest.mark.rule("B25.4")
def test_a_blaze_upstairs_keeps_nobody_from_the_ground() -> None:
    """Only the Location ablaze is barred: the ground level under a burning level is open."""
    game = world({}, buildings=[HOUSE | {"upper_levels": 1}])
    game.to("MPh")
    game.do("blaze D5 level 1")
    assert game.json("may-enter --from D4 --to D5 --mover infantry")["allowed"]
    game.do("blaze D5")
    assert not game.json("may-enter --from D4 --to D5 --mover infantry")["allowed"]


@pytest.mark.rule("B25.4")
@cases("rulings", {}, {"D2.1-cost": "declared"})
def test_no_order_brings_a_vehicle_into_a_blaze(rulings: dict[str, str]) -> None:
    """Neither `move` nor `enter` goes into a Blaze, whether a player says what it costs or not."""
    vehicles = [truck(), truck(None, id="Krad")]
    game = world({"D4": "b", "A3": "b"}, vehicles=vehicles, rulings=rulings)
    game.to("MPh")
    game.do("blaze D4", "blaze A3", "start Lkw")
    for order in ("move Lkw D4 6mp", "enter Krad A3 6mp"):
        refusal = game.refused(order)
        assert refusal.reason.slug == "cannot-enter"
        assert refusal.rule == "B25.4"
    assert game.do("move Lkw C3 2mp")


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


@pytest.mark.rule("B25.4")
def test_infantry_that_is_still_in_a_blaze_after_a_rtph_is_eliminated() -> None:
    """The HS in the Blaze goes with the next RtPh, the one beside it does not."""
    game = world({"C4": "b"})
    game.to("AFPh")
    game.do("unit Gruppe HS C4 by German", "unit Posten HS C3 by German", "blaze C4")
    assert "Gruppe is eliminated in C4 (B25.4)" in game.told("phase APh")
    assert set(game.state.units) == {"Posten"}


# Flames ------------------------------------------------------------------------------------------


@pytest.mark.rule("B25.15")
def test_several_flames_burn_in_one_location_until_it_is_ablaze() -> None:
    """Each Flame is rolled for; the first that grows makes a Blaze of all."""
    game = world({"D5": "b"})
    game.to("PFPh")
    game.do("flame D5", "kindle D5 6 6", "flame D5")
    assert game.json("burn --hex D5")["flames"] == 3
    game.do("phase RPh", "wc 3 4", "phase AFPh")
    told = game.told("flame-check D5 1 1 2 2 3 3")
    assert [line.split(" (")[0] for line in told.splitlines()] == [
        "the Flame in D5 stays a Flame",
        "the Flame in D5 stays a Flame",
        "a Blaze in D5",
    ]
    assert game.json("burn --hex D5")["flames"] == 0
    assert game.refused("flame D5").reason.slug == "already-so"


@pytest.mark.rule("B24.72", "B25.15")
def test_each_flame_is_put_out_for_itself() -> None:
    """Of two Flames, one goes out and the other burns on; then there is none."""
    game = world({"D5": "b"})
    game.to("PFPh")
    game.do("flame D5", "flame D5")
    assert game.told("extinguish D5") == "one Flame in D5 is out (B24.72)"
    assert game.told("extinguish D5") == "the fire in D5 is out (B24.72)"
    assert game.refused("extinguish D5").reason.slug == "no-fire"


@pytest.mark.rule("B25.15")
def test_a_flame_of_this_player_turn_is_not_rolled_for_beside_an_old_one() -> None:
    """Only the Flame that was there before makes a DR; then none is due."""
    game = world({"D5": "b"}, ec="Moderate")
    game.to("PFPh")
    game.do("flame D5", "phase RPh", "wc 3 4", "phase AFPh", "flame D5")
    assert game.told("flame-check D5 1 1") == "one Flame in D5 is out (B25.15)"
    assert game.refused("flame-check D5").reason.slug == "already-tried"


@pytest.mark.rule("B25.1")
def test_fire_is_at_a_level_that_the_building_has() -> None:
    """Each level burns for itself; there is none above the top, nor above the ground elsewhere."""
    game = world({"E6": "b"}, buildings=[HOUSE | {"upper_levels": 1}])
    game.to("PFPh")
    game.do("flame D5 level 1")
    assert game.json("burn --hex D5")["fire"] is None
    assert game.json("burn --hex D5 --level 1")["fire"] == "Flame"
    assert game.refused("flame D5 level 2").reason.slug == "no-such-level"
    assert game.refused("blaze E6 level 1").reason.slug == "no-such-level"


# Kindling at Night -------------------------------------------------------------------------------


@pytest.mark.rule("E1.94", "B25.11")
def test_nobody_kindles_at_night_but_by_ssr() -> None:
    """By day and with the SSR an attempt is made; at Night without it, `kindle` is refused."""
    night = {"time_of_day": "Night"}
    for facts, allowed in (({}, True), (night, False), (night | {"kindling_at_night": True}, True)):
        game = world({"D5": "b"}, **facts)
        game.to("PFPh")
        assert ("kindle" in game.json("burn --hex D5")) is allowed
        if allowed:
            assert "a Flame in D5" in game.told("kindle D5 6 6")
        else:
            assert game.refused("kindle D5 6 6").rule == "E1.94"
            assert "E1.94" in game.text("burn --hex D5")
            assert game.do("flame D5"), "what an attack sets on fire is no Kindling"


@pytest.mark.rule("E1.94")
def test_the_ssr_of_kindling_belongs_to_the_night() -> None:
    """`kindling_at_night` in a scenario that is known not to be at Night is a mistake."""
    assert "kindling_at_night" in unsound({}, kindling_at_night=True)


@pytest.mark.rule("E1.9")
def test_a_blaze_illuminates_by_its_levels_that_burn() -> None:
    """Two hexes for each level ablaze, counted in the state unless the question says how many."""
    game = world({}, buildings=[HOUSE | {"upper_levels": 2}], time_of_day="Night")
    game.to("PFPh")
    game.do("blaze D5", "blaze D5 level 1", "flame D5 level 2")
    asked = "illumination --light Blaze"
    assert game.json(f"{asked} --hex D5")["radius"] == 4
    assert game.json(f"{asked} --hex D5 --levels 3")["radius"] == 6
    assert game.json(asked)["radius"] == 2


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


@pytest.mark.rule("B25.66", "B24.12")
def test_on_a_12_a_location_collapses_with_all_above_into_burning_rubble() -> None:
    """From the level ablaze up, without any dr; the coloured die of the fall gains the levels."""
    game = world({}, buildings=[HOUSE | {"upper_levels": 2}])
    game.to("PFPh")
    game.do("blaze D5 level 1", "phase RPh")
    told = game.told("wc 6 6 5 1")
    assert "D5 is wooden rubble from level 1 up (B25.66)" in told
    assert "wooden rubble falls from D5 into D4 (B24.12)" in told
    assert "a Blaze in D4 (B24.6)" in told
    assert game.json("burn --hex D5 --level 1")["fire"] == "Blaze"
    assert game.json("burn --hex D5")["fire"] is None
    held = world({}, buildings=[HOUSE | {"upper_levels": 2}])
    held.to("PFPh")
    held.do("blaze D5 level 1", "phase RPh")
    assert "the rubble of D5 stays in its hex" in held.told("wc 6 6 4 1")


@pytest.mark.rule("B25.66", "A.9")
def test_random_selection_picks_the_location_and_ties_all_collapse() -> None:
    """Of two houses ablaze the higher dr falls; on equal dr both do; a Flame is not among them."""
    houses = [HOUSE, HOUSE | {"hex": "G5"}, HOUSE | {"hex": "J5"}]
    for dice, down in (("2 5", {"G5"}), ("4 1", {"D5"}), ("3 3", {"D5", "G5"})):
        game = world({}, buildings=houses)
        game.to("PFPh")
        game.do("blaze D5", "blaze G5", "flame J5", "phase RPh", f"wc 6 6 {dice}")
        fallen = {
            name
            for name, ground in game.state.ground.items()
            if ground.building is not None and ground.building.rubbled_from == 0
        }
        assert fallen == down, dice
        assert {name for name, fire in fires(game).items() if fire == "Blaze"} == {"D5", "G5"}


@pytest.mark.rule("B25.66")
def test_rubble_and_woods_do_not_collapse() -> None:
    """What burns is no building Location any more, or never was one: a 12 asks for no dice."""
    game = world({"H4": "w"}, buildings=[HOUSE])
    game.to("PFPh")
    game.do("rubble D5", "blaze D5", "blaze H4", "phase RPh")
    assert "rubble" not in game.told("wc 6 6")


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
