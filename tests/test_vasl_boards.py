"""VASL boards made into boards of ours: real ones against facts from elsewhere, small ones."""

import csv
import gzip
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest

from replays.game.scenario_file import load_board
from replays.vasl.board_import import import_board
from sim.chapter_a.los import Location, los
from sim.los.depiction import decode_depiction
from sim.map.playing_area import playing_area
from sim.map.terrain_kind import TerrainKind
from tests import cases, noise
from tests.los_picture import FROM, PAGE, TARGETS, picture, states
from tests.test_cli import Khamsin
from tests.vasl_boards import BOARDS, DATA, WHY, Canvas, kinds_of, levels_of, real_board, report_of

real = pytest.mark.skipif(not BOARDS.is_dir(), reason=WHY)
Row = dict[str, str]
BOARDS_26_TO_29 = ("26", "27", "28", "29")


def _rows(path: Path) -> Iterator[Row]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from csv.DictReader(lines, delimiter="\t")


@real
@cases("board", "01", "15", "26")
def test_levels_and_hexsides_are_those_that_vasl_derives(board: str) -> None:
    """Elevation, and terrain of all six hexsides, of each hex."""
    found = real_board(board)
    area = playing_area((found.spec,))
    levels = levels_of(found)
    for row in _rows(DATA / "los" / f"hexes_bd{board}.tsv.gz"):
        assert levels[row["hex"]] == int(row["base_elevation"]), row["hex"]
        for side in range(1, 7):
            stands = area.hexsides.get((row["hex"], side))
            assert str(stands or "") == row[f"hs{side - 1}_terrain"].lower(), (row["hex"], side)


@real
@cases(
    "board, rules",
    *((board, rules) for board in BOARDS_26_TO_29 for rules in ("", "BrokenTerrain")),
    *(("27", "SteppeTerrain"), ("28", "SteppeTerrain")),
)
def test_desert_boards_have_the_hexes_that_each_rule_gives_them(board: str, rules: str) -> None:
    """Hex by hex what the picture shows; DD9 of 27 is Brush in Steppe Terrain, as it is drawn."""
    pytest.importorskip("PIL", reason="special rules change pictures, which needs Pillow")
    found = real_board(board, *filter(None, [rules]))
    kinds = kinds_of(found)
    wanted = {
        "": {"Hammada": "Hammada", "Scrub": "Scrub"},
        "BrokenTerrain": {"Hammada": "Crag", "Scrub": "Brush"},
        "SteppeTerrain": {"Hammada": "Brush", "Scrub": "Woods"},
    }[rules]
    for row in _rows(BOARDS / "ssr_hexes.tsv.gz"):
        if row["board"] != f"bd{board}":
            continue
        plain = dict(each.split("=") for each in row["plain_pixels"].split(";"))
        kind = next((k for k in ("Hammada", "Scrub") if int(plain.get(k, 0)) >= 15), None)
        ours = {str(each) for each in kinds[row["hex"]]} - {"Open Ground", "Broken Ground"}
        expected = set() if kind is None else {wanted[kind]}
        if (board, rules, row["hex"]) == ("27", "SteppeTerrain", "DD9"):
            expected = {"Brush"}
        assert ours == expected, row["hex"]


@real
@cases("board", *BOARDS_26_TO_29)
def test_broken_ground_lies_where_the_rule_has_it(board: str) -> None:
    """191.1: Open Ground beside what hammada becomes, hex by hex as VASL draws it."""
    pytest.importorskip("PIL", reason="special rules change pictures, which needs Pillow")
    found = real_board(board, "BrokenTerrain")
    area = playing_area((found.spec,))
    kinds = {name: record.kinds for name, record in area.record.items()}
    crags = [name for name, each in kinds.items() if TerrainKind.CRAG in each]
    beside = {other for name in crags for other in area.neighbours(name).values()}
    bare = (TerrainKind.OPEN_GROUND,), (TerrainKind.BROKEN_GROUND,)
    assert {name for name, each in kinds.items() if TerrainKind.BROKEN_GROUND in each} == {
        name for name in beside if kinds[name] in bare
    }


HAMMADA_OF_25 = "B2 B3 C3 H4 K5 K9 L6 Q3 Q7 R4 R9 S10 U10 Y6 AA9 BB9 CC3 CC9 DD7"


@real
@cases("name", "25", "25-with-metadata")
def test_board_25_has_its_hammada_by_its_own_colours(name: str) -> None:
    """Hex by hex as the picture shows it, without and with metadata; no colour of it is bocage."""
    pytest.importorskip("PIL", reason="its picture is read, which needs Pillow")
    found = real_board(name)
    kinds = kinds_of(found)
    assert {hex_ for hex_, each in kinds.items() if TerrainKind.HAMMADA in each} == {
        *HAMMADA_OF_25.split()
    }
    assert TerrainKind.WADI in kinds["CC3"]
    assert not any("Bocage" in each for each in report_of(found, "guessed"))
    assert {levels_of(found)[hex_] for hex_ in ("L6", "P6", "BB5")} == {4}


def test_a_damaged_depiction_is_named_by_its_board(khamsin: Khamsin, tmp_path: Path) -> None:
    """Of several boards it is told which one has the depiction that cannot be read."""
    path = Canvas().dot("C2", 60, 22).save(tmp_path / "bdX")
    assert khamsin("board", "import", str(path), "-o", "x.toml").code == 0
    text = Path("x.toml").read_text()
    Path("bad.toml").write_text(text.replace("khamsin-depiction 1", "khamsin-depiction 9"))
    board = "[[boards]]\nname = '{}'\nfrom = '{}.toml'\n"
    head = "name = 'S'\nland = 'Libya'\nmonth = 'June'\nturns = 2\nsides = ['A', 'B']\nec = 'Dry'\n"
    Path("s.toml").write_text(head + board.format("1", "x") + board.format("2", "bad"))
    refused = khamsin("los", "s.toml")
    assert refused.code == 2
    assert "boards[1], depiction" in refused.err


@cases("document", noise.ANSWERS, noise.LIMITS, noise.TABLES)
def test_boards_on_which_everything_lies_anywhere_are_read_as_they_were(
    document: Path, tmp_path: Path
) -> None:
    """Each report is whole, and each board file, picture and table of LOS has its digest."""
    kept, made = document.read_text(encoding="utf-8"), noise.answers(tmp_path, document)
    assert made.splitlines() == kept.splitlines(), "run python -m tests.derived"


def test_a_board_file_reads_back(khamsin: Khamsin, tmp_path: Path) -> None:
    """What is written is the board that was imported, its depiction with it."""
    path = Canvas().dot("C2", 60, 22).side("E2", 3, 72).hex("G2", 0, 2).save(tmp_path / "bdX")
    assert khamsin("board", "import", str(path), "-o", "x.toml").code == 0
    board = load_board("x.toml")
    assert attrs.evolve(board, name="", depiction=None) == attrs.evolve(
        import_board(str(path)).spec, name="", depiction=None
    )
    assert board.depiction is not None
    assert decode_depiction(board.depiction).raster


def test_draw_puts_the_picture_above_the_import(khamsin: Khamsin, tmp_path: Path) -> None:
    """One SVG with both, in one scale; what was guessed has a ring and its note in both."""
    image = pytest.importorskip("PIL.Image", reason="a picture needs Pillow")
    raw = tmp_path / "p.gif"
    image.new("RGB", (450, 258), (120, 160, 90)).save(raw)
    meta = (
        b'<boardMetadata name="X" boardImageFileName="bdX.gif" hasHills="FALSE" '
        b'width="9" height="4"/>'
    )
    path = (
        Canvas()
        .dot("C2", 61, 22)
        .save(tmp_path / "bdX", **{"BoardMetadata.xml": meta, "bdX.gif": raw.read_bytes()})
    )
    assert khamsin("board", "draw", str(path), "-o", "x.svg").code == 0
    text = Path("x.svg").read_text(encoding="utf-8")
    assert text.startswith("<svg")
    assert text.count("data:image/png;base64,") == 1
    assert "Board X" in text
    assert text.count("Forest becomes Woods") == 2, "a ring in both"


def test_the_picture_of_the_documentation_is_what_the_rules_say() -> None:
    """docs/los-by-picture.svg is current (``python -m tests.los_picture`` draws it anew)."""
    art, whole = (
        {name: los(state, Location(FROM), Location(name)) for name in TARGETS} for state in states()
    )
    assert PAGE.read_text(encoding="utf-8") == picture()
    assert whole["G1"].blocked
    assert not art["G1"].blocked
    assert art["K2"].hindrance == 1
    assert "drawn at pixel" in str(art["I2"].block)
