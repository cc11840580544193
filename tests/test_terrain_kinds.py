"""Kinds of terrain and of movers are types: one list each, and nobody asks for one by a string."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from events.terms import Base, HexsideKind, Material, Movement
from sim.chapter_ad.roads_and_bridges import WayKind
from sim.chapter_ad.terrain_chart import CHART as AD_CHART
from sim.chapter_b.cot import DOUBLING
from sim.chapter_b.mover import FOOT
from sim.chapter_b.symbology import CATALOGUE, HEXSIDE_ROWS
from sim.chapter_b.terrain_chart import CHART as B_CHART
from sim.chapter_f.desert_terrain_chart import CHART as F_CHART
from sim.map.board import MARKS
from sim.map.terrain import Terrain, chart
from sim.map.terrain_kind import MoverKind, TerrainKind

CHARTS: Final = {"B": B_CHART, "F": F_CHART, "AD": AD_CHART}
ROWS: Final = [row for rows in CHARTS.values() for row in rows.values()]

# One list --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", TerrainKind)
def test_every_kind_has_one_row(kind: TerrainKind) -> None:
    """A kind is in one chart; Open Ground alone in two, as it costs otherwise in the desert."""
    found = [name for name, rows in CHARTS.items() if kind in rows]
    assert found == (["B", "F"] if kind is TerrainKind.OPEN_GROUND else found[:1])
    assert found


@pytest.mark.parametrize("base", Base)
def test_the_catalogue_has_every_kind(base: Base) -> None:
    """Whatever the base terrain of a hex, each kind has a row, filed under its own name."""
    assert set(CATALOGUE[base]) == set(TerrainKind)
    assert all(row.name is kind for kind, row in CATALOGUE[base].items())


def test_a_chart_has_no_kind_twice() -> None:
    """A second row of a kind is refused instead of replacing the first."""
    row = Terrain(TerrainKind.SAND, "F7")
    assert chart(row) == {TerrainKind.SAND: row}
    with pytest.raises(ValueError, match="two rows"):
        chart(row, Terrain(TerrainKind.SAND, "F7.5"))


def test_every_mark_is_another_kind() -> None:
    """No two marks of a text map stand for the same kind."""
    assert len(set(MARKS.values())) == len(MARKS)


def test_what_stands_on_a_hexside_has_a_row() -> None:
    """Every kind of hexside but a cliff has a row of its own in the catalogue."""
    assert set(HEXSIDE_ROWS) == set(HexsideKind) - {HexsideKind.CLIFF, HexsideKind.BANK}
    assert len(set(HEXSIDE_ROWS.values())) == len(HEXSIDE_ROWS)


def test_every_movement_type_has_its_own_column() -> None:
    """The columns of vehicles are their movement types, named alike; two are for who has none."""
    columns = {movement: MoverKind.of(movement) for movement in Movement}
    assert all(movement.value == column.value for movement, column in columns.items())
    assert set(MoverKind) - set(columns.values()) == FOOT
    assert FOOT | {MoverKind.of(Movement.HORSE_DRAWN)} == DOUBLING


# Flags -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("flag", "kinds"),
    [
        ("plain", {"Open Ground"}),
        ("woods", {"Woods", "Light Woods", "Forest", "Dense Palm Trees"}),
        ("building", {"Stone Building", "Wooden Building"}),
        (
            "rout",
            {
                "Brush",
                "Vineyard",
                "Grain",
                "Thick Grain",
                "Crag",
                "Crag-Brush",
                "Crag-Hammada",
                "Boulder-Crag",
            },
        ),
        ("rally", {"Thick Grain", "Oasis Well"}),
        ("sand", {"Sand", "High Dune"}),
        ("breaks_ground", {"Boulder-Crag"}),
        ("trail_break", {"Woods", "Dense Palm Trees"}),
    ],
)
def test_which_rows_have_a_flag(flag: str, kinds: set[str]) -> None:
    """What a rule asks of terrain is marked on the rows that the rule names, and on no other."""
    assert {row.name for row in ROWS if getattr(row, flag)} == kinds


def test_which_rule_gives_a_bog_drm() -> None:
    """D8.21 does, but for two kinds whose own rule says so."""
    found = {row.name: row.bog_rule for row in ROWS if row.bog_rule != "D8.21"}
    assert found == {"High Wall": "AD4.6", "Arid Debris": "AD3.42"}


# No strings ------------------------------------------------------------------------------------

CHECKOUT: Final = Path(__file__).parent.parent
MODULES: Final = sorted(
    path
    for floor in ("sim", "replays")
    for path in (CHECKOUT / floor).rglob("*.py")
    if "vasl" not in path.parts  # it translates another program's words
)

WORDS: Final = {
    each.value for words in (TerrainKind, MoverKind, Material, WayKind) for each in words
}


def _words(node: ast.AST | None) -> Iterator[ast.Constant]:
    """The terms among what is compared, looked up or given a name: alone, or in a collection."""
    match node:
        case ast.Constant(value=str(word)) if word in WORDS:
            yield node
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            for part in parts:
                yield from _words(part)
        case ast.Call(args=parts):
            for part in parts:
                if isinstance(part, ast.Tuple | ast.List | ast.Set):
                    yield from _words(part)
        case ast.MatchValue(value=value):
            yield from _words(value)


def _asked(node: ast.AST) -> Iterator[ast.AST | None]:
    """What a node compares with, looks up by, or files under."""
    match node:
        case ast.Compare(left=left, comparators=others):
            yield from (left, *others)
        case ast.Subscript(slice=key):
            yield key
        case ast.Dict(keys=keys):
            yield from keys
        case ast.Call(func=ast.Attribute(attr="get" | "pop" | "setdefault"), args=[key, *_]):
            yield key
        case ast.MatchValue():
            yield node
        case ast.Module(body=body):
            for each in body:
                if isinstance(each, ast.Assign | ast.AnnAssign) and "__all__" not in ast.dump(each):
                    yield each.value


def by_string(code: str) -> list[tuple[int, str]]:
    """Where code knows a term of the game by a string: line and term."""
    found = [
        (word.lineno, str(word.value))
        for node in ast.walk(ast.parse(code))
        for asked in _asked(node)
        for word in _words(asked)
    ]
    return sorted(set(found))


@pytest.mark.parametrize(
    "code",
    [
        'kind.name == "Sand"',
        '"Sand" != kind.name',
        'kind.name in ("Sand", "High Dune")',
        'mover.kind in frozenset({"truck"})',
        'rows["Sand"]',
        'rows.get("Sand")',
        'changes = {"Sand": 1}',
        'SAND: Final = "Sand"',
        'SANDS = ("Sand",)',
        'rubble == "wooden"',
        'match kind:\n    case "Sand":\n        pass',
    ],
)
def test_the_search_finds_a_term_known_by_a_string(code: str) -> None:
    """Comparisons, look-ups, tables and constants are all found."""
    assert len(by_string(code)) == 1 + ("High Dune" in code)


@pytest.mark.parametrize(
    "code",
    [
        "kind.name is TerrainKind.SAND",
        'Modifier("High Wall", "AD4.6", Kind.DRM, 1)',
        'class Words(StrEnum):\n    SAND = "Sand"',
        'kind.name == "Moon Dust"',
    ],
)
def test_the_search_passes_by_what_is_only_said(code: str) -> None:
    """Members, words for players and the lists themselves are no strings to compare with."""
    assert by_string(code) == []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(CHECKOUT).as_posix())
def test_nobody_knows_terrain_by_a_string(path: Path) -> None:
    """No module compares a kind of terrain, mover, material or way with a string."""
    assert by_string(path.read_text(encoding="utf-8")) == []
