"""One map in another guise: mirrored, turned, or laid as two boards, it is the same map."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests import cases
from tests.clauses.reached import COLUMNS, Played, board, world

WIDE, TALL = 13, 10
HEXES = [f"{COLUMNS[n]}{row}" for n in range(WIDE) for row in range(1, TALL)]
MARKS = tuple(".shdDeHyur~bvgoOpPkwlcCnmqSzaWF")
MOVERS = ("infantry", "cavalry", "motorcycle", "armoured-car", "fully-tracked", "truck")

MIRRORED_SIDES = {1: 1, 2: 6, 3: 5, 4: 4, 5: 3, 6: 2}
TURNED_SIDES = {1: 4, 2: 5, 3: 6, 4: 1, 5: 2, 6: 3}

Named = Callable[[str], str]


def mirrored(name: str) -> str:
    """The hex in the place of a hex, with left for right."""
    return COLUMNS[WIDE - 1 - COLUMNS.index(name[0])] + name[1:]


def turned(name: str) -> str:
    """The hex in the place of a hex, by half a turn."""
    column = COLUMNS.index(name[0])
    row = TALL - int(name[1:]) + (column % 2 == 0)
    return f"{COLUMNS[WIDE - 1 - column]}{row}"


def drawn(seed: str, **facts: Any) -> dict[str, Any]:
    """What lies on a random map, by its hexes."""
    random = Random(seed)
    marks = {name: random.choice(MARKS) for name in random.sample(HEXES, 45)}
    for name in random.sample(HEXES, 14):
        marks[name] = f"{marks.get(name, '.')}{random.choice('12')}"
    bare = [name for name in HEXES if name not in marks]
    buildings = {name: random.randint(0, 2) for name in random.sample(bare, 6)}
    sides = [
        (kind, random.choice(HEXES), random.randint(1, 6))
        for kind in ("wall", "hedge", "wall", "hedge", "high-wall", "cactus-hedge", "bank") * 2
    ]
    return {"marks": marks, "buildings": buildings, "sides": sides, "facts": facts}


def laid(drawn: dict[str, Any], named: Named, sides: dict[int, int], **facts: Any) -> Played:
    """A game on such a map, its hexes and hexsides named in another way."""
    ad = drawn["facts"].get("ad", False)
    return world(
        {named(name): mark for name, mark in drawn["marks"].items()},
        on={
            "ad": ad,
            "buildings": [
                {"hex": named(name), "upper_levels": levels}
                for name, levels in drawn["buildings"].items()
            ],
            "hexsides": [
                {"kind": kind, "at": [f"{named(name)}:{sides[side]}"]}
                for kind, name, side in drawn["sides"]
                if ad or kind != "high-wall"
            ],
        },
        **drawn["facts"] | facts,
    )


def the_same(seed: str, one: Played, two: Played, named: Named) -> None:
    """Both games see the same and pay the same, hex by hex."""
    random = Random(seed)
    for firer in random.sample(HEXES, 4):
        seen = {named(name): at for name, at in one.json(f"view --from {firer}")["seen"].items()}
        assert seen == two.json(f"view --from {named(firer)}")["seen"], firer
    for _ in range(25):
        name = random.choice(HEXES)
        row, mover = int(name[1:]), random.choice(MOVERS)
        for way in ((name, f"{name[0]}{row + 1}"), (f"{name[0]}{row + 1}", name)):
            found = [
                game.json(f"entry-cost --from {a} --to {b} --mover {mover} --allotment 24")
                for game, (a, b) in ((one, way), (two, tuple(named(each) for each in way)))
            ]
            costs = [(each["cost"], each["bog_check"], each["bog_drm"]) for each in found]
            assert costs[0] == costs[1], (way, mover)


SKIES: tuple[dict[str, Any], ...] = (
    {},
    {"ad": True, "month": "September"},
    {"broken": True, "dust": "Moderate"},
    {"broken": True, "ad": True, "dust": "Heavy"},
    {"steppe": True, "ec": "Very Dry", "dust": "Light"},
    {"month": "January", "mist": True, "ec": "Moist"},
)


@pytest.mark.parametrize("facts", SKIES)
def test_a_mirrored_map_is_the_same(facts: dict[str, Any]) -> None:
    """Left for right, and the wind with it."""
    wind = {"wind": "Heavy Winds"}
    drawing = drawn("one", **facts)
    plain = laid(drawing, str, {n: n for n in range(1, 7)}, **wind, wind_direction=2)
    other = laid(drawing, mirrored, MIRRORED_SIDES, **wind, wind_direction=6)
    the_same("one", plain, other, mirrored)


@pytest.mark.parametrize("facts", SKIES)
def test_a_turned_map_is_the_same(facts: dict[str, Any]) -> None:
    """By half a turn, the wind with it."""
    wind = {"wind": "Heavy Winds"}
    drawing = drawn("three", **facts)
    plain = laid(drawing, str, {n: n for n in range(1, 7)}, **wind, wind_direction=3)
    other = laid(drawing, turned, TURNED_SIDES, **wind, wind_direction=6)
    the_same("three", plain, other, turned)


def _beside(name: str) -> str:
    column = COLUMNS.index(name[0])
    half = WIDE // 2
    return f"1{name}" if column <= half else f"2{COLUMNS[column - half]}{name[1:]}"


def _below(name: str) -> str:
    half = TALL // 2
    row = int(name[1:])
    return f"1{name}" if row <= half else f"2{name[0]}{row - half}"


def _two_beside(marks: dict[str, str]) -> list[dict[str, Any]]:
    half = WIDE // 2
    left = {name: mark for name, mark in marks.items() if COLUMNS.index(name[0]) <= half}
    right = {
        f"{COLUMNS[COLUMNS.index(name[0]) - half]}{name[1:]}": mark
        for name, mark in marks.items()
        if COLUMNS.index(name[0]) >= half
    }
    return [board(each, columns=half + 1, name=n) for each, n in ((left, "1"), (right, "2"))]


def _two_below(marks: dict[str, str]) -> list[dict[str, Any]]:
    half = TALL // 2
    above = {name: mark for name, mark in marks.items() if int(name[1:]) <= half}
    below = {
        f"{name[0]}{int(name[1:]) - half}": mark
        for name, mark in marks.items()
        if int(name[1:]) > half or (int(name[1:]) == half and COLUMNS.index(name[0]) % 2)
    }
    return [board(above, rows=half, name="1", row=1), board(below, rows=half, name="2", row=2)]


@cases("named, parted", (_beside, _two_beside), (_below, _two_below))
@cases("facts", {}, {"broken": True}, {"steppe": True, "ec": "Very Dry"})
def test_two_boards_are_the_same_as_one(
    named: Named, parted: Callable[[dict[str, str]], list[dict[str, Any]]], facts: dict[str, Any]
) -> None:
    """Side by side or one below the other, they share the half-hexes between them."""
    drawing = drawn("five", **facts) | {"sides": []}
    plain = laid(drawing, str, {})
    buildings = [
        {"hex": named(name), "upper_levels": levels}
        for name, levels in drawing["buildings"].items()
    ]
    other = world(boards=parted(drawing["marks"]), buildings=buildings, **facts)
    the_same("five", plain, other, named)
