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


@pytest.mark.rule("191.4k", "191.5h")
@cases("declared, cost", ("Cactus Patch", 12), ("Olive Grove", 8))
def test_a_truck_pays_for_it(declared: str, cost: int) -> None:
    """In an order, as in the answer."""
    truck = {"id": "L", "side": "German", "movement": "truck", "armour": "none", "mp": 20}
    game = world({"C4": "o"}, terrain={"Orchard": declared}, vehicles=[truck | {"at": "C3"}])
    game.to("MPh")
    game.do("start L", "move L C4")
    assert game.state.vehicles["L"].mp_used == 1 + cost


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


@pytest.mark.rule("191.6b")
@cases(
    "mark, name",
    ("g", "Grain"),
    ("s", "Scrub"),
    ("o", "Orchard"),
    ("h", "Hammada"),
    ("w", "Woods"),
    ("d", "Sand"),
    ("m", "Marsh"),
    ("p", "Palm Trees"),
    (".", "Open Ground"),
    ("c", "Crag"),
)
def test_an_ssr_may_name_any_other_terrain(mark: str, name: str) -> None:
    """Whatever it names is a vineyard; Steppe and Broken Terrain leave it one."""
    for key in ("ad", "steppe", "broken"):
        facts: dict[str, Any] = {key: True}
        game = world({"C4": mark}, terrain={name: "Vineyard"}, month="January", **facts)
        assert terrain(game, "C4")["terrain"] == ["Vineyard"]
    combined = world({"C4": "eb"}, terrain=VINEYARD)
    assert terrain(combined, "C4")["terrain"] == ["Deir", "Vineyard"]


@pytest.mark.rule("191.6c")
def test_what_a_vineyard_costs() -> None:
    """What brush does."""
    game, brush = world({"C4": "b"}, terrain=VINEYARD), world({"C4": "b"})
    for mover, cost in zip(MOVERS, (2, 2, 2, 4, 4, 2, 2, 6), strict=True):
        asked = f"entry-cost --from C3 --to C4 --mover {mover}"
        assert game.json(asked)["cost"] == brush.json(asked)["cost"] == str(cost)


@pytest.mark.rule("191.6g", "191.6h")
def test_a_tank_bogs_in_a_vineyard() -> None:
    """`move` and `turn` roll the Bog Check."""
    tank = {"id": "T", "side": "German", "movement": "fully-tracked", "mp": 13, "at": "C3"}
    for dice, bogs in (("5 6", True), ("5 5", False)):
        game = world({"C4": "b"}, terrain=VINEYARD, vehicles=[tank])
        game.to("MPh")
        game.do("start T", f"move T C4 {dice}")
        assert game.state.vehicles["T"].bogged is bogs
        if not bogs:
            game.do("turn T 6 6")
            assert game.state.vehicles["T"].bogged
