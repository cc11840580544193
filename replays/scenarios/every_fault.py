"""Every fault of a scenario file at once: values that cannot be read, and what is not sound.

Where a value cannot be read, something harmless stands in for it, so that the rest can be judged
too. What might only follow from that is not told.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

import attrs

from events.codec import decode_scenario, scenario_complaints
from events.errors import BadInput
from events.scenario import Scenario
from sim.soundness import faults

__all__ = ["every_fault"]

_PLACE: Final = re.compile(r"(\w+)(?:\[(\d+)\](.*))?")
_STAND_INS: Final[dict[str, Any]] = {
    "name": "a name",
    "land": "Libya",
    "month": "June",
    "turns": 1,
    "sides": ("one", "two"),
    "boards": (),
}
"""What stands in for a value that every scenario needs."""


def every_fault(value: dict[str, Any]) -> list[BadInput]:
    """All faults of a scenario, from the plain values of its file; none if it is sound."""
    complaints = scenario_complaints(value)
    if not complaints:
        return list(faults(decode_scenario(value)))
    harmless, numbers = _harmless(value, complaints)
    try:
        scenario = decode_scenario(harmless)
    except BadInput:
        return complaints
    return [*complaints, *_others(scenario, value, harmless, numbers)]


def _harmless(
    value: dict[str, Any], complaints: list[BadInput]
) -> tuple[dict[str, Any], dict[str, list[int]]]:
    """The scenario without what cannot be read, and which items of its lists are left."""
    left = {key: item for key, item in value.items() if key in attrs.fields_dict(Scenario)}
    dropped: dict[str, set[int]] = {}
    for complaint in complaints:
        found = _PLACE.match(complaint.where)
        if found is None:
            continue
        key, index = found[1], found[2]
        if index is None:
            left.pop(key, None)
        else:
            dropped.setdefault(key, set()).add(int(index))
    numbers = {}
    for key, gone in dropped.items():
        if isinstance(left.get(key), list) and key not in _STAND_INS:
            numbers[key] = [n for n in range(len(left[key])) if n not in gone]
            left[key] = [left[key][n] for n in numbers[key]]
        else:
            left.pop(key, None)
    return {**_STAND_INS, **left}, numbers


def _others(
    scenario: Scenario,
    value: dict[str, Any],
    harmless: dict[str, Any],
    numbers: dict[str, list[int]],
) -> Iterator[BadInput]:
    """What else is not sound, at the places of the file as it was written."""
    replaced = {key for key in _STAND_INS if harmless[key] != value.get(key)}
    changed = replaced | (value.keys() - harmless.keys())
    for fault in faults(scenario):
        found = _PLACE.match(fault.where)
        if found is None or found[1] in changed or _leans_on(fault, changed):
            continue
        key, index, rest = found.groups()
        if index is not None and key in numbers:
            yield BadInput(fault.what, f"{key}[{numbers[key][int(index)]}]{rest}")
        else:
            yield fault


def _leans_on(fault: BadInput, changed: set[str]) -> bool:
    """Whether a fault may only be there because something else stands in for what was written."""
    climate = {"weather", "ec", "time_of_day", "dust", "wind", "wind_direction"}
    of_sides = "is not a side" in fault.what or "is not one of the sides" in fault.what
    return ("sides" in changed and (of_sides or fault.where == "first")) or (
        fault.where in climate and bool(changed & {*climate, "land", "dyo", "month"})
    )
