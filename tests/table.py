"""A table to play tests on: small scenarios in a word, and games whose dice are scripted."""

from typing import Any

from immutables import Map

from events.codec import decode_scenario
from events.moment import SETUP
from events.orders import parse_order
from events.register import Event
from events.scenario import Scenario
from replays.game.game import Game
from sim.machine.telling import Refusal
from sim.state import Ablaze, LevelFire

ABLAZE: Map[int, LevelFire] = Map({0: LevelFire(ablaze=Ablaze(SETUP))})
AFLAME: Map[int, LevelFire] = Map({0: LevelFire((SETUP,))})
"""The fires of a hex with a Blaze, or a Flame, on the ground since before the game."""


def make_vehicle(
    id_: str, movement: str = "fully-tracked", mp: int = 13, *, side: str = "German", **facts: Any
) -> dict[str, Any]:
    """A vehicle as a scenario file has it."""
    return {"id": id_, "side": side, "movement": movement, "mp": mp, **facts}


TANK: dict[str, Any] = make_vehicle("PzA", at="D4")
"""A German tank in D4."""


def scenario(**changes: Any) -> Scenario:
    """A dry desert scenario in a Mild Breeze to hexside 3 with one tank, and with these changes."""
    facts: dict[str, Any] = {
        "name": "A test",
        "land": "Libya",
        "month": "June",
        "turns": 10,
        "sides": ["German", "British"],
        "ec": "Dry",
        "wind": "Mild Breeze",
        "wind_direction": 3,
        "boards": [{"name": "27", "desert": True, "width": 15}],
        "vehicles": [TANK],
    }
    facts.update(changes)
    if any(vehicle.get("motion") for vehicle in facts["vehicles"] or ()):
        facts["rulings"] = {"D2.4-setup": "ssr"} | (facts.get("rulings") or {})
    return decode_scenario({key: value for key, value in facts.items() if value is not None})


class Table:
    """A game under test. Dice are scripted in the orders; all of them must be used."""

    def __init__(
        self, facts: Scenario | None = None, *, seed: str = "a test", **changes: Any
    ) -> None:
        """Begin a game of a scenario, or of the usual one with some changes."""
        self.game = Game.new(facts or scenario(**changes), seed=seed)

    @property
    def state(self) -> Any:
        """The state now."""
        return self.game.state

    def do(self, *orders: str) -> tuple[Event, ...]:
        """Give orders that must be legal; the events of the last."""
        events: tuple[Event, ...] = ()
        for order in orders:
            events = self.game.do(order).then
        return events

    def refused(self, order: str) -> Refusal:
        """Give an order that must be refused, and change nothing."""
        before, count = self.game.state, len(self.game.entries)
        parsed = parse_order(order)
        result = self.game.attempt(parsed.command, parsed.dice)
        assert isinstance(result, Refusal), f"{order} was not refused"
        assert self.game.state is before
        assert len(self.game.entries) == count
        return result

    def to(self, phase: str) -> None:
        """Go on to a phase of this Player Turn; in a fresh RPh, with a Wind Change DR of 7."""
        self.calm()
        self.do(f"phase {phase}")

    def calm(self) -> None:
        """Make a Wind Change DR that changes nothing, where one is due."""
        if self.state.moment.phase == "setup":
            self.do("phase RPh")
        if not self.state.clock.wind_rolled:
            self.do("wc 3 4")

    def next_turn(self) -> None:
        """Go on to the next Player Turn's RPh, before its Wind Change DR."""
        self.calm()
        self.do("phase RPh")
