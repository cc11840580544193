"""What an entry costs, item by item, each with its rule: terrain, slopes, rain and towing."""

from fractions import Fraction
from typing import Any, Final

import pytest

from tests import cases
from tests.clauses.movers import LORRY, MOVERS, TANK, moving
from tests.clauses.reached import Played, world

Items = list[tuple[str, str, Fraction]]

FOREVER: Final[dict[str, Any]] = {"weather": "Overcast", "ec": "Moist"}


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


# What is added -------------------------------------------------------------------------------


@pytest.mark.rule("E3.54", "C10.1")
def test_rain_and_towing_are_items_of_their_own() -> None:
    """One for each level while it rains and once it has rained, and one for a Gun in tow."""
    game = world({"D4": "b2"}, **FOREVER)
    words = "--from D3 --to D4 --mover truck --allotment 30 --towing"
    game.do("phase RPh")
    towing = ("towing", "C10.1", Fraction(1))
    assert cost_items(game, words)[-1] == towing
    assert "wet slope" not in game.names(f"entry-cost {words}")
    assert towing not in cost_items(game, words.removesuffix(" --towing"))
    game.do("wc 5 5")
    assert cost_items(game, words)[-2:] == [("wet slope", "E3.54", Fraction(2)), towing]
    assert "it rains" in game.text(f"entry-cost {words}")
    game.do("phase RPh", "wc 1 2")
    assert cost_items(game, words)[-2:] == [("wet slope", "E3.54", Fraction(2)), towing]
    assert "it has rained" in game.text(f"entry-cost {words}")
    assert "wet slope" not in game.names("entry-cost --from D2 --to D3")


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


@pytest.mark.rule("D2.14")
def test_a_truck_in_the_way_costs_a_vehicle_one() -> None:
    """It has no TEM, and is in the way of others all the same."""
    game = world(vehicles=[LORRY | {"at": "D4"}])
    found = cost_items(game, "--from D3 --to D4 --mover fully-tracked --allotment 13")
    assert ("vehicle Lkw", "D2.14", Fraction(1)) in found
    assert game.json("tem --hex D4")["tem"] == 0


@pytest.mark.rule("B10.4", "B3.4")
@cases("mover, up", ("infantry", 1), ("truck", 2), ("fully-tracked", 2), ("halftrack", 2))
def test_a_road_uphill_costs_vehicles_two(mover: str, up: int) -> None:
    """By road a vehicle pays 2 MP to gain a level; on foot the road rate doubles."""
    game = world({"D4": ".1"}, roads=[{"hexes": ["D3", "D4"]}])
    road = Fraction(1) if mover == "infantry" else Fraction(1, 2)
    assert cost_items(game, f"--from D3 --to D4 --mover {mover}") == [
        ("road", "B3.4", road),
        ("higher elevation", "B10.4", Fraction(up)),
    ]


@pytest.mark.rule("B10.5", "B.2", "A24.7")
def test_in_an_abrupt_change_smoke_is_not_doubled() -> None:
    """One level up SMOKE is COT and doubles; two levels up the normal cost alone does."""
    for level, again in ((1, 3), (2, 2)):
        game = world({"D4": f"b{level}"})
        game.to("MPh")
        game.do("smoke D4")
        found = cost_items(game, "--from D3 --to D4")
        assert found[-1] == ("higher elevation", "B10.4", Fraction(again))


@pytest.mark.rule("B10.4", "B6.1", "B19", "A6.3")
@cases(
    "marks, climbs",
    ({"D3": "u", "D4": "."}, [("higher elevation", 1)]),
    ({"D3": ".", "D4": "u"}, []),
    ({"D3": "u", "D4": "u"}, []),
    ({"D3": "u", "D4": "u1"}, [("higher elevation", 2)]),
    ({"D3": "u", "D4": ".1"}, [("levels between", 2), ("higher elevation", 1)]),
    ({"D3": "u1", "D4": "."}, []),
    ({"D3": "u", "D4": "r"}, []),
)
def test_who_leaves_a_depression_climbs_a_level(
    marks: dict[str, str], climbs: list[tuple[str, int]]
) -> None:
    """A level lower than the ground around it; along one Depression nothing is climbed."""
    game = world(marks, on={"desert": False})
    found = cost_items(game, "--from D3 --to D4")
    assert [(name, int(points)) for name, rule, points in found if rule.startswith("B10")] == climbs


@pytest.mark.rule("E3.54", "B10.4", "B6.1")
@cases(
    "marks, slope",
    ({"D3": "u", "D4": "."}, 1),
    ({"D3": ".", "D4": "u"}, 1),
    ({"D3": "u", "D4": "u"}, 0),
    ({"D3": "u1", "D4": "."}, 0),
    ({"D3": ".1", "D4": "u"}, 2),
    ({"D3": "u", "D4": ".1"}, 2),
    ({"D3": ".", "D4": "u1"}, 0),
    ({"D3": ".2", "D4": "."}, 2),
)
def test_the_levels_of_a_depression_count_when_it_is_wet(marks: dict[str, str], slope: int) -> None:
    """Into a gully is a level down, out of it a level up, along it none."""
    game = world(marks, on={"desert": False}, **FOREVER)
    game.do("phase RPh", "wc 5 5")
    found = {name: points for name, _, points in cost_items(game, "--from D3 --to D4")}
    assert found.get("wet slope", 0) == slope


# Towards and out of a bridge -------------------------------------------------------------------


@pytest.mark.rule("B6.1", "B10.4")
@cases(
    "words, climbs",
    ("--from D3 --to D4 --road yes", 0),
    ("--from D4 --to D5 --road yes", 0),
    ("--from D4 --to E5", 1),
    ("--from C4 --to D4", 0),
)
def test_a_bridge_is_level_with_its_road(words: str, climbs: int) -> None:
    """By its road nobody goes down or up; off it one goes down, or climbs out."""
    game = world(
        {"D4": "u"},
        roads=[{"hexes": ["D3", "D4", "D5"]}],
        bridges=[{"hex": "D4"}],
        on={"desert": False},
        **FOREVER,
    )
    game.do("phase RPh", "wc 5 5")
    found = game.names(f"entry-cost {words} --mover truck --allotment 20")
    assert ("higher elevation" in found) is bool(climbs)
    assert ("wet slope" in found) is ("--road" not in words)


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


@pytest.mark.rule("D8.21")
def test_the_drm_of_a_bog_check_have_their_rule() -> None:
    """Every modifier of D8.21 is said to be one of D8.21."""
    game = moving({"C4": "w2'"}, TANK | {"mp": 40}, ec="Mud")
    found = game.ask("bog --from C3 --to C4 --vehicle PzA --towing").items
    assert {(item.name, item.rule, item.amount) for item in found} == {
        ("normal ground pressure", "D8.21", 1),
        ("towing", "D8.21", 1),
        ("Mud", "D8.21", 1),
        ("Woods", "D8.21", 3),
        ("Abrupt Elevation Change", "D8.21", 1),
        ("woods at a higher elevation", "D8.21", 1),
    }


@pytest.mark.rule("D8.21", "B13.41")
@cases("mover", "truck", "armoured-car", "halftrack")
def test_who_pays_all_for_woods_has_no_drm_of_woods(mover: str) -> None:
    """The DRM belongs to the share of the fully-tracked: wheels and halftracks pay all."""
    game = moving({"C4": "w'"})
    found = game.names(f"bog --from C3 --to C4 --mover {mover} --allotment 20")
    assert "Woods" not in found


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
