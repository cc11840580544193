"""What an answer says as plain values, from which JSON is made."""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from typing import Any

import attrs

from sim.asking.unsaid import UNSAID
from sim.chapter_a.los import Location

__all__ = ["plain"]


def plain(value: Any) -> Any:
    """Text, numbers, lists and dictionaries of the same; a fraction is written ``5/12``."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Fraction | Location):
        return str(value)
    if isinstance(value, Mapping):
        return {plain(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if attrs.has(type(value)):
        values = {field.name: getattr(value, field.name) for field in attrs.fields(type(value))}
        return {name: plain(each) for name, each in values.items() if each is not UNSAID}
    return value
