"""JSON as bytes: the one door to it, for logs, questions and answers.

Behind it stands orjson. Where that cannot be loaded, as in a browser, the standard library gives
the same bytes, but for a fraction below 0.0001: the same number, written as Python does.
"""

import json
from collections.abc import Callable
from enum import Enum
from functools import partial
from json import JSONDecodeError as NotJson
from typing import Any, Final

__all__ = ["NotJson", "dumps", "dumps_indented", "loads", "plain_dumps", "plain_loads"]

Default = Callable[[Any], Any] | None


def plain_dumps(value: Any, default: Default = None, indent: int | None = None) -> bytes:
    """A value as JSON, by the standard library; TypeError where JSON does not know it."""

    def other(each: Any) -> Any:
        if isinstance(each, Enum):
            return each.value
        if default is None:
            raise TypeError(f"Type is not JSON serializable: {type(each).__name__}")
        return default(each)

    marks = (",", ":" if indent is None else ": ")
    try:
        return json.dumps(
            value, ensure_ascii=False, indent=indent, separators=marks, default=other
        ).encode()
    except (ValueError, RecursionError) as error:
        raise TypeError(str(error)) from None


def plain_loads(text: bytes | bytearray | memoryview | str) -> Any:
    """The value of a JSON text in UTF-8, by the standard library; NotJson where it is none."""
    try:
        read = (text.encode() if isinstance(text, str) else memoryview(text).tobytes()).decode()
        value = _READER.decode(read)
        if "\\ud" in read.lower():
            json.dumps(value, ensure_ascii=False).encode()  # complains of half a character
    except (TypeError, ValueError, RecursionError) as error:
        raise NotJson(str(error), "", 0) from None
    return value


def _number(text: str) -> float:
    if abs(value := float(text)) == float("inf"):
        raise ValueError("a number that no float can hold")
    return value


def _whole_number(text: str) -> int | float:
    """A whole number; of more than 64 bits a float, as orjson reads it."""
    short = len(text) <= 20 and -(1 << 63) <= int(text) < 1 << 64
    return int(text) if short else _number(text)


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is no JSON")


_READER: Final = json.JSONDecoder(
    parse_int=_whole_number, parse_float=_number, parse_constant=_no_number
)
dumps: Callable[..., bytes] = plain_dumps
loads: Callable[[bytes | bytearray | memoryview | str], Any] = plain_loads
dumps_indented: Callable[[Any], bytes] = partial(plain_dumps, indent=2)
try:
    import orjson
except ImportError:
    pass
else:
    dumps, loads = orjson.dumps, orjson.loads
    dumps_indented = partial(orjson.dumps, option=orjson.OPT_INDENT_2)
