"""How a finding says dice and events, and where two lists of events differ."""

from collections.abc import Iterator
from typing import Final

import attrs

from events.codec import encode_event
from events.entry import Entry
from events.rolls import Roll
from events.vocabulary import Event
from events.wind import WindDirectionChanged, WindDirectionSet

__all__ = ["differences", "roll_text", "tells"]

_NAMING_A_BOARD: Final = (WindDirectionSet, WindDirectionChanged)
"""Events that name the board of a Random Direction (B.8), which formats before 3 do not."""


def tells(events: tuple[Event, ...], entry: Entry) -> bool:
    """Whether an entry tells these events, or all but the board of a Random Direction."""
    return events == entry.then or entry.then == tuple(
        attrs.evolve(event, board="") if isinstance(event, _NAMING_A_BOARD) else event
        for event in events
    )


def roll_text(roll: Roll) -> str:
    """A roll in words."""
    shown = ",".join(str(die) for die in roll.dice)
    counter = f" (from die {roll.first})" if roll.first else ""
    return f"{roll.purpose}{counter}: {shown} from the {roll.source.value}"


def _event_text(event: Event) -> str:
    fields = encode_event(event)
    name = str(fields.pop("event")).replace("_", " ")
    fields.pop("rule")
    shown = ", ".join(f"{key} {value}" for key, value in fields.items())
    return f"{name} ({shown})" if shown else name


def differences(
    logged: tuple[Event, ...], expected: tuple[Event, ...]
) -> Iterator[tuple[str, str, str]]:
    """Rule, what the log says and what the rules give, for each event that differs."""
    extra = _without(logged, expected)
    missing = _without(expected, logged)
    if not extra and not missing:
        yield (
            logged[0].rule,
            "; ".join(_event_text(event) for event in logged),
            "; ".join(_event_text(event) for event in expected),
        )
    for right in missing:
        twin = next((event for event in extra if type(event) is type(right)), None)
        if twin is None:
            yield right.rule, "nothing", _event_text(right)
            continue
        extra.remove(twin)
        says, ought = _event_text(twin), _event_text(right)
        if says == ought:
            says, ought = f"{says} by {twin.rule}", f"{ought} by {right.rule}"
        yield right.rule, says, ought
    for event in extra:
        yield event.rule, _event_text(event), "nothing"


def _without(events: tuple[Event, ...], others: tuple[Event, ...]) -> list[Event]:
    left, rest = [], list(others)
    for event in events:
        if event in rest:
            rest.remove(event)
        else:
            left.append(event)
    return left
