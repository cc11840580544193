"""The panel beside the map: what the moment is like, LOS, compass and scale, sides."""

from cmath import rect
from collections.abc import Iterator
from math import radians
from textwrap import wrap
from typing import Final

from events.terms import North
from replays.pictures.caption import facts
from replays.pictures.geometry import CORNERS, HIGH, SIDE
from replays.pictures.palette import side_colour
from replays.pictures.shapes import label, path, ring, run, tag
from replays.pictures.sightline import los_facts
from sim.chapter_b.wind_change import has_direction
from sim.map.hexes import HEXSIDES
from sim.questions.shot import ShotAnswer
from sim.state import State

__all__ = ["WIDTH", "draw_compass", "draw_legend"]

WIDTH: Final = 286.0
"""How wide the panel is."""

_LEFT: Final = 16.0
_VALUES: Final = 96.0
_NORTH: Final = {North.UP: 0, North.RIGHT: 90, North.DOWN: 180, North.LEFT: 270}


class _Pen:
    """Writes the panel from the top down."""

    def __init__(self) -> None:
        self.y = 0.0
        self.parts: list[str] = []

    def say(self, text: str, class_: str, x: float, step: float, letters: int) -> None:
        """Words in as many lines as they need."""
        for line in wrap(text, letters) or [""]:
            self.y += step
            size, room = (17, WIDTH - x - _LEFT) if class_ == "title" else (0, 0.0)
            self.parts.append(label(line, complex(x, self.y), class_, size=size, width=room))

    def head(self, text: str) -> None:
        """A heading."""
        self.y += 16
        rule = run(complex(_LEFT, self.y), complex(WIDTH - _LEFT, self.y))
        self.parts.append(path(rule, "rule"))
        self.say(text.upper(), "head", _LEFT, 18, 40)


def draw_legend(state: State, shot: ShotAnswer | None) -> tuple[str, float]:
    """The panel, its upper left corner at the origin; and how high it is."""
    pen = _Pen()
    pen.y = 12
    scenario = state.setting.scenario
    pen.say(scenario.name, "title", _LEFT, 20, 28)
    pen.say(f"{scenario.land}, {scenario.month}", "key", _LEFT, 17, 40)
    pen.head("Now")
    for about, what in facts(state):
        top = pen.y
        pen.say(what, "fact", _VALUES, 17, 27)
        pen.parts.append(label(about, complex(_LEFT, top + 17), "key"))
    if shot is not None:
        pen.head("Line of Sight")
        for line in los_facts(shot):
            pen.say(line, "fact", _LEFT, 17, 40)
    pen.head("Wind and north")
    pen.parts += draw_compass(state, complex(WIDTH * 0.3, pen.y + 62))
    pen.parts += _north(scenario.north, complex(WIDTH * 0.76, pen.y + 44))
    pen.parts += _scale(complex(WIDTH * 0.76, pen.y + 104))
    pen.y += 122
    pen.head("Sides")
    pen.parts += _sides(state, pen)
    return "".join(pen.parts), pen.y + 18


def _sides(state: State, pen: _Pen) -> Iterator[str]:
    for side in state.setting.sides:
        pen.y += 22
        yield tag(
            "rect",
            x=_LEFT,
            y=pen.y - 12,
            width=16,
            height=16,
            rx=2,
            class_="piece",
            style=f"fill:{side_colour(side, state.setting.sides)}",
        )
        yield label(side, complex(_LEFT + 26, pen.y), "fact", size=12.5, width=220)


def draw_compass(state: State, at: complex) -> Iterator[str]:
    """A hex with the numbers of its hexsides, and an arrow to where the wind blows."""
    size = 44 / SIDE
    yield path(ring(at + size * corner for corner in CORNERS), "rose")
    for side in HEXSIDES:
        out = rect(HIGH / 2 * size + 9, radians(60 * (side - 1) - 90))
        yield label(str(side), at + out + 4j, "name")
    if state.wind.direction is None:
        yield label(
            "?" if has_direction(state.wind.force) else "no wind",
            at + 4j,
            "key",
            anchor="middle",
        )
        return
    way = rect(1, radians(60 * (state.wind.direction - 1) - 90))
    half = ((-0.62, 0.09), (0.2, 0.09), (0.2, 0.28), (0.78, 0.0))
    shape = [*half, *((x, -y) for x, y in reversed(half))]
    wide = 1.6 if state.wind.heavy else 1.0
    yield path(ring(at + 40 * way * complex(x, y * wide) for x, y in shape), "arrow")
    if state.wind.gusts:
        starts = [at + (off * 1j - 20) * way for off in (-17, 17)]
        yield path("".join(run(start, start + 34 * way) for start in starts), "los")


def _north(north: North, at: complex) -> Iterator[str]:
    way = rect(1, radians(_NORTH[north] - 90))
    points = (26 * way, -18 * way + 11j * way, -10 * way, -18 * way - 11j * way)
    yield path(ring(at + point for point in points), "north")
    yield label("N", at + 36 * way + 4j, "id", size=13)


def _scale(at: complex) -> Iterator[str]:
    half = HIGH / 2
    yield path(run(at - half - 4j, at - half, at + half, at + half - 4j), "frame")
    yield label("1 hex, 40 m", at + 15j, "name")
