"""Charts of chances: odds, and two scenarios against each other, in one frame."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, partial, singledispatch
from itertools import pairwise
from typing import Final

import attrs

from events.errors import BadInput
from events.moment import Moment
from events.terms import Density, Rain, WindForce
from replays.chances.comparison import ComparedChance, Comparison, points
from replays.chances.rows import decimal
from replays.drawing.style import ROOT, Theme, document, patterns, style_sheet
from replays.drawing.svg import Frame, box, dot, label, path, ring, run, tag, title
from sim.climate.climate import percent
from sim.climate.exact_odds import DUSTY, Odds

_MARGIN: Final = 26.0
_LEFT: Final = 52.0
_TOP: Final = 84.0
_WIDTH: Final = 600.0
_RIGHT: Final = _LEFT + _WIDTH
_ROW: Final = 18.0
_MOST_DOTS: Final = 40
_MOST_DRM: Final = 12
"""From this DRM on all have one colour; of those below every other one is hatched as well."""

_TOPS: Final = ((1, 5), (2, 4), (3, 3), (4, 4), (5, 5), (6, 3), (8, 4), (10, 5))
"""Round tops of an axis, and how many marks divide them."""


@singledispatch
def chart_svg(what: object, theme: Theme = Theme.TABLE) -> str:  # noqa: ARG001 - for each chart
    """Draw odds or a comparison as a standalone SVG document."""
    why = "a game, a state, odds or a comparison is expected"
    raise BadInput(why, type(what).__name__)


# The frame ----------------------------------------------------------------------------------


@attrs.frozen
class _Band:
    name: str
    class_: str
    chances: Sequence[Fraction]

    @property
    def last(self) -> Fraction:
        return self.chances[-1]


@attrs.frozen(slots=False)
class _Panel:
    """A panel over Player Turns; its axis runs from nothing at its foot up to a round chance.

    ``most`` is the greatest chance in it.
    """

    moments: Sequence[Moment]
    y: float
    high: float
    most: Fraction

    @cached_property
    def scale(self) -> tuple[Fraction, int]:
        """The least round top of the axis above all chances, and how many marks divide it."""
        unit = Fraction(1, 10)
        while unit > Fraction(1, 10_000) and self.most <= unit:
            unit /= 10
        return next((top * unit, count) for top, count in _TOPS if top * unit >= self.most)

    @property
    def foot(self) -> float:
        return self.y + self.high

    @property
    def wide(self) -> float:
        return _WIDTH / len(self.moments)

    def at(self, chance: Fraction) -> float:
        return self.y + self.high * (1 - float(chance / self.scale[0]))

    def spots(self, chances: Iterable[Fraction], *ends: float) -> list[complex]:
        """The chance of each Player Turn, in its middle or at these shares of its width."""
        return [
            complex(_LEFT + (n + end) * self.wide, self.at(chance))
            for n, chance in enumerate(chances)
            for end in ends or (0.5,)
        ]

    def told(self, band: _Band) -> str:
        turns = zip(self.moments, band.chances, strict=True)
        said = ", ".join(f"{turn.player_turn} {percent(each)}" for turn, each in turns)
        return title(f"{band.name}: {said}")

    def curve(self, band: _Band) -> Iterator[str]:
        """A line through the chances of all Player Turns, with dots where they have room."""
        spots = self.spots(band.chances)
        yield tag("path", self.told(band), d=run(*spots), class_=f"chart-line {band.class_}")
        if len(spots) <= _MOST_DOTS:
            yield from (path(dot(spot, 2.6), f"chart-dot {band.class_}") for spot in spots)

    def curves(self, bands: Iterable[_Band]) -> Iterator[str]:
        for band in bands:
            yield path(run(*self.spots(band.chances)), "chart-halo")
            yield from self.curve(band)

    def stack(self, bands: Sequence[_Band]) -> Iterator[str]:
        """Bands one upon another, the last one lowest."""
        base = [Fraction(0)] * len(self.moments)
        for band in reversed(bands):
            tops = [one + two for one, two in zip(base, band.chances, strict=True)]
            if any(band.chances):
                shape = ring([*self.spots(tops, 0, 1), *reversed(self.spots(base, 0, 1))])
                yield tag("path", self.told(band), d=shape, class_=band.class_)
                yield path(shape, _hatched(band.class_))
            base = tops

    def middles(self, bands: Sequence[_Band]) -> list[float]:
        spots, base = [], Fraction(0)
        for band in reversed(bands):
            spots.append(self.at(base + band.last / 2))
            base += band.last
        return spots[::-1]

    def drawn(
        self, what: str, *, under: Iterable[str] = (), over: Iterable[str] = ()
    ) -> Iterator[str]:
        """The panel: its paper, its scale, what is drawn under and over that, and its turns."""
        yield tag("rect", x=_LEFT, y=self.y, width=_WIDTH, height=self.high, class_="plot")
        yield from under
        top, count = self.scale
        for n in range(count + 1):
            mark = top * n / count
            start = complex(_LEFT, self.at(mark))
            yield path(run(start, start + _WIDTH), "chart-grid" if n else "chart-foot")
            said = f"{float(100 * mark):g}%"
            yield label(said, start - 8 + 4j, "chart-number", anchor="end")
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
            if named:
                yield self._tick(n, 7)
            for half in range(n + 1, end) if often == 1 else ():
                yield self._tick(half, 4)
            if named:
                spot = complex(_LEFT + (n + end) / 2 * self.wide, self.foot + 20)
                yield label(str(turn), spot, "chart-number")

    def _tick(self, n: int, high: float) -> str:
        spot = complex(_LEFT + n * self.wide, self.foot)
        return path(run(spot, spot + high * 1j), "chart-tick")


def _spread(spots: list[float], gap: float, low: float) -> list[float]:
    """Places for labels beside spots, in their order, at least a gap apart, none below a limit."""
    placed: list[float] = []
    for spot in spots:
        placed.append(max(spot, placed[-1] + gap) if placed else spot)
    for n, at in enumerate(reversed(placed)):
        placed[-1 - n] = min(at, low - n * gap)
    return placed


def _hatched(class_: str) -> str:
    return f"{class_.rpartition(' ')[2]}-hatch"


def _named(band: _Band, text: str, spot: float, at: float) -> Iterator[str]:
    """A label beside a band, with a swatch of it."""
    end = complex(_RIGHT + 16, at)
    yield path(run(complex(_RIGHT + 3, spot), end), "chart-leader")
    swatch = box(end - 5j, 11, 10)
    yield path(swatch, band.class_) + path(swatch, _hatched(band.class_))
    yield label(text, end + 15 + 4j, "chart-said")


def _said(text: str, x: float, y: float, *, anchor: str = "") -> str:
    return label(text, complex(_RIGHT + x, y), "chart-said", anchor=anchor)


def _turn_axis(foot: float) -> str:
    return label("Game Turn", complex(_LEFT + _WIDTH / 2, foot + 40), "chart-axis")


def _notes(notes: Iterable[str], y: float) -> Iterator[str]:
    return (label(note, complex(0, y + 16 * n), "chart-note") for n, note in enumerate(notes))


def _chart(
    heading: str, under: str, parts: Iterable[str], width: float, high: float, theme: Theme
) -> str:
    """A document with a heading and a caption, the heading's left end at 0."""
    size = Frame(width + 2 * _MARGIN, high + 2 * _MARGIN, -_MARGIN, -_MARGIN)
    head = label(heading, 14j, "chart-heading", size=20, width=width)
    more = style_sheet("chart") + (style_sheet("chart-dark") if theme is Theme.DARK else "")
    root = ROOT[theme].replace("khamsin", "khamsin-chart")
    parts = (head, label(under, 36j, "chart-under"), *parts)
    return document(heading, under, parts, size, theme, more=more, root=root, defs=patterns(theme))


# Odds ---------------------------------------------------------------------------------------

_ODDS_SIDE: Final = 330.0
"""How wide the column of labels is."""

_ODDS_BETWEEN: Final = 64.0
_CELLS: Final = (182, 258, 330)
"""Where the columns of numbers beside the panel of Dust end."""

_ODDS_NOTES: Final = (
    "* at least this dense in any of these Player Turns; † Player Turns under it.",
    "Each panel has its own scale, cut at a round chance; the rest is none of it.",
)
_NO_RAIN: Final = "Rain has no chance in any of these Player Turns."


@chart_svg.register
def _odds_svg(odds: Odds, theme: Theme = Theme.TABLE) -> str:
    """A panel for Dust, one for a shot if a range was asked, one for the wind, one for rain."""
    turns = odds.player_turns
    rain = _Band("Rain", "rain", [1 - each.rain[Rain.NONE] for each in turns])
    parts: list[str] = []
    y = _TOP + 16
    for draw, high, asked in (
        (_dust, 250.0, True),
        (_shot, 200.0, turns[0].shot is not None),
        (_wind, 120.0, True),
        (partial(_lines, what="Rain", bands=[rain]), 90.0, any(rain.chances)),
    ):
        if asked:
            parts += draw(odds, y, high)
            y += high + _ODDS_BETWEEN
    foot = y - _ODDS_BETWEEN
    notes = _ODDS_NOTES if any(rain.chances) else (*_ODDS_NOTES, _NO_RAIN)
    parts += [_turn_axis(foot), *_notes(notes, foot + 62)]
    span = f"from {odds.since} to {turns[-1].moment.player_turn}"
    under = f"Exact chances {span}, after each Wind Change DR."
    return _chart(f"{odds.name}: odds of Dust", under, parts, _RIGHT + _ODDS_SIDE, foot + 94, theme)


def _panel(odds: Odds, y: float, high: float, most: Fraction) -> _Panel:
    return _Panel([each.moment for each in odds.player_turns], y, high, most)


def _dust(odds: Odds, y: float, high: float) -> Iterator[str]:
    """Densities stacked, the densest lowest: so "Heavy or denser" can be read off the axis."""
    turns = odds.player_turns
    chances = {each: [turn.density[each] for turn in turns] for each in Density}
    bands = [_Band(str(each), f"density{each.level}", chances[each]) for each in DUSTY]
    panel = _panel(odds, y, high, 1 - min(chances[Density.NONE]))
    what = "Dust: chance of each density in each Player Turn"
    yield from panel.drawn(what, under=panel.stack(bands))
    heads = (f"in {turns[-1].moment.player_turn}", "ever*", "expected†")
    for x, said in zip(_CELLS, heads, strict=True):
        yield label(said, complex(_RIGHT + x, y - 14), "chart-number", size=11, anchor="end")
    spots = panel.middles(bands)
    places = _spread([max(spot, y + _ROW) for spot in spots], _ROW, panel.foot)
    for density, band, spot, at in zip(DUSTY, bands, spots, places, strict=True):
        yield from _named(band, str(density), spot, at)
        yield from _cells(odds, density, percent(odds.reached[density]), at + 4)
    yield _said("no Dust", 28, y + 4)
    yield from _cells(odds, Density.NONE, "", y + 4)


def _cells(odds: Odds, density: Density, reached: str, y: float) -> Iterator[str]:
    last = percent(odds.player_turns[-1].density[density])
    for x, text in zip(_CELLS, (last, reached, decimal(odds.expected[density])), strict=True):
        if text:
            yield _said(text, x, y, anchor="end")


def _shot(odds: Odds, y: float, high: float) -> Iterator[str]:
    """What Dust does to a shot: its DRM stacked, the largest lowest, and over all the blocked."""
    shots = [each.shot for each in odds.player_turns if each.shot is not None]
    drms = sorted({drm for shot in shots for drm in shot.drm if drm > 0})
    none, *totals = ([shot.drm.get(drm, Fraction(0)) for shot in shots] for drm in (0, *drms))
    bands = [
        _Band(f"DRM {drm:+}", f"chart-band drm{min(drm, _MOST_DRM)}", chances)
        for drm, chances in zip(drms, totals, strict=True)
    ]
    blocked = _Band("LOS blocked", "unseen", [shot.blocked for shot in shots])
    most = max(blocked.chances)
    panel = _panel(odds, y, high, max(1 - min(none), most))
    what = f"A shot at range {shots[0].range}: chance of each total DRM of Dust"
    yield from panel.drawn(what, under=panel.stack(bands))
    if most:
        yield from panel.curves([blocked])
    every = 1 if len(bands) * _ROW <= high else max(len(bands) // 8, 1)
    spots = panel.middles(bands)[::every]
    places = _spread(spots, _ROW - 3, panel.foot)
    for band, spot, at in zip(bands[::every], spots, places, strict=True):
        yield from _named(band, f"{band.name}  {percent(band.last)}", spot, at)
    for down, said, chance in ((4, "LOS blocked (B.10)", blocked.last), (44, "no DRM", none[-1])):
        yield label(said, complex(_RIGHT + 190, y + down), "chart-strong")
        yield _said(percent(chance), 190, y + down + 16)


def _wind(odds: Odds, y: float, high: float) -> Iterator[str]:
    turns = odds.player_turns
    heavy = [each.wind[WindForce.HEAVY_WINDS] for each in turns]
    bands = [
        _Band("Heavy Winds", "heavywinds", heavy),
        _Band("Gusts", "gusts", [each.gusts for each in turns]),
    ]
    yield from _lines(odds, y, high, "Wind", bands)
    yield _said(f"both together {percent(turns[-1].heavy_gusts)}", 190, y + 4)


def _lines(odds: Odds, y: float, high: float, what: str, bands: list[_Band]) -> Iterator[str]:
    """Lines with their names at their ends."""
    panel = _panel(odds, y, high, max(chance for band in bands for chance in band.chances))
    yield from panel.drawn(f"{what}: chance in each Player Turn", over=panel.curves(bands))
    order = sorted(bands, key=lambda band: -band.last)
    places = _spread([panel.at(band.last) for band in order], _ROW, panel.foot)
    for band, at in zip(order, places, strict=True):
        end = complex(_RIGHT + 24, at)
        yield path(run(end - 20, end - 2), f"chart-line {band.class_}")
        yield label(band.name, end + 4 + 4j, "chart-said")
        yield _said(percent(band.last), 164, at + 4, anchor="end")


# A comparison -------------------------------------------------------------------------------

_COMPARED_SIDE: Final = 190.0
"""How wide the column of labels is."""

_COMPARED_HIGH: Final = 120.0
_COMPARED_BETWEEN: Final = 68.0
_MOST_PANELS: Final = 6
_MOST_SETTINGS: Final = 8
_VALUES: Final = {"a": 250.0, "b": 520.0}
"""Where the values of A and of B stand."""

_VALUE: Final = 230.0
"""How wide they are."""


@chart_svg.register
def _comparison_svg(found: Comparison, theme: Theme = Theme.TABLE) -> str:
    """The chances that differ most, a panel each, the greatest difference first."""
    parts = list(_settings(found))
    y = _TOP + _ROW * max(min(len(found.settings), _MOST_SETTINGS + 1), 1)
    shown = found.different[:_MOST_PANELS] or found.chances[:1]
    moments = [each.moment for each, _ in found.player_turns]
    for each in shown:
        y += _COMPARED_BETWEEN
        parts += _compared(each, _Panel(moments, y, _COMPARED_HIGH, max(*each.one, *each.two)))
        y += _COMPARED_HIGH
    notes = list(_comparison_notes(found, len(shown)))
    parts += [_turn_axis(y), *_notes(notes, y + 66)]
    heading = " against ".join(dict.fromkeys(found.names))
    span = f"from {moments[0].player_turn} to {moments[-1].player_turn}"
    under = f"Exact chances {span}, after each Wind Change DR; the greatest difference first."
    foot = y + 58 + 16 * len(notes)
    return _chart(heading, under, parts, _RIGHT + _COMPARED_SIDE, foot, theme)


def _settings(found: Comparison) -> Iterator[str]:
    """The two scenarios, and below them the settings that differ."""
    y = _TOP
    for (class_, x), name in zip(_VALUES.items(), found.names, strict=True):
        line = run(complex(x, y - 4), complex(x + 26, y - 4))
        yield path(line, f"chart-line chart-{class_}")
        said = f"{class_.upper()}  {name}"
        yield label(said, complex(x + 34, y), "chart-strong", size=12, width=_VALUE)
    for each in found.settings[:_MOST_SETTINGS]:
        y += _ROW
        yield label(each.name, complex(0, y), "chart-said", size=11.5, width=_VALUES["a"] - 20)
        for (class_, x), value in zip(_VALUES.items(), (each.one, each.two), strict=True):
            at = complex(x + 34, y)
            yield label(value, at, f"chart-said-{class_}", size=11.5, width=_VALUE)
    more = found.settings[_MOST_SETTINGS:]
    if more or not found.settings:
        said = f"and {len(more)} more" if more else found.same
        yield label(said, complex(0, y + _ROW), "chart-note")


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
    over: list[str] = []
    if each.difference:
        n, apart = each.widest, f"{points(each.difference)} percentage points"
        said = f"furthest apart in {each.player_turns[n]}: {apart}"
        over.append(_said(said, 0, panel.y - 14, anchor="end"))
        over.append(path(run(one[n], two[n]), "chart-apart"))
    a = _Band(f"A, {each.name}", "chart-a", each.one)
    b = _Band(f"B, {each.name}", "chart-b", each.two)
    over += [*panel.curve(b), *panel.curve(a)]
    yield from panel.drawn(each.name, over=over)
    order = sorted((a, b), key=lambda band: -band.last)
    spots = [panel.at(band.last) for band in order]
    places = _spread(spots, _ROW, panel.foot)
    for band, spot, at in zip(order, spots, places, strict=True):
        start = complex(_RIGHT - panel.wide / 2 + 5, spot)
        end = complex(_RIGHT + 18, at)
        yield path(run(start, complex(_RIGHT + 4, spot), end), "chart-leader")
        class_ = band.class_.replace("chart", "chart-said")
        yield label(f"{band.name[0]}  {percent(band.last)}", end + 4 + 4j, class_)
    difference = each.two[-1] - each.one[-1]
    said = f"B-A {points(difference)}" if difference else "no difference"
    yield _said(said, 90, sum(places) / 2 + 4)
