"""Two lists of events compared, in words: what is missing, what is extra, what is different."""

from collections.abc import Iterator

from events.codec import encode_event
from events.vocabulary import Event

__all__ = ["differences"]


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


def _event_text(event: Event) -> str:
    fields = encode_event(event)
    name = str(fields.pop("event")).replace("_", " ")
    fields.pop("rule")
    shown = ", ".join(f"{key} {value}" for key, value in fields.items())
    return f"{name} ({shown})" if shown else name
