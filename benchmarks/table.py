"""What benchmarks measure with, and the one table in which they tell it.

Sides that are compared take turns within one run, round by round, in CPU time of this process: so
what else runs on the machine disturbs both alike. What counts is the ratio of a round; the table
has the median of all rounds and the middle half of them.
"""

import gc
import importlib.util
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

import attrs

__all__ = [
    "HEAD",
    "YARDSTICK",
    "Act",
    "Rounds",
    "Row",
    "missing",
    "per_second",
    "turns",
    "yardstick",
]

Act: TypeAlias = Callable[[], Any]

_WIDTHS: Final = (50, 22, 10, 17, 10)


def _line(what: str, rate: str, ratio: str, spread: str, target: str, rest: str) -> str:
    cells = (what, rate, ratio, spread, target)
    first, *others = (
        f"{cell:{'<' if n == 0 else '>'}{width}}"
        for n, (cell, width) in enumerate(zip(cells, _WIDTHS, strict=True))
    )
    return "  ".join([first, *others, rest]).rstrip()


HEAD: Final = _line("what", "rate", "ratio", "middle half", "target", "against")


@attrs.frozen
class Row:
    """A line of the table.

    Attributes:
        what: what was measured.
        rate: how fast it is here, with its unit.
        ratios: the ratio of each round; one only where rounds make no sense.
        against: what the ratio is to.
        target: the least ratio that is aimed at; None if none is.
        most: the ratio is better the smaller it is, and the target is the most.
    """

    what: str
    rate: str
    ratios: Sequence[float] = ()
    against: str = ""
    target: float | None = None
    most: bool = False

    @property
    def ratio(self) -> float:
        """The median of the rounds."""
        return statistics.median(self.ratios)

    @property
    def met(self) -> bool:
        """Whether the target is met; so it is where there is none."""
        if self.target is None:
            return True
        return self.ratio <= self.target if self.most else self.ratio >= self.target

    def __str__(self) -> str:
        if not self.ratios:
            return _line(self.what, self.rate, "", "", "", self.against)
        spread, target = "", ""
        if len(self.ratios) > 1:
            low, _, high = statistics.quantiles(self.ratios, n=4, method="inclusive")
            spread = f"{_short(low)} to {_short(high)}"
        if self.target is not None:
            sign = "<=" if self.most else ">="
            target = f"{sign} {_short(self.target)}{' ' if self.met else '!'}"
        return _line(self.what, self.rate, _short(self.ratio), spread, target, self.against)


def _short(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.1f}" if ratio >= 10 else f"{ratio:.2f}"


@attrs.frozen
class Rounds:
    """The CPU seconds that each side took in each round."""

    seconds: dict[str, list[float]]

    def median(self, side: str) -> float:
        """Seconds of a side."""
        return statistics.median(self.seconds[side])

    def ratios(self, side: str, against: str, weight: float = 1) -> list[float]:
        """How many times as fast a side is in each round.

        Args:
            side: the one.
            against: the other.
            weight: units of work of the one for each unit of the other.
        """
        both = zip(self.seconds[side], self.seconds[against], strict=True)
        return [weight * other / own for own, other in both]


def turns(rounds: int, **sides: Act) -> Rounds:
    """Let sides take turns, each once a round; every other round goes backwards.

    What the benchmark itself holds is kept out of their garbage collections.
    """
    gc.collect()
    gc.freeze()
    seconds: dict[str, list[float]] = {name: [] for name in sides}
    order = list(sides.items())
    for _ in range(rounds):
        for name, act in order:
            start = time.process_time()
            act()
            seconds[name].append(time.process_time() - start)
        order.reverse()
    gc.unfreeze()
    return Rounds(seconds)


def per_second(count: float, seconds: float, unit: str) -> str:
    """A rate in words."""
    return f"{count / seconds:,.0f} {unit}/s"


YARDSTICK: Final = 20_000
"""Steps of one call of the yardstick."""


def yardstick() -> int:
    """Known work in plain Python: what a step is, never changes."""
    places: dict[tuple[int, int], int] = {}
    total = 0
    for n in range(YARDSTICK):
        place = (n & 31, n >> 5 & 31)
        found = places.get(place)
        if found is None:
            places[place] = n
        elif found > total % 1000:
            total += found - n % 7
        else:
            total += 1
    return total


def missing(modules: dict[str, str]) -> str | None:
    """A sentence on the first module that is not installed, by the extra that brings it."""
    for module, extra in modules.items():
        if importlib.util.find_spec(module) is None:
            return f"left out: {module} is not installed; `pip install -e '.[{extra}]'` brings it"
    return None
