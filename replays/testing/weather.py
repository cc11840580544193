"""The weather alone: no vehicle moves, and thousands of Player Turns take a second."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import cycle, islice, product
from typing import Any, Final

import attrs
from hypothesis.strategies import SearchStrategy

from events.commands import Advance, Command, WindChange
from events.errors import BadInput
from events.moment import Phase
from events.orders import Order, format_order, parse_order
from events.register import Event
from events.scenario import Scenario
from replays.game.game import Game, OrderRefused
from replays.testing import strategies
from replays.testing.found import BASE, ToldGame, call, facts_of, scenario_of, tell
from replays.testing.strategies import Choices, NotedDice
from sim.chapter_11.setup import next_roll
from sim.machine.decide import Outcome, resolve
from sim.machine.dice import Dice
from sim.machine.opening import initial_state
from sim.machine.telling import Refusal
from sim.state import State


@attrs.frozen
class WeatherRoll:
    """A roll of the weather, and what it does: of a Player Turn, its Wind Change DR.

    Attributes:
        before: the state before it: ``before.wind``, ``before.sky``, ``before.density``.
        command: what is rolled for.
        dice: what the dice show, the coloured one first.
        events: what follows, in order, each with its rule.
        after: the state after it.
    """

    before: State
    command: Command
    dice: tuple[int, ...]
    events: tuple[Event, ...]
    after: State

    @property
    def dr(self) -> int:
        """The DR, or the dr of a roll with one die."""
        return sum(self.dice[:2])


@attrs.frozen(slots=False, repr=False)
class WeatherTrail:
    """The weather of a scenario, Player Turn by Player Turn; iterates over Wind Change DRs.

    Attributes:
        beginning: the state before setup.
        setup: the rolls of setup, none where a scenario states all its weather.
        player_turns: the Wind Change DR of each Player Turn.
    """

    beginning: State
    setup: tuple[WeatherRoll, ...]
    player_turns: tuple[WeatherRoll, ...]

    def __iter__(self) -> Iterator[WeatherRoll]:
        return iter(self.player_turns)

    @property
    def rolls(self) -> tuple[WeatherRoll, ...]:
        """Those of setup and then those of the Player Turns."""
        return (*self.setup, *self.player_turns)

    @property
    def scenario(self) -> Scenario:
        """Its scenario."""
        return self.beginning.setting.scenario

    @cached_property
    def game(self) -> Game:
        """The same as a game, to look at or to ask: ``trail.game.story()``."""
        game = Game.new(self.scenario)
        for roll in self.rolls:
            if game.state.clock.wind_rolled:
                game.do(Advance(Phase.RPH))
            game.do(roll.command, roll.dice)
        return game

    def __repr__(self) -> str:
        orders = "; ".join(format_order(roll.command, roll.dice) for roll in self.rolls)
        return call("trail", orders, facts_of(self.scenario))

    def _repr_pretty_(self, printer: Any, _: bool) -> None:
        printer.text(repr(self))


def trail(orders: str, /, **facts: Any) -> WeatherTrail:
    """The weather by its rolls: ``trail("wc 6 6; wc 3 4", ec="Dry", wind="Heavy Winds")``.

    Args:
        orders: those of setup that are due, and a ``wc`` for each Player Turn, with all dice.
        facts: of its scenario, see `game`.

    Raises:
        BadInput: when the scenario is not sound, or an order is not what is due, or lacks dice.
    """
    given = [parse_order(each) for each in orders.split(";") if each.strip()]
    found = _walked(scenario_of(facts), (order.dice or (1,) for order in given))
    for order, roll in zip(given, found.rolls, strict=False):
        if order != Order(roll.command, roll.dice):
            said, due = format_order(order.command, order.dice), format_order(roll.command)
            raise BadInput(f"`{said}`: `{due}` with its dice would be due")
    if len(found.rolls) < len(given):
        raise BadInput(f"the game is over after {len(found.rolls)} of these {len(given)} rolls")
    return found


def _walked(scenario: Scenario, rolled: Iterable[tuple[int, ...]]) -> WeatherTrail:
    """The weather with these dice, those of a roll together, until the game is over."""
    state = beginning = initial_state(scenario)
    setup: list[WeatherRoll] = []
    player_turns: list[WeatherRoll] = []
    for shown in rolled:
        dice = NotedDice(cycle(shown))
        due = next_roll(state) if state.moment.phase is Phase.SETUP else None
        command = WindChange() if due is None else due()
        try:
            if due is None:
                state = _resolved(state, Advance(Phase.RPH), dice).state
                if state.clock.over:
                    break
            done = _resolved(state, command, dice)
        except Exception as error:
            before = WeatherTrail(beginning, tuple(setup), tuple(player_turns))
            error.add_note(f"`{format_order(command, dice.shown)}` after {before!r}")
            raise
        roll = WeatherRoll(state, command, dice.shown, done.events, done.state)
        (player_turns if due is None else setup).append(roll)
        state = done.state
    return WeatherTrail(beginning, tuple(setup), tuple(player_turns))


def _resolved(state: State, command: Command, dice: Dice) -> Outcome:
    outcome = resolve(state, command, dice)
    if isinstance(outcome, Refusal):
        raise OrderRefused(format_order(command), outcome)
    return outcome


# What is drawn: a byte for each choice of the climate, then one for each Player Turn.


_PLAIN: Final = sorted(
    product(range(1, 7), repeat=2), key=lambda dr: (sum(dr) > 7, abs(sum(dr) - 7))
)
"""From 7 down to 2, then from 8 up to 12: a DR goes step by step to the first that is enough."""

_CHANGES: Final = [(1, 1, dr, to) for dr, to in product(range(1, 7), repeat=2)]
_TELLING: Final = [(6, 6)] * 6 + [(5, 5)] * 2 + [(5, 6), (6, 4), (1, 2)]

_DICE: Final = (
    (),
    *_PLAIN,
    *islice(cycle((*_CHANGES, *_TELLING * 4)), 255 - len(_PLAIN)),
)
"""The dice of each byte, none of which tell least: of 0 no Player Turn; Gusts, rain and change of
wind come up more often than by chance."""

_CLIMATE_BYTES: Final = 16
_BOARD: Final = BASE["boards"][0]
_BOARDS: Final = (
    *([_BOARD],) * 3,
    [_BOARD, {**_BOARD, "name": "Y", "desert": False}],
    [{**_BOARD, "desert": False}],
)


def weather(most: int = 20, **facts: Any) -> SearchStrategy[WeatherTrail]:
    """The weather of drawn scenarios: wind, Gusts, rain, EC and Dust, Player Turn by Player Turn.

    Args:
        most: how many Player Turns it has at most.
        facts: what is the same in all scenarios, as a scenario file says it: ``ec="Dry"``. Rulings
            are the default ones if they are none of them.

    Raises:
        BadInput: at once, when the facts contradict one another or are none of a scenario, or
            ``most`` is no number.
    """
    facts = {"turns": max(1, -(-strategies.at_most(most) // 2)), **facts}
    plain = strategies.plain_with(facts)

    def drawn(by: bytes) -> WeatherTrail:
        choose = Choices(by)
        boards = choose.of(_BOARDS)
        value = {
            **BASE,
            "land": choose.of(("Libya", "Syria", "Malta")),
            "month": choose.of(("June", "November", "January", "April")),
            "boards": boards,
            "steppe": choose.of((False, False, False, True)),
            **strategies.climate(choose, desert=boards[0]["desert"]),
        }
        scenario = strategies.sound_with(value, facts, plain)
        found = _walked(scenario, (_DICE[each] for each in by[_CLIMATE_BYTES:] if each))
        events = (each for roll in found.rolls for each in roll.events)
        tell(ToldGame(lambda: found.game, found), events)
        return found

    return strategies.some_bytes(_CLIMATE_BYTES + most).map(drawn)
