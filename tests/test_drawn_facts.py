"""Facts that are given to the strategies stand; facts that contradict one another are an error."""

import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given

from events.errors import BadInput
from events.scenario import Scenario
from replays.testing import games, logs, scenarios
from sim.soundness import faults
from tests import cases
from tests.drawn import examples

FACTS: tuple[dict[str, Any], ...] = (
    {"dust": "Heavy"},
    {"dust": "Light", "steppe": True},
    {"dust": "roll"},
    {"weather": "Mud"},
    {"time_of_day": "Early Morning"},
    {"wind": "No Wind"},
    {"wind_direction": 3},
    {"first": "Italian", "sides": ["Italian", "French"]},
    {"boards": [{"name": "Z", "desert": True, "width": 3, "height": 3}]},
    {"land": "Norway"},
)


def _said(scenario: Scenario, key: str) -> Any:
    """A fact as a scenario file says it."""
    value = getattr(scenario, key)
    if key == "boards":
        keys = ("name", "desert", "width", "height")
        return [{key: getattr(board, key) for key in keys} for board in value]
    return "roll" if value is None else list(value) if isinstance(value, tuple) else value


@pytest.mark.parametrize("facts", FACTS, ids=str)
def test_facts_stand(facts: dict[str, Any]) -> None:
    """Every drawn scenario is sound, and has each given fact as it was given."""

    @examples(15)
    @given(scenarios(**facts))
    def each(scenario: Scenario) -> None:
        assert not list(faults(scenario))
        assert {key: _said(scenario, key) for key in facts} == facts

    each()


@cases(
    "facts, sentence",
    ({"weather": "Mud", "ec": "Dry"}, "ec: the Weather Mud makes EC Mud"),
    ({"dust": "Heavy", "ec": "Mud"}, "dust: Heavy Dust cannot exist here"),
    ({"dust": "Hevy"}, "dust: 'Hevy' is none of"),
    ({"dusty": "Heavy"}, "'dusty' is an unknown key; did you mean 'dust'?"),
    ({"turns": 0}, "turns: 0 is not a number of turns"),
)
@cases("strategy", scenarios, games, logs)
def test_contradictions_are_an_error(strategy: Any, facts: dict[str, Any], sentence: str) -> None:
    """Facts that no scenario has are refused at once, before anything is drawn."""
    with pytest.raises(BadInput) as error:
        strategy(**facts)
    assert str(error.value).startswith(f"{next(iter(facts))}=")
    assert sentence in str(error.value)


def test_without_hypothesis_the_extra_is_named() -> None:
    """Importing the strategies where Hypothesis is missing says what brings it."""
    code = "import sys; sys.modules['hypothesis'] = None; import replays.testing"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "ModuleNotFoundError: replays.testing needs Hypothesis; "
        "`pip install 'khamsin[testing]'` brings it"
    )
