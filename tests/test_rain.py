"""Rain (E3.5-E3.54), and the end of all Dust that it brings (11.77)."""

import pytest

from events.terms import Rain
from tests import cases
from tests.table import Table

NONE, RAIN, HEAVY = Rain


@pytest.mark.rule("E3.5")
@cases("weather", "Clear", "Clear & Gusty")
def test_it_rains_under_an_overcast_sky_only(weather: str) -> None:
    """Without Overcast Weather no Wind Change DR brings rain."""
    table = Table(weather=weather)
    table.do("wc 6 6")
    assert table.state.sky.rain is NONE
