"""Overlays of VASL on boards: where they lie, what they are, and what LOS makes of them."""

import io
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest

from events.converters import structure
from events.errors import BadInput
from events.scenario import BoardSpec
from events.terms import HexsideKind
from replays.game.scenario_file import values_toml, with_whole_boards
from replays.vasl.board_archive import Colour
from replays.vasl.board_grid import lattice
from replays.vasl.board_import import ImportedBoard, import_board, import_overlay
from replays.vasl.board_overlay import Placing
from replays.vasl.board_picture import Palette, convert
from sim.chapter_a.los import Location, los
from sim.chapter_b.depressions import sunken_of
from sim.los.depiction import decode_depiction
from sim.map.board import local_name
from sim.map.terrain_kind import TerrainKind as K
from tests import cases
from tests.test_los_by_art import _state
from tests.vasl_boards import (
    BOARDS,
    DATA,
    WHY,
    Canvas,
    archive,
    kinds_of,
    levels_of,
    real_board,
    report_of,
)

image = pytest.importorskip("PIL.Image", reason="overlays are pictures: Pillow")
real = pytest.mark.skipif(not (DATA / "overlays").is_dir(), reason=WHY)

TAN, BROWN, SCRUB, BED = 0xDEB513, 0xB48410, 0x7A601A, 0xA47800
TERRAINS = {
    "Open Ground": 0,
    "Woods": 60,
    "Scrub": 100,
    "Hammada": 101,
    "Wadi": 104,
    "Hillock": 105,
}
COLOURS = (
    (TAN, "DTO_Level0_3", "Open Ground", 0),
    (SCRUB, "Scrub_5", "Scrub", "UNKNOWN"),
    (0xC59E35, "DTO_Level1", "Open Ground", 1),
    (0x533325, "WadiBlack", "Wadi", "UNKNOWN"),
)
SHARED = f"""<sharedBoardMetadata><terrainTypes>{
    "".join(f'<terrainType name="{name}" typeCode="{code}"/>' for name, code in TERRAINS.items())
}</terrainTypes><colors>{
    "".join(
        f'<color name="{name}" red="{n >> 16}" green="{n >> 8 & 255}" blue="{n & 255}"'
        f' terrain="{terrain}" elevation="{level}"/>'
        for n, name, terrain, level in COLOURS
    )
}</colors></sharedBoardMetadata>"""

Shown = Mapping[str, int | tuple[int, int]]


def _picture(hexes: Shown) -> bytes:
    """A picture of 9 hexrows of 4: each hex in a colour, or with a square of another on it."""
    grid = lattice(9, 4, 450, 258)
    pixels = np.zeros((450, 258, 4), np.uint8)
    for number, place in enumerate(grid.hexes):
        shown = hexes.get(local_name(place))
        if shown is None:
            continue
        ground, dot = shown if isinstance(shown, tuple) else (shown, shown)
        x, y = grid.centres[number]
        box = pixels[max(x - 22, 0) : x + 22, max(y - 22, 0) : y + 22]
        pixels[grid.hex_of == number] = (*ground.to_bytes(3, "big"), 255)
        box[:] = (*dot.to_bytes(3, "big"), 255)
    raw = io.BytesIO()
    image.fromarray(pixels.transpose(1, 0, 2)).save(raw, "PNG")
    return raw.getvalue()


def _overlays(folder: Path) -> None:
    """Archives made up here: hillocks, a wadi with a loop, and an escarpment of one way."""
    (folder / "overlays").mkdir()
    (folder / "SharedBoardMetadata.xml").write_text(SHARED, encoding="utf-8")
    hillock: Shown = {"C2": BROWN, "C3": (BROWN, SCRUB), "D3": BROWN}
    turned: Shown = {"C2": BROWN, "D2": (BROWN, SCRUB), "D3": BROWN}
    archive(
        folder / "overlays" / "ovrH",
        {
            "data": b"h1 c3;c2; ;b1; ; \nh2 c2; ; ; ; ;\nversion 2.0\n",
            "ovrh1a.gif": _picture(hillock),
            "ovrh1b.gif": _picture(turned),
            "ovrh1d.gif": _picture({"B1": BROWN, "B2": 0x123456}),
            "ovrh2a.gif": _picture({"C2": BROWN}),
        },
    )
    wadi = {**dict.fromkeys(("B1", "B2", "C3"), BED), "C2": TAN}
    archive(
        folder / "overlays" / "ovrW",
        {"data": b"w1 b2; ; ;b1; ; ", "ovrw1a.gif": _picture(wadi), "ovrw1d.gif": _picture(wadi)},
    )
    ridge: Shown = {"C2": 0x010203, "C3": (TAN, SCRUB), "D3": TAN}
    archive(
        folder / "overlays" / "ovrE",
        {
            "data": b"e1 a1; ; ; ; ; ",
            "colors": b"// own\nDTO_Level1  1,2,3\n",
            "overlaySSR": b"ScrubToOG\novrE_og.gif 0,64\n",
            "ovre1a.gif": _picture(ridge),
            "ovrE_og.gif": _picture({"C2": TAN}),
        },
    )


def _import(
    folder: Path, *placings: str, canvas: Canvas | None = None, rules: Sequence[str] = ()
) -> ImportedBoard:
    if not (folder / "overlays").is_dir():
        _overlays(folder)
    path = (canvas or Canvas()).save(folder / "bdX")
    return import_board(str(path), overlays=[Placing.of(each) for each in placings], rules=rules)


def _kinds(found: ImportedBoard) -> dict[str, tuple[K, ...]]:
    return {name: kinds for name, kinds in kinds_of(found).items() if kinds != (K.OPEN_GROUND,)}


@cases(
    "placing, hexes",
    ("H1 on E3-E2", {"E2": (K.HILLOCK,), "E3": (K.SCRUB, K.HILLOCK), "F3": (K.HILLOCK,)}),
    ("h1 on F2-G2", {"F2": (K.HILLOCK,), "G3": (K.SCRUB, K.HILLOCK), "G4": (K.HILLOCK,)}),
    ("H2 on B0", {"B0": (K.HILLOCK,)}),
    ("H2 on B0-B0", {"B0": (K.HILLOCK,)}),
    ("H1 on E1-E0", {"E1": (K.SCRUB, K.HILLOCK), "F1": (K.HILLOCK,)}),
)
def test_two_hexes_place_an_overlay_and_turn_it(
    placing: str, hexes: dict[str, tuple[K, ...]], tmp_path: Path
) -> None:
    """The hex of its picture that is named for that way lies on the first hex of the board.

    What reaches over an edge is cut off there, and told.
    """
    found = _import(tmp_path, placing)
    assert _kinds(found) == hexes
    over = ["overlay H1 on E1-E0 reaches over an edge of its board; cut off there"]
    assert [each for each in report_of(found, "guessed") if "over" in each] == over * (
        placing == "H1 on E1-E0"
    )


def test_an_overlay_has_colours_levels_and_special_rules_of_its_own(tmp_path: Path) -> None:
    """Its own list of colours counts, its levels rise from the ground, a SSR pastes its picture."""
    hill = Canvas().raised("C2", 2)
    found = _import(tmp_path, "E1 on A1", canvas=hill)
    assert _kinds(found) == {"C3": (K.SCRUB,)}
    assert {name: n for name, n in levels_of(found).items() if n} == {"C2": 3}
    bare = _import(tmp_path, "E1 on A1", "H1 on G3-G2", rules=["ScrubToOG"])
    assert _kinds(bare).keys() == {"G2", "G3", "H3"}
    assert "overlay H1 has nothing for ScrubToOG; its terrain stays" in report_of(
        bare, "not understood"
    )


def test_what_sticks_out_beside_an_overlay_is_open_ground_and_its_ends_join(tmp_path: Path) -> None:
    """Woods of a hex that is covered are gone in the next; a wadi goes on where an overlay ends."""
    canvas = Canvas().hex("E2", 60).hex("D3", 104).low(104)
    x, y = canvas.lattice.centres[canvas.lattice.number[canvas.places["E2"]]]
    canvas.terrain[x : x + 45, y - 8 : y + 8] = 60
    found = _import(tmp_path, "H2 on E2", canvas=canvas)
    assert _kinds(found) == {"E2": (K.HILLOCK,), "D3": (K.WADI,)}
    assert {each.key for each in decode_depiction(found.values["depiction"]).art} == {
        *("", "Hillock", "Wadi")
    }
    joined = _import(tmp_path, "W1 on B2-B1", canvas=Canvas().dot("D2", 104).dot("A2", 104).low())
    (banks,) = [each.at for each in joined.spec.hexsides if each.kind is HexsideKind.BANK] or [()]
    assert "A2/B2" in banks
    assert not {"C3/D2", "D2/C3"} & {*banks}


def test_a_colour_that_shows_no_known_terrain_is_what_is_beside_it() -> None:
    """Whether it has no terrain, one that VASL has no code for, or no name at all."""
    shown = enumerate(("Woods", None, "Unheard of"))
    colours = {n: Colour(str(n), n, terrain, 0) for n, terrain in shown}
    picture = np.array([[(0, 0, n)] for n in range(4)], np.uint8)
    grid, strange = convert(picture, Palette(colours, {}, {"Woods": 60}, frozenset()), hills=False)
    assert (grid.terrain == 60).all()
    assert strange == {3: 1}


def _scenario(folder: Path, placings: Sequence[str], **board: Any) -> dict[str, Any]:
    """A scenario's values: the plain board, and overlays out of files that lie in the folder."""
    plain, texts = _plain()
    for name, text in texts.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    boards = [{**plain, **board}]
    value = {"boards": boards, "overlays": [{"place": each} for each in placings]}
    return with_whole_boards(value, folder)


@cache
def _plain() -> tuple[Mapping[str, Any], Mapping[str, str]]:
    """The values of the plain board, and the texts of the files of overlays."""
    with TemporaryDirectory() as name:
        plain, folder = _import(Path(name)).values, Path(name) / "overlays"
        found = {
            name: import_overlay(str(folder / f"ovr{name[0].upper()}"), name)
            for name in ("h1", "h2", "w1")
        }
    assert found["h1"].report.notes[-1].what == "3 hexes, turned 3 ways"
    return plain, {name: values_toml(each.values) for name, each in found.items()}


@cases(
    "placings, cells, along_the_wadi",
    (["H1 on E3-E2"], {"E2": "H", "E3": "Hs", "F3": "H"}, 0),
    (["W1 on D3-D2"], {"D2": "y", "D3": "y", "E4": "y"}, 2),
    (["H1 on E3-E2", "W1 on B3-B2"], {}, 0),
)
def test_los_over_an_overlay_is_that_over_the_same_terrain_typed(
    placings: list[str], cells: dict[str, str], along_the_wadi: int, tmp_path: Path
) -> None:
    """All pairs, those IN a wadi a level below; a scenario with overlays of files is the same.

    By its art a LOS from IN a wadi passes along the hexside of another hex of it (A6.3).
    """
    found = _import(tmp_path, *placings)
    laid = _scenario(tmp_path, placings)
    assert laid["boards"][0]["vasl"] == found.values["vasl"]
    told = _blocked(laid)
    assert told == _blocked({"boards": [found.values]})
    assert 0 < sum(told) < len(told)
    if cells:
        typed = {"boards": [{"name": "X", "desert": True, "map": _map(cells)}]}
        by_hexes = _blocked(typed)
        assert _blocked(laid, {"A6.1-art": "hexes"}) == by_hexes
        assert sum(one != two for one, two in zip(told, by_hexes, strict=True)) == along_the_wadi


def _blocked(value: dict[str, Any], rulings: Mapping[str, str] = {}) -> list[bool]:
    """Which LOS of a scenario's values are blocked, each end IN a wadi a level below."""
    boards = tuple(structure(each, BoardSpec) for each in value["boards"])
    more = {key: value[key] for key in ("overlays", "hexsides", "roads") if key in value}
    state = _state(*boards, **more, rulings=dict(rulings))
    low = sunken_of(state.setting)
    return [
        los(state, Location(one, -(one in low)), Location(two, -(two in low))).blocked
        for one, two in combinations(state.setting.area.record, 2)
    ]


def _map(cells: Mapping[str, str]) -> str:
    """The text map of a board of 9 hexrows of 4."""
    rows = []
    for number in range(5):
        names = [
            f"{'ABCDEFGHI'[column]}{number}" for column in range(number == 0, 9, 1 + (number == 0))
        ]
        rows.append(" ".join([str(number), *(cells.get(name, ".") for name in names)]))
    return "\n".join(rows)


@cases(
    "placings, what",
    (["H1 on E3"], "H1 on E3: two hexes are expected, as it can be turned"),
    (["H1 on E3-E2"] * 2, "overlays[1], place: H1 on E3-E2: it is placed twice"),
    (["H1 E3"], "a placement such as 'H1 on 27H6-G7' is expected"),
    (["H2 on J3"], "H2 on J3: it reaches off the board"),
    (["H2 on XYZ"], "XYZ-XYZ is on no board of the scenario"),
    (["D1 on E3-E2"], "`khamsin board import ovrX --overlay NAME -o d1.toml` makes it"),
)
def test_a_scenario_says_what_it_cannot_lay(placings: list[str], what: str, tmp_path: Path) -> None:
    """One sentence, with the overlay that it is about."""
    with pytest.raises(BadInput) as refused:
        _scenario(tmp_path, placings)
    assert what in str(refused.value)
    assert "overlays[" in str(refused.value)


def test_overlays_on_boards_that_are_turned_cropped_or_typed(tmp_path: Path) -> None:
    """The names of hexes decide; a board without a depiction gets terrain alone."""
    turned = _scenario(tmp_path, ["H1 on E3-E2"], rotated=True)
    found = {**_import(tmp_path, "H1 on E3-E2").values, "rotated": True}
    assert _blocked(turned) == _blocked({"boards": [found]})
    part = _scenario(tmp_path, ["H2 on S2"], first="Q1", depiction=None, name="7")
    assert part["overlays"] == [{"hexes": {"S2": "H"}}]
    beside = [*part["boards"], {**part["boards"][0], "name": "8"}]
    both = _two(beside, "h2 on 8S2", tmp_path)
    assert both["overlays"] == [{"hexes": {"8S2": "H"}}]
    ends = _scenario(tmp_path, ["W1 on D3-D2"])  # beside the middle of a wadi is a bank (A2.76)
    assert ends["hexsides"] == [{"kind": "bank", "at": ["D3/D4", "D3/C4", "D3/C3"]}]
    for kind in ("bank", "cliff"):  # so there is no middle
        parting = f'des = [{{kind = "{kind}", at = ["B2/C3"]}}]'
        text = _plain()[1]["w1"].replace("des = []", parting)
        (tmp_path / "w1.toml").write_text(text, encoding="utf-8")
        parted = _two(ends["boards"], "W1 on D3-D2", tmp_path)
        assert parted["hexsides"] == [{"kind": kind, "at": ["D3/E4"]}]


def _two(boards: Sequence[dict[str, Any]], place: str, folder: Path) -> dict[str, Any]:
    return with_whole_boards({"boards": [*boards], "overlays": [{"place": place}]}, folder)


@cases("turned, below", (False, ("8E1", "8F1")), (True, ("8E4", "8D3")))
def test_an_overlay_reaches_over_a_seam(
    turned: bool, below: tuple[str, str], tmp_path: Path
) -> None:
    """Each board has its part and shows it, turned too."""
    plain = _scenario(tmp_path, [])["boards"][0]
    boards = [{**plain, "name": "7"}, {**plain, "name": "8", "row": 2, "rotated": turned}]
    found = _two(boards, "H1 on 7E5-E4", tmp_path)
    assert found["overlays"] == [{"hexes": {"7E4": "H", below[0]: "sH", below[1]: "H"}}]
    for board, hexes in zip(found["boards"], ({"E4"}, {below[0][1:]}), strict=True):
        art = decode_depiction(board["depiction"]).art
        assert hexes <= {local_name(each.hex) for each in art if each.key == "Hillock"}
    assert found["boards"][0]["vasl"].endswith("/OVR/h1/E5/E4")


BY_EYE = """
W4 on B6-B5 | Wadi | D1 C2 E2 F1 C3 D3 E4 D4 E5 C5 B5 D5 B6 D6 C7 C8 B8 C9 D8 E8 E9 F8 G9 F9 F10
W4 on B6-B5 | Open Ground | D2 E3 C4 C6 B7 D7
H6 on B4-B3 | Hillock | C1 D1 E1 E2 E3 D2 C3 B3 D3 B4 D4 B5 D5 C6
H6 on B4-B3 | Hillock+Hammada | B2 C2 B6
H6 on B4-B3 | Hillock+Scrub | C4 C5
D6 on B3-B2 | Deir | C1 B1 B2 D2 B3 C3 D3 B4 C4 D4 B5 D5 E5
D6 on B3-B2 | Deir+Scrub | C2 C5 E4
SD2 on C2-C1 | High Dune | C1 D1 E1 F1 G1 C2 D2 F2 G2 B3 C3 D3 B4 C4 D4 B5 C5
SD2 on C2-C1 | Open Ground | E3
SD2 on C2-C1 | High Dune+Scrub | E2
S3 on C3-C2 | Sand | C2 C3 E2 E3 D3 C4 D4 B4 B5
S3 on C3-C2 | Sand+Scrub | F1 D2 C5
"""
"""What a person read off the pictures, before the import was tried."""


def _by_eye(placing: str) -> dict[str, set[str]]:
    rows = (row.split(" | ") for row in BY_EYE.split("\n") if row.startswith(placing))
    return {name: set(kinds.split("+")) for _, kinds, names in rows for name in names.split()}


@real
@cases("placing", "W4 on B6-B5", "H6 on B4-B3", "D6 on B3-B2", "SD2 on C2-C1", "S3 on C3-C2")
def test_overlays_of_the_desert_are_what_was_read_by_eye(placing: str) -> None:
    """Hex by hex what the picture shows; all other hexes of the board stay what they are."""
    found = import_board(str(BOARDS / "bd26"), overlays=[Placing.of(placing)])
    kinds, seen = kinds_of(found), _by_eye(placing)
    assert {name: set(map(str, kinds[name])) for name in seen} == seen
    plain = kinds_of(real_board("26"))
    assert {name for name in plain if kinds[name] != plain[name]} <= seen.keys()
