"""B.5 Continuous Slope: ground that rises one level in every hex is seen as if level.

A cliff is not a slope: a LOS across one is not on a Continuous Slope.
"""

from collections.abc import Iterable


def is_continuous_slope(
    length: int, ends: tuple[int, int], steps: Iterable[tuple[int, int]]
) -> bool:
    """Whether the ground under a LOS changes by one level, the same way, in each successive hex.

    The ends are on the ground. A step is the range from the first, and the elevation, of a hex that
    the LOS crosses or runs along.
    """
    first, last = ends
    if length == 0 or abs(last - first) != length:
        return False
    step = 1 if last > first else -1
    return all(level == first + step * range_ for range_, level in steps)
