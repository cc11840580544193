"""A vehicle that the scenario forgot is added to a game, and is as if it had been there."""

from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.commands import AddVehicle
from events.errors import BadInput
from events.scenario import Scenario
from events.terms import Movement
from events.vehicles import VehicleAdded
from replays import Game, load_scenario
from replays.auditing.audit import audit
from replays.game.game import OrderRefused
from replays.game.position import in_play
from replays.testing import legal_commands, scenarios
from sim.machine.options import Option, OptionField, Thing, options_of
from sim.machine.telling import Reason
from sim.state.evolve import evolve
from tests import cases
from tests.drawn import examples
from tests.kept import play_one

STUART = "vehicle Stuart by british fully-tracked mp 14"


def _game() -> Game:
    return Game.new(load_scenario("bir-el-qaha"), seed="added")


def _lacking(scenario: Scenario) -> tuple[Game, AddVehicle]:
    """A game of a scenario without its last vehicle, and the command that adds it."""
    *others, last = scenario.vehicles
    lacking = attrs.evolve(scenario, vehicles=tuple(others))
    return Game.new(lacking, seed="added"), AddVehicle(**vars(last))


@examples(40)
@given(st.data())
def test_a_vehicle_added_in_setup_is_as_one_of_the_scenario(data: st.DataObject) -> None:
    """Both games go on event by event alike; the log that tells of it is read as it was played."""
    scenario = data.draw(scenarios().filter(lambda found: bool(found.vehicles)))
    whole = Game.new(scenario, seed="added")
    game, add = _lacking(scenario)
    game.do(add)
    assert game.state == whole.state
    assert [*game.state.setting.vehicles.values()] == [*whole.state.setting.vehicles.values()]
    for _ in range(data.draw(st.integers(0, 25))):
        if whole.state.clock.over:
            break
        play_one(data.draw, whole, data.draw(legal_commands(whole.state)))
        entry = whole.entries[-1]
        game.attempt(entry.do, entry.table_dice)
        assert (game.entries[-1].then, game.entries[-1].dice) == (entry.then, entry.dice)
        assert game.state == whole.state


def test_a_log_with_an_added_vehicle(tmp_path: Path) -> None:
    """It audits clean, is read as it was, and undo, branch and moments know when it is there."""
    game, path = _game(), tmp_path / "game.jsonl"
    early = game.do(f"{STUART} at D6")
    game.do_all(["wc 3 4", "vehicle Late by German halftrack mp 15 open-topped", "phase MPh"])
    entered = game.do("enter Late A3")
    game.save(path)
    assert audit(path).clean
    read = Game.load(path)
    assert read.state == game.state
    assert read.state.setting is game.state.setting  # so that what is cached by it goes on
    assert read.at(f"#{early.n}").vehicles["Stuart"].hex == "D6"
    assert "Late" not in read.at(f"#{early.n}").setting.vehicles
    assert read.branch(f"#{entered.n}").state.vehicles["Late"].hex == "A3"
    while read.position.entry:
        read.do("undo")
    assert {"Stuart", "Late"}.isdisjoint({*read.state.vehicles, *read.state.setting.vehicles})


@cases(
    "order, reason, said",
    ("vehicle pza by German truck mp 20", Reason.NAME_TAKEN, "PzA is the name of another"),
    ("vehicle X by Italian truck mp 20", Reason.UNKNOWN_SIDE, "'Italian' is not a side"),
    (f"{STUART} at ZZ9", Reason.UNKNOWN_HEX, "'ZZ9' is not a hex in play"),
    ("vehicle X by German truck mp 0", Reason.IMPOSSIBLE_NUMBER, "0 is not an MP allotment"),
    ("vehicle X by German truck mp 9 none bu", Reason.NOT_AFV, "only an AFV"),
    (f"{STUART} bypass 2", Reason.OUT_OF_PLAY, "a vehicle offboard is not in Bypass"),
)
def test_what_cannot_be_added(order: str, reason: Reason, said: str) -> None:
    """A vehicle that no scenario may have is refused, and nothing has changed."""
    game = _game()
    with pytest.raises(OrderRefused, match=said) as refused:
        game.do(order)
    assert refused.value.refusal.reason is reason
    assert not game.entries


def test_after_setup_it_enters() -> None:
    """A hex to set up in is refused in play; `enter` says what to type for an unknown vehicle."""
    game = _game()
    game.do_all(["wc 3 4", "phase MPh"])
    with pytest.raises(BadInput, match="`enter Stuart D4` brings it in in its MPh"):
        game.do(f"{STUART} at D4")
    with pytest.raises(BadInput, match="there is no vehicle Zug; to add it, type `") as refused:
        game.do("enter Zug A3")
    game.do(str(refused.value).split("`")[3])
    assert str(game.do("enter Zug A3").then[0]) == "Zug enters in A3 (1 MP)"


def test_a_forged_side_is_told_of() -> None:
    """A log in which somebody wrote a vehicle of a third side is refused with a sentence."""
    values: dict[str, Any] = {"id": "X", "side": "Italian", "movement": Movement.TRUCK, "mp": 20}
    state = evolve(_game().state, VehicleAdded(**values, rule="A2.52"))
    with pytest.raises(BadInput, match="vehicle 'X' of side 'Italian', which is not of its"):
        in_play(state)


def test_setup_offers_it_as_a_form() -> None:
    """What can be done with a game, or a hex of it, has the vehicle with all of its fields."""
    game = _game()
    for thing, at in ((Thing(), "{at}"), (Thing("hex", "D4"), "at D4")):
        legal, _ = options_of(game.state, thing)
        (found,) = (each for each in legal if each.order == "vehicle")
        assert at in found.line
        game.branch().do(_filled(found))


def _filled(option: Option) -> str:
    """The line of a form in which only what is needed was filled in."""

    def words(field: OptionField) -> str:
        return field.write.format(field.value) if field.needed else ""

    filled: dict[str, Any] = {each.name: words(each) for each in option.fields}
    return option.line.format(**filled)
