"""11.74-11.741 Vehicle Dust: when a vehicle raises it, when it goes, and what it is."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.reached import Played, board, khamsin, world
from tests.table import make_vehicle

PZ: dict[str, Any] = make_vehicle("PzA", at="D5")
PZB = PZ | {"id": "PzB", "at": "E6"}


def ready(*vehicles: dict[str, Any], marks: dict[str, str] | None = None, **facts: Any) -> Played:
    """A game in the first MPh, with these vehicles or PzA in D5."""
    game = world(marks, vehicles=list(vehicles or (PZ,)), **facts)
    game.to("MPh")
    return game


def counters(game: Played) -> dict[str, str]:
    """Where the Vehicle Dust counters lie, as ``show`` says it."""
    lines = game.command("show", "GAME")[1].splitlines()
    found = {}
    for line in lines:
        if line.strip().startswith("Vehicle Dust of "):
            words = line.split()
            found[words[3]] = words[5].rstrip(",:;")
    assert found == {name: dust.hex for name, dust in game.state.vehicle_dust.items()}
    return found


def moved(*second: str, **facts: Any) -> dict[str, str]:
    """The counters after a Start, a move to D4, and these orders."""
    game = ready(**facts)
    game.do("start PzA", "move PzA D4 1mp", *second)
    assert game.audited().clean
    return counters(game)


NEXT = "move PzA D3 1mp"


@pytest.mark.rule("11.74a", "11.74b", "191.2g")
@cases(
    "facts, raised",
    ({}, True),
    ({"dust": "Light"}, True),
    ({"ec": "Very Dry"}, True),
    ({"ec": "Moderate"}, False),
    ({"ec": "Wet"}, False),
    ({"steppe": True}, False),
    ({"steppe": True, "ec": "Very Dry"}, True),
    ({"boards": [board(desert=False)]}, False),
)
def test_where_vehicle_dust_can_be(facts: dict[str, Any], raised: bool) -> None:
    """Wherever Light Dust can exist, be there Dust in effect or not."""
    assert moved(NEXT, **facts) == ({"PzA": "D4"} if raised else {})


@pytest.mark.rule("11.74c", "11.74d", "11.74g", "11.74ag")
@cases(
    "mp, raised", ("1mp", True), ("1.5mp", True), ("2mp", True), ("2.5mp", False), ("3mp", False)
)
def test_an_entry_for_two_mp_or_fewer(mp: str, raised: bool) -> None:
    """The counter lies in the hex just exited; a higher declared expenditure raises none."""
    assert moved(f"move PzA D3 {mp}") == ({"PzA": "D4"} if raised else {})


@pytest.mark.rule("11.74e")
@cases(
    "movement, armour",
    ("fully-tracked", "closed-topped"),
    ("truck", "none"),
    ("halftrack", "open-topped"),
    ("armoured-car", "closed-topped"),
    ("motorcycle", "none"),
    ("horse-drawn", "none"),
)
def test_every_vehicle_raises_dust(movement: str, armour: str) -> None:
    """Of whatever movement type; a wagon needs no Start."""
    game = ready(PZ | {"movement": movement, "armour": armour, "mp": 20})
    starts = [] if movement == "horse-drawn" else ["start PzA"]
    game.do(*starts, "move PzA D4", "move PzA D3 2mp")
    assert counters(game) == {"PzA": "D4"}


@pytest.mark.rule("11.74f", "11.74j", "11.74ak")
@cases(
    "orders",
    ["start PzA", "turn PzA", "spend PzA 1mp"],
    ["start PzA", "move PzA D4 1mp"],
    ["start PzA", "turn PzA", "move PzA D4 1mp", "turn PzA", "spend PzA 1mp"],
)
def test_no_dust_within_a_hex_nor_where_it_started(orders: list[str]) -> None:
    """MP spent in a hex raise none, nor does the exit from the hex of the Start MP."""
    game = ready()
    game.do(*orders)
    assert counters(game) == {}


@pytest.mark.rule("11.74k")
def test_a_vehicle_in_motion_raises_dust_in_its_first_hex() -> None:
    """It needs no Start MP."""
    game = ready(PZ | {"motion": True})
    game.do("move PzA D4 1mp")
    assert counters(game) == {"PzA": "D5"}


ROAD: dict[str, Any] = {"roads": [{"hexes": ["D4", "D3"]}]}
TRACK: dict[str, Any] = {"roads": [{"hexes": ["D4", "D3"], "kind": "unpaved"}]}


@pytest.mark.rule("11.74l", "11.74m", "11.74n")
@cases(
    "facts, order, raised",
    (ROAD, "move PzA D3 paved", False),
    (ROAD, "move PzA D3 1mp", False),
    (ROAD, "move PzA D3 2mp", False),
    (ROAD, "move PzA E4 1mp", True),
    (TRACK, "move PzA D3 unpaved", True),
    (TRACK, "move PzA D3 1mp", True),
    ({}, "move PzA D3 1mp paved", False),
    ({}, "move PzA D3 1mp unpaved", True),
)
def test_a_paved_road_hexside(facts: dict[str, Any], order: str, raised: bool) -> None:
    """A vehicle that exits across one raises no Dust, whatever it pays; an unpaved road differs."""
    assert moved(order, **facts) == ({"PzA": "D4"} if raised else {})


@pytest.mark.rule("11.74n", "11.74av")
def test_readings_of_vehicle_dust_are_listed() -> None:
    """``khamsin rules`` says what is taken of the hexside and of entry from offboard."""
    assert "hexside" in khamsin("rules", "11.74-paved")[1]
    assert "offboard" in khamsin("rules", "11.74-offboard")[1]


@pytest.mark.rule("11.74o", "11.74at")
def test_exit_from_the_playing_area() -> None:
    """No counter is left in the last hex; the one before stays until the owner's next PFPh."""
    game = ready(PZ | {"at": "D3", "motion": True})
    game.do("move PzA D2 1mp", "move PzA D1 1mp", "move PzA D0 1mp")
    assert counters(game) == {"PzA": "D1"}
    game.do("exit PzA 1")
    assert counters(game) == {"PzA": "D1"}
    game.do("phase RPh", "wc 3 4", "phase CCPh", "phase RPh", "wc 3 4")
    assert counters(game) == {"PzA": "D1"}
    game.do("phase PFPh")
    assert counters(game) == {}


@pytest.mark.rule("11.74at")
def test_the_counter_may_go_with_the_vehicle() -> None:
    """So says the other choice of ruling 11.74-exit."""
    game = ready(PZ | {"at": "D2", "motion": True}, rulings={"11.74-exit": "at-once"})
    game.do("move PzA D1 1mp", "move PzA D0 1mp", "exit PzA 1")
    assert counters(game) == {}


@pytest.mark.rule("11.74p", "11.74q", "11.74r")
def test_armored_assault_raises_no_dust() -> None:
    """Not in the MPh in which it is used, not even later in it; in the next it does again."""
    game = ready()
    game.do("start PzA", "assault PzA", "move PzA D4 1mp", NEXT, "move PzA D2 1mp")
    assert counters(game) == {}
    game.do("phase RPh", "wc 3 4", "phase RPh", "wc 3 4", "phase MPh")
    game.do("move PzA D1 1mp")
    assert counters(game) == {"PzA": "D2"}


BREEZE: dict[str, Any] = {"wind": "Mild Breeze", "wind_direction": 2}
STORM: dict[str, Any] = {"wind": "Heavy Winds", "wind_direction": 2}


@pytest.mark.rule("11.74s", "11.74t")
@cases(
    "facts, dr, raised",
    (STORM, "3 4", False),
    (BREEZE, "6 6", False),
    ({}, "6 6", False),
    (BREEZE, "3 4", True),
    ({}, "3 4", True),
)
def test_no_dust_in_heavy_winds_or_gusts(facts: dict[str, Any], dr: str, raised: bool) -> None:
    """Either of them is enough."""
    game = world(vehicles=[PZ | {"motion": True}], **facts)
    game.do("phase RPh", f"wc {dr}", "phase MPh", "move PzA D4 1mp")
    assert counters(game) == ({"PzA": "D5"} if raised else {})


@pytest.mark.rule("11.74t")
@cases("facts, dr, raised", (STORM, "3 4", True), (BREEZE, "6 6", True), (STORM, "6 6", False))
def test_only_heavy_winds_and_gusts_together_may_count(
    facts: dict[str, Any], dr: str, raised: bool
) -> None:
    """So says the other choice of ruling 11.74-wind."""
    game = world(vehicles=[PZ | {"motion": True}], rulings={"11.74-wind": "both"}, **facts)
    game.do("phase RPh", f"wc {dr}", "phase MPh", "move PzA D4 1mp")
    assert counters(game) == ({"PzA": "D5"} if raised else {})


@pytest.mark.rule("11.74t", "11.74w")
def test_only_both_together_may_remove_it() -> None:
    """With the other choice of 11.74-wind a counter lives through Gusts alone."""
    game = world(vehicles=[PZ | {"motion": True}], rulings={"11.74-wind": "both"}, **BREEZE)
    game.to("MPh")
    game.do("move PzA D4 1mp", "phase RPh", "wc 6 6")
    assert counters(game) == {"PzA": "D5"}


@pytest.mark.rule("11.74u", "11.74v")
@cases("last, left", ("move PzA D2 1mp", {"PzA": "D3"}), ("move PzA D2 3mp", {}))
def test_a_counter_goes_as_its_vehicle_moves_on(last: str, left: dict[str, str]) -> None:
    """At once, whether or not a new one is placed."""
    game = ready()
    game.do("start PzA", "move PzA D4 1mp", NEXT)
    assert counters(game) == {"PzA": "D4"}
    game.do(last)
    assert counters(game) == left


@pytest.mark.rule("11.74w", "11.74x", "11.77b")
@cases(
    "facts, dr, gone",
    ({}, "6 6", True),
    (BREEZE, "6 6", True),
    (BREEZE, "1 1 5", True),
    (BREEZE, "3 4", False),
    (BREEZE, "1 1 1", False),
    ({"weather": "Overcast"}, "5 5", True),
    ({"weather": "Overcast"}, "4 5", False),
)
def test_wind_and_rain_remove_a_counter(facts: dict[str, Any], dr: str, gone: bool) -> None:
    """Heavy Winds, Gusts and rain do, as they begin."""
    game = world(vehicles=[PZ | {"motion": True}], **facts)
    game.do("phase RPh", "wc 3 4", "phase MPh", "move PzA D4 1mp")
    assert counters(game) == {"PzA": "D5"}
    game.do("phase RPh", f"wc {dr}")
    assert counters(game) == ({} if gone else {"PzA": "D5"})


def with_counter(**facts: Any) -> Played:
    """PzA in D3, its counter in D4, still in its MPh."""
    game = ready(**facts)
    game.do("start PzA", "move PzA D4 1mp", NEXT)
    return game


ROUND = ["phase RPh", "wc 3 4", "phase RPh", "wc 3 4"]


@pytest.mark.rule("11.74y", "11.74ar", "11.74aj")
@cases("first", "turn PzA", "spend PzA 1mp", "move PzA D2 3mp", "stop PzA")
def test_motion_keeps_the_counter_until_its_next_mp(first: str) -> None:
    """It stays through its owner's PFPh and goes with the first MP."""
    game = with_counter()
    game.do(*ROUND, "phase MPh")
    assert counters(game) == {"PzA": "D4"}
    game.do(first)
    assert counters(game) == {}


@pytest.mark.rule("11.74z", "11.74ap")
def test_a_stopped_vehicle_loses_its_counter_in_its_pfph() -> None:
    """Not before: all through the enemy Player Turn it is there."""
    game = with_counter()
    game.do("stop PzA", "phase DFPh")
    assert counters(game) == {"PzA": "D4"}
    game.do("phase RPh", "wc 3 4", "phase CCPh", "phase RPh", "wc 3 4")
    assert counters(game) == {"PzA": "D4"}
    game.do("phase PFPh")
    assert counters(game) == {}


@pytest.mark.rule("11.74aa", "11.74as", "11.74ai")
@cases("mishap", "shock", "stun", "immobilize", "destroy")
def test_a_mishap_in_the_enemy_turn(mishap: str) -> None:
    """A vehicle in Motion that is hit loses its counter at the start of its owner's PFPh."""
    game = with_counter()
    game.do("phase RPh", "wc 3 4", "phase DFPh", f"{mishap} PzA")
    assert counters(game) == {"PzA": "D4"}
    game.do("phase RPh", "wc 3 4")
    assert counters(game) == {"PzA": "D4"}
    game.do("phase PFPh")
    assert counters(game) == {}
    assert game.audited().clean


@pytest.mark.rule("11.74ai")
def test_gusts_take_the_counter_of_a_wreck_sooner() -> None:
    """By one of the other causes."""
    game = with_counter()
    game.do("phase RPh", "wc 3 4", "phase DFPh", "destroy PzA", "phase RPh", "wc 6 6")
    assert counters(game) == {}


@pytest.mark.rule("11.74aq")
def test_white_dispersed_smoke_goes_with_it() -> None:
    """Both leave as the PFPh of their owner starts; the enemy's SMOKE does not."""
    game = with_counter()
    game.do("smoke H5 dispersed", "smoke H8 dispersed by British", "destroy PzA")
    game.do("phase RPh", "wc 3 4", "phase PFPh")
    assert counters(game) == {"PzA": "D4"}
    assert [each.hex for each in game.state.smoke.values()] == ["H5"]
    game.do("phase RPh", "wc 3 4", "phase PFPh")
    assert counters(game) == {}
    assert not game.state.smoke


def _marks(game: Played) -> list[str]:
    """The marks of SMOKE and Vehicle Dust on the text map of a game."""
    code, drawn, _ = game.command("map", "GAME")
    assert code == 0
    return [mark for mark in drawn.split("Moment")[0] if mark in "'\""]


@pytest.mark.rule("11.74ab", "11.74au")
@cases("choice, drifts", (None, True), ("still", False))
def test_vehicle_dust_drifts(choice: str | None, drifts: bool) -> None:
    """By ruling 11.74-drift two gray counters lie downwind of it in a Mild Breeze, or none do."""
    rulings = {} if choice is None else {"11.74-drift": choice}
    game = with_counter(rulings=rulings, **BREEZE)
    game.do("phase AFPh")
    hexes = [name for names in game.state.drift.values() for name in names]
    assert hexes == (["E4", "F3"] if drifts else [])
    assert len(_marks(game)) == (3 if drifts else 1)
    assert bool(game.names("shot --from E6 --to E2") - {"TEM"}) is drifts
    calm = with_counter()
    calm.do("phase AFPh")
    assert not calm.state.drift


@pytest.mark.rule("11.74ae")
def test_two_counters_in_one_hex() -> None:
    """As SMOKE does, they hinder by +3 at most (reading 11.74-stack)."""
    pair = [PZ | {"at": "D4", "motion": True}, PZ | {"id": "PzB", "at": "D4", "motion": True}]
    game = ready(*pair)
    game.do("move PzA C4 1mp", "move PzB E4 1mp")
    assert counters(game) == {"PzA": "D4", "PzB": "D4"}
    items = [each for each in game.ask("shot --from D6 --to D2").items if "Dust" in each.name]
    assert sum(int(each.amount or 0) for each in items) == 3
    assert "+3" in khamsin("rules", "11.74-stack")[1]


@pytest.mark.rule("11.74ag", "11.74ah")
def test_more_mp_are_declared_on_entry_or_never() -> None:
    """They are gone, and MP spent later in the hex undo no counter."""
    game = with_counter()
    assert game.state.vehicles["PzA"].mp_used == 3
    game.do("spend PzA 2mp", "turn PzA")
    assert counters(game) == {"PzA": "D4"}
    other = ready()
    other.do("start PzA", "move PzA D4 1mp", "move PzA D3 3mp")
    assert counters(other) == {}
    assert other.state.vehicles["PzA"].mp_used == 5


@pytest.mark.rule("11.74aj")
def test_the_reverse_side_is_up_after_motion() -> None:
    """For a vehicle that ends its MPh in Motion, not for one that Stopped."""
    game = with_counter()
    game.do("phase DFPh")
    shown = game.command("show", "GAME")[1].splitlines()
    assert "motion" in next(line for line in shown if "Dust of PzA" in line)
    assert game.state.vehicle_dust["PzA"].motion
    still = with_counter()
    still.do("stop PzA", "phase DFPh")
    assert not still.state.vehicle_dust["PzA"].motion


@pytest.mark.rule("11.74av")
def test_entry_from_offboard_raises_no_dust() -> None:
    """The hex exited is not in play."""
    game = ready({key: value for key, value in PZ.items() if key != "at"})
    game.do("enter PzA A5 1mp")
    assert counters(game) == {}
    game.do("move PzA B4 1mp")
    assert counters(game) == {"PzA": "A5"}


# 11.741 ----------------------------------------------------------------------------------------


def platoon(**facts: Any) -> Played:
    """PzA in D5 and PzB in E6, both Started."""
    game = ready(PZ, PZB, **facts)
    game.do("impulse start PzA, start PzB", "impulse move PzA D4 1mp, move PzB E5 1mp")
    assert counters(game) == {}
    return game


@pytest.mark.rule("11.741a", "11.741b")
def test_dust_comes_at_the_end_of_an_impulse() -> None:
    """After both have moved the counters appear; in the next Impulse they shift together."""
    game = platoon()
    events = [type(each).__name__ for each in game.do("impulse move PzA D3 1mp, move PzB E4 1mp")]
    assert events.index("VehicleDustPlaced") > max(
        n for n, name in enumerate(events) if name == "VehicleMoved"
    )
    assert counters(game) == {"PzA": "D4", "PzB": "E5"}
    events = [type(each).__name__ for each in game.do("impulse move PzA D2 1mp, move PzB E3 1mp")]
    last = max(n for n, name in enumerate(events) if name == "VehicleMoved")
    assert min(n for n, name in enumerate(events) if "Dust" in name) > last
    assert counters(game) == {"PzA": "D3", "PzB": "E4"}
    assert game.audited().clean


@pytest.mark.rule("11.741c")
def test_the_dust_of_an_impulse_is_there_before_first_fire() -> None:
    """A shot after it takes the counter."""
    game = platoon()
    game.do("impulse move PzA D3 1mp, move PzB E4 1mp")
    assert "Vehicle Dust of PzA" in game.names("shot --from D6 --to D3")


@pytest.mark.rule("11.741d")
@cases("choice, found", (None, {"PzA": "D4"}), ("impulse", {}))
def test_whose_mp_count_in_an_impulse(choice: str | None, found: dict[str, str]) -> None:
    """By ruling 11.741-cost those of the vehicle itself, or the highest of its platoon."""
    rulings = {} if choice is None else {"11.741-cost": choice}
    game = platoon(rulings=rulings)
    game.do("impulse move PzA D3 1mp, move PzB E4 3mp")
    assert counters(game) == found
