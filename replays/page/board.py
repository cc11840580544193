"""The board of a page: its layers as fragments, its hexes, and what lies in them in words."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from replays.page.fragments import Fragments
from replays.pictures.caption import hex_words
from replays.pictures.counters import (
    LyingCounter,
    counter_stacks,
    counters_by_hex,
    draw_stack,
)
from replays.pictures.geometry import centre, corners, frame
from replays.pictures.governed import governed
from replays.pictures.layers import LAYERS, PRINTED, layer
from replays.pictures.patterns import patterns
from replays.pictures.shapes import number, ring
from replays.pictures.sky import draw_margin
from replays.shown import shown
from sim.state import State

__all__ = ["BoardArtist", "board_base", "contents", "ground_words"]

_MARGIN: Final = "margin"
"""What lies beyond the edge of the board, a layer as well."""

_WHOLE: Final = {"works": "ground", "hexsides": "breaches"}
"""Layers that are made of one field of a state alone, beside what is printed."""


class BoardArtist:
    """Draws the boards of one game; what is printed is drawn once.

    Attributes:
        fragments: where what it draws is kept.
    """

    def __init__(self, fragments: Fragments, beginning: State) -> None:
        self.fragments = fragments
        self._printed = {name: self._drawn(beginning, name) for name in PRINTED}
        self._stacks: dict[str, tuple[tuple[LyingCounter, ...], tuple[str, ...]]] = {}
        self._last: dict[str, tuple[object, list[str]]] = {}

    def layers(self, state: State) -> dict[str, list[str]]:
        """The fragments of every layer, the lowest first, and of the margin around them."""
        found = {name: self._layer(state, name) for name in LAYERS}
        edge = frame(state.setting.area)
        return found | {_MARGIN: [self.fragments.add(part) for part in draw_margin(state, edge)]}

    def _layer(self, state: State, name: str) -> list[str]:
        """A layer; one that reads the same as when it was drawn last is that."""
        if name in PRINTED:
            return self._printed[name]
        if name not in _WHOLE:
            return self._drawn(state, name)
        reads = getattr(state, _WHOLE[name])
        if name not in self._last or self._last[name][0] is not reads:
            self._last[name] = reads, self._drawn(state, name)
        return self._last[name][1]

    def _drawn(self, state: State, name: str) -> list[str]:
        if name == "counters":
            return list(self._counters(state))
        whole = "".join(layer(state, name))
        return [self.fragments.add(whole)] if whole else []

    def _counters(self, state: State) -> Iterator[str]:
        """The counters of each hex; where the same lie as when they were drawn last, those."""
        area = state.setting.area
        edge = frame(area)
        for name, stack in counter_stacks(state):
            before, ids = self._stacks.get(name, ((), ()))
            if not _alike(before, stack):
                drawn = draw_stack(stack, area.place(name), edge)
                ids = tuple(self.fragments.add(part) for part in drawn)
                self._stacks[name] = tuple(stack), ids
            yield from ids


def _alike(one: Sequence[LyingCounter], two: Sequence[LyingCounter]) -> bool:
    """Whether two stacks are drawn alike."""
    pairs = zip(one, two, strict=False)
    return len(one) == len(two) and all(a.told == b.told and a.thing is b.thing for a, b in pairs)


def board_base(beginning: State, fragments: Fragments) -> dict[str, Any]:
    """What a page must know of its board: its size, the layers from the ground up, its hexes.

    A hex has its centre, its outline as the points of a polygon, and its terrain in words. Layers
    that look otherwise by the terrain that governs than as they are printed come as ``governed``.
    """
    area = beginning.setting.area
    edge = frame(area)
    return {
        "width": round(edge.width, 1),
        "height": round(edge.height, 1),
        "layers": [*LAYERS, _MARGIN],
        "uncut": [_MARGIN],
        "top": ["counters"],
        "governed": _governed(beginning, fragments),
        "defs": fragments.add("".join(patterns())),
        "hexes": {
            name: [
                float(number(centre(place).real)),
                float(number(centre(place).imag)),
                shown(hex_words(beginning, name).partition(": ")[2]),
            ]
            for place, name in area.names.items()
        },
        "outline": ring(corners(next(iter(area.names)), 1.0))[1:-1].replace("L", " "),
    }


def _governed(beginning: State, fragments: Fragments) -> dict[str, list[str]]:
    """The printed layers by the terrain that governs, where they are others; each a fragment."""
    made = governed(beginning)
    if made.setting.area.record == beginning.setting.area.record:
        return {}
    both = {name: ["".join(layer(state, name)) for state in (beginning, made)] for name in PRINTED}
    return {name: [fragments.add(two)] for name, (one, two) in both.items() if one != two}


def contents(state: State) -> dict[str, list[str]]:
    """What lies in hexes, in words, by the names of the hexes; an empty hex is left out."""
    found = {name: list(map(shown, said)) for name, said in counters_by_hex(state).items()}
    for source, hexes in sorted(state.drift.items()):
        for name in hexes:
            found.setdefault(name, []).append(shown(f"drift from {source}"))
    return found


def ground_words(state: State, beginning: State) -> Iterator[tuple[str, str]]:
    """The hexes whose ground is not as it was before the game, with what it is now."""
    for name, ground in state.ground.items():
        if beginning.ground.get(name) != ground and name in state.setting.area.record:
            yield name, shown(hex_words(state, name).partition(": ")[2])
