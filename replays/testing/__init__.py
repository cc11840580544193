"""For people who test: Hypothesis strategies of weather, games, scenarios, commands and logs.

A property of the weather gets it Player Turn by Player Turn::

    from hypothesis import given
    from replays.testing import WeatherTrail, weather

    @given(weather(ec="Dry"))
    def test_dust_rises_by_one_level_at_most(trail: WeatherTrail) -> None:
        for turn in trail:
            assert turn.after.density.level <= turn.before.density.level + 1

``DesertMachine`` is a rule-based state machine to subclass for a property of whole games.

Needs the ``testing`` extra: ``pip install khamsin[testing]``.
"""

from replays.game.file import demand

demand("hypothesis", "replays.testing", ModuleNotFoundError)

from replays.testing.found import game  # noqa: E402 - they need Hypothesis
from replays.testing.state_machine import DesertMachine  # noqa: E402 - likewise
from replays.testing.steps import GameStep, steps  # noqa: E402 - likewise
from replays.testing.strategies import candidates, commands, games, legal_commands, logs, scenarios  # noqa: E402 - likewise
from replays.testing.weather import WeatherRoll, WeatherTrail, trail, weather  # noqa: E402 - likewise

__all__ = [
    "DesertMachine",
    "GameStep",
    "WeatherRoll",
    "WeatherTrail",
    "candidates",
    "commands",
    "game",
    "games",
    "legal_commands",
    "logs",
    "scenarios",
    "steps",
    "trail",
    "weather",
]
