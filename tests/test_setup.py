"""A scenario out of a setup in VASL: one made here in the save's own format, and real ones."""

import json
import re
from pathlib import Path
from typing import Any

import attrs
import pytest

from events.orders import parse_orders
from events.terms import EC, Armour, Density, Movement, North, Weather, WindForce
from replays.cli import main, vasl_page
from replays.game.game import Game
from replays.game.scenario_file import load_scenario
from replays.page.browser_session import BrowserSession
from replays.vasl.board_line import (
    GEOMORPHIC,
    BoardSize,
    Crop,
    LaidBoards,
    OnBoard,
    VaslMap,
    read_board_line,
)
from replays.vasl.container import Archive, archive_bytes, read_archive
from replays.vasl.correction import Corrections, read_corrections
from replays.vasl.encoding import Encoding, join, nested
from replays.vasl.fact import read_history
from replays.vasl.log_boards import SharedBoards
from replays.vasl.setup import Setup
from sim.map.board import board_of
from sim.map.hexes import Hex
from sim.map.playing_area import playing_area
from sim.map.terrain_kind import TerrainKind
from tests.drawn import part
from tests.vasl_boards import BOARDS, DATA, SIZE, WHY, Canvas

BD = "bd\t0\t0\t26\tVER\t6.0\tbd\t1\t0\tr27\t0\t0\t225\t258\tVER\t6.1\tSSR\tBrokenTerrain"
TABLE = VaslMap.of(read_board_line(BD) or (), [BoardSize(450, 258)] * 2)
OFF = (60, 90)
SMOKE, DRY = r"White \+3 Smoke", r"+: \+1 Dry"


def _layer(*names: str, images: str = " , ") -> str:
    return f"emb2;;2;;;2;X;;2;;;;0;false;0;0;{images};{join(names, ',')};true;;;"


_HATCH, _OPEN = _layer("+ BU", "+ CE"), _layer("+ CE", "+ BU")
_VCA = _layer(*(f"+ vca{n}" for n in (3, 4, 5, 6, 1, 2)))


class Table:
    """A table in VASL on which counters are laid."""

    def __init__(self, boards: str = BD) -> None:
        self.commands = ["begin_save", boards]

    def lay(
        self, name: str, at: str | tuple[int, int] = OFF, picture: str = " ", *traits: str
    ) -> "Table":
        """Lay a counter in a hex such as ``0:B2``, or at a pixel; a trait may end in its state."""
        x, y = at if isinstance(at, tuple) else _pixel(at)
        parts = [each.rsplit("##", 1) for each in traits]
        type_ = nested((*(type_ for type_, _ in parts), f"piece;K;D;{picture};{name}"), "\t")
        state = nested((*(state for _, state in parts), f"Main Map;{x};{y};0"), "\t")
        self.commands.append("+/" + join((str(len(self.commands)), type_, state), "/"))
        return self

    def vehicle(self, name: str, at: str, nation: str, wrecks: str, hatch: str = "") -> "Table":
        """Lay a vehicle, its front to hexside 4, with the list of its Wreck."""
        wreck = (
            "replace;Wreck;70,130;VASSAL.build.module.PieceWindow:?/VASSAL.build.widget.ListWidget:"
            f"{nation}/VASSAL.build.widget.ListWidget:{wrecks}/VASSAL.build.widget.PieceSlot:W;##"
        )
        hatches = (f"{hatch}##1",) if hatch else ()
        return self.lay(name, at, f"{nation}/veh/x", *hatches, f"{_VCA}##2", wreck)

    def save(self, path: Path) -> str:
        """The table as a save."""
        archive = Archive(path.name, Encoding.HEX, "\x1b".join([*self.commands, "end_save"]))
        path.write_bytes(archive_bytes(archive))
        return str(path)


def _pixel(at: str) -> tuple[int, int]:
    board, hex_ = at.split(":")
    return TABLE.centre(OnBoard(int(board), hex_))


def desert_setup() -> Table:
    """A setup on two desert boards, the second cropped and reversed, with one of everything."""
    table = Table()
    table.vehicle("PzKw IIIN", "0:B2", "ge", "Ttw", _HATCH).lay("Motion", "0:B2", "MS/Motion")
    table.vehicle("PzKw IIIN", "1:B3", "ge", "Ttw", _HATCH).lay("Immob.", "1:B3", "MS/Immob")
    table.vehicle("SPW 250/7", "0:D2", "ge", "htw", _OPEN)
    table.vehicle("Quad FAT", "0:F1", "br", "amw").lay("FFE:1", "0:I3", "", "label;7;x##75mm")
    table.vehicle("Carrier A", "0:F2", "br", "trw", _OPEN)
    table.lay("Valentine II Wreck", "0:G2", "br/veh/x", "replace;Wreck##", "label;7;x##burning")
    table.lay("37L AT PaK 35/36", "0:C1", "ge/gun/x").lay("81* MTR OML", "0:C1", "br/guns/x")
    table.lay("4-6-7", "0:C2", " ", "conceal;C;ge/x##", f"{_layer('4-6-7 1sq', images='a')}##1")
    table.lay("LMG", "0:C2", "ge/geLMG").lay("Bersaglieri Esq", "0:C3", "it/x")
    table.lay("Foxhole", "0:C2", "ML/b", f"{_layer('1S +', '2S +')}##2")
    table.lay("Trench", "0:D3", "ML/b").lay("Minefield", "0:E3", "MS/b", "label;76;x##A-T 3")
    table.lay("3+5 Pillbox", "0:H2", "ML/b", f"{_layer('+ ca2', '+ ca3')}##2")
    table.lay("Roadblock", "0:E1", "ML/b", f"{_layer('+ ca4')}##1")
    table.lay("Smoke", "0:G1", " ", f"{_layer(SMOKE)}##1")
    table.lay("Flame", "0:B2", "MS/Flame").lay("Shellholes", "0:E2", "ML/b")
    table.lay("Stone Rubble", "1:C3", "ML/b").lay("Quad FAT", OFF, "br/veh/x")
    table.lay("User-Labeled").lay("AM Sniper").lay("MMG", OFF, "ge/geMMG").lay("Gray +1 WP", "0:D1")
    table.lay("Wind", OFF, " ", f"{_layer('No Wind', 'Mild Breeze')}##2")
    table.lay("Wind Dir", OFF, " ", f"{_layer('', images='ML/Wind3')}##1")
    table.lay("Dust", OFF, " ", f"{_layer('Light +')}##1")
    table.lay("EC", OFF, " ", f"{_layer('+: 0 Moderate', DRY)}##2")
    table.lay("North", OFF, " ", "rotate;4;88##2").lay("7-Turn Track").lay("Heat Haze")
    table.lay("Phase Track Allied 1st", OFF, " ", f"{_layer('Allied Turn 2 - MPh')}##1")
    return table


def boards_of_setup(folder: Path) -> str:
    """Archives of the boards of that setup, in a new folder."""
    folder.mkdir()
    Canvas().hex("C3", 101).hex("D3", 100).save(folder / "bd26")
    Canvas().hex("B2", 101).save(folder / "bd27")
    return str(folder)


def _made(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    code = main(["scenario", "from", *words, "--json"])
    out, err = capsys.readouterr()
    return code, json.loads(out) if out else {"error": err}


def _told(told: dict[str, Any], sure: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for note in told["notes"]:
        if note["sure"] == sure:
            found.setdefault(note["what"], []).append(f"{note['at']}: {note['why']}")
    return found


@pytest.fixture
def desert(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a save and its boards."""
    monkeypatch.chdir(tmp_path)
    desert_setup().save(tmp_path / "set up.vsav")
    boards_of_setup(tmp_path / "boards")
    return tmp_path


def test_many_things_are_named_once() -> None:
    """A line that says more of many things above names the first of them."""
    told = Setup()
    for name in "ABCDE":
        told.note("taken", name, "D4", "German")
        told.note("guessed", name, "D4", "mp = 13")
    told.note("guessed", "A", "D4", "Motion")
    assert [*told.lines()][1:] == [
        "guessed  A (D4) and 4 others of those above: mp = 13",
        "guessed  A (D4): Motion",
    ]


def test_a_desert_setup_becomes_a_scenario(
    desert: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Boards, order of battle, Fortifications and weather are in it, and it passes `check`."""
    code, told = _made(capsys, "set up.vsav", "--boards", "boards", "-o", "my.toml")
    assert (code, told["faults"]) == (0, [])
    files = ["my-26.toml", "my-27-A1-E4.toml", "my.orders", "my.counters.toml", "my.toml"]
    assert told["files"] == files
    scenario = load_scenario("my.toml")
    boards = [
        (each.name, each.desert, each.rotated, board_of(each, "").width) for each in scenario.boards
    ]
    assert boards == [("26", True, False, 9), ("27", True, True, 5)]
    assert (scenario.name, scenario.sides, scenario.first) == (
        *("set up", ("German", "British"), "British"),
    )
    assert (scenario.land, scenario.turns, scenario.ec, scenario.broken) == (
        *("Libya", 7, EC.DRY, True),
    )
    assert (scenario.wind, scenario.wind_direction, scenario.dust, scenario.north) == (
        *(WindForce.MILD_BREEZE, 3, Density.LIGHT, North.DOWN),
    )
    tracked, closed, open_ = Movement.FULLY_TRACKED, Armour.CLOSED_TOPPED, Armour.OPEN_TOPPED
    vehicles = [(v.id, v.side, v.movement, v.armour, v.at, v.bu) for v in scenario.vehicles]
    assert vehicles == [
        ("PzKw IIIN", "German", tracked, closed, "26B2", True),
        ("PzKw IIIN 2", "German", tracked, closed, "27B3", True),
        ("SPW 250/7", "German", Movement.HALFTRACK, open_, "26D2", False),
        ("Quad FAT", "British", Movement.TRUCK, Armour.NONE, "26F1", False),
        ("Carrier A", "British", tracked, open_, "26F2", False),
        ("Valentine II", "British", tracked, closed, "26G2", False),
        ("Quad FAT 2", "British", Movement.TRUCK, Armour.NONE, None, False),
    ]
    assert [each.id for each in scenario.vehicles if each.motion] == ["PzKw IIIN"]
    forts = [(each.kind.value, each.hex, each.squads, each.ca) for each in scenario.fortifications]
    assert forts == [
        *(("Foxhole", "26C2", 2, None), ("Trench", "26D3", 1, None)),
        *(("A-T Mines", "26E3", 1, None), ("Pillbox", "26H2", 1, 3)),
    ]


def test_what_no_scenario_says_becomes_orders_or_is_told(
    desert: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Orders set up units, SMOKE and the like in a game; the rest is told with the reason."""
    _, told = _made(capsys, "set up.vsav", "--boards", "boards", "-o", "my.toml")
    game = Game.new(load_scenario("my.toml"), "x")
    game.do("wc 3 4")
    for _, words, _ in parse_orders((desert / "my.orders").read_text("utf-8")):
        game.do(words)
    assert sorted(game.state.units) == ["4-6-7 1sq", "Bersaglieri Esq", "LMG"]
    assert game.state.units["Bersaglieri Esq"].side == "German"
    assert sorted(each.hex for each in game.state.smoke.values()) == ["26D1", "26G1"]
    assert game.state.ground["26E2"].shellholes
    assert game.state.vehicles["PzKw IIIN 2"].immobile
    assert game.state.vehicles["Valentine II"].burning
    left = _told(told, "left")
    assert "26B2 has nothing that burns" in left.pop("Flame")[0]
    assert left == {
        "37L AT PaK 35/36": ["26C1: a scenario has no Guns; a vehicle can tow one"],
        "81* MTR OML": left["37L AT PaK 35/36"],
        "AM Sniper": [": neither a scenario nor an order has such a thing"],
        "Allied Turn 2 - MPh": [": a scenario begins with Turn 1"],
        "Heat Haze": [": Heat Haze: the rules give it, no scenario says it"],
        "MMG": [": it lies on no hex of the boards"],
        "Roadblock": ["26E1: Roadblock: no road across hexside 4 in 26E1 forbids it (B29.1)"],
        "Stone Rubble": left["Stone Rubble"],
    }
    guessed = _told(told, "guessed")
    assert guessed["Carrier A"] == ["26F2: mp = 13, which only its picture shows, fully-tracked"]
    assert guessed["SPW 250/7"] == ["26D2: mp = 16, which only its picture shows"]
    assert guessed["Italian counters"] == [": they are of the German side"]
    assert {"month = 'June'", "7-Turn Track", "North", "LMG", "Gray +1 WP"} <= guessed.keys()
    assert _told(told, "taken")["PzKw IIIN"] == [
        "26B2: German, fully-tracked, closed-topped; its VCA, from hexside 4 on, is left"
    ]


def test_a_scenario_fits_the_logs_of_its_save(
    desert: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Boards and vehicles are those of the log, two of one name told apart by their counters."""
    table = Table("bd\t0\t0\t26\t0\t0\t225\t258\tVER\t6.0\t")
    table.vehicle("PzKw IVH", "0:B2", "ge", "Ttw").vehicle("PzKw IVH", "0:B2", "ge", "Ttw")
    table.vehicle("PzKw IVH", "0:C2", "ge", "Ttw").lay("EC: +1 Dry")
    table.lay("User-Labeled", OFF, " ", "label;76;x##Hour <b>(ASL 1)</b> Sollum (27th May, 1942)")
    table.save(desert / "a.vsav")
    _made(capsys, "a.vsav", "--boards", "boards", "-o", "my.toml")
    scenario, history = load_scenario("my.toml"), read_history([read_archive("a.vsav")])
    corrections = read_corrections("my.counters.toml", history, scenario)
    assert scenario.month == "May"
    assert corrections.vehicles == {"2": "PzKw IVH", "3": "PzKw IVH 2", "4": "PzKw IVH 3"}
    assert list(SharedBoards.of(history, scenario, corrections).differences()) == []
    scenario = attrs.evolve(scenario, vehicles=scenario.vehicles[1:], ec=EC.WET)
    one, two = SharedBoards.of(history, scenario, Corrections()).differences()
    assert one.endswith("the scenario has not: PzKw IVH vca4 in B2")
    assert two == "EC are Dry in the log, and Wet in the scenario"


def test_without_archives_boards_are_plain_or_files(
    desert: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Board files that lie beside the scenario are taken, such as a browser can have."""
    Table("bd\t0\t0\t26\tVER\t6.0\tOVR\th1\tC3\tC4\tSSR\tSteppeTerrain").save(desert / "a.vsav")
    code, told = _made(capsys, "a.vsav", "-o", "plain.toml")
    assert (code, told["files"]) == (0, ["plain.toml"])
    plain = load_scenario("plain.toml")
    assert (plain.boards[0].desert, plain.boards[0].width, plain.steppe) == (True, 33, True)
    assert len(_told(told, "left")["board 26"]) == 2
    row = "\t".join(f"bd\t{n}\t0\t{n + 24}" for n in range(9))
    Table(row).save(desert / "b.vsav")
    assert _made(capsys, "b.vsav", "-o", "many.toml")[0] == 0
    deserts = [each.name for each in load_scenario("many.toml").boards if each.desert]
    assert deserts == ["25", "26", "27", "28", "29", "30", "31"]
    assert main(["board", "import", "boards/bd26", "-o", "bd26.toml"]) == 0
    capsys.readouterr()
    assert main(["init", "filed.toml", "--from", "a.vsav"]) == 0
    assert "board 26: the file bd26.toml" in capsys.readouterr().out
    assert board_of(load_scenario("filed.toml").boards[0], "").width == 9
    Table("bd\t0\t0\tr3\t872\t0\t928\t645").save(desert / "part.vsav")
    assert _made(capsys, "part.vsav", "-o", "part.toml")[0] == 0
    (part,) = load_scenario("part.toml").boards
    assert (part.first, part.width, part.height, part.desert) == ("Q1", 17, 10, False)
    Table("bd\t0\t0\tBRT\t1800\t0\t900\t645").save(desert / "wide.vsav")
    assert _made(capsys, "wide.vsav", "-o", "wide.toml")[0] == 0
    Table("bd\t").vehicle("PzKw IVH", "0:C2", "ge", "Ttw").save(desert / "none.vsav")
    code, told = _made(capsys, "none.vsav", "-o", "none.toml")
    assert (code, _told(told, "left")["boards"]) == (
        *(0, [": none lies on the table; a plain one stands in"]),
    )


def test_weather_that_cannot_be_wants_a_person(
    desert: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A scenario that `check` refuses is written, and the report says which line is wrong."""
    table = desert_setup()
    table.lay("EC", OFF, " ", f"{_layer('+: 0 Moderate', DRY)}##1").lay("Gusts")
    table.lay("Ford BU", "0:F1", "br/veh/x").save(desert / "wet.vsav")
    code, told = _made(capsys, "wet.vsav", "--boards", "boards", "-o", "wet.toml")
    assert code == 1
    assert [each.split(":")[0] for each in told["faults"]] == ["dust"]  # a truck is not BU
    assert main(["check", "wet.toml"]) == 2
    assert _told(told, "guessed")["Gusts"] == [
        ": weather = 'Clear & Gusty', whose Gusts a Wind Change DR brings"
    ]


_SKIES = ("Clear", "Mud", "Fog", "Mist", "Gusty", "Clear & Gusty", "Mud & Overcast")


@pytest.mark.parametrize(
    ("face", "weather", "sure"),
    [
        ("Gusty", Weather.GUSTY, "guessed"),
        ("Mud & Overcast", Weather.MUD_AND_OVERCAST, "taken"),
        ("Fog", Weather.OVERCAST, "left"),
        ("Heavy Rain", Weather.OVERCAST, "guessed"),
    ],
)
def test_the_weather_is_that_of_its_counter(
    desert: Path, capsys: pytest.CaptureFixture[str], face: str, weather: Weather, sure: str
) -> None:
    """What hints at another, such as rain, says nothing then, and a guessed EC goes by it."""
    faces = _layer(*(f"+: {each}" for each in _SKIES), "")
    up = (*_SKIES, "Heavy Rain").index(face) + 1
    table = Table("bd\t0\t0\t26").lay("Rain", OFF, " ", f"{_layer('Rain')}##1")
    table.lay("Weather", OFF, " ", f"{faces}##{up}").save(desert / "sky.vsav")
    code, told = _made(capsys, "sky.vsav", "-o", "sky.toml")
    made = (desert / "sky.toml").read_text("utf-8")
    assert (code, f'weather = "{weather}"' in made) == (0, True)
    assert ('ec = "Mud"' in made) == weather.mud
    assert any(each.startswith("Weather") for each in _told(told, sure))
    assert ("Rain" in _told(told, "left")) == (face != "Fog")


@pytest.mark.parametrize("line", ["-1\t0\t26", "a\t0\t26", "0\t0\t26\tbd\t0\t0\t27", "0\t0"])
def test_boards_that_cannot_be_read_are_told(
    desert: Path, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    """A line with no place, the same place twice or no name is shown in the report."""
    Table(f"bd\t{line}").save(desert / "wrong.vsav")
    code, told = _made(capsys, "wrong.vsav", "--boards", "boards", "-o", "x.toml")
    (why,) = _told(told, "left")["boards"]
    assert code == 0
    assert repr(f"bd\t{line}") in why


def test_counters_lie_on_boards_of_another_size_as_in_vasl(
    desert: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An export lays them where the save has them, to the pixel."""
    Canvas().save(desert / "boards" / "bd5a")
    Table("bd\t0\t0\t5a\tbd\t1\t0\t9").save(desert / "x.vsav")
    told = _made(capsys, "x.vsav", "--boards", "boards", "-o", "y.toml")[1]
    assert "there is no bd9 in boards" in _told(told, "left")["board 9"][0]
    Table("bd\t0\t0\t5a\tbd\t1\t0\tr5a").save(desert / "x.vsav")
    assert _made(capsys, "x.vsav", "--boards", "boards", "-o", "x.toml")[0] == 0
    laid = LaidBoards.of(load_scenario("x.toml"))
    assert laid.map.sizes == (BoardSize(*SIZE),) * 2
    assert laid.pixel("5axB3") == (400 + 900 - 56, 400 + 258 - 193)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["boards/bd26", "-o", "x.toml"], "`khamsin board import` takes it"),
        (["gone.vsav", "-o", "x.toml"], "there is no such file"),
        (["set up.vsav", "-o", "x.txt"], "a name that ends in .toml"),
        (["set up.vsav", "-o", "there.toml"], "this file exists"),
        (["set up.vsav", "--boards", "few", "-o", "x.toml"], "not in this folder: bd26"),
        (["set up.vsav", "--boards", "boards", "-o", "other.toml"], "would be lost"),
        (["rules.vsav", "--boards", "boards", "-o", "x.toml"], "needs SharedBoardMetadata.xml"),
        (["set up.vsav", "--boards", "gone", "-o", "x.toml"], "gone: there is no such folder"),
        (["cut.vsav", "--boards", "boards", "-o", "x.toml"], "of board 26 in play reaches beyond"),
    ],
)
def test_wrong_input_is_refused_in_a_sentence(
    desert: Path, capsys: pytest.CaptureFixture[str], words: list[str], why: str
) -> None:
    """No save, missing boards, files in the way: exit code 2, and nothing is written."""
    (desert / "few").mkdir()
    Canvas().save(desert / "few" / "bd9")
    Table("bd\t0\t0\t26\tSSR\tNoRoads").save(desert / "rules.vsav")
    Table("bd\t0\t0\t26\t0\t0\t999\t258").save(desert / "cut.vsav")
    for name in ("there.toml", "other-26.toml"):
        (desert / name).write_text("mine", encoding="utf-8")
    before = sorted(desert.rglob("*"))
    code, told = _made(capsys, *words)
    assert code == 2
    assert why in told["error"]
    assert sorted(desert.rglob("*")) == before


@pytest.mark.parametrize(
    ("crop", "first", "last", "wider"),
    [
        ((900, 0, 900, 645), Hex(16, 0), Hex(32, 9), False),
        ((0, 0, 928, -1), Hex(0, 0), Hex(16, 9), False),
        ((872, 322, 928, 323), Hex(16, 5), Hex(32, 9), False),
        ((956, 0, 844, 645), Hex(16, 0), Hex(32, 9), True),
        ((844, 0, 956, 645), Hex(14, 0), Hex(32, 9), True),
        ((0, 0, 844, 645), Hex(0, 0), Hex(16, 9), True),
        ((10, 0, 20, 645), Hex(0, 0), Hex(0, 0), True),
        ((0, 0, 0, 0), Hex(0, 0), Hex(32, 9), False),
    ],
)
def test_a_part_of_a_board_has_whole_hexrows(
    crop: tuple[int, int, int, int], first: Hex, last: Hex, wider: bool
) -> None:
    """VASL crops along any hexrow or half a hex beside it; here a part begins at A, C, E..."""
    assert GEOMORPHIC.part(Crop(*crop)) == (first, last, wider)


def test_a_browser_makes_the_scenario_of_a_save(desert: Path) -> None:
    """A save that is opened on the site becomes a scenario once; its page tells the report."""
    folder = desert / "games"
    folder.mkdir()
    (folder / "s.vsav").write_bytes((desert / "set up.vsav").read_bytes())
    session = BrowserSession(str(folder), main, vasl_page)
    reply = json.loads(session.answer('{"site": "open", "file": "s.vsav"}'))
    assert (reply["scenario"], reply["vasl"]) == ("s.toml", "s.vsav")
    head = r"<p class=\"verdict found\">\d+ taken, \d+ guessed, \d+ left.*: boards are plain here"
    assert re.search(head, reply["page"])
    assert "37L AT PaK 35/36" in reply["page"]
    assert "need the same height" in reply["page"]  # a plain board beside a part of one
    Table("bd\t0\t0\t26").vehicle("37L AT PaK 35/36", "0:C2", "ge", "Ttw").save(folder / "t.vsav")
    reply = json.loads(session.answer('{"site": "open", "file": "t.vsav"}'))
    assert "<img" in reply["page"]
    reply = json.loads(session.answer('{"site": "open", "file": "t.vsav"}'))
    assert reply["scenario"] == "t.toml"
    assert "only its picture shows" not in reply["page"]
    (folder / "bad.vsav").write_bytes((desert / "boards" / "bd26").read_bytes())
    reply = json.loads(session.answer('{"site": "open", "file": "bad.vsav"}'))
    assert "this is a board of VASL" in reply["error"]["what"]


@pytest.mark.skipif(not BOARDS.is_dir(), reason=WHY)
def test_real_setups_become_scenarios(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every save and log at hand gives a sound scenario, published setups with their boards."""
    for path in part(sorted(DATA.glob("*/*.v*"))):
        here = tmp_path / path.parent.name / f"{path.name}.toml"
        here.parent.mkdir(exist_ok=True)
        assert _made(capsys, str(path), "-o", str(here))[0] == 0, path
    for name in ("bd26", "SharedBoardMetadata.xml"):
        (tmp_path / name).symlink_to(BOARDS / name)
    (tmp_path / "overlays").symlink_to(DATA / "overlays")
    Table("bd\t0\t0\tr26\tOVR\th1\tW7\tW8\tOVR\tw2\tX7\tX8\tSSR\tHammadaToOG\tNo").save(
        tmp_path / "s"
    )
    code, told = _made(
        capsys, *(str(tmp_path / "s"), "--boards", str(tmp_path), "-o", str(tmp_path / "o.toml"))
    )
    taken = _told(told, "taken")["board 26"]
    both = "overlay H1 on W7-W8, overlay W2 on X7-X8"
    assert taken == [f": o-26.toml, reversed, with HammadaToOG, {both}"]
    assert any("'No' is not a special rule" in each for each in _told(told, "left")["board 26"])
    assert any("an edge of its board; cut off" in each for each in _told(told, "left")["board 26"])
    record = playing_area(load_scenario(tmp_path / "o.toml").boards).record
    assert TerrainKind.HILLOCK in record["W7"].kinds
    assert TerrainKind.HAMMADA not in record["B6"].kinds
    for name, first, count in (("hubes-pocket", "5", 33), ("hill621-online", "2", 28)):
        (path,) = DATA.glob(f"saves/{name}.vsav")
        code, told = _made(
            capsys, str(path), "--boards", str(BOARDS), "-o", str(tmp_path / f"{name}.toml")
        )
        assert (code, told["faults"]) == (0, [])
        scenario = load_scenario(tmp_path / f"{name}.toml")
        assert scenario.boards[0].name == first
        assert all(each.depiction and each.rotated == (count == 33) for each in scenario.boards)
        assert [each.row for each in scenario.boards] == [1, 2, 3]
        assert len(scenario.vehicles) == count
        assert set(scenario.sides) == {"German", "Russian"}
        assert not any(re.search("vca|BU", each.id) for each in scenario.vehicles)
