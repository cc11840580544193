"""What every event and every command is, and how all of them are found by their names.

There are more than a hundred classes of events and commands, and every command line makes them all
as it starts. For each, ``attrs.frozen`` writes and compiles how to compare, hash and show it, and
makes the class a second time for its slots. Those here share one such function each, and have no
slots: so they are made three times as fast. Each is frozen by being a subclass.
"""

import re
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any, ClassVar, Final, Self, dataclass_transform, get_args, get_type_hints

import attrs

from events.field import Vehicle

_NEW_WORD: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


class _Value:
    """A frozen attrs value: equal where its class and fields are."""

    __attrs_attrs__: ClassVar[Any]

    def __eq__(self, other: object) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((self.__class__, *self.__dict__.values()))

    def __repr__(self) -> str:
        fields = ", ".join([f"{name}={value!r}" for name, value in self.__dict__.items()])
        return f"{self.__class__.__qualname__}({fields})"

    def but(self, **changes: Any) -> Self:
        """A copy with these changes."""
        copy = object.__new__(type(self))
        object.__setattr__(copy, "__dict__", self.__dict__ | changes)
        return copy


@dataclass_transform(frozen_default=True, field_specifiers=(attrs.field,))
class Event(_Value):
    """Anything that can have happened: one frozen class each, whose ``str`` is its sentence."""

    tag: ClassVar[str]
    """Its name in logs, which is that of its class in small letters, such as ``mp_spent`` of
    MPSpent. Neither changes once released."""
    says: ClassVar[str]
    """Its sentence, with names of fields in braces; empty where ``__str__`` makes it."""
    secret: ClassVar[bool] = False
    """No player may know of it yet, so that no story tells it."""
    rule: str
    """The id of the rule behind it, its last field."""

    def __init_subclass__(cls, says: str = "") -> None:
        cls.tag, cls.says = _NEW_WORD.sub("_", cls.__name__).lower(), says
        attrs.frozen(cls, slots=False, eq=False, repr=False)

    def __str__(self) -> str:
        return self.says.format_map(_Said(self))


class _Said:
    """What an event is, by the names in its sentence."""

    def __init__(self, event: Event) -> None:
        self._event = event

    def __getitem__(self, name: str) -> Any:
        return getattr(self._event, name)


@dataclass_transform(frozen_default=True, field_specifiers=(attrs.field,))
class BaseCommand(_Value):
    """Anything that an entry can do: one frozen class each, with fields of its own.

    The type of a field says how an order gives it (see `events.field`); the order of the fields is
    the order of the words.
    """

    word: ClassVar[str]
    """The first word of its order, and its name in logs. Never changes once released."""
    about: ClassVar[str]
    """What it is for, in a few words."""
    title: ClassVar[str]
    """How a button calls it; its word if nothing else is said."""
    rolls: ClassVar[str]
    """Which dice may follow, in words; empty when it rolls none."""

    def __init_subclass__(
        cls, word: str = "", about: str = "", rolls: str = "", title: str = ""
    ) -> None:
        cls.word, cls.about, cls.rolls = word, about, rolls
        cls.title = title or word.replace("-", " ").capitalize()
        attrs.frozen(cls, slots=False, eq=False, repr=False)


class Command(BaseCommand):
    """Anything that the rules can be asked: what a player did, or which roll is due."""


class BookCommand(BaseCommand):
    """A command of the log itself, which no rule knows."""


def classes_of(kind: type[Any], *modules: ModuleType) -> Iterator[Any]:
    """The frozen classes of a kind that some modules define, in the order in which they do."""
    for module in modules:
        own = (each for each in vars(module).values() if isinstance(each, type) and attrs.has(each))
        for each in own:
            if issubclass(each, kind) and each.__module__ == module.__name__:
                yield each


def classes_taken(function: Callable[..., Any]) -> tuple[type[Any], ...]:
    """The classes of events or commands that a function takes, by the type of its second argument.

    So what a function says of itself is not said again where it is registered.
    """
    kind = list(get_type_hints(function).values())[1]
    return get_args(kind) or (kind,)  # one class, or a union of them


def at_level(hex_: str, level: int) -> str:
    """A Location of a hex as players write it: ``E4``, or ``E4@1`` above ground level."""
    return f"{hex_}@{level}" if level else hex_


class VehicleEvent(Event):
    """An event of a vehicle."""

    vehicle: str


class UnitEvent(Event):
    """An event of Infantry or a SW."""

    unit: str


class GroundEvent(Event):
    """An event of what lies in a hex."""

    hex: str

    @property
    def location(self) -> str:
        """The Location, on the ground or at the ``level`` that some of these events have."""
        return at_level(self.hex, getattr(self, "level", 0))


class VehicleCommand(Command):
    """A command to a vehicle, which its order names first."""

    vehicle: Vehicle
