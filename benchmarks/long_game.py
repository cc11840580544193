"""A long game for benchmarks: two dozen vehicles that go to and fro, for many Player Turns."""

from collections.abc import Iterator
from itertools import islice

from events.codec import decode_scenario
from events.scenario import Scenario
from replays.game.game import Game

__all__ = ["long_game", "scenario"]

VEHICLES = 24


def scenario() -> Scenario:
    """A dry desert in which dust is raised all the time."""
    return decode_scenario(
        {
            "name": "A long game",
            "land": "Libya",
            "month": "June",
            "turns": 100,
            "sides": ["German", "British"],
            "weather": "Clear & Gusty",
            "ec": "Dry",
            "wind": "Mild Breeze",
            "wind_direction": 3,
            "boards": [{"name": "27", "desert": True}],
            "vehicles": [
                {
                    "id": f"V{index}",
                    "side": ("German", "British")[index % 2],
                    "movement": "fully-tracked",
                    "mp": 20,
                    "at": f"{chr(66 + index % 12 * 2)}{index // 12 * 4 + 2}",
                }
                for index in range(VEHICLES)
            ],
        }
    )


def orders(game: Game) -> Iterator[str]:
    """Each vehicle starts, goes south and back, and at times stops, until the game is over."""
    while not game.state.clock.over:
        yield "wc"
        yield "phase MPh"
        for vehicle, found in sorted(game.state.vehicles.items()):
            if game.state.setting.vehicles[vehicle].side != game.state.attacker:
                continue
            if not found.in_motion:
                yield f"start {vehicle}"
            here = found.hex or ""
            south = game.state.setting.area.across(here, 4)
            yield f"move {vehicle} {south} 3mp"
            yield f"move {vehicle} {here} 3mp"
            yield f"move {vehicle} {south} 2mp"
            yield f"move {vehicle} {here} 3mp"
            if game.state.moment.turn % 3 == 0:
                yield f"stop {vehicle}"
        yield "phase RPh"


def long_game(
    seed: str = "benchmark", most: int | None = None, told: list[str] | None = None
) -> Game:
    """The long game, played.

    Args:
        seed: of its dice.
        most: how many orders at most; None is to its end.
        told: takes the orders that were given.
    """
    game = Game.new(scenario(), seed)
    for order in islice(orders(game), most):
        game.do(order)
        if told is not None:
            told.append(order)
    return game
