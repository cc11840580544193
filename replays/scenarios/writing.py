"""Scenarios and boards written as TOML files; they read back as the same."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from events.codec import encode_scenario, plain
from events.scenario import Scenario

__all__ = ["board_toml", "scenario_toml"]

_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_WIDTH: Final = 100


def scenario_toml(scenario: Scenario) -> str:
    """The TOML text of a scenario: boards written out, and what has its default left out."""
    return "\n".join(_document(plain(encode_scenario(scenario)))) + "\n"


def board_toml(values: Mapping[str, Any]) -> str:
    """The TOML text of a board file, out of its plain values."""
    return "\n".join(_document(values)) + "\n"


def _document(value: Mapping[str, Any]) -> Iterator[str]:
    """Keys first, tables after them, as TOML wants it."""
    for key, item in value.items():
        if not _is_tables(item) and not isinstance(item, Mapping):
            yield from _pair(key, item)
    for key, item in value.items():
        if isinstance(item, Mapping):
            yield from ("", f"[{_key(key)}]", *_pairs(item))
        elif _is_tables(item):
            for each in item:
                yield from ("", f"[[{_key(key)}]]", *_pairs(each))


def _is_tables(item: Any) -> bool:
    return isinstance(item, list | tuple) and bool(item) and isinstance(item[0], Mapping)


def _pairs(table: Mapping[str, Any]) -> Iterator[str]:
    for key, item in table.items():
        yield from _pair(key, item)


def _pair(key: str, item: Any) -> Iterator[str]:
    """A key and its value; a long list has a line for each of its items."""
    if item is None:
        return
    line = f"{_key(key)} = {_value(item)}"
    if isinstance(item, list | tuple) and len(line) > _WIDTH:
        yield f"{_key(key)} = ["
        yield from (f"  {_value(each)}," for each in item)
        yield "]"
    else:
        yield line


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _text(key)


def _value(item: Any) -> str:
    if isinstance(item, bool):
        return "true" if item else "false"
    if isinstance(item, Mapping):
        inner = ", ".join(f"{_key(k)} = {_value(v)}" for k, v in item.items() if v is not None)
        return f"{{ {inner} }}"
    if isinstance(item, list | tuple):
        return f"[{', '.join(_value(each) for each in item)}]"
    return _block(item) if isinstance(item, str) else str(item)


def _block(text: str) -> str:
    """A text; one of several lines, as a map is, stays in its lines."""
    lines = text.split("\n")
    if len(lines) > 1 and all(line.isprintable() for line in lines) and not set('"\\') & set(text):
        return f'"""\n{text}"""'
    return _text(text)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
