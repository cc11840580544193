"""LOS in bulk: the same answers as one at a time, whatever lies on the board."""

from collections.abc import Sequence
from random import Random

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.scenario import BoardSpec, BridgeSpec, RoadSpec
from events.terms import Month
from replays.asking.rules_page import Example
from replays.game.bundled import bundled_boards
from replays.game.scenario_file import load_board
from sim.bulk.los import LosGrid
from sim.chapter_a.los import Location, trace
from sim.chapter_b.depressions import depressions_of, sunken_of
from sim.los.features import field_of
from sim.los.line import distance
from sim.map.hexes import neighbour
from sim.state import Smoke, State, replace
from tests import cases
from tests.drawn import examples
from tests.test_slow_los import DRAW, _board, _litter, _shown, _state

SAMPLE = 60


def _assert_alike(state: State, pairs: Sequence[tuple[str, str]]) -> None:
    found = LosGrid(state.setting, pairs).trace(state)
    field, low = field_of(state), sunken_of(state.setting)
    for n, (one, two) in enumerate(pairs):
        report = trace(field, *(Location(name, -(name in low)) for name in (one, two)))
        bulk = bool(found.blocked[n]), int(found.hindrance[n])
        assert report.blocked == bulk[0], (one, two, report.block, _shown(state))
        assert report.blocked or report.hindrance == bulk[1], (one, two, bulk, _shown(state))


def _some_pairs(state: State, random: Random) -> list[tuple[str, str]]:
    names = list(state.setting.area.record)
    return [(random.choice(names), random.choice(names)) for _ in range(SAMPLE)]


@pytest.mark.rule("B.7", "D9.4")
@pytest.mark.parametrize("board", bundled_boards())
@examples(6, phases=DRAW)
@given(st.randoms(use_true_random=True), st.sampled_from([Month.JUNE, Month.DECEMBER]))
def test_bulk_agrees_with_one_at_a_time(board: str, random: Random, month: Month) -> None:
    """Of pairs drawn on a bundled board with random counters, bulk says what a single LOS says."""
    state = _litter(_state(load_board(board), month, ad=True), random)
    _assert_alike(state, _some_pairs(state, random))


def _bridged(board: BoardSpec, random: Random) -> BoardSpec:
    """The board with bridges over some of its Depressions, each of which carries a road."""
    setting = _state(board).setting
    area, roads = setting.area, list(board.roads)
    for name in sorted(depressions_of(setting)):
        here, side = area.place(name), random.randint(1, 3)
        run = [area.names.get(each) for each in (neighbour(here, side), neighbour(here, side + 3))]
        if random.random() < 0.4 and run[0] and run[1]:
            roads.append(RoadSpec(hexes=(run[0], name, run[1])))
    bridges = tuple(BridgeSpec(hex=road.hexes[1]) for road in roads[len(board.roads) :])
    return attrs.evolve(board, roads=tuple(roads), bridges=bridges)


@examples(80, phases=DRAW)
@given(st.randoms(use_true_random=True), st.sampled_from(Month))
def test_bulk_agrees_on_drawn_maps(random: Random, month: Month) -> None:
    """So it does on drawn maps: cliffs, Depressions, bridges, hulls, SMOKE, and the edge."""
    state = _state(_bridged(_board(random), random), month)
    if random.random() < 0.5:
        state = _litter(state, random)
    _assert_alike(state, _some_pairs(state, random))


@cases("switch", "steppe", "broken")
def test_bulk_agrees_on_changed_terrain(switch: str) -> None:
    """Steppe and Broken Terrain change bulk LOS as they change single ones."""
    state = _state(load_board("desert-33"), steppe=switch == "steppe", broken=switch == "broken")
    area, random = state.setting.area, Random(3)
    places = [random.sample(list(area.names), 2) for _ in range(2500)]
    pairs = [(area.names[a], area.names[b]) for a, b in places if distance(a, b) <= 9]
    _assert_alike(state, pairs)


@pytest.mark.rule("B.1", "A6.21")
@cases(
    "marks, spills, one, two, hindrance",
    ("H1=w H2=b I2=w", '{hex = "H2", over = ["H2/I2"]}', "H1", "I3", 1),
    ("H1=w H2=b I2=w", "", "H1", "I3", 0),
    ("B1=.2 B6=k1", "", "B1", "B8", 0),
    ("B0=.-1", "", "B0", "D0", 0),
)
def test_bulk_answers_what_is_asked_of_few(
    marks: str, spills: str, one: str, two: str, hindrance: int
) -> None:
    """Brush that reaches into woods hinders along their hexside; half a level hides no hex.

    Beyond the edge there is no ground, so along it a hex blocks alone no more than elsewhere.
    """
    facts = f"board = {{desert = false, spills = [{spills}]}}"
    game = Example((), "field", marks, facts, (), "", (), "").outcome().game
    assert game is not None
    found = LosGrid(game.state.setting, [(one, two)]).trace(game.state)
    assert (found.blocked.tolist(), found.hindrance.tolist()) == ([False], [hindrance])


def test_no_pairs_at_all() -> None:
    """A grid without pairs has no answers, and raises nothing."""
    state = _state(load_board("hills"))
    found = LosGrid(state.setting, []).trace(state)
    assert len(found.blocked) == len(found.hindrance) == 0
    state = replace(state, smoke=state.smoke.set("s", Smoke("D4", "German")))
    alone = LosGrid(state.setting, [("D4", "D4"), ("D4", "D5"), ("D5", "D4")]).trace(state)
    assert not alone.blocked.any()
    assert alone.hindrance.tolist() == [4, 4, 3], "SMOKE of one's own hex counts once"
