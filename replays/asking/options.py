"""Questions, and what they need to know: options, read from words or Python values, and checked."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import attrs

from events.errors import BadInput
from sim.chapter_a.los import Location, location
from sim.questions.answer import Answer
from sim.state import State

__all__ = ["Option", "Question", "read_option"]


@attrs.frozen
class Option:
    """One thing that a question needs to know.

    Attributes:
        name: how it is called.
        help: what it is.
        kind: what reads it: ``location``, ``locations``, ``anywhere`` (a Location at any level),
            ``hex``, ``hexes``, ``number``, ``flag``, ``choice`` or ``vehicle``.
        needed: it has no default.
        default: its value if it is not given.
        choices: the answers of a choice.
        least: the least of a number.
        most: the most of a number.
        word: how the command line calls it, where not by its name.
    """

    name: str
    help: str
    kind: str = "hex"
    needed: bool = False
    default: Any = None
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 99
    word: str = ""

    @property
    def flag(self) -> str:
        """How the command line calls it."""
        return f"--{self.word or self.name.replace('_', '-')}"


@attrs.frozen
class Question:
    """A question: what it answers, what it needs to know, and who answers it."""

    name: str
    help: str
    options: tuple[Option, ...]
    answer: Callable[[State, Mapping[str, Any]], Answer]


def read_option(state: State, option: Option, value: Any) -> Any:
    """The value of an option, checked."""
    if value is None:
        if option.needed:
            raise BadInput(f"this is needed: {option.help}", option.flag)
        return option.default
    try:
        return _READERS[option.kind](state, option, value)
    except BadInput as error:
        raise error.inside(option.flag) if not error.where else error from None


def _location_text(value: Any) -> str:
    return f"{value.hex}@{value.level}" if isinstance(value, Location) else str(value)


def _read_location(state: State, _: Option, value: Any) -> Location:
    return location(state, _location_text(value))


def _read_anywhere(state: State, _: Option, value: Any) -> Location:
    return location(state, _location_text(value), any_level=True)


def _read_hex(state: State, _: Option, value: Any) -> str:
    name = state.setting.area.name(str(value))
    if name is None:
        raise BadInput(f"{str(value)[:20]!r} is no hex in play")
    return name


def _read_hexes(state: State, option: Option, value: Any) -> list[str]:
    if isinstance(value, str):
        value = value.replace(",", " ").split()
    words = list(value) if isinstance(value, list | tuple) else []
    if not words:
        raise BadInput("at least one hex is expected")
    return [_read_hex(state, option, word) for word in words]


def _read_locations(state: State, option: Option, value: Any) -> list[Location]:
    words = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(words, list | tuple):
        raise BadInput("Locations are expected")
    return [_read_location(state, option, word) for word in words]


def _read_number(_: State, option: Option, value: Any) -> int:
    text = str(value)
    if not re.fullmatch(r"[0-9]{1,6}", text) or not option.least <= int(text) <= option.most:
        raise BadInput(f"{text[:20]!r} is no number; {option.least} to {option.most} is expected")
    return int(text)


def _read_choice(_: State, option: Option, value: Any) -> str:
    for choice in option.choices:
        if str(value).lower() == choice.lower():
            return str(choice)
    known = ", ".join(option.choices)
    raise BadInput(f"{str(value)[:20]!r} is no choice; expected one of {known}")


def _read_vehicle(state: State, _: Option, value: Any) -> str:
    if value not in state.vehicles:
        known = ", ".join(sorted(state.vehicles)) or "none"
        raise BadInput(f"there is no vehicle {str(value)[:20]!r}; expected one of {known}")
    return str(value)


def _read_flag(_: State, __: Option, value: Any) -> bool:
    if not isinstance(value, bool):
        raise BadInput(f"{str(value)[:20]!r} is neither true nor false")
    return value


_READERS: Final[dict[str, Callable[[State, Option, Any], Any]]] = {
    "location": _read_location,
    "anywhere": _read_anywhere,
    "hex": _read_hex,
    "hexes": _read_hexes,
    "locations": _read_locations,
    "number": _read_number,
    "flag": _read_flag,
    "choice": _read_choice,
    "vehicle": _read_vehicle,
}
