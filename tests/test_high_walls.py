"""AD4.6 High Walls: breaches, what they change, and devices thrown over."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.ground import HighWallBreached
from events.vehicles import BogChecked, MPSpent, VehicleBogged, VehicleMoved
from replays.asking.ask import ask
from sim.chapter_a.los import los
from sim.chapter_a.sight import Location
from sim.chapter_b.cot import entry_cost
from sim.chapter_b.mover import Mover
from sim.machine.telling import Reason
from sim.map.terrain_kind import MoverKind
from sim.state import State
from tests.drawn import examples
from tests.table import Table

WALLS = [{"kind": "high-wall", "at": ["A1/A2", "A2/B2", "B1/B2"]}]
TANK: dict[str, Any] = {
    "id": "PzA",
    "side": "German",
    "movement": "fully-tracked",
    "mp": 13,
    "at": "A1",
}


def _table(*vehicles: dict[str, Any], **changes: Any) -> Table:
    board = {"name": "LFT9", "desert": True, "ad": True, "width": 5, "height": 4}
    facts = {"boards": [board], "ad": True, "hexsides": WALLS, "ec": "Dry"}
    table = Table(**{**facts, "vehicles": list(vehicles) or [TANK], **changes})
    table.to("MPh")
    return table


def _sees(state: State, one: str, two: str) -> bool:
    return not los(state, Location(one), Location(two)).blocked


@pytest.mark.rule("AD4.6")
def test_a_tank_breaches_a_high_wall() -> None:
    """Half of 13 MP (FRU) and a Bog Check with +3, before it enters; the breach is there then."""
    table = _table()
    table.do("start PzA")
    assert not _sees(table.state, "A1", "A2")
    assert table.do("move PzA A2 3 4") == (
        BogChecked("PzA", "A1", 3, 4, 4, "D8.21"),
        VehicleMoved("PzA", "A1", "A2", 7, "D2.1"),
        HighWallBreached("A2", 1, "A1", 4, "AD4.6"),
    )
    assert _sees(table.state, "A1", "A2")
    assert _sees(table.state, "A2", "A1")


@pytest.mark.rule("AD4.6")
def test_a_tank_that_bogs_breaches_nothing() -> None:
    """It stays in the hex that it would have left, and the wall stands."""
    table = _table()
    table.do("start PzA")
    assert table.do("move PzA A2 3 5") == (
        BogChecked("PzA", "A1", 3, 5, 4, "D8.21"),
        VehicleBogged("PzA", "A1", "D8.2"),
        MPSpent("PzA", 7, "D8.2"),
    )
    assert not _sees(table.state, "A1", "A2")
    assert not table.state.breaches


@pytest.mark.rule("AD4.6")
@pytest.mark.parametrize(
    "vehicle",
    [
        {"movement": "halftrack", "mp": 16},
        {"movement": "truck", "mp": 24, "armour": "none"},
        {"movement": "fully-tracked", "armour": "none"},
        {"movement": "armoured-car", "mp": 28},
    ],
)
def test_only_a_fully_tracked_afv_breaches(vehicle: dict[str, Any]) -> None:
    """No other vehicle may cross a High Wall."""
    table = _table({**TANK, **vehicle})
    table.do("start PzA")
    assert table.refused("move PzA A2").reason is Reason.CANNOT_ENTER


@pytest.mark.rule("AD4.6")
def test_a_breach_stays_and_anybody_uses_it() -> None:
    """Across a breach the hex costs what is in it, to the end of the game."""
    table = _table(TANK, {**TANK, "id": "Car", "movement": "armoured-car", "mp": 28})
    men = Mover(MoverKind.INFANTRY, 4)
    assert entry_cost(table.state, men, "A1", "A2").amount == 3
    assert table.do("breach A1 A2") == (HighWallBreached("A1", 4, "A2", 1, "AD4.6"),)
    assert entry_cost(table.state, men, "A1", "A2").amount == 1
    assert entry_cost(table.state, men, "A2", "A1").amount == 1
    table.do("start Car")
    assert table.do("move Car A2")[0] == VehicleMoved("Car", "A1", "A2", 1, "D2.1")
    table.next_turn()
    table.to("CCPh")
    assert table.state.breaches == {("A1", 4), ("A2", 1)}
    assert not _sees(table.state, "A2", "B2"), "the next High Wall stands"


@pytest.mark.rule("AD4.6")
def test_the_price_of_a_breach_is_a_ruling() -> None:
    """By the ruling `plus-cot` the hex behind is paid for as well."""
    table = _table(rulings={"AD4.6-cost": "plus-cot"})
    assert entry_cost(table.state, Mover(MoverKind.FULLY_TRACKED, 13), "A1", "A2").amount == 8


@pytest.mark.rule("AD4.6")
def test_what_cannot_be_breached() -> None:
    """A wall that is not there, or no more; and hexes that are none."""
    table = _table()
    table.do("breach A1 A2")
    for order, reason in (
        ("breach A2 A1", Reason.ALREADY_SO),
        ("breach A3 A4", Reason.NO_HIGH_WALL),
        ("breach A1 A3", Reason.NOT_ADJACENT),
        ("breach A1 Z9", Reason.UNKNOWN_HEX),
    ):
        assert table.refused(order).reason is reason


@pytest.mark.rule("AD4.6")
@examples(40)
@given(st.sets(st.sampled_from(["A1/A2", "A2/B2", "B1/B2"])))
def test_a_map_with_breaches_is_the_map_without_those_walls(gone: set[str]) -> None:
    """LOS of every pair, one at a time and in bulk, as if the breached walls had never stood."""
    from sim.bulk.los import LosGrid

    table = _table()
    for at in sorted(gone):
        table.do("breach " + at.replace("/", " "))
    left = [at for at in WALLS[0]["at"] if at not in gone]
    hexsides = [{"kind": "high-wall", "at": left}] if left else []
    other = _table(hexsides=hexsides)
    names = list(table.state.setting.area.record)
    pairs = [(one, two) for one in names for two in names if one != two]
    for one, two in pairs:
        assert _sees(table.state, one, two) is _sees(other.state, one, two), (one, two)
    traced = LosGrid(table.state.setting, pairs).trace(table.state)
    plain = LosGrid(other.state.setting, pairs).trace(other.state)
    assert (traced.blocked == plain.blocked).all()


@pytest.mark.rule("AD4.6")
def test_a_device_thrown_over_a_high_wall() -> None:
    """+1 to its attack; a Final cdr of 6 or more brings it back, and CX adds one."""
    table = _table()
    thrown = ask(table.state, "thrown", origin="A1", hex="A2", device="MOL", cdr=5)
    assert [(item.rule, item.amount) for item in thrown.items] == [("AD4.6", 1)]
    assert (thrown.facts["comes_back_at"], thrown.facts["comes_back"]) == (6, False)
    tired = ask(table.state, "thrown", origin="A1", hex="A2", device="MOL", cdr=5, cx=True)
    assert (tired.facts["comes_back_at"], tired.facts["comes_back"]) == (5, True)
    charge = ask(table.state, "thrown", origin="A1", hex="A2", device="DC")
    assert charge.facts["affects_thrower"] is False
    table.do("breach A1 A2")
    through = ask(table.state, "thrown", origin="A1", hex="A2", device="DC")
    assert (through.items, through.facts) == ((), {"high_wall": False})


@pytest.mark.rule("AD4.6")
def test_ask_breach_says_price_and_chance() -> None:
    """A tank of normal ground pressure breaches with a DR of 7 or less; men only climb."""
    table = _table()
    answer = ask(table.state, "breach", origin="A1", hex="A2", vehicle="PzA")
    assert answer.facts == {
        "high_wall": True,
        "breached": False,
        "can_breach": True,
        "cost": "7",
        "chance": "7/12",
    }
    men = ask(table.state, "breach", origin="A1", hex="A2")
    assert (men.facts["can_breach"], men.facts["cost"]) == (False, "3")
    assert not ask(table.state, "breach", origin="A3", hex="A4").facts["high_wall"]
