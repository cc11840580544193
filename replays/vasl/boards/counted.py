"""What was understood of a board, counted."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain

import numpy as np

from replays.vasl.boards.ground import Grounds
from replays.vasl.boards.report import ImportNote, Sureness
from replays.vasl.boards.sides import Sides
from replays.vasl.boards.survey import Survey
from replays.vasl.boards.works import BuildingHex
from sim.map.hexes import Hex

__all__ = ["understood"]


def understood(
    survey: Survey, grounds: Grounds, sides: Sides, houses: list[BuildingHex], bridges: list[Hex]
) -> Iterator[ImportNote]:
    """What the board has, counted."""
    counted = chain(
        _counted_hexes(survey, grounds),
        _counted_houses(survey, houses),
        _counted_sides(sides, bridges),
    )
    for what, at in counted:
        yield ImportNote(Sureness.UNDERSTOOD, what, at)
    heights = np.unique(survey.grid.elevation)
    if len(heights) > 1:
        what = f"elevations in its picture from {int(heights[0])} to {int(heights[-1])}"
        yield ImportNote(Sureness.UNDERSTOOD, what)


_Counted = Iterator[tuple[str, tuple[str, ...]]]


def _counted_hexes(survey: Survey, grounds: Grounds) -> _Counted:
    grid = survey.grid
    across, down = grid.size
    hexes = f"{len(grounds)} hexes: {grid.width} hexrows of {grid.height}"
    yield f"{hexes}, {across} by {down} pixels", ()
    kinds = Counter(str(kind) for ground in grounds for kind in ground.kinds)
    for kind, count in kinds.most_common():
        yield f"{count} hexes of {kind}", ()
    levels = Counter(ground.level for ground in grounds)
    if len(levels) > 1:
        each = ", ".join(f"{count} hexes at {level}" for level, count in sorted(levels.items()))
        yield f"levels: {each}", ()


def _counted_houses(survey: Survey, houses: list[BuildingHex]) -> _Counted:
    if houses:
        named = len({house.name or survey.name(house.hex) for house in houses})
        yield f"{len(houses)} building hexes of {named} buildings", ()
    if stairs := tuple(survey.name(house.hex) for house in houses if house.stairs):
        yield "stairwells, which nothing here depends on", stairs


def _counted_sides(sides: Sides, bridges: list[Hex]) -> _Counted:
    for kind, count in Counter(str(kind) for kind in sides.standing.values()).items():
        yield f"{count} hexsides of {kind}", ()
    for road, count in Counter(str(road) for road in sides.roads.values()).items():
        yield f"{count} hexsides crossed by {road} roads", ()
    for road, count in Counter(str(road) for road in sides.exits.values()).items():
        yield f"{count} {road} roads that leave the board by a whole hex", ()
    counts = {
        "hexsides crossed by Paths": len(sides.paths),
        "banks between Depressions": len(sides.banks),
        "bridges": len(bridges),
    }
    yield from ((f"{count} {what}", ()) for what, count in counts.items() if count)
