"""Charts of chances: odds, two scenarios against each other, and sensitivity, in one frame."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import singledispatch
from itertools import groupby, pairwise
from typing import Final

import attrs

from events.errors import BadInput
from events.moment import Moment
from events.terms import Density, Rain, WindForce
from replays.chances.comparison import ComparedChance, Comparison, points
from replays.chances.rows import decimal, percent, setting_words
from replays.chances.sensitivity import Sensitivity, VariedSetting
from replays.drawing.style import Look, style
from replays.drawing.svg import dot, key_of, label, number, path, ring, run, tag, title, words
from sim.climate.exact_odds import DUSTY, Odds, PlayerTurnOdds

_HEAD: Final = '<g class="chart-heading chart-under"/>'
_ROOT: Final = {
    Look.TABLE: "khamsin-chart",
    Look.DARK: "khamsin-chart-dark",
    Look.PRINT: "khamsin-chart-print",
}
_MARGIN: Final = 26.0
_LEFT: Final = 52.0
_TOP: Final = 84.0
_WIDTH: Final = 600.0
_RIGHT: Final = _LEFT + _WIDTH
_ROW: Final = 18.0
_MOST_DOTS: Final = 40

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


@singledispatch
def chart_svg(what: object, look: Look = Look.TABLE) -> str:  # noqa: ARG001 - for each chart
    """Draw odds, a comparison or a sensitivity.

    Args:
        what: what is drawn.
        look: what it is made for.

    Returns:
        A standalone SVG document; for the same chances always the same.

    Raises:
        BadInput: when it is nothing that can be drawn.
    """
    why = "a game, a state, odds, a comparison or a sensitivity is expected"
    raise BadInput(why, type(what).__name__)


# The frame ----------------------------------------------------------------------------------


@attrs.frozen
class _Panel:
    """A panel over Player Turns; its axis runs from nothing at its foot up to a round chance.

    Attributes:
        moments: its Player Turns, from left to right.
        y: where its upper end lies.
        high: how high it is.
        most: the greatest chance in it.
        scale: the chance at its upper end, and how many marks divide it.
    """

    moments: Sequence[Moment]
    y: float
    high: float
    most: Fraction
    scale: tuple[Fraction, int] = attrs.field(
        init=False, default=attrs.Factory(lambda panel: _top_of(panel.most), takes_self=True)
    )

    @property
    def foot(self) -> float:
        """Where its lower end lies."""
        return self.y + self.high

    @property
    def wide(self) -> float:
        """How wide a Player Turn is."""
        return _WIDTH / len(self.moments)

    def at(self, chance: Fraction) -> float:
        """How far down a chance lies."""
        return self.y + self.high * (1 - float(chance / self.scale[0]))

    def spots(self, chances: Iterable[Fraction]) -> list[complex]:
        """The chance of each Player Turn, in its middle."""
        return [
            complex(_LEFT + (n + 0.5) * self.wide, self.at(chance))
            for n, chance in enumerate(chances)
        ]

    def told(self, name: str, chances: Iterable[Fraction]) -> str:
        """The chance of each Player Turn in words."""
        turns = zip(self.moments, chances, strict=True)
        return title(
            f"{name}: {', '.join(f'{turn.player_turn} {percent(each)}' for turn, each in turns)}"
        )

    def curve(self, name: str, chances: Sequence[Fraction], class_: str) -> Iterator[str]:
        """A line through the chances of all Player Turns, with dots where they have room."""
        spots = self.spots(chances)
        told = self.told(name, chances)
        yield tag("path", told, d=run(*spots), class_=f"chart-line {class_}")
        if len(spots) <= _MOST_DOTS:
            yield from (path(dot(spot, 2.6), f"chart-dot {class_}") for spot in spots)

    def drawn(
        self, what: str, *, under: Iterable[str] = (), over: Iterable[str] = ()
    ) -> Iterator[str]:
        """The panel: its paper, its scale, what is drawn under and over that, and its turns."""
        yield tag("rect", x=_LEFT, y=self.y, width=_WIDTH, height=self.high, class_="plot")
        yield from under
        top, count = self.scale
        for n in range(count + 1):
            mark = top * n / count
            y = self.at(mark)
            class_ = "chart-grid" if n else "chart-foot"
            yield path(run(complex(_LEFT, y), complex(_RIGHT, y)), class_)
            said = f"{float(100 * mark):g}%"
            yield label(said, complex(_LEFT - 8, y + 4), "chart-number", anchor="end")
        yield label(what, complex(0, self.y - 14), "chart-panel")
        yield from over
        yield from self._turns()

    def _turns(self) -> Iterator[str]:
        """Player Turns along the foot: each Game Turn by its number, its halves by ticks."""
        starts = [n for n, each in enumerate(self.moments) if each.player == 1 or not n]
        often = next(each for each in (1, 5, 10, 20, 50, 100, 1000) if len(starts) <= 16 * each)
        for n, end in pairwise([*starts, len(self.moments)]):
            turn = self.moments[n].turn
            named = n == 0 or turn % often == 0
            if often == 1 or named:
                yield self._tick(n, 7)
            for half in range(n + 1, end) if often == 1 else ():
                yield self._tick(half, 4)
            if named:
                left, right = _LEFT + n * self.wide, _LEFT + end * self.wide
                spot = complex((left + right) / 2, self.foot + 20)
                yield label(str(turn), spot, "chart-number")

    def _tick(self, n: int, high: float) -> str:
        spot = complex(_LEFT + n * self.wide, self.foot)
        return path(run(spot, spot + high * 1j), "chart-tick")


def _top_of(most: Fraction) -> tuple[Fraction, int]:
    """The least round top of an axis above a chance, and how many marks divide it."""
    unit = Fraction(1, 10)
    while unit > Fraction(1, 10_000) and most <= unit:
        unit /= 10
    return next((top * unit, count) for top, count in _TOPS if top * unit >= most)


def _spread(spots: list[float], gap: float, low: float) -> list[float]:
    """Places for labels beside spots, in their order, at least a gap apart, none below a limit."""
    placed: list[float] = []
    for spot in spots:
        placed.append(max(spot, placed[-1] + gap) if placed else spot)
    for n in range(len(placed) - 1, -1, -1):
        limit = low - (len(placed) - 1 - n) * gap
        placed[n] = min(placed[n], limit)
    return placed


def _named(text: str, spot: float, at: float) -> Iterator[str]:
    """Words beside a panel, with a line to their place at its right edge."""
    end = complex(_RIGHT + 24, at)
    yield path(run(complex(_RIGHT + 3, spot), end), "chart-leader")
    yield label(text, end + 4 + 4j, "chart-said")


def _said(text: str, x: float, y: float) -> str:
    """Words beside a panel, so far from its right edge."""
    return label(text, complex(_RIGHT + x, y), "chart-said")


def _turn_axis(foot: float) -> str:
    return label("Game Turn", complex(_LEFT + _WIDTH / 2, foot + 40), "chart-axis")


def _notes(
    notes: Iterable[str], y: float, *, gap: float = 16, anchor: str = "start"
) -> Iterator[str]:
    """Notes under a chart, one a line."""
    for n, note in enumerate(notes):
        yield label(note, complex(0, y + gap * n), "chart-note", anchor=anchor)


def _document(
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


# Odds ---------------------------------------------------------------------------------------

_Chance = Callable[[PlayerTurnOdds], Fraction]
_Band = tuple[str, str, _Chance]
"""What is drawn: its name, its class, and its chance."""

_WINDS: Final[tuple[_Band, ...]] = (
    ("Heavy Winds", "heavywinds", lambda each: each.wind[WindForce.HEAVY_WINDS]),
    ("Gusts", "gusts", lambda each: each.gusts),
)
_RAIN: Final[tuple[_Band, ...]] = (("Rain", "rain", lambda each: 1 - each.rain[Rain.NONE]),)
_ODDS_SIDE: Final = 330.0
"""How wide the column of labels is."""

_ODDS_BETWEEN: Final = 64.0
_CELLS: Final = (164, 246, 330)
"""Where the columns of numbers beside the panel of Dust end."""

_ODDS_NOTES: Final = (
    "* at least this dense in any of these Player Turns; † Player Turns under it.",
    "Each panel has its own scale, cut at a round chance; the rest is none of it.",
)


@chart_svg.register
def _odds_svg(odds: Odds, look: Look = Look.TABLE) -> str:
    """A panel for Dust, one for a shot if a range was asked, one for the wind, one for rain."""
    turns = odds.player_turns
    rainy = any(_RAIN[0][2](each) for each in turns)
    parts: list[str] = []
    y = _TOP + 16
    for draw, high, asked in (
        (_dust, 250.0, True),
        (_shot, 200.0, turns[0].shot is not None),
        (_wind, 120.0, True),
        (_rain, 90.0, rainy),
    ):
        if asked:
            parts += draw(odds, y, high)
            y += high + _ODDS_BETWEEN
    foot = y - _ODDS_BETWEEN
    parts.append(_turn_axis(foot))
    if not rainy:
        said = "Rain has no chance in any of these Player Turns."
        parts += _notes((said,), foot + 94, anchor="")
    parts += _notes(_ODDS_NOTES, foot + 62)
    heading = f"{odds.name}: odds of Dust"
    last = turns[-1].moment.player_turn
    under = f"Exact chances from {odds.since} to {last}, after each Wind Change DR."
    return _document(heading, under, parts, _RIGHT + _ODDS_SIDE, foot + 94, look)


def _panel(odds: Odds, y: float, high: float, most: Fraction) -> _Panel:
    return _Panel([each.moment for each in odds.player_turns], y, high, most)


def _dust(odds: Odds, y: float, high: float) -> Iterator[str]:
    """Densities stacked, the densest lowest: so "Heavy or denser" can be read off the axis."""
    bands: list[_Band] = [(str(each), f"density{each.level}", _dense(each)) for each in DUSTY]
    panel = _panel(odds, y, high, max(1 - each.density[Density.NONE] for each in odds.player_turns))
    what = "Dust: chance of each density in each Player Turn"
    yield from panel.drawn(what, under=_stack(odds, panel, bands))
    last = odds.player_turns[-1]
    heads = (f"in {last.moment.player_turn}", "ever*", "expected†")
    for x, said in zip(_CELLS, heads, strict=True):
        yield label(said, complex(_RIGHT + x, y - 14), "chart-number", size=11, anchor="end")
    spots = _middles(last, panel, bands)
    places = _spread([max(spot, y + _ROW) for spot in spots], _ROW, panel.foot)
    for density, spot, at in zip(DUSTY, spots, places, strict=True):
        yield from _named(str(density), spot, at)
        reached = percent(odds.reached[density])
        yield from _cells(
            at + 4, percent(last.density[density]), reached, decimal(odds.expected[density])
        )
    yield _said("no Dust", 28, y + 4)
    none = Density.NONE
    yield from _cells(y + 4, percent(last.density[none]), "", decimal(odds.expected[none]))


def _dense(density: Density) -> _Chance:
    return lambda each: each.density[density]


def _cells(y: float, *said: str) -> Iterator[str]:
    for x, text in zip(_CELLS, said, strict=True):
        if text:
            yield label(text, complex(_RIGHT + x, y), "chart-said", anchor="end")


def _middles(last: PlayerTurnOdds, panel: _Panel, bands: list[_Band]) -> list[float]:
    """The middle of each band at the right edge."""
    spots, base = [], Fraction(0)
    for _, _, chance in reversed(bands):
        spots.append(panel.at(base + chance(last) / 2))
        base += chance(last)
    return spots[::-1]


def _stack(odds: Odds, panel: _Panel, bands: list[_Band]) -> Iterator[str]:
    """Bands one upon another, the last one lowest."""
    base = [Fraction(0)] * len(odds.player_turns)
    for name, class_, chance in reversed(bands):
        chances = [chance(each) for each in odds.player_turns]
        tops = [one + two for one, two in zip(base, chances, strict=True)]
        if any(chances):
            shape = ring([*_steps(panel, tops), *reversed(_steps(panel, base))])
            yield tag("path", panel.told(name, chances), d=shape, class_=class_)
        base = tops


def _steps(panel: _Panel, chances: list[Fraction]) -> list[complex]:
    """The chance of each Player Turn, from its left to its right end."""
    return [
        complex(_LEFT + end * panel.wide, panel.at(chance))
        for n, chance in enumerate(chances)
        for end in (n, n + 1)
    ]


def _shot(odds: Odds, y: float, high: float) -> Iterator[str]:
    """What Dust does to a shot: its DRM stacked, the largest lowest, and over all the blocked."""
    shots = [each.shot for each in odds.player_turns if each.shot is not None]
    drms = sorted({drm for shot in shots for drm in shot.drm if drm > 0})
    bands: list[_Band] = [
        (f"DRM {drm:+}", f"chart-band density{1 + 5 * n // len(drms)}", _drm(drm))
        for n, drm in enumerate(drms)
    ]
    blocked = max(shot.blocked for shot in shots)
    most = max(1 - shot.drm.get(0, Fraction(0)) for shot in shots)
    panel = _panel(odds, y, high, max(most, blocked))
    what = f"A shot at range {shots[0].range}: chance of each total DRM of Dust"
    yield from panel.drawn(what, under=_stack(odds, panel, bands))
    if blocked:
        yield from _lines(odds, panel, (("LOS blocked", "unseen", _blocked),))
    last = odds.player_turns[-1]
    every = 1 if len(bands) * _ROW <= high else max(len(bands) // 8, 1)
    spots = _middles(last, panel, bands)[::every]
    places = _spread(spots, _ROW - 3, panel.foot)
    for (name, _, chance), spot, at in zip(bands[::every], spots, places, strict=True):
        yield from _named(f"{name}  {percent(chance(last))}", spot, at)
    for down, said, chance in ((4, "LOS blocked (B.10)", _blocked), (44, "no DRM", _drm(0))):
        yield label(said, complex(_RIGHT + 190, y + down), "chart-strong")
        yield _said(percent(chance(last)), 190, y + down + 16)


def _drm(drm: int) -> _Chance:
    return lambda each: Fraction(0) if each.shot is None else each.shot.drm.get(drm, Fraction(0))


def _blocked(each: PlayerTurnOdds) -> Fraction:
    return Fraction(0) if each.shot is None else each.shot.blocked


def _wind(odds: Odds, y: float, high: float) -> Iterator[str]:
    yield from _line_panel(odds, y, high, "Wind", _WINDS)
    yield _said(f"both together {percent(odds.player_turns[-1].heavy_gusts)}", 190, y + 4)


def _rain(odds: Odds, y: float, high: float) -> Iterator[str]:
    return _line_panel(odds, y, high, "Rain", _RAIN)


def _line_panel(
    odds: Odds, y: float, high: float, what: str, bands: tuple[_Band, ...]
) -> Iterator[str]:
    """Lines with their names at their ends."""
    most = max(chance(each) for each in odds.player_turns for _, _, chance in bands)
    panel = _panel(odds, y, high, most)
    what = f"{what}: chance in each Player Turn"
    yield from panel.drawn(what, over=_lines(odds, panel, bands))
    last = odds.player_turns[-1]
    order = sorted(bands, key=lambda each: -each[2](last))
    places = _spread([panel.at(each[2](last)) for each in order], _ROW, panel.foot)
    for (name, class_, chance), at in zip(order, places, strict=True):
        end = complex(_RIGHT + 24, at)
        yield path(run(end - 20, end - 2), f"chart-line {class_}")
        yield label(name, end + 4 + 4j, "chart-said")
        yield label(percent(chance(last)), end + 140 + 4j, "chart-said", anchor="end")


def _lines(odds: Odds, panel: _Panel, bands: tuple[_Band, ...]) -> Iterator[str]:
    for name, class_, chance in bands:
        chances = [chance(each) for each in odds.player_turns]
        yield path(run(*panel.spots(chances)), "chart-halo")
        yield from panel.curve(name, chances, class_)


# A comparison -------------------------------------------------------------------------------

_COMPARED_SIDE: Final = 190.0
"""How wide the column of labels is."""

_COMPARED_HIGH: Final = 120.0
_COMPARED_BETWEEN: Final = 68.0
_MOST_PANELS: Final = 6
_MOST_SETTINGS: Final = 8
_VALUE_A: Final = 250.0
_VALUE_B: Final = 520.0
"""Where the values of A and of B stand."""


@chart_svg.register
def _comparison_svg(found: Comparison, look: Look = Look.TABLE) -> str:
    """The chances that differ most, a panel each, the greatest difference first."""
    parts, y = _settings(found, _TOP)
    shown = found.different[:_MOST_PANELS] or found.chances[:1]
    moments = [each.moment for each, _ in found.player_turns]
    for each in shown:
        y += _COMPARED_BETWEEN
        parts += _compared(each, _Panel(moments, y, _COMPARED_HIGH, max(*each.one, *each.two)))
        y += _COMPARED_HIGH
    parts.append(_turn_axis(y))
    notes = list(_comparison_notes(found, len(shown)))
    parts += _notes(notes, y + 66, anchor="")
    foot = y + 58 + 16 * len(notes)
    names = found.one.name, found.two.name
    heading = names[0] if names[0] == names[1] else f"{names[0]} against {names[1]}"
    under = (
        f"Exact chances from {moments[0].player_turn} to {moments[-1].player_turn}, after each "
        f"Wind Change DR; the greatest difference first."
    )
    return _document(heading, under, parts, _RIGHT + _COMPARED_SIDE, foot, look)


def _settings(found: Comparison, y: float) -> tuple[list[str], float]:
    """The two scenarios, and below them the settings that differ; also where that ends."""
    parts = []
    width = _VALUE_B - _VALUE_A - 40
    for x, name, end in ((_VALUE_A, "A", found.one), (_VALUE_B, "B", found.two)):
        class_ = name.lower()
        line = run(complex(x, y - 4), complex(x + 26, y - 4))
        parts.append(path(line, f"chart-line chart-{class_}"))
        said = f"{name}  {end.name}"
        at = complex(x + 34, y)
        parts.append(label(said, at, "chart-strong", size=12, width=width))
    shown = found.settings[:_MOST_SETTINGS]
    for each in shown:
        y += _ROW
        parts.append(label(each.name, complex(0, y), "chart-said", size=11.5, width=_VALUE_A - 20))
        for x, class_, value in ((_VALUE_A, "a", each.one), (_VALUE_B, "b", each.two)):
            at = complex(x + 34, y)
            parts.append(label(value, at, f"chart-said-{class_}", size=11.5, width=width))
    if more := len(found.settings) - len(shown):
        y += _ROW
        parts.append(label(f"and {more} more", complex(0, y), "chart-note"))
    if not found.settings:
        y += _ROW
        parts.append(label(found.same, complex(0, y), "chart-note"))
    return parts, y


def _comparison_notes(found: Comparison, shown: int) -> Iterator[str]:
    if not found.different:
        yield "All chances are the same in every Player Turn."
        return
    yield "Each panel has its own scale, cut at a round chance."
    if rest := found.different[shown:]:
        apart = points(max(abs(each.difference) for each in rest)).lstrip("+")
        yield f"Not drawn: {len(rest)} more, nowhere further apart than {apart} percentage points."


def _compared(each: ComparedChance, panel: _Panel) -> Iterator[str]:
    """Both curves of a chance, with the values of the last Player Turn beside them."""
    one, two = panel.spots(each.one), panel.spots(each.two)
    curves: list[str] = []
    if each.difference:
        n = each.widest
        apart = points(each.difference)
        said = f"furthest apart in {each.player_turns[n]}: {apart} percentage points"
        curves.append(label(said, complex(_RIGHT, panel.y - 14), "chart-said", anchor="end"))
        curves.append(path(run(one[n], two[n]), "chart-apart"))
    for name, chances in (("B", each.two), ("A", each.one)):
        curves += panel.curve(f"{name}, {each.name}", chances, f"chart-{name.lower()}")
    yield from panel.drawn(each.name, under=_between(one, two), over=curves)
    yield from _ends(each, panel)


def _between(one: list[complex], two: list[complex]) -> Iterator[str]:
    """What lies between two curves, in the colour of the one that is higher there."""
    pairs = list(_crossed(list(zip(one, two, strict=True))))
    stretches = [((a, b), _higher(a) or _higher(b)) for a, b in pairwise(pairs)]
    for class_, run_ in groupby(stretches, key=lambda each: each[1]):
        if not class_:
            continue
        spots = [pair for stretch, _ in run_ for pair in stretch]
        upper, lower = [pair[0] for pair in spots], [pair[1] for pair in spots]
        shape = ring([*upper, *reversed(lower)])
        yield path(shape, f"chart-more-{class_}")


def _higher(pair: tuple[complex, complex]) -> str:
    """Which curve is higher at a place; neither where they meet."""
    a, b = (spot.imag for spot in pair)
    return "" if a == b else "a" if a < b else "b"


def _crossed(pairs: list[tuple[complex, complex]]) -> Iterator[tuple[complex, complex]]:
    """The pairs of points of two curves, and between them those where the curves cross."""
    for (a, b), (c, d) in pairwise(pairs):
        yield a, b
        before, after = b.imag - a.imag, d.imag - c.imag
        if before * after < 0:
            spot = a + (c - a) * (before / (before - after))
            yield spot, spot
    yield pairs[-1]


def _ends(each: ComparedChance, panel: _Panel) -> Iterator[str]:
    """The chances of both in the last Player Turn, and the difference, where the curves end."""
    curves = [("a", each.one[-1]), ("b", each.two[-1])]
    curves.sort(key=lambda curve: -curve[1])
    spots = [panel.at(chance) for _, chance in curves]
    places = _spread(spots, _ROW, panel.foot)
    for (class_, chance), spot, at in zip(curves, spots, places, strict=True):
        start = complex(_RIGHT - panel.wide / 2 + 5, spot)
        end = complex(_RIGHT + 18, at)
        yield path(run(start, complex(_RIGHT + 4, spot), end), "chart-leader")
        yield label(f"{class_.upper()}  {percent(chance)}", end + 4 + 4j, f"chart-said-{class_}")
    difference = each.two[-1] - each.one[-1]
    said = f"B-A {points(difference)}" if difference else "no difference"
    yield _said(said, 90, sum(places) / 2 + 4)


# A sensitivity ------------------------------------------------------------------------------

_NAMES: Final = 176.0
_WIDE: Final = 196.0
_GAP: Final = 18.0
_SETTING: Final = 58.0
_BAR: Final = 15.0
_CUT: Final = 4
"""A setting that moves a density so much more than all others is cut at the edge of its panel."""


@chart_svg.register
def _tornado_svg(found: Sensitivity, look: Look = Look.TABLE) -> str:
    """How far each setting moves the chance of each density; what moves most comes first."""
    moving = [each for each in found.settings if each.whole_span]
    foot = _TOP + 10 + len(moving) * _SETTING
    parts: list[str] = []
    width = _NAMES + len(DUSTY) * (_WIDE + _GAP) - _GAP
    for n, setting in enumerate(moving):
        y = _TOP + 10 + n * _SETTING
        if n % 2:
            shape = {"x": -8.0, "y": y - 4, "width": width + 16, "height": _SETTING}
            parts.append(tag("rect", class_="chart-zebra", **shape))
        now = label(f"now {setting.now}", complex(0, y + 31), "chart-note", size=11.5, width=150)
        parts += [label(setting_words(setting.name), complex(0, y + 15), "chart-strong"), now]
    for n, density in enumerate(DUSTY):
        parts += _bars(found, moving, density, _NAMES + n * (_WIDE + _GAP), foot)
    parts += _notes(_tornado_notes(found), foot + 42, gap=17)
    heading = f"{found.name}: what moves the Dust"
    under = (
        f"Exact chance of ever reaching each density in {found.turns} Game Turns; "
        f"one setting is set to each valid value, the rest stays."
    )
    return _document(heading, under, parts, width, foot + 82, look)


def _reach(found: Sensitivity, moving: list[VariedSetting], density: Density) -> Fraction:
    """How far a panel reaches: as far as its longest bar, unless that is far beyond all others."""
    ends = sorted((each.most(density).reached[density] for each in moving), reverse=True)
    ends = ends or [found.reached[density]]
    most = ends[0]
    if len(ends) > 1 and ends[0] > _CUT * ends[1] > 0:
        most = ends[1]
    return _top_of(max(most, found.reached[density]))[0]


def _bars(
    found: Sensitivity, moving: list[VariedSetting], density: Density, left: float, foot: float
) -> Iterator[str]:
    """One density: its own scale, a bar for each setting, and where the scenario stands now."""
    top = _reach(found, moving, density)

    def at(chance: Fraction) -> float:
        return left + _WIDE * float(min(chance / top, Fraction(1)))

    now = found.reached[density]
    yield label(f"{density}, now {percent(now)}", complex(left, _TOP - 6), "chart-strong")
    for n in range(3):
        x = left + _WIDE * n / 2
        yield path(run(complex(x, _TOP), complex(x, foot)), "chart-grid")
        anchor = ("start", "middle", "end")[n]
        said = f"{float(50 * n * top):g}%"
        yield label(said, complex(x, foot + 15), "chart-number", anchor=anchor)
    for n, setting in enumerate(moving):
        y = _TOP + 10 + n * _SETTING
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


def _tornado_notes(found: Sensitivity) -> Iterator[str]:
    yield "Blue: the scenario as it is. Each panel has its own scale; what is cut says so."
    idle = [setting_words(each.name) for each in found.settings if not each.whole_span]
    if idle:
        yield f"Nothing depends on {', '.join(idle)}."
    if found.fixed:
        alone = ", ".join(setting_words(each) for each in found.fixed)
        yield f"With no other valid value while the rest stays: {alone}."
