"""What an entry costs, item by item, each with its rule: terrain, slopes, rain and towing."""

from fractions import Fraction
from typing import Final

import pytest

from tests import cases
from tests.clauses.movers import MOVERS
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
