"""Which rules may apply to which scenario: the seven rows of the summary (11.1)."""

from typing import Any, Final, NamedTuple

import attrs
import pytest

from events.scenario import BoardSpec
from events.terms import EC, TimeOfDay, Weather
from sim.chapter_11.applicability import (
    HEAT_HAZE,
)
from sim.machine.opening import initial_state
from sim.state import Sky, State, but
from tests.table import scenario

BOARDS: Final = {"none": (False, False), "some": (True, False), "all": (True, True)}


class Facts(NamedTuple):
    """What the summary asks about; None is still to be rolled."""

    dyo: bool
    land: str
    boards: str
    steppe: bool
    weather: str | None
    ec: str | None
    time: str | None


def _beginning(dyo: bool, land: str, boards: str, steppe: bool) -> State:
    """The state of a scenario in this setting, before its rolls."""
    laid_out = tuple(
        BoardSpec(name=str(number), desert=desert, width=1, height=1)
        for number, desert in enumerate(BOARDS[boards])
    )
    plain = scenario(dyo=dyo, land=land, steppe=steppe, vehicles=[])
    return initial_state(attrs.evolve(plain, boards=laid_out))


def _under(
    state: State, weather: str | None, ec: str | None, time: str | None, rained: bool = False
) -> State:
    """The state under this sky."""
    sky = Sky(
        None if weather is None else Weather(weather),
        None if time is None else TimeOfDay(time),
        None if ec is None else EC(ec),
        rained=rained,
    )
    return but(state, sky=sky)


BEST: Final[dict[str, Any]] = {
    "dyo": True,
    "land": "Libya",
    "boards": "all",
    "steppe": False,
    "weather": "Clear",
    "ec": "Dry",
    "time": "None",
}

AFRICA: Final = "it is set in North Africa"
SKY: Final = "Weather is not Overcast"


def _state(changes: dict[str, Any]) -> State:
    facts = Facts(**{**BEST, **changes})
    return _under(_beginning(*facts[:4]), facts.weather, facts.ec, facts.time)


@pytest.mark.rule("11.1")
def test_one_failing_condition_decides_before_the_rolls() -> None:
    """A rule is out of effect as soon as one condition fails, whatever is still to be rolled."""
    state = _state({"land": "Sicily", "weather": None})
    assert HEAT_HAZE.in_effect(state) is False
    assert [condition.text for condition in HEAT_HAZE.failing(state)] == [AFRICA]
    assert [condition.text for condition in HEAT_HAZE.open(state)] == [SKY]
