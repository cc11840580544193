"""Overlays of VASL on boards: where they lie, what they are, and what LOS makes of them."""

import io
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

from events.errors import BadInput
from replays.vasl.board_grid import lattice
from replays.vasl.board_import import ImportedBoard, import_board
from replays.vasl.board_overlay import Placing
from sim.map.board import local_name
from sim.map.terrain_kind import TerrainKind as K
from tests import cases
from tests.vasl_boards import BOARDS, DATA, WHY, Canvas, archive, kinds_of, real_board

image = pytest.importorskip("PIL.Image", reason="overlays are pictures: Pillow")
real = pytest.mark.skipif(not (DATA / "overlays").is_dir(), reason=WHY)

TAN, BROWN, SCRUB, RIDGE, BED = 0xDEB513, 0xB48410, 0x7A601A, 0xC59E35, 0xA47800
TERRAINS = {"Open Ground": 0, "Scrub": 100, "Hammada": 101, "Wadi": 104, "Hillock": 105}
COLOURS = (
    (TAN, "DTO_Level0_3", "Open Ground", 0),
    (SCRUB, "Scrub_5", "Scrub", "UNKNOWN"),
    (RIDGE, "DTO_Level1", "Open Ground", 1),
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
    wadi = dict.fromkeys(("B1", "B2", "C3", "D2"), (TAN, BED))
    archive(
        folder / "overlays" / "ovrW",
        {"data": b"w1 b1; ; ;b2; ; ", "ovrw1a.gif": _picture(wadi), "ovrw1d.gif": _picture(wadi)},
    )
    ridge: Shown = {"C2": (TAN, RIDGE), "C3": (TAN, SCRUB), "D3": TAN}
    archive(
        folder / "overlays" / "ovrE",
        {
            "data": b"e1 a1; ; ; ; ; ",
            "colors": b"// own\nDTO_Level1  222,181,19\nNone 1,2,3\n",
            "overlaySSR": b"ScrubToOG\novrE_og.gif 50,60\n",
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
)
def test_two_hexes_place_an_overlay_and_turn_it(
    placing: str, hexes: dict[str, tuple[K, ...]], tmp_path: Path
) -> None:
    """The hex of its picture that is named for that way lies on the first hex of the board."""
    assert _kinds(_import(tmp_path, placing)) == hexes


@cases(
    "placings, what",
    (["H1 at E3"], "'H1 at E3' places no overlay; such as 'H1 on H6-G7' is expected"),
    (["H1 on E3-G3"], "H1 on E3-G3: E3 and G3 are not adjacent"),
    (["H1 on E3"], "two hexes are expected, as it can be turned"),
    (["H1 on E3-F3"], "its archive has it turned a, b, d only, and c is asked for"),
    (["H2 on E3-E2"], "it cannot be turned; one hex is expected"),
    (["H7 on E3-E2"], "ovrH has no such overlay; it has H1, H2"),
    (["Q1 on E3-E2"], "there is no ovrQ in"),
    (["H1 on E1-E0"], "H1 on E1-E0: it reaches off the board, over its upper edge"),
    (["H1 on I3-I2"], "it reaches off the board, over its right edge"),
    (["H2 on C2", "H2 on C2"], "H2 on C2: it is placed twice"),
)
def test_what_cannot_be_laid_is_one_sentence(
    placings: list[str], what: str, tmp_path: Path
) -> None:
    """Off the board, not adjacent, no such way or name, or twice."""
    with pytest.raises(BadInput) as refused:
        _import(tmp_path, *placings)
    assert what in str(refused.value)
    assert "--overlay" in str(refused.value)


BY_EYE = """
W4 on B6-B5 | Wadi | D1 C2 E2 F1 C3 D3 E4 D4 E5 C5 B5 D5 B6 D6 C7 C8 B8 C9 D8 E8 E9 F8 G9 F9 F10
W4 on B6-B5 | Open Ground | D2 E3 C4 C6 B7 D7
H6 on B4-B3 | Hillock | C1 D1 E1 E2 E3 D2 C3 B3 D3 B4 D4 B5 D5 C6
H6 on B4-B3 | Hillock+Hammada | B2 C2 B6
H6 on B4-B3 | Hillock+Scrub | C4 C5
D6 on B3-B2 | Deir | C1 B1 B2 D2 B3 C3 D3 B4 C4 D4 B5 D5 E5
D6 on B3-B2 | Deir+Scrub | C2 C5 E4
SD2 on C2-C1 | High Dune | C1 D1 E1 F1 G1 C2 D2 F2 G2 B3 C3 D3 E3 B4 C4 D4 B5 C5
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
    overlays, folder = [Placing.of(placing)], str(DATA / "overlays")
    found = import_board(str(BOARDS / "bd26"), overlays=overlays, overlay_folder=folder)
    kinds, seen = kinds_of(found), _by_eye(placing)
    assert {name: set(map(str, kinds[name])) for name in seen} == seen
    plain = kinds_of(real_board("26"))
    assert {name for name in plain if kinds[name] != plain[name]} <= seen.keys()
