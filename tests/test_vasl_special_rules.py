"""Special rules of VASL on small boards made here, with metadata made here."""

import io
from pathlib import Path

import numpy as np
import pytest

from events.errors import BadInput
from replays.vasl.board_import import ImportedBoard, import_board
from sim.map.terrain_kind import TerrainKind
from tests import cases
from tests.vasl_boards import Canvas, archive, kinds_of, levels_of, report_of

image = pytest.importorskip("PIL.Image", reason="special rules change pictures: Pillow")

OPEN, HIGH, WOODS, FURROWS = (120, 160, 90), (176, 147, 70), (60, 90, 40), (255, 239, 111)
TERRAINS = ("Open Ground", 0), ("Brush", 25), ("Woods", 60), ("Grain", 24), ("Vineyard", 119)
SHARED = f"""<sharedBoardMetadata><terrainTypes>{
    "".join(f'<terrainType name="{name}" typeCode="{code}"/>' for name, code in TERRAINS)
}</terrainTypes><colors>
<color name="Level0" red="120" green="160" blue="90" terrain="Open Ground" elevation="0"/>
<color name="Level1" red="176" green="147" blue="70" terrain="Open Ground" elevation="1"/>
<color name="WoodsGreen" red="60" green="90" blue="40" terrain="Woods" elevation="UNKNOWN"/>
<color name="FurrowsL0" red="255" green="239" blue="111" terrain="Open Ground" elevation="0"/>
<color name="GrainL0" red="250" green="240" blue="110" terrain="Grain" elevation="0"/>
</colors><overlaySSRules>
<underlaySSRule name="Level1ToBrush" image="BrushPattern.gif"><color name="Level1"/>
</underlaySSRule>
<underlaySSRule name="WoodsToVineyard" image="VineyardPattern.gif"><color name="WoodsGreen"/>
</underlaySSRule>
<underlaySSRule name="GrainToVineyard" image="VineyardPattern.gif"><color name="GrainL0"/>
<color name="FurrowsL0"/></underlaySSRule>
<underlaySSRule name="WoodsToMoss" image="MossPattern.gif"><color name="WoodsGreen"/>
</underlaySSRule>
<underlaySSRule name="WoodsToBrush" image="VineyardPattern.gif"><color name="WoodsGreen"/>
</underlaySSRule></overlaySSRules><colorSSRules><colorSSR name="NoGrain">
<colorMap fromColor="FurrowsL0" toColor="WoodsGreen"/></colorSSR></colorSSRules><LOSSSRules>
<LOSSSRule name="WoodsToBrush" type="terrainMap" fromValue="Woods" toValue="Brush"/>
<LOSSSRule name="Level1ToLevel_1" type="elevationMap" fromValue="1" toValue="_1"/>
<LOSSSRule name="Level1ToLevel99" type="elevationMap" fromValue="1" toValue="99"/>
</LOSSSRules></sharedBoardMetadata>"""
OWN = (
    b'<boardMetadata name="X" boardImageFileName="p.png" hasHills="TRUE" width="9" height="4">'
    b'<buildingTypes/><overlaySSRules><overlaySSRule name="Copse" image="c.png" x="-20" y="-10"/>'
    b'<overlaySSRule name="Grove" image="c.png" x="400" y="200"/></overlaySSRules>'
    b"</boardMetadata>"
)


def _canvas() -> Canvas:
    canvas = Canvas().hex("G2", 0, 1).hex("C2", 60)
    canvas.hex("E3", 24)
    return canvas


def _png(pixels: np.ndarray) -> bytes:
    raw = io.BytesIO()
    image.fromarray(pixels.transpose(1, 0, 2)).save(raw, "PNG")
    return raw.getvalue()


def _picture(canvas: Canvas) -> bytes:
    pixels = np.empty((*canvas.terrain.shape, 3), np.uint8)
    pixels[:] = OPEN
    pixels[canvas.elevation == 1] = HIGH
    pixels[canvas.terrain == 60] = WOODS
    pixels[canvas.terrain == 24] = FURROWS
    return _png(pixels)


def _import(tmp_path: Path, *rules: str, grids: bool = True) -> ImportedBoard:
    canvas = _canvas()
    copse = _png(np.full((100, 100, 3), WOODS, np.uint8))
    members = {"BoardMetadata.xml": OWN, "p.png": _picture(canvas), "c.png": copse}
    path = canvas.save(tmp_path / "bdX", **members)
    if not grids:
        archive(path, members)
    (tmp_path / "SharedBoardMetadata.xml").write_text(SHARED, encoding="utf-8")
    return import_board(str(path), rules=rules)


def _kinds(found: ImportedBoard) -> dict[str, TerrainKind]:
    kinds = {name: first for name, (first, *_) in kinds_of(found).items()}
    return {name: kind for name, kind in kinds.items() if kind is not TerrainKind.OPEN_GROUND}


@cases(
    "rule, changed, unclear",
    ("Level1ToBrush", {"G2": TerrainKind.BRUSH}, ""),
    ("WoodsToVineyard", {"C2": TerrainKind.VINEYARD}, ""),  # whatever colours their art has
    ("GrainToVineyard", {"E3": TerrainKind.VINEYARD}, ""),  # furrows go with their grain
    ("WoodsToBrush", {"C2": TerrainKind.BRUSH}, ""),  # by the grids; its pattern shows the same
    ("WoodsToMoss", {}, "MossPattern"),
    ("Level1ToLevel99", {}, "names no terrain or level"),
)
def test_a_special_rule_changes_what_it_names_alone(
    rule: str, changed: dict[str, TerrainKind], unclear: str, tmp_path: Path
) -> None:
    """No ground of another level or colour; what nobody knows is told, and changes nothing."""
    found = _import(tmp_path, rule)
    plain = {"C2": TerrainKind.WOODS, "E3": TerrainKind.GRAIN}
    assert _kinds(found) == plain | changed
    told = report_of(found, "not understood")
    assert [unclear in each for each in told] == [True] * bool(unclear)


@cases(
    "rule, pixels, hexes",
    ("Copse", 80 * 90, {"A1", "A2", "B0", "B1"}),
    ("Grove", 50 * 58, {"H3", "H4", "I4"}),
    ("NoGrain", 3674, {"E3"}),
)
def test_the_ground_follows_a_picture_that_is_changed(
    rule: str, pixels: int, hexes: set[str], tmp_path: Path
) -> None:
    """A picture that is pasted, if only in part on the board, or a colour put for another."""
    found = _import(tmp_path, rule)
    kinds = _kinds(found)
    assert {name for name, kind in kinds.items() if kind is TerrainKind.WOODS} == hexes | {"C2"}
    assert f"{rule}: {pixels} pixels changed" in [str(each.what) for each in found.report.notes]
    assert report_of(found, "not understood") == []


def test_levels_below_the_ground_are_written_with_a_line(tmp_path: Path) -> None:
    """``_1`` is level -1."""
    assert set(levels_of(_import(tmp_path, "Level1ToLevel_1")).values()) == {0, -1}


def test_a_board_without_grids_is_read_from_its_colours(tmp_path: Path) -> None:
    """Terrain by colour, the ground under woods by the ground around them."""
    found = _import(tmp_path, grids=False)
    assert _kinds(found) == {"C2": TerrainKind.WOODS}
    assert any("no LOSData" in each for each in report_of(found, "guessed"))


OLDER = b"""// Made here
WoodsGreen 120,160,90 // the ground of the others
Moss 60,90,40
GrainL0 60,90,40
WoodsBlue 60,90,400
Level0 60,90,40
"""


def test_an_older_archive_says_its_colours_geometry_and_overlays_in_words(tmp_path: Path) -> None:
    """Without metadata: its own colours go first, the later of two; a rule of its own is known."""
    (tmp_path / "SharedBoardMetadata.xml").write_text(SHARED)
    copse = np.full((64, 40, 3), (250, 240, 110), np.uint8)
    members = {
        "bdX.gif": _picture(_canvas()),
        "c.png": _png(copse),
        "colors": OLDER,
        "data": b"version 5.2\ndx 56.25\ndy 64.5 // a hex\nx0 0\n",
        "overlaySSR": b"Copse\nc.png 205,129\n\nMoss\nunderlay MossPattern.gif Level0\n",
    }
    path = archive(tmp_path / "bdX", members)
    found = import_board(str(path), rules=("Copse",))
    assert _kinds(found)["E3"] is TerrainKind.GRAIN
    assert _kinds(found)["A1"] is TerrainKind.WOODS
    assert "C2" not in _kinds(found)
    assert len(kinds_of(found)) == 9 * 4 + 4
    members["data"] = b"dx 50\n"
    with pytest.raises(BadInput, match="10 hexrows"):
        import_board(str(archive(tmp_path / "bdX", members)))


@cases("name", "ovrX1", "bdX1")
def test_an_overlay_is_told_from_a_board(name: str, tmp_path: Path) -> None:
    """An archive without grids and metadata: an overlay by its name, else what is missing."""
    path = archive(tmp_path / name, {"X1.gif": b"GIF89a"})
    why = "looks like an overlay" if name.startswith("ovr") else "this board has no LOSData"
    with pytest.raises(BadInput, match=why):
        import_board(str(path))
