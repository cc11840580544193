"""Trail Breaks among trees (B13.421-.4212), and those through rubble and debris (B24.71)."""

from typing import Any

import pytest

from events.ground import TrailBreakMade
from events.vehicles import BogChecked
from tests import cases
from tests.clauses.movers import TANK, moving
from tests.clauses.reached import Played

WOODS = {"C4": "w'", "D4": "w'"}
"""C4 is entered from C3 (its hexside 1) and left to C5 (its hexside 4)."""


def broken(*more: dict[str, Any], **facts: Any) -> Played:
    """A tank has gone from C3 through the woods of C4 to C5, and left a Trail Break."""
    game = moving(WOODS, TANK | {"mp": 40}, *more, **facts)
    game.do("move PzA C4 1 1", "move PzA C5")
    return game


@pytest.mark.rule("B13.421")
@cases(
    "armour, movement, makes",
    ("closed-topped", "fully-tracked", True),
    ("open-topped", "fully-tracked", True),
    ("none", "fully-tracked", False),
    ("closed-topped", "armoured-car", False),
    ("open-topped", "halftrack", False),
)
def test_only_a_fully_tracked_afv_makes_one(armour: str, movement: str, makes: bool) -> None:
    """Neither a tractor nor any vehicle that is not fully-tracked leaves a Trail Break."""
    car = TANK | {"armour": armour, "movement": movement, "mp": 40, "bu": False}
    game = moving(WOODS, car)
    game.do("move PzA C4 1 1")
    while game.state.moment.phase != "MPh" or game.state.moment.turn == 1:
        game.to("RPh") if game.state.moment.phase != "RPh" else game.to("MPh")
        if game.state.moment.player == 2 and game.state.moment.phase == "MPh":
            game.do("phase RPh")
    game.do("move PzA C5")
    assert bool(game.state.ground.get("C4") and game.state.ground["C4"].tree_breaks) is makes


@pytest.mark.rule("B13.421")
@cases("dice, bogs", ("4 3", False), ("4 4", True))
def test_who_leaves_a_trail_break_elsewhere_checks_for_bog(dice: str, bogs: bool) -> None:
    """Out by a hexside that no Trail Break crosses: a Bog Check in the hex left, with +3 and +1."""
    game = broken(TANK | {"id": "PzB", "mp": 60})
    game.do("move PzB C4")
    events = game.do(f"move PzB B4 {dice}")
    check = next(e for e in events if isinstance(e, BogChecked))
    assert (check.hex, check.drm) == ("C4", 4)
    assert game.state.vehicles["PzB"].bogged is bogs
    assert game.state.vehicles["PzB"].hex == ("C4" if bogs else "B4")


@pytest.mark.rule("B13.421")
def test_who_bogs_on_leaving_breaks_no_trail() -> None:
    """The tank that bogs stays in the woods, and its MPh is over."""
    game = moving({"C4": "w'"}, TANK, roads=[{"hexes": ["C3", "C4", "C5"]}])
    game.do("move PzA C4")
    events = game.do("move PzA D4 6 6")
    assert not [e for e in events if isinstance(e, TrailBreakMade)]
    assert game.state.vehicles["PzA"].hex == "C4"
    assert game.refused("move PzA C5").rule == "D8.2"


@pytest.mark.rule("B24.71")
@cases(
    "mark, mover, expected",
    ("b", "infantry", 2),
    ("b", "truck", 6),
    (".'", "truck", 4),
    ("h", "fully-tracked", 2),
    ("w'", "infantry", 2),
    ("w'", "fully-tracked", 10),
)
def test_a_trail_break_through_rubble_gives_back_what_the_hex_cost(
    mark: str, mover: str, expected: int
) -> None:
    """Across its hexsides the hex costs what it cost before; elsewhere it is rubble."""
    game = fallen(mark)
    game.to("CCPh")
    game.do("clear C4 squads 1 leader -1 across 1 4 1 1")
    by = game.json(f"entry-cost --from C3 --to C4 --mover {mover} --allotment 20")
    assert by["cost"] == str(expected)
    side = game.json(f"entry-cost --from B4 --to C4 --mover {mover} --allotment 20")
    assert side["cost"] == {"infantry": "3", "fully-tracked": "10"}.get(mover)


@pytest.mark.rule("B24.71", "D8.21")
def test_a_trail_break_through_rubble_spares_the_bog_check_of_rubble_only() -> None:
    """Over Open Ground none is left; over woods that of the woods is."""
    for mark, due in ((".", False), ("w'", True)):
        game = fallen(mark)
        game.to("CCPh")
        game.do("clear C4 squads 1 leader -1 across 1 4 1 1")
        tank = "--mover fully-tracked --allotment 14"
        assert game.json(f"bog --from C3 --to C4 {tank}")["bog_check"] is due
        assert game.json(f"bog --from B4 --to C4 {tank}")["drm"] == [4]


def fallen(mark: str, **facts: object) -> Played:
    """Stone rubble has fallen from the tower of C5 into C4."""
    tower = {"hex": "C5", "upper_levels": 2}
    game = moving({"C4": mark}, started=False, buildings=[tower], **facts)
    game.do("rubble C5 level 1 1 6 1")
    assert game.state.ground["C4"].rubble is not None
    return game
