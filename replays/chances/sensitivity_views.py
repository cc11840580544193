"""Sensitivity as plain values and as text; docs/odds.md has the shape."""

from collections.abc import Iterator
from typing import Any

from replays.chances.odds_views import SHORT, chance_as_json, percent, table
from replays.chances.sensitivity import Sensitivity, VariedSetting
from sim.climate.odds import DUSTY

__all__ = ["extremes", "sensitivity_as_json", "sensitivity_as_text"]


def sensitivity_as_json(found: Sensitivity) -> dict[str, Any]:
    """Sensitivity as ``khamsin sensitivity --json`` gives it."""
    return {
        "scenario": found.name,
        "turns": found.turns,
        "reached": {str(key): chance_as_json(value) for key, value in found.reached.items()},
        "settings": [
            {
                "setting": each.name,
                "now": each.now,
                "span": {str(key): chance_as_json(each.span(key)) for key in DUSTY},
                "values": [
                    {
                        "value": value.name,
                        "reached": {
                            str(key): chance_as_json(chance)
                            for key, chance in value.reached.items()
                        },
                    }
                    for value in each.values
                ],
            }
            for each in found.settings
        ],
        "fixed": list(found.fixed),
        "ranking": {str(key): [each.name for each in found.ranked(key)] for key in DUSTY},
    }


def extremes(setting: VariedSetting) -> tuple[str, str]:
    """The values with the lowest and the highest chances of the density that it moves most."""
    density = max(DUSTY, key=setting.span)
    return setting.least(density).name, setting.most(density).name


def sensitivity_as_text(found: Sensitivity) -> Iterator[str]:
    """Sensitivity for people, line by line: from the lowest chance to the highest."""
    turns = f"{found.turns} Game Turns"
    yield f"{found.name}: what moves the chance of ever reaching each density in {turns}"
    yield ""
    heads = ("", "now", *(SHORT[density] for density in DUSTY), "lowest with", "highest with")
    rows = [("as it is", "", *(percent(found.reached[each]) for each in DUSTY), "", "")]
    idle = []
    for setting in found.settings:
        if not setting.whole_span:
            idle.append(setting.name)
            continue
        spans = []
        for density in DUSTY:
            low, high = setting.least(density), setting.most(density)
            said = f"{percent(low.reached[density])} to {percent(high.reached[density])}"
            spans.append(said if setting.span(density) else "-")
        rows.append((setting.name, setting.now, *spans, *extremes(setting)))
    yield from table(heads, rows)
    if found.fixed:
        yield ""
        yield f"With no other valid value while the rest stays: {', '.join(found.fixed)}."
    if idle:
        yield ""
        yield f"Nothing depends on {', '.join(idle)}."
