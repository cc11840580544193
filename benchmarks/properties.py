"""How fast Hypothesis draws weather, games, and the orders of machines, against a yardstick."""

from collections.abc import Iterator
from typing import Any, Final

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.stateful import invariant, run_state_machine_as_test

from benchmarks.table import YARDSTICK, Row, per_second, turns, yardstick
from replays.testing import DesertMachine, games, weather

__all__ = ["rows"]

AIMS: Final = {"turns": 800, "games": 22, "orders": 240}
"""For each 1,000,000 steps of a plain loop."""


def rows(*, quick: bool) -> Iterator[Row]:
    """Measure Player Turns of weather, games, and orders of machines of 30 steps."""
    drawn = dict.fromkeys(AIMS, 0)
    drawing = settings(
        max_examples=30 if quick else 120,
        stateful_step_count=30,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )

    @seed(1)
    @drawing
    @given(weather())
    def of_weather(trail: Any) -> None:
        drawn["turns"] += len(trail.player_turns)

    @seed(1)
    @drawing
    @given(games())
    def of_games(_: Any) -> None:
        drawn["games"] += 1

    @seed(1)
    class Counted(DesertMachine):
        @invariant()
        def an_order_was_given(self) -> None:
            drawn["orders"] += self.state is not self.before

    def of_orders() -> None:
        run_state_machine_as_test(Counted, settings=drawing)

    rounds = 3 if quick else 9
    sides = {"turns": of_weather, "games": of_games, "orders": of_orders}
    found = turns(rounds, steps=yardstick, **sides)
    for name, what in zip(AIMS, ("Player Turns of weather", "games", "orders"), strict=True):
        count = drawn[name] / rounds
        ratios = found.ratios(name, "steps", 1e6 * count / YARDSTICK)
        rate = per_second(count, found.median(name), name)
        yield Row(
            f"{what} that are drawn", rate, ratios, "1,000,000 steps of a plain loop", AIMS[name]
        )
