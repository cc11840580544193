"""The panel of a map: what is in effect, Dust, wind, LOS, sides, and what lies in piles."""

from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Final

from replays.pictures.caption import facts
from replays.pictures.counters import MOST, counters_by_hex
from replays.pictures.emblems import draw_card, draw_emblem
from replays.pictures.gauges import (
    draw_dust_gauge,
    draw_hour,
    draw_north,
    draw_scale,
    draw_wind,
)
from replays.pictures.ground import short_name
from replays.pictures.shapes import label, number, path, run, tag
from replays.pictures.sightline import los_facts
from sim.questions.shot import ShotAnswer
from sim.state import State

__all__ = ["WIDTH", "draw_legend"]

WIDTH: Final = 300.0
"""How wide a column of the panel is."""

_LEFT: Final = 16.0
_VALUES: Final = 112.0
_LETTERS: Final = 40
_GAP: Final = 14.0


class _Pen:
    """Writes a block of the panel from the top down."""

    def __init__(self, heading: str) -> None:
        self.y = 14.0
        self.parts = [label(heading.upper(), complex(_LEFT, self.y), "head")]

    def say(self, text: str, class_: str, x: float, step: float, letters: int) -> None:
        """Words in as many lines as they need."""
        for line in wrap(text, letters) or [""]:
            self.y += step
            self.parts.append(label(line, complex(x, self.y), class_))

    def draw(self, parts: Iterable[str], high: float) -> None:
        """A drawing, which takes some height."""
        self.parts += parts
        self.y += high

    @property
    def block(self) -> tuple[str, float]:
        """What was written, and how high it is."""
        return "".join(self.parts), self.y + _GAP


def draw_legend(state: State, shot: ShotAnswer | None, width: float) -> tuple[str, float]:
    """The panel in as many columns as its width has room for, its upper left corner at the origin.

    Returns:
        The panel, and how high it is.
    """
    blocks = [pen.block for pen in _blocks(state, shot)]
    columns = max(int(width / WIDTH), 1)
    columns = min(columns, len(blocks))
    step = width / columns
    ends = [8.0] * columns
    parts = []
    for drawn, high in blocks:
        column = min(range(columns), key=ends.__getitem__)
        way = f"translate({number(column * step)} {number(ends[column])})"
        parts.append(tag("g", drawn, transform=way))
        ends[column] += high
    tall = max(ends)
    lines = "".join(
        run(complex(n * step, 14), complex(n * step, tall - 14)) for n in range(1, columns)
    )
    mount = tag("rect", x=0, y=0, width=width, height=tall, rx=6, class_="mount")
    return mount + path(lines, "rule") + "".join(parts), tall


def _blocks(state: State, shot: ShotAnswer | None) -> Iterator[_Pen]:
    if shot is not None:
        yield _los(shot)
    yield _now(state)
    yield _dust(state)
    yield _sky(state)
    yield _sides(state)
    piled = {name: said for name, said in counters_by_hex(state).items() if len(said) > MOST}
    if piled:
        yield _piles(state, piled)


def _now(state: State) -> _Pen:
    pen = _Pen("In effect")
    for about, what, rule in facts(state):
        top = pen.y
        pen.say(what, "fact", _VALUES, 17, 21)
        spot, room = complex(_LEFT, top + 17), _VALUES - _LEFT - 3
        pen.parts.append(label(about, spot, "key", size=12.5, width=room))
        if rule:
            spot = complex(WIDTH - _LEFT, top + 17)
            pen.parts.append(label(rule, spot, "tiny", size=9.5, anchor="end"))
    return pen


def _los(shot: ShotAnswer) -> _Pen:
    pen = _Pen("Line of Sight")
    for n, line in enumerate(los_facts(shot)):
        if n == 1:
            pen.say(line, "verdictline", _LEFT, 19, 34)
        else:
            pen.say(line, "fact", _LEFT, 17, _LETTERS)
    return pen


def _dust(state: State) -> _Pen:
    pen = _Pen("Dust")
    gauge = draw_dust_gauge(state.dust, complex(_LEFT, pen.y + 10), WIDTH - 2 * _LEFT)
    pen.draw(gauge, 52)
    return pen


def _sky(state: State) -> _Pen:
    pen = _Pen("Wind and north")
    pen.parts += draw_wind(state.wind, complex(80, pen.y + 66))
    pen.parts += draw_north(state.setting.scenario.north, complex(228, pen.y + 50))
    pen.parts += draw_scale(complex(228, pen.y + 108))
    pen.y += 124
    hour = list(draw_hour(state, complex(150, pen.y + 56), 116))
    if hour:
        pen.parts.append(label("Time of Day", complex(_LEFT, pen.y + 50), "key"))
        pen.draw(hour, 64)
    return pen


def _sides(state: State) -> _Pen:
    pen = _Pen("Sides")
    sides = state.setting.sides
    for n, side in enumerate(sides):
        pen.y += 28
        at = complex(_LEFT + 12, pen.y - 5)
        pen.parts += draw_card(side, sides, at, 24)
        pen.parts += draw_emblem(side, sides, at + 2j, 13)
        pen.parts.append(label(side, at + 20 + 5j, "fact", size=13, width=150))
        said = "moves first" if n == 0 else "moves second"
        pen.parts.append(label(said, complex(WIDTH - _LEFT, at.imag + 5), "tiny", anchor="end"))
    if state.setting.vehicles:
        pen.y += 6
        pen.say("Which way a vehicle faces is not kept.", "note", _LEFT, 16, _LETTERS)
    return pen


def _piles(state: State, piled: dict[str, list[str]]) -> _Pen:
    pen = _Pen("Piles")
    for name, said in piled.items():
        where = short_name(state.setting.area, name)
        pen.say(f"{where}: {'; '.join(said)}", "fact", _LEFT, 17, _LETTERS)
    return pen
