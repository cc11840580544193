"""The dice of a game against fair ones: how often is the mean of fair dice as far off?"""

from collections.abc import Sequence
from typing import Final

import attrs

from replays.report.model import DiceTest
from replays.vasl.logs.dice_table import (
    ENOUGH,
    EXACT_UP_TO,
    DiceRow,
    RolledDice,
    dice_rows,
    fair_chance,
)
from sim.machine.dice import are_dice

__all__ = ["dice_tests", "dice_told", "holm"]

SELDOM: Final = 0.05


def dice_tests(rolls: Sequence[RolledDice]) -> tuple[DiceTest, ...]:
    """A test for each side and purpose; rows with too few rolls are told, and not judged."""
    rows = dice_rows([roll for roll in rolls if are_dice(roll.dice)])
    chances = [_chance(row) for row in rows]
    judged = [n for n, row in enumerate(rows) if row.verdict is not None]
    adjusted = dict(zip(judged, holm([chances[n] for n in judged]), strict=True))
    return tuple(_test(row, chances[n], adjusted.get(n), len(judged)) for n, row in enumerate(rows))


def _chance(row: DiceRow) -> float:
    dice = 2 if row.kind == "DR" else 1
    total = sum((dice + at) * count for at, count in enumerate(row.counts))
    return fair_chance(row.n * dice, total)


def _test(row: DiceRow, p: float, adjusted: float | None, judged: int) -> DiceTest:
    found = DiceTest(
        *(row.who, row.purpose, row.kind, row.n, row.mean, row.low, row.high, p, adjusted, "")
    )
    return attrs.evolve(found, verdict=_verdict(found, judged))


def _verdict(test: DiceTest, judged: int) -> str:
    if test.adjusted is None:
        return f"fewer than {ENOUGH} rolls: not judged"
    if test.adjusted < SELDOM:
        return f"unusually {'high' if test.mean > (test.low + test.high) / 2 else 'low'}"
    if test.p < SELDOM:
        return f"off, but of {judged} rows one may well be"
    return "as fair dice"


def holm(chances: Sequence[float]) -> list[float]:
    """Chances corrected for their number, in the same order (Holm)."""
    found, highest = [0.0] * len(chances), 0.0
    for rank, n in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        highest = max(highest, min(1.0, chances[n] * (len(chances) - rank)))
        found[n] = highest
    return found


def dice_told(tests: Sequence[DiceTest]) -> str:
    """What may be said of all rows together."""
    if not tests:
        return "No dice were rolled."
    judged = [test for test in tests if test.adjusted is not None]
    if not judged:
        return f"No row has {ENOUGH} rolls, so nothing is said of the dice."
    odd = [test for test in judged if test.adjusted is not None and test.adjusted < SELDOM]
    many = "row has" if len(judged) == 1 else "rows have"
    said = (
        f"{len(judged)} {many} {ENOUGH} rolls or more. The chance p that the mean of fair dice is "
        f"as far off, or farther, on either side is worked out die by die (beyond {EXACT_UP_TO} "
        f"dice by the normal curve), and corrected for the number of rows (Holm)."
    )
    if not odd:
        return f"{said} None is unusual."
    names = ", ".join(f"{test.who}, {test.purpose} ({test.kind})" for test in odd)
    return f"{said} Unusual: {names}. That proves nothing; it is a reason to look."
