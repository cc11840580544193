"""Scenarios that have the name of a bundled one, and are not it."""

import re
from collections.abc import Iterator
from typing import Final

from events.scenario import Scenario
from replays.game.bundled import bundled, bundled_text
from replays.game.scenario_file import load_scenario
from replays.game.text import skeleton

_NAME: Final = re.compile('^name = "(.*)"$', re.MULTILINE)


def unlike_bundled(scenario: Scenario) -> Iterator[str]:
    """Where a scenario is not the bundled one of its name, in lines."""
    for name in bundled():
        named = _NAME.search(bundled_text("scenarios", name))
        if named is None or _plain(scenario.name) not in (_plain(named[1]), _plain(name)):
            continue
        if (ours := load_scenario(name)) != scenario:
            from replays.chances.comparison import changed_settings  # noqa: PLC0415 - as a rule none

            yield f"this is not the bundled scenario {name}, whose name it has:"
            for each in changed_settings(ours, scenario):
                yield f"  {each.name}: {each.one} there, {each.two} here"


def _plain(name: str) -> str:
    """What a name looks like, without blanks and marks."""
    return "".join(filter(str.isalnum, skeleton(name)))
