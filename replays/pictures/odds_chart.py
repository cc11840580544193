"""The odds of Dust as a chart: densities stacked by Player Turn, with lines for wind and rain."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Final

from events.terms import Density, Rain, WindForce
from replays.chances.odds_views import decimal, percent
from replays.pictures.chart import HEIGHT, LEFT, TOP, WIDTH, Axis, axis, document
from replays.pictures.shapes import dot, label, path, ring, run, tag, title
from sim.climate.odds import DUSTY, Odds, PlayerTurnOdds

__all__ = ["odds_svg"]

Chance = Callable[[PlayerTurnOdds], Fraction]

_LINES: Final[tuple[tuple[str, str, Chance], ...]] = (
    ("Heavy Winds", "heavywinds", lambda each: each.wind[WindForce.HEAVY_WINDS]),
    ("Gusts", "gusts", lambda each: each.gusts),
    ("Rain", "rain", lambda each: 1 - each.rain[Rain.NONE]),
)
"""What has a line: its name, its class, and its chance."""

_PANEL: Final = 310.0
_GAP: Final = 30.0
_ROW: Final = 22.0


def odds_svg(odds: Odds) -> str:
    """Draw the odds of Dust.

    Args:
        odds: what is drawn.

    Returns:
        A standalone SVG document; for the same odds always the same.
    """
    turns = odds.player_turns
    dusty = max(1 - each.density[Density.NONE] for each in turns)
    scale = axis(max(dusty, *(chance(each) for each in turns for _, _, chance in _LINES)))
    parts = [*scale.field(), *_areas(odds, scale), *scale.marks("chance in each Player Turn")]
    parts += [*_lines(odds, scale), *_turns(odds)]
    parts += _legend(odds)
    last = turns[-1].moment.player_turn
    heading = f"{odds.name}: odds of Dust"
    under = f"Exact chances from {odds.since} to {last}, after each Wind Change DR."
    return document(heading, under, parts, LEFT + WIDTH + _GAP + _PANEL)


def _step(odds: Odds) -> float:
    return WIDTH / len(odds.player_turns)


def _areas(odds: Odds, scale: Axis) -> Iterator[str]:
    """Densities from the densest up: so "Heavy or denser" can be read off the axis."""
    wide = _step(odds)
    for density in DUSTY:
        upper, lower, said = [], [], []
        for n, each in enumerate(odds.player_turns):
            top = sum((each.density[d] for d in DUSTY if d.level >= density.level), Fraction(0))
            base = top - each.density[density]
            ends = (LEFT + n * wide, LEFT + (n + 1) * wide)
            upper += [complex(x, scale.at(top)) for x in ends]
            lower += [complex(x, scale.at(base)) for x in ends]
            said.append(f"{each.moment.player_turn} {percent(each.density[density])}")
        if any(each.density[density] for each in odds.player_turns):
            shape = ring([*upper, *reversed(lower)])
            yield tag(
                "path", title(f"{density}: {', '.join(said)}"), d=shape, class_=_area(density)
            )


def _area(density: Density) -> str:
    return f"density{density.level}"


def _lines(odds: Odds, scale: Axis) -> Iterator[str]:
    wide = _step(odds)
    for name, class_, chance in _LINES:
        if not any(chance(each) for each in odds.player_turns):
            continue
        points = [
            complex(LEFT + (n + 0.5) * wide, scale.at(chance(each)))
            for n, each in enumerate(odds.player_turns)
        ]
        way = run(*points)
        said = (f"{e.moment.player_turn} {percent(chance(e))}" for e in odds.player_turns)
        yield path(way, "chart-halo")
        yield tag("path", title(f"{name}: {', '.join(said)}"), d=way, class_=f"chart-line {class_}")
        yield from (path(dot(each, 2.6), f"chart-dot {class_}") for each in points)


def _turns(odds: Odds) -> Iterator[str]:
    """Player Turns along the foot: each Game Turn by its number, its halves by ticks."""
    wide, foot = _step(odds), TOP + HEIGHT
    starts = [n for n, e in enumerate(odds.player_turns) if e.moment.player == 1 or not n]
    often = -(-len(starts) // 16)
    for index, (n, end) in enumerate(pairwise([*starts, len(odds.player_turns)])):
        left, right = LEFT + n * wide, LEFT + end * wide
        yield path(run(complex(left, foot), complex(left, foot + 7)), "chart-tick")
        for half in range(n + 1, end):
            x = LEFT + half * wide
            yield path(run(complex(x, foot), complex(x, foot + 4)), "chart-tick")
        if index % often == 0:
            said = str(odds.player_turns[n].moment.turn)
            yield label(said, complex((left + right) / 2, foot + 20), "chart-number")
    yield label("Game Turn", complex(LEFT + WIDTH / 2, foot + 40), "chart-axis")


def _legend(odds: Odds) -> Iterator[str]:
    left, right = LEFT + WIDTH + _GAP, LEFT + WIDTH + _GAP + _PANEL
    ever, count = right - 112, right
    y = TOP + 8.0
    yield label("DUST", complex(left, y), "head")
    yield label("ever*", complex(ever, y), "head", anchor="end")
    yield label("expected†", complex(count, y), "head", anchor="end")
    for density in reversed(Density):
        y += _ROW
        box = {"x": left, "y": y - 11, "width": 14, "height": 14, "rx": 2}
        yield tag("rect", **box, class_=_area(density))
        yield label(str(density), complex(left + 22, y + 1), "fact")
        if density in odds.reached:
            yield label(percent(odds.reached[density]), complex(ever, y + 1), "fact", anchor="end")
        expected = decimal(odds.expected[density])
        yield label(expected, complex(count, y + 1), "fact", anchor="end")
    y += _ROW * 1.7
    last = odds.player_turns[-1]
    yield label("WIND AND RAIN", complex(left, y), "head")
    yield label(f"in {last.moment.player_turn}", complex(right, y), "head", anchor="end")
    for name, class_, chance in _LINES:
        y += _ROW
        way = run(complex(left, y - 4), complex(left + 16, y - 4))
        yield path(way, f"chart-line {class_}")
        yield path(dot(complex(left + 8, y - 4), 2.6), f"chart-dot {class_}")
        yield label(name, complex(left + 24, y), "fact")
        yield label(percent(chance(last)), complex(right, y), "fact", anchor="end")
    y += _ROW
    yield label("Heavy Winds with Gusts", complex(left + 24, y), "fact")
    yield label(percent(last.heavy_gusts), complex(right, y), "fact", anchor="end")
    y += _ROW * 1.6
    for note in ("* at least this dense, in any Player Turn", "† number of Player Turns under it"):
        yield label(note, complex(left, y), "chart-note", anchor="start")
        y += 16
