"""Exact odds: against all dice in turn, by hand, and by what must hold of all odds."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.commands import Advance, Command, WindChange
from events.errors import BadInput
from events.moment import Phase
from events.scenario import Scenario
from events.terms import Density, WindForce
from replays import Game
from replays.testing import games, scenarios
from sim.chapter_11.setup import next_roll
from sim.climate.climate import Climate, climate_of, in_climate
from sim.climate.exact_odds import DUSTY, Odds, climate_odds, dust_at_range
from sim.climate.table import OUTCOMES, ClimateTable
from sim.climate.walk import climate_table
from sim.machine.decide import Outcome, resolve
from sim.machine.dice import Dice, outcomes
from sim.machine.opening import initial_state
from sim.state import State
from tests import cases
from tests.climates import climate_chances
from tests.drawn import examples
from tests.table import scenario

SIXTH = Fraction(1, 6)


def _odds(turns: int = 1, range_: int | None = None, **facts: Any) -> Odds:
    state = initial_state(scenario(**facts))
    return climate_odds(climate_table(state), turns, range_)


def _after(state: State, command: Command, dice: Dice) -> State:
    outcome = resolve(state, command, dice)
    assert isinstance(outcome, Outcome)
    return outcome.state


def _life(state: State, player_turns: int, dice: Dice) -> list[Climate]:
    """The climates of the first Player Turns of a game, played with these dice."""
    while (roll := next_roll(state)) is not None:
        state = _after(state, roll(), dice)
    found = []
    for _ in range(player_turns):
        state = _after(_after(state, Advance(Phase.RPH), dice), WindChange(), dice)
        found.append(climate_of(state))
    return found


SHORT: list[tuple[int, dict[str, Any]]] = [
    (2, {"weather": "Overcast", "wind": "No Wind", "wind_direction": None}),
    (2, {"dust": "Very Heavy", "wind": "Heavy Winds", "weather": "Clear & Gusty"}),
    (2, {"dust": "Light", "rulings": {"11.76-cease": "each-turn"}}),
    (1, {"dyo": True, "wind": "roll", "wind_direction": None, "dust": "roll"}),
    (1, {"dyo": True, "weather": "roll", "ec": "roll", "wind": "No Wind", "wind_direction": None}),
]


@pytest.mark.parametrize(("player_turns", "facts"), SHORT)
@pytest.mark.rule("11.76", "11.77")
def test_short_games_have_the_odds_of_all_their_dice(
    player_turns: int, facts: dict[str, Any]
) -> None:
    """Playing a game with all dice that can fall, in turn, gives the same chances."""
    state = initial_state(scenario(**facts))
    climates: list[dict[Climate, Fraction]] = [{} for _ in range(player_turns)]
    reached: list[dict[Density, Fraction]] = [dict.fromkeys(DUSTY, Fraction(0)) for _ in climates]
    for chance, _, life in outcomes(lambda dice: _life(state, player_turns, dice)):
        for n, climate in enumerate(life):
            climates[n][climate] = climates[n].get(climate, Fraction(0)) + chance
            most = max(each.density.level for each in life[: n + 1])
            for density in DUSTY[:most]:
                reached[n][density] += chance
    table = climate_table(state)
    found = climate_odds(table, 1).player_turns[:player_turns]
    assert [each for _, each in climate_chances(table, 1)][:player_turns] == climates
    assert [each.reached for each in found] == reached


@pytest.mark.rule("11.71", "11.72")
def test_dust_on_a_shot_is_half_its_dr() -> None:
    """Light Dust adds 0 to 3, rounded down; Moderate 1 to 3, rounded up."""
    light = _odds(range_=5, dust="Light").player_turns[0].shot
    moderate = _odds(range_=5, dust="Moderate").player_turns[0].shot
    assert light is not None
    assert moderate is not None
    assert light.drm == {0: SIXTH, 1: 2 * SIXTH, 2: 2 * SIXTH, 3: SIXTH}
    assert moderate.drm == {1: 2 * SIXTH, 2: 2 * SIXTH, 3: 2 * SIXTH}
    assert light.blocked == moderate.blocked == 0, "DLV never blocks"


@pytest.mark.rule("11.73", "B.10")
@cases("range_, least, blocked", (0, 0, 0), (1, 1, 0), (10, 5, 0), (11, 6, 1), (12, 6, 1))
def test_heavy_dust_blocks_from_a_range_on(range_: int, least: int, blocked: int) -> None:
    """Half the range, rounded up, beside a Light dr; a Hindrance of 6 blocks."""
    shot = _odds(range_=range_, dust="Heavy").player_turns[0].shot
    assert shot is not None
    assert min(shot.drm) == least
    assert shot.drm[least + 1] == 2 * SIXTH
    assert shot.blocked == blocked


@pytest.mark.rule("B.10")
def test_rain_blocks_a_long_shot_just_when_it_falls() -> None:
    """At 42 hexes the LV of rain is +6; Dust adds nothing then."""
    shot = _odds(range_=42, weather="Overcast").player_turns[0].shot
    assert shot is not None
    assert shot.blocked == SIXTH
    assert shot.drm == {0: 1}


@cases("range_", -1, 100)
def test_an_impossible_range_is_told(range_: int) -> None:
    """A range is 0 to 99."""
    with pytest.raises(BadInput, match=f"{range_} is not a range from 0 to 99"):
        _odds(range_=range_)


@examples(20)
@given(games(most=20), st.integers(0, 20))
def test_odds_are_odds(game: Game, range_: int) -> None:
    """Chances add up to one, and what was reached once stays reached."""
    turns = max(game.state.moment.turn, 1) + 2
    odds = climate_odds(climate_table(game.state), turns, range_)
    before: dict[Density, Fraction] = {density: Fraction(0) for density in DUSTY}
    for each in odds.player_turns:
        assert each.shot is not None
        marginals: Sequence[dict[Any, Fraction]]
        marginals = (each.density, each.rain, each.wind, each.ec, each.shot.drm)
        assert [sum(chances.values()) for chances in marginals] == [1] * 5
        reached = list(each.reached.values())
        assert reached == sorted(reached, reverse=True)
        assert all(each.reached[density] >= before[density] for density in DUSTY)
        assert all(each.reached[density] >= each.density[density] for density in DUSTY)
        assert each.heavy_gusts <= min(each.gusts, each.wind[WindForce.HEAVY_WINDS])
        before = each.reached
    assert sum(odds.expected.values()) == len(odds.player_turns)
    assert odds.reached == before


@examples(16)
@given(games(most=20), st.sampled_from(DUSTY))
def test_a_density_is_reached_as_often_as_its_absence_says(game: Game, density: Density) -> None:
    """Games in which it is never reached, counted step by step, are all the others."""
    table = climate_table(game.state)
    found = climate_odds(table, 4).player_turns
    assert [each.reached[density] for each in found] == _absorbed(table, 4, density)


@examples(16)
@given(scenarios(), st.integers(0, 20))
def test_kinds_lose_nothing(facts: Scenario, range_: int) -> None:
    """What is told of kinds is what climates, one by one, add up to; a shot is alike in a kind."""
    table = climate_table(initial_state(facts))
    told = climate_odds(table, 2, range_).player_turns
    for each, (moment, chances) in zip(told, climate_chances(table, 2), strict=True):
        assert each.moment == moment
        dense = dict.fromkeys(Density, Fraction(0))
        blocked = heavy = Fraction(0)
        for climate, chance in chances.items():
            dense[climate.density] += chance
            heavy += chance * climate.wind.heavy_gusts
            blocked += chance * dust_at_range(in_climate(table.state, climate), range_)[1]
        assert each.shot is not None
        assert (each.density, each.heavy_gusts, each.shot.blocked) == (dense, heavy, blocked)


def _absorbed(table: ClimateTable, turns: int, density: Density) -> list[Fraction]:
    """The chance that a density was reached so far, with a fraction at each step."""

    def there(n: int) -> bool:
        return table.climates[n].density.level >= density.level

    living = {table.start: Fraction(1)}
    told = []
    if table.state.clock.wind_rolled:
        living = {n: chance for n, chance in living.items() if not there(n)}
        told.append(1 - sum(living.values(), Fraction(0)))
    for moment, step in table.path(turns):
        after: dict[int, Fraction] = {}
        for n, chance in living.items():
            for to, share in step.shares(n).items():
                if moment.phase is Phase.SETUP or not there(to):
                    after[to] = after.get(to, Fraction(0)) + chance * Fraction(share, OUTCOMES)
        living = after
        if moment.phase is Phase.RPH:
            told.append(1 - sum(living.values(), Fraction(0)))
    return told


def test_the_present_player_turn_is_certain() -> None:
    """Once its Wind Change DR is made, there is no more chance in a Player Turn."""
    game = Game.new(scenario(wind="Heavy Winds", turns=3)).do_all(["wc 6 6", "phase MPh"])
    odds = climate_odds(climate_table(game.state), 3)
    present = odds.player_turns[0]
    assert {odds} == {climate_odds(climate_table(game.state), 3)}
    assert (str(present.moment), str(odds.since)) == ("1.1/RPh", "1.1/MPh")
    certain = next(climate_chances(climate_table(game.state), 3))
    assert certain == (present.moment, {climate_of(game.state): Fraction(1)})
    assert present.reached[Density.LIGHT] == odds.reached[Density.LIGHT] == 1
    assert len(odds.player_turns) == 6
