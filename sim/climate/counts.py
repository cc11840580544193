"""In how many Player Turns something holds of the climate: the exact chance of each number.

The chain of `sim.climate.exact_odds`, with a count beside each kind of climates.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction

from sim.climate.climate import Climate
from sim.climate.exact_odds import after_setup
from sim.climate.table import ClimateTable, kinds_of


def count_chances(
    table: ClimateTable, player_turns: int, holds: Callable[[Climate], bool]
) -> tuple[Fraction, ...]:
    """The chance that something holds in none, one, two ... of the Player Turns to come.

    A Player Turn is looked at after its Wind Change DR. `holds` is a function of a module, as the
    kinds for it are remembered.
    """
    kinds = kinds_of(table, holds)
    counted = [bool(holds(table.climates[number])) for number in kinds.examples]
    climates, total = after_setup(table)
    now: dict[tuple[int, int], int] = {}
    _add(now, (((kinds.of[number], 0), weight) for number, weight in climates.items()))
    for _ in range(player_turns):
        found: dict[tuple[int, int], int] = {}
        for (kind, count), weight in now.items():
            _add(
                found,
                (
                    ((after, count + counted[after]), weight * share)
                    for after, share in kinds.links[kind]
                ),
            )
        now, total = found, total * kinds.shares
    sums = [0] * (player_turns + 1)
    for (_, count), weight in now.items():
        sums[count] += weight
    return tuple(Fraction(each, total) for each in sums)


def _add(weights: dict[tuple[int, int], int], more: Iterable[tuple[tuple[int, int], int]]) -> None:
    for key, weight in more:
        weights[key] = weights.get(key, 0) + weight
