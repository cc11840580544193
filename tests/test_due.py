"""What is due, in any state that a game can reach: it is what `phase` then demands and does."""

import random
from collections.abc import Iterator
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.commands import (
    Advance,
    ArmoredAssault,
    Blaze,
    Bog,
    BookCommand,
    Clear,
    Command,
    Destroy,
    Exit,
    Flame,
    Immobilize,
    Move,
    PlaceSmoke,
    PlaceUnit,
    RemoveUnit,
    Shock,
    Start,
    Stun,
    WindChange,
)
from events.moment import PHASES, Phase
from events.orders import parse_order
from events.turn import PhaseBegan, PlayerTurnBegan
from replays.game.game import Game
from replays.testing.strategies import candidates, games
from sim.machine.decide import Outcome, resolve
from sim.machine.due import Bound, Due, due
from sim.machine.telling import Refusal
from sim.state import State
from tests.drawn import examples
from tests.table import scenario

COUNTED: Final = {"": 0, "one die": 1, "two dice": 2, "three dice": 3, "four dice": 4}


class Rolled:
    """Dice that go round, and remember how many each roll took."""

    def __init__(self, face: int) -> None:
        self.face = face
        self.counts: list[int] = []

    def roll(self, _: str, count: int) -> tuple[int, ...]:
        """Show faces that go round."""
        self.counts.append(count)
        dice = tuple((self.face + n) % 6 + 1 for n in range(count))
        self.face += 1
        return dice


def command(each: Due) -> Command:
    """The command that the words of its order give."""
    found = parse_order(each.order or "").command
    assert not isinstance(found, BookCommand)
    return found


def given_now(state: State, *bounds: Bound) -> list[Due]:
    """What is due now, of these kinds, that an order does."""
    return [each for each in due(state) if each.bound in bounds and each.order and each.at == "now"]


def with_orders(state: State, face: int, *bounds: Bound) -> State:
    """The state once every order of these kinds that is due is given, one after the other."""
    for _ in range(40):
        found = given_now(state, *bounds)
        if not found:
            return state
        outcome = resolve(state, command(found[0]), Rolled(face))
        assert isinstance(outcome, Outcome), found[0]
        state = outcome.state
    raise AssertionError("what is due never ends")


def told(outcome: Outcome) -> list[tuple[str, str]]:
    """What happened, but for the beginning of phases: each event and its rule."""
    return [
        (str(event), event.rule)
        for event in outcome.events
        if not isinstance(event, PhaseBegan | PlayerTurnBegan)
    ]


def onward(state: State) -> tuple[Phase, ...]:
    """The next RPh, and the phases that are still to come in this Player Turn."""
    here = state.moment.phase
    rest = (Phase.MPH,) if here is Phase.SETUP else PHASES[PHASES.index(here) + 1 :]
    return (Phase.RPH, *rest)


def refuses_only_what_must_wait(state: State, face: int) -> None:
    """Where `phase` is refused, an order is due that must come first; after it, it is not."""
    must = given_now(state, Bound.MUST)
    for to in onward(state):
        refusal = resolve(state, Advance(to), Rolled(face))
        if isinstance(refusal, Refusal):
            assert [command(each) for each in must] == [refusal.first], (state.moment, to)
            assert f"`{must[0].order}`" in refusal.why, "a refusal names the order that is due"
    if must and state.moment.phase is not Phase.SETUP:
        assert isinstance(resolve(state, Advance(), Rolled(face)), Refusal)
    ready = with_orders(state, face, Bound.MUST)
    for to in onward(ready):
        assert isinstance(resolve(ready, Advance(to), Rolled(face)), Outcome), (ready.moment, to)


def ends_as_it_was_due(state: State, face: int) -> None:
    """Once the orders are given, the events of `phase` are those that were due, in their order."""
    if state.moment.phase is not Phase.SETUP:
        state = with_orders(state, face, Bound.MUST)
    state = with_orders(state, face, Bound.ITSELF)
    waits = due(state)
    dice = Rolled(face)
    outcome = resolve(state, Advance(), dice)
    if isinstance(outcome, Refusal):
        assert waits[0].bound is Bound.MUST
        return
    listed = [each for each in waits if each.bound is Bound.ITSELF]
    selections = [each for each in listed if each.rule == "AD3.312"]
    rolled = [each for each in selections if each.dice]
    assert dice.counts[:1] == [COUNTED[each.dice] for each in rolled[:1]]
    if not selections:
        assert told(outcome) == [(each.what, each.rule) for each in listed]
        return
    happened = told(outcome)
    certain = [(each.what, each.rule) for each in listed if each.rule != "AD3.312"]
    assert [each for each in happened if each[1] != "AD3.312"] == certain
    assert sum(rule == "AD3.312" for _, rule in happened) >= len(selections)


def takes_what_it_says(state: State, face: int) -> None:
    """Whatever order is due now is accepted as it is written, and takes the dice that are said."""
    for each in due(state):
        if each.order is not None and each.at == "now":
            dice = Rolled(face)
            assert isinstance(resolve(state, command(each), dice), Outcome), each
            assert (dice.counts or [0])[0] == COUNTED[each.dice], each


def looks_as_far_as_it_is_told(state: State) -> None:
    """To look to the end of the Player Turn changes nothing of what comes before."""
    now, turn = due(state), due(state, player_turn=True)
    assert turn[: len(now)] == now


def holds(state: State, face: int) -> None:
    """All of that holds in a state."""
    if state.clock.over:
        assert due(state) == ()
        return
    refuses_only_what_must_wait(state, face)
    ends_as_it_was_due(state, face)
    takes_what_it_says(state, face)
    looks_as_far_as_it_is_told(state)


@examples(60)
@given(games(most=30), st.integers(0, 5))
def test_due_is_what_phase_demands_and_does_in_drawn_games(game: Game, face: int) -> None:
    """In a state of any game: what must come first, what happens by itself, and every order."""
    holds(game.state, face)


def crowded() -> dict[str, Any]:
    """A scenario in which much can become due: Bog, fire, a Mosque, drift, Dust."""
    return {
        "turns": 4,
        "wind": "Mild Breeze",
        "wind_direction": 3,
        "ec": "Dry",
        "dust": "Light",
        "boards": [{"name": "X", "desert": True, "ad": True, "width": 9, "height": 8}],
        "ad": True,
        "buildings": [
            {"hex": "E4", "material": "wooden", "upper_levels": 1},
            {"hex": "F4", "upper_levels": 1, "mosque": True},
        ],
        "debris": [
            *({"hex": name} for name in ("E5", "C4", "C5", "G3")),
            {"hex": "D5", "origin": "placed"},
        ],
        "vehicles": [
            {"id": "A", "side": "German", "movement": "fully-tracked", "mp": 14, "at": "D4"},
            {"id": "B", "side": "German", "movement": "truck", "mp": 30, "at": "E6"},
            {"id": "C", "side": "British", "movement": "halftrack", "mp": 16, "at": "F5"},
        ],
    }


def walked(seed: int, steps: int) -> Iterator[State]:
    """The states of a game that chance plays: every kind of order about as often as any other."""
    chance = random.Random(seed)
    state = Game.new(scenario(**crowded())).state
    for _ in range(steps):
        yield state
        legal: dict[type[Command], list[tuple[Command, State]]] = {}
        for each in candidates(state):
            outcome = resolve(state, each, Rolled(chance.randrange(6)))
            if isinstance(outcome, Outcome) and each not in (
                Advance(Phase.RPH),
                Advance(Phase.CCPH),
            ):
                legal.setdefault(type(each), []).append((each, outcome.state))
        if not legal:
            return
        kinds = sorted(legal, key=lambda kind: kind.word)
        often = [kind for kind in kinds if kind in OFTEN and chance.random() < OFTEN[kind]]
        seldom = [kind for kind in kinds if kind not in SELDOM or chance.random() < 0.1]
        _, state = chance.choice(legal[chance.choice(often or seldom or kinds)])


OFTEN: Final = {WindChange: 1.0, Advance: 0.2, Start: 0.7, Move: 0.7} | {
    Clear: 0.5,
    Blaze: 0.05,
    Flame: 0.2,
    PlaceUnit: 0.1,
    Bog: 0.1,
}
SELDOM: Final = (Destroy, Immobilize, Stun, Shock, RemoveUnit, Exit, ArmoredAssault, PlaceSmoke)


WALKS: Final = 5


@pytest.mark.parametrize("seed", range(WALKS))
def test_due_is_what_phase_demands_and_does_in_a_crowded_game(seed: int) -> None:
    """In each state of games full of fire, Bog, Dust and Steeples."""
    for number, state in enumerate(walked(seed, 60)):
        holds(state, number % 6)
