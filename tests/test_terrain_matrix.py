"""The matrix of terrain: no cell is silent, and the map reader refuses what no hex holds."""

import csv
import re
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Final

import pytest

from events.errors import BadInput
from replays.asking.rulebook import core_rules, rules, rulings
from sim.map.board import MARKS, cell_of
from sim.map.sharing import together, why_apart
from tests.clauses.reached import checked, world
from tests.terrain_matrix import HEAD

DOCUMENT: Final = Path(__file__).parents[1] / "docs" / "terrain-matrix.tsv"


def test_every_cell_says_what_decides_it() -> None:
    """Each cell of the matrix ends with the rules or rulings that decide it, and they are known."""
    known = {each.id for each in (*rules(), *core_rules())} | rulings().keys()
    with DOCUMENT.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    assert len(rows) > 1000
    for row in rows:
        cells = {key: row[key] for key in HEAD[4:] if row[key]}
        assert cells, row
        for column, cell in cells.items():
            found = re.search(r"\(([^()]+)\)$", cell)
            assert found, f"undecided: {row['where']} {row['terrain']} {row['beside']}: {column}"
            assert known >= set(found[1].split(", ")), (cell, row)


@pytest.mark.rule("B.1")
def test_the_order_of_kinds_makes_no_difference() -> None:
    """Two kinds in a hex are to everyone what they are the other way round."""
    pairs = [each for each in combinations(MARKS, 2) if not why_apart([MARKS[m] for m in each])]
    for one, two in Random("order").sample(pairs, 40):
        game, other = (world({"E5": marks}, on={"columns": 7}) for marks in (one + two, two + one))
        found = [each.json("terrain --hex E5")["row"] for each in (game, other)]
        said = [{key: cell["said"] for key, cell in row.items()} for row in found]
        assert said[0] == said[1], (one, two)


@pytest.mark.rule("B.1")
@pytest.mark.parametrize(
    ("cell", "rule"),
    [("~b", "B21"), ("uy", "B20"), ("ok", "B14"), ("wl", "B35"), ("bv", "191.6"), ("zg", "AD3.5")],
)
def test_a_map_with_kinds_that_share_no_hex_is_refused(cell: str, rule: str) -> None:
    """The reader names the kinds and the rule; an importer keeps the first."""
    with pytest.raises(BadInput, match=re.escape(f"({rule})")):
        cell_of(cell, "row 1", "map")
    assert together(MARKS[mark] for mark in cell) == (MARKS[cell[0]],)


@pytest.mark.rule("AD4.5", "AD3.42")
def test_ask_terrain_shows_the_row_of_a_hex() -> None:
    """TEM, LOS, the cost to each mover, fire and concealment, each with its rule."""
    told = world({"E5": "C"}, on={"ad": True}, ad=True).text("terrain --hex E5")
    for cell in ("truck NA (AD4.5)", "TEM +2 (AD4.5)", "from one level above clear (AD4.5)"):
        assert cell in told


@pytest.mark.rule("AD1.1", "AD3.4")
def test_check_tells_ad_terrain_where_it_is_not_in_effect() -> None:
    """Debris is not there; a Fountain, which no other rule knows, counts all the same."""
    on = {"debris": [{"hex": "C3"}], "buildings": [{"hex": "F5", "mosque": True}]}
    told = "\n".join(checked({"D4": "F"}, on=on, ad=True)["in_effect"])
    assert "no AD Terrain is in effect in C3: there is no Arid Debris (AD3.4)" in told
    assert re.search(r"Fountain in D4 counts.*AD1.1.; what it limits does not\n.*osque.* F5", told)


@pytest.mark.rule("AD4.51")
def test_vineyard_is_no_silent_cell() -> None:
    """Beside a Boulder-Crag it breaks as brush does, and keeps its own."""
    vineyard = world({"E5": "h", "E6": "v"}, on={"ad": True}, ad=True, broken=True)
    assert vineyard.json("terrain --hex E6")["terrain"] == ["Vineyard", "Broken Ground"]
    assert vineyard.json("tem --hex E6")["tem"] == 1
