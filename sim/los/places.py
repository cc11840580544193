"""What a LOS asks of a map: where its hexes lie, how high they are, what stands on their hexsides.

A place is one whole number here, so that a line is moved to where it is needed by adding.
"""

import attrs

from events.terms import HexsideKind
from sim.los.line import Axial, Line, axial
from sim.map.playing_area import PlayingArea


@attrs.frozen
class Hexside:
    """What stands on a hexside."""

    kind: HexsideKind
    sides: tuple[str, ...]
    """The hexes beside it, as far as in play; first the one that owns the hexside."""
    side: int
    """Which hexside of that one; see `PlayingArea.owned`."""


@attrs.frozen(eq=False)
class Places:
    """A playing area, laid out for lines."""

    at: dict[str, Axial]
    level: dict[str, int]
    names: dict[int, str]
    standing: dict[int, Hexside]
    cliffs: dict[int, Hexside]

    @classmethod
    def of(cls, area: PlayingArea) -> "Places":
        """Lay out a playing area."""
        at = {name: axial(place) for place, name in area.names.items()}
        places = cls(at, {}, {}, {}, {})
        for name, place in at.items():
            places.level[name] = area.record[name].level
            places.names[place.code] = name
        for (name, side), kind in area.hexsides.items():
            if area.owned(name, side) != (name, side):
                continue
            across = area.across(name, side)
            found = Hexside(kind, (name,) if across is None else (name, across), side)
            if kind is not HexsideKind.CLIFF:
                places.standing[at[name].edge(side)] = found
            elif across is not None:
                places.cliffs[at[name].edge(side)] = found
        return places

    def touched(self, start: str, line: Line) -> tuple[str | None, ...]:
        """The hexes that a line touches, in order; None is off the playing area."""
        here = self.at[start].code
        return tuple(map(self.names.get, [here + place for place in line.places]))
