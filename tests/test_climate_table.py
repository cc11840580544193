"""The table of climates against the event engine: the same dice lead to the same climates."""

from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from events.commands import Advance, WindChange
from events.moment import SETUP, Moment, Phase
from events.scenario import Scenario
from replays import Game, drive, load_scenario
from replays.game.position import happen
from replays.testing import games, scenarios
from sim.chapter_11.setup import SETUP_STEPS
from sim.climate.climate import Climate, climate_of
from sim.climate.table import OUTCOMES, ClimateTable
from sim.climate.walk import climate_table
from sim.machine.decide import Outcome, resolve
from sim.machine.dice import Dice, outcomes, seeded
from sim.machine.opening import initial_state
from sim.state import Clock, State, Wind, replace
from tests import cases
from tests.drawn import examples
from tests.table import scenario

SEEDS = st.text(max_size=8)


def _outcome(dice: tuple[int, ...]) -> int:
    """The outcome of a word that shows these four dice, or the first that begins with fewer."""
    number = 0
    for die in (*dice, 1, 1, 1)[:4]:
        number = 6 * number + die - 1
    return number


def _by_table(table: ClimateTable, turns: int, seed: str, game: int) -> dict[str, Climate]:
    """The climate after each Wind Change DR, by its moment, read from the table."""
    climate = table.start
    found: dict[str, Climate] = {}
    for moment, step in table.path(turns):
        outcome = 0
        if step.purpose is not None:
            outcome = _outcome(seeded(seed, game, str(moment), step.purpose, 0, 4))
        climate = step.after(climate, outcome)
        if moment.phase is Phase.RPH:
            found[str(moment)] = table.climates[climate]
    return found


def _by_engine(game: Game) -> dict[str, Climate]:
    """The same, from the game itself, with vehicles driven about."""
    found: dict[str, Climate] = {}
    begun = len(game.entries)
    state = game.state
    for _ in drive(game):
        pass
    for entry in game.entries[begun:]:
        for event in entry.then:
            state = happen(state, event, entry.n)
        if isinstance(entry.do, WindChange):
            found[str(entry.at)] = climate_of(state)
    return found


@examples(32)
@given(scenarios(), SEEDS, st.integers(0, 2**32 - 1))
def test_the_table_gives_the_trajectory_of_a_game(facts: Scenario, seed: str, number: int) -> None:
    """Fed with the dice of a seed, the table goes through the climates of the game itself."""
    table = climate_table(initial_state(facts))
    engine = _by_engine(Game.new(facts, seed, number))
    assert len(engine) == 2 * facts.turns
    assert _by_table(table, facts.turns, seed, number) == engine


@examples(32)
@given(games(most=30))
def test_the_table_goes_on_from_any_moment_of_a_game(game: Game) -> None:
    """Compiled from a game in progress, it gives the Player Turns that are still to come."""
    table = climate_table(game.state)
    rest = _by_table(table, game.header.scenario.turns, game.header.seed, game.header.game)
    assert rest == _by_engine(game)


@examples(24)
@given(games(most=40))
def test_nothing_but_setup_and_wind_change_drs_changes_a_climate(game: Game) -> None:
    """Turn, phase, vehicles, SMOKE, fires and rubble have no part in what becomes of a climate."""
    state = game.beginning
    table = climate_table(state)
    steps = {step.purpose: step for _, step in table.path(1)}
    now = table.start
    for entry in game.entries:
        step = None
        if isinstance(entry.do, (WindChange, *SETUP_STEPS)):
            step = steps[entry.dice[0].purpose]
        elif entry.at == SETUP and isinstance(entry.do, Advance):
            step = steps[None]
        if step is not None:
            dice = tuple(die for roll in entry.dice for die in roll.dice)
            now = step.after(now, _outcome(dice))
        for event in entry.then:
            state = happen(state, event, entry.n)
        assert table.climates[now] == climate_of(state), entry.do


@examples(32)
@given(games(most=30))
def test_all_wind_directions_are_alike_to_a_climate(game: Game) -> None:
    """Whichever way the wind blows, each outcome of a Wind Change DR leads to the same climate."""
    clock = Clock(Moment(1, 1, Phase.RPH))
    here = climate_of(game.state)
    if here.wind.direction is None:
        return

    def led(direction: int) -> list[object]:
        wind = Wind(here.wind.force, direction, here.wind.gusts)
        state = replace(game.state, clock=clock, wind=wind)
        return [(dice, after) for _, dice, after in outcomes(partial(_climate_after, state))]

    assert [led(direction) for direction in range(2, 7)] == [led(1)] * 5


def _climate_after(state: State, dice: Dice) -> Climate:
    outcome = resolve(state, WindChange(), dice)
    assert isinstance(outcome, Outcome)
    return climate_of(outcome.state)


def test_each_step_takes_the_dice_of_one_word() -> None:
    """The steps of a DYO scenario, their purposes, and shares that add up to a whole word."""
    table = climate_table(initial_state(load_scenario("dyo-gazala")))
    path = list(table.path(2))
    assert [(str(moment), step.purpose) for moment, step in path] == [
        ("setup", "weather"),
        ("setup", "time of day"),
        ("setup", "ec"),
        ("setup", "wind force"),
        ("setup", "wind direction"),
        ("setup", "dust"),
        ("setup", None),
        ("1.1/RPh", "wind change"),
        ("1.2/RPh", "wind change"),
        ("2.1/RPh", "wind change"),
        ("2.2/RPh", "wind change"),
    ]
    for _, step in path:
        assert len(step.column) == sum(step.weights) == OUTCOMES
        assert len(step.rows) == len(table.climates)
        assert all(sum(step.shares(n).values()) == OUTCOMES for n in range(len(table.climates)))


@cases(
    "orders, first",
    ([], "1.1/RPh"),
    (["phase RPh"], "1.1/RPh"),
    (["wc 3 4"], "1.2/RPh"),
    (["wc 3 4", "phase MPh"], "1.2/RPh"),
    (["wc 3 4", "phase RPh", "wc 3 4", "phase CCPh"], "2.1/RPh"),
    (["wc 3 4", "phase RPh", "wc 3 4", "phase RPh"], "2.1/RPh"),
)
def test_a_wind_change_dr_that_was_made_is_not_made_again(orders: list[str], first: str) -> None:
    """The Player Turns to come begin with the first whose Wind Change DR is still due."""
    game = Game.new(scenario(turns=3)).do_all(orders)
    table = climate_table(game.state)
    assert str(next(table.player_turns(3))) == first
    assert str(list(table.player_turns(5))[-1]) == "5.2/RPh"
