"""Line of Sight, rule by rule, on maps of a few hexes; docs/los.md has the rules in order.

Most maps are one hexrow: hexes A1, A2, A3 and so on, in a straight line, so that a range is a
difference of two numbers. Maps for hexsides and vertices are seven hexrows wide.
"""

from typing import Any, Final

import pytest

from sim.bulk.los import LosGrid
from sim.chapter_a.los import LosReport, location, los
from sim.machine.opening import initial_state
from sim.state import State
from tests import cases
from tests.table import scenario

FARM: Final[dict[str, Any]] = {"name": "1", "desert": False}


def _state(text: str, **changes: Any) -> State:
    board = {key: changes.pop(key) for key in ("buildings", "hexsides", "ad") if key in changes}
    if board.get("ad"):
        changes["ad"] = True
    facts: dict[str, Any] = {"boards": [{**FARM, "map": text, **board}], "vehicles": [], **changes}
    return initial_state(scenario(**facts))


def _row(cells: str, **changes: Any) -> State:
    """A map of one hexrow: A1, A2 and so on."""
    lines = [f"{number} {cell}" for number, cell in enumerate(cells.split(), start=1)]
    return _state("\n".join(["0", *lines]), **changes)


def _wide(cells: dict[str, str] | None = None, **changes: Any) -> State:
    """A map of seven hexrows, A1 to G7, plain but for some hexes."""
    given = cells or {}
    rows = []
    for number in range(8):
        columns = "BDF" if number == 0 else "ABCDEFG"
        rows.append(" ".join([str(number), *(given.get(f"{c}{number}", ".") for c in columns)]))
    return _state("\n".join(rows), **changes)


def _los(state: State, one: str, two: str) -> LosReport:
    return los(state, location(state, one), location(state, two))


def _blocked(state: State, one: str, two: str) -> bool:
    """Whether something blocks; it must do so both ways."""
    there, back = _los(state, one, two), _los(state, two, one)
    assert there.blocked is back.blocked
    return there.blocked


@pytest.mark.rule("B9.2")
@cases("row", 0, 7)
@cases(
    "walls, blocked",
    (("D:1",), False),
    (("D:2",), True),
    (("D:3",), True),
    (("D:5",), True),
    (("D:6",), True),
    (("B:2", "F:6"), False),
    (("C:1",), False),
    (("C:1", "D:6"), False),
    (("C:1", "D:6", "D:5"), True),
    (("E:1", "D:2"), False),
    (("E:1", "D:2", "D:6"), True),
)
def test_a_wall_on_the_edge_of_the_map_is_a_wall_from_both_sides(
    walls: tuple[str, ...], blocked: bool, row: int
) -> None:
    """Along the outermost hexsides it makes no difference which hexes are in play beside them."""
    beside = row or 1
    at = []
    for wall in walls:
        column, side = wall[0], int(wall[2])
        turned = side if row == 0 else {1: 4, 2: 3, 3: 2, 5: 6, 6: 5}[side]
        at.append(f"{column}{row if column in 'BDF' else beside}:{turned}")
    state = _wide(hexsides=[{"kind": "wall", "at": at}])
    ends = f"B{row}", f"F{row}"
    assert _blocked(state, *ends) is blocked
    assert list(LosGrid(state.setting, [ends]).trace(state).blocked) == [blocked]


@pytest.mark.rule("B.7", "A6.1")
def test_a_report_says_what_a_los_touches() -> None:
    """Range, rise, the touched hexes from the firer on, and the hexsides of both ends."""
    report = _los(_row(". . . .2"), "A1", "A4")
    assert (report.range, report.rise, report.touched) == (3, 2, ("A2", "A3"))
    assert (report.leaves, report.enters) == ((4,), (1,))
    assert _los(_row(". . ."), "A1", "A3").inside is False
