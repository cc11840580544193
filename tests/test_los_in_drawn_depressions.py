"""LOS on drawn gullies, streams, bridges, cliffs and contours: what the rules say of each.

The boards are painted here; what is expected was written down from the rules before it was tried.
"""

from collections.abc import Callable
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replays.vasl.board_import import import_board
from sim.bulk.los import LosGrid
from sim.chapter_a.los import Location, LosReport, location, los, trace
from sim.chapter_a.sight import sight_of
from sim.chapter_b.depressions import sunken_of
from sim.los.features import field_of
from sim.los.line import INTERIOR
from sim.map.hexes import neighbour
from sim.state import State
from tests.drawn import examples
from tests.test_los_by_art import _state
from tests.vasl_boards import Canvas

GULLY, STREAM, WADI, WATER = 30, 32, 104, 8
BRIDGE, ROAD, WOODS, BRUSH, WALL, CLIFF = 82, 65, 60, 25, 72, 75

Draw = Callable[[], Canvas]


def _gully(*names: str, code: int = GULLY, wide: int = 10) -> Canvas:
    canvas = Canvas()
    for one, two in pairwise(names):
        canvas.line(one, two, code, wide)
    return canvas.low()


def _bent() -> Canvas:
    """A gully from C1 to C2 whose art goes round what a straight line between them touches."""
    canvas = Canvas().dot("C1", GULLY, 10).dot("C2", GULLY, 10)
    canvas.terrain[112:136, 26:40] = GULLY
    canvas.terrain[124:136, 26:104] = GULLY
    canvas.terrain[112:136, 90:104] = GULLY
    return canvas.low()


def _bridged(code: int = GULLY) -> Canvas:
    """A gully from C1 to C4, which a road crosses from B2 to D1 on a bridge in C2."""
    canvas = Canvas().line("C1", "C4", code, 10).low(code)
    rails, road = Canvas().line("B2", "D1", BRIDGE, 7), Canvas().line("B2", "D1", ROAD, 4)
    over = (rails.terrain == BRIDGE) & (canvas.terrain == code)
    canvas.terrain[over], canvas.elevation[over] = BRIDGE, 0
    canvas.terrain[road.terrain == ROAD] = ROAD
    canvas.elevation[road.terrain == ROAD] = 0
    return canvas


def _with(canvas: Canvas, code: int, box: tuple[int, int, int, int], level: int) -> Canvas:
    left, top, right, bottom = box
    canvas.terrain[left:right, top:bottom] = code
    canvas.elevation[left:right, top:bottom] = level
    return canvas


def _high_deck() -> Canvas:
    canvas = _bridged()
    canvas.elevation[90:136, 60:130][canvas.terrain[90:136, 60:130] >= ROAD] = 1
    return canvas


def _levels(**levels: int) -> Canvas:
    canvas = Canvas()
    for name, level in levels.items():
        canvas.raised(name, level)
    return canvas


def _cliff(*, cliff: bool) -> Canvas:
    canvas = _levels(C1=2, C2=1)
    return canvas.side("C2", 4, CLIFF) if cliff else canvas


def _hill_of_woods() -> Canvas:
    """C1 and C3 at level 1, C2 at level 0 with woods in the middle."""
    return _levels(C1=1, C3=1).dot("C2", WOODS, 14)


CASES: dict[str, tuple[Draw, str, str, bool, int]] = {
    # title: board, from, to, whether blocked, Hindrance
    "along a straight gully": (lambda: _gully("C1", "C4"), "C1", "C3", False, 0),
    "along all of it": (lambda: _gully("C1", "C4"), "C1", "C4", False, 0),
    "along a stream": (lambda: _gully("C1", "C4", code=STREAM), "C1", "C4", False, 0),
    "along a wadi": (lambda: _gully("C1", "C4", code=WADI), "C1", "C4", False, 0),
    "out of it to the next hex": (lambda: _gully("C1", "C4"), "C1", "D1", False, 0),
    "out of it two hexes": (lambda: _gully("C1", "C4"), "C1", "E1", True, 0),
    "into it two hexes": (lambda: _gully("C1", "C4"), "E3", "C3", True, 0),
    "out of it obliquely": (lambda: _gully("C1", "C4"), "C4", "D2", True, 0),
    "round a bend": (_bent, "C1", "C2", False, 0),
    "over what a bend goes round": (
        lambda: _with(_gully("C1", "C4"), 0, (100, 74, 122, 82), 0), "C1", "C3", True, 0,
    ),
    "through corners of hexes that are none": (
        lambda: _gully("C1", "D3", wide=3), "C1", "D3", False, 0,
    ),
    "at a vertex of hexes that are none": (lambda: _gully("B2", "D2"), "B2", "D2", True, 0),
    "to the end of a gully, then a hex": (lambda: _gully("C1", "C3"), "C1", "C4", False, 0),
    "to the end of a gully, then two": (lambda: _gully("C1", "C2"), "C1", "C4", True, 0),
    "from one level higher at range 2": (
        lambda: _gully("C1", "C4").raised("E1", 1), "E1", "C1", False, 0,
    ),
    "from two levels higher at range 4": (
        lambda: _gully("C1", "C4").raised("G1", 2), "G1", "C1", True, 0,
    ),
    "from three levels higher at range 4": (
        lambda: _gully("C1", "C4").raised("G1", 3), "G1", "C1", False, 0,
    ),
    "over a bank to the next Depression": (
        lambda: Canvas().dot("C2", GULLY, 14).dot("C3", GULLY, 14).low(), "C2", "C3", True, 0,
    ),
    "under a bridge": (_bridged, "C1", "C3", False, 0),
    "under a deck that is drawn a level higher": (
        _high_deck, "A1", "D2", False, 0,
    ),
    "under a bridge over a river": (lambda: _bridged(WATER), "C1", "C3", False, 0),
    "under a bridge, all the way": (_bridged, "C1", "C4", False, 0),
    "from under a bridge": (_bridged, "C2@-1", "C4", False, 0),
    "from under a bridge to outside": (_bridged, "C2@-1", "E2", True, 0),
    "from a bridge to outside": (_bridged, "C2", "E2", False, 0),
    "from a bridge into the next hex": (_bridged, "C2", "C3", False, 0),
    "from a bridge into the gully, far": (_bridged, "C2", "C4", False, 0),
    "along the road of a bridge": (_bridged, "B2", "D1", False, 0),
    "across a bridge": (_bridged, "B1", "D2", False, 1),
    "over a gully": (lambda: _gully("C1", "C4"), "B1", "D2", False, 0),
    "woods in a gully": (
        lambda: _with(_gully("C1", "C4"), WOODS, (98, 90, 126, 102), 0), "C1", "C3", True, 0,
    ),
    "woods beside a gully": (
        lambda: _with(_gully("C1", "C4"), WOODS, (126, 80, 140, 110), 0), "C1", "C3", False, 0,
    ),
    "brush IN a gully": (
        lambda: _with(_gully("C1", "C4"), BRUSH, (102, 80, 122, 92), -1), "C1", "C3", False, 1,
    ),
    "brush IN a gully seen over": (
        lambda: _with(_gully("C1", "C4"), BRUSH, (102, 80, 122, 92), -1), "B1", "D2", False, 0,
    ),
    "along a valley": (lambda: _levels(C1=-1, C2=-1, C3=-1), "C1", "C3", False, 0),
    "over a ridge in a valley": (lambda: _levels(C1=-1, C2=0, C3=-1), "C1", "C3", True, 0),
    "from above a cliff to its foot": (lambda: _cliff(cliff=True), "C1", "C3", True, 0),
    "over a Crest Line to its foot": (lambda: _cliff(cliff=False), "C1", "C3", False, 0),
    "from above a cliff, farther": (lambda: _cliff(cliff=True), "C1", "C4", False, 0),
    "over woods as high as both ends": (_hill_of_woods, "C1", "C3", False, 0),
    "through woods to a higher hex": (
        lambda: _levels(C1=1).dot("C2", WOODS, 14), "C1", "C3", True, 0,
    ),
    "past woods on a slope": (
        lambda: _with(Canvas(), WOODS, (120, 80, 140, 110), 1), "C1", "C3", False, 0,
    ),
    "over a wall": (lambda: Canvas().side("C2", 4, WALL), "C1", "C4", True, 0),
    "over a wall from a level above": (
        lambda: _levels(C1=1).side("C2", 4, WALL), "C1", "C4", False, 0,
    ),
}  # fmt: skip


@pytest.fixture
def drawn(tmp_path: Path) -> Callable[[Canvas], State]:
    """The state of a board that was painted here."""
    return lambda canvas: _state(
        import_board(str(canvas.save(tmp_path / "bdX")), desert=False).spec
    )


def _los(state: State, one: str, two: str) -> LosReport:
    return los(state, location(state, one), location(state, two))


@pytest.mark.rule("A6.3", "B6.1", "B19.2")
@pytest.mark.parametrize("title", CASES)
def test_what_the_rules_say(title: str, drawn: Callable[[Canvas], State]) -> None:
    """Blocked or not, and hindered by how much, the same both ways."""
    draw, one, two, blocked, hindrance = CASES[title]
    state = drawn(draw())
    for there in ((one, two), (two, one)):
        report = _los(state, *there)
        assert report.blocked is blocked, str(report.block)
        assert blocked or report.hindrance == hindrance


@pytest.mark.rule("A6.3")
def test_whole_hexes_would_say_otherwise(tmp_path: Path) -> None:
    """Where art parts what hexes join, or joins what they part, the ruling decides."""
    titles = ("over what a bend goes round", "through corners of hexes that are none")
    for title in titles:
        draw, one, two, blocked, _ = CASES[title]
        spec = import_board(str(draw().save(tmp_path / "bdX")), desert=False).spec
        state = _state(spec, rulings={"A6.1-art": "hexes"})
        assert _los(state, one, two).blocked is not blocked


@pytest.mark.rule("B6.1")
def test_who_says_no_level_is_on_the_bridge(drawn: Callable[[Canvas], State]) -> None:
    """A hex with a bridge means the bridge, and its Depression if level -1 is said."""
    state = drawn(_bridged())
    assert location(state, "C2") == Location("C2", 0)
    assert location(state, "C2@-1") == Location("C2", -1)
    assert location(state, "C3") == Location("C3", -1)


WAYS = st.lists(
    st.tuples(st.integers(0, 39), st.lists(st.integers(1, 6), min_size=1, max_size=4)), max_size=4
)
PATCHES = st.lists(
    st.tuples(
        st.integers(0, 39),
        st.sampled_from([WOODS, BRUSH, 24, 63, 26, 51, ROAD, BRIDGE]),
        st.integers(6, 20),
        st.integers(0, 2),
    ),
    max_size=8,
)
SIDES = st.lists(
    st.tuples(st.integers(0, 39), st.integers(1, 6), st.sampled_from([WALL, CLIFF])), max_size=3
)


def _painted(
    ways: list[tuple[int, list[int]]],
    patches: list[tuple[int, int, int, int]],
    sides: list[tuple[int, int, int]],
) -> Canvas:
    """A board of hills, gullies over them, and what stands there."""
    canvas = Canvas()
    names = list(canvas.places)
    for place, code, reach, level in patches:
        canvas.dot(names[place], code, reach)
        x, y = canvas.lattice.centres[canvas.lattice.number[canvas.places[names[place]]]]
        canvas.elevation[max(x - 30, 0) : x + 30, max(y - 30, 0) : y + 30] = level
    over = canvas.terrain == BRIDGE
    by_place = {place: name for name, place in canvas.places.items()}
    for start, turns in ways:
        here = canvas.places[names[start]]
        for turn in turns:
            there = neighbour(here, turn)
            if there in by_place:
                canvas.line(by_place[here], by_place[there], GULLY, 9)
                here = there
    canvas.terrain[over] = BRIDGE
    for place, side, code in sides:
        canvas.side(names[place], side, code)
    return canvas.low()


@examples(15)
@given(WAYS, PATCHES, SIDES)
def test_bulk_and_single_agree_and_both_ways_are_alike(
    tmp_path_factory: pytest.TempPathFactory,
    ways: list[tuple[int, list[int]]],
    patches: list[tuple[int, int, int, int]],
    sides: list[tuple[int, int, int]],
) -> None:
    """On any board with gullies: each pair blocked or not alike, with the same Hindrance."""
    path = _painted(ways, patches, sides).save(tmp_path_factory.mktemp("b") / "bdX")
    state = _state(import_board(str(path), desert=False).spec)
    low, field = sunken_of(state.setting), field_of(state)
    pairs = list(combinations(state.setting.area.record, 2))[::4]
    found = LosGrid(state.setting, pairs).trace(state)
    for n, (one, two) in enumerate(pairs):
        ends = Location(one, -(one in low)), Location(two, -(two in low))
        report, back = trace(field, *ends), trace(field, *ends[::-1])
        assert report.blocked == bool(found.blocked[n]) == back.blocked, (one, two)
        assert report.blocked or report.hindrance == int(found.hindrance[n]), (one, two)
        assert report.blocked or report.hindrance == back.hindrance, (one, two)


WHOLE = st.lists(
    st.tuples(
        st.integers(0, 39), st.sampled_from([WOODS, BRUSH, 24, 63, 26, GULLY, 0]), st.integers(0, 2)
    ),
    max_size=14,
)


@examples(12)
@given(WHOLE)
def test_art_that_fills_its_hex_is_as_whole_hexes(
    tmp_path_factory: pytest.TempPathFactory, painted: list[tuple[int, int, int]]
) -> None:
    """A LOS that only crosses hexes is judged alike by both geometries where art fills them."""
    canvas = Canvas()
    names = list(canvas.places)
    hexes_of = canvas.lattice.points_of()
    for place, code, level in painted:
        at = hexes_of == canvas.lattice.number[canvas.places[names[place]]]
        canvas.terrain[at], canvas.elevation[at] = code, -1 if code == GULLY else level
    spec = import_board(str(canvas.save(tmp_path_factory.mktemp("b") / "bdX")), desert=False).spec
    by_art, by_hexes = _state(spec), _state(spec, rulings={"A6.1-art": "hexes"})
    low = sunken_of(by_art.setting)
    fields = field_of(by_art), field_of(by_hexes)
    picture = fields[0].picture
    assert picture is not None
    compared = 0
    for one, two in list(combinations(names, 2))[::3]:
        ends = Location(one, -(one in low)), Location(two, -(two in low))
        sight = sight_of(fields[0], *ends)
        touched = picture.touched(picture.dots[one], picture.dots[two], (one, two))
        shown = {picture.hexes[number] for number in touched}
        if shown != set(sight.names) or any(t.contact != INTERIOR for t in sight.line.touches):
            continue
        art, hexes = (trace(field, *ends) for field in fields)
        assert art.blocked == hexes.blocked, (one, two, art.block, hexes.block)
        assert art.blocked or art.hindrance == hexes.hindrance, (one, two)
        compared += 1
    assert compared > 100
