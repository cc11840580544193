"""What an entry costs, item by item, each with its rule: terrain, slopes, rain and towing."""

from fractions import Fraction
from typing import Any, Final

import pytest

from tests import cases
from tests.clauses.movers import MOVERS, TANK, moving
from tests.clauses.reached import Played, world

Items = list[tuple[str, str, Fraction]]


def cost_items(game: Played, words: str) -> Items:
    """The items of a cost: name, rule and points of each."""
    found = game.ask(f"entry-cost {words}").items
    return [(item.name, item.rule, Fraction(item.amount or 0)) for item in found]


def costs(game: Played, words: str) -> dict[str, str | None]:
    """What an entry costs each kind of mover; None where it may not enter."""
    return {
        mover: game.json(f"entry-cost {words} --mover {mover} --allotment 20")["cost"]
        for mover in MOVERS
    }


# Elevation -----------------------------------------------------------------------------------

ON_FOOT: Final = ("infantry", "cavalry", "horse-drawn")
"""Those whose COT doubles uphill (B10.4); the others pay MP for it."""


@pytest.mark.rule("B10.4", "B10.5", "B10.51")
@pytest.mark.parametrize("mover", MOVERS)
@cases("rise", -3, -2, -1, 0, 1, 2, 3)
def test_what_each_mover_pays_for_elevation(mover: str, rise: int) -> None:
    """COT again, or 4 MP, for higher ground; each level between 2 or 4 up, 1 or 2 down."""
    low, high = (".", f".{rise}") if rise > 0 else (f".{-rise}", ".")
    game = world({"D3": low, "D4": high}, on={"desert": False})
    found = cost_items(game, f"--from D3 --to D4 --mover {mover} --allotment 30")
    ground = {"motorcycle": 3, "armoured-car": 3, "truck": 4}.get(mover, 1)
    expected: Items = [("Open Ground", "B1", Fraction(ground))]
    foot, between = mover in ON_FOOT, abs(rise) - 1
    each = (2 if foot else 4) if rise > 0 else (1 if foot else 2)
    if between > 0:
        expected.append(("levels between", "B10.51", Fraction(each * between)))
    if rise > 0:
        expected.append(("higher elevation", "B10.4", Fraction(ground if foot else 4)))
    assert found == expected


# The whole allotment ---------------------------------------------------------------------------


def drm_of(game: Played, order: str) -> int:
    """The DRM of the Bog Check that an order of entry leaves to be made."""
    game.do(order)
    vehicle = order.split()[1]
    return game.state.bog_checks[vehicle].drm


@pytest.mark.rule("B13.41", "D8.21")
@cases("paid, drm", (7, 4), (12, 4), (13, 1))
def test_woods_add_nothing_for_the_whole_allotment(paid: int, drm: int) -> None:
    """All that its Start leaves of 14 MP is the whole allotment: no +3; 12 are not all."""
    assert drm_of(moving({"C4": "w'"}, TANK), f"move PzA C4 {paid}mp") == drm


@pytest.mark.rule("B13.41", "D8.21")
@cases("paid, drm", (13, 4), (14, 1))
def test_who_moves_on_in_motion_has_no_start_to_pay(paid: int, drm: int) -> None:
    """A vehicle still in Motion has all 14 MP; 13 are not the whole allotment."""
    game = moving({"C5": "w'"}, TANK)
    game.do("move PzA C4", "phase RPh", "wc 3 4", "phase RPh", "wc 3 4", "phase MPh")
    assert game.json("bog --from C4 --to C5 --vehicle PzA")["drm"] == [4]
    assert drm_of(game, f"move PzA C5 {paid}mp") == drm


@pytest.mark.rule("B13.41", "D8.21")
def test_what_is_left_after_a_move_is_not_the_whole_allotment() -> None:
    """A tank that has moved a hex has no whole allotment any more, though it expends the rest."""
    game = moving({"C5": "w'"}, TANK)
    game.do("move PzA C4")
    assert drm_of(game, "move PzA C5 12mp") == 4


@pytest.mark.rule("B13.41", "D8.21", "A2.5")
@cases("paid, drm", (13, 4), (14, 1))
def test_who_enters_from_offboard_has_all_its_mp(paid: int, drm: int) -> None:
    """It has no Start to pay: 14 of 14 are the whole allotment."""
    game = moving({"A3": "w'"}, {k: v for k, v in TANK.items() if k != "at"}, started=False)
    assert drm_of(game, f"enter PzA A3 {paid}mp") == drm


@pytest.mark.rule("B13.41", "D8.21")
@cases("mp, drm", (9, 2), (10, 2), (11, 2), (12, 5), (14, 5))
@cases("who", "stopped", "started", "kind")
def test_the_question_knows_what_is_the_whole_allotment(mp: int, drm: int, who: str) -> None:
    """Half of it, FRU, and 4 MP uphill; all but the Start MP is all."""
    game = moving({"C4": "w1'"}, TANK | {"mp": mp}, started=who == "started")
    mover = "--vehicle PzA" if who != "kind" else f"--mover fully-tracked --allotment {mp}"
    assert game.json(f"bog --from C3 --to C4 {mover}")["drm"] == [drm]


@pytest.mark.rule("D8.21")
@cases(
    "marks, facts, drm",
    ({"C4": "q"}, {}, 4),
    ({}, {"buildings": [{"hex": "C4", "material": "wooden"}]}, 4),
    ({}, {"buildings": [{"hex": "C4", "material": "stone"}]}, 5),
)
def test_the_whole_allotment_spares_nothing_elsewhere(
    marks: dict[str, str], facts: dict[str, Any], drm: int
) -> None:
    """Graveyards and buildings cost half and nothing else: their DRM counts whatever is paid."""
    assert drm_of(moving(marks, TANK, **facts), "move PzA C4 13mp") == drm


@pytest.mark.rule("AD3.121", "D8.21")
@cases("paid, drm", (7, 5), (13, 2))
def test_dense_palm_trees_add_one_beside_the_drm_of_woods(paid: int, drm: int) -> None:
    """+3 as in woods and +1 of their own; for the whole allotment that one alone."""
    game = moving({"C4": "P"}, TANK, on={"ad": True}, ad=True)
    found = game.ask("bog --from C3 --to C4 --vehicle PzA").items
    assert [(item.name, item.rule, item.amount) for item in found][1:] == [
        ("Dense Palm Trees", "D8.21", 3),
        ("Dense Palm Trees", "AD3.121", 1),
    ]
    assert drm_of(game, f"move PzA C4 {paid}mp") == drm


@pytest.mark.rule("191.6", "191.6i")
@cases("ruling", "bogs", "spared")
def test_a_ruling_on_motorcycles_is_about_motorcycles_in_vineyards(ruling: str) -> None:
    """A lorry checks in the vineyard all the same; nobody does in brush."""
    game = world({"C4": "v", "D4": "b", "E4": "d"}, rulings={"191.6-motorcycle": ruling})
    for mover, due in (("motorcycle", ruling == "bogs"), ("truck", True), ("halftrack", True)):
        assert game.json(f"bog --from C3 --to C4 --mover {mover}")["bog_check"] is due
        assert game.json(f"bog --to C4 --mover {mover}")["bog_check"] is due
        assert game.json(f"bog --from D3 --to D4 --mover {mover}")["bog_check"] is False
    assert game.json("bog --from E3 --to E4 --mover truck")["bog_check"] is True


@pytest.mark.rule("F7")
@cases("mark, less", ("d", 1), ("D", 1), ("b", 0), (".", 0), ("h", 0))
def test_wet_sand_is_easier_and_nothing_else_is(mark: str, less: int) -> None:
    """One MF or MP less for sand and dunes while EC are Wet."""
    dry, wet = (costs(world({"D4": mark}, ec=ec), "--from D3 --to D4") for ec in ("Moist", "Wet"))
    for mover in MOVERS:
        before, now = dry[mover], wet[mover]
        assert before is not None
        assert now is not None
        assert Fraction(before) - Fraction(now) == less, mover


@pytest.mark.rule("F7")
def test_sand_is_as_firm_in_mud_as_when_wet() -> None:
    """One MF less than where EC are Dry, on foot, on a dune too; no other ground is."""
    for mark, less in {"d": 1, "D": 1, "h": 0}.items():
        words = "--from D3 --to D4"
        dry, mud = (costs(world({"D4": mark}, ec=ec), words) for ec in ("Dry", "Mud"))
        assert int(dry["infantry"] or 0) - int(mud["infantry"] or 0) == less, mark
