"""Games as people keep them: with orders taken back, notes, changes of who rolls, and an end."""

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from events.commands import ChooseDice, Command, Note, Undo
from events.terms import DiceFrom
from replays.game.game import Game
from replays.testing.strategies import NotedDice, faces, legal_commands, scenarios
from sim.machine.decide import resolve
from sim.machine.telling import Refusal

_NUMBERS = st.integers(0, 0xFFFF)
NOTES = (
    st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), min_size=1, max_size=40)
    .map(lambda text: " ".join(text.split()))
    .filter(lambda text: bool(text) and text.isprintable())
)
"""Notes as they are kept: one line, no spaces around it."""


@st.composite
def kept_games(draw: DrawFn, /, most: int = 40) -> Game:
    """Games of drawn scenarios with all that a log can have, some way into play or finished."""
    game = Game.new(
        draw(scenarios()),
        draw(st.text(max_size=8)),
        draw(st.integers(0, 99)),
        draw(st.sampled_from(DiceFrom)),
    )
    for _ in range(draw(st.integers(0, most))):
        what = draw(st.integers(0, 11))
        if what == 0 or game.position.finished:
            if game.position.before is not None:
                game.do(Undo())
        elif what == 1:
            game.do(Note(draw(NOTES)))
        elif what == 2:
            other = [each for each in DiceFrom if each is not game.position.dice]
            game.do(ChooseDice(draw(st.sampled_from(other))))
        elif game.state.clock.over:
            game.finish()
        else:
            _play(draw, game, draw(legal_commands(game.state)))
    if game.state.clock.over or draw(st.integers(0, 4)) == 0:
        game.finish()
    return game


def _play(draw: DrawFn, game: Game, command: Command) -> None:
    """Give a legal command, its dice from where they may come."""
    by_hand = NotedDice(faces(draw(_NUMBERS)))
    source = game.position.dice
    entered = source is DiceFrom.TABLE or (source is DiceFrom.EITHER and draw(st.booleans()))
    if entered and isinstance(resolve(game.state, command, by_hand), Refusal):
        return
    game.do(command, by_hand.shown)


def play_one(draw: Callable[[SearchStrategy[Any]], Any], game: Game, command: Command) -> None:
    """Give a legal command to a game, its dice from the seed or drawn as if rolled by hand."""
    by_hand = NotedDice(faces(draw(_NUMBERS)))
    shown = draw(st.booleans()) and not isinstance(resolve(game.state, command, by_hand), Refusal)
    game.attempt(command, by_hand.shown if shown else ())
