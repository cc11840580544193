"""Requests of a page, which may say anything: what a Desk takes out of them, with every check."""

from collections.abc import Mapping
from typing import Any, Final

from events.errors import BadInput

__all__ = ["LONGEST", "asked_entry", "asked_span", "asked_text", "complaint"]

LONGEST: Final = 2000
"""No text of a request is longer, in characters."""


def asked_entry(request: Mapping[str, Any], key: str, count: int, default: int) -> int:
    """The number of an entry; 0 is before the first.

    Raises:
        BadInput: when it is none.
    """
    value = request.get(key, default)
    if type(value) is not int or not 0 <= value <= count:
        raise BadInput(f"this is not an entry of the game; expected 0 to {count}", key)
    return value


def asked_span(request: Mapping[str, Any], count: int) -> tuple[int, int]:
    """The first and the last of some entries.

    Raises:
        BadInput: when they are none, or the last comes before the first.
    """
    first = asked_entry(request, "from", count, 0)
    last = asked_entry(request, "to", count, count)
    if last < first:
        raise BadInput(f"this comes before `from`; expected {first} to {count}", "to")
    return first, last


def asked_text(request: Mapping[str, Any], key: str) -> str:
    """A text.

    Raises:
        BadInput: when there is none, or it is too long.
    """
    value = request.get(key)
    if not isinstance(value, str):
        raise BadInput("there is no text here; expected text", key)
    if len(value) > LONGEST:
        raise BadInput(f"this is too long; expected at most {LONGEST} characters", key)
    return value


def complaint(error: BadInput) -> dict[str, Any]:
    """What a reply says of a request that cannot be met: what, where, and what was expected."""
    what, _, expected = error.what.partition("; expected ")
    return {"error": {"what": what, "where": error.where, "expected": expected}}
