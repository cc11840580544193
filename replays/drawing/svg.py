"""SVG as text: elements, words, paths, and the hexes they stand in. A point is a complex number."""

import re
from cmath import rect
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import blake2s
from itertools import count, islice
from math import radians, sqrt
from typing import Final
from xml.sax.saxutils import escape, quoteattr

import attrs

from replays.game.bundled import bundled_rows
from sim.map.hexes import HEXSIDES, Hex, dot_of
from sim.map.playing_area import PlayingArea

SIDE: Final = 48.0
"""From the centre dot of a hex to a vertex, which is also the length of a hexside."""

HIGH: Final = SIDE * sqrt(3)
"""From hexside 1 of a hex to hexside 4."""

PATTERNS: Final = 7
"""In how many ways the symbols of a kind of terrain are strewn over hexes."""

CORNERS: Final = tuple(
    complex(x * SIDE, y * HIGH)
    for x, y in ((-0.5, -0.5), (0.5, -0.5), (1, 0), (0.5, 0.5), (-0.5, 0.5), (-1, 0))
)
"""The vertices from the centre dot, clockwise; hexside n runs from the n-th to the next."""


@attrs.frozen
class Frame:
    """A rectangle of the playing area, whose own upper left corner is the origin."""

    width: float
    height: float
    left: float = 0.0
    top: float = 0.0

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.left + self.width

    @property
    def low(self) -> float:
        """Its lower edge."""
        return self.top + self.height

    @property
    def middle(self) -> complex:
        """Its centre."""
        return complex(self.left + self.width / 2, self.top + self.height / 2)

    @property
    def around(self) -> dict[str, str | float]:
        """As the attributes of a rectangle."""
        return {"x": self.left, "y": self.top, "width": self.width, "height": self.height}

    def inner(self, at: complex, inset: float) -> complex:
        """The point that is nearest to another, and so far from the edges or farther."""
        x = min(max(at.real, self.left + inset), self.right - inset)
        return complex(x, min(max(at.imag, self.top + inset), self.low - inset))

    def has(self, at: complex, slack: float = 0.0) -> bool:
        """Whether a point is in it, or no farther from it than some slack."""
        across = self.left - slack <= at.real <= self.right + slack
        return across and self.top - slack <= at.imag <= self.low + slack


def frame(area: PlayingArea) -> Frame:
    """The rectangle to which the hexes of an area are cut."""
    columns = max(place.column for place in area.names)
    rows = max(place.row for place in area.names if place.column % 2 == 0)
    return Frame(1.5 * SIDE * columns, HIGH * (rows + 1))


def centre(place: Hex) -> complex:
    """The centre dot of a hex."""
    return complex(*dot_of(place, (1.5 * SIDE, HIGH)))


def corners(place: Hex, scale: float = 1) -> list[complex]:
    """The vertices of a hex, or of a smaller one around the same centre dot."""
    return [centre(place) + scale * corner for corner in CORNERS]


def hexside(place: Hex, side: int) -> tuple[complex, complex]:
    """The ends of a hexside, clockwise."""
    ends = corners(place)
    return ends[side - 1], ends[side % 6]


def toward(side: int) -> complex:
    """From the centre dot to the middle of a hexside."""
    return (CORNERS[side - 1] + CORNERS[side % 6]) / 2


def middle(place: Hex, side: int) -> complex:
    """The middle of a hexside."""
    return centre(place) + toward(side)


def _inside(offset: complex, reach: float) -> bool:
    """Whether a point is in the hex, away from its hexsides, its centre dot and its name."""
    for side in HEXSIDES:
        out = toward(side)
        along = (offset * out.conjugate()).real / abs(out)
        if along > reach * HIGH / 2:
            return False
    named = offset.imag < -0.3 * HIGH and abs(offset.real) < 0.45 * SIDE
    return abs(offset) > 0.13 * SIDE and not named


def _spread(place: Hex) -> Iterator[complex]:
    """Evenly spread points around no point, always the same for hexes of one pattern."""
    start = 13 * pattern_of(place) + 1
    for n in count(start):
        x, y = 0.7548776662466927 * n % 1, 0.5698402909980532 * n % 1
        yield complex((2 * x - 1) * SIDE, (y - 0.5) * HIGH)


def pattern_of(place: Hex) -> int:
    """By which of a few patterns the symbols of a hex are strewn."""
    return (place.column * 31 + place.row * 17) % 89 % PATTERNS


def scatter(place: Hex, number: int, reach: float = 0.86) -> list[complex]:
    """Points in a hex, where they hide neither its centre dot nor its name."""
    found = (offset for offset in _spread(place) if _inside(offset, reach))
    return [centre(place) + offset for offset in islice(found, number)]


_LETTER: Final = 0.6
"""Width of a letter, in font sizes."""


def number(value: float) -> str:
    """A coordinate, to a tenth."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _at(point: complex) -> str:
    return f"{number(point.real)},{number(point.imag)}"


def moved(way: complex) -> str:
    """The transformation that moves elements."""
    return f"translate({number(way.real)} {number(way.imag)})"


def words(text: str) -> str:
    """Text inside an element; what cannot be printed is replaced."""
    return escape("".join(each if each.isprintable() else "\ufffd" for each in text))


def tag(name: str, *inner: str, **attributes: str | float) -> str:
    """An element. Its inner text is SVG already; ``class_`` means ``class``, ``x_y`` ``x-y``."""
    said = "".join(
        f" {key.rstrip('_').replace('_', '-')}"
        f"={quoteattr(value if isinstance(value, str) else number(value))}"
        for key, value in attributes.items()
    )
    body = "".join(inner)
    return f"<{name}{said}>{body}</{name}>" if body else f"<{name}{said}/>"


def title(text: str) -> str:
    """What a browser shows when one points at the element that it stands in."""
    return tag("title", words(text))


def path(d: str, class_: str) -> str:
    """A path of a class; nothing if it is empty."""
    return tag("path", d=d, class_=class_) if d else ""


def label(
    text: str,
    at: complex,
    class_: str,
    *,
    size: float = 0,
    width: float = 0,
    anchor: str = "",
    down: float = 0,
) -> str:
    """Words at a point of their base line; without a class they take that of their group.

    The base line is ``down`` font sizes below the point.

    Without size or anchor (``start``, ``end``) those of the class hold. For a width the words are
    made small enough, and cut where they get too small.
    """
    if width and size and len(text) * _LETTER * size > width:
        size = max(width / (len(text) * _LETTER), 0.65 * size)
        text = shortened(text, int(width / (_LETTER * size) + 1e-6))
    style = [f"font-size:{size:.3g}px"] if size else []
    style += [f"text-anchor:{anchor}"] if anchor else []
    extra = {"class_": class_} if class_ else {}
    extra |= {"style": ";".join(style)} if style else {}
    extra |= {"dy": f"{down}em"} if down else {}
    return tag("text", words(text), x=at.real, y=at.imag, **extra)


def axis(text: str, at: complex, anchor: str, class_: str = "axis") -> str:
    """Words in a picture whose style its page has, which lets no element have one."""
    return tag("text", words(text), x=at.real, y=at.imag, class_=class_, text_anchor=anchor)


def in_page(id_: str, head: str, told: str, parts: Iterable[str], size: complex) -> str:
    """A picture whose style its page has: a title, what screen readers say of it, its parts."""
    wide, high = number(size.real), number(size.imag)
    return tag(
        "svg",
        *(tag("title", words(head), id=f"{id_}-title"), tag("desc", words(told), id=f"{id_}-desc")),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {wide} {high}",
        width=wide,
        height=high,
        role="img",
        aria_labelledby=f"{id_}-title {id_}-desc",
    )


def shortened(text: str, letters: int) -> str:
    """Words in so many letters, cut in the middle, so that ``PzKpfw-07`` keeps its 07."""
    if len(text) <= letters:
        return text
    kept = max(letters - 1, 1)
    tail = kept - kept // 3
    return f"{text[: kept - tail]}…{text[-tail:]}"


def haloed(text: str, at: complex, class_: str, *, size: float = 0) -> str:
    """Words over a picture: first their halo, then their ink; so every viewer shows both."""
    ink = label(text, at, class_, size=size)
    under = label(text, at, f"{class_} under", size=size)
    return under.replace("<text ", '<text aria-hidden="true" ', 1) + ink


PIXELS: Final = ' class="px"'
"""What a group has whose units are pixels of the screen."""


def in_pixels(drawn: str, at: complex) -> str:
    """Elements around a point whose units are pixels of the screen, however near one looks."""
    return f'<g transform="{moved(at)}"><g{PIXELS}>{drawn}</g></g>'


def key_of(*parts: str) -> str:
    """An id made of what it stands for: two things share it only if they are alike."""
    return f"k{blake2s(''.join(parts).encode('utf-8', 'replace'), digest_size=6).hexdigest()}"


def run(*points: complex) -> str:
    """A run of straight lines through points."""
    return "M" + "L".join(_at(each) for each in points)


def ring(points: Iterable[complex]) -> str:
    """A closed shape."""
    return run(*points) + "Z"


def turned(one: complex, over: complex, two: complex) -> str:
    """A curve from a point to another, bent toward a third."""
    return f"M{_at(one)}Q{_at(over)} {_at(two)}"


def oval(at: complex, wide: float, high: float) -> str:
    """An ellipse, by its two radii."""
    arc = f"a{number(wide)},{number(high)} 0 1 0"
    return f"M{_at(at - wide)}{arc} {number(2 * wide)},0{arc} {number(-2 * wide)},0Z"


def smooth(points: list[complex]) -> str:
    """A closed shape without corners, near these points."""
    middles = [(one + two) / 2 for one, two in zip(points, points[1:] + points[:1], strict=True)]
    start = _at(middles[-1])
    bends = "".join(
        f"Q{_at(point)} {_at(after)}" for point, after in zip(points, middles, strict=True)
    )
    return f"M{start}{bends}Z"


def dot(at: complex, radius: float) -> str:
    """A circle."""
    return oval(at, radius, radius)


def cross(at: complex, arm: complex) -> str:
    """Two strokes through a point: so far toward an arm and back, and across it."""
    return run(at - arm, at + arm) + run(at - arm * 1j, at + arm * 1j)


def box(at: complex, wide: float, high: float) -> str:
    """A rectangle, from its upper left corner."""
    return ring((at, at + wide, at + complex(wide, high), at + 1j * high))


def direction(hexside: float) -> complex:
    """One step from a centre dot toward a hexside; halves are the vertices between."""
    return rect(1, radians(60 * (hexside - 1) - 90))


_PAIR: Final = re.compile(r"([-.\d]+),([-.\d]+)")
_Part = tuple[str, complex, bool]
"""What stands in a path before a point, the point, and whether it counts from where one is."""


@cache
def _figures() -> dict[str, list[tuple[str, list[_Part], str]]]:
    """Figures of `figures.tsv`, around the origin in a square of one unit: classes and paths."""
    figures = defaultdict(list)
    for name, class_, d in bundled_rows("pictures", "figures"):
        parts, last, command = [], 0, "M"
        for found in _PAIR.finditer(d):
            between = d[last : found.start()]
            command = next((each for each in reversed(between) if each.isalpha()), command)
            point = complex(float(found[1]), float(found[2]))
            parts.append((between, point, command.islower()))
            last = found.end()
        figures[name].append((class_, parts, d[last:]))
    return figures


def _placed(parts: list[_Part], rest: str, at: complex, size: float) -> str:
    points = (
        between + _at(size * point if relative else at + size * point)
        for between, point, relative in parts
    )
    return "".join(points) + rest


def shape(name: str, at: complex, size: float) -> str:
    """The path of a figure that has one, at a point and of a size."""
    ((_, parts, rest),) = _figures()[name]
    return _placed(parts, rest, at, size)


def figure(name: str, at: complex, size: float) -> Iterator[str]:
    """A figure, its paths in their classes; nothing if there is none of this name."""
    for class_, parts, rest in _figures().get(name, ()):
        yield path(_placed(parts, rest, at, size), class_)


_RING: Final = (
    'fill="#f0f" fill-opacity="0.08" stroke="#d0008f" stroke-width="3" stroke-dasharray="7 4"'
)


def rings(area: PlayingArea, said: Mapping[str, Sequence[str]]) -> str:
    """A ring around each of some hexes in play, with what there is to say of it as its title."""
    drawn = []
    for text, lines in said.items():
        name = area.name(text)
        if name is not None:
            ends = " ".join(
                f"{at.real:.1f},{at.imag:.1f}" for at in corners(area.place(name), 0.96)
            )
            told = title("\n".join(dict.fromkeys(lines)))
            drawn.append(f'<polygon points="{ends}" {_RING}>{told}</polygon>')
    return "\n".join(drawn)
