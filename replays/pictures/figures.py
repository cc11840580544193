"""Small figures that terrain is drawn with: tufts, stones, trees and the like, around a point."""

from cmath import rect
from math import pi
from typing import Final

from replays.pictures.shapes import dot, number, oval, ring, run, turned

__all__ = [
    "blades",
    "cactus",
    "crescent",
    "fronds",
    "hachures",
    "spines",
    "stone",
    "tomb",
    "well",
    "zigzag",
]

_ROUGH: Final = (1.0, 0.78, 1.08, 0.86, 1.12, 0.82)
"""How far the corners of a stone lie from its middle."""


def stone(at: complex, radius: float, turn: float = 0, corners: int = 6) -> str:
    """A stone with rough corners."""
    return ring(
        at + rect(radius * _ROUGH[n % 6], turn + 2 * pi * n / corners) for n in range(corners)
    )


def blades(at: complex, size: float) -> str:
    """A tuft of three blades."""
    middle = run(at, at - 1.1j * size)
    left, right = (
        turned(
            at + size * 0.2 * out, at + size * (0.3 * out - 0.7j), at + size * (0.75 * out - 0.9j)
        )
        for out in (-1, 1)
    )
    return left + middle + right


def fronds(at: complex, length: float, count: int = 7) -> str:
    """A palm from above."""
    result = ""
    for n in range(count):
        tip = rect(length, 2 * pi * n / count - pi / 2)
        result += turned(at, at + tip * (0.6 + 0.35j), at + tip)
    return result


def cactus(at: complex, size: float) -> str:
    """A cactus with two arms."""
    return (
        run(at, at - size * 1.6j)
        + turned(at - size * 0.5j, at + size * (-0.8 - 0.5j), at + size * (-0.8 - 1.2j))
        + turned(at - size * 0.7j, at + size * (0.8 - 0.7j), at + size * (0.8 - 1.4j))
    )


def spines(at: complex, size: float) -> str:
    """The spines of a cactus."""
    return run(at - size * 0.2j, at - size * 1.4j)


def crescent(at: complex, size: float) -> str:
    """A dune, its horns downward."""
    s = number(size)
    left = at - size
    return (
        f"M{number(left.real)},{number(left.imag)}"
        f"q{s},{number(-1.5 * size)} {number(2 * size)},0"
        f"q{number(-size)},{number(-0.55 * size)} {number(-2 * size)},0Z"
    )


def hachures(at: complex, radius: float, length: float, count: int = 18) -> str:
    """Short strokes around a circle; inward if the length is negative."""
    result = ""
    for n in range(count):
        out = rect(1, 2 * pi * n / count)
        result += run(at + radius * out, at + (radius + length) * out)
    return result


def zigzag(at: complex, size: float) -> str:
    """A crack in the ground."""
    return run(at - size, at - size * (0.3 + 0.5j), at + size * (0.2 + 0.3j), at + size)


def tomb(at: complex, size: float) -> str:
    """A tombstone."""
    wide, high = size * 0.55, size
    return (
        f"M{number(at.real - wide)},{number(at.imag + high)}v{number(-high)}"
        f"a{number(wide)},{number(wide)} 0 0 1 {number(2 * wide)},0v{number(high)}Z"
    )


def well(at: complex, radius: float) -> tuple[str, str]:
    """A ring of stone, and the water in it."""
    return dot(at, radius), oval(at, radius * 0.6, radius * 0.6)
