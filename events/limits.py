"""How much of anything a file may have, so that reading it takes bounded time and memory.

No real scenario comes near. docs/troubleshooting.md has the table of all limits, these among them.
"""

from collections.abc import Iterator
from typing import Final

from events.errors import BadInput
from events.scenario import BoardSpec, Scenario

MOST_BOARDS: Final = 24
MOST_HEXES: Final = 40_000
"""Hexes of all boards together."""
MOST_ROWS: Final = 99
"""Rows of hexes of a board."""
MOST_VEHICLES: Final = 1_000
MOST_IN_A_LIST: Final = 5_000
"""Of every other list of a scenario or a board: buildings, roads, hexsides and so on."""
MOST_ON_A_ROAD: Final = 1_000
"""Hexes that one road or Path runs through."""

_LISTS: Final = (
    *("buildings", "debris", "roads", "bridges", "spills", "paths", "overlays"),
    *("fortifications", "hexsides", "terrain", "rulings"),
)


def too_much(scenario: Scenario) -> Iterator[BadInput]:
    """What a scenario has too many of."""
    yield from _more(len(scenario.boards), MOST_BOARDS, "boards", "boards")
    yield from _more(len(scenario.vehicles), MOST_VEHICLES, "vehicles", "vehicles")
    yield from _lists(scenario, "")
    if len(scenario.boards) <= MOST_BOARDS:
        for index, board in enumerate(scenario.boards):
            yield from _lists(board, f"boards[{index}].")
        hexes = sum(_hexes(board) for board in scenario.boards)
        yield from _more(hexes, MOST_HEXES, "hexes", "boards")


def _lists(of: Scenario | BoardSpec, prefix: str) -> Iterator[BadInput]:
    for key in _LISTS:
        yield from _more(len(getattr(of, key, ())), MOST_IN_A_LIST, key, prefix + key)
    for key in ("roads", "paths"):
        for index, each in enumerate(getattr(of, key)[:MOST_IN_A_LIST]):
            place = f"{prefix}{key}[{index}].hexes"
            yield from _more(len(each.hexes), MOST_ON_A_ROAD, "hexes", place)


def _hexes(board: BoardSpec) -> int:
    """About how many hexes a board has; a text map has no more than words."""
    if board.map is None:
        return min(max(board.width, 0), 52) * min(max(board.height, 0), MOST_ROWS)
    return len(board.map.split())


def _more(count: int, most: int, what: str, where: str) -> Iterator[BadInput]:
    if count > most:
        yield BadInput(f"{count} {what} are too many; at most {most}", where)
