"""The outlines of counters, which a map and its key share."""

from replays.pictures.shapes import dot, number, ring

__all__ = ["burst", "cloud", "core", "shell", "tongue"]


def cloud(at: complex, size: float) -> str:
    """A cloud of SMOKE or Dust."""
    half, r = 0.5 * size, 0.28 * size
    start = at + complex(-0.92 * half, 0.62 * half)
    steps = ((-0.1, -0.5), (0.25, -0.42), (0.5, 0.02), (0.35, 0.4), (-0.08, 0.5))
    d = f"M{number(start.real)},{number(start.imag)}"
    arc = f"a{number(r)},{number(r)} 0 0 1 "
    d += "".join(f"{arc}{number(x * size)},{number(y * size * 0.85)}" for x, y in steps)
    return d + "Z"


def shell(at: complex, size: float) -> str:
    """The disc of an FFE."""
    return dot(at, 0.5 * size)


def burst(at: complex, size: float) -> str:
    """The star on it."""
    return ring(at + size * 0.46 * (0.5 + 0.866j) ** (n / 2) * (1, 0.72)[n % 2] for n in range(12))


def tongue(at: complex, size: float) -> str:
    """A flame in a square."""
    return _flame(at + 0.1j * size, 0.5 * size)


def core(at: complex, size: float, *, blaze: bool) -> str:
    """The bright middle of a flame, larger in a Blaze."""
    return _flame(at + 0.2j * size, (0.3 if blaze else 0.22) * size)


def _flame(at: complex, size: float) -> str:
    """A flame."""
    s = number
    low = at + 0.5j * size
    return (
        f"M{s(low.real)},{s(low.imag)}"
        f"c{s(-0.9 * size)},0 {s(-0.75 * size)},{s(-0.7 * size)} {s(-0.3 * size)},{s(-size)}"
        f"q{s(0.05 * size)},{s(0.3 * size)} {s(0.22 * size)},{s(0.3 * size)}"
        f"q{s(0.1 * size)},{s(-0.4 * size)} {s(-0.05 * size)},{s(-0.8 * size)}"
        f"c{s(0.5 * size)},{s(0.3 * size)} {s(1.1 * size)},{s(1.5 * size)} {s(0.13 * size)},"
        f"{s(1.5 * size)}Z"
    )
