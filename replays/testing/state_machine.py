"""A rule-based state machine that plays games; subclass it with invariants of your own."""

from typing import Any

import attrs
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule
from hypothesis.strategies import DrawFn, SearchStrategy

from events.orders import Order, format_order, parse_order
from events.scenario import Scenario
from replays.game.game import Game
from replays.testing.found import DrawnGame, ToldGame, tell
from replays.testing.strategies import NUMBERS, SEEDS, drawn_order, scenarios
from sim.state import State


@attrs.frozen
class _Typed(Order):
    """An order that is shown as it is typed."""

    def _repr_pretty_(self, printer: Any, _: bool) -> None:
        printer.text(repr(format_order(self.command, self.dice)))


@st.composite
def _legal_orders(draw: DrawFn) -> Order | None:
    """An order that is legal in the game of the machine that draws it; None once it is over."""
    state = draw(st.runner()).game.state
    if state.clock.over:
        return None
    return _Typed(*drawn_order(state, draw(NUMBERS), draw))


@st.composite
def _new_games(draw: DrawFn) -> Game:
    """A game that begins, of a scenario as the machine wants it."""
    scenario = draw(draw(st.runner()).facts)
    return DrawnGame.new(scenario, draw(SEEDS))


class DesertMachine(RuleBasedStateMachine):
    """Plays legal orders in a game of a drawn scenario.

    Of what it finds it tells the orders as they are typed, and all that a `games` test tells.
    """

    facts: SearchStrategy[Scenario] = scenarios()
    """The strategy of its scenarios; replace it in a subclass."""

    game: Game
    """The game under test."""

    before: State
    """The state before the last order that was played."""

    @property
    def state(self) -> State:
        """The state now."""
        return self.game.state

    @initialize(game=_new_games())
    def begin(self, game: Game) -> None:
        """Begin with a game."""
        self.game, self.before = game, game.state

    @rule(order=_legal_orders())
    def play(self, order: str | Order | None) -> None:
        """Give an order, in words or parsed; None, once the game is over, gives none."""
        if order is not None:
            given = parse_order(order) if isinstance(order, str) else order
            self.before = self.game.state
            self.game.demand(given.command, given.dice)

    def teardown(self) -> None:
        """Tell the game, if a property failed on it."""
        if hasattr(self, "game"):
            line = "from replays.testing import game\n\nfound = {}"
            happened = (each for entry in self.game.entries for each in entry.then)
            tell(ToldGame(lambda: self.game, self.game, line), happened)
