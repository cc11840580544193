"""A rule-based state machine that plays games; subclass it with invariants of your own."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from hypothesis.strategies import SearchStrategy

from events.scenario import Scenario
from events.terms import Density
from replays.game.game import Game
from replays.testing.strategies import commands, is_legal, legal_commands, play_one, scenarios
from sim.machine.telling import Refusal
from sim.state import State


class DesertMachine(RuleBasedStateMachine):
    """Plays legal commands, and tries illegal ones, on a drawn scenario.

    `before` is the state before the last command that was played.
    """

    facts: SearchStrategy[Scenario] = scenarios()
    """The strategy of its scenarios; replace it in a subclass."""

    def __init__(self) -> None:
        super().__init__()
        self.game: Game
        self.before: State

    @property
    def state(self) -> State:
        """The state now."""
        return self.game.state

    @initialize(data=st.data())
    def begin(self, data: Any) -> None:
        """Draw a scenario and a seed."""
        self.game = Game.new(data.draw(self.facts), data.draw(st.text(max_size=8)))
        self.before = self.game.state

    @precondition(lambda self: not self.game.state.clock.over)
    @rule(data=st.data())
    def play(self, data: Any) -> None:
        """Give a legal command."""
        self.before = self.game.state
        play_one(data.draw, self.game, data.draw(legal_commands(self.game.state)))

    @rule(data=st.data())
    def try_illegal(self, data: Any) -> None:
        """Give a command that may be illegal; if it is refused, nothing has changed."""
        command = data.draw(commands(self.game.state))
        before, count = self.game.state, len(self.game.entries)
        if not is_legal(before, command):
            refusal = self.game.attempt(command)
            assert isinstance(refusal, Refusal)
            assert refusal.rule
            assert self.game.state is before
            assert len(self.game.entries) == count

    @invariant()
    def density_moves_one_level_at_most(self) -> None:
        """Density moves by one level at most, or vanishes at once with rain (11.76, 11.77)."""
        if not hasattr(self, "game"):
            return
        old, new = self.before.dust, self.state.dust
        if old is not None and new is not None and not self.state.sky.rained:
            assert abs(new.level - old.level) <= 1
        if self.state.sky.rained:
            assert new is Density.NONE
