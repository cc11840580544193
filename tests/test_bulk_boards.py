"""The LOS of many pairs at once over boards of VASL, by their art or by hexes."""

import random
from functools import cache
from itertools import combinations

import pytest

from events.scenario import BoardSpec
from replays.vasl.board_import import import_board
from sim.bulk.los import LosGrid
from sim.chapter_a.los import Location, trace
from sim.chapter_b.depressions import sunken_of
from sim.los.features import field_of
from sim.state import State
from tests import cases
from tests.drawn import share
from tests.test_los_by_art import _state
from tests.vasl_boards import BOARDS, WHY

real = pytest.mark.skipif(not BOARDS.is_dir(), reason=WHY)

Pairs = list[tuple[str, str]]


def _pairs(state: State) -> Pairs:
    return list(combinations(state.setting.area.record, 2))


@cache
def _board(name: str) -> BoardSpec:
    return import_board(str(BOARDS / f"bd{name}")).spec


@real
@cases("geometry", "art", "hexes")
@cases("name", "01", "15", "28")
def test_bulk_and_single_agree_on_boards_of_vasl(name: str, geometry: str) -> None:
    """A sample of all pairs of a real board: blocked or not alike, with the same Hindrance."""
    state = _state(_board(name), rulings={} if geometry == "art" else {"A6.1-art": "hexes"})
    pairs = random.Random(7).sample(_pairs(state), share(900))
    found, field = LosGrid(state.setting, pairs).trace(state), field_of(state)
    low = sunken_of(state.setting)
    assert (field.picture is not None) is (geometry == "art")
    for n, (one, two) in enumerate(pairs):
        report = trace(field, *(Location(end, -(end in low)) for end in (one, two)))
        assert report.blocked == bool(found.blocked[n]), (one, two)
        assert report.blocked or report.hindrance == int(found.hindrance[n]), (one, two)
