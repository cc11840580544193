"""What an export lays on VASL's table: boards, and counters by their slots; of a module as well.

The slots and pictures are compared with those of logs and saves that people made with VASL.
"""

import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from xml.sax.saxutils import quoteattr

import attrs
import pytest

from events.scenario import BoardSpec
from events.terms import Armour, Fortification
from replays import Game, load_scenario
from replays.cli.main import main
from replays.vasl.board_line import Crop, LaidBoard, LaidBoards, LaidOverlay, words_of
from replays.vasl.command import CommandKind, VassalPiece, commands_of, piece_of
from replays.vasl.container import Archive, archive_bytes, read_archive
from replays.vasl.correction import Corrections
from replays.vasl.encoding import join, nested
from replays.vasl.exporter import vasl_log
from replays.vasl.fact import PieceWent, read_history
from replays.vasl.importer import imported, setup_lines
from replays.vasl.setup_counter import fort_of
from replays.vasl.slot import LISTED, Slot, layer_type, read_module
from sim.state import Fort, Map, replace
from tests import cases

SHARED: Final = Path(__file__).parents[2] / "shared" / "data"


def _pieces(archive: Archive) -> Iterator[tuple[int, VassalPiece]]:
    """The counters that a log or save lays, each with its step."""
    for step, (kind, texts) in commands_of(archive.text):
        if kind is CommandKind.ADD and (piece := piece_of(*texts)) is not None:
            yield step, piece


def _slot_of(piece: VassalPiece, number: str = "") -> Slot:
    return Slot(number, tuple((each, "") for each in piece.types))


@pytest.mark.skipif(not SHARED.is_dir(), reason="VASL's saves are not beside this checkout")
def test_slots_are_those_of_real_saves() -> None:
    """Each counter of a listed slot in a real save has the name and the pictures of the list."""
    listed = {slot.number: slot for slot in LISTED.known.values()}
    seen: Counter[str] = Counter()
    for path in [*SHARED.glob("vlog/*.v*"), *SHARED.glob("saves/*.vsav")]:
        for _, (kind, texts) in commands_of(read_archive(path).text):
            piece = piece_of(*texts) if kind is CommandKind.ADD else None
            number = texts[-1].rpartition(";")[2].rstrip("\\'") if piece else ""
            if piece is not None and number in listed and piece.basic == listed[number].basic[4]:
                assert listed[number].pictures <= _slot_of(piece).pictures, (path.name, number)
                seen[piece.basic] += 1
    assert {"Wind", "EC", "Phase Track Axis 1st"} <= seen.keys()


# A scene with everything ------------------------------------------------------------------------

SCENE: Final = (
    *("wc 3 4", "smoke F4 by British", "smoke G4 gray dispersed", "phase PFPh", "wp F5"),
    *(
        "ffe Green C8 105mm",
        "ffe R2 C2 105mm harassing",
        "ffe R3 H8 105mm smoke",
        "ffe R4 H2 80mm wp",
        "flame E4",
        "shellholes D7",
        "phase MPh",
    ),
    *("start PzA", "move PzA C4", "move PzA D3", "destroy Opel burning", "phase RPh"),
)
FORTS: Final = (
    Fort("C4", Fortification.FOXHOLE, squads=2),
    *(Fort("D4", kind) for kind in (Fortification.TRENCH, Fortification.WIRE)),
    Fort("E4", Fortification.SANGAR),
    Fort("F4", Fortification.A_P_MINES),
    Fort("F4", Fortification.A_T_MINES),
    Fort("F4", Fortification.FORTIFIED_BUILDING),
    *(Fort("C6", Fortification.ROADBLOCK, hexside=n) for n in range(1, 7)),
    *(Fort("C7", Fortification.PILLBOX, None, None, 3, n, 4, 6) for n in range(1, 7)),
)
LAID: Final = {
    "Axis Turn 1 - RPh": "tables/turn_phase_axis",
    "Mild Breeze": "ML/WindMB",
    "Wind Dir": "ML/Wind3",
    "EC: +1 Dry": "ML/ECdry",
    "White +3 Smoke": "ML/Smk3",
    "Gray +2 Smoke": "ML/Smk2gr",
    "White +2 WP": "ML/WP2",
    "Green FFE:1": "DO/FFEG",
    "Red Har FFE:1": "DO/FFERhar",
    "+3 Smoke Sm FFE:1": "DO/FFESM",
    "+2 WP WP FFE:1": "DO/FFEWP",
    "Shellholes": "ML/Shell",
    "Veh Dust": "ML/VDust",
    "Motion": "MS/Motion",
}


def _scene() -> Game:
    game = Game.new(load_scenario("bir-el-qaha"), "scene")
    for order in SCENE:
        game.do(order)
    return game


def _export(game: Game, **more: object) -> Archive:
    return vasl_log(game.header, game.beginning, game.entries, name="x.vlog", **more)  # type: ignore[arg-type]


def test_counters_have_slots_pictures_and_places() -> None:
    """All that VASL has a counter for lies in its hex, with its slot and the right picture."""
    log = _export(_scene())
    pieces = {piece.name: piece for _, piece in _pieces(log)}
    for name, picture in LAID.items():
        assert picture in [layer.image for layer in pieces[name].layers], name
    long = attrs.evolve(load_scenario("bir-el-qaha"), first="British", turns=12)
    later = _export(Game.new(long, "later"))
    assert "Phase Track Allied 1st" in {piece.basic for _, piece in _pieces(later)}
    assert "Turn 12 " in later.text
    assert {"Flame", "Opel Wreck", "PzA CE", "PzB BU", "Crusader CE"} <= pieces.keys()
    crews = [name for name in pieces if name.endswith((" CE", " BU"))]
    assert crews == sorted(crews)  # in no run otherwise: what the state keeps has no order
    assert pieces["Green FFE:1"].labels == ("105mm",)
    for piece in pieces.values():
        assert piece.types[-1].split(";")[3] != "veh"
    history = read_history([log])
    assert history.unknown == []
    assert "* PzA CE (PzA) moves C4 -> D3 *" in log.text
    assert sum(isinstance(fact, PieceWent) for fact in history.facts) == 2
    told = "\n".join(setup_lines(history))
    assert "B3        PzA CE" in told
    assert "EC: +1 Dry" in told
    found = imported(history, _scene().header.scenario, Corrections())
    assert found.game.log_bytes() == _scene().log_bytes()


def test_vehicles_come_back_as_a_setup_out_of_an_export(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By generic counters too: side, movement type, armour, hatches and hex; MP no counter says."""
    monkeypatch.chdir(tmp_path)
    scenario = load_scenario("bir-el-qaha")
    vehicles = [attrs.evolve(each, mp=0) for each in scenario.vehicles]
    vehicles[0] = attrs.evolve(vehicles[0], armour=Armour.OPEN_TOPPED, bu=False)
    vehicles[2] = attrs.evolve(vehicles[2], towing=False)
    vehicles[4] = attrs.evolve(vehicles[4], id="Scout")
    shown = attrs.evolve(scenario, vehicles=tuple(attrs.evolve(v, mp=9) for v in vehicles))
    Path("x.vlog").write_bytes(archive_bytes(_export(Game.new(shown, "x"))))
    assert main(["scenario", "from", "x.vlog", "-o", "x.toml"]) == 0
    capsys.readouterr()
    found = [attrs.evolve(each, mp=0) for each in load_scenario("x.toml").vehicles]
    assert sorted(found, key=str) == sorted(vehicles, key=str)


def test_what_lies_in_a_hex_is_a_stack() -> None:
    """A Motion counter comes into the stack of its vehicle, a moved vehicle leaves it alone."""
    text = _export(_scene()).text
    assert "/stack/Main Map;456;593;10000" in text
    assert "M/10000/Main Map/512/625/null/Main Map/456/593/null/khamsin" in text
    assert "/stack/Main Map;568;593;10000;" in text


def test_fortifications_units_and_drift_are_laid() -> None:
    """A Fortification is read back as it is, a unit is a label; what drifts is no source."""
    game = Game.new(load_scenario("bir-el-qaha"), "forts")
    for order in ("wc 3 4", "smoke C5", "unit 'No. 1' squad C4 by British", *("phase",) * 4):
        game.do(order)
    forts = {f"{n:2}": each for n, each in enumerate(FORTS)}
    state = replace(game.state, fortifications=Map(forts))
    log = vasl_log(game.header, state, (), name="x.vlog")
    pieces = [piece for _, piece in _pieces(log)]
    found = [fort for piece in pieces if (fort := fort_of(piece)) is not None]
    expected = [attrs.asdict(each) for each in FORTS if each.kind.value != "Fortified Building"]
    assert found == [
        {key: each[key] for key in fort} for fort, each in zip(found, expected, strict=True)
    ]
    assert [piece.labels for piece in pieces if piece.basic == "User-Labeled"] == [("No. 1",)]
    smoke = sorted(piece.name.strip() for piece in pieces if piece.basic == "Smoke")
    assert smoke == [*["Gray +2 Smoke"] * 2, "White +2 Smoke"]


# Boards -----------------------------------------------------------------------------------------

OWN: Final = "    A B C\n0     .\n1   . . .\n2   . . ."


def _laid(*boards: BoardSpec, steppe: bool = False) -> LaidBoards:
    scenario = load_scenario("bir-el-qaha")
    return LaidBoards.of(attrs.evolve(scenario, boards=boards, steppe=steppe))


def _board(name: str, **more: object) -> BoardSpec:
    return BoardSpec(name=name, **{"desert": True, **more})  # type: ignore[arg-type]


def test_boards_are_those_of_vasl() -> None:
    """By what an import noted, or by the name; a map of ours has a blank one, or none at all."""
    overlay = LaidOverlay("H1", "H6", "G7")
    noted = words_of(LaidBoard(0, 0, "26", version="6.2", overlays=(overlay,)))
    assert noted == "26/VER/6.2/OVR/h1/H6/G7"
    found = _laid(
        _board("A", vasl=noted, map=OWN, rotated=True),
        _board("5", desert=False, width=17, first="Q1"),
        _board("29", map=OWN, row=2),
        steppe=True,
    )
    one, two, three = found.line
    assert (one.name, one.reversed, one.rules) == ("26", True, ("SteppeTerrain",))
    assert one.overlays == (attrs.evolve(overlay, name="h1"),)
    assert (two.column, two.row, two.name, two.rules) == (1, 0, "05", ())
    assert two.crop == Crop(900, 0, 900, 645)
    assert (three.column, three.row, three.rules) == (0, 1, ("HammadaToOG", "ScrubToOG"))
    assert found.blank == ("29",)
    assert found.pixel("AB3") == (2200 - 56, 1045 - 193)
    assert found.pixel("5GG4") == (3099, 625)
    assert three.crop == Crop(0, 0, 112, 129)
    high = OWN + "".join(f"\n{n}   . . ." for n in range(3, 12))
    assert _laid(_board("high", map=high)).line == ()


# A module ---------------------------------------------------------------------------------------


def _defined(*traits: tuple[str, str], basic: str = "piece;;;;") -> str:
    types, states = zip(*traits, (basic, "null;0;0;"), strict=True)
    return "+/" + join(["null", nested(types, "\t"), nested(states, "\t")], "/")


def _tank(nation: str, uses: str = "marker") -> tuple[str, str]:
    tank = _defined((f"prototype;{uses}", ""), basic="piece;K;D;br/veh/x;Valentine II")
    return nation, tank


def _module(
    path: Path, *slots: tuple[str, str], name: str = "VASL", file_name: str = "buildFile"
) -> str:
    """A module with two prototypes, one of which names itself, and slots in lists, from 1 on."""
    endless = [("prototype;endless", "")] * 2
    prototypes = {"marker": _defined(("mark;Hindrance", "true")), "endless": _defined(*endless)}
    texts = [("module.PrototypeDefinition", "name", *each) for each in prototypes.items()]
    texts += [("widget.PieceSlot", "gpid", str(n), slot) for n, (_, slot) in enumerate(slots, 1)]
    lists = ["", "", *(each for each, _ in slots)]
    with zipfile.ZipFile(path, "w") as file:
        inside = "".join(
            f'<list entryName="{of}"><VASSAL.build.{tag} {key}={quoteattr(value)}>{text}'
            f"</VASSAL.build.{tag}></list>"
            for of, (tag, key, value, text) in zip(lists, texts, strict=True)
        )
        root = f'<VASSAL.launch.BasicModule name="{name}" version="9.9" VassalVersion="3.7.1">'
        file.writestr(file_name, f"{root}{inside}</VASSAL.launch.BasicModule>")
    return str(path)


def test_a_module_gives_its_own_counters(tmp_path: Path) -> None:
    """A vehicle is found by its name and nation, prototypes are written out as VASSAL does it."""
    images, names = "ML/WindNo.svg,ML/WindMB.svg,ML/WindHW.svg", "No Wind,Mild Breeze,Heavy Winds"
    faces = (layer_type(images, names), "1")
    wind = _defined(("prototype;marker", ""), faces, basic="piece;K;D; ;Wind")
    tanks = _tank("Russian"), _tank("British"), _tank("it", "endless")
    slots = (("Weather", wind), *tanks, _tank("Weather"))  # the last is in the list of no nation
    _module(tmp_path / "VASL.vmod", *slots, file_name="buildFile.xml")  # since VASSAL 3.5
    module = read_module(tmp_path / "VASL.vmod")
    assert (module.version, module.vassal) == ("VASL 9.9", "3.7.1")
    assert module.known["Rain"] == LISTED.known["Rain"]
    vehicle = attrs.evolve(load_scenario("bir-el-qaha").vehicles[3], id="Valentine II 2")
    scenario = attrs.evolve(load_scenario("bir-el-qaha"), vehicles=(vehicle,))
    log = _export(Game.new(scenario, "module"), module=module)
    pieces = {piece.basic: piece for _, piece in _pieces(log)}
    assert pieces["Valentine II 2"].types == ("mark;Hindrance", "piece;K;D;br/veh/x;Valentine II 2")
    assert "Main Map;793;657;3" in log.text
    assert pieces["Wind"].types[0] == "mark;Hindrance"
    assert pieces["Wind"].layers[0].image == "ML/WindMB.svg"


@cases(
    "name, sentence",
    ("none", "no module of VASL"),
    ("zip", "there is no `buildFile`"),
    ("text", "a VASL.vmod is expected"),
)
def test_what_is_no_module_is_refused(
    name: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a sentence that names the file; nothing is written."""
    game, path, out = tmp_path / "g.jsonl", tmp_path / "M.vmod", tmp_path / "o.vlog"
    _scene().save(game)
    if name == "none":
        _module(path, _tank("br"), name="Chess")
    elif name == "zip":
        with zipfile.ZipFile(path, "w") as file:
            file.writestr("images", "")
    else:
        path.write_text("no module")
    assert main(["export", str(game), "-o", str(out), "--module", str(path)]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert "M.vmod" in said
    assert not out.exists()
