"""What charts of chances have in common: paper, heading, axis, labels and style."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

import attrs

from events.moment import Moment
from replays.drawing.style import Look, style
from replays.drawing.svg import key_of, label, number, path, run, tag, words

_HEAD: Final = '<g class="chart-heading chart-under"/>'
_ROOT: Final = {
    Look.TABLE: "khamsin-chart",
    Look.DARK: "khamsin-chart-dark",
    Look.PRINT: "khamsin-chart-print",
}
_MARGIN: Final = 26.0
LEFT: Final = 52.0
TOP: Final = 84.0
WIDTH: Final = 600.0

_STYLE: Final = """
.density0{fill:#fffdf6;stroke:#cbbd9f;stroke-width:1}
.density1{fill:#f0d9a2}
.density2{fill:#dfb66d}
.density3{fill:#c08a45}
.density4{fill:#8f5b26}
.density5{fill:#552f10}
.chart-band{stroke:#fffdf6;stroke-width:.6;stroke-opacity:.6}
.plot{fill:#fffdf6;stroke:none}
.chart-grid{stroke:#8a7a5c;stroke-opacity:.28;stroke-width:1}
.chart-tick{stroke:#3b2f1e;stroke-width:1.1}
.chart-foot{stroke:#3b2f1e;stroke-width:1.6}
.chart-number{font-size:11.5px;fill:#5d4e35}
.chart-axis{font-size:12px;fill:#5d4e35}
.chart-note{font-size:11.5px;fill:#75633f;font-style:italic;text-anchor:start}
.chart-panel{font-size:14px;font-weight:bold;text-anchor:start}
.chart-said{font-size:11.5px;text-anchor:start}
.chart-strong{font-size:12px;font-weight:bold;text-anchor:start}
.chart-heading{font-size:20px;font-weight:bold;text-anchor:start}
.chart-under{font-size:13px;fill:#5d4e35;text-anchor:start}
.chart-halo{stroke:#fffdf6;stroke-width:5;stroke-opacity:.8}
.chart-line{stroke-width:2.2}
.chart-dot{stroke:#fffdf6;stroke-width:1}
.chart-leader{stroke:#8a7a5c;stroke-width:1}
.chart-zebra{fill:#8a7a5c;fill-opacity:.07}
.heavywinds{stroke:#1f5fa8}
.gusts{stroke:#1b8a7a;stroke-dasharray:6 4}
.rain{stroke:#7b4ba0;stroke-dasharray:1.5 4.5}
.chart-dot.heavywinds{fill:#1f5fa8;stroke:#fffdf6}
.chart-dot.gusts{fill:#1b8a7a;stroke:#fffdf6;stroke-dasharray:none}
.chart-dot.rain{fill:#7b4ba0;stroke:#fffdf6;stroke-dasharray:none}
.chart-now{stroke:#1f5fa8;stroke-width:2.4;stroke-linecap:butt}
.chart-a{stroke:#1f5fa8}
.chart-b{stroke:#b4531b;stroke-dasharray:7 4}
.chart-dot.chart-a{fill:#1f5fa8;stroke:#fffdf6}
.chart-dot.chart-b{fill:#b4531b;stroke:#fffdf6;stroke-dasharray:none}
.chart-more-a{fill:#1f5fa8;fill-opacity:.2}
.chart-more-b{fill:#b4531b;fill-opacity:.2}
.chart-said-a{font-size:11.5px;text-anchor:start;fill:#1f5fa8}
.chart-said-b{font-size:11.5px;text-anchor:start;fill:#9a4210}
.chart-apart{stroke:#3b2f1e;stroke-width:1.2}
""".strip()
"""What the style sheet of a board does not have; its colours go with those of the board."""

_DARK: Final = """
.plot{fill:#28221a}
.density0{fill:#28221a;stroke:#6d5f45}
.density5{stroke:#c08a45;stroke-width:.6}
.chart-heading,.chart-panel,.chart-said,.chart-strong{fill:#eadfc7}
.chart-number,.chart-axis,.chart-note,.chart-under{fill:#b8a988}
.chart-tick,.chart-foot{stroke:#b8a988}
.chart-halo{stroke:#28221a}
.heavywinds,.chart-now{stroke:#6fb0e6}
.gusts{stroke:#4fc9b6}
.rain{stroke:#b98ae0}
.chart-a{stroke:#6fb0e6}
.chart-b{stroke:#e79a5b}
.chart-more-a,.chart-dot.chart-a,.chart-said-a{fill:#6fb0e6}
.chart-more-b,.chart-dot.chart-b,.chart-said-b{fill:#e79a5b}
.chart-dot.chart-a,.chart-dot.chart-b{stroke:#28221a}
.chart-apart{stroke:#eadfc7}
"""

_TOPS: Final = ((1, 5), (2, 4), (3, 3), (4, 4), (5, 5), (6, 3), (8, 4), (10, 5))
"""Round tops of an axis, and how many marks divide them."""


@attrs.frozen
class Axis:
    """The axis of a panel, from nothing at its foot up to the top, in so many marks.

    Attributes:
        y: where its upper end lies.
        high: how high it is.
        top: the chance there.
        count: how many marks divide it.
    """

    y: float
    high: float
    top: Fraction
    count: int

    @property
    def foot(self) -> float:
        """Where its lower end lies."""
        return self.y + self.high

    def at(self, chance: Fraction) -> float:
        """How far down a chance lies."""
        return self.y + self.high * (1 - float(chance / self.top))

    def field(self) -> Iterator[str]:
        """The paper under what is drawn."""
        yield tag("rect", x=LEFT, y=self.y, width=WIDTH, height=self.high, class_="plot")

    def marks(self, what: str) -> Iterator[str]:
        """A line for each mark, over what is drawn so far, and what the panel is of."""
        for n in range(self.count + 1):
            mark = self.top * n / self.count
            y = self.at(mark)
            class_ = "chart-grid" if n else "chart-foot"
            yield path(run(complex(LEFT, y), complex(LEFT + WIDTH, y)), class_)
            said = f"{float(100 * mark):g}%"
            yield label(said, complex(LEFT - 8, y + 4), "chart-number", anchor="end")
        yield label(what, complex(0, self.y - 14), "chart-panel")


def turn_marks(moments: Sequence[Moment], axis: Axis) -> Iterator[str]:
    """Player Turns along the foot: each Game Turn by its number, its halves by ticks."""
    wide, foot = WIDTH / len(moments), axis.foot
    starts = [n for n, each in enumerate(moments) if each.player == 1 or not n]
    often = next(each for each in (1, 5, 10, 20, 50, 100, 1000) if len(starts) <= 16 * each)
    for n, end in pairwise([*starts, len(moments)]):
        left, right = LEFT + n * wide, LEFT + end * wide
        turn = moments[n].turn
        named = n == 0 or turn % often == 0
        if often == 1 or named:
            yield path(run(complex(left, foot), complex(left, foot + 7)), "chart-tick")
        for half in range(n + 1, end) if often == 1 else ():
            x = LEFT + half * wide
            yield path(run(complex(x, foot), complex(x, foot + 4)), "chart-tick")
        if named:
            spot = complex((left + right) / 2, foot + 20)
            yield label(str(turn), spot, "chart-number")


def top_of(most: Fraction) -> tuple[Fraction, int]:
    """The least round top of an axis above a chance, and how many marks divide it."""
    unit = Fraction(1, 10)
    while unit > Fraction(1, 10_000) and most <= unit:
        unit /= 10
    return next((top * unit, count) for top, count in _TOPS if top * unit >= most)


def spread(spots: list[float], gap: float, low: float) -> list[float]:
    """Places for labels beside spots, in their order, at least a gap apart, none below a limit."""
    placed: list[float] = []
    for spot in spots:
        placed.append(max(spot, placed[-1] + gap) if placed else spot)
    for n in range(len(placed) - 1, -1, -1):
        limit = low - (len(placed) - 1 - n) * gap
        placed[n] = min(placed[n], limit)
    return placed


def document(
    heading: str,
    under: str,
    parts: Iterable[str],
    width: float,
    high: float,
    look: Look = Look.TABLE,
) -> str:
    """A standalone SVG document with a heading.

    Args:
        heading: the title.
        under: the caption, under the title.
        parts: what is drawn, the heading's left end at 0.
        width: how far to the right it reaches.
        high: how far down.
        look: what it is made for.
    """
    wide, tall = width + 2 * _MARGIN, high + 2 * _MARGIN
    box = f"{number(-_MARGIN)} {number(-_MARGIN)} {number(wide)} {number(tall)}"
    paper = tag("rect", x=-_MARGIN, y=-_MARGIN, width=wide, height=tall, class_="paper")
    drawn = tuple(parts)
    ids = key_of(heading, under, *drawn)
    more = f"{_STYLE}\n{_DARK}" if look is Look.DARK else _STYLE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{number(wide)}" '
        f'height="{number(tall)}" class="{_ROOT[look]}" role="img" '
        f'aria-labelledby="{ids}-title {ids}-desc">\n'
        + "\n".join(
            (
                tag("title", words(heading), id=f"{ids}-title"),
                tag("desc", words(under), id=f"{ids}-desc"),
                tag("style", style(look, more, _ROOT[look], f"{paper}{_HEAD}{''.join(drawn)}")),
                paper,
                label(heading, 14j, "chart-heading", size=20, width=width),
                label(under, 36j, "chart-under"),
                *drawn,
            )
        )
        + "\n</svg>\n"
    )
