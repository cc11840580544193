"""Cost of Terrain: what a hex costs to enter, item by item (B.2), and Artificial Terrain (B.9)."""

from fractions import Fraction
from typing import Any, Final

import attrs
import pytest
from immutables import Map

from events.terms import Material
from sim.chapter_b.artificial_terrain import artificial_terrain
from sim.chapter_b.cot import entry_cost
from sim.chapter_b.entry import EntryCost
from sim.chapter_b.mover import Mover
from sim.machine.opening import initial_state
from sim.map.terrain_kind import MoverKind
from sim.state import BARE, Rubble, State, replace
from tests.table import scenario

MEN: Final = Mover(MoverKind.INFANTRY, 4)
TRACKS: Final = Mover(MoverKind.FULLY_TRACKED, 13)
HALF: Final = Mover(MoverKind.HALFTRACK, 15)


def _state(cells: str, *, desert: bool = False, **changes: Any) -> State:
    """A map of one hexrow: A1, A2 and so on."""
    lines = [f"{number} {cell}" for number, cell in enumerate(cells.split(), start=1)]
    board: dict[str, Any] = {"name": "1", "desert": desert, "map": "\n".join(["0", *lines])}
    for key in ("buildings", "hexsides", "roads"):
        if key in changes:
            board[key] = changes.pop(key)
    if changes.get("ad"):
        board["ad"] = True
    return initial_state(scenario(**{"boards": [board], "vehicles": [], **changes}))


def _entry(
    state: State, mover: Mover, origin: str = "A1", to: str = "A2", **facts: Any
) -> EntryCost:
    entry = entry_cost(state, mover, origin, to, **facts)
    if entry.amount is not None:
        assert (
            sum((Fraction(item.amount or 0) for item in entry.items), Fraction(0)) == entry.amount
        )
        assert {item.kind for item in entry.items} <= {mover.points}
        assert not entry.why_not
    else:
        assert entry.why_not
    return entry


def _cost(state: State, mover: Mover = MEN, **facts: Any) -> Fraction | None:
    """What it costs to go from A1 to A2."""
    return _entry(state, mover, **facts).amount


ROAD: Final = [{"hexes": ["A1", "A2"]}]


# Roads and hexsides -------------------------------------------------------------------------


@pytest.mark.rule("B.3", "B3.41")
def test_a_bu_afv_pays_a_whole_mp_on_a_road() -> None:
    """Buttoned Up, an AFV has no half-MP road rate."""
    assert _cost(_state(". .", roads=ROAD), attrs.evolve(TRACKS, bu=True)) == 1


# Terrain ------------------------------------------------------------------------------------


@pytest.mark.rule("B.2", "B24")
def test_rubble_debris_and_buildings_come_before_printed_terrain() -> None:
    """Who enters a hex of rubble or a building pays for that, and not for what is under it."""
    rubble = attrs.evolve(BARE, rubble=Rubble(Material.WOODEN))
    assert _cost(replace(_state(". b"), ground=Map({"A2": rubble}))) == 3
    assert _cost(_state(". .", buildings=[{"hex": "A2"}])) == 2
    assert _cost(_state(". .", buildings=[{"hex": "A2"}]), TRACKS) is None
    assert _cost(_state(". .", buildings=[{"hex": "A2"}]), attrs.evolve(TRACKS, bu=True)) == 7
    assert _cost(_state(". .", buildings=[{"hex": "A2"}]), HALF) is None


# Artificial Terrain -------------------------------------------------------------------------


@pytest.mark.rule("B.9", "D2.14")
def test_a_truck_costs_mp() -> None:
    """An unarmoured vehicle is in the way of others."""
    truck = {"id": "Opel", "side": "German", "movement": "truck", "mp": 30, "at": "A2"}
    state = _state(". .", vehicles=[{**truck, "armour": "none"}])
    assert [each.wheels for each in artificial_terrain(state, "A2")] == [1]
    assert _cost(state, TRACKS) == 2
