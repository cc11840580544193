"""B24.1-B24.12 how buildings become rubble and rubble falls; AD4.42 Arid Buildings."""

from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.commands import RubbleLevel
from events.ground import BuildingRubbled, RubbleFell, RubbleStayed
from events.terms import Material
from sim.chapter_b.rubble import intact_levels
from sim.machine.decide import Outcome, resolve
from sim.state import State
from tests.drawn import examples
from tests.table import Table


def building(hex_: str, material: str = "stone", upper_levels: int = 0) -> dict[str, Any]:
    """A building of a scenario."""
    return {"hex": hex_, "material": material, "upper_levels": upper_levels}


def village(*buildings: dict[str, Any], **changes: Any) -> Table:
    """A table with these buildings, in the first PFPh; no AD Terrain unless changed."""
    table = Table(buildings=list(buildings), **changes)
    table.to("PFPh")
    return table


def standing(table: Table, hex_: str) -> int:
    """How many levels of a building stand."""
    found = table.state.ground[hex_].building
    assert found is not None
    return intact_levels(found)


@pytest.mark.rule("B24.12", "B24.121")
def test_the_printed_example_of_falling_rubble() -> None:
    """Rubble of two levels, coloured 5 and white 3, falls into K9 and brings all of it down."""
    table = village(building("J8", "stone", 3), building("K9", "stone", 2))
    events = table.do("he J8 150mm kia 3 level 2 2 4 5 3 4 1")
    assert events == (
        BuildingRubbled("J8", 2, Material.STONE, "B24.11"),
        RubbleFell("J8", "K9", Material.STONE, lies=False, rule="B24.12"),
        BuildingRubbled("K9", 0, Material.STONE, "B24.121"),
        RubbleStayed("K9", "B24.12"),
    )
    assert (standing(table, "J8"), standing(table, "K9")) == (2, 0)


HEXES = ("D3", "D4", "E3", "E4", "E5", "F3", "F4", "F5", "G5")


class Tumbling:
    """Dice without end that repeat a given row."""

    def __init__(self, row: list[int]) -> None:
        """Begin at the start of the row."""
        self._row: Iterator[int] = cycle(row)

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        """The next dice of the row."""
        return tuple(next(self._row) for _ in range(count))


def levels(state: State) -> dict[str, int]:
    """How many levels of every building stand."""
    return {
        name: intact_levels(ground.building)
        for name, ground in state.ground.items()
        if ground.building is not None
    }


@st.composite
def villages(draw: st.DrawFn) -> tuple[State, str]:
    """A village at play, and one of its buildings."""
    heights = draw(st.dictionaries(st.sampled_from(HEXES), st.integers(0, 5), min_size=1))
    houses = [building(hex_, "stone", upper) for hex_, upper in heights.items()]
    table = village(*houses, vehicles=[])
    state: State = table.state
    return state, draw(st.sampled_from(sorted(heights)))


ROWS = st.lists(st.integers(1, 6), min_size=1, max_size=12)


@examples(60)
@given(villages(), ROWS, st.lists(st.tuples(st.sampled_from(HEXES), st.integers(0, 5)), max_size=8))
def test_rubbling_never_raises_a_building(
    start: tuple[State, str], row: list[int], orders: list[tuple[str, int]]
) -> None:
    """Whatever is rubbled and however dice fall, no building ever has more levels than before."""
    state, _ = start
    dice = Tumbling(row)
    for hex_, level in orders:
        before = levels(state)
        outcome = resolve(state, RubbleLevel(hex_, level=level), dice)
        if not isinstance(outcome, Outcome):
            assert level >= before.get(hex_, 0)
            continue
        state, after = outcome.state, levels(outcome.state)
        assert after.keys() == before.keys()
        assert all(after[name] <= before[name] for name in before)
        assert after[hex_] <= level < before[hex_]


@examples(60)
@given(villages(), ROWS)
def test_falling_rubble_always_comes_to_rest(start: tuple[State, str], row: list[int]) -> None:
    """Rubble falls from each building at most once in a chain, so that every chain ends."""
    state, hex_ = start
    outcome = resolve(state, RubbleLevel(hex_), Tumbling(row))
    assert isinstance(outcome, Outcome)
    fell = [event.hex for event in outcome.events if isinstance(event, RubbleFell)]
    rubbled = [event.hex for event in outcome.events if isinstance(event, BuildingRubbled)]
    assert len(fell) == len(set(fell)) <= len(rubbled) == len(set(rubbled))
    assert set(rubbled) <= levels(state).keys()


@examples(60)
@given(villages(), ROWS)
def test_every_chain_goes_from_neighbour_to_neighbour(
    start: tuple[State, str], row: list[int]
) -> None:
    """Rubble falls only into a hex next to the one that it came from."""
    state, hex_ = start
    outcome = resolve(state, RubbleLevel(hex_), Tumbling(row))
    assert isinstance(outcome, Outcome)
    for event in outcome.events:
        if isinstance(event, RubbleFell) and event.to is not None:
            assert event.to in state.setting.area.neighbours(event.hex).values()
            assert event.to in outcome.state.ground
