"""191.8 the LOS Hindrance of FFE, 11.75 what dust adds to it, and 11.77 how rain ends that."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.commands import Advance, WindChange
from events.moment import Phase
from events.terms import WindForce
from tests.drawn import examples
from tests.table import Table


def table_at(**changes: Any) -> Table:
    """A table in the first PFPh: Dry, on a Desert Board, unless changed."""
    table = Table(vehicles=[], **changes)
    table.to("PFPh")
    return table


def hindrance(table: Table, name: str = "one") -> int:
    """The LOS Hindrance DRM of an FFE."""
    drm: int = table.state.ffes[name].hindrance
    return drm


# Properties ------------------------------------------------------------------------------------

DR = st.tuples(st.integers(1, 6), st.integers(1, 6), st.integers(1, 6), st.integers(1, 6))
WIND_CHANGES = st.lists(
    st.one_of(DR, st.tuples(st.just(1), st.just(1), st.integers(1, 6), st.integers(1, 6))),
    max_size=10,
)


@pytest.mark.rule("11.75", "11.77", "191.8")
@examples(40)
@given(
    st.sampled_from(("Clear", "Clear & Gusty", "Overcast", "Mud & Overcast")),
    st.integers(1, 300),
    WIND_CHANGES,
)
def test_an_ffe_hinders_by_two_until_the_first_rain(
    weather: str, calibre: int, wind_changes: list[tuple[int, int, int, int]]
) -> None:
    """Whatever the wind does, dust is with an FFE from the start up to the first rain."""
    muddy = weather.startswith("Mud")
    table = table_at(weather=weather, ec="Mud" if muddy else "Dry")
    table.do(f"ffe one F4 {calibre}mm")
    plain = 1 if calibre >= 70 else 0
    dusty = not muddy
    assert hindrance(table) == (2 if dusty else plain)
    for coloured, white, change, direction in wind_changes:
        table.game.do(Advance(Phase.RPH))
        due = [coloured, white]
        if coloured + white == 2:
            still = table.state.wind.force is WindForce.NO_WIND
            due += [change, direction] if change >= 5 and still else [change]
        table.game.do(WindChange(), due)
        dusty = dusty and not (weather == "Overcast" and coloured + white >= 10)
        assert hindrance(table) == (2 if dusty else plain)
