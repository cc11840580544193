"""The Terrain Charts of chapters B and F, typed a second time from other copies (B.3).

Typed from the charts at friendorfoe.com, wwiivehicles.com and in the eASLRB (B and F), the rows of
Stream, Forest, rubble, Light Woods, debris and Vineyard from their rules, as these charts were not
to be had in full. Rows are in the order of rule numbers, columns in the order of the charts.
"""

import re
from fractions import Fraction
from itertools import product
from typing import Final

import pytest

from sim.chapter_191.terrain_chart import CHART as CHART_191
from sim.chapter_b.terrain_chart import CHART as B_CHART
from sim.chapter_f.desert_terrain_chart import CHART as DESERT_CHART
from sim.map.terrain import Cost, Terrain, chart, read_costs
from sim.map.terrain_kind import MoverKind, TerrainKind
from tests import cases
from tests.clauses.movers import MOVERS

# Legend: COT = the cost of the other terrain is added, ALL = all MF or MP, Z = half the allotment,
# z = a third, q = a quarter, NA = may not enter, P = but may be pushed, B = Bog Check; a star in
# front of TEM marks what depends on the shot. Marks for roads, Charge and wrecks are left out.

B: Final = """
Open Ground     |  0    | 1 | 1 | 1 | 3 | 3 | 1 | 1 | 4
Shellholes      | +1    | 2 | 2 | 2 | 2 COT | 2 COT | COT | COT | 4 COT
Road            |  0    | 1 | 1 | 1 | 1/2 | 1/2 | 1/2 | 1/2 | 1/2
Wall            | +2/+1 | 1 COT | 1 COT | NA | NA P | NA | 1 COT | NA | NA
Hedge           | +1/0  | 1 COT | 1 COT | NA | NA P | 3 COT B | 1 COT | 2 COT B | NA
Brush           |  0    | 2 | 2 | 2 | 4 | 4 | 2 | 2 | 6
Woods           | +1/-1 | 2 | 4 | ALL B | NA P | ALL B | Z B | ALL B | ALL B
Orchard         |  0    | 1 | 1 | 1 | 3 | 3 | 1 | 1 | 4
Grain           |  0    | 3/2 | 3/2 | 3/2 | 4 | 4 | 1 | 1 | 5
Marsh           |  0    | ALL | ALL | NA | NA | NA | NA | NA | NA
Crag            | +1    | 2 | 4 | NA | NA | NA | NA | NA | NA
Graveyard       | +1    | 1 | 2 | NA | 4 | NA | Z B | NA | NA
Gully           |  0    | 2 | 2 | ALL | 4 COT | 4 COT | 2 COT | 3 COT | 6 COT B
Wooden Building | +2    | 2 | NA | NA | NA P | NA | Z B | NA | NA
Stone Building  | +3    | 2 | NA | NA | NA P | NA | Z B | NA | NA
"""

F: Final = """
Open Ground     |  0    | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1
Scrub           |  0    | 1 | 2 | 2 | 4 | 4 | 2 | 3 | 6
Hammada         | HE-1  | 1 | 3 | 3 | 4 | 4 | 2 | 3 | 6
Wadi            |  0    | 2 | 2 | ALL | 4 COT | 4 COT | 2 COT | 3 COT | 6 COT B
Sand            |  0    | 1 COT | 2 COT | 2 COT B | 4 COT | 4 COT B | 2 COT B | 3 COT B | 6 COT B
Broken Ground   | +1    | 2 | 2 | 2 B | 6 | 6 B | 2 B | 2 B | 8 B
Cactus Patch    | +1    | 3 | 3 | 3 | 9 | 9 | 3 | 3 | 12
Olive Grove     | +1    | 2 | 2 | 2 | 6 | 6 | 2 | 2 | 8
"""


def _typed(chart: str) -> dict[TerrainKind, tuple[str, dict[MoverKind, str]]]:
    """TEM and the eight cells of every row, by its name."""
    rows = {}
    for line in chart.strip().splitlines():
        name, tem, *cells = (each.strip() for each in line.split("|"))
        rows[TerrainKind(name)] = (tem, dict(zip(map(MoverKind, MOVERS), cells, strict=True)))
    return rows


B_ROWS: Final = _typed(B)
F_ROWS: Final = _typed(F)


def _meaning(cell: str) -> Cost:
    """A cell as typed here, as what the code says of it."""
    words = cell.split()
    number = next((each for each in words if re.fullmatch(r"\d+(/\d+)?", each)), None)
    shares = {"ALL": Fraction(1), "Z": Fraction(1, 2), "z": Fraction(1, 3), "q": Fraction(1, 4)}
    share = next((shares[each] for each in words if each in shares), None)
    return Cost(
        points=None if number is None else Fraction(number),
        share=share,
        plus_cot="COT" in words,
        bog="B" in words,
        pushed="P" in words,
        allowed="NA" not in words,
    )


def _same(row: Terrain, column: MoverKind, cell: str) -> bool:
    return row.costs[column] == _meaning(cell)


@pytest.mark.rule(
    "B.3", "B1", "B2", "B3", "B9", "B12", "B13", "B14", "B15", "B16", "B17", "B18", "B19", "B23"
)
@pytest.mark.parametrize(("name", "column"), list(product(B_ROWS, MoverKind)))
def test_every_cost_of_the_terrain_chart(name: TerrainKind, column: MoverKind) -> None:
    """Every cell of the chart of chapter B is that of another copy of it."""
    cell = B_ROWS[name][1][column]
    assert _same(B_CHART[name], column, cell), (cell, B_CHART[name].costs[column])


@pytest.mark.rule("B.3", "AD2.4", "F.2", "F1", "F2", "F3", "F5", "F7", "F13.1", "F13.4", "F13.5")
@pytest.mark.parametrize(("name", "column"), list(product(F_ROWS, MoverKind)))
def test_every_cost_of_the_desert_terrain_chart(name: TerrainKind, column: MoverKind) -> None:
    """Every cell of the chart of chapter F is that of another copy of it."""
    cell = F_ROWS[name][1][column]
    row = {**DESERT_CHART, **CHART_191}[name]
    assert _same(row, column, cell), (cell, row.costs[column])


@pytest.mark.rule("B.3", "B13.7", "B15.6", "B20", "B21", "B24", "B35", "B37", "G4")
@cases(
    "name, column, cell",
    # streams are shallow (B20.42), vehicles as in a gully, with a Bog Check
    (TerrainKind.STREAM, MoverKind.INFANTRY, "3"),
    (TerrainKind.STREAM, MoverKind.CAVALRY, "3"),
    (TerrainKind.STREAM, MoverKind.FULLY_TRACKED, "2 COT B"),
    # rubble (B24.4): Infantry, and fully-tracked for half the allotment
    (TerrainKind.WOODEN_RUBBLE, MoverKind.INFANTRY, "3"),
    (TerrainKind.STONE_RUBBLE, MoverKind.INFANTRY, "3"),
    (TerrainKind.WOODEN_RUBBLE, MoverKind.FULLY_TRACKED, "Z B"),
    (TerrainKind.STONE_RUBBLE, MoverKind.FULLY_TRACKED, "Z B"),
    (TerrainKind.WOODEN_RUBBLE, MoverKind.TRUCK, "NA"),
    (TerrainKind.STONE_RUBBLE, MoverKind.HALFTRACK, "NA"),
    # debris (B37.3): 2 MF, and a quarter of the allotment with a Bog Check
    (TerrainKind.DEBRIS, MoverKind.INFANTRY, "2"),
    (TerrainKind.DEBRIS, MoverKind.FULLY_TRACKED, "q B"),
    (TerrainKind.DEBRIS, MoverKind.HALFTRACK, "NA"),
    (TerrainKind.DEBRIS, MoverKind.TRUCK, "NA"),
    # light woods: as woods on foot, a third of the allotment for the fully tracked (D8.2)
    (TerrainKind.LIGHT_WOODS, MoverKind.INFANTRY, "2"),
    (TerrainKind.LIGHT_WOODS, MoverKind.CAVALRY, "4"),
    (TerrainKind.LIGHT_WOODS, MoverKind.FULLY_TRACKED, "z B"),
    # plowed fields are entered as grain (B15.6)
    (TerrainKind.PLOWED_FIELD, MoverKind.INFANTRY, "3/2"),
    (TerrainKind.PLOWED_FIELD, MoverKind.ARMOURED_CAR, "4"),
    (TerrainKind.PLOWED_FIELD, MoverKind.TRUCK, "5"),
    # forest (B13.7): on foot as woods
    (TerrainKind.FOREST, MoverKind.INFANTRY, "2"),
    (TerrainKind.FOREST, MoverKind.CAVALRY, "4"),
    (TerrainKind.FOREST, MoverKind.FULLY_TRACKED, "NA"),
    (TerrainKind.WATER, MoverKind.INFANTRY, "NA"),
    (TerrainKind.WATER, MoverKind.FULLY_TRACKED, "NA"),
    (TerrainKind.PALM_TREES, MoverKind.INFANTRY, "1"),
    (TerrainKind.PALM_TREES, MoverKind.TRUCK, "4"),
)
def test_costs_that_rules_give(name: TerrainKind, column: MoverKind, cell: str) -> None:
    """Where no copy of the chart's row was at hand, the cell is what the terrain's rule says."""
    assert _same(B_CHART[name], column, cell), B_CHART[name].costs[column]


@pytest.mark.rule("B.3", "F4", "F6")
@cases("name", TerrainKind.DEIR, TerrainKind.HILLOCK)
def test_deirs_and_hillocks_cost_what_desert_open_ground_does(name: TerrainKind) -> None:
    """Such a hex adds nothing to what the terrain in it costs, to every mover."""
    for mover in MoverKind:
        cost = DESERT_CHART[name].costs[mover]
        assert cost.plus_cot
        assert not cost.points


@pytest.mark.rule("B.3", "F7.5")
def test_a_high_dune_is_sand() -> None:
    """A dune is entered as the sand that it is."""
    for mover in MoverKind:
        assert (
            DESERT_CHART[TerrainKind.HIGH_DUNE].costs[mover]
            == DESERT_CHART[TerrainKind.SAND].costs[mover]
        )


@pytest.mark.rule("B.3")
@cases("row", "", "1 1 1", "1 1 1 1 1 1 1 1 1", "1 1 1 1 1 1 1 x", "-1 1 1 1 1 1 1 1")
def test_rows_that_no_chart_prints(row: str) -> None:
    """A row needs eight cells, each with known signs only."""
    with pytest.raises(ValueError, match=r"zip|is not a cell"):
        read_costs(row)


def test_a_chart_has_no_kind_twice() -> None:
    """A second row of a kind is refused instead of replacing the first."""
    row = "Sand  F7  1 1 1 1 1 1 1 1\n    sand\n"
    assert chart(row)[TerrainKind.SAND].sand
    with pytest.raises(ValueError, match="two rows"):
        chart(row * 2)
