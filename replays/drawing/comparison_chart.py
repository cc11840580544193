"""Two scenarios against each other as a chart: both curves of each chance, shaded between."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Final

from events.moment import Moment
from replays.chances.comparison import ComparedChance, Comparison, points
from replays.chances.rows import percent
from replays.drawing.chart import LEFT, TOP, WIDTH, Axis, document, spread, top_of, turn_marks
from replays.drawing.style import Look
from replays.drawing.svg import dot, label, path, ring, run, tag, title

_SIDE: Final = 190.0
"""How wide the column of labels is."""
_ROW: Final = 18.0
_HIGH: Final = 120.0
_BETWEEN: Final = 68.0
_MOST_PANELS: Final = 6
_MOST_SETTINGS: Final = 8
_VALUE_A: Final = 250.0
_VALUE_B: Final = 520.0
"""Where the values of A and of B stand."""


def comparison_svg(found: Comparison, look: Look = Look.TABLE) -> str:
    """Draw the chances that differ most, a panel each, the greatest difference first.

    Args:
        found: what is drawn.
        look: what it is made for.

    Returns:
        A standalone SVG document; for the same odds always the same.
    """
    parts, y = _settings(found, TOP)
    shown = found.different[:_MOST_PANELS] or found.chances[:1]
    moments = [each.moment for each, _ in found.player_turns]
    for each in shown:
        y += _BETWEEN
        parts += _panel(each, moments, y)
        y += _HIGH
    parts.append(label("Game Turn", complex(LEFT + WIDTH / 2, y + 40), "chart-axis"))
    notes = list(_notes(found, len(shown)))
    for n, note in enumerate(notes):
        parts.append(label(note, complex(0, y + 66 + 16 * n), "chart-note"))
    foot = y + 58 + 16 * len(notes)
    names = found.one.name, found.two.name
    heading = names[0] if names[0] == names[1] else f"{names[0]} against {names[1]}"
    under = (
        f"Exact chances from {moments[0].player_turn} to {moments[-1].player_turn}, after each "
        f"Wind Change DR; the greatest difference first."
    )
    return document(heading, under, parts, LEFT + WIDTH + _SIDE, foot, look)


# What differs -------------------------------------------------------------------------------


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


def _notes(found: Comparison, shown: int) -> Iterator[str]:
    if not found.different:
        yield "All chances are the same in every Player Turn."
        return
    yield "Each panel has its own scale, cut at a round chance."
    if rest := found.different[shown:]:
        apart = points(max(abs(each.difference) for each in rest)).lstrip("+")
        yield f"Not drawn: {len(rest)} more, nowhere further apart than {apart} percentage points."


# Panels -------------------------------------------------------------------------------------


def _panel(each: ComparedChance, moments: list[Moment], y: float) -> Iterator[str]:
    """Both curves of a chance, with the values of the last Player Turn beside them."""
    top, count = top_of(max(*each.one, *each.two))
    axis = Axis(y, _HIGH, top, count)
    one, two = (_points(chances, axis) for chances in (each.one, each.two))
    yield from axis.field()
    yield from _between(one, two)
    yield from axis.marks(each.name)
    if each.difference:
        n = each.widest
        apart = points(each.difference)
        said = f"furthest apart in {each.player_turns[n]}: {apart} percentage points"
        yield label(said, complex(LEFT + WIDTH, y - 14), "chart-said", anchor="end")
        yield path(run(one[n], two[n]), "chart-apart")
    for class_, chances, curve in (("b", each.two, two), ("a", each.one, one)):
        yield from _curve(each, class_, chances, curve)
    yield from turn_marks(moments, axis)
    yield from _ends(each, axis)


def _points(chances: tuple[Fraction, ...], axis: Axis) -> list[complex]:
    wide = WIDTH / len(chances)
    return [complex(LEFT + (n + 0.5) * wide, axis.at(each)) for n, each in enumerate(chances)]


def _curve(
    each: ComparedChance, class_: str, chances: tuple[Fraction, ...], curve: list[complex]
) -> Iterator[str]:
    turns = zip(each.player_turns, chances, strict=True)
    said = ", ".join(f"{turn} {percent(chance)}" for turn, chance in turns)
    told = title(f"{class_.upper()}, {each.name}: {said}")
    yield tag("path", told, d=run(*curve), class_=f"chart-line chart-{class_}")
    if len(curve) <= 40:
        yield from (path(dot(spot, 2.6), f"chart-dot chart-{class_}") for spot in curve)


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


def _ends(each: ComparedChance, axis: Axis) -> Iterator[str]:
    """The chances of both in the last Player Turn, and the difference, where the curves end."""
    right = LEFT + WIDTH
    curves = [("a", each.one[-1]), ("b", each.two[-1])]
    curves.sort(key=lambda curve: -curve[1])
    spots = [axis.at(chance) for _, chance in curves]
    places = spread(spots, _ROW, axis.foot)
    wide = WIDTH / len(each.one)
    for (class_, chance), spot, at in zip(curves, spots, places, strict=True):
        leader = run(
            complex(right - wide / 2 + 5, spot), complex(right + 4, spot), complex(right + 18, at)
        )
        yield path(leader, "chart-leader")
        said = f"{class_.upper()}  {percent(chance)}"
        yield label(said, complex(right + 22, at + 4), f"chart-said-{class_}")
    difference = each.two[-1] - each.one[-1]
    said = f"B-A {points(difference)}" if difference else "no difference"
    yield label(said, complex(right + 90, sum(places) / 2 + 4), "chart-said")
