"""SVG as text: elements, words and paths. A point is a complex number; y grows downward."""

from collections.abc import Iterable
from hashlib import blake2s
from typing import Final
from xml.sax.saxutils import escape, quoteattr

__all__ = [
    "dot",
    "haloed",
    "key_of",
    "label",
    "number",
    "oval",
    "path",
    "ring",
    "run",
    "shortened",
    "smooth",
    "tag",
    "title",
    "turned",
    "use",
    "words",
]

_LETTER: Final = 0.6
"""Width of a letter, in font sizes."""


def number(value: float) -> str:
    """A coordinate, to a tenth."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _at(point: complex) -> str:
    return f"{number(point.real)},{number(point.imag)}"


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
    text: str, at: complex, class_: str, *, size: float = 0, width: float = 0, anchor: str = ""
) -> str:
    """Words at a point.

    Args:
        text: what to say.
        at: where, on the base line.
        class_: a class of the style sheet.
        size: font size; that of the class if 0.
        width: the words are made small enough for this width, and cut where they get too small.
        anchor: ``start`` or ``end``; that of the class if empty.
    """
    if width and size and len(text) * _LETTER * size > width:
        size = max(width / (len(text) * _LETTER), 0.65 * size)
        text = shortened(text, int(width / (_LETTER * size) + 1e-6))
    style = [f"font-size:{size:.3g}px"] if size else []
    style += [f"text-anchor:{anchor}"] if anchor else []
    extra = {"style": ";".join(style)} if style else {}
    return tag("text", words(text), x=at.real, y=at.imag, class_=class_, **extra)


def shortened(text: str, letters: int) -> str:
    """Words in so many letters, cut in the middle, so that ``PzKpfw-07`` keeps its 07."""
    if len(text) <= letters:
        return text
    kept = max(letters - 1, 1)
    tail = kept - kept // 3
    return f"{text[: kept - tail]}…{text[-tail:]}"


def haloed(
    text: str, at: complex, class_: str, *, size: float = 0, width: float = 0, anchor: str = ""
) -> str:
    """Words over a picture: first their halo, then their ink; so every viewer shows both."""
    ink = label(text, at, class_, size=size, width=width, anchor=anchor)
    under = label(text, at, f"{class_} under", size=size, width=width, anchor=anchor)
    return under.replace("<text ", '<text aria-hidden="true" ', 1) + ink


def key_of(*parts: str) -> str:
    """An id made of what it stands for: two things share it only if they are alike."""
    return f"k{blake2s(''.join(parts).encode('utf-8', 'replace'), digest_size=6).hexdigest()}"


def use(id_: str, at: complex, class_: str = "") -> str:
    """Something that was defined once, at a point."""
    extra = {"class_": class_} if class_ else {}
    return tag("use", href=f"#{id_}", x=at.real, y=at.imag, **extra)


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
