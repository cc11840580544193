"""Vehicle movement: Start, entry, MP, roads, the edge of the playing area, Stop (D2)."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.commands import MP, Enter, Exit, Move, Spend
from events.dust import VehicleDustPlaced, VehicleDustRemoved
from events.orders import parse_order
from events.smoke import DriftChanged
from events.terms import Armour, Road
from events.vehicles import (
    ArmoredAssaultDeclared,
    MPSpent,
    VehicleEntered,
    VehicleExited,
    VehicleMoved,
    VehicleStarted,
    VehicleStopped,
)
from sim.chapter_d.expenditure import entry_mp, mp_left
from sim.chapter_d.presence import is_afv
from sim.machine.telling import Reason, Refusal
from tests.drawn import examples
from tests.table import TANK, Table, scenario

MOVING: dict[str, Any] = {**TANK, "motion": True}
"""The tank in D4, in Motion."""

OFFBOARD: dict[str, Any] = {key: value for key, value in TANK.items() if key != "at"}
"""The tank still offboard."""

TRUCK: dict[str, Any] = {
    "id": "Lkw",
    "side": "German",
    "movement": "truck",
    "armour": "none",
    "mp": 20,
    "at": "H5",
}


def _mph(*orders: str, tank: dict[str, Any] = MOVING, **facts: Any) -> Table:
    """A game in its first MPh, with the tank, after some orders."""
    table = Table(**{"ec": "Moderate", "vehicles": [tank], **facts})
    table.to("MPh")
    table.do(*orders)
    return table


def _why(refusal: Refusal) -> tuple[Reason, str]:
    return refusal.reason, refusal.rule


def _left(table: Table) -> MP:
    return mp_left(table.state, "PzA")


# Start and Stop -----------------------------------------------------------------------------


@pytest.mark.rule("D2.12")
def test_a_start_costs_one_mp_and_puts_the_vehicle_in_motion() -> None:
    """A Start MP is one MP, after which the vehicle may enter hexes."""
    table = _mph(tank=TANK)
    assert _why(table.refused("move PzA D5 1mp")) == (Reason.NOT_STARTED, "D2.12")
    assert table.do("start PzA") == (VehicleStarted("PzA", 1, "D2.12"),)
    found = table.state.vehicles["PzA"]
    assert (found.in_motion, found.started_here) == (True, True)
    assert _left(table) == 12
    assert table.do("move PzA D5 1mp") == (VehicleMoved("PzA", "D4", "D5", 1, "D2.1"),)
    found = table.state.vehicles["PzA"]
    assert (found.hex, found.started_here) == ("D5", False)
    assert _left(table) == 11


@pytest.mark.rule("D2.12")
def test_a_vehicle_in_motion_needs_no_start() -> None:
    """Under a Motion counter a vehicle enters hexes at once, and has no Start MP to expend."""
    table = _mph()
    assert _why(table.refused("start PzA")) == (Reason.IN_MOTION, "D2.12")
    assert table.do("move PzA D5 1mp") == (VehicleMoved("PzA", "D4", "D5", 1, "D2.1"),)
    assert _why(table.refused("start PzA")) == (Reason.IN_MOTION, "D2.12")


def test_a_vehicle_still_in_motion_from_its_last_mph_needs_no_start() -> None:
    """A vehicle that did not Stop goes on in its next MPh with its full allotment."""
    table = _mph("start PzA", tank=TANK)
    table.next_turn()
    table.next_turn()
    table.to("MPh")
    assert _left(table) == 13
    assert table.do("move PzA D5 13mp")[0] == VehicleMoved("PzA", "D4", "D5", 13, "D2.1")


@pytest.mark.rule("D2.13")
def test_a_stop_costs_one_mp_and_ends_motion() -> None:
    """A Stop MP is one MP; to go on, the vehicle must Start anew."""
    table = _mph()
    assert table.do("stop PzA") == (VehicleStopped("PzA", 1, "D2.13"),)
    assert not table.state.vehicles["PzA"].in_motion
    assert _left(table) == 12
    assert _why(table.refused("stop PzA")) == (Reason.NOT_STARTED, "D2.12")
    assert _why(table.refused("move PzA D5 1mp")) == (Reason.NOT_STARTED, "D2.12")
    assert table.do("start PzA") == (VehicleStarted("PzA", 1, "D2.12"),)
    assert _left(table) == 11


def test_a_stop_needs_a_vehicle_that_has_started() -> None:
    """A vehicle that never Started has nothing to Stop."""
    assert _why(_mph(tank=TANK).refused("stop PzA")) == (Reason.NOT_STARTED, "D2.12")


@pytest.mark.parametrize(("spent", "can"), [("11.5mp", True), ("12mp", True), ("12.5mp", False)])
@pytest.mark.parametrize(("tank", "order"), [(TANK, "start PzA"), (MOVING, "stop PzA")])
def test_start_and_stop_need_a_whole_mp(
    tank: dict[str, Any], order: str, spent: str, can: bool
) -> None:
    """With exactly one MP left a vehicle can still Start or Stop; with half an MP it cannot."""
    table = _mph(f"spend PzA {spent}", tank=tank)
    if can:
        table.do(order)
    else:
        assert _why(table.refused(order)) == (Reason.BEYOND_ALLOTMENT, "D2.1")


# MP -----------------------------------------------------------------------------------------


@pytest.mark.rule("D2.1")
def test_mp_are_expended_in_a_hex_stopped_or_not() -> None:
    """Any number of whole and half MP can go into a turn or a delay, with or without a Start."""
    for tank in (TANK, MOVING):
        table = _mph(tank=tank)
        half = Fraction(1, 2)
        assert table.do("spend PzA 0.5mp") == (MPSpent("PzA", half, "D2.1"),)
        assert table.do("spend PzA 3mp") == (MPSpent("PzA", 3, "D2.1"),)
        assert _left(table) == Fraction(19, 2)
        assert table.state.vehicles["PzA"].in_motion is (tank is MOVING)


def test_no_mp_are_no_expenditure() -> None:
    """An expenditure is half an MP or more."""
    assert _why(_mph().refused("spend PzA 0mp")) == (Reason.TOO_FEW_MP, "D2.1")


@pytest.mark.parametrize("mp", [Fraction(4, 3), Fraction(3, 4), Fraction(9, 4)])
def test_mp_come_in_halves(mp: Fraction) -> None:
    """Neither thirds nor quarters of an MP exist, however many there are of them."""
    edge = _mph(tank={**MOVING, "at": "D0"})
    entering = _mph(tank=OFFBOARD)
    for table, command in (
        (edge, Move("PzA", "D1", mp)),
        (edge, Spend("PzA", mp)),
        (edge, Exit("PzA", mp)),
        (entering, Enter("PzA", "D0", mp)),
    ):
        refusal = table.game.attempt(command)
        assert isinstance(refusal, Refusal)
        assert _why(refusal) == (Reason.TOO_FEW_MP, "D2.1")


@pytest.mark.parametrize("mp", [1, Fraction(3, 2), 2])
def test_whole_mp_and_halves_of_them_will_do(mp: MP) -> None:
    """One MP, one and a half, or two: each enters a hex that takes one."""
    table = _mph()
    table.game.do(Move("PzA", "D5", mp))
    assert _left(table) == 13 - mp


@pytest.mark.rule("D2.1")
@pytest.mark.parametrize(
    ("order", "tank"),
    [
        ("spend PzA", MOVING),
        ("move PzA D1", {**MOVING, "at": "D0"}),
        ("exit PzA", {**MOVING, "at": "D0"}),
        ("enter PzA D0", OFFBOARD),
    ],
)
def test_the_allotment_is_never_exceeded(order: str, tank: dict[str, Any]) -> None:
    """All of the allotment can be expended at once, and not half an MP more."""
    table = _mph(tank=tank)
    assert _why(table.refused(f"{order} 13.5mp")) == (Reason.BEYOND_ALLOTMENT, "D2.1")
    assert _why(table.refused(f"{order} 14mp")) == (Reason.BEYOND_ALLOTMENT, "D2.1")
    table.do(f"{order} 13mp")
    assert _left(table) == 0


def test_what_is_left_of_the_allotment_is_the_limit() -> None:
    """MP expended before in the same MPh count."""
    table = _mph("move PzA D5 4.5mp", "spend PzA 3mp")
    assert _left(table) == Fraction(11, 2)
    refusal = table.refused("move PzA D6 6mp")
    assert _why(refusal) == (Reason.BEYOND_ALLOTMENT, "D2.1")
    assert refusal.why == "PzA has 11/2 of its 13 MP left, not 6"
    table.do("move PzA D6 5.5mp")
    assert _why(table.refused("spend PzA 0.5mp")) == (Reason.BEYOND_ALLOTMENT, "D2.1")


def test_every_mph_has_the_whole_allotment() -> None:
    """A vehicle's own next MPh gives its MP back; the enemy's MPh does not."""
    table = _mph("spend PzA 13mp")
    table.next_turn()
    table.to("MPh")
    assert _left(table) == 0
    table.next_turn()
    table.to("PFPh")
    assert _left(table) == 0
    table.do("phase MPh")
    assert _left(table) == 13


ORDERS = [
    "start PzA",
    "stop PzA",
    "hook PzA",
    "unhook PzA",
    "move PzA D4 0.5mp paved",
    "move PzA D4 1mp",
    "move PzA D5 2.5mp",
    "move PzA D5 6mp",
    "spend PzA 1.5mp",
    "spend PzA 5mp",
]


@given(st.lists(st.sampled_from(ORDERS), max_size=20))
@examples(60)
def test_whatever_a_vehicle_does_its_allotment_suffices(orders: list[str]) -> None:
    """In any order of expenditures the MP of one MPh never add up to more than the allotment."""
    table = _mph(tank=TANK)
    for order in orders:
        before = _left(table)
        refused = isinstance(table.game.attempt(parse_order(order).command), Refusal)
        assert 0 <= _left(table) <= before
        assert (_left(table) == before) is refused


# Entering hexes -----------------------------------------------------------------------------


def test_a_vehicle_enters_adjacent_hexes_only() -> None:
    """All six hexes around can be entered; others, its own included, cannot."""
    for to in ("D3", "E4", "E5", "D5", "C5", "C4"):
        assert _mph().do(f"move PzA {to} 1mp") == (VehicleMoved("PzA", "D4", to, 1, "D2.1"),)
    for to in ("D4", "D6", "D2", "E3", "E6", "F4"):
        assert _why(_mph().refused(f"move PzA {to} 1mp")) == (Reason.NOT_ADJACENT, "D2.1")


def test_a_vehicle_enters_hexes_in_play_only() -> None:
    """There is no entering a hex that is not in the playing area."""
    assert _why(_mph().refused("move PzA ZZ9 1mp")) == (Reason.UNKNOWN_HEX, "D2.1")
    assert _why(_mph(tank=OFFBOARD).refused("enter PzA ZZ9 1mp")) == (Reason.UNKNOWN_HEX, "A2.5")


def test_a_half_hex_has_two_names_and_is_one_hex() -> None:
    """Where two boards meet, the names of both boards lead to the same hex."""
    boards = [
        {"name": "27", "desert": True, "width": 15},
        {"name": "1", "desert": True, "width": 15},
    ]
    table = _mph(tank={**MOVING, "at": "27N4"}, boards=boards)
    assert table.do("move PzA 1A4 1mp") == (VehicleMoved("PzA", "27N4", "27O4", 1, "D2.1"),)
    assert table.state.vehicles["PzA"].hex == "27O4"
    assert table.do("move PzA 1B3 1mp")[0] == VehicleMoved("PzA", "27O4", "1B3", 1, "D2.1")
    entering = _mph(tank=OFFBOARD, boards=boards)
    assert entering.do("enter PzA 1A1 1mp") == (VehicleEntered("PzA", "27O1", 1, "A2.5"),)


@pytest.mark.rule("D2.1")
@pytest.mark.parametrize(("mp", "can"), [("0mp", False), ("0.5mp", False), ("1mp", True)])
def test_a_hex_takes_one_mp(mp: str, can: bool) -> None:
    """Half an MP enters no hex off the road; one MP is the least."""
    _least(_mph(), "move PzA D5", mp, can)


@pytest.mark.rule("B3.41")
@pytest.mark.parametrize("road", ["paved", "unpaved"])
@pytest.mark.parametrize(("mp", "can"), [("0mp", False), ("0.5mp", True), ("1mp", True)])
def test_a_road_hex_takes_half_an_mp(road: str, mp: str, can: bool) -> None:
    """Along a road of either kind a hex can be entered for half an MP."""
    table = _mph()
    if can:
        table.do(f"move PzA D5 {mp} {road}")
    else:
        assert table.refused(f"move PzA D5 {mp} {road}").reason is Reason.TOO_FEW_MP


def _least(table: Table, order: str, mp: str, can: bool) -> None:
    if can:
        table.do(f"{order} {mp}")
        assert table.state.vehicles["PzA"].mp_used == Fraction(mp.removesuffix("mp"))
    else:
        refusal = table.refused(f"{order} {mp}")
        assert _why(refusal) == (Reason.TOO_FEW_MP, "D2.1")


def test_a_refusal_for_want_of_mp_says_how_many_it_takes() -> None:
    """The least MP of the hex and what makes them up stand in the refusal."""
    table = _mph("smoke E5")
    why = table.refused("move PzA D5 0.5mp").why
    assert why == "PzA must expend at least 1 MP here (Open Ground 1), not 1/2"
    why = table.refused("move PzA E5 1mp").why
    made_of = "(Open Ground 1, SMOKE or Vehicle Dust 1)"
    assert why == f"PzA must expend at least 2 MP here {made_of}, not 1"
    why = table.refused("move PzA E5 1mp paved").why
    made_of = "(road 1/2, SMOKE or Vehicle Dust 1)"
    assert why == f"PzA must expend at least 3/2 MP here {made_of}, not 1"
    why = table.refused("move PzA D5 0mp paved").why
    assert why == "PzA must expend at least 1/2 MP here (road 1/2), not 0"
    assert table.refused("spend PzA 0mp").why == "PzA must expend at least 1/2 MP here, not 0"


@pytest.mark.rule("A24.7")
@pytest.mark.parametrize(("mp", "can"), [("1mp", False), ("1.5mp", False), ("2mp", True)])
@pytest.mark.parametrize("smoke", ["smoke D5", "smoke D5 gray", "smoke D5 dispersed"])
def test_smoke_of_any_kind_takes_one_mp_more(smoke: str, mp: str, can: bool) -> None:
    """White, gray or Dispersed SMOKE in the hex to be entered adds one MP."""
    _least(_mph(smoke), "move PzA D5", mp, can)


def test_smoke_elsewhere_takes_no_mp() -> None:
    """SMOKE in the hex just exited, or in another one, costs nothing."""
    table = _mph("smoke D4", "smoke D6")
    _least(table, "move PzA D5", "1mp", True)


def test_more_smoke_takes_no_more_mp() -> None:
    """However many SMOKE counters are in a hex, they add one MP together."""
    _least(_mph("smoke D5", "smoke D5", "smoke D5 gray"), "move PzA D5", "2mp", True)


@pytest.mark.rule("11.74")
@pytest.mark.parametrize(("mp", "can"), [("1mp", False), ("1.5mp", False), ("2mp", True)])
def test_vehicle_dust_takes_one_mp_more(mp: str, can: bool) -> None:
    """A Vehicle Dust counter, even the vehicle's own, adds one MP like SMOKE."""
    table = _mph("move PzA D5 1mp", ec="Dry")
    assert table.state.vehicle_dust["PzA"].hex == "D4"
    refused_or_done = f"move PzA D4 {mp}"
    if can:
        table.do(refused_or_done)
    else:
        assert _why(table.refused(refused_or_done)) == (Reason.TOO_FEW_MP, "D2.1")


@pytest.mark.rule("A24.61")
@pytest.mark.parametrize(("mp", "can"), [("1mp", False), ("1.5mp", False), ("2mp", True)])
@pytest.mark.parametrize(("direction", "hexes"), [(3, "E5 F5 G6"), (4, "D5 D6 D7")])
def test_drift_takes_one_mp_more(direction: int, hexes: str, mp: str, can: bool) -> None:
    """SMOKE that drifted into a hex adds one MP there, to the enemy as well."""
    table = Table(
        ec="Moderate",
        wind_direction=direction,
        vehicles=[{**MOVING, "side": "British"}],
    )
    table.to("MPh")
    table.do("smoke D4")
    filled = tuple(hexes.split())
    assert DriftChanged("D4", filled, "A24.61") in table.do("phase AFPh")
    table.next_turn()
    table.to("MPh")
    _least(table, f"move PzA {filled[0]}", mp, can)


@pytest.mark.rule("C10.1")
@pytest.mark.parametrize(("mp", "can"), [("1mp", False), ("1.5mp", False), ("2mp", True)])
def test_a_gun_in_tow_takes_one_mp_more(mp: str, can: bool) -> None:
    """A towing vehicle needs one MP more for each hex, from offboard too."""
    _least(_mph(tank={**MOVING, "towing": True}), "move PzA D5", mp, can)
    _least(_mph(tank={**OFFBOARD, "towing": True}), "enter PzA D0", mp, can)


CLIMATES = [
    ("None", False, 1),
    ("None", True, 1),
    ("Light", True, 1),
    ("Moderate", False, 1),
    ("Moderate", True, 1),
    ("Heavy", False, 2),
    ("Heavy", True, 2),
    ("Very Heavy", False, 2),
    ("Very Heavy", True, 3),
    ("Extremely Heavy", False, 2),
    ("Extremely Heavy", True, 3),
]


@pytest.mark.parametrize(("dust", "bu", "least"), CLIMATES)
def test_dense_dust_takes_more_mp(dust: str, bu: bool, least: int) -> None:
    """Heavy or denser Dust adds one MP, and Very Heavy or denser one more for a BU AFV."""
    for tank, order in (
        ({**MOVING, "bu": bu}, "move PzA D5"),
        ({**OFFBOARD, "bu": bu}, "enter PzA D0"),
    ):
        table = _mph(tank=tank, ec="Dry", dust=dust)
        _least(table, order, f"{least - 0.5:g}mp", False)
        _least(table, order, f"{least}mp", True)


@pytest.mark.parametrize(
    ("dust", "road", "least"),
    [
        ("Moderate", None, 3),
        ("Moderate", Road.UNPAVED, 3),
        ("Heavy", None, 4),
        ("Heavy", Road.UNPAVED, 4),
        ("Very Heavy", None, 5),
        ("Very Heavy", Road.PAVED, 5),
    ],
)
def test_all_that_makes_a_hex_dearer_adds_up(dust: str, road: Road | None, least: MP) -> None:
    """SMOKE, a Gun in tow, Heavy Dust and a BU crew in Very Heavy Dust cost one MP each."""
    tank = {**MOVING, "towing": True, "bu": True}
    table = _mph("smoke D5", tank=tank, ec="Dry", dust=dust)
    assert entry_mp(table.state, Move("PzA", "D5", road=road)) == least
    words = road or ""
    refusal = table.refused(f"move PzA D5 {float(least) - 0.5:g}mp {words}")
    assert _why(refusal) == (Reason.TOO_FEW_MP, "D2.1")
    table.do(f"move PzA D5 {float(least):g}mp {words}")


def test_being_ce_saves_the_mp_of_a_bu_crew() -> None:
    """Once its crew goes CE, the AFV needs one MP less in Very Heavy Dust."""
    table = _mph(tank={**MOVING, "bu": True}, ec="Dry", dust="Very Heavy")
    assert table.refused("move PzA D5 2mp").reason is Reason.TOO_FEW_MP
    table.do("hatch PzA CE", "move PzA D5 2mp")


# Roads --------------------------------------------------------------------------------------

ROADS = [
    {"hexes": ["D4", "D5", "E6"], "kind": "unpaved"},
    {"hexes": ["C5", "D4", "E5"]},
]


@pytest.mark.rule("B3.4")
def test_roads_of_the_scenario_are_the_only_ones() -> None:
    """Where a scenario says where its roads run, no other road hexside can be used."""
    table = _mph(roads=ROADS)
    for order in (
        "move PzA D5 1mp paved",
        "move PzA E5 1mp unpaved",
        "move PzA D3 1mp paved",
        "move PzA D3 1mp unpaved",
    ):
        assert _why(table.refused(order)) == (Reason.NO_ROAD, "B3.4")
    table.do("move PzA D5 0.5mp unpaved", "move PzA E6 0.5mp unpaved")
    table.do("move PzA D5 0.5mp unpaved", "move PzA D4 0.5mp unpaved", "move PzA E5 0.5mp paved")
    assert _left(table) == Fraction(21, 2)


def test_a_road_leads_only_from_each_hex_to_the_next() -> None:
    """Two hexes of one road that do not follow each other have no road between them."""
    table = _mph(roads=[{"hexes": ["D4", "D5", "E5", "F5"]}])
    assert _why(table.refused("move PzA E5 1mp paved")) == (Reason.NO_ROAD, "B3.4")


def test_a_road_may_be_left_and_crossed() -> None:
    """Nobody must follow a road, though the road rate is enough; elsewhere it is not."""
    table = _mph(roads=ROADS)
    assert table.refused("move PzA D3 0.5mp").reason is Reason.TOO_FEW_MP
    table.do("move PzA D5 0.5mp", "move PzA D6 1mp")


def test_a_scenario_without_roads_takes_the_players_word() -> None:
    """Where a scenario says nothing of roads, any hexside may be a road's."""
    table = _mph("move PzA D5 0.5mp paved", "move PzA D6 0.5mp unpaved")
    assert _left(table) == 12


@pytest.mark.rule("11.74")
def test_a_known_paved_road_need_not_be_named_to_raise_no_dust() -> None:
    """Who crosses a hexside with a paved road raises no dust; with an unpaved one he does."""
    table = _mph(ec="Dry", roads=ROADS)
    assert table.do("move PzA E5 1mp") == (VehicleMoved("PzA", "D4", "E5", 1, "D2.1"),)
    table = _mph(ec="Dry", roads=ROADS)
    assert table.do("move PzA D5 1mp")[1:] == (VehicleDustPlaced("PzA", "D4", "11.74"),)
    table = _mph(ec="Dry", roads=ROADS)
    assert table.do("move PzA D5 1mp unpaved")[1:] == (VehicleDustPlaced("PzA", "D4", "11.74"),)
    table = _mph(ec="Dry", roads=ROADS)
    assert table.do("move PzA D3 1mp")[1:] == (VehicleDustPlaced("PzA", "D4", "11.74"),)


@pytest.mark.rule("11.74")
def test_a_known_paved_road_over_a_board_edge_raises_no_dust() -> None:
    """The road is known by either name of a half-hex, in the scenario and in the order."""
    boards = [
        {"name": "27", "desert": True, "width": 15},
        {"name": "1", "desert": True, "width": 15},
    ]
    for road in (["27N4", "27O4"], ["27N4", "1A4"]):
        for to in ("27O4", "1A4"):
            table = _mph(
                tank={**MOVING, "at": "27N4"}, ec="Dry", boards=boards, roads=[{"hexes": road}]
            )
            assert len(table.do(f"move PzA {to} 1mp")) == 1
    table = _mph(tank={**MOVING, "at": "27N4"}, ec="Dry", boards=boards)
    assert table.do("move PzA 1A4 1mp")[1:] == (VehicleDustPlaced("PzA", "27N4", "11.74"),)


# The edge -----------------------------------------------------------------------------------


@pytest.mark.rule("A2.5")
def test_a_vehicle_from_offboard_enters_in_motion() -> None:
    """Entry takes place in a hex of the edge, without Start MP, and leaves the vehicle moving."""
    table = _mph(tank=OFFBOARD)
    assert table.do("enter PzA D0 2mp") == (VehicleEntered("PzA", "D0", 2, "A2.5"),)
    found = table.state.vehicles["PzA"]
    assert (found.hex, found.in_motion, found.started_here) == ("D0", True, False)
    assert _left(table) == 11
    assert table.do("move PzA D1 1mp") == (VehicleMoved("PzA", "D0", "D1", 1, "D2.1"),)


@pytest.mark.rule("A2.51", "A2.6")
@pytest.mark.parametrize(
    ("hex_", "can"),
    [("A5", True), ("B0", True), ("O5", True), ("C10", True), ("D4", False), ("B5", False)],
)
def test_entry_and_exit_are_by_the_edge(hex_: str, can: bool) -> None:
    """Vehicles come and go only by a hex with a hexside on the edge of the playing area."""
    entering, exiting = _mph(tank=OFFBOARD), _mph(tank={**MOVING, "at": hex_})
    if can:
        entering.do(f"enter PzA {hex_} 1mp")
        exiting.do("exit PzA 1mp")
    else:
        refusal = entering.refused(f"enter PzA {hex_} 1mp")
        assert _why(refusal) == (Reason.NOT_ON_EDGE, "A2.51")
        assert _why(exiting.refused("exit PzA 1mp")) == (Reason.NOT_ON_EDGE, "A2.6")


@pytest.mark.parametrize(("mp", "can"), [("0mp", False), ("0.5mp", False), ("1mp", True)])
def test_entry_takes_one_mp(mp: str, can: bool) -> None:
    """From offboard, too, a hex takes one MP."""
    _least(_mph(tank=OFFBOARD), "enter PzA D0", mp, can)


def test_smoke_at_the_edge_takes_one_mp_more() -> None:
    """SMOKE in the hex of entry adds one MP."""
    table = _mph("smoke D0", tank=OFFBOARD)
    _least(table, "enter PzA D0", "1.5mp", False)
    _least(table, "enter PzA D0", "2mp", True)


@pytest.mark.rule("A2.6")
def test_a_vehicle_that_exits_is_gone_for_good() -> None:
    """Nothing on the edge costs MP to exit, and whoever has left does not return."""
    table = _mph(tank={**MOVING, "at": "D0"})
    assert _why(table.refused("exit PzA 0mp")) == (Reason.TOO_FEW_MP, "D2.1")
    half = Fraction(1, 2)
    assert table.do("exit PzA 0.5mp") == (VehicleExited("PzA", "D0", half, "A2.6"),)
    found = table.state.vehicles["PzA"]
    assert (found.hex, found.exited, found.in_motion) == (None, True, False)
    assert found.mp_used == half
    for order in ("enter PzA D0 1mp", "start PzA", "spend PzA 1mp", "assault PzA", "hook PzA"):
        assert _why(table.refused(order)) == (Reason.OUT_OF_PLAY, "D2.1")


def test_a_vehicle_must_start_before_it_exits() -> None:
    """A vehicle that is not in Motion cannot exit until it expends a Start MP."""
    table = _mph(tank={**TANK, "at": "D0"})
    assert _why(table.refused("exit PzA 1mp")) == (Reason.NOT_STARTED, "D2.12")
    table.do("start PzA", "exit PzA 1mp")


@pytest.mark.rule("11.74")
@pytest.mark.parametrize("ruling", ["next-pfph", "at-once"])
def test_the_motion_counter_of_a_vehicle_that_exits_goes_with_its_first_mp(ruling: str) -> None:
    """Exit as the first expenditure of an MPh takes the counter left in Motion, by any ruling."""
    table = _mph(
        "move PzA D0 1mp",
        tank={**MOVING, "at": "D1"},
        ec="Dry",
        rulings={"11.74-exit": ruling},
    )
    table.next_turn()
    table.next_turn()
    table.to("MPh")
    assert table.state.vehicle_dust["PzA"].motion
    assert [e for e in table.do("exit PzA 1mp") if not isinstance(e, DriftChanged)] == [
        VehicleExited("PzA", "D0", 1, "A2.6"),
        VehicleDustRemoved("PzA", "D1", "11.74"),
    ]


@pytest.mark.rule("11.74")
@pytest.mark.parametrize(("ruling", "goes"), [("next-pfph", False), ("at-once", True)])
def test_a_fresh_counter_goes_with_a_vehicle_that_exits_by_ruling_only(
    ruling: str, goes: bool
) -> None:
    """A counter of the same MPh stays behind, unless the ruling takes it off at once."""
    table = _mph(
        "move PzA D0 1mp",
        tank={**MOVING, "at": "D1"},
        ec="Dry",
        rulings={"11.74-exit": ruling},
    )
    gone = (VehicleDustRemoved("PzA", "D1", "11.74"),) if goes else ()
    assert table.do("exit PzA 1mp") == (VehicleExited("PzA", "D0", 1, "A2.6"), *gone)
    assert ("PzA" in table.state.vehicle_dust) is not goes


# Who may act --------------------------------------------------------------------------------

EVERY = (
    "start PzA",
    "stop PzA",
    "spend PzA 1mp",
    "move PzA D5 1mp",
    "exit PzA 1mp",
    "assault PzA",
    "hook PzA",
    "unhook PzA",
)


@pytest.mark.parametrize("phase", ["RPh", "PFPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh"])
def test_vehicles_move_in_the_mph_only(phase: str) -> None:
    """In no other phase does a vehicle expend MP."""
    table = Table(vehicles=[MOVING, {**OFFBOARD, "id": "PzB"}])
    table.calm()
    if phase != "RPh":
        table.to(phase)
    for order in (*EVERY, "enter PzB D0 1mp"):
        assert _why(table.refused(order)) == (Reason.WRONG_PHASE, "D2.1")


@pytest.mark.rule("A3.3")
def test_only_the_attackers_vehicles_move() -> None:
    """In the enemy's MPh a vehicle stays where it is."""
    table = _mph(tank={**MOVING, "side": "British"})
    for order in EVERY:
        assert _why(table.refused(order)) == (Reason.NOT_ATTACKER, "A3.3")
    entering = _mph(tank={**OFFBOARD, "side": "British"})
    assert _why(entering.refused("enter PzA D0 1mp")) == (Reason.NOT_ATTACKER, "A3.3")
    table.next_turn()
    table.to("MPh")
    table.do("move PzA D5 1mp")


@pytest.mark.rule("A2.5")
def test_a_vehicle_offboard_can_only_enter() -> None:
    """Before its entry a vehicle does nothing else, and after it no second entry."""
    table = _mph(tank=OFFBOARD)
    for order in EVERY:
        assert _why(table.refused(order)) == (Reason.OUT_OF_PLAY, "A2.5")
    table.do("enter PzA D0 1mp")
    assert _why(table.refused("enter PzA D0 1mp")) == (Reason.IN_PLAY, "A2.5")


@pytest.mark.rule("D1")
def test_an_unknown_vehicle_does_nothing() -> None:
    """Only vehicles of the order of battle can be ordered about."""
    for order in (*EVERY, "enter PzA D0 1mp"):
        refusal = _mph().refused(order.replace("PzA", "PzX"))
        assert _why(refusal) == (Reason.UNKNOWN_VEHICLE, "D1")


@pytest.mark.rule("D8.1", "D10.1", "D5.34", "C7.41")
@pytest.mark.parametrize(
    ("order", "reason", "rule"),
    [
        ("destroy PzA", Reason.DESTROYED, "D10.1"),
        ("immobilize PzA", Reason.IMMOBILE, "D8.1"),
        ("stun PzA", Reason.STUNNED_OR_SHOCKED, "D5.34"),
        ("shock PzA", Reason.STUNNED_OR_SHOCKED, "C7.41"),
    ],
)
def test_a_vehicle_that_was_hit_expends_no_mp(order: str, reason: Reason, rule: str) -> None:
    """A wreck, or an immobilized, Stunned or Shocked vehicle neither moves nor does it Start."""
    table = _mph(order)
    for each in EVERY:
        if order.startswith("immobilize") and each.startswith("spend"):
            continue  # MP that move nothing (D8.1)
        assert _why(table.refused(each)) == (reason, rule)


# Armored Assault ----------------------------------------------------------------------------


@pytest.mark.rule("D9.31")
def test_armored_assault_is_declared_once_an_mph() -> None:
    """An AFV declares Armored Assault, Stopped or not, for the rest of this MPh only."""
    for tank in (TANK, MOVING):
        table = _mph(tank=tank)
        assert table.do("assault PzA") == (ArmoredAssaultDeclared("PzA", "D9.31"),)
        assert table.state.vehicles["PzA"].assault
        assert _why(table.refused("assault PzA")) == (Reason.ALREADY_SO, "D9.31")
        table.next_turn()
        table.next_turn()
        table.to("PFPh")
        assert table.state.vehicles["PzA"].assault
        table.do("phase MPh")
        assert not table.state.vehicles["PzA"].assault
        assert table.do("assault PzA") == (ArmoredAssaultDeclared("PzA", "D9.31"),)


def test_armored_assault_costs_no_mp() -> None:
    """Declaring it leaves the allotment whole."""
    assert _left(_mph("assault PzA")) == 13


@pytest.mark.rule("D9.31")
def test_armored_assault_takes_an_afv() -> None:
    """An unarmoured vehicle has no Armored Assault; an open-topped AFV has."""
    table = _mph(tank=TRUCK)
    assert _why(table.refused("assault Lkw")) == (Reason.NOT_AFV, "D9.31")
    table = _mph(tank={**TANK, "armour": "open-topped"})
    table.do("assault PzA")


@pytest.mark.rule("D1.2")
@pytest.mark.parametrize(
    ("armour", "afv"),
    [(Armour.NONE, False), (Armour.OPEN_TOPPED, True), (Armour.CLOSED_TOPPED, True)],
)
def test_an_afv_is_an_armoured_vehicle(armour: Armour, afv: bool) -> None:
    """Armour makes an AFV, with or without a top."""
    (spec,) = scenario(vehicles=[{**TANK, "armour": armour.value}]).vehicles
    assert is_afv(spec) is afv
