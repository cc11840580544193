"""What charts of chances have in common: paper, heading, axis and style."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final

import attrs

from replays.pictures.shapes import key_of, label, number, path, run, tag, words
from replays.pictures.style import Look, style

__all__ = ["CHART_STYLE", "HEIGHT", "LEFT", "TOP", "WIDTH", "Axis", "axis", "document"]

_ROOT: Final = "khamsin-chart"
_MARGIN: Final = 26.0
LEFT: Final = 52.0
TOP: Final = 76.0
WIDTH: Final = 600.0
HEIGHT: Final = 330.0

CHART_STYLE: Final = """
.density0{fill:#fffdf6;stroke:#cbbd9f;stroke-width:1}
.density1{fill:#f0d9a2}
.density2{fill:#dfb66d}
.density3{fill:#c08a45}
.density4{fill:#8f5b26}
.density5{fill:#552f10}
.field{fill:#fffdf6;stroke:none}
.chart-grid{stroke:#8a7a5c;stroke-opacity:.28;stroke-width:1}
.chart-tick{stroke:#3b2f1e;stroke-width:1.1}
.chart-foot{stroke:#3b2f1e;stroke-width:1.6}
.chart-number{font-size:11.5px;fill:#5d4e35}
.chart-axis{font-size:12px;fill:#5d4e35}
.chart-note{font-size:11px;fill:#7d6b4c;font-style:italic}
.chart-heading{font-size:20px;font-weight:bold;text-anchor:start}
.chart-under{font-size:13px;fill:#5d4e35;text-anchor:start}
.chart-halo{stroke:#fffdf6;stroke-width:5;stroke-opacity:.8}
.chart-line{stroke-width:2.2}
.chart-dot{stroke:#fffdf6;stroke-width:1}
.heavywinds{stroke:#1f5fa8}
.gusts{stroke:#1b8a7a;stroke-dasharray:6 4}
.rain{stroke:#7b4ba0;stroke-dasharray:1.5 4.5}
.chart-dot.heavywinds{fill:#1f5fa8;stroke:#fffdf6}
.chart-dot.gusts{fill:#1b8a7a;stroke:#fffdf6;stroke-dasharray:none}
.chart-dot.rain{fill:#7b4ba0;stroke:#fffdf6;stroke-dasharray:none}
.chart-now{stroke:#1f5fa8;stroke-width:2.4;stroke-linecap:butt}
""".strip()
"""What the style sheet of a board does not have; its colours go with those of the board."""

_TOPS: Final = ((1, 5), (2, 4), (3, 6), (4, 4), (5, 5), (6, 6), (8, 4), (10, 5))
"""Round tops of an axis, and how many marks divide them."""


@attrs.frozen
class Axis:
    """An axis of chances, from nothing at the foot up to a top, in so many marks."""

    top: Fraction
    count: int

    def at(self, chance: Fraction) -> float:
        """How far down a chance lies."""
        return TOP + HEIGHT * (1 - float(chance / self.top))

    def field(self) -> Iterator[str]:
        """The paper under what is drawn."""
        yield tag("rect", x=LEFT, y=TOP, width=WIDTH, height=HEIGHT, class_="field")

    def marks(self, what: str) -> Iterator[str]:
        """A line for each mark, over what is drawn so far, and what the axis is of."""
        for n in range(self.count + 1):
            mark = self.top * n / self.count
            y = self.at(mark)
            class_ = "chart-grid" if n else "chart-foot"
            yield path(run(complex(LEFT, y), complex(LEFT + WIDTH, y)), class_)
            yield label(
                f"{float(100 * mark):g}%", complex(LEFT - 8, y + 4), "chart-number", anchor="end"
            )
        yield label(what, complex(LEFT, TOP - 10), "chart-note", anchor="start")


def axis(most: Fraction) -> Axis:
    """The axis whose top is the least round one above a chance."""
    unit = Fraction(1, 10)
    while unit > Fraction(1, 10_000) and most <= unit:
        unit /= 10
    return next(Axis(top * unit, count) for top, count in _TOPS if top * unit >= most)


def document(heading: str, under: str, parts: Iterable[str], width: float, high: float = 0) -> str:
    """A standalone SVG document with a heading.

    Args:
        heading: the title.
        under: the caption, under the title.
        parts: what is drawn, the heading's left end at 0.
        width: how far to the right it reaches.
        high: how far down; as far as an axis with its words if 0.
    """
    wide = width + 2 * _MARGIN
    tall = (high or TOP + HEIGHT + 46) + 2 * _MARGIN
    box = f"{number(-_MARGIN)} {number(-_MARGIN)} {number(wide)} {number(tall)}"
    paper = tag("rect", x=-_MARGIN, y=-_MARGIN, width=wide, height=tall, class_="paper")
    drawn = tuple(parts)
    ids = key_of(heading, under, *drawn)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{number(wide)}" '
        f'height="{number(tall)}" class="{_ROOT}" role="img" '
        f'aria-labelledby="{ids}-title {ids}-desc">\n'
        + "\n".join(
            (
                tag("title", words(heading), id=f"{ids}-title"),
                tag("desc", words(under), id=f"{ids}-desc"),
                tag("style", style(Look.TABLE, CHART_STYLE, _ROOT)),
                paper,
                label(heading, 14j, "chart-heading", size=20, width=width),
                label(under, 36j, "chart-under"),
                *drawn,
            )
        )
        + "\n</svg>\n"
    )
