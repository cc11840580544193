"""Boards from files: the bundled boards, and scenarios that take their boards from elsewhere."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import attrs
import orjson
import pytest

from events import codec
from events.errors import BadInput
from events.scenario import (
    BoardSpec,
    BuildingSpec,
    DebrisSpec,
    HexsideSpec,
    RoadSpec,
    Scenario,
    VehicleSpec,
)
from events.terms import Base, HexsideKind
from replays.game.bundled import bundled_boards
from replays.game.game import Game
from replays.game.scenario_file import load_board, load_scenario, read_scenario
from sim.map.board import MARKS
from sim.map.playing_area import PlayingArea, playing_area
from sim.soundness import faults
from tests import cases
from tests.schema import schema_of

DOCS: Final = Path(__file__).parent.parent / "docs"

HEAD: Final = """
name = "A test of boards"
land = "Libya"
month = "June"
turns = 5
sides = ["German", "British"]
ec = "Dry"
ad = true
"""

SMALL: Final = '''
name = "small"
desert = true
map = """
    A B C
0     .
1   . s .
2   h . w'
"""
buildings = [{ hex = "A1" }]
'''

MADE: Final = {"Broken Ground", "Boulder-Crag"}
"""What Broken Terrain makes of other terrain, so that no board prints it (AD4.5)."""


each_board = pytest.mark.parametrize("name", bundled_boards())


def _with(*boards: str) -> str:
    """A scenario with these boards, each given as lines of TOML."""
    return HEAD + "".join(f"[[boards]]\n{board}\n" for board in boards)


def _scenario(*boards: str, folder: Path | None = None) -> Scenario:
    return read_scenario(_with(*boards), "a test", folder)


def _alone(name: str, *, rotated: bool = False) -> PlayingArea:
    turn = "\nrotated = true" if rotated else ""
    return playing_area(_scenario(f'from = "{name}"{turn}').boards)


def _hexsides(area: PlayingArea) -> Iterator[tuple[str, int, str]]:
    """Every hexside between two hexes, from both of them."""
    for name in area.record:
        for side, other in area.neighbours(name).items():
            yield name, side, other


def _starts(line: str) -> list[int]:
    """Where the words of a line begin."""
    return [found.start() for found in re.finditer(r"\S+", line)]


# The bundled boards --------------------------------------------------------------------------


@each_board
@cases("beside", "", "rotated = true", 'name = "27"')
def test_a_bundled_board_is_sound(name: str, beside: str) -> None:
    """A scenario on it has no fault, whichever way it lies and however it is called."""
    facts = _scenario(f'from = "{name}"\n{beside}')
    assert list(faults(facts)) == []
    Game.new(facts, seed="boards")


@each_board
def test_a_rotated_board_has_every_hex_opposite(name: str) -> None:
    """Turned by half a turn, each hex keeps its name and record, and its hexsides turn with it."""
    upright, turned = _alone(name), _alone(name, rotated=True)
    assert turned.record == upright.record
    assert turned.buildings == upright.buildings
    assert turned.debris == upright.debris
    for here, side, other in _hexsides(upright):
        opposite = (side + 2) % 6 + 1
        assert turned.across(here, opposite) == other
        assert turned.hexsides.get((here, opposite)) == upright.hexsides.get((here, side))
        assert turned.roads.get((here, opposite)) == upright.roads.get((here, side))


@pytest.mark.parametrize("second", bundled_boards())
@cases("turn", "rotated = false", "rotated = true")
@each_board
def test_bundled_boards_butt(name: str, turn: str, second: str) -> None:
    """Any two lie side by side or one above the other, and share their half-hexes."""
    one = f'from = "{name}"\nname = "1"\n{turn}\n'
    two = f'from = "{second}"\nname = "2"'
    single = len(_alone(name).names)
    for beside, shared in ((two, 10), (f"{two}\nrow = 2", 16)):
        facts = _scenario(one, beside)
        assert list(faults(facts)) == []
        assert len(playing_area(facts.boards).names) == 2 * single - shared


def test_roads_go_on_from_board_to_board() -> None:
    """The roads of all bundled boards run from A5 to GG5, so that they meet."""
    names = bundled_boards()
    facts = _scenario(*(f'from = "{name}"\nname = "{n}"' for n, name in enumerate(names, 1)))
    area = playing_area(facts.boards)
    ways = {(here, other) for here, side, other in _hexsides(area) if (here, side) in area.roads}
    reached, new = set[str](), {"1A5"}
    while new:
        reached |= new
        new = {other for here, other in ways if here in new} - reached
    assert {"1GG5", "2GG5", "3GG5"} <= reached


@pytest.mark.rule("B.1")
def test_the_boards_hold_every_kind_of_terrain() -> None:
    """Every mark but those of Broken Terrain is on a bundled board, and combinations too."""
    records = [record for name in bundled_boards() for record in _alone(name).record.values()]
    found = {kind for record in records for kind in record.kinds}
    assert found == set(MARKS.values()) - MADE
    assert {"Crag-Brush", "Crag-Hammada"} <= {record.terrain for record in records}
    assert {record.level for record in records} == {-1, 0, 1, 2, 3, 4}
    assert {record.base for record in records} == set(Base)


@each_board
def test_bundled_maps_are_aligned(name: str) -> None:
    """Each cell of a bundled map begins under the letters of its hexrow."""
    text = load_board(name).map
    assert text is not None
    letters, first, *rows = [_starts(line) for line in text.splitlines()]
    assert rows == [[0, *letters]] * 10
    assert first == [0, *letters[1::2]]


# Boards from files ---------------------------------------------------------------------------


def test_a_board_file_lies_beside_its_scenario(tmp_path: Path) -> None:
    """A file is looked for in the folder of the scenario, wherever one is now."""
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "small.toml").write_text(SMALL, encoding="utf-8")
    (tmp_path / "game.toml").write_text(_with('from = "maps/small.toml"'), encoding="utf-8")
    facts = load_scenario(tmp_path / "game.toml")
    area = playing_area(facts.boards)
    assert facts.boards == (load_board(tmp_path / "maps" / "small.toml"),)
    assert area.terrain["B1"] == "Scrub"
    assert area.record["C2"].base is Base.TEMPERATE
    assert set(area.buildings) == {"A1"}


def test_what_stands_beside_from_wins(tmp_path: Path) -> None:
    """A key that the scenario gives replaces that of the file; the others are the file's."""
    (tmp_path / "small.toml").write_text(SMALL, encoding="utf-8")
    board = 'from = "small.toml"\nname = "9"\ndesert = false\nbuildings = []\nrotated = true'
    (spec,) = _scenario(board, folder=tmp_path).boards
    assert spec == BoardSpec(
        name="9", desert=False, map=tomllib.loads(SMALL)["map"], rotated=True, buildings=()
    )


def test_a_file_goes_before_a_bundled_board_of_its_name(tmp_path: Path) -> None:
    """A file called as a bundled board is, without a suffix, is what is meant."""
    (tmp_path / "hills").write_text(SMALL, encoding="utf-8")
    assert _scenario('from = "hills"', folder=tmp_path).boards[0].name == "small"
    assert _scenario('from = "hills"').boards[0].name == "hills"


def test_a_log_has_the_whole_board() -> None:
    """The header of a log has the board itself, so that it is read without the file."""
    game = Game.new(_scenario('from = "hills"\nname = "27"'), seed="boards")
    header = orjson.loads(game.log_bytes().splitlines()[0])
    (board,) = header["scenario"]["boards"]
    assert "from" not in board
    assert board["map"] == load_board("hills").map
    assert codec.decode_scenario(header["scenario"]) == game.state.setting.scenario


# What is wrong -------------------------------------------------------------------------------

WRONG: Final = {
    'from = "hils"': ("boards[0].from", "there is no such file; bundled boards are arid-village"),
    'from = "gone.toml"': ("boards[0].from", "there is no such file"),
    'from = "broken.toml"': ("broken.toml", "this is not TOML"),
    'from = "empty.toml"': ("empty.toml", "this file is empty"),
    'from = "maps"': ("boards[0].from", "this is a directory"),
    'from = "list.toml"': ("list.toml", "'boards' is an unknown key"),
    'from = "wrong.toml"': ("wrong.toml, width", "'x' is not a whole number"),
    'from = "chain.toml"': ("chain.toml, from", "a board file cannot take its board from another"),
    'from = "bare.toml"': ("boards[0]", "'name' is missing"),
    "from = 3": ("boards[0].from", "3 is not a text"),
    'from = "a\\u0000b"': ("boards[0].from", "cannot be read"),
    'from = "hills"\nmap = 7': ("boards[0].map", ""),
}
"""Boards that cannot be had, and where and what is said of them."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of board files with something wrong in each."""
    (tmp_path / "maps").mkdir()
    for name, text in {
        "broken": "name = ",
        "empty": "\n",
        "list": f"{HEAD}[[boards]]\nname = '27'\ndesert = true",
        "wrong": 'width = "x"',
        "chain": 'from = "hills"',
        "bare": "desert = true",
    }.items():
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("board", WRONG)
def test_boards_that_cannot_be_had(folder: Path, board: str) -> None:
    """A board that cannot be had is bad input, with its place and the file's name."""
    place, words = WRONG[board]
    path = folder / "game.toml"
    path.write_text(_with(board), encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        load_scenario(path)
    assert place in caught.value.where
    assert words in caught.value.what


@cases("boards", "boards = 3", 'boards = "hills"', "boards = [3]")
def test_boards_that_are_no_tables(boards: str) -> None:
    """What is not a list of tables is refused as before."""
    with pytest.raises(BadInput, match="boards"):
        read_scenario(HEAD + boards, "a test")


@cases("name", "hils", "list.toml", "gone.toml")
def test_boards_that_cannot_be_loaded(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A board that is asked for by itself is bad input in the same way."""
    monkeypatch.chdir(folder)
    with pytest.raises(BadInput) as caught:
        load_board(name)
    assert name in caught.value.where


# The schema ----------------------------------------------------------------------------------


def test_a_log_does_not_take_boards_from_files() -> None:
    """The schema of log lines has no `from`: a header has the whole board."""
    scenario = schema_of("log")["oneOf"][0]["properties"]["scenario"]
    assert "from" not in scenario["properties"]["boards"]["items"]["properties"]


# The documents -------------------------------------------------------------------------------


def _blocks(document: str) -> list[str]:
    text = (DOCS / document).read_text(encoding="utf-8")
    return re.findall(r"^```toml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def test_the_example_of_the_maps_document(tmp_path: Path) -> None:
    """The board of docs/maps.md is read, and lies as its scenario there says."""
    board, lying = _blocks("maps.md")
    (tmp_path / "bir.toml").write_text(board, encoding="utf-8")
    facts = read_scenario(HEAD + lying, "maps.md", tmp_path)
    assert list(faults(facts)) == []
    area = playing_area(facts.boards)
    assert area.record["1B3"].terrain == "Crag-Brush"
    assert (area.record["1D2"].terrain, area.record["1D2"].level) == ("Brush", 1)
    assert area.record["1B4"].base is Base.TEMPERATE
    assert area.name("2E1") == "1E4"
    assert area.hexside("1C4", "3C1") == 4
    assert area.buildings["1B2"].building == area.buildings["1C4"].building
    cliff = area.hexside("1C3", "1D3")
    assert cliff is not None
    assert area.hexsides["1C3", cliff] is HexsideKind.CLIFF


def test_the_maps_document_has_every_mark() -> None:
    """The table of marks in docs/maps.md is that of the program."""
    text = (DOCS / "maps.md").read_text(encoding="utf-8")
    cells = re.findall(r"\| `(\S)` \| ([A-Z][\w -]+?) (?=\|)", text)
    assert dict(cells) == MARKS


def test_the_scenarios_document_has_every_key() -> None:
    """The scenario of docs/scenarios.md is sound, and the document names every key there is."""
    (block,) = _blocks("scenarios.md")
    assert list(faults(read_scenario(block, "scenarios.md"))) == []
    text = (DOCS / "scenarios.md").read_text(encoding="utf-8")
    kinds = (Scenario, BoardSpec, BuildingSpec, DebrisSpec, RoadSpec, HexsideSpec, VehicleSpec)
    keys = {"from"} | {field.name for kind in kinds for field in attrs.fields(kind)}
    assert {key for key in keys if not re.search(rf"\b{key}\b", text)} == set()
