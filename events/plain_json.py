"""JSON with nothing but the standard library, byte for byte as orjson writes and reads it.

Only where orjson cannot be loaded is it used; see ``events.json_bytes``. Dates and dataclasses,
which orjson would write by itself, are left to ``default``: no log and no answer has any.
"""

import json
import re
from collections.abc import Callable
from enum import Enum
from itertools import accumulate
from json.encoder import encode_basestring
from math import isfinite
from typing import Any, Final

NotJson = json.JSONDecodeError

_Default = Callable[[Any], Any] | None

_SMALLEST: Final = -(1 << 63)
_LARGEST: Final = (1 << 64) - 1
_DEEPEST: Final = 254
"""How many lists and objects may stand inside one another in what is written."""

_DEEPEST_READ: Final = 1024
"""How many lists and objects may stand inside one another in what is read."""

_LONG: Final = re.compile(r"\d{18}|\d[eE.]")
"""Numbers that are perhaps more than 64 bits long, or are not whole."""

_HALF: Final = re.compile(r"\\u[dD][89a-fA-F]")
"""What is perhaps half a character."""

_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"?', re.DOTALL)


def dumps(value: Any, default: _Default = None) -> bytes:
    """A value as JSON, in UTF-8 and without a space.

    Args:
        value: text, numbers, truths, None, lists, tuples, enumerations and dictionaries by text.
        default: gives the plain form of any other value.

    Raises:
        TypeError: when JSON does not know a value, a whole number has more than 64 bits, a text is
            no text, or values stand too deep in one another.
    """
    return _Writer(default, indent=None).text(value, 0).encode()


def dumps_indented(value: Any) -> bytes:
    """A value as JSON on lines of its own, indented by two spaces.

    Raises:
        TypeError: as ``dumps``.
    """
    return _Writer(None, indent="  ").text(value, 0).encode()


class _Writer:
    """One way of writing values."""

    def __init__(self, default: _Default, indent: str | None) -> None:
        self._default, self._indent = default, indent
        self._colon = ":" if indent is None else ": "

    def text(self, value: Any, depth: int) -> str:
        """A value, in so many others."""
        write = _SCALARS.get(type(value))
        if write is not None:
            return write(value)
        kind = _container(value)
        if kind is None:
            return self._other(value, depth)
        if depth >= _DEEPEST:
            raise TypeError("Recursion limit reached")
        items = []  # loops, not comprehensions: each would be a frame more for every level
        if kind is list:
            for item in value:
                items.append(self.text(item, depth + 1))  # noqa: PERF401 - as above
            return self._between("[", items, "]", depth)
        for key, item in value.items():
            items.append(_key(key) + self._colon + self.text(item, depth + 1))
        return self._between("{", items, "}", depth)

    def _between(self, left: str, items: list[str], right: str, depth: int) -> str:
        if self._indent is None or not items:
            return left + ",".join(items) + right
        line = "\n" + self._indent * depth
        inside = f",{line}{self._indent}".join(items)
        return f"{left}{line}{self._indent}{inside}{line}{right}"

    def _other(self, value: Any, depth: int) -> str:
        """A value of a class that is not plain."""
        if isinstance(value, Enum):
            return self.text(value.value, depth)
        if isinstance(value, str):
            return _string(value)
        if isinstance(value, int):
            return _whole(value)
        if self._default is None:
            raise TypeError(f"Type is not JSON serializable: {type(value).__name__}")
        if depth > _DEEPEST:
            raise TypeError("default serializer exceeds recursion limit")
        return self.text(self._default(value), depth + 1)


def _container(value: Any) -> type | None:
    """Whether a value is written as a list or as an object, if either."""
    if isinstance(value, dict):
        return dict
    if isinstance(value, list) or type(value) is tuple:
        return list
    return None


def _key(key: Any) -> str:
    if type(key) is not str:
        raise TypeError("Dict key must be str")
    return _string(key)


def _string(value: str) -> str:
    """A text, if it can be written: of several faults the first that is met is told."""
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise TypeError("str is not valid UTF-8: surrogates not allowed") from None
    return encode_basestring(value)


def _whole(value: int) -> str:
    if not _SMALLEST <= value <= _LARGEST:
        raise TypeError("Integer exceeds 64-bit range")
    return int.__repr__(value)


def _broken(value: float) -> str:
    """A number that need not be whole: as Python writes it, but for small ones."""
    if not isfinite(value):
        return "null"
    text = repr(value)
    digits, mark, power = text.partition("e-")
    if not mark:
        return text
    if int(power) > 5:
        return f"{digits}e-{int(power)}"
    sign, digits = ("-", digits[1:]) if digits[0] == "-" else ("", digits)
    return f"{sign}0.0000{digits.replace('.', '')}"


_SCALARS: Final[dict[type, Callable[[Any], str]]] = {
    str: _string,
    int: _whole,
    bool: lambda value: "true" if value else "false",
    type(None): lambda _: "null",
    float: _broken,
}


def loads(text: bytes | bytearray | memoryview | str) -> Any:
    """The value of a JSON text.

    Raises:
        NotJson: when it is none: also for NaN, for a number that no float can hold, for half a
            character and for a text that goes too deep.
    """
    read = _decoded(text)
    _demand_shallow(read)
    try:
        value = (_CAREFUL if _LONG.search(read) else _QUICK).decode(read)
    except RecursionError:
        raise NotJson("depth limit exceeded", read, 0) from None
    if _HALF.search(read):
        _demand_whole_characters(value, read)
    return value


def _decoded(text: bytes | bytearray | memoryview | str) -> str:
    """The characters of a JSON text."""
    try:
        if isinstance(text, str):
            read = text
            text.encode()
        elif isinstance(text, bytes | bytearray | memoryview):
            read = bytes(text).decode()
        else:
            raise NotJson("Input must be bytes, bytearray, memoryview, or str", "", 0)
    except UnicodeError:
        raise NotJson("str is not valid UTF-8", "", 0) from None
    if read.startswith("\ufeff"):
        raise NotJson("UTF-8 byte order mark (BOM) is not supported", read, 0)
    return read


def _demand_shallow(text: str) -> None:
    """Complain of a text whose lists and objects go too deep, before anything else reads it."""
    if text.count("[") + text.count("{") <= _DEEPEST_READ:
        return
    steps = ({"[": 1, "{": 1, "]": -1, "}": -1}.get(c, 0) for c in _STRING.sub("", text))
    if max(accumulate(steps), default=0) > _DEEPEST_READ:
        raise NotJson("depth limit exceeded", text, 0)


def _demand_whole_characters(value: Any, text: str) -> None:
    """Complain where an escape was half a character."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise NotJson("no low surrogate in string", text, 0) from None


def _number(text: str) -> float:
    value = float(text)
    if not isfinite(value):
        raise NotJson("number is infinity when parsed as double", text, 0)
    return value


def _whole_number(text: str) -> int | float:
    """A whole number; one of more than 64 bits is read as a float."""
    value = int(text) if len(text) <= 20 else _LARGEST + 1
    return value if _SMALLEST <= value <= _LARGEST else _number(text)


def _no_number(word: str) -> Any:
    raise NotJson("unexpected character, expected a JSON value", word, 0)


_QUICK: Final = json.JSONDecoder(parse_constant=_no_number)
_CAREFUL: Final = json.JSONDecoder(
    parse_constant=_no_number, parse_float=_number, parse_int=_whole_number
)
