"""Vehicle Dust through a vehicle's whole life (11.74, 11.741)."""

from typing import Any

import pytest

from events.dust import VehicleDustFlipped, VehicleDustPlaced, VehicleDustRemoved
from events.terms import Density
from tests.table import TANK, Table


def _moving(*orders: str, **facts: Any) -> Table:
    """A game in its first MPh, the tank in Motion from the hex before D4 on, after some orders."""
    facts.setdefault("vehicles", [{**TANK, "at": "D3", "motion": True}])
    table = Table(**facts)
    table.to("MPh")
    table.do(*orders)
    return table


def _dust(table: Table) -> dict[str, tuple[str, bool]]:
    return {v: (d.hex, d.motion) for v, d in table.state.vehicle_dust.items()}


@pytest.mark.rule("11.74")
def test_the_printed_example_up_to_the_smoke_hex() -> None:
    """No dust behind a Start; dust behind the second hex, entered through SMOKE for two MP."""
    table = Table()
    table.to("MPh")
    table.do("smoke D6")
    assert not _dust(table)
    events = table.do("start PzA", "move PzA D5 1mp")
    assert not any(isinstance(event, VehicleDustPlaced) for event in events)
    assert table.do("move PzA D6 2mp")[-1] == VehicleDustPlaced("PzA", "D5", "11.74")
    table.do("spend PzA 3mp")
    assert _dust(table) == {"PzA": ("D5", False)}


@pytest.mark.rule("11.74")
def test_three_mp_declared_raise_no_dust() -> None:
    """A vehicle may declare more MP than it needs, and raises no dust then."""
    table = _moving("move PzA D4 3mp")
    assert not _dust(table)


@pytest.mark.rule("11.74")
def test_a_towing_vehicle_cannot_raise_dust_through_smoke() -> None:
    """With a Gun in tow the SMOKE hex takes three MP, so two are refused and three raise none."""
    table = _moving(vehicles=[{**TANK, "at": "D3", "motion": True, "towing": True}])
    table.do("smoke D4")
    assert table.refused("move PzA D4 2mp").rule == "D2.1"
    table.do("move PzA D4 3mp")
    assert not _dust(table)


@pytest.mark.rule("11.74")
@pytest.mark.parametrize(("mp", "raises"), [("1mp", True), ("2mp", True), ("2.5mp", False)])
def test_two_mp_is_the_most_that_raises_dust(mp: str, raises: bool) -> None:
    """Entering for two MP or fewer raises dust, for more it does not."""
    assert bool(_dust(_moving(f"move PzA D4 {mp}"))) is raises


@pytest.mark.rule("11.74")
def test_a_start_in_the_hex_just_exited_raises_no_dust() -> None:
    """A vehicle that Started in the hex that it exits leaves no dust there."""
    table = _moving("stop PzA", "start PzA", "move PzA D4 1mp")
    assert not _dust(table)
    table.do("move PzA D5 1mp")
    assert _dust(table) == {"PzA": ("D4", False)}


@pytest.mark.rule("11.74")
def test_a_start_of_an_earlier_mph_still_counts_in_its_hex() -> None:
    """The Start MP keeps its hex free of dust even if the vehicle leaves it an MPh later."""
    table = Table()
    table.to("MPh")
    table.do("start PzA")
    table.next_turn()
    table.next_turn()
    table.to("MPh")
    table.do("move PzA D5 1mp")
    assert not _dust(table)


@pytest.mark.rule("11.74")
def test_a_paved_road_raises_no_dust_and_another_road_does() -> None:
    """Only a paved road hexside keeps the hex just exited free of dust."""
    assert not _dust(_moving("move PzA D4 1mp paved"))
    assert _dust(_moving("move PzA D4 1mp unpaved"))
    mapped = _moving("move PzA D4 1mp", roads=[{"hexes": ["D3", "D4", "D5"]}])
    assert not _dust(mapped)
    assert mapped.refused("move PzA E5 1mp paved").reason.slug == "no-road"


@pytest.mark.rule("11.74")
def test_leaving_the_playing_area_raises_no_dust() -> None:
    """A vehicle that exits leaves no dust in its last hex."""
    table = _moving("exit PzA 1mp", vehicles=[{**TANK, "at": "D0", "motion": True}])
    assert not _dust(table)


@pytest.mark.rule("11.74")
def test_entering_from_offboard_raises_no_dust() -> None:
    """A vehicle from offboard exits no hex, needs no Start MP, and raises dust from then on."""
    table = _moving("enter PzA D0 1mp", vehicles=[{**TANK, "at": None} | {"id": "PzA"}])
    assert not _dust(table)
    table.do("move PzA D1 1mp")
    assert _dust(table) == {"PzA": ("D0", False)}


@pytest.mark.rule("11.74")
def test_armored_assault_raises_no_dust_in_its_mph() -> None:
    """No dust in an MPh in which the vehicle uses or used Armored Assault; later there is."""
    table = _moving("assault PzA", "move PzA D4 1mp", "move PzA D5 1mp")
    assert not _dust(table)
    table.next_turn()
    table.next_turn()
    table.to("MPh")
    table.do("move PzA D6 1mp")
    assert _dust(table) == {"PzA": ("D5", False)}


@pytest.mark.rule("11.74")
@pytest.mark.parametrize("wind", ["Heavy Winds", "Mild Breeze", "No Wind"])
@pytest.mark.parametrize("roll", ["wc 6 6", "wc 3 4"])
def test_heavy_winds_or_gusts_let_no_vehicle_dust_be(wind: str, roll: str) -> None:
    """Neither in Heavy Winds nor in Gusts is a counter placed."""
    table = Table(
        wind=wind,
        wind_direction=None,
        vehicles=[{**TANK, "at": "D3", "motion": True}],
    )
    table.do("phase RPh", roll, "phase MPh", "move PzA D4 1mp")
    assert bool(_dust(table)) is (wind != "Heavy Winds" and roll == "wc 3 4")


@pytest.mark.rule("11.74", "11.1")
@pytest.mark.parametrize(
    ("facts", "raises"),
    [
        ({"ec": "Dry"}, True),
        ({"ec": "Very Dry"}, True),
        ({"ec": "Moderate"}, False),
        ({"ec": "Dry", "steppe": True}, False),
        ({"ec": "Very Dry", "steppe": True}, True),
        ({"boards": [{"name": "1", "desert": False, "width": 15}]}, False),
    ],
)
def test_vehicle_dust_needs_what_light_dust_needs(facts: dict[str, Any], raises: bool) -> None:
    """A Desert Board and dry EC, or Very Dry with Steppe Terrain."""
    assert bool(_dust(_moving("move PzA D4 1mp", **facts))) is raises


@pytest.mark.rule("11.74")
def test_vehicle_dust_needs_one_desert_board_only() -> None:
    """One Desert Board among others suffices."""
    boards = [
        {"name": "27", "desert": True, "width": 15},
        {"name": "1", "desert": False, "width": 15},
    ]
    tank = {**TANK, "at": "1D3", "motion": True}
    assert _dust(_moving("move PzA 1D4 1mp", boards=boards, vehicles=[tank]))


@pytest.mark.rule("11.74")
def test_the_counter_follows_its_vehicle() -> None:
    """The counter goes when its vehicle enters a further hex, and a new one may be placed."""
    table = _moving("move PzA D4 1mp")
    assert table.do("move PzA D5 1mp")[-2:] == (
        VehicleDustRemoved("PzA", "D3", "11.74"),
        VehicleDustPlaced("PzA", "D4", "11.74"),
    )
    assert table.do("move PzA D6 3mp")[-1] == VehicleDustRemoved("PzA", "D4", "11.74")
    assert not _dust(table)


@pytest.mark.rule("11.74")
def test_the_counter_of_a_stopped_vehicle_goes_in_its_owners_next_pfph() -> None:
    """It lasts through the enemy's Player Turn, and goes as the next friendly PFPh starts."""
    table = _moving("move PzA D4 1mp", "stop PzA")
    table.next_turn()
    table.to("CCPh")
    assert _dust(table) == {"PzA": ("D3", False)}
    table.next_turn()
    table.calm()
    assert _dust(table)
    assert VehicleDustRemoved("PzA", "D3", "11.74") in table.do("phase PFPh")


@pytest.mark.rule("11.74")
def test_the_counter_of_a_vehicle_in_motion_is_flipped_and_goes_with_its_first_mp() -> None:
    """Its Motion side shows from the end of the MPh until the first MP of the next."""
    table = _moving("move PzA D4 1mp")
    assert VehicleDustFlipped("PzA", "D3", "11.74") in table.do("phase DFPh")
    table.next_turn()
    table.next_turn()
    table.to("MPh")
    assert _dust(table) == {"PzA": ("D3", True)}
    assert VehicleDustRemoved("PzA", "D3", "11.74") in table.do("spend PzA 1mp")


@pytest.mark.rule("11.74")
@pytest.mark.parametrize("order", ["stop PzA", "move PzA D5 3mp", "spend PzA 1mp"])
def test_any_first_mp_takes_the_motion_counter(order: str) -> None:
    """Stop, movement or another expenditure: the first MP removes the Motion counter."""
    table = _moving("move PzA D4 1mp")
    table.next_turn()
    table.next_turn()
    table.to("MPh")
    table.do(order)
    assert not _dust(table)


@pytest.mark.rule("11.74")
@pytest.mark.parametrize("order", ["stun PzA", "shock PzA", "immobilize PzA", "destroy PzA"])
def test_a_vehicle_in_motion_that_is_hit_loses_its_counter_in_the_next_pfph(order: str) -> None:
    """Stun, Shock, immobilization or destruction in the meantime: it goes in the next PFPh."""
    table = _moving("move PzA D4 1mp")
    table.next_turn()
    table.to("DFPh")
    table.do(order)
    assert _dust(table) == {"PzA": ("D3", True)}
    table.next_turn()
    table.calm()
    assert VehicleDustRemoved("PzA", "D3", "11.74") in table.do("phase PFPh")


@pytest.mark.rule("11.74")
@pytest.mark.parametrize("roll", ["wc 6 6", "wc 1 1 5"], ids=["Gusts", "Heavy Winds"])
def test_heavy_winds_or_gusts_blow_counters_away_as_they_begin(roll: str) -> None:
    """Gusts, or Heavy Winds, remove every counter with the Wind Change DR."""
    table = _moving("move PzA D4 1mp", "stop PzA")
    table.next_turn()
    assert VehicleDustRemoved("PzA", "D3", "11.74") in table.do(roll)


@pytest.mark.rule("11.74")
def test_by_ruling_a_motion_counter_may_go_in_the_pfph_too() -> None:
    """Ruling 11.74-removal next-pfph takes counters left in Motion in the next friendly PFPh."""
    table = _moving("move PzA D4 1mp", rulings={"11.74-removal": "next-pfph"})
    table.next_turn()
    table.next_turn()
    table.to("PFPh")
    assert not _dust(table)


@pytest.mark.rule("11.74")
@pytest.mark.parametrize(("ruling", "left"), [("next-pfph", True), ("at-once", False)])
def test_what_of_the_counter_of_a_vehicle_that_exits_is_a_ruling(ruling: str, left: bool) -> None:
    """It stays until its owner's next PFPh, or goes with the vehicle."""
    tank = {**TANK, "at": "D1", "motion": True}
    table = _moving(
        "move PzA D0 1mp", "exit PzA 1mp", vehicles=[tank], rulings={"11.74-exit": ruling}
    )
    assert bool(_dust(table)) is left
    table.next_turn()
    table.next_turn()
    table.to("PFPh")
    assert not _dust(table)


@pytest.mark.rule("11.74")
def test_vehicle_dust_drifts_like_dispersed_smoke() -> None:
    """In a Mild Breeze two gray counters drift downwind in the AFPh, and go with their source."""
    table = _moving("move PzA D4 1mp", "phase AFPh")
    assert table.state.drift["PzA"] == ("E4", "F4")
    table.next_turn()
    table.next_turn()
    table.to("MPh")
    table.do("spend PzA 1mp")
    assert not table.state.drift


@pytest.mark.rule("11.74")
@pytest.mark.parametrize("roll", ["wc 1 1 1", "wc 1 1 6", "wc 6 6"])
def test_drift_ends_when_the_wind_changes(roll: str) -> None:
    """A new direction, another Force, or Gusts end the drift."""
    table = _moving("move PzA D4 1mp", "phase AFPh")
    table.next_turn()
    table.do(roll)
    assert not table.state.drift


@pytest.mark.rule("11.74")
def test_by_ruling_vehicle_dust_does_not_drift() -> None:
    """Ruling 11.74-drift still keeps the dust where it was raised."""
    table = _moving("move PzA D4 1mp", "phase AFPh", rulings={"11.74-drift": "still"})
    assert not table.state.drift
    assert _dust(table)


@pytest.mark.rule("11.74", "11.73")
def test_heavy_dust_makes_hexes_cost_more_and_so_can_prevent_vehicle_dust() -> None:
    """In Heavy Dust each hex takes one MP more; two MP still raise dust, and three do not."""
    table = _moving(dust="Heavy")
    assert table.state.dust is Density.HEAVY
    table.refused("move PzA D4 1mp")
    table.do("move PzA D4 2mp")
    assert _dust(table)


PLATOON = [
    {**TANK, "id": "A", "at": "D3", "motion": True},
    {**TANK, "id": "B", "at": "E4", "motion": True},
]


@pytest.mark.rule("11.741")
def test_in_an_impulse_dust_comes_at_its_end_only() -> None:
    """The counters of a platoon are placed after all its vehicles have moved."""
    table = _moving(vehicles=PLATOON)
    events = table.do("impulse move A D4 1mp, move B E5 2mp")
    kinds = [type(event).__name__ for event in events]
    assert kinds == [
        "VehicleMoved",
        "VehicleMoved",
        "MPSpent",
        "VehicleDustPlaced",
        "VehicleDustPlaced",
    ]
    assert _dust(table) == {"A": ("D3", False), "B": ("E4", False)}


@pytest.mark.rule("11.741")
def test_in_an_impulse_counters_shift_at_its_end() -> None:
    """Removal and placement both wait for the end of the Impulse."""
    table = _moving(vehicles=PLATOON)
    table.do("impulse move A D4 1mp, move B E5 1mp")
    events = table.do("impulse move A D5 1mp, move B E6 3mp")
    assert events[3:] == (
        VehicleDustRemoved("A", "D3", "11.74"),
        VehicleDustPlaced("A", "D4", "11.74"),
        VehicleDustRemoved("B", "E4", "11.74"),
    )


@pytest.mark.rule("11.741")
@pytest.mark.parametrize(("ruling", "hexes"), [("own", {"A"}), ("impulse", set())])
def test_which_mp_of_an_impulse_count_is_a_ruling(ruling: str, hexes: set[str]) -> None:
    """A vehicle's own MP, or by ruling the highest of its Impulse, are held against the two."""
    table = _moving(vehicles=PLATOON, rulings={"11.741-cost": ruling})
    table.do("impulse move A D4 1mp, move B E5 3mp")
    assert set(_dust(table)) == hexes
    assert table.state.vehicles["A"].mp_used == 3
