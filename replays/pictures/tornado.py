"""Sensitivity as a tornado: how far each setting moves the chance of each density."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from replays.chances.odds_views import percent
from replays.chances.sensitivity import Sensitivity, VariedSetting
from replays.chances.sensitivity_views import extremes
from replays.pictures.chart import TOP, document
from replays.pictures.shapes import label, path, run, tag, title
from sim.climate.odds import DUSTY

__all__ = ["tornado_svg"]

_LEFT: Final = 236.0
_WIDE: Final = 640.0
_BAR: Final = 7.5
_ROW: Final = len(DUSTY) * _BAR + 17
_MARKS: Final = 10
_KEY: Final = 128.0


def tornado_svg(found: Sensitivity) -> str:
    """Draw what each setting does; the one that moves most comes first.

    Returns:
        A standalone SVG document; for the same odds always the same.
    """
    moving = [each for each in found.settings if each.whole_span]
    foot = TOP + 14 + len(moving) * _ROW
    parts = [tag("rect", x=_LEFT, y=TOP, width=_WIDE, height=foot - TOP, class_="field")]
    parts += _marks(foot)
    for n, setting in enumerate(moving):
        parts += _setting(found, setting, TOP + 14 + n * _ROW)
    parts += _key(foot + 58)
    idle = [each.name for each in found.settings if not each.whole_span]
    if idle:
        said = f"Nothing depends on {', '.join(idle)}."
        parts.append(label(said, complex(0, foot + 84), "chart-note", anchor="start"))
    heading = f"{found.name}: what moves the Dust"
    under = (
        f"Exact chance of ever reaching each density in {found.turns} Game Turns, "
        f"as one setting takes all its sound values."
    )
    return document(heading, under, parts, _LEFT + _WIDE + 8, foot + 84)


def _at(chance: Fraction) -> float:
    return _LEFT + _WIDE * float(chance)


def _marks(foot: float) -> Iterator[str]:
    for n in range(_MARKS + 1):
        x = _LEFT + _WIDE * n / _MARKS
        yield path(run(complex(x, TOP), complex(x, foot)), "chart-grid")
        yield label(f"{100 * n // _MARKS}%", complex(x, foot + 18), "chart-number")
    yield path(run(complex(_LEFT, foot), complex(_LEFT + _WIDE, foot)), "chart-foot")


def _setting(found: Sensitivity, setting: VariedSetting, top: float) -> Iterator[str]:
    right = _LEFT - 14
    middle = top + len(DUSTY) * _BAR / 2
    name = setting.name.replace("_", " ")
    yield label(f"{name}: {setting.now}", complex(right, middle - 4), "fact", anchor="end")
    least, most = extremes(setting)
    said = f"{least} … {most}"
    yield label(said, complex(right, middle + 12), "chart-note", size=11, width=210, anchor="end")
    for n, density in enumerate(DUSTY):
        y = top + n * _BAR
        low, high = setting.least(density), setting.most(density)
        ends = low.reached[density], high.reached[density]
        told = f"{density}: {percent(ends[0])} with {low.name}, {percent(ends[1])} with {high.name}"
        yield tag(
            "rect",
            title(told),
            x=_at(ends[0]),
            y=y,
            width=max(_at(ends[1]) - _at(ends[0]), 0.8),
            height=_BAR - 1,
            class_=f"density{density.level}",
        )
        x = _at(found.reached[density])
        yield path(run(complex(x, y - 0.5), complex(x, y + _BAR - 0.5)), "chart-now")


def _key(y: float) -> Iterator[str]:
    for n, density in enumerate(DUSTY):
        x = n * _KEY
        class_ = f"density{density.level}"
        yield tag("rect", x=x, y=y - 11, width=14, height=14, rx=2, class_=class_)
        yield label(str(density), complex(x + 21, y + 1), "fact")
    x = len(DUSTY) * _KEY + 24
    yield path(run(complex(x, y - 10), complex(x, y + 2)), "chart-now")
    yield label("as the scenario is", complex(x + 9, y + 1), "fact")
