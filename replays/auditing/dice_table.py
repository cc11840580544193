"""The dice of a game by who rolled and what for, and what fair dice would show as often.

A mean says little by itself: beside it stands the range in which the mean of so many fair dice lies
95 times in 100, worked out die by die. Fewer rolls than `ENOUGH` get no verdict at all.
"""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, chain, count, islice
from math import erfc
from statistics import NormalDist
from typing import Final

import attrs

from events.commands import AddVehicle
from events.entry import Entry, Header
from events.moment import Phase

ENOUGH: Final = 30
"""So many rolls are needed before the table says whether fair dice would do this."""

EXACT_UP_TO: Final = 2000
"""The range for so many single dice is worked out die by die; beyond that it is the normal one."""

_SHARE: Final = 0.95


@attrs.frozen
class RolledDice:
    """One roll."""

    where: str
    """The step of a VASL log, or the entry of one of ours."""
    moment: str
    """The phase, as the log names it; empty if it does not say."""
    who: str
    """The player or the side."""
    purpose: str
    kind: str
    """``DR``, ``dr``, or how many dice."""
    dice: tuple[int, ...]
    """What they showed, the coloured die of a DR first."""


@attrs.frozen
class DiceRow:
    """A line of the table."""

    who: str
    """The player or the side; ``all`` for all players."""
    purpose: str
    """What for; ``all`` for everything."""
    kind: str
    n: int
    mean: float
    """Of their totals; a third die for Dust is not in it."""
    fair_low: float
    """The least mean that lies in the range of fair dice."""
    fair_high: float
    counts: tuple[int, ...]
    """How often each total came, from the least possible one on."""
    verdict: str | None
    """``inside`` or ``outside`` that range; None where there are too few rolls."""


def dice_of_entries(header: Header, entries: Iterable[Entry]) -> Iterator[RolledDice]:
    """The rolls of a log of ours; the side is the one whose Player Turn it is."""
    sides = header.scenario.order_of_sides
    names = {each.id for each in header.scenario.vehicles}
    kinds = {1: "dr", 2: "DR"}
    for entry in entries:
        if isinstance(entry.do, AddVehicle):
            names.add(entry.do.id)
        player = entry.at.player
        who = "setup" if entry.at.phase is Phase.SETUP or not player else sides[player - 1]
        for roll in entry.dice:
            purpose = " ".join(word for word in roll.purpose.split() if word not in names)
            kind = kinds.get(len(roll.dice), f"{len(roll.dice)} dice")
            yield RolledDice(f"#{entry.n}", str(entry.at), who, purpose, kind, roll.dice)


def dice_rows(rolls: Sequence[RolledDice]) -> tuple[DiceRow, ...]:
    """The table: all players and purposes first, then by who rolled, then by purpose as well.

    Rolls of other numbers of dice than one and two, and without a kind, are not in it.
    """
    known = [roll for roll in rolls if roll.kind in ("DR", "dr")]
    keys: tuple[Callable[[RolledDice], tuple[str, str]], ...] = (
        lambda _: ("all", "all"),
        lambda roll: (roll.who, "all"),
        lambda roll: (roll.who, roll.purpose),
    )
    rows: dict[tuple[int, str, str, str], list[int]] = {}
    for table, key in enumerate(keys):  # so a player may be called "all"
        for roll in known:
            total = sum(roll.dice[:2]) if roll.kind == "DR" else roll.dice[0]
            rows.setdefault((table, *key(roll), roll.kind), []).append(total)
    return tuple(_row(*key[1:], totals) for key, totals in rows.items())


def _row(who: str, purpose: str, kind: str, totals: Sequence[int]) -> DiceRow:
    dice = 2 if kind == "DR" else 1
    n, total = len(totals), sum(totals)
    low, high = fair_range(n * dice)
    inside = "inside" if low <= total <= high else "outside"
    possible = range(dice, 6 * dice + 1)
    return DiceRow(
        *(who, purpose, kind, n, total / n, low / n, high / n),
        tuple(totals.count(each) for each in possible),
        inside if n >= ENOUGH else None,
    )


@lru_cache(maxsize=4096)
def fair_range(dice: int, share: float = _SHARE) -> tuple[int, int]:
    """The least and greatest total of so many fair dice between which a share of all lies.

    Beyond each no more lies than half of what is left: of 95 in 100 it is 2.5 or less.
    """
    if dice > EXACT_UP_TO:
        wide = NormalDist().inv_cdf((1 + share) / 2) * (dice * 35 / 12) ** 0.5
        return round(3.5 * dice - wide), round(3.5 * dice + wide)
    return _range(dice, _chances(dice), share)


def fair_ranges(dice: int) -> Iterator[tuple[int, int]]:
    """The ranges of 95 in 100 for one fair die, for two, and so on."""
    exact = min(dice, EXACT_UP_TO)
    for n, chances in enumerate(islice(_grown(), 1, exact + 1), 1):
        yield _range(n, chances, _SHARE)
    yield from map(fair_range, range(exact + 1, dice + 1))


def _range(dice: int, chances: Sequence[float], share: float) -> tuple[int, int]:
    beyond, at = 0.0, dice
    for chance in chances:
        if beyond + chance > (1 - share) / 2:
            break
        beyond += chance
        at += 1
    return at, 7 * dice - at


@lru_cache(maxsize=4096)
def fair_chance(dice: int, total: int) -> float:
    """The chance that the total of so many fair dice is as far from its mean, or farther."""
    far = max(total, 7 * dice - total)
    if 2 * far == 7 * dice:
        return 1.0
    if dice > EXACT_UP_TO:
        return erfc((far - 0.5 - 3.5 * dice) / (dice * 35 / 6) ** 0.5)
    return min(1.0, 2 * sum(_chances(dice)[far - dice :]))


_NO_SUMS: Final = (0.0,) * 6


@lru_cache(maxsize=64)
def _chances(dice: int) -> list[float]:
    """The chance of each total of so many dice, from the least on."""
    return next(islice(_grown(), dice, None))


def _grown() -> Iterator[list[float]]:
    """The same of no dice, of one, of two, and so on."""
    now = [1.0]
    for n in count(1):
        yield now
        size = 5 * n + 1
        half = (size + 1) // 2  # the rest is the same from the other end
        sums = list(accumulate(now[:half]))
        sums += [1.0] * (half - len(sums))
        left = [
            (upto - before) / 6 for upto, before in zip(sums, chain(_NO_SUMS, sums), strict=False)
        ]
        now = [*left, *reversed(left[: size - half])]


# CSV --------------------------------------------------------------------------------------------


def rows_csv(rows: Sequence[DiceRow]) -> str:
    """The table as CSV."""
    head = ["who", "purpose", "kind", "n", "mean", "fair_low", "fair_high", "verdict"]
    totals = [f"total_{each}" for each in range(1, 13)]
    lines: list[Sequence[object]] = [[*head, *totals]]
    for row in rows:
        first = 2 if row.kind == "DR" else 1
        counts = {first + at: count for at, count in enumerate(row.counts)}
        lines.append(
            [
                *(_plain(row.who), _plain(row.purpose), row.kind, row.n, f"{row.mean:.4f}"),
                *(f"{row.fair_low:.4f}", f"{row.fair_high:.4f}"),
                row.verdict or f"fewer than {ENOUGH}",
                *(counts.get(each, "") for each in range(1, 13)),
            ]
        )
    return _csv(lines)


def rolls_csv(rolls: Sequence[RolledDice]) -> str:
    """Each roll as CSV."""
    lines: list[Sequence[object]] = [
        ["where", "moment", "who", "purpose", "kind", "coloured", "white", "third"]
    ]
    for roll in rolls:
        dice = [*roll.dice[:3], "", "", ""][:3]
        texts = map(_plain, (roll.where, roll.moment, roll.who, roll.purpose))
        lines.append([*texts, roll.kind, *dice])
    return _csv(lines)


def _csv(lines: Iterable[Sequence[object]]) -> str:
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows(lines)
    return file.getvalue()


def _plain(text: str) -> str:
    """A text that no spreadsheet takes for a formula, on one line."""
    line = "".join(each if each.isprintable() else " " for each in text)
    return f"'{line}" if line.startswith(("=", "+", "-", "@")) else line
