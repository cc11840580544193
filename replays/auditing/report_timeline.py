"""The weather of a game along its Player Turns, as an SVG that stands in a page.

It has classes and no style of its own: the page says the colours, for light, dark and paper.
"""

from collections.abc import Iterator
from typing import Final

from events.terms import Density
from replays.auditing.model import WeatherTold
from replays.auditing.paper import Timeline
from replays.drawing.svg import number, path, ring, run, tag, title, words

_LEFT: Final = 92.0
_TOP: Final = 30.0
_STEP: Final = (16.0, 56.0)
"""The least and the greatest width of a Player Turn."""

_WIDTH: Final = 860.0
_LEVEL: Final = 22.0
_ROW: Final = 24.0
_LEVELS: Final = {str(density): density.level for density in Density}


def timeline_svg(timeline: Timeline) -> str:
    """Draw Dust as steps, and wind, Gusts and rain in rows under them."""
    turns = timeline.turns
    wide = min(max((_WIDTH - _LEFT) / len(turns), _STEP[0]), _STEP[1])
    foot = _TOP + 5 * _LEVEL
    high = foot + 4 * _ROW + 14
    parts = [
        *_scale(wide * len(turns), foot),
        *(part for n, turn in enumerate(turns) for part in _turn(turn, n, wide, foot)),
        *_ruled(turns, wide, foot),
        *_numbers(turns, wide, foot),
        *_marks(timeline, wide),
    ]
    right = _LEFT + wide * len(turns) + 12
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(right)} {number(high)}" '
        f'width="{number(right)}" height="{number(high)}" role="img" '
        f'aria-labelledby="weather-title weather-desc">'
        + tag("title", "The weather, Player Turn by Player Turn", id="weather-title")
        + tag("desc", words(_in_words(turns)), id="weather-desc")
        + "".join(parts)
        + "</svg>"
    )


def _in_words(turns: tuple[WeatherTold, ...]) -> str:
    dusty = [turn for turn in turns if _LEVELS.get(turn.dust)]
    rainy = sum(turn.rain != "None" for turn in turns)
    gusty = sum(turn.gusts for turn in turns)
    wrong = sum(turn.dust != turn.ruled_dust for turn in turns)
    return (
        f"Of {len(turns)} Player Turns {len(dusty)} had Dust, {gusty} Gusts and {rainy} rain; in "
        f"{wrong} the Dust was not that of the rules. The table that follows has the same."
    )


def _text(said: str, at: complex, class_: str, anchor: str) -> str:
    return tag("text", words(said), x=at.real, y=at.imag, class_=class_, text_anchor=anchor)


def _scale(wide: float, foot: float) -> Iterator[str]:
    for density in Density:
        y = foot - density.level * _LEVEL
        if density is not Density.NONE:
            yield path(run(complex(_LEFT, y), complex(_LEFT + wide, y)), "grid")
        said = {"None": "no Dust", "Extremely Heavy": "Extr. Heavy"}.get(density, str(density))
        yield _text(said, complex(_LEFT - 8, y + 4), "axis", "end")
    yield path(run(complex(_LEFT, foot), complex(_LEFT + wide, foot)), "foot")
    for row, said in enumerate(("Wind", "Gusts", "Rain"), 1):
        yield _text(said, complex(_LEFT - 8, foot + row * _ROW + 4), "axis", "end")


def _turn(turn: WeatherTold, n: int, wide: float, foot: float) -> Iterator[str]:
    """The bar of a Player Turn, and its marks in the rows."""
    left, level = _LEFT + n * wide, _LEVELS.get(turn.dust, 0)
    if level:
        box = {"x": left + 1, "y": foot - level * _LEVEL, "width": wide - 2}
        said = title(f"{turn.player_turn}: {turn.dust} Dust")
        yield tag("rect", said, **box, height=level * _LEVEL, class_=f"dust dust{level}")
    middle = left + wide / 2
    force = ("No Wind", "Mild Breeze", "Heavy Winds").index(turn.wind) if _known(turn.wind) else 0
    for line in range(force):
        y = foot + _ROW + (4 - 7 * line if force > 1 else 0)
        ends = complex(left + wide * 0.22, y), complex(left + wide * 0.78, y)
        yield tag("path", title(f"{turn.player_turn}: {turn.wind}"), d=run(*ends), class_="wind")
    if turn.gusts:
        yield _mark(turn, "Gusts", complex(middle, foot + 2 * _ROW), "gusts")
    if turn.rain != "None":
        yield _mark(turn, turn.rain, complex(middle, foot + 3 * _ROW), "rain")


def _known(wind: str) -> bool:
    return wind in ("No Wind", "Mild Breeze", "Heavy Winds")


def _mark(turn: WeatherTold, said: str, at: complex, class_: str) -> str:
    name = title(f"{turn.player_turn}: {said}")
    return tag("circle", name, cx=at.real, cy=at.imag, r=4.5, class_=class_)


def _ruled(turns: tuple[WeatherTold, ...], wide: float, foot: float) -> Iterator[str]:
    """A line where the rules have another density."""
    for n, turn in enumerate(turns):
        if turn.ruled_dust != turn.dust:
            y = foot - _LEVELS.get(turn.ruled_dust, 0) * _LEVEL
            ends = complex(_LEFT + n * wide, y), complex(_LEFT + (n + 1) * wide, y)
            said = title(f"{turn.player_turn}: by the rules {turn.ruled_dust}")
            yield tag("path", said, d=run(*ends), class_="ruled")


def _numbers(turns: tuple[WeatherTold, ...], wide: float, foot: float) -> Iterator[str]:
    """Player Turns along the foot, as many as there is room for."""
    often = max(1, round(30 / wide))
    for n, turn in enumerate(turns):
        if n % often == 0:
            at = complex(_LEFT + (n + 0.5) * wide, foot + 4 * _ROW + 4)
            yield _text(turn.player_turn, at, "axis", "middle")


def _marks(timeline: Timeline, wide: float) -> Iterator[str]:
    """A triangle over each Player Turn with findings."""
    for n, turn in enumerate(timeline.turns):
        entries = timeline.marked.get(turn.player_turn)
        if not entries:
            continue
        tip = complex(_LEFT + (n + 0.5) * wide, _TOP - 8)
        corners = tip, tip + complex(-6, -11), tip + complex(6, -11)
        said = ", ".join(f"#{entry}" for entry in entries)
        yield tag("path", title(f"findings in {said}"), d=ring(corners), class_="found")
