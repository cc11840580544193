"""The rows of the AD Terrain Chart, as ``ask terrain`` tells them of a hex."""

import pytest

from tests import cases
from tests.clauses.arid import arid

# What each rule says: TEM, then o Open Ground for FFMO, i Inherent, c Concealment Terrain, r Rally
# and w Rout Terrain, then the Kindling and Spreading numbers. A crag (B17) is Inherent with a TEM;
# woods, brush and grain are Concealment Terrain (A12.12), and burn as those of chapter B.


@pytest.mark.rule("AD3.5", "AD3.61", "AD3.7", "AD2.4")
@cases("mark", "z", "W", "F")
@cases(
    "hex_, costs",
    ("{}", {"infantry": "1", "motorcycle": "1", "fully-tracked": "1", "truck": "1"}),
    ("{}'", {"infantry": "1", "motorcycle": "3", "fully-tracked": "1", "truck": "4"}),
)
def test_plaza_well_and_fountain_cost_what_open_ground_does(
    mark: str, hex_: str, costs: dict[str, str]
) -> None:
    """That of chapter F in a desert hex, of chapter B in a Temperate one, to every mover."""
    game = arid({"D4": hex_.format(mark)})
    for mover, cost in costs.items():
        found = game.json(f"entry-cost --from D3 --to D4 --mover {mover}")
        assert (mover, found["cost"]) == (mover, cost)
