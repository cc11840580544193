"""The dr of Dust in DYO scenarios, typed a second time in another layout (11.701)."""

from fractions import Fraction
from itertools import product
from typing import Any, Final

import pytest

from events.commands import Command, RollDust
from events.dust import DustSet
from events.register import Event
from events.terms import Density
from sim.machine.decide import decide
from sim.machine.dice import outcomes
from sim.machine.telling import Refusal
from tests import cases
from tests.table import Table

DESERT: Final = {"name": "27", "desert": True, "width": 1, "height": 1}
FARMLAND: Final = {"name": "5", "desert": False, "width": 1, "height": 1}


def _dyo(**changes: Any) -> Table:
    """A DYO scenario on one hex of desert, with these changes."""
    facts: dict[str, Any] = {"dyo": True, "boards": [DESERT], "vehicles": [], **changes}
    return Table(**facts)


def _all_results(table: Table, command: Command) -> dict[tuple[int, ...], tuple[Event, ...]]:
    """The events of every way in which the dice of a roll can fall."""
    results: dict[tuple[int, ...], tuple[Event, ...]] = {}
    chances = Fraction(0)
    for chance, dice, events in outcomes(lambda rolled: decide(table.state, command, rolled)):
        assert not isinstance(events, Refusal), events
        assert dice not in results
        results[dice] = events
        chances += chance
    assert chances == 1
    return results


BY_FINAL_DR: Final = "?NNNNNLLMMHHHHHHHHHHH"
"""The density for a Final dr of 1 to 20; the place before is for none."""

DENSITIES: Final = {
    "N": Density.NONE,
    "L": Density.LIGHT,
    "M": Density.MODERATE,
    "H": Density.HEAVY,
}


def _dusty(force: str, **changes: Any) -> Table:
    """A DYO scenario in which dust is to be rolled in a wind of this force."""
    direction = None if force == "No Wind" else 3
    return _dyo(wind=force, wind_direction=direction, dust="roll", **changes)


@pytest.mark.rule("11.701")
@cases("force, wind_drm", ("No Wind", 0), ("Mild Breeze", 1), ("Heavy Winds", 2))
@cases("ruling", "moderate", "none")
def test_every_dust_dr(force: str, wind_drm: int, ruling: str) -> None:
    """Die, wind and Bombardments give a density, tamed where Heavy Dust cannot exist."""
    for bombardments, steppe, mixed, ec in product(
        range(5), (False, True), (False, True), ("Dry", "Very Dry")
    ):
        if steppe and ec == "Dry":
            continue
        table = _dusty(
            force,
            ec=ec,
            bombardments=bombardments,
            steppe=steppe,
            boards=[DESERT, FARMLAND] if mixed else [DESERT],
            rulings={"11.701-heavy": ruling},
        )
        expected = {}
        for dr in range(1, 7):
            letter = BY_FINAL_DR[dr + wind_drm + 3 * bombardments]
            if letter == "H" and steppe:
                letter = "M"
            elif letter == "H" and mixed:
                letter = "M" if ruling == "moderate" else "N"
            expected[(dr,)] = (DustSet(DENSITIES[letter], "11.701"),)
        assert _all_results(table, RollDust()) == expected
