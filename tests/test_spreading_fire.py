"""B25.11 Kindling, B25.6 Spreading Fire, B25.66 Fire Collapse, and whole lives of fires."""

from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from events.commands import CheckFlame, Kindle
from events.ground import BlazeBegan, FireEnded, FlamePlaced
from events.moment import Moment, Phase
from events.register import Event
from events.spreading_fire import BlazeSpread
from events.terms import Kindler
from replays import ask
from replays.testing import games
from sim.chapter_b.burnable import burns_as
from sim.machine.decide import Outcome, resolve
from sim.machine.dice import Dice, outcomes
from sim.state import State, replace
from tests.drawn import examples


def chance(state: State, command: Any, wanted: type[Event], to: str = "") -> Fraction:
    """The exact chance that a command leads to an event, every outcome of its dice tried."""

    def act(dice: Dice) -> bool:
        outcome = resolve(state, command, dice)
        assert isinstance(outcome, Outcome)
        return any(
            isinstance(each, wanted) and (not to or getattr(each, "to", "") == to)
            for each in outcome.events
        )

    return sum((share for share, _, happened in outcomes(act) if happened), Fraction(0))


@examples(40)
@given(data=st.data())
def test_fire_is_only_where_something_burns_and_spreads_only_next_door(data: st.DataObject) -> None:
    """In any game: fire needs something to burn, and each spread is into an adjacent hex."""
    game = data.draw(games(most=60, wind="Mild Breeze"))
    for name, ground in game.state.ground.items():
        if ground.fire is not None:
            assert burns_as(game.state, name) is not None
        for fire in ground.fires.values():
            assert (fire.ablaze is not None) is not bool(fire.flames)
    for entry in game.entries:
        for event in entry.then:
            if isinstance(event, BlazeSpread):
                near = event.hex == event.to or game.state.setting.area.hexside(event.hex, event.to)
                assert near or event.rule == "B25.651"


@examples(25)
@given(data=st.data())
def test_ask_burn_and_the_orders_agree_on_every_chance(data: st.DataObject) -> None:
    """Whatever the state, Kindling and the growth of a Flame have the chance that ask gives."""
    state = data.draw(games(most=40)).state
    if state.moment.phase is Phase.SETUP or state.clock.over:
        return
    name = data.draw(st.sampled_from(sorted(state.setting.area.record)))
    facts = ask(state, "burn", hex=name).facts
    if "kindle" in facts:
        now = replace(state, clock=_at(state, Phase.PFPH))
        for by in Kindler:
            told = ask(state, "burn", hex=name, by=by.value).facts["kindle"]["chance"]
            assert told == str(chance(now, Kindle(name, by), FlamePlaced))
    if facts.get("flames") == 1:
        now = replace(state, clock=_at(state, Phase.AFPH, later=1))
        assert facts["flame"]["chance"] == str(chance(now, CheckFlame(name), BlazeBegan))
        assert facts["flame"]["out"] == str(chance(now, CheckFlame(name), FireEnded))


def _at(state: State, phase: Phase, later: int = 0) -> Any:
    clock = state.clock
    moment = Moment(clock.moment.turn + later, clock.moment.player, phase)
    return clock.__class__(moment, wind_rolled=True)
