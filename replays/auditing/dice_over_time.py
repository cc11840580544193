"""The dice of a game over its time, drawn beside what fair dice would do.

A player's line sums the pips of all dice so far, less 3.5 for each. Around it are two bands: where
fair dice are at one roll 95 times in 100, and what the lines of all players keep within, from the
first roll to the last, in 95 games of 100. The second is what a whole line may be judged by. It is
Levy's inequality for symmetric sums: the chance ever to be so far off is at most twice that at the
end, which is worked out die by die; and it is shared out evenly among the players.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby
from typing import Final

import attrs

from replays.auditing.dice_table import RolledDice, fair_range, fair_ranges
from replays.auditing.document import Table
from replays.drawing.svg import axis, dot, in_page, path, ring, run, shortened, tag, title

_KINDS: Final = {"DR": 2, "dr": 1}
_SELDOM: Final = 0.05
MOST_PLAYERS: Final = 8
"""So many lines are drawn at most, those of the players who rolled most."""


@attrs.frozen
class DiceRun:
    """The dice of a player, roll by roll."""

    who: str
    at: tuple[int, ...]
    """The number of each roll among those of all players, from 0 on."""
    dice: tuple[int, ...]
    """How many dice this player has rolled by then."""
    over: tuple[float, ...]
    """By how many pips they are above as many fair dice then, at 3.5 each."""
    places: tuple[str, ...]
    """Where each roll stands."""
    bound: float
    """The lines of all players stay this near to fair dice in 95 games of 100."""

    @property
    def furthest(self) -> int:
        """Which roll of this player leaves the line furthest from fair dice."""
        return max(range(len(self.over)), key=lambda n: abs(self.over[n]))

    @property
    def verdict(self) -> str:
        """Whether fair dice would do this."""
        outside = [n for n, over in enumerate(self.over) if abs(over) > self.bound]
        if outside:
            return f"further off than fair dice come, first at {self.places[outside[0]]}"
        return "as fair dice"


def known_rolls(rolls: Sequence[RolledDice]) -> list[RolledDice]:
    """The rolls that are a DR or a dr, each without a die for Dust."""
    return [attrs.evolve(r, dice=r.dice[: _KINDS[r.kind]]) for r in rolls if r.kind in _KINDS]


def dice_runs(rolls: Sequence[RolledDice]) -> tuple[DiceRun, ...]:
    """The line of each player, in the order in which they first rolled."""
    players: dict[str, list[tuple[int, RolledDice]]] = {}
    for at, roll in enumerate(known_rolls(rolls)):
        players.setdefault(roll.who, []).append((at, roll))
    return tuple(_run(who, rolled, _SELDOM / len(players)) for who, rolled in players.items())


def busiest(runs: Sequence[DiceRun]) -> list[DiceRun]:
    """The players who rolled most, as many as there is room for, in their order."""
    most = sorted(runs, key=lambda each: -len(each.at))[:MOST_PLAYERS]
    return [each for each in runs if each in most]


def _run(who: str, rolls: Sequence[tuple[int, RolledDice]], seldom: float) -> DiceRun:
    dice = tuple(accumulate(len(roll.dice) for _, roll in rolls))
    totals = accumulate(sum(roll.dice) for _, roll in rolls)
    bound = fair_range(dice[-1], 1 - seldom / 2)[1] - 3.5 * dice[-1]
    return DiceRun(
        *(who, tuple(at for at, _ in rolls), dice),
        tuple(total - 3.5 * count for total, count in zip(totals, dice, strict=True)),
        tuple(", ".join(filter(None, (roll.moment, roll.where))) for _, roll in rolls),
        bound,
    )


def runs_table(runs: Sequence[DiceRun]) -> Table:
    """How far the dice of each player came from fair ones, and where."""
    return Table(
        "Pips above fair dice (3.5 a die) over the whole game",
        ("Who", "Rolls", "Dice", "At the end", "Furthest", "95 games of 100", "Verdict"),
        tuple(
            (
                *(each.who or _UNNAMED, str(len(each.at)), str(each.dice[-1])),
                *(f"{each.over[-1]:+g}", f"{each.over[each.furthest]:+g}"),
                *(f"within ±{each.bound:g}", each.verdict),
            )
            for each in runs
        ),
        frozenset({1, 2, 3, 4, 5}),
    )


def player_turns(rolls: Sequence[RolledDice]) -> list[tuple[str, int]]:
    """The Player Turns of the rolls that are drawn, each with the number of its first roll."""
    turns = groupby(enumerate(known_rolls(rolls)), lambda each: _turn(each[1]))
    return [(name, next(rolled)[0]) for name, rolled in turns]


def turns_table(rolls: Sequence[RolledDice], runs: Sequence[DiceRun]) -> Table:
    """The mean of a die by Player Turn and player, of the players whose lines are drawn."""
    turns: dict[str, defaultdict[str, list[RolledDice]]] = {}
    for roll in known_rolls(rolls):
        turns.setdefault(_turn(roll), defaultdict(list))[roll.who].append(roll)
    players = [each.who for each in busiest(runs)]
    rows = []
    for name, of in turns.items():
        dice = [[die for roll in of[who] for die in roll.dice] for who in players]
        means = (
            f"{len(of[who])}: {sum(each) / len(each):.2f}" if each else "-"
            for who, each in zip(players, dice, strict=True)
        )
        rows.append((name or "no turn track", *means))
    heads = ("Player Turn", *(who or _UNNAMED for who in players))
    numbers = frozenset(range(1, len(heads)))
    return Table("Rolls, and the mean of a die, by Player Turn", heads, tuple(rows), numbers)


def _turn(roll: RolledDice) -> str:
    return roll.moment.rpartition(" - ")[0].replace(" Turn ", " ")


# Pictures, which take their colours from the page --------------------------------------------

_UNNAMED: Final = "not said"
_LEFT: Final = 52.0
_HEAD: Final = 22.0
_HALF: Final = 46.0
_LEAST: Final = 300.0
_WIDTH: Final = 860.0


def running_svg(runs: Sequence[DiceRun], turns: Sequence[tuple[str, int]]) -> str:
    """A panel for each player, along the rolls of all, one scale for all."""
    runs = busiest(runs)
    rolls = max(each.at[-1] for each in runs) + 1
    wide = max(_LEAST, min(8.0 * rolls, max(_WIDTH - _LEFT, 1.5 * rolls)))
    most = max(max(each.bound, abs(each.over[each.furthest])) for each in runs)
    scale = complex(wide / rolls, _HALF / most)
    high, parts = _HEAD + 2 * _HALF + 14, list[str]()
    foot, last = len(runs) * high, -_LEAST
    for name, first in turns:
        x = _LEFT + first * scale.real
        parts.append(path(run(complex(x, _HEAD), complex(x, foot)), "turn"))
        if name and x - last > 7 * len(name):
            parts.append(axis(name, complex(x, foot + 12), "start"))
            last = x
    for n, each in enumerate(runs):
        parts += _panel(each, complex(_LEFT, n * high + _HEAD + _HALF), scale, wide)
    told = "; ".join(f"{each.who or _UNNAMED}: {each.verdict}" for each in runs)
    head = "The dice of each player over the game, above or below fair ones"
    return in_page("dice-over-time", head, told, parts, complex(_LEFT + wide + 12, foot + 20))


def _panel(each: DiceRun, origin: complex, scale: complex, wide: float) -> Iterator[str]:
    """A player's line, with the band of each roll and that of the whole line."""

    def line(values: Sequence[float]) -> list[complex]:
        """It stays where it is while others roll."""
        held = zip(each.at[1:], values, strict=False)
        spots = sorted([*zip(each.at, values, strict=True), *((at - 1, over) for at, over in held)])
        return [origin + complex((at + 0.5) * scale.real, -over * scale.imag) for at, over in spots]

    name = shortened(each.who or _UNNAMED, 40)
    yield axis(name, complex(origin.real, origin.imag - _HALF - 8), "start", "name")
    for over in (each.bound, 0, -each.bound):
        ends = origin - over * scale.imag * 1j, origin + wide - over * scale.imag * 1j
        yield path(run(*ends), "bound" if over else "foot")
        yield axis(f"{over:+g}" if over else "fair", ends[0] - 6 + 4j, "end")
    ranges = list(fair_ranges(each.dice[-1]))
    tops = [ranges[dice - 1][1] - 3.5 * dice for dice in each.dice]
    yield path(ring([*line(tops), *reversed(line([-top for top in tops]))]), "fair")
    said = title(f"{each.who or _UNNAMED}: {each.over[-1]:+g} after {each.dice[-1]} dice")
    drawn = line(each.over)
    yield tag("path", said, d=run(*drawn), class_="rolled")
    yield path(dot(drawn[-1], 3), "mean")
