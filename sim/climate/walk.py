"""Compiling the table of climates: the real rules are asked, with all dice that can fall.

Each command is given to ``resolve`` in every climate that can be met, once for each way in which
its dice can fall; so the table knows no rule of its own.
"""

from array import array
from collections.abc import Iterable
from typing import Final

import attrs
from immutables import Map

from events.commands import Advance, Command, WindChange
from events.moment import Moment, Phase
from sim.chapter_11.setup import SETUP_STEPS, next_roll
from sim.climate.climate import Climate, climate_of, in_climate
from sim.climate.table import OUTCOMES, ClimateTable, Step
from sim.machine.decide import resolve
from sim.machine.dice import DICE_A_WORD, Dice, outcomes
from sim.machine.telling import Refusal
from sim.state import Clock, State, replace

_BEFORE: Final = Clock(Moment(1, 1, Phase.RPH), wind_rolled=True)
"""A Player Turn in which all is done that a climate depends on, with another one to follow."""


@attrs.define(eq=False)
class Known:
    """What is known of Player Turns."""

    purpose: str | None = None
    runs: dict[Climate, tuple[tuple[int, Climate], ...]] = attrs.field(factory=dict)
    """By climate: the first outcome of each run of outcomes, and the climate after it."""


def climate_table(state: State, known: Known | None = None) -> ClimateTable:
    """Compile the table of a game, from its present state on.

    `known` is filled with what is found of Player Turns. It serves for other tables of the same
    scenario, and of scenarios that differ only in what setup alone asks for (Weather, Time of Day,
    EC, wind, Dust, month, Bombardments, DYO), in their maps but for Desert Boards, or in vehicles.
    """
    state = replace(state, bog_checks=Map())  # dice that wait are none of the weather's
    walk = _Walk(state, Known() if known is None else known)
    met = [walk.number(climate_of(state))]
    setup: list[_Walked] = []
    if state.moment.phase is Phase.SETUP:
        for command in (*(roll() for roll in SETUP_STEPS), Advance(Phase.RPH)):
            setup.append(walk.setup(command, met))
            met = setup[-1].leads_to(met)
    turn = walk.player_turns(met)
    count = len(walk.climates)
    steps = tuple(each.step(count) for each in setup if each.runs)
    return ClimateTable(state, tuple(walk.climates), 0, steps, turn.step(count))


class _OneWord:
    """Dice that are all of one purpose, and of one word of it."""

    def __init__(self) -> None:
        self.purpose: str | None = None
        self._count = 0
        self._dice: Dice

    def over(self, dice: Dice) -> "_OneWord":
        self._dice, self._count = dice, 0
        return self

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        self._count += count
        if self._count > DICE_A_WORD or self.purpose not in (None, purpose):
            raise AssertionError(f"{purpose!r} takes dice beyond one word of {self.purpose!r}")
        self.purpose = purpose
        return self._dice.roll(purpose, count)


_Runs = list[tuple[int, int]]
"""First outcome of each run of outcomes that lead to the same climate, and that climate."""


@attrs.define(eq=False)
class _Walked:
    """A step as it is walked: runs of outcomes, for every climate that it is due for."""

    dice: _OneWord = attrs.field(factory=_OneWord)
    runs: dict[int, _Runs] = attrs.field(factory=dict)

    def leads_to(self, met: Iterable[int]) -> list[int]:
        return list(
            dict.fromkeys(
                after for number in met for _, after in self.runs.get(number, ((0, number),))
            )
        )

    def step(self, count: int) -> Step:
        cuts = sorted({first for runs in self.runs.values() for first, _ in runs})
        whole = (
            _cut(self.runs[n], cuts) if n in self.runs else [n] * len(cuts) for n in range(count)
        )
        lanes = list(zip(*whole, strict=True))
        distinct = dict.fromkeys(lanes)
        place = {lane: index for index, lane in enumerate(distinct)}
        column, weights = array("H"), [0] * len(distinct)
        for lane, first, end in zip(lanes, cuts, [*cuts[1:], OUTCOMES], strict=True):
            column.extend([place[lane]] * (end - first))
            weights[place[lane]] += end - first
        rows = tuple(array("H", row) for row in zip(*distinct, strict=True))
        return Step(self.dice.purpose, column, rows, tuple(weights))


def _cut(runs: _Runs, cuts: list[int]) -> list[int]:
    """The climate that follows, from each of these outcomes on."""
    found: list[int] = []
    place = dict(runs)
    for cut in cuts:
        found.append(place.get(cut, found[-1] if found else -1))
    return found


class _Walk:
    """The climates met so far, and a game stripped of all that does not matter to them."""

    def __init__(self, state: State, known: Known) -> None:
        self._known = known
        self.climates: list[Climate] = []
        self._numbers: dict[Climate, int] = {}
        self._setup = replace(
            state,
            clock=Clock(),
            vehicles=Map(),
            vehicle_dust=Map(),
            smoke=Map(),
            drift=Map(),
            ffes=Map(),
            ground=Map(),
        )
        self._play = replace(self._setup, clock=_BEFORE)

    def number(self, climate: Climate) -> int:
        found = self._numbers.setdefault(climate, len(self.climates))
        if found == len(self.climates):
            self.climates.append(climate)
        return found

    def setup(self, command: Command, met: Iterable[int]) -> _Walked:
        """A roll of setup, for the climates in which it is due; its end, for all of them."""
        walked = _Walked()
        for number in met:
            state = in_climate(self._setup, self.climates[number])
            if isinstance(command, Advance) or next_roll(state) is type(command):
                walked.runs[number] = self._runs(state, command, walked.dice)
        return walked

    def player_turns(self, met: Iterable[int]) -> _Walked:
        """A Player Turn, from these climates and all that follow from them."""
        walked, waiting = _Walked(), list(met)
        while waiting:
            number = waiting.pop()
            if number in walked.runs:
                continue
            walked.runs[number] = self._player_turn(self.climates[number], walked.dice)
            waiting += {after for _, after in walked.runs[number]} - walked.runs.keys()
        return walked

    def _player_turn(self, climate: Climate, dice: _OneWord) -> _Runs:
        if climate not in self._known.runs:
            state = in_climate(self._play, climate)
            state = _resolved(state, Advance(Phase.RPH), dice.over(_NO_DICE))
            runs = self._runs(state, WindChange(), dice)
            self._known.purpose = dice.purpose
            self._known.runs[climate] = tuple((first, self.climates[n]) for first, n in runs)
            return runs
        dice.purpose = self._known.purpose
        return [(first, self.number(after)) for first, after in self._known.runs[climate]]

    def _runs(self, state: State, command: Command, dice: _OneWord) -> _Runs:
        def act(each: Dice) -> int:
            return self.number(climate_of(_resolved(state, command, dice.over(each))))

        runs: _Runs = []
        for _, shown, after in outcomes(act):
            if not runs or runs[-1][1] != after:
                runs.append((_first_outcome(shown), after))
        return runs


class _NoDice:
    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        raise AssertionError(f"{count} dice for {purpose!r}, where no roll is due")


_NO_DICE: Final = _NoDice()


def _resolved(state: State, command: Command, dice: Dice) -> State:
    outcome = resolve(state, command, dice)
    if isinstance(outcome, Refusal):
        raise AssertionError(f"{command} in {climate_of(state)} is {outcome}")
    return outcome.state


def _first_outcome(dice: tuple[int, ...]) -> int:
    """The first outcome of a word that begins with these dice."""
    return sum((die - 1) * 6 ** (DICE_A_WORD - 1 - place) for place, die in enumerate(dice))
