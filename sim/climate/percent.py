"""Chances in percent."""

from fractions import Fraction

__all__ = ["percent"]


def percent(chance: Fraction) -> str:
    """A chance in percent; only what is impossible or certain reads so."""
    if chance in (0, 1):
        return f"{int(100 * chance)}%"
    if chance < Fraction(1, 10_000):
        return "<0.01%"
    if chance > Fraction(999, 1000):
        return ">99.9%"
    return f"{float(100 * chance):.{2 if chance < Fraction(1, 100) else 1}f}%"
