"""Sensitivity as a tornado: how far each setting moves the chance of each density."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final

from events.terms import Density
from replays.chances.rows import percent, setting_words
from replays.chances.sensitivity import Sensitivity, VariedSetting
from replays.drawing.chart import TOP, document, top_of
from replays.drawing.style import Look
from replays.drawing.svg import label, path, ring, run, tag, title
from sim.climate.exact_odds import DUSTY

_LEFT: Final = 176.0
_WIDE: Final = 196.0
_GAP: Final = 18.0
_ROW: Final = 58.0
_BAR: Final = 15.0
_CUT: Final = 4
"""A setting that moves a density so much more than all others is cut at the edge of its panel."""


def tornado_svg(found: Sensitivity, look: Look = Look.TABLE) -> str:
    """Draw what each setting does; the one that moves most comes first.

    Args:
        found: what is drawn.
        look: what it is made for.

    Returns:
        A standalone SVG document; for the same odds always the same.
    """
    moving = [each for each in found.settings if each.whole_span]
    foot = TOP + 10 + len(moving) * _ROW
    parts: list[str] = []
    width = _LEFT + len(DUSTY) * (_WIDE + _GAP) - _GAP
    for n, setting in enumerate(moving):
        y = TOP + 10 + n * _ROW
        if n % 2:
            shape = {"x": -8.0, "y": y - 4, "width": width + 16, "height": _ROW}
            parts.append(tag("rect", class_="chart-zebra", **shape))
        now = label(f"now {setting.now}", complex(0, y + 31), "chart-note", size=11.5, width=150)
        parts += [label(setting_words(setting.name), complex(0, y + 15), "chart-strong"), now]
    for n, density in enumerate(DUSTY):
        parts += _panel(found, moving, density, _LEFT + n * (_WIDE + _GAP), foot)
    parts += _notes(found, foot + 42)
    heading = f"{found.name}: what moves the Dust"
    under = (
        f"Exact chance of ever reaching each density in {found.turns} Game Turns; "
        f"one setting is set to each valid value, the rest stays."
    )
    return document(heading, under, parts, width, foot + 82, look)


def _top(found: Sensitivity, moving: list[VariedSetting], density: Density) -> Fraction:
    """How far a panel reaches: as far as its longest bar, unless that is far beyond all others."""
    ends = sorted((each.most(density).reached[density] for each in moving), reverse=True)
    ends = ends or [found.reached[density]]
    most = ends[0]
    if len(ends) > 1 and ends[0] > _CUT * ends[1] > 0:
        most = ends[1]
    return top_of(max(most, found.reached[density]))[0]


def _panel(
    found: Sensitivity, moving: list[VariedSetting], density: Density, left: float, foot: float
) -> Iterator[str]:
    """One density: its own scale, a bar for each setting, and where the scenario stands now."""
    top = _top(found, moving, density)

    def at(chance: Fraction) -> float:
        return left + _WIDE * float(min(chance / top, Fraction(1)))

    now = found.reached[density]
    yield label(f"{density}, now {percent(now)}", complex(left, TOP - 6), "chart-strong")
    for n in range(3):
        x = left + _WIDE * n / 2
        yield path(run(complex(x, TOP), complex(x, foot)), "chart-grid")
        anchor = ("start", "middle", "end")[n]
        said = f"{float(50 * n * top):g}%"
        yield label(said, complex(x, foot + 15), "chart-number", anchor=anchor)
    for n, setting in enumerate(moving):
        y = TOP + 10 + n * _ROW
        if setting.span(density):
            yield from _bar(density, setting, y, at, top)
        else:
            yield label(f"{percent(now)} with all", complex(left, y + 27), "chart-said")
        yield path(run(complex(at(now), y - 1), complex(at(now), y + _BAR + 1)), "chart-now")


def _bar(
    density: Density,
    setting: VariedSetting,
    y: float,
    at: Callable[[Fraction], float],
    top: Fraction,
) -> Iterator[str]:
    low, high = setting.least(density), setting.most(density)
    one, two = low.reached[density], high.reached[density]
    told = f"{density}: {percent(one)} with {low.name}, {percent(two)} with {high.name}"
    x = at(one)
    end = max(at(two), x + 1)
    shape = [complex(x, y), complex(end, y), complex(end, y + _BAR), complex(x, y + _BAR)]
    if two > top:
        shape.insert(2, complex(end + 9, y + _BAR / 2))
    yield tag("path", title(told), d=ring(shape), class_=f"density{density.level}")
    left = at(Fraction(0))
    said = f"{percent(one)} to {percent(two)}{', cut' if two > top else ''}"
    yield label(said, complex(left, y + _BAR + 13), "chart-said")
    ends = f"{low.name} … {high.name}"
    yield label(ends, complex(left, y + _BAR + 27), "chart-note", size=10.5, width=_WIDE + 6)


def _notes(found: Sensitivity, y: float) -> Iterator[str]:
    notes = ["Blue: the scenario as it is. Each panel has its own scale; what is cut says so."]
    idle = [setting_words(each.name) for each in found.settings if not each.whole_span]
    if idle:
        notes.append(f"Nothing depends on {', '.join(idle)}.")
    if found.fixed:
        alone = ", ".join(setting_words(each) for each in found.fixed)
        notes.append(f"With no other valid value while the rest stays: {alone}.")
    for n, note in enumerate(notes):
        yield label(note, complex(0, y + 17 * n), "chart-note", anchor="start")
