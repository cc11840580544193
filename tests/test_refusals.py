"""Refusals: every reason with its number and rule, the lowest number first, and nothing changed."""

import re
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import attrs
import pytest

from events.commands import Advance, Command, Move, Spend
from events.moment import Phase
from sim.machine.telling import Reason, Refusal
from tests.table import TANK, Table

WORLD: Final[dict[str, Any]] = {
    "ec": "Moderate",
    "ad": True,
    "boards": [{"name": "LFT6", "desert": True, "ad": True, "width": 15}],
    "vehicles": [
        {**TANK, "id": "Still"},
        {**TANK, "id": "Moving", "at": "F4", "motion": True},
        {**TANK, "id": "Edge", "at": "F0", "motion": True},
        {**TANK, "id": "Tiny", "at": None, "mp": 1, "towing": True},
        {**TANK, "id": "Away", "at": None},
        {**TANK, "id": "Enemy", "side": "British", "at": "H4"},
        {**TANK, "id": "EnemyAway", "side": "British", "at": None},
        {**TANK, "id": "Truck", "movement": "truck", "armour": "none", "at": "J4", "bypass": 2},
        {**TANK, "id": "TruckAway", "movement": "truck", "armour": "none", "at": None},
        {
            **TANK,
            "id": "EnemyTruck",
            "side": "British",
            "movement": "truck",
            "armour": "none",
            "at": "L4",
        },
        {**TANK, "id": "Wagon", "movement": "horse-drawn", "armour": "none", "at": "N4"},
    ],
    "buildings": [
        {"hex": "D8", "material": "wooden", "upper_levels": 1},
        {"hex": "J8", "material": "stone"},
        {"hex": "H8", "mosque": True},
    ],
    "debris": [{"hex": "L8"}, {"hex": "N8", "origin": "placed"}],
    "hexsides": [{"kind": "cactus-hedge", "at": ["K5/K6", "H8/H7"]}],
    "roads": [{"hexes": ["A5", "B4"]}],
    "fortifications": [
        {"kind": "Foxhole", "hex": "B8", "squads": 3},
        {"kind": "Pillbox", "hex": "B7", "ca": 1},
    ],
}
"""A board with something of everything."""

PLAIN: Final[dict[str, Any]] = {
    "ad": False,
    "debris": [],
    "boards": [{"name": "27", "desert": True, "width": 15}],
}
"""The same without AD Terrain."""

WATER: Final[dict[str, Any]] = {
    "boards": [{"name": "X", "desert": True, "ad": True, "map": "0 .\n1 . ~ .\n2 . . ."}],
    "hexsides": [{"kind": "cactus-hedge", "at": ["A1/B1"]}],
    **{key: [] for key in ("vehicles", "buildings", "debris", "roads", "fortifications")},
}
"""Water behind a cactus hedge."""

MOMENTS: Final = {
    "SETUP": "",
    "DUE": "phase RPh",
    "RPH": "phase RPh; wc 3 4",
    **{name: f"phase RPh; wc 3 4; phase {name[:-2]}Ph" for name in ("PFPH", "MPH", "AFPH", "CCPH")},
    "OVER": "phase RPh; wc 3 4; phase RPh; wc 3 4; phase RPh",
    "TURN": "phase RPh; wc 3 4",
    "BROKEN THROUGH": "clear N8 bulldozers 2 across 1 3 3 4",
}
"""Orders that lead to a moment; a TURN later is the next Player Turn."""

FACTS: Final[dict[str, dict[str, Any]]] = {
    "": {},
    "ANY_WIND": {"wind_direction": None},
    "BOTH_DUE": {"weather": "roll", "dyo": True},
    "CLIFF": {"hexsides": [{"kind": "cliff", "at": ["F4/F5"]}]},
    "HEAVY": {"wind": "Heavy Winds"},
    "MUD": {"weather": "Mud", "ec": "Mud"},
    "ONE_TURN": {"turns": 1},
    "OVERCAST": {"weather": "Overcast"},
    "PLAIN": PLAIN,
    "WATER": WATER,
}
"""What is otherwise of the board."""

ODD: Final[dict[str, Command]] = {
    "ODD-MP": Move("Moving", "F5", Fraction(4, 3)),
    "THIRD-MP": Spend("Still", Fraction(1, 3)),
    "TO-SETUP": Advance(Phase.SETUP),
}
"""What no words order."""


@attrs.frozen
class Case:
    """An order that is refused: why, by which rule, and after what."""

    reason: Reason
    rule: str
    before: tuple[str, ...]
    order: str | Command
    facts: dict[str, Any] = attrs.field(factory=dict)

    def __str__(self) -> str:
        return f"{self.reason.slug}: {self.order}"


def _refusal(case: Case) -> Refusal:
    """Play up to the order and have it refused; nothing has changed."""
    table = Table(**{**WORLD, **case.facts})
    table.do(*case.before)
    log, state = table.game.log_bytes(), table.state
    if isinstance(case.order, str):
        refusal = table.refused(case.order)
    else:
        result = table.game.attempt(case.order)
        assert isinstance(result, Refusal)
        refusal = result
    assert table.state is state
    assert table.game.log_bytes() == log
    return refusal


_OF_SLUG: Final = {reason.slug: reason for reason in Reason}


def _case(row: str) -> Case:
    slug, rule, before, order, *facts = row.split(" | ")
    words = "; ".join(MOMENTS.get(each, each) for each in before.split("; "))
    orders = tuple(each for each in words.split("; ") if each)
    return Case(_OF_SLUG[slug], rule, orders, ODD.get(order, order), FACTS["".join(facts)])


ORDERS: Final = (Path(__file__).parent / "golden" / "refusals.txt").read_text(encoding="utf-8")
"""Refused orders, each a line: reason, rule, what is before it, the order, other facts.

Those with one fault come first. Of those with several, each group is a ladder: on each rung the
first fault is mended, and the next is named.
"""
LADDERS: Final = {
    name: [_case(row) for row in rows.splitlines()]
    for name, rows in re.findall(r"\[(.+)\]\n((?:[^\[\n]+\n)+)", ORDERS)
}
CASES: Final = LADDERS.pop("one fault")
EVERY: Final = [
    *((str(case), case) for case in CASES),
    *((f"{name} {n}", case) for name, rungs in LADDERS.items() for n, case in enumerate(rungs)),
]


def test_every_reason_is_given() -> None:
    """There are 54 reasons, and no number is without an order that it refuses."""
    assert [reason.value for reason in Reason] == list(range(1, 55))
    assert {case.reason for _, case in EVERY} == set(Reason)


def test_a_refusal_says_all_in_one_line() -> None:
    """Number, name, rule and sentence make one line."""
    table = Table(**WORLD)
    table.do("phase RPh", "wc 3 4", "phase MPh")
    assert str(table.refused("move Still D5 1mp")) == (
        "refused, reason 18 (not-started), D2.12: Still must expend a Start MP first"
    )


def test_a_refused_order_takes_no_dice() -> None:
    """The dice of a seed fall as if a refused order had never been given."""
    orders = (
        *("phase RPh", "wc 3 4", "phase CCPh", "clear N8 squads 2"),
        *("phase RPh", "wc", "phase CCPh", "clear N8 hs 1"),
    )
    bad = ("clear N8", "clear N8 squads 1 across 2 2", "flame-check J8", "wc", "rubble D8 level 3")
    quiet, noisy = Table(**WORLD), Table(**WORLD)
    for order in orders:
        quiet.do(order)
        noisy.do(order)
        for refused in bad:
            if "phase RPh" not in order or refused != "wc":
                noisy.refused(refused)
    assert noisy.game.seal() == quiet.game.seal()


@pytest.mark.rule(
    "A2.8", "A3.9", "A4.13", "A4.14", "A4.42", "A24.1", "A24.6", "B2.1", "B25.65", "C1.5"
)
@pytest.mark.rule("D1.2", "D9.31", "D10.1", "D14.2", "D14.31", "E3.734")
@pytest.mark.parametrize("case", [case for _, case in EVERY], ids=[name for name, _ in EVERY])
def test_a_refusal_has_its_reason_and_its_rule(case: Case) -> None:
    """An order that the rules do not allow is refused for its reason, and leaves no trace.

    Where several reasons hold at once, the one that comes first in the list is the answer.
    """
    refusal = _refusal(case)
    assert (refusal.reason, refusal.rule) == (case.reason, case.rule)


@pytest.mark.parametrize("name", LADDERS)
def test_reasons_follow_each_other_by_their_numbers(name: str) -> None:
    """Mending fault after fault leads to ever higher numbers."""
    numbers = [case.reason.value for case in LADDERS[name]]
    assert numbers == sorted(set(numbers))
    assert len(numbers) > 1
