"""Every terrain type of VASL: what becomes of it on a board; its report leaves none out."""

import csv
import gzip
from pathlib import Path

import numpy as np
import pytest

from events.terms import Material
from replays.vasl.board_archive import Grid
from replays.vasl.board_import import import_board
from replays.vasl.board_report import Sureness
from replays.vasl.board_terrain import is_desert
from replays.vasl.terrain_code import CODES, Meaning, meaning
from sim.chapter_191.terrain_chart import CHART as CHART_191
from sim.chapter_b.terrain_chart import CHART
from sim.chapter_f.desert_terrain_chart import CHART as DESERT_CHART
from sim.map.terrain_kind import TerrainKind
from tests import cases
from tests.test_cli import Khamsin
from tests.vasl_boards import DATA, Canvas, kinds_of, levels_of, report_of

LIST = DATA / "los" / "terrain.tsv.gz"
facts = pytest.mark.skipif(not LIST.is_file(), reason="VASL's list is not beside the repository")


def _rows() -> list[dict[str, str]]:
    with gzip.open(LIST, "rt", encoding="utf-8") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))


@facts
def test_every_terrain_type_of_vasl_is_in_the_list() -> None:
    """All of VASL's 166, by code and name; what else is in the list VASL numbers higher."""
    found = {int(row["type_code"]): row["name"].removesuffix(" [121]") for row in _rows()}
    assert len(found) == 166
    assert {code: CODES[code].name for code in found} == found
    assert min(CODES.keys() - found.keys()) > max(found)


@facts
def test_what_is_understood_is_to_los_what_it_is_in_vasl() -> None:
    """Obstacles of their height, half-level obstacles, Hindrances and Depressions agree."""
    rows = {**CHART, **DESERT_CHART, **CHART_191}
    for row in _rows():
        ours = CODES[int(row["type_code"])]
        if ours.kind is None or ours.sureness is not Sureness.UNDERSTOOD:
            continue
        kind = rows[ours.kind]
        obstacle, half, split = row["los_obstacle"] == "1", row["half_level"] == "1", row["split"]
        assert kind.half == (obstacle and half), ours.name
        whole = obstacle and not half and split == "0.0"
        assert kind.obstacle == (int(row["height"]) if whole else 0), ours.name
        assert bool(kind.hindrance) == (split != "0.0" or row["los_hindrance"] == "1"), ours.name
        assert kind.depression == (row["los_category"] == "DEPRESSION"), ours.name


@facts
def test_buildings_have_the_levels_that_they_have_in_vasl() -> None:
    """A building of upper levels is half a level higher than these; without any, one level high."""
    for row in _rows():
        ours = CODES[int(row["type_code"])]
        if ours.material is None or ours.sureness is not Sureness.UNDERSTOOD:
            continue
        assert row["los_category"] == "BUILDING"
        levels = int(row["height"]) if row["half_level"] == "1" else 0
        assert ours.levels == levels, ours.name
        assert (ours.material is Material.WOODEN) == ours.name.startswith("Wooden"), ours.name


@facts
def test_what_stands_on_hexsides_in_vasl_does_so_here_or_is_not_understood() -> None:
    """No hexside terrain of VASL becomes the terrain of a hex, nor the other way round."""
    for row in _rows():
        ours = CODES[int(row["type_code"])]
        if ours.known:
            assert (ours.hexside is not None) == (row["los_category"] == "HEXSIDE"), ours.name


def test_each_has_one_sentence_that_says_what_becomes_of_it() -> None:
    """What is guessed or not understood says why; what is understood has nothing to excuse."""
    for each in CODES.values():
        assert each.sentence
        assert bool(each.why) == (each.sureness is not Sureness.UNDERSTOOD), each.name
        assert each.becomes != "nothing" or not each.known, each.name


def test_the_command_lists_terrain(khamsin: Khamsin) -> None:
    """All of it, or what a word finds, as text and as JSON."""
    assert len(khamsin("board", "terrain").out.splitlines()) == len(CODES)
    assert "Bocage" in khamsin("board", "terrain", "hedge").out
    assert '"code": 49' in khamsin("board", "terrain", "--json", "stone market").out
    assert "no terrain type" in khamsin("board", "terrain", "tiramisu").out


def test_so_much_desert_terrain_makes_a_desert_board() -> None:
    """Of 15% of one hex, whatever the size of the board."""
    grid = Grid(5, 4, np.zeros((50, 40), np.int8), np.zeros((50, 40), np.uint8))
    grid.terrain[0, :14] = 101
    assert not is_desert(grid, {})
    grid.terrain[0, 14] = 101
    assert is_desert(grid, {})


def test_metadata_names_codes_that_are_new() -> None:
    """A code that is in no list has the name from the metadata, or none; it is not understood."""
    assert meaning(250).name == "terrain code 250"
    assert meaning(250, {250: "Lava"}).name == "Lava"
    assert meaning(250, {250: "Brush"}).kind is TerrainKind.BRUSH
    assert meaning(60, {60: "Grain"}).kind is TerrainKind.GRAIN
    assert meaning(102, {102: "Deir"}).kind is TerrainKind.DEIR


def _carrying(code: int, found: Meaning) -> Canvas:
    """A board that has a terrain type where one would print it."""
    canvas = Canvas()
    if found.hexside is not None:
        return canvas.side("E2", 3, code)
    if found.bridge:
        canvas.line("C1", "C4", 30, 12)
        canvas.elevation[canvas.terrain == 30] = -1
        return canvas.line("B2", "C2", 65).line("C2", "D2", 65).dot("C2", code, 9)
    if found.depression:
        canvas.line("C1", "C4", code, 12)
        canvas.elevation[canvas.terrain == code] = -1
        return canvas
    if found.road is not None or found.path:
        return canvas.line("C2", "D2", code).line("D2", "E3", code)
    return canvas.hex("C2", code)


def _becomes(each: Meaning) -> dict[str, object]:
    """What a board has where a terrain type was painted by `_carrying`; nothing else."""
    if each.hexside is not None:
        return {"hexsides": [{"kind": str(each.hexside), "at": ["E2/F2"]}]}
    if each.material is not None:
        house = {"hex": "C2", "material": str(each.material)}
        levels = {"upper_levels": each.levels} if each.levels else {}
        return {"buildings": [house | levels]}
    if each.bridge:
        return {"bridges": [{"hex": "C2"}]}
    if each.road is not None and not each.depression:
        return {"roads": [{"hexes": ["C2", "D2", "E3"], "kind": str(each.road)}]}
    return {"paths": [{"hexes": ["C2", "D2", "E3"]}]} if each.path else {}


@pytest.mark.parametrize("code", CODES, ids=lambda code: CODES[code].name)
def test_each_becomes_what_the_list_says_and_the_report_says_so(code: int, tmp_path: Path) -> None:
    """The board has it where it was painted, and what is no certainty is told with its hexes."""
    each = CODES[code]
    canvas = _carrying(code, each)
    found = import_board(str(canvas.save(tmp_path / "bdX")))
    painted = int((canvas.terrain == code).sum())
    becomes = _becomes(each)
    assert {key: found.values.get(key) for key in becomes} == becomes
    if not becomes:
        assert each.kind in kinds_of(found)["C2"]
        assert set(levels_of(found).values()) == {0}
        assert bool(found.spec.roads) == (each.road is not None)
    if each.sureness is Sureness.UNDERSTOOD:
        assert not report_of(found, "not understood")
        return
    (note,) = (n for n in found.report.notes if n.what.startswith(f"{each.name} "))
    assert (note.sureness, note.pixels) == (each.sureness, painted)
    assert note.at
    assert note.pixel is not None
    assert canvas.terrain[note.pixel] == code
    if each.sureness is Sureness.NOT_UNDERSTOOD:
        assert set(kinds_of(found).values()) == {(TerrainKind.OPEN_GROUND,)}
        assert not found.spec.buildings
        assert not found.spec.hexsides


@cases(
    "under, code, reach, kinds, guessed",
    (0, 60, 7, {TerrainKind.OPEN_GROUND}, ""),
    (0, 60, 8, {TerrainKind.WOODS}, "little Woods in a hex; taken as Woods"),
    (0, 60, 10, {TerrainKind.WOODS}, ""),
    (25, 60, 10, {TerrainKind.BRUSH}, "Woods beside other terrain was taken as spilt art"),
    (25, 60, 13, {TerrainKind.BRUSH, TerrainKind.WOODS}, "in one hex; taken as both"),
    (25, 30, 10, {TerrainKind.BRUSH, TerrainKind.GULLY}, ""),
)
def test_how_much_of_a_terrain_makes_a_hex_of_it(
    under: int, code: int, reach: int, kinds: set[TerrainKind], guessed: str, tmp_path: Path
) -> None:
    """Beside another it takes more, but for a Depression; what is little is told as a guess."""
    canvas = Canvas().hex("C2", under).dot("C2", code, reach).low()
    found = import_board(str(canvas.save(tmp_path / "bdX")))
    assert set(kinds_of(found)["C2"]) == kinds
    said = [each for each in report_of(found, "guessed") if "C2 (" in each]
    assert len(said) == bool(guessed)
    assert all(guessed in each for each in said)


@cases("reach, kinds", (8, {TerrainKind.OPEN_GROUND}), (14, {TerrainKind.GULLY}))
def test_a_gully_beside_the_dot_makes_a_gully_hex_if_it_is_no_tip(
    reach: int, kinds: set[TerrainKind], tmp_path: Path
) -> None:
    """B19.1: much of it does, whatever lies at the dot; the report says one of the two, once."""
    canvas = Canvas()
    canvas.terrain[96 - reach : 96 + reach, 86 : 86 + 2 * reach] = 30
    canvas.terrain[110:116, 94:100] = 0
    found = import_board(str(canvas.low().save(tmp_path / "bdX")))
    assert set(kinds_of(found)["C2"]) == kinds
    (said,) = [each for each in report_of(found, "guessed") if "C2 (" in each]
    assert "beside the centre dot" in said


@cases("inner, edge", ("B2", 0), ("H2", 449))
def test_a_road_between_two_half_hexes_runs_into_both(
    inner: str, edge: int, tmp_path: Path
) -> None:
    """It leaves at the left or at the right; the report says so, and no more of its hexsides."""
    canvas = Canvas()
    x, y = canvas.lattice.centres[canvas.lattice.number[canvas.places[inner]]]
    canvas.terrain[min(x, edge) : max(x, edge) + 1, y - 9 : y + 9] = 65
    found = import_board(str(canvas.save(tmp_path / "bdX")))
    upper, lower = ("A2", "A3") if edge == 0 else ("I2", "I3")
    assert found.values["roads"] == [{"hexes": [upper, inner, lower], "kind": "unpaved"}]
    (said,) = (each for each in report_of(found, "guessed") if "road" in each)
    assert said.endswith(f"taken as running into both: {lower}/{upper}")


def test_a_rowhouse_wall_parts_two_buildings(tmp_path: Path) -> None:
    """Two hexes of one block with a black bar on their hexside are two buildings (B23.71)."""
    canvas = Canvas().line("C2", "C3", 41, 14).side("C2", 4, 77, 5)
    houses = import_board(str(canvas.save(tmp_path / "bdX"))).spec.buildings
    assert [(h.hex, h.upper_levels, h.building) for h in houses] == [
        ("C2", 1, None),
        ("C3", 1, None),
    ]


def test_the_metadata_says_which_building_it_is(tmp_path: Path) -> None:
    """Of two codes in one hex it is the one that the metadata names; another is told."""
    canvas = Canvas().dot("C2", 42).dot("E3", 40)
    x, y = canvas.lattice.centres[canvas.lattice.number[canvas.places["C2"]]]
    canvas.terrain[x - 8 : x, y - 8 : y] = 41
    meta = (
        b'<boardMetadata name="X" width="9" height="4"><buildingTypes>'
        b'<buildingType hexName="C2" buildingTypeName="Stone Building, 1 Level"/>'
        b'<buildingType hexName="E3" buildingTypeName="Stone Building, 3 Level"/>'
        b"</buildingTypes></boardMetadata>"
    )
    found = import_board(str(canvas.save(tmp_path / "bdX", **{"BoardMetadata.xml": meta})))
    assert {h.hex: h.upper_levels for h in found.spec.buildings} == {"C2": 1, "E3": 0}
    assert any("E3 (Stone Building, 3 Level)" in each for each in report_of(found, "guessed"))


def test_what_only_the_metadata_has_is_told(tmp_path: Path) -> None:
    """Slopes, railway embankments and partial orchards: each by hex and hexside."""
    meta = (
        b'<boardMetadata name="X" width="9" height="4"><slopes><slope hex="C2" hexsides="05"/>'
        b'</slopes><rrembankments><rrembankment hex="E1" hexsides="12"/></rrembankments>'
        b'<partialorchards><partialorchard hex="G1" hexsides="3"/></partialorchards>'
        b"</boardMetadata>"
    )
    found = import_board(str(Canvas().save(tmp_path / "bdX", **{"BoardMetadata.xml": meta})))
    slopes, embankments, orchards = report_of(found, "not understood")
    assert slopes.startswith("slopes")
    assert slopes.endswith(": C2:16")
    assert embankments.endswith(": E1:23")
    assert orchards.endswith(": G1:4")
