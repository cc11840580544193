"""Kinds of climates: alike in all that is asked of them, and in what can follow them.

A chain of kinds has the very chances of the chain of climates, in far fewer steps: climates are
parted by what they tell, then again as long as two of one kind lead to other shares of kinds.
"""

from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache
from math import gcd

import attrs

from sim.climate.climate import Climate
from sim.climate.table import OUTCOMES, ClimateTable, Step

__all__ = ["Kinds", "Links", "kinds_of", "links_of"]

Links = tuple[tuple[tuple[int, int], ...], ...]
"""For each climate or kind, those that can follow in a step, and their shares."""


@attrs.frozen(eq=False)
class Kinds:
    """The kinds of the climates of a table.

    Attributes:
        of: the kind of each climate.
        examples: a climate of each kind, by number.
        links: what can follow each kind in a Player Turn.
        shares: how many shares there are.
    """

    of: tuple[int, ...]
    examples: tuple[int, ...]
    links: Links
    shares: int


@lru_cache(maxsize=64)
def links_of(step: Step) -> tuple[Links, int]:
    """What can follow each climate, and how many shares there are."""
    common = gcd(*step.weights)
    links = tuple(
        tuple((after, weight // common) for after, weight in step.shares(number).items())
        for number in range(len(step.rows))
    )
    return links, OUTCOMES // common


@lru_cache(maxsize=16)
def kinds_of(table: ClimateTable, tells: Callable[[Climate], Hashable]) -> Kinds:
    """The fewest kinds of the climates of a table.

    Args:
        table: the table.
        tells: what is asked of a climate; those of one kind tell the same.
    """
    links, shares = links_of(table.player_turn)
    of = _numbered(tells(climate) for climate in table.climates)
    while True:
        finer = _numbered(
            (kind, frozenset(_gathered(follow, of).items()))
            for kind, follow in zip(of, links, strict=True)
        )
        if max(finer) == max(of):
            break
        of = finer
    examples = tuple(of.index(kind) for kind in range(max(of) + 1))
    by_kind = tuple(tuple(_gathered(links[number], of).items()) for number in examples)
    return Kinds(tuple(of), examples, by_kind, shares)


def _numbered(values: Iterable[Hashable]) -> list[int]:
    """Each value as the number of its first appearance."""
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(value, len(numbers)) for value in values]


def _gathered(links: tuple[tuple[int, int], ...], of: list[int]) -> dict[int, int]:
    """The shares of each kind among what can follow."""
    found: dict[int, int] = {}
    for after, share in links:
        found[of[after]] = found.get(of[after], 0) + share
    return found
