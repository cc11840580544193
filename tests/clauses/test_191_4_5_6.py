"""191.4-191.6 Cactus patches, olive groves and vineyards, which an SSR declares."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.movers import MOVERS
from tests.clauses.reached import Played, world

VINEYARD = {"Brush": "Vineyard"}
MONTHS = ("January", "March", "April", "June", "October", "November", "December")


def terrain(game: Played, name: str) -> dict[str, Any]:
    """What `ask terrain` says of a hex."""
    return game.json(f"terrain --hex {name}")


@pytest.mark.rule("191.4n", "191.5j", "191.6e")
@pytest.mark.parametrize("month", MONTHS)
@cases("mark, to", ("o", "Cactus Patch"), ("o", "Olive Grove"), ("b", "Vineyard"))
def test_it_is_never_out_of_season(month: str, mark: str, to: str) -> None:
    """Everything is as in June."""
    declared = {"Orchard" if mark == "o" else "Brush": to}
    june, then = (world({"A2": mark}, terrain=declared, month=each) for each in ("June", month))
    high = {"A2": mark, "A4": ".2"}
    june_high, then_high = (world(high, terrain=declared, month=m) for m in ("June", month))
    assert terrain(june, "A2") == terrain(then, "A2")
    for ends in ("--from A1 --to A4", "--from A1 --to A2"):
        assert june.json(f"shot {ends}")["los"] == then.json(f"shot {ends}")["los"]
    asked = "shot --from A1 --to A4"
    assert june_high.json(asked)["los"] == then_high.json(asked)["los"]


@pytest.mark.rule("191.6c")
def test_what_a_vineyard_costs() -> None:
    """What brush does."""
    game, brush = world({"C4": "b"}, terrain=VINEYARD), world({"C4": "b"})
    for mover, cost in zip(MOVERS, (2, 2, 2, 4, 4, 2, 2, 6), strict=True):
        asked = f"entry-cost --from C3 --to C4 --mover {mover}"
        assert game.json(asked)["cost"] == brush.json(asked)["cost"] == str(cost)
