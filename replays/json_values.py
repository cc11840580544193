"""Values of files that somebody else wrote: each is of its kind, or a sentence says what is not."""

import re
from typing import Any, Final

from events.errors import BadInput

__all__ = ["a_hash", "a_table", "a_text", "a_whole"]

_HASH: Final = re.compile(r"[0-9a-f]{64}")


def a_table(value: Any) -> dict[str, Any]:
    """A JSON object.

    Raises:
        BadInput: when it is none.
    """
    if not isinstance(value, dict):
        raise BadInput("a JSON object is expected")
    return value


def a_text(value: dict[str, Any], key: str) -> str:
    """A text of an object.

    Raises:
        BadInput: when there is none.
    """
    found = value.get(key)
    if not isinstance(found, str):
        raise BadInput("a text is expected", key)
    try:
        found.encode()
    except UnicodeEncodeError:  # half a character
        raise BadInput("this cannot be written as UTF-8", key) from None
    return found


def a_hash(value: dict[str, Any], key: str) -> str:
    """64 hexadecimal digits of an object.

    Raises:
        BadInput: when there are none.
    """
    found = a_text(value, key)
    if not _HASH.fullmatch(found):
        raise BadInput(f"{found[:70]!r} is not 64 hexadecimal digits", key)
    return found


def a_whole(value: dict[str, Any], key: str, least: int = 0, most: int = 2**53) -> int:
    """A whole number of an object.

    Raises:
        BadInput: when there is none between the two.
    """
    found = value.get(key)
    if type(found) is not int or not least <= found <= most:
        raise BadInput(f"a whole number from {least} to {most} is expected", key)
    return found
