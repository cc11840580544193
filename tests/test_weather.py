"""Wind, rain and Dust: printed examples, and what holds whatever the dice say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.commands import Advance, WindChange
from events.dust import VehicleDustPlaced
from events.moment import Phase
from events.terms import Density, WindForce
from tests.drawn import examples
from tests.table import Table


@pytest.mark.rule("11.76")
def test_the_printed_example_of_six_wind_change_drs() -> None:
    """Gusts; Heavy Winds; Gusts: Light; Gusts: Moderate; no Gusts: Light; and Light it stays."""
    table, seen = Table(), []
    for roll in ("wc 6 6", "wc 1 1 5", "wc 6 6", "wc 6 6", "wc 3 4", "wc 2 5"):
        table.next_turn()
        table.do(roll)
        seen.append(table.state.dust)
    none, light, moderate, *_ = Density
    assert seen == [none, none, light, moderate, light, light]


@pytest.mark.rule("11.74")
def test_the_printed_example_up_to_the_smoke_hex() -> None:
    """No dust behind a Start; dust behind the second hex, entered through SMOKE for two MP."""
    table = Table()
    table.to("MPh")
    table.do("smoke D6")
    assert not table.state.vehicle_dust
    events = table.do("start PzA", "move PzA D5 1mp")
    assert not any(isinstance(event, VehicleDustPlaced) for event in events)
    assert table.do("move PzA D6 2mp")[-1] == VehicleDustPlaced("PzA", "D5", "11.74")
    table.do("spend PzA 3mp")
    dust = table.state.vehicle_dust
    assert {name: (each.hex, each.motion) for name, each in dust.items()} == {"PzA": ("D5", False)}


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
    table = Table(vehicles=[], weather=weather, ec="Mud" if muddy else "Dry")
    table.to("PFPh")
    table.do(f"ffe one F4 {calibre}mm")
    plain = 1 if calibre >= 70 else 0
    dusty = not muddy
    assert table.state.ffes["one"].hindrance == (2 if dusty else plain)
    for coloured, white, change, direction in wind_changes:
        table.game.do(Advance(Phase.RPH))
        due = [coloured, white]
        if coloured + white == 2:
            still = table.state.wind.force is WindForce.NO_WIND
            due += [change, direction] if change >= 5 and still else [change]
        table.game.do(WindChange(), due)
        dusty = dusty and not (weather == "Overcast" and coloured + white >= 10)
        assert table.state.ffes["one"].hindrance == (2 if dusty else plain)
