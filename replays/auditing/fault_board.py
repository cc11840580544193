"""The board where a game went wrong, with the hexes of the findings ringed."""

from collections.abc import Iterator, Sequence
from typing import Final

from replays.auditing.audit import AuditedEntry
from replays.auditing.finding import OF_THE_FILE
from replays.drawing.map import around_all, board_svg
from replays.drawing.svg import HIGH, SIDE, centre, corners, ring, tag
from replays.game.position import IMPOSSIBLE
from replays.game.state_view import hexes_named
from sim.map.hexes import Hex
from sim.state import State

MOST_BOARDS: Final = 12
"""So many boards are drawn."""

_RADIUS: Final = 2
_RED: Final = "#b3261e"


class FaultBoards:
    """Draws a board for each entry with findings, while an audit reads a log."""

    def __init__(self) -> None:
        self.drawn: dict[int, str] = {}

    def look(self, audited: AuditedEntry) -> None:
        """One more entry."""
        entry, state = audited.entry, audited.written.state
        found = [each for each in audited.findings if each.rule not in OF_THE_FILE]
        if not found or len(self.drawn) >= MOST_BOARDS:
            return
        names = dict.fromkeys(hex_ for each in found for hex_ in each.hexes)
        names = names or dict.fromkeys(hexes_named(state, (entry.do, *entry.then)))
        try:
            self.drawn[entry.n] = _drawn(state, list(names))
        except IMPOSSIBLE:  # nothing there is in play
            return


def _drawn(state: State, names: Sequence[str]) -> str:
    area = state.setting.area
    window = around_all(area, names, _RADIUS)
    places = [area.place(name) for name in names]
    return board_svg(state, None, window, "".join(part for at in places for part in _ring(at)))


def _ring(place: Hex) -> Iterator[str]:
    """A red ring with a white edge, and a mark of exclamation: not by colour alone."""
    for colour, width in (("#fff", 8), (_RED, 5)):
        look = f"fill:none;stroke:{colour};stroke-width:{width}"
        yield tag("path", d=ring(corners(place, 0.95)), style=look)
    at = centre(place) + complex(0.5 * SIDE, -0.25 * HIGH)
    look = f"fill:{_RED};stroke:#fff;stroke-width:2"
    yield tag("circle", cx=at.real, cy=at.imag, r=11, style=look)
    look = "fill:#fff;stroke:none;font:bold 17px sans-serif;text-anchor:middle"
    yield tag("text", "!", x=at.real, y=at.imag + 6, style=look)
