"""For people who test: Hypothesis strategies of scenarios, commands, games and logs.

``DesertMachine`` is a rule-based state machine to subclass for a property of your own::

    from hypothesis.stateful import invariant
    from replays.testing import DesertMachine

    class NoDustInRain(DesertMachine):
        @invariant()
        def rain_ends_dust(self) -> None:
            assert not (self.state.sky.rained and self.state.vehicle_dust)

    TestNoDustInRain = NoDustInRain.TestCase

Needs the ``testing`` extra: ``pip install khamsin[testing]``.
"""

from replays.game.file import demand

demand("hypothesis", "replays.testing", ModuleNotFoundError)

from replays.testing.state_machine import DesertMachine  # noqa: E402 - they need Hypothesis
from replays.testing.strategies import candidates, commands, games, legal_commands, logs, scenarios  # noqa: E402 - likewise

__all__ = [
    "DesertMachine",
    "candidates",
    "commands",
    "games",
    "legal_commands",
    "logs",
    "scenarios",
]
