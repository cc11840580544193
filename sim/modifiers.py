"""Modifiers: what a rule adds to a roll, or the condition for which it adds nothing."""

from collections.abc import Iterable
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

import attrs


class Kind(StrEnum):
    """What sort of modifier it is; a LOS Hindrance counts toward blockage, DLV never (11.6)."""

    LOS_HINDRANCE = "LOS Hindrance"
    LV = "LV"
    DLV = "DLV"
    TEM = "TEM"
    FFMO = "FFMO"
    DRM = "DRM"
    MF = "MF"
    MP = "MP"
    RADIUS = "hexes"
    NUMBER = "number"


DR: Final = range(1, 7)


@attrs.frozen
class Halved:
    """A subsequent dr, halved, as Dust makes it (11.71)."""

    round_up: bool
    """Fractions are rounded up (FRU), else down (FRD)."""
    sign: int = 1
    """-1 where the sign is reversed (11.711)."""

    def of(self, dr: int) -> int:
        """What a dr gives."""
        return self.sign * ((dr + int(self.round_up)) // 2)

    @property
    def values(self) -> tuple[int, ...]:
        """What each dr from 1 to 6 gives."""
        return tuple(self.of(dr) for dr in DR)

    def __str__(self) -> str:
        sign = "-" if self.sign < 0 else "+"
        return f"{sign}dr/2 {'FRU' if self.round_up else 'FRD'}"


@attrs.frozen
class Modifier:
    """A modifier that applies."""

    name: str = attrs.field(converter=str)
    rule: str
    kind: Kind
    amount: int | Fraction | None
    """What it adds; None if a die decides it."""
    die: Halved | None = None
    why: str = ""

    @property
    def fixed(self) -> int:
        """What it surely adds, in whole numbers; 0 if a die decides it."""
        return int(self.amount or 0)


@attrs.frozen
class Near:
    """A modifier that nearly applied."""

    name: str = attrs.field(converter=str)
    rule: str
    kind: Kind
    why: str
    """The condition that failed."""


class WhyNot(NamedTuple):
    """Why something is not allowed: the rule that forbids it, and the reason in words."""

    rule: str
    why: str

    def __str__(self) -> str:
        return f"{self.why} ({self.rule})"


Verdict: TypeAlias = Modifier | Near
"""What a rule says of a roll: that it modifies it, or why not."""


@attrs.frozen
class Total:
    """The sum of some modifiers."""

    fixed: int | Fraction
    low: int | Fraction
    high: int | Fraction
    chances: dict[int | Fraction, Fraction] = attrs.field(hash=False)
    """The exact chance of every total."""


def total_of(modifiers: Iterable[Modifier]) -> Total:
    """The total of modifiers, whose dice are independent."""
    fixed: int | Fraction = 0
    chances: dict[int | Fraction, Fraction] = {0: Fraction(1)}
    for each in modifiers:
        if each.amount is not None:
            fixed += each.amount
        if each.die is not None:
            rolled: dict[int | Fraction, Fraction] = {}
            for sum_, chance in chances.items():
                for value in each.die.values:
                    rolled[sum_ + value] = rolled.get(sum_ + value, Fraction(0)) + chance / 6
            chances = rolled
    shifted = {sum_ + fixed: chance for sum_, chance in sorted(chances.items())}
    return Total(fixed, min(shifted), max(shifted), shifted)


def sum_of(modifiers: Iterable[Modifier]) -> Fraction:
    """The sum of some that have no dice, halves of an MP included."""
    return sum((Fraction(each.amount or 0) for each in modifiers), Fraction(0))


def applied(verdicts: Iterable[Verdict]) -> tuple[tuple[Modifier, ...], tuple[Near, ...]]:
    """Verdicts in two heaps: what applies, and what nearly did."""
    modifiers: list[Modifier] = []
    nears: list[Near] = []
    for verdict in verdicts:
        if isinstance(verdict, Modifier):
            modifiers.append(verdict)
        else:
            nears.append(verdict)
    return tuple(modifiers), tuple(nears)


def dr_chance(modifiers: Iterable[Modifier], at_least: int) -> Fraction:
    """The chance of a Final DR of a number or more; the modifiers are fixed DRM."""
    drm = total_of(modifiers).fixed
    dice = [one + two for one in DR for two in DR]
    return Fraction(sum(each + drm >= at_least for each in dice), len(dice))
