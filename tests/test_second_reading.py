"""The engine against a second, naive reading of 11.7-11.77, on drawn games."""

from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.commands import Advance, Command, Impulse, Move
from events.dust import DustRose, VehicleDustPlaced
from events.entry import Entry
from events.moment import Phase
from events.scenario import Scenario
from events.vehicles import VehicleBogged, VehicleFreed, VehicleMoved
from replays.game.drive import drive
from replays.game.game import Game
from replays.testing import games, legal_commands, scenarios
from sim.state import State
from tests.drawn import examples, share
from tests.kept import play_one
from tests.second_reading import SecondReading
from tests.table import scenario

DUSTY: dict[str, Any] = {
    "boards": [{"name": "X", "desert": True, "width": 9, "height": 8}],
    "debris": [],
    "ad": False,
    "buildings": [],
    "rulings": {},
    "vehicles": [
        {"id": "A", "side": "German", "movement": "fully-tracked", "mp": 20, "at": "D4"},
        {"id": "B", "side": "German", "movement": "fully-tracked", "mp": 20, "at": "E5"},
        {"id": "C", "side": "British", "movement": "truck", "mp": 30, "armour": "none", "at": "F6"},
        {"id": "D", "side": "British", "movement": "armoured-car", "mp": 30},
    ],
}
"""A desert in which dust is likely: four vehicles, and no ruling but the defaults."""


def _first_reading(state: State) -> dict[str, Any]:
    return {
        "wind_force": state.wind.force,
        "wind_direction": state.wind.direction,
        "gusts": state.wind.gusts,
        "rain": state.sky.rain,
        "ec": state.sky.ec,
        "density": state.dust,
        "vehicle_dust": {v: (c.hex, c.motion) for v, c in state.vehicle_dust.items()},
    }


def _compare(game: Game) -> int:
    """Read a game a second time; how many entries were compared."""
    reading: SecondReading | None = None
    state = game.beginning
    compared = 0
    for entry, after in _states(game):
        if reading is None and entry.at.phase is Phase.SETUP and isinstance(entry.do, Advance):
            reading = SecondReading(
                game.header.scenario,
                weather=after.sky.weather,
                ec=after.sky.ec,
                wind_force=after.wind.force,
                wind_direction=after.wind.direction,
                density=after.dust,
            )
        if reading is not None:
            reading.see(_said(entry), [die for roll in entry.dice for die in roll.dice])
            for event in entry.then:
                if isinstance(event, VehicleBogged):
                    reading.bogged(event.vehicle)
                if isinstance(event, VehicleFreed):
                    reading.freed(event.vehicle)
            if after.clock.wind_rolled and not after.clock.over:
                second = {key: getattr(reading, key) for key in _first_reading(after)}
                assert second == _first_reading(after), f"entry {entry.n}: {entry.do}"
                compared += 1
        state = after
    assert state == game.state
    return compared


def _said(entry: Entry) -> Command:
    """What was ordered, with the MP that the engine charged where the order left them open."""
    paid = {event.vehicle: event.mp for event in entry.then if isinstance(event, VehicleMoved)}

    def step(command: Any) -> Any:
        moves = isinstance(command, Move) and command.mp is None
        return attrs.evolve(command, mp=paid[command.vehicle]) if moves else command

    if isinstance(entry.do, Impulse):
        return Impulse(tuple(step(each) for each in entry.do.steps))
    return step(entry.do)  # type: ignore[no-any-return] # a union of its vocabulary


def _states(game: Game) -> Any:
    """Each entry with the state after it."""
    from replays.game.position import happen

    state = game.beginning
    for entry in game.entries:
        for event in entry.then:
            state = happen(state, event, entry.n)
        yield entry, state


@pytest.mark.rule("11.7", "11.74", "11.741", "11.76", "11.77", "11.71")
@examples(48)
@given(st.data(), scenarios(**DUSTY, weather="Clear & Gusty", ec="Dry", dust="None"))
def test_both_readings_agree_on_dusty_games(data: st.DataObject, facts: Scenario) -> None:
    """On games full of vehicles and Gusts, engine and second reading agree after every entry."""
    game = Game.new(facts)
    for _ in range(60):
        if game.state.clock.over:
            break
        play_one(data.draw, game, data.draw(legal_commands(game.state)))
    _compare(game)


@pytest.mark.rule("11.7", "11.74", "11.741", "11.76", "11.77", "11.71")
@examples(48)
@given(games(rulings={}))
def test_both_readings_agree_on_every_game(game: Game) -> None:
    """On any drawn game, DYO or not, rain or not, both readings agree after every entry."""
    _compare(game)


@pytest.mark.rule("11.7", "11.74", "11.76")
def test_both_readings_agree_on_driven_games() -> None:
    """Games of the built-in drivers, in three winds, are read alike."""
    placed = rose = 0
    for number in range(share(300)):
        force = ("Heavy Winds", "Mild Breeze", "No Wind")[number % 3]
        game = Game.new(
            scenario(**DUSTY, turns=4, weather="Clear & Gusty", wind=force, wind_direction=None),
            "a second reading",
            number,
        )
        list(drive(game))
        assert _compare(game) > 20
        kinds = [type(event) for entry in game.entries for event in entry.then]
        placed += kinds.count(VehicleDustPlaced)
        rose += kinds.count(DustRose)
    assert placed > share(300)
    assert rose > share(50)
