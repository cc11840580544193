"""What is on the hexsides of a board: walls, hedges, cliffs; roads, Paths, gullies across them."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

import attrs
import numpy as np

from events.terms import HexsideKind, Road
from replays.vasl.boards.codes import Meaning
from replays.vasl.boards.ground import Grounds
from replays.vasl.boards.losdata import Array
from replays.vasl.boards.report import ImportNote, Sureness
from replays.vasl.boards.survey import Survey
from sim.map.hexes import HEXSIDES, Hex, neighbour, turned

__all__ = ["Sides", "chains", "read_sides"]

_CROSSES: Final = 10
"""So many pixels of road on both sides of a hexside, side by side, are a road that crosses it."""
_TOUCHES: Final = 4
_ALONG: Final = 0.85
"""A road that has so much of a hexside runs along it."""
_STANDS: Final = 0.4
"""Wall art along so much of a hexside is a wall there, though its middle is bare."""

Hexside = tuple[Hex, int]


@attrs.define
class Sides:
    """What is on the hexsides of a board, each by the hex that it is hexside 1, 2 or 3 of, if any.

    Attributes:
        standing: walls, hedges and cliffs.
        roads: the roads that cross them.
        exits: the roads that leave the board by them.
        paths: the hexsides that Paths cross.
        banks: the hexsides that part two Depressions.
        along: the hexsides along which a road runs, and which road.
        narrow: the hexsides with too little road for one: the least and the most pixels of it.
    """

    standing: dict[Hexside, HexsideKind] = attrs.field(factory=dict)
    roads: dict[Hexside, Road] = attrs.field(factory=dict)
    exits: dict[Hexside, Road] = attrs.field(factory=dict)
    paths: list[Hexside] = attrs.field(factory=list)
    banks: list[Hexside] = attrs.field(factory=list)
    along: dict[Hexside, Road] = attrs.field(factory=dict)
    narrow: dict[Hexside, tuple[int, int]] = attrs.field(factory=dict)


def read_sides(survey: Survey, grounds: Grounds) -> tuple[Sides, list[ImportNote]]:
    """What is on all hexsides, and what there is to say of it."""
    sides, notes = Sides(), list[ImportNote]()
    for place, side in _owned(survey):
        notes += _standing(survey, sides, place, side)
        if survey.across(place, side) is not None:
            notes += _crossing(survey, sides, grounds, place, side)
        else:
            _leaving(survey, sides, place, side)
    notes += _roads_along(survey, sides)
    for at, (least, most) in sides.narrow.items():
        what = "road art over a hexside, too narrow for a road; taken as spilt"
        where = name_of(survey, *at)
        notes.append(
            ImportNote(Sureness.GUESSED, what, (f"{where} ({least} to {most} pixels wide)",))
        )
    return sides, notes


def _leaving(survey: Survey, sides: Sides, place: Hex, side: int) -> None:
    """The road that leaves the board by a hexside of a whole hexrow."""
    whole = place.column % 2 == 0 and 0 < place.column < survey.grid.width - 1
    if not whole or not any(m.road or m.bridge for m in survey.meanings.values()):
        return
    codes = [code for code, m in survey.meanings.items() if m.road or m.bridge]
    inside, _ = survey.strips(place, side)
    if int(np.isin(inside, codes).sum(axis=1).min()) >= survey.pixels(_CROSSES):
        sides.exits[place, side] = _road(survey, inside)


def _roads_along(survey: Survey, sides: Sides) -> Iterator[ImportNote]:
    """Roads along hexsides: where two half-hexes at the edge of a board meet, they are in both.

    There the road of a geomorphic board goes on to the next board. Elsewhere it crosses none.
    """
    for (place, side), road in sides.along.items():
        where = name_of(survey, place, side)
        beside = _beyond_vertex(survey, place, side)
        if not beside:
            what = "a road along a hexside crosses none; left out"
            yield ImportNote(Sureness.GUESSED, what, (where,))
            continue
        for at in beside:
            sides.roads[at] = road
            sides.narrow.pop(at, None)
        what = "a road that leaves between two half-hexes; taken as running into both"
        yield ImportNote(Sureness.GUESSED, what, (where,))


def _beyond_vertex(survey: Survey, place: Hex, side: int) -> list[Hexside]:
    """The hexsides that two half-hexes at an edge share with the hex beside both; else none."""
    other = survey.across(place, side)
    if other is None or not place.column == other.column in (0, survey.grid.width - 1):
        return []
    inner = 1 if place.column == 0 else place.column - 1
    third = Hex(inner, max(place.row, other.row))
    found = [(third, s) for s in HEXSIDES if survey.across(third, s) in (place, other)]
    return [at if at[1] <= 3 else _from_beyond(at) for at in found]


def _from_beyond(at: Hexside) -> Hexside:
    """A hexside as the hex across it has it."""
    place, side = at
    return neighbour(place, side), turned(side, 3)


def _owned(survey: Survey) -> Iterator[Hexside]:
    """Every hexside once, those at the edge too."""
    for place in survey.lattice.hexes:
        for side in HEXSIDES:
            if side <= 3 or survey.across(place, side) is None:
                yield place, side


def name_of(survey: Survey, place: Hex, side: int) -> str:
    """A hexside as a board file writes it."""
    other = survey.across(place, side)
    here = survey.name(place)
    return f"{here}:{side}" if other is None else f"{here}/{survey.name(other)}"


def _standing(survey: Survey, sides: Sides, place: Hex, side: int) -> Iterator[ImportNote]:
    """What stands on a hexside: the art in its middle, or along much of it if that is bare."""
    other = survey.across(place, side)
    here = survey.meanings[survey.code_in_the_middle(place, side)].hexside
    if here is None and other is not None:
        opposite = (side + 2) % 6 + 1
        here = survey.meanings[survey.code_in_the_middle(other, opposite)].hexside
    where = name_of(survey, place, side)
    if here is not None:
        if other is None:
            what = f"{here} at the edge of the board, with no hex beyond"
            yield ImportNote(Sureness.GUESSED, what, (where,))
        sides.standing[place, side] = here
        return
    for kind, share in _standing_shares(survey, place, side):
        if share >= _STANDS:
            sides.standing[place, side] = kind
            what = f"{kind} along a hexside but not in its middle; taken as standing"
            yield ImportNote(Sureness.GUESSED, what, (f"{where} ({share:.0%})",))
            return


def _standing_shares(survey: Survey, place: Hex, side: int) -> list[tuple[HexsideKind, float]]:
    if not any(meaning.hexside for meaning in survey.meanings.values()):
        return []
    strips = np.concatenate(survey.strips(place, side))
    found = []
    for kind in HexsideKind:
        codes = [c for c, m in survey.meanings.items() if m.hexside is kind]
        if codes:
            found.append((kind, float(np.isin(strips, codes).any(axis=0).mean())))
    return sorted(found, key=lambda each: -each[1])


def _crossing(
    survey: Survey, sides: Sides, grounds: Grounds, place: Hex, side: int
) -> Iterator[ImportNote]:
    """What crosses a hexside between two hexes."""
    if not any(m.road or m.bridge or m.path or m.depression for m in survey.meanings.values()):
        return
    inside, beyond = survey.strips(place, side)
    width = inside.shape[1]

    least, most = _runs(survey, place, side, lambda m: m.road or m.bridge)
    if survey.pixels(_CROSSES) <= least < _ALONG * width:
        sides.roads[place, side] = _road(survey, np.concatenate([inside, beyond]))
    elif least >= _ALONG * width:
        sides.along[place, side] = _road(survey, np.concatenate([inside, beyond]))
    elif least >= survey.pixels(_TOUCHES):
        sides.narrow[place, side] = (least, most)
    if _runs(survey, place, side, lambda m: m.path)[0] >= survey.pixels(_TOUCHES):
        sides.paths.append((place, side))
    yield from _joined(survey, sides, grounds, place, side)


def _runs(
    survey: Survey, place: Hex, side: int, test: Callable[[Meaning], object]
) -> tuple[int, int]:
    """How many pixels of some terrain lie along a hexside: the least, and the most."""
    codes = [code for code, meaning in survey.meanings.items() if test(meaning)]
    counts = [np.isin(strip, codes).sum(axis=1) for strip in survey.strips(place, side)]
    return int(min(each.min() for each in counts)), int(max(each.max() for each in counts))


def _joined(
    survey: Survey, sides: Sides, grounds: Grounds, place: Hex, side: int
) -> Iterator[ImportNote]:
    """Whether two Depressions are connected (B19.2)."""
    other = survey.across(place, side)
    if other is None:
        return
    one, two = grounds[survey.number(place)], grounds[survey.number(other)]
    if one.depression and two.depression:
        least, _ = _runs(survey, place, side, lambda m: m.depression or m.bridge or m.road)
        deep, _ = _runs(survey, place, side, lambda m: m.depression)
        if least < survey.pixels(_TOUCHES):
            sides.banks.append((place, side))
        elif deep < survey.pixels(_TOUCHES):
            what = "two Depressions joined under a bridge or road; taken as connected"
            yield ImportNote(Sureness.GUESSED, what, (name_of(survey, place, side),))


def _road(survey: Survey, strips: Array) -> Road:
    """The kind of road that most of the road's pixels show."""
    roads = Counter[Road]()
    for code, meaning in survey.meanings.items():
        if meaning.road is not None:
            roads[meaning.road] += int((strips == code).sum())
    return roads.most_common(1)[0][0] if roads.total() else Road.UNPAVED


def chains(survey: Survey, crossed: list[Hexside]) -> list[list[Hex]]:
    """Ways that run through hexes, as few as may be, over all hexsides that are crossed."""
    ways: dict[Hex, list[Hex]] = {}
    for place, side in crossed:
        other = survey.across(place, side)
        if other is not None:
            ways.setdefault(place, []).append(other)
            ways.setdefault(other, []).append(place)
    for others in ways.values():
        others.sort()
    result = []
    starts = sorted(ways, key=lambda place: (len(ways[place]) == 2, place))
    for start in starts:
        while ways[start]:
            way = [start]
            while ways[way[-1]]:
                following = ways[way[-1]].pop(0)
                ways[following].remove(way[-1])
                way.append(following)
            result.append(way)
    return result
