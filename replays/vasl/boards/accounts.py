"""Every pixel of a board accounted for: understood, guessed, or not understood."""

from collections.abc import Iterable, Iterator

import attrs
import numpy as np

from replays.vasl.boards.codes import Meaning
from replays.vasl.boards.ground import Grounds
from replays.vasl.boards.losdata import Array
from replays.vasl.boards.report import ImportNote, Sureness, TerrainPixels
from replays.vasl.boards.sides import Sides
from replays.vasl.boards.survey import Survey
from sim.map.hexes import HEXSIDES, Hex, neighbour

__all__ = ["account"]


@attrs.frozen(eq=False)
class _Made:
    """What became of a board, hex by hex."""

    survey: Survey
    grounds: Grounds
    sides: Sides
    bridges: frozenset[Hex]

    def has(self, meaning: Meaning) -> Array:
        """Whether each hex has what a terrain code is."""
        if meaning.open and not meaning.road:
            return np.ones(len(self.grounds), bool)
        found = np.zeros(len(self.grounds), bool)
        found[[self.survey.number(place) for place in self._places(meaning)]] = True
        return found

    def _places(self, meaning: Meaning) -> Iterator[Hex]:
        hexes, sides = self.survey.lattice.hexes, self.sides
        for place, ground in zip(hexes, self.grounds, strict=True):
            if meaning.material is not None and ground.building is not None:
                yield place
            if meaning.kind is not None and meaning.kind in ground.kinds:
                yield place
        if meaning.road is not None:
            yield from self._touched((*sides.roads, *sides.exits))
        if meaning.path:
            yield from self._touched(sides.paths)
        if meaning.bridge:
            yield from self.bridges

    def _touched(self, sides: Iterable[tuple[Hex, int]]) -> Iterator[Hex]:
        for place, side in sides:
            yield place
            if (other := self.survey.across(place, side)) is not None:
                yield other

    def near(self, has: Array) -> Array:
        """Whether each hex, or one beside it, is one of those."""
        found, number = has.copy(), self.survey.lattice.number
        for n in np.flatnonzero(has).tolist():
            place = self.survey.lattice.hexes[n]
            around = (number.get(neighbour(place, side)) for side in HEXSIDES)
            found[[other for other in around if other is not None]] = True
        return found


def account(
    survey: Survey, grounds: Grounds, sides: Sides, bridges: list[Hex], lost: Array
) -> tuple[tuple[TerrainPixels, ...], list[ImportNote]]:
    """How many pixels of each terrain code were understood, and what there is to say of the rest.

    A pixel of what is understood counts as guessed where neither its hex nor one beside it has
    what it shows.

    Args:
        survey: the board.
        grounds: what became of its hexes.
        sides: what became of its hexsides.
        bridges: what became of its bridges.
        lost: the pixels of hexside art that show no hexside.
    """
    made = _Made(survey, grounds, sides, frozenset(bridges))
    found, notes = [], []
    for code, meaning in survey.meanings.items():
        has = survey.counts[:, code]
        total, sureness = int(has.sum()), meaning.sureness
        strays = 0
        if sureness is Sureness.UNDERSTOOD and meaning.hexside is not None:
            strays = int((lost & (survey.grid.terrain == code)).sum())
        elif sureness is Sureness.UNDERSTOOD and not meaning.open:
            astray = has * ~made.near(made.has(meaning))
            strays = int(astray.sum())
            if strays:
                notes.append(_note(survey, code, meaning, astray))
        found.append(TerrainPixels(code, meaning.name, meaning.sentence, sureness, total, strays))
    return tuple(found), notes


def _note(survey: Survey, code: int, meaning: Meaning, astray: Array) -> ImportNote:
    numbers = np.flatnonzero(astray).tolist()
    names = tuple(survey.name(survey.lattice.hexes[n]) for n in numbers)
    what = f"art of {meaning.name} where neither its hex nor one beside it has any; left out"
    pixel = survey.a_pixel(numbers[0], code)
    return ImportNote(Sureness.GUESSED, what, names, int(astray.sum()), pixel)
