"""LOS in bulk: the same answers as one at a time, whatever lies on the board."""

import random

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from immutables import Map

from events.scenario import Scenario
from events.terms import Month, WindForce
from replays.asking.rules_page import Example
from replays.game.bundled import bundled_boards
from replays.game.scenario_file import load_board
from sim.bulk.los import LosGrid
from sim.chapter_a.los import Location, trace
from sim.chapter_b.depressions import depressions_of
from sim.los.features import field_of
from sim.los.line import distance
from sim.machine.opening import initial_state
from sim.state import BARE, FFE, Smoke, State, Vehicle, VehicleDust, Wind, replace
from tests import cases
from tests.drawn import examples
from tests.table import ABLAZE, scenario

SAMPLE = 300
TANKS = [
    {"id": f"v{n}", "side": "German", "movement": "fully-tracked", "mp": 13} for n in range(12)
]


def _scenario(board: str, month: Month, **changes: object) -> Scenario:
    bare = scenario(vehicles=TANKS, ec="Moist", wind="No Wind", wind_direction=None)
    facts = attrs.evolve(bare, boards=(load_board(board),), month=month, ad=True)
    return attrs.evolve(facts, **changes)  # type: ignore[arg-type] # any fact of a scenario


def _strewn(state: State, seed: int) -> State:
    """The state with SMOKE, dust, FFE, Blazes and AFV in hexes drawn from a seed, in a drawn wind.

    A Blaze is in a Location of any height: its smoke rises from there. Some AFV are in Bypass.
    """
    chance = random.Random(seed)
    names = list(state.setting.area.record)
    smoke, ffes, dust, ground = state.smoke, state.ffes, state.vehicle_dust, state.ground
    for n in range(chance.randrange(25)):
        counter = Smoke(chance.choice(names), "German", dispersed=chance.random() < 0.5)
        smoke = smoke.set(f"s{n}", counter)
    for n in range(chance.randrange(3)):
        ffes = ffes.set(f"f{n}", FFE(chance.choice(names), 100, chance.choice((1, 2))))
    for n in range(chance.randrange(6)):
        dust = dust.set(f"v{n}", VehicleDust(chance.choice(names)))
    for _ in range(chance.randrange(6)):
        name = chance.choice(names)
        fires = Map({chance.randrange(3): ABLAZE[0]})
        ground = ground.set(name, attrs.evolve(ground.get(name, BARE), fires=fires))
    vehicles = state.vehicles
    for label in vehicles:
        bypass = chance.randrange(1, 7) if chance.random() < 0.1 else None
        moving, wreck = chance.random() < 0.1, chance.random() < 0.2
        tank = Vehicle(chance.choice(names), in_motion=moving, destroyed=wreck, bypass=bypass)
        vehicles = vehicles.set(label, tank)
    state = replace(state, vehicles=vehicles)
    wind = Wind(chance.choice(list(WindForce)), 1)
    drift = Map({label: tuple(chance.sample(names, 2)) for label in (*smoke, *dust)})
    return replace(
        state, smoke=smoke, drift=drift, ffes=ffes, vehicle_dust=dust, ground=ground, wind=wind
    )


@pytest.mark.rule("B.7", "D9.4")
@pytest.mark.parametrize("board", bundled_boards())
@examples(6)
@given(seed=st.integers(0, 10**6), month=st.sampled_from([Month.JUNE, Month.DECEMBER]))
def test_bulk_agrees_with_one_at_a_time(board: str, seed: int, month: Month) -> None:
    """Of pairs drawn on a bundled board with random counters, bulk says what a single LOS says."""
    state = _strewn(initial_state(_scenario(board, month)), seed)
    chance = random.Random(seed)
    names = list(state.setting.area.record)
    pairs = [(chance.choice(names), chance.choice(names)) for _ in range(SAMPLE)]
    found = LosGrid(state.setting, pairs).trace(state)
    field, depressions = field_of(state), depressions_of(state.setting)
    for n, (one, two) in enumerate(pairs):
        ends = [Location(name, -(name in depressions)) for name in (one, two)]
        report = trace(field, *ends)
        assert report.blocked == bool(found.blocked[n]), (one, two)
        if not report.blocked:
            assert report.hindrance == found.hindrance[n], (one, two)


@cases("switch", "steppe", "broken")
def test_bulk_agrees_on_changed_terrain(switch: str) -> None:
    """Steppe and Broken Terrain change bulk LOS as they change single ones."""
    facts = _scenario("desert-33", Month.JUNE, **{switch: True})
    state = initial_state(facts)
    chance = random.Random(3)
    area = state.setting.area
    one_and_two = [chance.sample(list(area.names), 2) for _ in range(2500)]
    pairs = [(area.names[a], area.names[b]) for a, b in one_and_two if distance(a, b) <= 9]
    found = LosGrid(state.setting, pairs).trace(state)
    field, depressions = field_of(state), depressions_of(state.setting)
    for n, (one, two) in enumerate(pairs):
        ends = [Location(name, -(name in depressions)) for name in (one, two)]
        report = trace(field, *ends)
        assert (report.blocked, report.blocked or report.hindrance) == (
            bool(found.blocked[n]),
            bool(found.blocked[n]) or found.hindrance[n],
        ), (one, two)


@pytest.mark.rule("B.1", "A6.21")
@cases(
    "marks, spills, one, two, hindrance",
    ("H1=w H2=b I2=w", '{hex = "H2", over = ["H2/I2"]}', "H1", "I3", 1),
    ("H1=w H2=b I2=w", "", "H1", "I3", 0),
    ("B1=.2 B6=k1", "", "B1", "B8", 0),
)
def test_bulk_answers_what_is_asked_of_few(
    marks: str, spills: str, one: str, two: str, hindrance: int
) -> None:
    """Brush that reaches into woods hinders along their hexside; half a level hides no hex."""
    facts = f"board = {{desert = false, spills = [{spills}]}}"
    state = Example((), "field", marks, facts, (), "", (), "").outcome().state
    assert state is not None
    found = LosGrid(state.setting, [(one, two)]).trace(state)
    assert (found.blocked.tolist(), found.hindrance.tolist()) == ([False], [hindrance])


def test_no_pairs_at_all() -> None:
    """A grid without pairs has no answers, and raises nothing."""
    state = initial_state(_scenario("hills", Month.JUNE))
    found = LosGrid(state.setting, []).trace(state)
    assert len(found.blocked) == len(found.hindrance) == 0
    state = replace(state, smoke=state.smoke.set("s", Smoke("D4", "German")))
    alone = LosGrid(state.setting, [("D4", "D4"), ("D4", "D5"), ("D5", "D4")]).trace(state)
    assert not alone.blocked.any()
    assert alone.hindrance.tolist() == [4, 4, 3], "SMOKE of one's own hex counts once"
