"""VASL boards that are not whole geomorphic boards: halves, parts, other sizes, roads at edges."""

import itertools
from pathlib import Path

import attrs
import numpy as np
import pytest

from events.errors import BadInput
from events.scenario import BoardSpec
from replays.game.scenario_file import board_alone
from replays.vasl.board_archive import Grid
from replays.vasl.board_import import ImportedBoard, import_board
from sim.chapter_a.los import Location, los
from sim.machine.opening import initial_state
from sim.map.hexes import dot_of
from sim.map.playing_area import PlayingArea, playing_area
from sim.map.terrain_kind import TerrainKind
from sim.state import State
from tests import cases
from tests.test_cli import Khamsin
from tests.vasl_boards import (
    BOARDS,
    HEIGHT,
    WHY,
    WIDTH,
    Canvas,
    archive,
    losdata,
    real_board,
    report_of,
)

real = pytest.mark.skipif(not BOARDS.is_dir(), reason=WHY)


def _canvas() -> Canvas:
    """A board that has something of everything."""
    canvas = Canvas().hex("G2", 0, 2).hex("G3", 0, 1).dot("C2", 60, 22).dot("E3", 24)
    canvas.line("A4", "B4", 66).line("B4", "C4", 66).line("C4", "D3", 66)
    canvas.line("G4", "H4", 42).side("E2", 3, 72).side("G2", 4, 75)
    return canvas


def _meta(**facts: object) -> dict[str, bytes]:
    said = " ".join(f'{key}="{value}"' for key, value in facts.items())
    return {"BoardMetadata.xml": f'<boardMetadata name="X" {said}/>'.encode()}


def _area(found: ImportedBoard) -> PlayingArea:
    return playing_area((found.spec,))


def _what(area: PlayingArea, name: str) -> tuple[object, ...]:
    """All that an area has of a hex."""
    sides = range(1, 7)
    house = area.buildings.get(name)
    return (
        area.record[name].kinds,
        area.record[name].level,
        None if house is None else (house.material, house.upper_levels),
        [area.hexsides.get((name, side)) for side in sides],
        [area.roads.get((name, side)) for side in sides],
    )


# Names ----------------------------------------------------------------------------------------


@cases(
    "facts, first, woods",
    ({"A1CenterX": "-450"}, "I1", "K2"),
    ({"A1CenterX": "-900", "hexWidth": "56.25"}, "Q1", "S2"),
    ({"A1CenterY": "-612.75", "hexHeight": "64.5"}, "A11", "C12"),
    ({"A1CenterX": "0", "A1CenterY": "32.25"}, "A1", "C2"),
)
def test_the_halves_of_a_board_keep_its_names(
    facts: dict[str, str], first: str, woods: str, tmp_path: Path
) -> None:
    """Metadata that puts A1 off the picture: the second half of a board that was cut in two."""
    path = _canvas().save(tmp_path / "bdXb", **_meta(**facts))
    found = import_board(str(path))
    area = _area(found)
    assert found.spec.first == first
    assert TerrainKind.WOODS in area.record[woods].kinds
    whole = _area(import_board(str(_canvas().save(tmp_path / "bdX"))))
    assert [_what(area, name) for name in area.names.values()] == [
        _what(whole, name) for name in whole.names.values()
    ]


def test_a_half_is_played_by_its_own_names(khamsin: Khamsin, tmp_path: Path) -> None:
    """Written to a file, taken by a scenario, drawn, and asked for a LOS by its art."""
    facts = _meta(A1CenterX="-900", hexWidth="56.25")
    path = _canvas().save(tmp_path / "bdXb", **facts)
    assert khamsin("board", "import", str(path), "-o", "b.toml").code == 0
    Path("s.toml").write_text(
        'name = "S"\nland = "Libya"\nmonth = "June"\nturns = 3\nsides = ["A", "B"]\n'
        'ec = "Moderate"\n[[boards]]\nfrom = "b.toml"\nrotated = true\n',
        encoding="utf-8",
    )
    assert khamsin("check", "s.toml").code == 0
    said = khamsin("ask", "shot", "s.toml", "--from", "S1", "--to", "S3")
    assert said.code == 0
    assert "S2" in said.out
    assert khamsin("ask", "shot", "s.toml", "--from", "A2", "--to", "C3").code == 2


@cases("first", "B1", "A0", "", "1A", "AB1", "A100", "Ä1")
def test_a_first_hex_that_is_none_is_refused(first: str) -> None:
    """It is of hexrow A, C, E and so on, and of row 1 at least."""
    with pytest.raises(BadInput, match="upper left hex"):
        playing_area((BoardSpec(name="1", desert=True, first=first),))


# Sizes ----------------------------------------------------------------------------------------


def test_a_board_of_larger_hexes_is_the_same_board(tmp_path: Path) -> None:
    """Deluxe boards have hexes three times as large; all else is as it was."""
    canvas = _canvas()
    large = np.ones((3, 3), np.int8)
    terrain = np.kron(canvas.terrain, large).astype(np.uint8)
    elevation = np.kron(canvas.elevation, large).astype(np.int8)
    grid = Grid(WIDTH, HEIGHT, elevation, terrain)
    one = import_board(str(canvas.save(tmp_path / "bdX")))
    two = import_board(str(archive(tmp_path / "bdXdx", {"LOSData": losdata(grid)})))
    plain = {
        key: value for key, value in one.values.items() if key not in ("name", "depiction", "vasl")
    }
    assert plain == {key: two.values[key] for key in plain}


def test_a_picture_wider_than_its_hexes_is_cut(tmp_path: Path) -> None:
    """Where metadata puts A1 inside the picture, what lies beyond the centre dots is told."""
    canvas = _canvas()
    terrain = np.pad(canvas.terrain, ((40, 25), (30, 12)))
    elevation = np.pad(canvas.elevation, ((40, 25), (30, 12)))
    grid = Grid(WIDTH, HEIGHT, elevation, terrain)
    facts = _meta(A1CenterX=40, A1CenterY=62.25, hexWidth=56.25, hexHeight=64.5)
    path = archive(tmp_path / "bdX", {"LOSData": losdata(grid), **facts})
    found = import_board(str(path))
    (beyond,) = report_of(found, "not understood")
    assert beyond.startswith("the picture beyond the outer centre dots")
    assert f"{terrain.size - canvas.terrain.size} pixels" in beyond
    whole = import_board(str(canvas.save(tmp_path / "bdX0")))
    plain = {
        key: value
        for key, value in whole.values.items()
        if key not in ("name", "depiction", "vasl")
    }
    assert plain == {key: found.values[key] for key in plain}


# Parts ----------------------------------------------------------------------------------------


@cases("crop", "A1-I4", "A2-G3", "E1-G1", "c2-g4")
def test_a_part_of_a_board_is_as_in_the_whole(crop: str, tmp_path: Path) -> None:
    """Hexes inside a part are called what they were, and are what they were."""
    path = str(_canvas().save(tmp_path / "bdX"))
    whole, part = _area(import_board(path)), _area(import_board(path, crop=crop))
    one, two = crop.upper().split("-")
    columns = sorted({name.rstrip("0123456789") for name in part.names.values()})
    assert (columns[0], columns[-1]) == (one[0], two[0])
    inner = [name for name in part.names.values() if not part.on_edge(name)]
    for name in inner:
        assert _what(part, name) == _what(whole, name), name
    for name in part.names.values():
        assert part.record[name].kinds == whole.record[name].kinds, name


def test_a_board_of_an_even_number_of_hexrows_can_be_played_in_part(
    khamsin: Khamsin, tmp_path: Path
) -> None:
    """The whole is refused and says what to do; the part is a board."""
    size = 7 * 56, 258
    grid = Grid(8, HEIGHT, np.zeros(size, np.int8), np.zeros(size, np.uint8))
    path = archive(tmp_path / "bdX", {"LOSData": losdata(grid)})
    assert "--crop" in khamsin("board", "import", str(path)).err
    assert khamsin("board", "import", str(path), "--crop", "A1-G4").code == 0


# Turned ---------------------------------------------------------------------------------------


def _state(spec: BoardSpec, geometry: str) -> State:
    return initial_state(attrs.evolve(board_alone(spec), rulings={"A6.1-art": geometry}))


def _blocked(state: State, one: str, two: str) -> bool:
    return los(state, Location(one), Location(two)).blocked


@cases("geometry", "hexes", "art")
def test_a_board_turned_by_half_a_turn_has_the_same_los(geometry: str, tmp_path: Path) -> None:
    """By whole hexes all LOS are the same; by art but for pixels on which a line is rounded."""
    spec = import_board(str(_canvas().save(tmp_path / "bdX"))).spec
    lying = _state(spec, geometry)
    turned = _state(attrs.evolve(spec, rotated=True), geometry)
    names = sorted(lying.setting.area.names.values())
    pairs = list(itertools.combinations(names, 2))
    other = [pair for pair in pairs if _blocked(lying, *pair) != _blocked(turned, *pair)]
    assert len(other) <= (0 if geometry == "hexes" else len(pairs) // 100), other[:9]


# Roads at edges -------------------------------------------------------------------------------


def _road_to_edge(name: str, hexside: int) -> Canvas:
    """A road from the middle of a board to the middle of a hexside at its edge."""
    canvas = Canvas()
    x, y = dot_of(canvas.places[name], canvas.lattice.pitch)
    half = int(canvas.lattice.pitch[1] / 2)
    top = int(y) - half if hexside == 1 else int(y)
    canvas.terrain[int(x) - 7 : int(x) + 7, max(top, 0) : max(top, 0) + half + 2] = 66
    return canvas


def test_a_road_leaves_its_board_and_goes_on_where_the_next_has_one(tmp_path: Path) -> None:
    """Two boards, one below the other: one road; beside a board without one it ends."""
    lower = _road_to_edge("E1", 1).line("E1", "E2", 66)
    upper = _road_to_edge("E4", 4).line("E3", "E4", 66)
    one = attrs.evolve(import_board(str(upper.save(tmp_path / "u"))).spec, name="1")
    two = attrs.evolve(import_board(str(lower.save(tmp_path / "l"))).spec, name="2", row=2)
    assert one.roads[0].exits == ("E4:4",)
    assert two.roads[0].exits == ("E1:1",)
    both = playing_area((one, two))
    assert both.across("1E4", 4) == "2E1"
    assert {("1E4", 4), ("2E1", 1)} <= both.roads.keys()
    bare = attrs.evolve(two, roads=())
    assert ("1E4", 4) not in playing_area((one, bare)).roads
    assert ("E4", 4) in playing_area((one,)).roads


def test_a_road_of_one_hex_may_leave_its_board(tmp_path: Path) -> None:
    """A stub at the edge is a road of its hex, and no road without an exit has one hex."""
    spec = import_board(str(_road_to_edge("E4", 4).save(tmp_path / "b"))).spec
    (road,) = spec.roads
    assert (road.hexes, road.exits) == (("E4",), ("E4:4",))
    for changed, why in (
        (attrs.evolve(road, exits=()), "two hexes or more"),
        (attrs.evolve(road, exits=("C1:1",)), "none of the hexes of this road"),
        (attrs.evolve(road, exits=("E4:7",)), "is not a hexside"),
    ):
        with pytest.raises(BadInput, match=why):
            playing_area((attrs.evolve(spec, roads=(changed,)),))


@real
@cases("board", "01", "15")
def test_the_roads_of_a_geomorphic_board_leave_it_where_all_do(board: str) -> None:
    """Roads leave by I, Q and Y at both long edges, and between rows 5 and 6 at the short ones."""
    found = real_board(board)
    exits = {text for road in found.spec.roads for text in road.exits}
    assert exits == {"I1:1", "Q1:1", "Y1:1", "I10:4", "Q10:4", "Y10:4"}
    area = _area(found)
    for one, two in (("B5", "A5"), ("B5", "A6"), ("FF5", "GG5"), ("FF5", "GG6")):
        assert (one, area.hexside(one, two)) in area.roads
