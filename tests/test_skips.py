"""What a line meets that steps over a picture is what it meets point by point."""

from array import array
from collections.abc import Sequence
from itertools import combinations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.scenario import BoardSpec
from replays.vasl.board_import import import_board
from sim.los import canvas as strides_of_pictures
from sim.los.canvas import Canvas as Picture
from sim.los.features import field_of
from sim.machine.opening import initial_state
from sim.state import State
from tests import cases
from tests.drawn import examples
from tests.table import scenario
from tests.test_los_by_art import PAINTS
from tests.vasl_boards import BOARDS, WHY, Canvas, points_between


def _state(board: BoardSpec) -> State:
    return initial_state(attrs.evolve(scenario(vehicles=[]), boards=(board,)))


@given(st.integers(1, 400), st.integers(-300, 300))
def test_the_points_of_a_row_are_those_of_a_line(dx: int, dy: int) -> None:
    """The n-th point by the formula is the n-th point of the line, column by column."""
    picture = Picture(800, 700, (56.25, 64.5), (), array("H"), {})
    row = picture.row((100, 350), (100 + dx, 350 + dy))
    spots = [(101 + x) * 700 + 350 + y for x, y in points_between(dx, dy)]
    assert [row.spot(n) for n in range(row.points)] == spots


def _compare(state: State, names: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Step over the lines between some hexes, both ways, and walk them point by point."""
    monkeypatch.setattr(strides_of_pictures, "PAYS", -1)
    picture, skips = field_of(state).picture, field_of(state).skips
    assert picture is not None
    assert skips is not None
    for pair in combinations(names, 2):
        for one, two in (pair, pair[::-1]):
            points = picture.dots[one], picture.dots[two]
            whole = picture.touched(*points, (one, two))
            for lower in (-1, 0, 2):
                found = skips.met(*points, (one, two), lower)
                assert found == {
                    n for n in whole if n in skips.matter or picture.levels[n] > lower
                }, (one, two, lower)


@examples(4)
@given(PAINTS)
def test_steps_over_a_drawn_board(
    tmp_path_factory: pytest.TempPathFactory, dots: list[tuple[int, int, int, int]]
) -> None:
    """On a board that was painted at random both meet the same art."""
    canvas = Canvas()
    names = list(canvas.places)
    for place, code, reach, level in dots:
        canvas.dot(names[place], code, reach)
        x, y = canvas.lattice.centres[canvas.lattice.number[canvas.places[names[place]]]]
        canvas.elevation[max(x - 25, 0) : x + 25, max(y - 25, 0) : y + 25] = level
    state = _state(import_board(str(canvas.save(tmp_path_factory.mktemp("b") / "bdX"))).spec)
    with pytest.MonkeyPatch.context() as patch:
        _compare(state, names[::4], patch)


@pytest.mark.skipif(not BOARDS.is_dir(), reason=WHY)
@cases("board", "bd01", "bd15")
def test_steps_over_a_real_board(board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On boards of VASL, of houses and of hills, both meet the same art."""
    state = _state(import_board(str(BOARDS / board)).spec)
    _compare(state, list(state.setting.area.record)[::31], monkeypatch)
