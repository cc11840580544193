"""What is due, in any state that a game can reach: it is what `phase` then demands and does."""

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from events.commands import Advance, BookCommand, Command
from events.moment import PHASES, Phase
from events.orders import parse_order
from events.turn import PhaseBegan, PlayerTurnBegan
from replays.playing.game import Game
from replays.testing.strategies import games
from sim.machine.decide import Outcome, resolve
from sim.machine.due import Bound, Due, due
from sim.machine.refusals import Refusal
from sim.state import State

COUNTED = {"": 0, "one die": 1, "two dice": 2, "three dice": 3, "four dice": 4}


class Rolled:
    """Dice of a seed, that remember how many each roll took."""

    def __init__(self, face: int) -> None:
        self.face = face
        self.counts: list[int] = []

    def roll(self, _: str, count: int) -> tuple[int, ...]:
        """Show faces that go round."""
        self.counts.append(count)
        dice = tuple((self.face + n) % 6 + 1 for n in range(count))
        self.face += 1
        return dice


def bound(state: State, *bounds: Bound) -> list[Due]:
    """What is due now, of these kinds, that an order does."""
    return [each for each in due(state) if each.bound in bounds and each.order and each.at == "now"]


def command(each: Due) -> Command:
    """The command that the words of its order give."""
    found = parse_order(each.order or "").command
    assert not isinstance(found, BookCommand)
    return found


def orders_given(state: State, face: int, *bounds: Bound) -> State:
    """The state once every order of these kinds that is due is given, one after the other."""
    for _ in range(40):
        found = bound(state, *bounds)
        if not found:
            return state
        dice = Rolled(face)
        outcome = resolve(state, command(found[0]), dice)
        assert isinstance(outcome, Outcome), found[0]
        assert dice.counts[:1] == [COUNTED[found[0].dice]][: COUNTED[found[0].dice]], found[0]
        state = outcome.state
    raise AssertionError("what is due never ends")


def told(outcome: Outcome) -> list[tuple[str, str]]:
    """What happened, but for the beginning of phases: each event and its rule."""
    return [
        (str(event), event.rule)
        for event in outcome.events
        if not isinstance(event, PhaseBegan | PlayerTurnBegan)
    ]


def onward(state: State) -> Iterator[Phase]:
    """The phases that are still to come in this Player Turn, and the next RPh."""
    here = state.moment.phase
    yield Phase.RPH
    yield from PHASES[PHASES.index(here) + 1 :] if here is not Phase.SETUP else (Phase.MPH,)


@settings(max_examples=40, deadline=None)
@given(games(most=30), st.integers(0, 5))
def test_a_phase_is_refused_exactly_while_an_order_must_come_first(game: Game, face: int) -> None:
    """Where `phase` is refused, an order is due that must come first; after it, it is not."""
    state = game.state
    if state.clock.over:
        assert due(state) == ()
        return
    must = bound(state, Bound.MUST)
    for to in onward(state):
        if isinstance(resolve(state, Advance(to), Rolled(face)), Refusal):
            assert must, (state.moment, to)
    if must and state.moment.phase is not Phase.SETUP:
        assert isinstance(resolve(state, Advance(), Rolled(face)), Refusal)
    ready = orders_given(state, face, Bound.MUST)
    for to in onward(ready):
        assert isinstance(resolve(ready, Advance(to), Rolled(face)), Outcome), (ready.moment, to)


@settings(max_examples=40, deadline=None)
@given(games(most=30), st.integers(0, 5))
def test_what_happens_at_the_end_of_a_phase_is_what_was_due(game: Game, face: int) -> None:
    """Once the orders are given, the events of `phase` are those that were due, in their order."""
    if game.state.clock.over:
        return
    state = game.state
    if state.moment.phase is not Phase.SETUP:
        state = orders_given(state, face, Bound.MUST)
    for each in bound(state, Bound.ITSELF):
        outcome = resolve(state, command(each), Rolled(face))
        assert isinstance(outcome, Outcome), each
        state = outcome.state
    waits = due(state)
    dice = Rolled(face)
    outcome = resolve(state, Advance(), dice)
    if isinstance(outcome, Refusal):
        assert waits[0].bound is Bound.MUST
        return
    listed = [(each.what, each.rule) for each in waits if each.bound is Bound.ITSELF]
    rolled = [each for each in waits if each.bound is Bound.ITSELF and each.dice]
    if not rolled:
        assert told(outcome)[: len(listed)] == listed
        assert dice.counts == []
    else:
        assert dice.counts[0] == COUNTED[rolled[0].dice]
    if not any(rule == "AD3.312" for _, rule in listed):
        assert told(outcome) == listed


@settings(max_examples=40, deadline=None)
@given(games(most=30), st.integers(0, 5))
def test_every_order_that_is_due_can_be_given(game: Game, face: int) -> None:
    """Whatever order is due now is accepted as it is written, and takes the dice that are said."""
    for each in due(game.state):
        if each.order is None or each.at != "now":
            continue
        dice = Rolled(face)
        outcome = resolve(game.state, command(each), dice)
        assert isinstance(outcome, Outcome), each
        assert (dice.counts or [0])[0] == COUNTED[each.dice], each


@settings(max_examples=40, deadline=None)
@given(games(most=30))
def test_what_is_due_in_the_player_turn_begins_with_what_is_due_in_the_phase(game: Game) -> None:
    """To look farther changes nothing of what comes before."""
    now, turn = due(game.state), due(game.state, player_turn=True)
    assert turn[: len(now)] == now
