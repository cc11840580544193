"""Infantry by name: cactus hedges that take two MPh, and Steeples that hold little."""

from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from immutables import Map

from events.commands import Advance
from events.moment import Moment, Phase
from events.register import Event
from events.terms import Station, UnitKind
from events.units import (
    CrossingBegan,
    CrossingEnded,
    CrossingFinished,
    GoodOrderLost,
    UnitEliminated,
)
from replays import Game
from replays.testing import games
from sim.chapter_ad.mosque import House, house_in
from sim.chapter_ad.steeple_stacking import Units, crowds_over, units_in
from sim.machine.decide import resolve
from sim.machine.dice import Dice, EnteredDice
from sim.machine.telling import Refusal
from sim.state import State, Unit, replace
from tests.drawn import examples
from tests.table import Table

BOARD: Final[dict[str, Any]] = {
    "name": "X",
    "desert": True,
    "ad": True,
    "map": "0 .  .\n1 . .  . . .\n2 . ~ . . .\n3 . . . . .",
    "hexsides": [{"kind": "cactus-hedge", "at": ["A1/B1", "A2/B2", "A1/A2", "C2/C3"]}],
}

WORLD: Final[dict[str, Any]] = {
    "boards": [BOARD],
    "ad": True,
    "ec": "Moist",
    "vehicles": [],
    "buildings": [{"hex": "C1", "mosque": True}, {"hex": "D2", "temple": True}],
}
"""Cactus hedges around A1, a Mosque in C1 and a Temple in D2."""


def within_limit(house: House, units: Units) -> bool:
    """Whether no unit of one side is too much."""
    return not any(crowds_over(house, units))


def begun(*orders: str, **facts: Any) -> Table:
    """A table in the first MPh, after some orders."""
    table = Table(**{**WORLD, **facts})
    table.to("MPh")
    table.do(*orders)
    return table


@pytest.mark.rule("191.3")
@examples(40)
@given(games(hexsides=[{"kind": "cactus-hedge", "at": ["D4/D5", "D4/E4"]}]))
def test_no_crossing_takes_less_than_two_mph(game: Game) -> None:
    """A unit across began in an earlier MPh of its own, and was in Good Order all the time."""
    began: dict[str, tuple[str, Moment]] = {}
    for entry in game.entries:
        for event in entry.then:
            if isinstance(event, CrossingBegan):
                began[event.unit] = (event.to, event.moment)
            elif isinstance(event, CrossingFinished):
                to, moment = began.pop(event.unit)
                assert to == event.to
                assert moment < event.moment
                assert (moment.phase, moment.player) == (Phase.MPH, event.moment.player)
            elif isinstance(event, GoodOrderLost | CrossingEnded):
                began.pop(event.unit, None)
    crossing = {name for name, unit in game.state.units.items() if unit.ti}
    assert crossing <= began.keys()
    assert all(game.state.units[name].good_order for name in crossing)


HS: Final = Unit("C1", "German", UnitKind.HS)
SMC: Final = Unit("C1", "German", UnitKind.SMC)


_MMC: Final = st.sampled_from([UnitKind.SQUAD, UnitKind.HS, UnitKind.CREW])
_CROWD: Final = st.lists(
    st.tuples(_MMC | st.sampled_from(UnitKind), st.booleans(), st.integers(1, 4)), max_size=6
)


def _crowded(crowd: list[tuple[UnitKind, bool, int]], house: House) -> State:
    name = "C1" if house is House.MOSQUE else "D2"
    state: State = begun().state
    units = {
        f"u{number}": Unit(
            name,
            "German",
            kind,
            pp if kind is UnitKind.SW else 0,
            good_order or kind is UnitKind.SW,
            Station.STEEPLE,
        )
        for number, (kind, good_order, pp) in enumerate(crowd)
    }
    return replace(state, units=Map(units))


def _end_of_turn(state: State, dice: Dice) -> tuple[Event, ...]:
    outcome = resolve(state, Advance(Phase.RPH), dice)
    assert not isinstance(outcome, Refusal)
    return tuple(event for event in outcome.events if isinstance(event, UnitEliminated))


_CLASS: Final = {UnitKind.SMC: "SMC", UnitKind.SW: "SW"}
"""What counts together; all other kinds are MMC."""


def _check_removals(state: State, events: tuple[Event, ...], house: House) -> None:
    """Those who went were of a class that was too many, the broken of it before all others."""
    units = dict(state.units)
    gone = [event.unit for event in events if isinstance(event, UnitEliminated)]
    assert len(gone) == len(set(gone))
    assert within_limit(house, {key: units[key] for key in units if key not in gone})
    for each in ("MMC", "SMC", "SW"):
        alike = {key: u for key, u in units.items() if _CLASS.get(u.kind, "MMC") == each}
        lost = [key for key in gone if key in alike]
        assert bool(lost) is not within_limit(house, alike)
        order = [units[key].good_order for key in lost]
        assert order == sorted(order)
        if any(order):
            assert all(key in lost for key, unit in alike.items() if not unit.good_order)


@pytest.mark.rule("AD3.312")
@examples(60)
@given(_CROWD, st.sampled_from(House), st.randoms(use_true_random=False))
def test_whoever_goes_was_too_much(
    crowd: list[tuple[UnitKind, bool, int]], house: House, chance: Any
) -> None:
    """All who go were too much when they went, the broken first, and the rest is within limits."""

    class Any6:
        def roll(self, _: str, count: int) -> tuple[int, ...]:
            return tuple(chance.randint(1, 6) for _ in range(count))

    state = _crowded(crowd, house)
    _check_removals(state, _end_of_turn(state, Any6()), house)


@pytest.mark.rule("AD3.312")
@examples(40)
@given(games(most=60, buildings=[{"hex": "F4", "mosque": True}]))
def test_no_steeple_is_overstacked_after_a_player_turn(game: Game) -> None:
    """In every RPh all Steeples and Shafts are within their limits, and no unit was lost for it."""
    if game.state.clock.over:
        return
    outcome = resolve(game.state, Advance(Phase.RPH), EnteredDice([3] * 60))
    if isinstance(outcome, Refusal):
        return
    for unit in outcome.state.units.values():
        house = house_in(outcome.state, unit.hex)
        if house is not None and unit.station is not Station.GROUND:
            there = units_in(outcome.state, unit.hex, unit.station, unit.side)
            assert within_limit(house, there)
    lost = [event.unit for event in outcome.events if isinstance(event, UnitEliminated)]
    assert Station.GROUND not in [game.state.units[name].station for name in lost]
