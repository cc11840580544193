"""191.4-191.6 Cactus patches, olive groves and vineyards, which an SSR declares."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.movers import MOVERS
from tests.clauses.reached import Played, unsound, world

PATCH = {"Orchard": "Cactus Patch"}
GROVE = {"Orchard": "Olive Grove"}
VINEYARD = {"Brush": "Vineyard"}
MONTHS = ("January", "March", "April", "June", "October", "November", "December")


def patch(marks: dict[str, str], **facts: Any) -> Played:
    """A game in which orchards are cactus patches."""
    return world(marks, terrain=PATCH, **facts)


def grove(marks: dict[str, str], **facts: Any) -> Played:
    """A game in which orchards are olive groves."""
    return world(marks, terrain=GROVE, **facts)


def terrain(game: Played, name: str) -> dict[str, Any]:
    """What `ask terrain` says of a hex."""
    return game.json(f"terrain --hex {name}")


@pytest.mark.rule("191.4h", "191.4i")
def test_fire_in_a_cactus_patch() -> None:
    """Kindling 12 and Spreading 10."""
    game = patch({"C4": "o", "C5": "w"})
    found = game.json("burn --hex C4")
    assert (found["kindling"], found["spreading"]) == (12, 10)
    assert "12 or more" in game.ask("burn --hex C4").verdict
    game.do("phase RPh", "wc 3 4", "blaze C5")
    assert "10 or more" in game.text("burn --hex C5 --to C4")


@pytest.mark.rule("191.4j", "191.4k")
def test_what_a_cactus_patch_costs() -> None:
    """Three times what an orchard does."""
    game = patch({"C4": "o"})
    for mover, cost in zip(MOVERS, (3, 3, 3, 9, 9, 3, 3, 12), strict=True):
        found = game.json(f"entry-cost --from C3 --to C4 --mover {mover}")
        assert (found["cost"], found["bog_check"]) == (str(cost), False)


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


@pytest.mark.rule("191.5e", "191.5f")
def test_fire_and_tem_of_an_olive_grove() -> None:
    """It burns as an orchard does, and has a TEM of one."""
    game = grove({"A3": "o"})
    found = game.json("burn --hex A3")
    assert (found["kindling"], found["spreading"]) == (11, 9)
    assert game.json("tem --hex A3")["tem"] == 1
    assert not game.json("shot --from A1 --to A3 --moving")["ffmo"]["applies"]


@pytest.mark.rule("191.5g", "191.5h")
def test_what_an_olive_grove_costs() -> None:
    """Twice what an orchard does."""
    game = grove({"C4": "o"})
    for mover, cost in zip(MOVERS, (2, 2, 2, 6, 6, 2, 2, 8), strict=True):
        found = game.json(f"entry-cost --from C3 --to C4 --mover {mover}")
        assert (found["cost"], found["bog_check"]) == (str(cost), False)


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


@pytest.mark.rule("191.6b")
@cases("name", "Vineyard", "Wall", "Meadow", "Stone Building")
def test_what_is_no_terrain_of_a_hex_is_no_vineyard(name: str) -> None:
    """A hexside, a building, an unknown word and a vineyard itself are refused."""
    assert "terrain" in unsound(terrain={name: "Vineyard"})


@pytest.mark.rule("191.6c")
def test_what_a_vineyard_costs() -> None:
    """What brush does."""
    game, brush = world({"C4": "b"}, terrain=VINEYARD), world({"C4": "b"})
    for mover, cost in zip(MOVERS, (2, 2, 2, 4, 4, 2, 2, 6), strict=True):
        asked = f"entry-cost --from C3 --to C4 --mover {mover}"
        assert game.json(asked)["cost"] == brush.json(asked)["cost"] == str(cost)


@pytest.mark.rule("191.6g", "191.6h", "191.6i")
@pytest.mark.parametrize("mover", MOVERS[2:])
def test_a_vineyard_is_a_bog_hex(mover: str) -> None:
    """For all vehicles, a wagon and a motorcycle among them: as they enter and as they turn."""
    game = world({"C4": "b"}, terrain=VINEYARD)
    assert game.json(f"bog --from C3 --to C4 --mover {mover}")["bog_check"]
    assert game.json(f"bog --to C4 --mover {mover}")["bog_check"]
    assert not game.json(f"bog --from C2 --to C3 --mover {mover}")["bog_check"]


@pytest.mark.rule("191.6i")
def test_motorcycles_in_vineyards_are_a_ruling() -> None:
    """By the other answer they alone are spared, as in Broken Ground."""
    game = world({"C4": "b"}, terrain=VINEYARD, rulings={"191.6-motorcycle": "spared"})
    for mover in MOVERS[2:]:
        due = mover != "motorcycle"
        assert game.json(f"bog --from C3 --to C4 --mover {mover}")["bog_check"] is due
        assert game.json(f"bog --to C4 --mover {mover}")["bog_check"] is due


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
