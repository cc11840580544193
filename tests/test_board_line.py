"""The boards of a save: its board line, read and written, and where its boards lie."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replays.vasl.board_grid import lattice
from replays.vasl.board_line import (
    BoardSize,
    Crop,
    LaidBoard,
    LaidOverlay,
    OnBoard,
    VaslMap,
    board_line,
    read_board_line,
)
from replays.vasl.container import Archive, read_archive
from replays.vasl.encoding import Encoding
from replays.vasl.fact import CounterLaid, read_history
from replays.vasl.importer import history_lines
from sim.map.board import local_name
from sim.map.hexes import Hex
from tests import cases
from tests.vasl_boards import BOARDS, DATA, WHY

WORDS = st.text("abcdefgh0123456789", min_size=1, max_size=6)
RULES = st.sampled_from(["SteppeTerrain", "NoRoads", "HammadaToOG", "SSO_7"])
PIXELS = st.integers(-1, 1800)
LAID = st.builds(
    LaidBoard,
    *(st.integers(0, 4), st.integers(0, 4), st.from_regex(r"[0-9]{1,2}[ab]?", fullmatch=True)),
    reversed=st.booleans(),
    crop=st.none() | st.builds(Crop, PIXELS, PIXELS, PIXELS, PIXELS),
    version=st.sampled_from(["", "6.4", "5.2"]),
    overlays=st.lists(st.builds(LaidOverlay, WORDS, WORDS, WORDS), max_size=3).map(tuple),
    rules=st.lists(RULES, max_size=3, unique=True).map(tuple),
    zoom=st.sampled_from([1.0, 3.0]),
)


@given(boards=st.lists(LAID, max_size=5, unique_by=lambda b: (b.column, b.row)).map(tuple))
def test_a_board_line_is_read_as_it_was_written(boards: tuple[LaidBoard, ...]) -> None:
    """Whatever lies on the table, its line says it."""
    assert read_board_line(board_line(boards)) == boards


@given(
    place=st.sampled_from(lattice(33, 10, 1800, 645).hexes),
    turned=st.booleans(),
    crop=st.sampled_from([None, Crop(900, 0, 900, 645), Crop(0, 323, 1800, 322)]),
    zoom=st.sampled_from([1.0, 3.0]),
)
def test_a_counter_lies_in_the_hex_into_which_vassal_snaps_it(
    place: Hex, turned: bool, crop: Crop | None, zoom: float
) -> None:
    """The centre of each hex in play is in it; of those cropped away, none is."""
    board = LaidBoard(1, 0, "26", turned, crop, zoom=zoom)
    table = VaslMap.of([LaidBoard(0, 0, "27"), board])
    here, at = table.centre(OnBoard(1, local_name(place))), crop or Crop(0, 0, 1800, 645)
    x, y = place.column * 56.25, (place.row + 0.5 - place.column % 2 / 2) * 64.5
    found = table.hex_at(*here)
    if at.x < x < at.x + at.width and at.y < y < at.y + at.height:
        assert found == OnBoard(1, local_name(place))
    elif not (at.x - 2 <= x <= at.x + at.width + 2 and at.y - 2 <= y <= at.y + at.height + 2):
        assert found is None or found.board == 0


@cases("turned", False, True)
@cases("crop, zoom", (None, 1.0), (Crop(900, 0, 900, 645), 3.0))
def test_each_point_lies_in_the_hex_around_it(turned: bool, crop: Crop | None, zoom: float) -> None:
    """To its hexsides and vertices, however its board lies, but for those cut off at an edge."""
    table = VaslMap.of([LaidBoard(0, 0, "26", turned, crop, zoom=zoom)])
    for column, row in itertools.product(range(18, 31), range(1, 9)):
        at = OnBoard(0, local_name(Hex(column, row)))
        x, y = table.centre(at)
        for right, down in ((0, 30), (0, -30), (35, 0), (-35, 0), (16, 29), (-16, -29), (24, 18)):
            assert table.hex_at(x + right * int(zoom), y + down * int(zoom)) == at


def test_a_board_line_is_that_of_vasl() -> None:
    """A line with all that one can have, as VASL writes it; and what is no such line."""
    text = (
        "bd\t0\t0\t26\tVER\t6.0\tbd\t1\t0\tr27\t900\t0\t-1\t645\tVER\t6.1\tOVR\th1\tG6\tG7\t"
        "OVR\td3\tB2\tC3\tSSR\tSteppeTerrain\tNoRoads\tZOOM\t3.0"
    )
    one, two = read_board_line(text) or ()
    assert one == LaidBoard(0, 0, "26", version="6.0")
    assert two == LaidBoard(
        *(1, 0, "27", True, Crop(900, 0, -1, 645), "6.1"),
        (LaidOverlay("h1", "G6", "G7"), LaidOverlay("d3", "B2", "C3")),
        ("SteppeTerrain", "NoRoads"),
        3.0,
    )
    assert read_board_line("bd\t0\t0\tr\tVER\t6.0\t") == (LaidBoard(0, 0, "r", version="6.0"),)
    assert read_board_line("bd\t") == ()
    made = Archive("a.vsav", Encoding.PLAIN, f"begin_save\x1b{text}\x1bend_save")
    history = read_history([made])
    assert (history.board_line, history.unknown) == ((one, two), [])
    more = "Q1-GG10, h1 on G6-G7, d3 on B2-C3, NoRoads, SteppeTerrain"
    assert f"boards: 26, r27 ({more})" in history_lines(history)
    for wrong in (
        "bd",
        "bd\t0\t0\t",
        "bd\t0\tx\t26\t",
        "bd\t0\t0\t26\tOVR\th1\tG6",
        "bd\t0\t0\t2\tA",
    ):
        assert read_board_line(wrong) is None


def test_boards_lie_where_vassal_lays_them() -> None:
    """Rows and columns are as large as their boards; a reversed board counts from its far corner.

    The pixels of A2, F3 and the like are those of counters in real saves.
    """
    table = VaslMap.of(read_board_line("bd\t0\t0\t00\tVER\t6.0\t") or ())
    assert [table.centre(OnBoard(0, each)) for each in ("C2", "D2", "E2", "F2")] == [
        *((512, 496), (568, 528), (625, 496), (681, 528))
    ]
    assert table.hex_at(690, 520) == OnBoard(0, "F2")
    assert table.hex_at(399, 780) == OnBoard(0, "A6")
    assert table.hex_at(396, 780) is None
    text = "bd\t0\t0\t26\tbd\t1\t0\tr27\t900\t0\t900\t645\tbd\t0\t1\tr28\tbd\t1\t1\tx"
    sizes = [*[BoardSize()] * 3, BoardSize(900, 800, (0, 40), (60, 80))]
    table = VaslMap.of(read_board_line(text) or (), sizes)
    assert table.corners == ((400, 400), (2200, 400), (400, 1045), (2200, 1045))
    assert table.extent(1) == (900, 645)
    assert table.hex_at(2210, 410) == OnBoard(1, "GG10")
    assert table.hex_at(3095, 1035) == OnBoard(1, "Q1")
    assert table.centre(OnBoard(1, "GG10")) == (2200, 1045 - 612)
    assert table.hex_at(410, 1060) == OnBoard(2, "GG10")
    assert table.centre(OnBoard(3, "B1")) == (2260, 1125)
    assert table.hex_at(2260, 1125) == OnBoard(3, "B1")


@pytest.mark.skipif(not BOARDS.is_dir(), reason=WHY)
def test_real_saves_tell_their_boards() -> None:
    """Set-ups of published scenarios name their boards; counters of a real save lie in hexes."""
    lines = {
        "hill621.vsav": [("02", False), ("04", False), ("03", False)],
        "hubes-pocket.vsav": [("05", True), ("02", True), ("04", True)],
    }
    for path in DATA.glob("*/*.vsav"):
        history = read_history([read_archive(path)])
        assert not history.unknown
        if path.name in lines:
            said = [(each.name, each.reversed) for each in history.board_line]
            assert said == lines[path.name]
            assert [each.row for each in history.board_line] == [0, 1, 2]
    (full,) = DATA.glob("*/full.vsav")
    history = read_history([read_archive(full)])
    table = VaslMap.of(history.board_line)
    laid = [each for each in history.facts if isinstance(each, CounterLaid)]
    found = [(each, table.hex_at(each.at.x, each.at.y)) for each in laid if each.at.x > 500]
    on = {at.hex: each for each, at in found if at and each.at.y > 400}
    assert sorted(on) == ["C2", "D2", "E2", "F2"]
    assert all(table.centre(OnBoard(0, at)) == (on[at].at.x, on[at].at.y) for at in on)
