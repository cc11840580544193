"""A24 SMOKE: placing, Dispersal (A24.4), drift (A24.61), Gusts (A24.62), Heavy Winds and rain."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.commands import Advance, PlaceSmoke, WindChange
from events.moment import Phase
from events.terms import Rain, WindForce
from tests.drawn import examples
from tests.table import Table

GUSTS = "wc 6 6"


DR = st.tuples(st.integers(1, 6), st.integers(1, 6), st.integers(1, 6), st.integers(1, 6))
WIND_CHANGES = st.one_of(
    DR, st.tuples(st.just(1), st.just(1), st.integers(1, 6), st.integers(1, 6))
)
PLACES = st.sampled_from(("A1", "E4", "F6", "H5", "K9", "O10"))


def blow(table: Table, dice: tuple[int, int, int, int]) -> None:
    """Make a Wind Change DR with as many of these dice as are due."""
    coloured, white, change, direction = dice
    due = [coloured, white]
    if coloured + white == 2:
        due.append(change)
        if change >= 5 and table.state.wind.force is WindForce.NO_WIND:
            due.append(direction)
    table.game.do(WindChange(), due)


@examples(40)
@given(
    st.sampled_from(("Clear", "Clear & Gusty", "Overcast")),
    st.lists(
        st.tuples(WIND_CHANGES, st.lists(st.tuples(PLACES, st.booleans(), st.booleans()))),
        max_size=8,
    ),
)
def test_drift_always_has_a_source_and_a_breeze(
    weather: str, turns: list[tuple[tuple[int, int, int, int], list[tuple[str, bool, bool]]]]
) -> None:
    """Drift is a line downwind of a white counter, and rain and Heavy Winds leave no SMOKE."""
    table = Table(weather=weather)
    for dice, counters in turns:
        table.game.do(Advance(Phase.RPH))
        blow(table, dice)
        _check(table)
        table.do("phase PFPh")
        _check(table)
        for place, gray, dispersed in counters:
            table.game.attempt(PlaceSmoke(place, gray=gray, dispersed=dispersed))
        table.do("phase AFPh")
        _check(table)


def _check(table: Table) -> None:
    """What holds of SMOKE in every state."""
    state = table.state
    if state.wind.heavy or state.sky.rain is not Rain.NONE:
        assert not state.smoke
        assert not state.drift
    for source, hexes in state.drift.items():
        assert state.wind.force is WindForce.MILD_BREEZE
        assert not state.smoke[source].gray
        assert 1 <= len(hexes) <= state.smoke[source].hindrance
        here = state.smoke[source].hex
        for there in hexes:
            assert state.setting.area.across(here, state.wind.direction) == there
            here = there


@pytest.mark.rule("A24.62")
@examples(30)
@given(st.lists(st.tuples(PLACES, st.booleans(), st.booleans(), st.booleans()), max_size=8))
def test_two_pfphs_and_two_gusts_leave_nothing(
    counters: list[tuple[str, bool, bool, bool]],
) -> None:
    """White SMOKE is gone after two PFPhs of its owner, and all SMOKE after one turn of Gusts."""
    calm, gusty = Table(), Table()
    for table in (calm, gusty):
        table.to("PFPh")
        for place, gray, dispersed, british in counters:
            side = "British" if british else "German"
            table.game.do(PlaceSmoke(place, gray, dispersed, side))
    count = len(calm.state.smoke)
    for _ in range(4):
        calm.next_turn()
        calm.to("PFPh")
    assert count == len(counters)
    assert all(counter.gray for counter in calm.state.smoke.values())
    assert len(calm.state.smoke) == sum(gray for _, gray, _, _ in counters)
    gusty.next_turn()
    gusty.do(GUSTS, "phase AFPh")
    assert not gusty.state.smoke
    assert not gusty.state.drift
