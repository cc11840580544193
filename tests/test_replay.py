"""Whole games: replay, determinism, and moments."""

import contextlib
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import invariant

from events.codec import decode_entry, encode_entry
from events.commands import Move, WindChange
from events.errors import BadInput
from events.moment import parse_moment
from events.terms import Fire
from replays.game.drive import drive, play
from replays.game.game import Game, OrderRefused
from replays.game.named_moment import parse_when
from replays.game.scenario_file import load_scenario
from replays.game.story import tell
from replays.testing import DesertMachine, candidates, games
from sim.chapter_11.applicability import light_dust_can_exist
from sim.machine.decide import resolve
from sim.machine.telling import Refusal
from sim.state import State
from sim.state.evolve import evolve
from tests import cases
from tests.drawn import examples
from tests.table import Table


class ReplayMachine(DesertMachine):
    """Live state and replayed state are the same at every moment."""

    @invariant()
    def replay_equals_live(self) -> None:
        """Folding the events of the log from the beginning gives the state now."""
        state = self.game.beginning
        for entry in self.game.entries:
            for event in entry.then:
                state = evolve(state, event)
        assert state == self.game.state

    @invariant()
    def the_last_entry_survives_the_codec(self) -> None:
        """Encode then decode is the identity."""
        if self.game.entries:
            entry = self.game.entries[-1]
            assert decode_entry(encode_entry(entry)) == entry

    @invariant()
    def counters_lie_where_dust_can_be(self) -> None:
        """Vehicle Dust lies only while Light Dust can exist, never in Heavy Winds or Gusts."""
        if not self.state.vehicle_dust:
            return
        assert light_dust_can_exist(self.state)
        assert not self.state.wind.heavy
        assert not self.state.wind.gusts

    @invariant()
    def drift_has_a_source(self) -> None:
        """Nothing drifts from a counter or a Blaze that is gone."""
        ground = self.state.ground.items()
        ablaze = {f"Blaze {name}" for name, each in ground if each.fire is Fire.BLAZE}
        assert set(self.state.drift) <= {*self.state.smoke, *self.state.vehicle_dust, *ablaze}

    @invariant()
    def vehicles_keep_to_their_allotment(self) -> None:
        """No vehicle expends more MP than it has, and none that cannot move is in Motion."""
        for name, found in self.state.vehicles.items():
            assert found.mp_used <= self.state.setting.vehicles[name].mp
            halted = found.stunned or found.shocked or found.immobile or found.destroyed
            assert not (halted and found.in_motion)


TestReplayMachine = ReplayMachine.TestCase
TestReplayMachine.settings = examples(40, stateful_step_count=40)


@examples(60)
@given(games())
def test_a_saved_game_loads_as_the_same_game(game: Game) -> None:
    """Log bytes give back every entry and state, whatever was played."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        seal = game.save(path)
        again = Game.load(path)
        assert path.read_bytes() == game.log_bytes()
    assert again.entries == game.entries
    assert again.state == game.state
    assert again.header == game.header
    assert again.seal() == seal


@examples(40)
@given(games())
def test_the_same_orders_and_dice_give_the_same_game(game: Game) -> None:
    """Played again from its commands and the dice rolled by hand, a game has the same bytes."""
    again = Game.new(game.header.scenario, game.header.seed, game.header.game)
    for entry in game.entries:
        by_hand = [d for roll in entry.dice if roll.source == "table" for d in roll.dice]
        result = again.attempt(entry.do, by_hand)
        assert not isinstance(result, Refusal)
    assert again.log_bytes() == game.log_bytes()


@examples(30)
@given(games(most=30))
def test_refused_commands_change_nothing(game: Game) -> None:
    """Every command that makes sense is either refused with a rule, or leads to a new state."""

    class Ones:
        def roll(self, _: str, count: int) -> tuple[int, ...]:
            return (1,) * count

    before = game.state
    frozen = repr(before)
    for command in candidates(before):
        outcome = resolve(before, command, Ones())
        if isinstance(outcome, Refusal):
            assert outcome.rule
            assert outcome.why
        else:
            assert all(event.rule for event in outcome.events)
    assert game.state is before
    assert repr(game.state) == frozen


def test_one_more_move_does_not_change_tomorrows_weather() -> None:
    """Two games of one seed have the same Wind Change DRs, whatever their vehicles do."""
    still, driven = (Game.new(load_scenario("bir-el-qaha"), "weather") for _ in range(2))
    while not still.state.clock.over:
        still.do("wc")
        still.do("phase RPh")
    list(drive(driven))

    def rolls(game: Game) -> list[tuple[int, ...]]:
        return [r.dice for e in game.entries for r in e.dice if r.purpose == "wind change"]

    assert len(still.entries) < len(driven.entries)
    assert rolls(still) == rolls(driven)


@pytest.fixture(scope="module")
def played() -> Game:
    """A bundled game, driven to its end."""
    game = Game.new(load_scenario("bir-el-qaha"), "moments")
    list(drive(game))
    return game


def test_every_entry_has_a_state(played: Game) -> None:
    """The state at #n is that after entry n; #0 is the beginning, end the end."""
    assert played.at("#0") == played.beginning
    assert played.at("end") == played.state
    state: State = played.beginning
    for entry in played.entries:
        for event in entry.then:
            state = evolve(state, event)
        assert played.at(f"#{entry.n}") == state


@given(st.text(max_size=12))
def test_text_that_is_no_moment_gets_a_sentence(text: str) -> None:
    """Anything is either a moment or bad input."""
    with contextlib.suppress(BadInput):
        parse_when(text)


@cases("text", "7.1/RPh", "#9999", "100.2")
def test_a_moment_beyond_the_game_is_bad_input(played: Game, text: str) -> None:
    """A moment that the game did not come to is named, with where it stands."""
    with pytest.raises(BadInput, match=r"did not come to .* stands at 6\.2/CCPh"):
        played.at(text)


def test_part_of_a_story_is_part_of_the_whole(played: Game) -> None:
    """--from and --to cut the story at moments or entries, without changing a line."""
    whole = list(tell(played.beginning, played.entries))
    part = list(
        tell(played.beginning, played.entries, parse_when("2.1/RPh"), parse_when("2.2/RPh"))
    )
    start = whole.index(part[0])
    assert whole[start : start + len(part)] == part
    assert str(part[0].moment) == "2.1/RPh"
    first, last = parse_moment("2.1/RPh"), parse_moment("2.2/RPh")
    assert all(first <= line.moment <= last for line in part)


def test_a_game_on_disk_is_driven_on_disk(tmp_path: Path) -> None:
    """What drivers do in a game with a log is in the log, and the log is finished."""
    facts, path = load_scenario("bir-el-qaha"), tmp_path / "driven.jsonl"
    with Game.open(path, facts, seed="driven") as game:
        list(drive(game))
        assert Game.load(path).entries == game.entries
    assert path.read_bytes() == play(facts, "driven").log_bytes()


def test_a_refused_order_takes_the_rolls_of_setup_back() -> None:
    """An order that is refused in setup leaves setup as it was, dice and all."""
    table = Table(dyo=True, weather="roll", ec="roll", wind="roll", wind_direction=None)
    with pytest.raises(OrderRefused):
        table.do("start PzA")
    assert table.game.entries == []
    assert table.state == table.game.beginning


@cases("mp", 2.0, True, "2", Fraction(2, 3))
def test_a_command_with_a_wrong_value_is_bad_input(mp: object) -> None:
    """Commands made in Python are checked as strictly as orders; whole Fractions are numbers."""
    table = Table()
    table.to("MPh")
    table.do("start PzA")
    with pytest.raises(BadInput):
        table.game.do(Move("PzA", "D5", mp))  # type: ignore[arg-type] # no number is what is tried
    table.game.do(Move("PzA", "D5", Fraction(2)))
    assert table.state.vehicles["PzA"].mp_used == 3


def test_dice_that_are_none_are_bad_input() -> None:
    """Dice given in Python are from 1 to 6."""
    table = Table()
    table.do("phase RPh")
    for dice in ((9, 9), (0, 1), (True, 2)):
        with pytest.raises(BadInput, match="is not a die"):
            table.game.do(WindChange(), dice)


def test_a_whole_game_is_played_in_one_call() -> None:
    """Play drives a scenario to its end; the same seed gives the same bytes, and a story."""
    game = play(load_scenario("bir-el-qaha"), "one call")
    assert game.state.clock.over
    assert game.log_bytes() == play(load_scenario("bir-el-qaha"), "one call").log_bytes()
    assert game.story("1.1/RPh", "1.1/RPh") in game.story()
    assert repr(game).endswith("entries, finished at 6.2/CCPh>")
