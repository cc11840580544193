"""Two settings at once as a picture: a box for each pair of values, the darker the likelier."""

from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from typing import Final

from events.terms import Density
from replays.chances.rows import grid_caption, percent, setting_words
from replays.chances.sensitivity import SensitivityGrid
from replays.drawing.chart import TOP, document
from replays.drawing.style import Look
from replays.drawing.svg import label, run, tag, title, words

_LEFT: Final = 150.0
_WIDE: Final = 96.0
_HIGH: Final = 40.0
_LEAST: Final = 560.0
"""How wide the picture is at least, so that its caption fits."""

_LIGHT: Final = (255, 253, 246)
_DARK: Final = (122, 69, 22)
_INK: Final = ("#3b2f1e", "#fffdf6")
_TURNS: Final = 0.5
"""From this shade on, words on a box are light."""


def grid_svg(grid: SensitivityGrid, density: Density, look: Look = Look.TABLE) -> str:
    """Draw the chance of ever reaching a density by two settings.

    Returns:
        A standalone SVG document; for the same odds always the same.
    """
    across, down = grid.across.values, grid.down.values
    top = TOP + 34
    wide = max(_LEFT + len(across) * _WIDE, _LEAST)
    foot = top + len(down) * _HIGH
    parts = [*_heads(grid, top)]
    for row, one in enumerate(down):
        for column, two in enumerate(across):
            at = complex(_LEFT + column * _WIDE, top + row * _HIGH)
            chances = grid.reached.get((one, two))
            told = f"{setting_words(grid.down.name)} {one}, {setting_words(grid.across.name)} {two}"
            parts += _box(at, told, None if chances is None else chances[density])
    parts += _now(grid, top)
    parts += _key(foot + 30)
    heading = f"{grid.name}: {setting_words(grid.down.name)} and {setting_words(grid.across.name)}"
    caption = grid_caption(grid, density)
    return document(heading, f"{caption[0].upper()}{caption[1:]}.", parts, wide, foot + 34, look)


def _heads(grid: SensitivityGrid, top: float) -> Iterator[str]:
    name = setting_words(grid.across.name)
    yield label(name, complex(_LEFT, top - 28), "chart-axis", anchor="start")
    yield label(
        setting_words(grid.down.name), complex(_LEFT - 12, top - 28), "chart-axis", anchor="end"
    )
    for n, value in enumerate(grid.across.values):
        at = complex(_LEFT + (n + 0.5) * _WIDE, top - 8)
        yield label(value, at, "fact", size=12, width=_WIDE - 4, anchor="middle")
    for n, value in enumerate(grid.down.values):
        at = complex(_LEFT - 12, top + (n + 0.5) * _HIGH + 4)
        yield label(value, at, "fact", size=12, width=_LEFT - 16, anchor="end")


def _shade(chance: Fraction) -> float:
    """How dark a chance is, from 0 to 1; small ones are told apart too."""
    return sqrt(chance)


def _colour(shade: float) -> str:
    red, green, blue = (
        round(low + (high - low) * shade) for low, high in zip(_LIGHT, _DARK, strict=True)
    )
    return f"#{red:02x}{green:02x}{blue:02x}"


def _box(at: complex, told: str, chance: Fraction | None) -> Iterator[str]:
    """The box of a pair of values; an empty one where no sound scenario has them."""
    middle = at + complex(_WIDE / 2, _HIGH / 2 + 4)
    said = "no sound scenario" if chance is None else percent(chance)
    shade = 0.0 if chance is None else _shade(chance)
    yield tag(
        "rect",
        title(f"{told}: {said}"),
        x=at.real + 1,
        y=at.imag + 1,
        width=_WIDE - 2,
        height=_HIGH - 2,
        rx=3,
        style=f"fill:{'none' if chance is None else _colour(shade)};stroke:#cbbd9f",
    )
    ink = _INK[shade >= _TURNS]
    yield tag(
        "text",
        words("–" if chance is None else said),
        x=middle.real,
        y=middle.imag,
        style=f"font-size:13px;text-anchor:middle;fill:{ink}",
    )


def _now(grid: SensitivityGrid, top: float) -> Iterator[str]:
    """A frame around the scenario as it is."""
    here = grid.down.now, grid.across.now
    if here not in grid.reached:
        return
    x = _LEFT + grid.across.values.index(here[1]) * _WIDE
    y = top + grid.down.values.index(here[0]) * _HIGH
    d = run(
        complex(x, y), complex(x + _WIDE, y), complex(x + _WIDE, y + _HIGH), complex(x, y + _HIGH)
    )
    yield tag("path", d=f"{d}Z", class_="chart-now", style="fill:none")


def _key(y: float) -> Iterator[str]:
    yield tag("rect", x=_LEFT, y=y - 11, width=14, height=14, style="fill:none", class_="chart-now")
    yield label("the scenario as it is", complex(_LEFT + 22, y + 1), "fact", anchor="start")
    x = _LEFT + 190
    for n, chance in enumerate((Fraction(0), Fraction(1, 100), Fraction(1, 10), Fraction(1))):
        style = f"fill:{_colour(_shade(chance))};stroke:#cbbd9f"
        yield tag("rect", x=x + n * 66, y=y - 11, width=14, height=14, rx=2, style=style)
        yield label(percent(chance), complex(x + n * 66 + 20, y + 1), "fact", anchor="start")
