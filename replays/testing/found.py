"""What a property found, told as what it is: a scenario, orders, a story, and a line to keep."""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from hypothesis import event, note

from events.codec import decode_scenario, encode_scenario, to_json
from events.commands import Finish
from events.orders import format_order
from events.register import Event
from events.scenario import Scenario
from replays.game.game import Game
from replays.game.scenario_file import scenario_toml
from sim.soundness import sound

BASE: Final[dict[str, Any]] = {
    "name": "A drawn scenario",
    "land": "Libya",
    "month": "June",
    "turns": 10,
    "sides": ["German", "British"],
    "boards": [{"name": "X", "desert": True, "width": 9, "height": 8}],
}
"""What a scenario must say, where a test does not say it."""


def scenario_of(facts: dict[str, Any]) -> Scenario:
    """The scenario of these facts; what they leave out is its default, or that of `BASE`."""
    return sound(decode_scenario({**BASE, **facts}))


def facts_of(scenario: Scenario) -> dict[str, Any]:
    """The facts of a scenario that `scenario_of` makes it of again, as plain values."""
    plain: dict[str, Any] = json.loads(json.dumps(to_json(encode_scenario(scenario))))
    return {key: value for key, value in plain.items() if value != BASE.get(key)}


def call(function: str, orders: str, facts: dict[str, Any]) -> str:
    """A call as it is typed."""
    given = "".join(f", {key}={value!r}" for key, value in facts.items())
    return f"{function}({orders!r}{given})"


class DrawnGame(Game):
    """A game whose ``repr`` is the call of `game` that makes it again."""

    def __repr__(self) -> str:
        facts = facts_of(self.header.scenario)
        if self.header.game:
            facts = {"number": self.header.game, **facts}
        if self.header.seed:
            facts = {"seed": self.header.seed, **facts}
        played = [each for each in self.entries if not isinstance(each.do, Finish)]
        orders = "; ".join(format_order(each.do, each.table_dice) for each in played)
        return call("game", orders, facts)

    def _repr_pretty_(self, printer: Any, _: bool) -> None:
        printer.text(repr(self))


def game(orders: str = "", /, *, seed: str = "", number: int = 0, **facts: Any) -> Game:
    """A game by orders, ``game("wc 6 6; phase mph", ec="Dry")``; setup is finished by itself.

    Args:
        orders: as they are typed, with ``;`` between them.
        seed: what rolls where an order has no dice.
        number: number of the game among those of its seed.
        facts: of its scenario, as a scenario file says them. What is left out is as in such a file;
            it is set on a Desert Board in Libya, in June.

    Raises:
        BadInput: when the scenario is not sound, or an order is none, or is refused.
    """
    found = DrawnGame.new(scenario_of(facts), seed, number)
    return found.do_all(each for each in orders.split(";") if each.strip())


_ABOVE_A_TEST: Final = """from hypothesis import example
from replays.testing import game, trail

@example({})  # above a test with @given"""


class ToldGame:
    """What Hypothesis prints of a game that a property fails on, after it has shrunk it.

    ``kept`` is what it is made again of, and ``line`` what is to be pasted of that.
    """

    def __init__(self, game: Callable[[], Game], kept: object, line: str = _ABOVE_A_TEST) -> None:
        self._game, self._kept, self._line = game, kept, line

    def _repr_pretty_(self, printer: Any, _: bool) -> None:
        printer.text(str(self))

    def __str__(self) -> str:
        game = self._game()
        parts = {
            "found.toml": scenario_toml(game.header.scenario),
            "found.orders (khamsin run found.toml --orders found.orders)": game.orders(),
            "its story": game.story(),
            "to keep it": self._line.format(repr(self._kept)),
        }
        return "\n".join(f"--- {title}\n{text.strip()}\n" for title, text in parts.items())


def tell(found: ToldGame, events: Iterable[Event]) -> None:
    """Tell it if a property fails on it; the kinds of its events are in Hypothesis's statistics."""
    note(found)
    for kind in {type(each).__name__: None for each in events}:
        event(kind)


@contextmanager
def told(game: Game) -> Iterator[None]:
    """Tell a game as it is in the end, if a property fails on it or a rule breaks in it."""
    try:
        yield
    finally:
        tell(ToldGame(lambda: game, game), (each for entry in game.entries for each in entry.then))
