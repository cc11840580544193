"""Where the hexes of a scenario lie on VASL's map, and what VASL calls them.

VASL puts boards side by side behind an edge of 400 pixels, as scenarios do: each hex is 64.5 pixels
high, and its hexrow 56.25 from the next.
"""

import re
from typing import Final

from replays.vasl.logs.account import Spot
from sim.map.hexes import Hex
from sim.map.playing_area import PlayingArea

__all__ = ["MAIN_MAP", "hex_of", "pixels"]

MAIN_MAP: Final = "Main Map"

_EDGE: Final = 400
_PITCH: Final = 56.25
_HIGH: Final = 64.5
_NEAR: Final = 34.0
_NAME: Final = re.compile(r"(?P<whole>\S*?(?P<short>[A-Za-z]{1,2}[0-9]{1,2}))(?![A-Za-z0-9])")


def pixels(area: PlayingArea, name: str) -> tuple[int, int]:
    """The centre of a hex on VASL's main map."""
    return _centre(area.place(name))


def _centre(place: Hex) -> tuple[int, int]:
    x = _EDGE + _PITCH * place.column
    y = _EDGE + _HIGH * (place.row + 0.5 - place.column % 2 / 2)
    return int(x), int(y)


def hex_of(area: PlayingArea, spot: Spot | None) -> str | None:
    """The hex of a place, by what the chat called it or by its pixels; None if it is none."""
    if spot is None:
        return None
    if spot.named:
        found = _NAME.match(spot.named)
        if found is None:
            return None
        return area.name(found["whole"]) or area.name(found["short"])
    return _nearest(area, spot) if spot.map == MAIN_MAP else None


def _nearest(area: PlayingArea, spot: Spot) -> str | None:
    column = round((spot.x - _EDGE) / _PITCH)
    best: tuple[float, str] | None = None
    for each in (column - 1, column, column + 1):
        row = round((spot.y - _EDGE) / _HIGH - 0.5 + each % 2 / 2)
        place = Hex(each, row)
        if place in area.names:
            x, y = _centre(place)
            away = ((spot.x - x) ** 2 + (spot.y - y) ** 2) ** 0.5
            best = min(best or (away, area.names[place]), (away, area.names[place]))
    return best[1] if best is not None and best[0] <= _NEAR else None
