"""Every reachable weather of a game, by walking all dice through the real decide and evolve.

From every possible start of a game, all outcomes of the Wind Change DR are followed until no
climate is new. All invariants of 11.7-11.77 are asserted on every transition.
"""

from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Any

import pytest

from events.commands import WindChange
from events.moment import Moment, Phase
from events.terms import EC, Density, Rain, Weather, WindForce
from sim.chapter_11.applicability import heavy_dust_can_exist, light_dust_can_exist
from sim.climate.climate import Climate, climate_of, in_climate
from sim.machine.decide import Outcome, resolve
from sim.machine.dice import outcomes
from sim.machine.opening import initial_state
from sim.soundness import faults
from sim.state import Clock, State, but
from tests.table import scenario

RPH = Clock(Moment(1, 1, Phase.RPH))

DESERT = [{"name": "27", "desert": True, "width": 5, "height": 3}]
MIXED = [*DESERT, {"name": "1", "desert": False, "width": 5, "height": 3}]
OTHER = MIXED[1:]


def _starts() -> Iterator[dict[str, Any]]:
    """Every sound start of a scenario, as far as the climate goes."""
    for weather, ec, force, dust, steppe, boards in product(
        Weather, EC, WindForce, Density, (False, True), (DESERT, MIXED, OTHER)
    ):
        yield {
            "weather": weather.value,
            "ec": ec.value,
            "wind": force.value,
            "wind_direction": None if force is WindForce.NO_WIND else 3,
            "dust": dust.value,
            "steppe": steppe,
            "boards": boards,
            "vehicles": [],
        }


def _walk(start: State, seen: set[Climate]) -> Iterator[tuple[State, tuple[int, ...], State]]:
    """All transitions from a start, but from climates seen: state before, dice, state after."""
    waiting = [] if climate_of(start) in seen else [start]
    seen.add(climate_of(start))
    while waiting:
        state = waiting.pop()
        for _, dice, outcome in outcomes(partial(resolve, state, WindChange())):
            assert isinstance(outcome, Outcome)
            after = outcome.state
            yield state, dice, after
            climate = climate_of(after)
            if climate not in seen:
                seen.add(climate)
                waiting.append(in_climate(but(start, clock=RPH), climate))


def _check_density(before: State, after: State) -> None:
    old, new = before.dust or Density.NONE, after.dust or Density.NONE
    step = new.level - old.level
    if after.sky.rained:
        assert new is Density.NONE, "no dust is left after rain (11.77)"
        return
    assert step in (-1, 0, 1), "one level a Player Turn at most (11.76)"
    pair = after.wind.heavy and after.wind.gusts
    was = before.wind.heavy and before.wind.gusts
    if not heavy_dust_can_exist(after):
        assert step == 0, "only where Heavy Dust can occur (11.76)"
    elif pair:
        assert step == (1 if old is not Density.EXTREMELY_HEAVY else 0)
    elif was:
        assert step == (-1 if old is not Density.NONE else 0), "down once as the pair ceases"
    else:
        assert step == 0, "nothing else changes density"
    if new is not Density.NONE:
        assert light_dust_can_exist(after), "dust only where it can exist (11.71)"
    if new.level >= Density.HEAVY.level:
        assert heavy_dust_can_exist(after), "Heavy Dust only where it can exist (11.73)"


def _check_sky(before: State, dice: tuple[int, ...], after: State) -> None:
    dr = dice[0] + dice[1]
    overcast = before.sky.weather is not None and before.sky.weather.overcast
    assert after.sky.weather is before.sky.weather
    assert (after.sky.rain is Rain.NONE) or overcast, "rain under an Overcast sky only"
    assert after.sky.rained or not before.sky.rained, "rained once is rained for good"
    if after.sky.rained:
        assert after.sky.ec in (EC.WET, EC.MUD), "EC stay Wet after rain (E3.51)"
    else:
        assert after.sky.ec is before.sky.ec
    gusty = before.sky.weather is Weather.GUSTY
    assert after.wind.gusts is (dr >= (10 if gusty else 12)), "Gusts are of this DR (B25.651)"


def _check_wind(before: State, dice: tuple[int, ...], after: State) -> None:
    old, new = before.wind, after.wind
    no_wind = new.force is WindForce.NO_WIND
    assert (new.direction is None) is no_wind, "a direction with wind, and only then"
    if sum(dice[:2]) != 2:
        assert (old.force, old.direction) == (new.force, new.direction), "only a 2 changes wind"
    if old.force is not new.force and old.force is not WindForce.MILD_BREEZE:
        assert new.force is WindForce.MILD_BREEZE, "both extremes lead to a Mild Breeze"


@pytest.mark.rule("11.76", "11.77", "11.7")
def test_every_reachable_climate_keeps_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    """Walked through all dice from every start, no climate breaks a rule of wind, rain or dust."""
    climates: dict[tuple[bool, str], set[Climate]] = {}
    transitions = starts = 0
    for facts in _starts():
        facts_scenario = scenario(**facts)
        if list(faults(facts_scenario)):
            continue
        starts += 1
        start = but(initial_state(facts_scenario), clock=RPH)
        kind = (facts["steppe"], str(facts["boards"]))
        for before, dice, after in _walk(start, climates.setdefault(kind, set())):
            transitions += 1
            _check_density(before, after)
            _check_sky(before, dice, after)
            _check_wind(before, dice, after)
    count = sum(len(each) for each in climates.values())
    assert starts > 500
    assert count > 1000
    with capsys.disabled():
        print(  # noqa: T201 - the coverage is the point
            f"\n{starts} starts, {count} climates and {transitions} transitions walked"
        )
