"""What tells the counters of two sides apart, also in gray: corners, bands and emblems."""

from cmath import rect
from collections.abc import Callable, Iterator
from math import pi
from typing import Final

from replays.pictures.palette import side_class
from replays.pictures.shapes import dot, path, ring, tag

__all__ = ["draw_card", "draw_emblem"]

Draw = Callable[[complex, float], Iterator[str]]


def _bars(at: complex, size: float, *boxes: tuple[complex, float, float]) -> str:
    found = ""
    for middle, wide, high in boxes:
        half = size * complex(wide / 2, high / 2)
        spot = at + size * middle
        found += ring((spot - half, spot - half.conjugate(), spot + half, spot + half.conjugate()))
    return found


def _cross(at: complex, size: float) -> Iterator[str]:
    yield path(_bars(at, size, (0, 1.0, 0.46), (0, 0.46, 1.0)), "emblemlight")
    yield path(_bars(at, size, (0, 0.94, 0.3), (0, 0.3, 0.94)), "plain")


def _roundel(at: complex, size: float) -> Iterator[str]:
    yield path(dot(at, 0.5 * size), "plain")
    yield path(dot(at, 0.34 * size), "emblemlight")
    yield path(dot(at, 0.17 * size), "plain")


def _sheaf(at: complex, size: float) -> Iterator[str]:
    yield path(dot(at, 0.5 * size), "emblemlight ringed")
    yield path(_bars(at, size, *((complex(x, 0), 0.12, 0.6) for x in (-0.2, 0, 0.2))), "plain")


def _lorraine(at: complex, size: float) -> Iterator[str]:
    bars = ((0, 0.16, 1.0), (-0.24j, 0.5, 0.14), (0.06j, 0.8, 0.14))
    yield path(_bars(at, size, *bars), "plain")


def _star(at: complex, size: float) -> Iterator[str]:
    points = (at + rect((0.5, 0.2)[n % 2] * size, pi * n / 5 - pi / 2) for n in range(10))
    yield path(ring(points), "plain")


def _disc(at: complex, size: float) -> Iterator[str]:
    yield path(dot(at, 0.46 * size), "plain")


def _diamond(at: complex, size: float) -> Iterator[str]:
    yield path(ring(at + 0.5 * size * 1j**n for n in range(4)), "plain")


def _hoop(at: complex, size: float) -> Iterator[str]:
    yield path(dot(at, 0.4 * size), "emblemline")


_EMBLEMS: Final[dict[str, Draw]] = {
    "german": _cross,
    "italian": _sheaf,
    "british": _roundel,
    "australian": _roundel,
    "french": _lorraine,
    "american": _star,
    "russian": _star,
    "japanese": _disc,
}
_OTHERS: Final = (_diamond, _hoop)


def draw_emblem(side: str, sides: tuple[str, str], at: complex, size: float) -> Iterator[str]:
    """The emblem of a side: that of its nationality, unless the other side has the same."""
    found = [_EMBLEMS.get(side_class(each, sides)) for each in sides]
    second = side == sides[1]
    draw = found[second]
    if draw is None or found[0] is found[1]:
        draw = _OTHERS[second]
    yield from draw(at, size)


def draw_card(side: str | None, sides: tuple[str, str], at: complex, size: float) -> Iterator[str]:
    """The card of a counter: the side that moves first has square corners and a dark band on top.

    Args:
        side: whose; None is nobody's.
        sides: both sides, the one that moves first before the other.
        at: its centre.
        size: how wide and high it is.
    """
    first = side == sides[0]
    half = size / 2
    shape = {"width": size, "height": size, "rx": 0.4 if first else 0.16 * size}
    class_ = "nobody" if side is None else side_class(side, sides)
    yield tag("rect", x=at.real - half + 1.3, y=at.imag - half + 1.3, class_="shade", **shape)
    yield tag("rect", x=at.real - half, y=at.imag - half, class_=f"piece {class_}", **shape)
    if first:
        top = at - complex(half, half)
        yield path(
            ring((top, top + size, top + complex(size, 0.27 * size), top + 0.27j * size)), "band"
        )
    elif side is not None:
        inner = {"width": 0.88 * size, "height": 0.88 * size, "rx": 0.12 * size}
        yield tag("rect", x=at.real - 0.44 * size, y=at.imag - 0.44 * size, class_="inner", **inner)
