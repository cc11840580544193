"""The odds of Dust as a chart: a panel for Dust, one for the wind, one for rain, one for a shot."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final

from events.moment import Moment
from events.terms import Density, Rain, WindForce
from replays.chances.rows import decimal, percent
from replays.drawing.chart import LEFT, TOP, WIDTH, Axis, document, spread, top_of, turn_marks
from replays.drawing.style import Look
from replays.drawing.svg import dot, label, path, ring, run, tag, title
from sim.climate.exact_odds import DUSTY, Odds, PlayerTurnOdds

Chance = Callable[[PlayerTurnOdds], Fraction]
Band = tuple[str, str, Chance]
"""What is drawn: its name, its class, and its chance."""

_WINDS: Final[tuple[Band, ...]] = (
    ("Heavy Winds", "heavywinds", lambda each: each.wind[WindForce.HEAVY_WINDS]),
    ("Gusts", "gusts", lambda each: each.gusts),
)
_RAIN: Final[tuple[Band, ...]] = (("Rain", "rain", lambda each: 1 - each.rain[Rain.NONE]),)

_SIDE: Final = 330.0
"""How wide the column of labels is."""

_ROW: Final = 18.0
_BETWEEN: Final = 64.0


def odds_svg(odds: Odds, look: Look = Look.TABLE) -> str:
    """Draw the odds of Dust, wind and rain, and of what Dust does to a shot if a range was asked.

    Args:
        odds: what is drawn.
        look: what it is made for.

    Returns:
        A standalone SVG document; for the same odds always the same.
    """
    parts: list[str] = []
    y = TOP + 16
    for draw, high in _panels(odds):
        drawn, foot = draw(odds, y, high)
        parts += drawn
        y = foot + _BETWEEN
    foot = y - _BETWEEN
    parts.append(label("Game Turn", complex(LEFT + WIDTH / 2, foot + 40), "chart-axis"))
    if not any(_RAIN[0][2](each) for each in odds.player_turns):
        said = "Rain has no chance in any of these Player Turns."
        parts.append(label(said, complex(0, foot + 94), "chart-note"))
    parts += _notes(foot + 62)
    last = odds.player_turns[-1].moment.player_turn
    heading = f"{odds.name}: odds of Dust"
    under = f"Exact chances from {odds.since} to {last}, after each Wind Change DR."
    return document(heading, under, parts, LEFT + WIDTH + _SIDE, foot + 94, look)


Panel = Callable[[Odds, float, float], tuple[list[str], float]]


def _panels(odds: Odds) -> Iterator[tuple[Panel, float]]:
    yield _dust_panel, 250.0
    if odds.player_turns[0].shot is not None:
        yield _shot_panel, 200.0
    yield _wind_panel, 120.0
    if any(_RAIN[0][2](each) for each in odds.player_turns):
        yield _rain_panel, 90.0


def _axis(y: float, high: float, most: Fraction) -> Axis:
    top, count = top_of(most)
    return Axis(y, high, top, count)


def _dust_panel(odds: Odds, y: float, high: float) -> tuple[list[str], float]:
    """Densities stacked, the densest lowest: so "Heavy or denser" can be read off the axis."""
    bands: list[Band] = [(str(each), f"density{each.level}", _dense(each)) for each in DUSTY]
    most = max(1 - each.density[Density.NONE] for each in odds.player_turns)
    axis = _axis(y, high, most)
    what = "Dust: chance of each density in each Player Turn"
    parts = [
        *axis.field(),
        *_stack(odds, axis, bands),
        *axis.marks(what),
        *turn_marks(_moments(odds), axis),
    ]
    right = LEFT + WIDTH
    heads = ((104, "in " + odds.player_turns[-1].moment.player_turn, "end"), (186, "ever*", "end"))
    for x, said, anchor in (*heads, (270, "expected†", "end")):
        spot = complex(right + 60 + x, y - 14)
        parts.append(label(said, spot, "chart-number", size=11, anchor=anchor))
    rows = _beside(odds, axis, bands, y + _ROW)
    for density, (at, spot) in zip(DUSTY, rows, strict=True):
        parts += _row(odds, density, at, spot)
    none = odds.expected[Density.NONE]
    parts.append(label("no Dust", complex(right + 28, y + 4), "chart-said"))
    last = odds.player_turns[-1].density[Density.NONE]
    parts += _cells(y + 4, percent(last), "", decimal(none))
    return parts, axis.foot


def _dense(density: Density) -> Chance:
    return lambda each: each.density[density]


def _row(odds: Odds, density: Density, at: float, spot: float) -> Iterator[str]:
    right = LEFT + WIDTH
    last = odds.player_turns[-1].density[density]
    yield path(run(complex(right + 3, spot), complex(right + 24, at)), "chart-leader")
    yield label(str(density), complex(right + 28, at + 4), "chart-said")
    yield from _cells(
        at + 4, percent(last), percent(odds.reached[density]), decimal(odds.expected[density])
    )


def _cells(y: float, *said: str) -> Iterator[str]:
    for x, text in zip((104, 186, 270), said, strict=True):
        if text:
            spot = complex(LEFT + WIDTH + 60 + x, y)
            yield label(text, spot, "chart-said", anchor="end")


def _beside(
    odds: Odds, axis: Axis, bands: list[Band], high: float = 0.0
) -> list[tuple[float, float]]:
    """Where the label of each band stands, and the middle of the band at the right edge."""
    last = odds.player_turns[-1]
    spots, base = [], Fraction(0)
    for _, _, chance in reversed(bands):
        spots.append(axis.at(base + chance(last) / 2))
        base += chance(last)
    spots.reverse()
    places = spread([max(spot, high) for spot in spots], _ROW, axis.foot)
    return list(zip(places, spots, strict=True))


def _shot_panel(odds: Odds, y: float, high: float) -> tuple[list[str], float]:
    """What Dust does to a shot: its DRM stacked, the largest lowest, and under all the blocked."""
    shots = [each.shot for each in odds.player_turns if each.shot is not None]
    drms = sorted({drm for shot in shots for drm in shot.drm if drm > 0})
    bands: list[Band] = [
        (f"DRM {drm:+}", f"chart-band density{1 + 5 * n // len(drms)}", _drm(drm))
        for n, drm in enumerate(drms)
    ]
    most = max((1 - shot.drm.get(0, Fraction(0)) for shot in shots), default=Fraction(0))
    blocked = max(shot.blocked for shot in shots)
    axis = _axis(y, high, max(most, blocked))
    what = f"A shot at range {shots[0].range}: chance of each total DRM of Dust"
    parts = [
        *axis.field(),
        *_stack(odds, axis, bands),
        *axis.marks(what),
        *turn_marks(_moments(odds), axis),
    ]
    line: Band = ("LOS blocked", "unseen", _blocked)
    parts += _lines(odds, axis, (line,)) if blocked else []
    last = odds.player_turns[-1]
    right = LEFT + WIDTH
    shown = bands if len(bands) * _ROW <= high else bands[:: max(len(bands) // 8, 1)]
    rows = dict(zip((name for name, _, _ in bands), _beside(odds, axis, bands), strict=True))
    places = spread([rows[name][1] for name, _, _ in shown], _ROW - 3, axis.foot)
    for (name, _, chance), at in zip(shown, places, strict=True):
        end = complex(right + 24, at)
        parts.append(path(run(complex(right + 3, rows[name][1]), end), "chart-leader"))
        parts.append(label(f"{name}  {percent(chance(last))}", end + 4 + 4j, "chart-said"))
    said = "LOS blocked (B.10)"
    parts.append(label(said, complex(right + 190, y + 4), "chart-strong"))
    parts.append(label(percent(_blocked(last)), complex(right + 190, y + 20), "chart-said"))
    none = last.shot.drm.get(0, Fraction(0)) if last.shot is not None else Fraction(0)
    parts.append(label("no DRM", complex(right + 190, y + 44), "chart-strong"))
    parts.append(label(percent(none), complex(right + 190, y + 60), "chart-said"))
    return parts, axis.foot


def _drm(drm: int) -> Chance:
    return lambda each: Fraction(0) if each.shot is None else each.shot.drm.get(drm, Fraction(0))


def _blocked(each: PlayerTurnOdds) -> Fraction:
    return Fraction(0) if each.shot is None else each.shot.blocked


def _wind_panel(odds: Odds, y: float, high: float) -> tuple[list[str], float]:
    parts, foot = _line_panel(odds, y, high, "Wind", _WINDS)
    last = odds.player_turns[-1]
    said = f"both together {percent(last.heavy_gusts)}"
    parts.append(label(said, complex(LEFT + WIDTH + 190, y + 4), "chart-said"))
    return parts, foot


def _rain_panel(odds: Odds, y: float, high: float) -> tuple[list[str], float]:
    return _line_panel(odds, y, high, "Rain", _RAIN)


def _line_panel(
    odds: Odds, y: float, high: float, what: str, bands: tuple[Band, ...]
) -> tuple[list[str], float]:
    """Lines with their names at their ends."""
    most = max(chance(each) for each in odds.player_turns for _, _, chance in bands)
    axis = _axis(y, high, most)
    parts = [*axis.field(), *axis.marks(f"{what}: chance in each Player Turn")]
    parts += [*_lines(odds, axis, bands), *turn_marks(_moments(odds), axis)]
    last = odds.player_turns[-1]
    order = sorted(bands, key=lambda each: -each[2](last))
    places = spread([axis.at(each[2](last)) for each in order], _ROW, axis.foot)
    for (name, class_, chance), at in zip(order, places, strict=True):
        end = complex(LEFT + WIDTH + 24, at)
        parts.append(path(run(end - 20, end - 2), f"chart-line {class_}"))
        parts.append(label(name, end + 4 + 4j, "chart-said"))
        parts.append(label(percent(chance(last)), end + 140 + 4j, "chart-said", anchor="end"))
    return parts, axis.foot


def _moments(odds: Odds) -> list[Moment]:
    return [each.moment for each in odds.player_turns]


def _step(odds: Odds) -> float:
    return WIDTH / len(odds.player_turns)


def _stack(odds: Odds, axis: Axis, bands: list[Band]) -> Iterator[str]:
    """Bands one upon another, the last one lowest."""
    wide = _step(odds)
    base = [Fraction(0)] * len(odds.player_turns)
    for name, class_, chance in reversed(bands):
        upper, lower, said = [], [], []
        for n, each in enumerate(odds.player_turns):
            ends = (LEFT + n * wide, LEFT + (n + 1) * wide)
            lower += [complex(x, axis.at(base[n])) for x in ends]
            base[n] += chance(each)
            upper += [complex(x, axis.at(base[n])) for x in ends]
            said.append(f"{each.moment.player_turn} {percent(chance(each))}")
        if any(chance(each) for each in odds.player_turns):
            shape = ring([*upper, *reversed(lower)])
            yield tag("path", title(f"{name}: {', '.join(said)}"), d=shape, class_=class_)


def _lines(odds: Odds, axis: Axis, bands: tuple[Band, ...]) -> Iterator[str]:
    wide = _step(odds)
    for name, class_, chance in bands:
        points = [
            complex(LEFT + (n + 0.5) * wide, axis.at(chance(each)))
            for n, each in enumerate(odds.player_turns)
        ]
        way = run(*points)
        said = (f"{e.moment.player_turn} {percent(chance(e))}" for e in odds.player_turns)
        yield path(way, "chart-halo")
        yield tag("path", title(f"{name}: {', '.join(said)}"), d=way, class_=f"chart-line {class_}")
        if len(points) <= 40:
            yield from (path(dot(each, 2.6), f"chart-dot {class_}") for each in points)


def _notes(y: float) -> Iterator[str]:
    for n, note in enumerate(
        (
            "* at least this dense in any of these Player Turns; † Player Turns under it.",
            "Each panel has its own scale, cut at a round chance; the rest is none of it.",
        )
    ):
        yield label(note, complex(0, y + 16 * n), "chart-note", anchor="start")
