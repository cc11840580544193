"""A question as a value: its fields, and those of their kinds that a state decides.

::

    class BXQuestion(Question):
        "What a printed B or X number is now."

        number: int = field("the printed number", least=2, most=12)
        aerial: bool = field("the unit is Aerial", default=False)

A field is annotated with a plain type (a StrEnum, ``int``, ``bool``, `Location`), with one of the
aliases here, or with a tuple of these. Code that reads, writes or documents questions goes by its
`Question.fields`; nothing is said twice.
"""

from collections.abc import Callable, Container, Mapping
from copy import copy
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Self,
    TypeAlias,
    dataclass_transform,
    get_type_hints,
)

import attrs

from events.errors import BadInput, hexside_meant
from events.field import FieldKind, InputField, Number, kind_of, shown
from sim.chapter_a.los import Location, location
from sim.chapter_a.sight import checked_location
from sim.chapter_a.whereabouts import hex_named, label_meant, label_named, label_there
from sim.chapter_b.sheltered import shelter_of
from sim.state import State

OFFBOARD: Final = "offboard"
"""What a question calls the outside of the playing area."""


def _hexes(state: State) -> Container[str]:
    return state.setting.area.record


class OfState(FieldKind):
    """A kind of which a state says what there is; without one, any name will do."""

    state: Any = None

    def within(self, state: State) -> Self:
        """The same, of the values that a state has."""
        bound = copy(self)
        bound.state = state
        return bound


class AHex(OfState):
    """The name of a hex in play; where it may be outside the playing area, also ``offboard``."""

    label = "HEX"

    def __init__(self, *others: str) -> None:
        self._others = others

    def read(self, value: Any) -> Any:
        """The name that the map has, of a hex or of where a unit is."""
        found = hex_named(self.state, str(value)) or str(value)
        self.check(found)
        return found

    def check(self, value: Any) -> None:
        """Say that there is no such hex."""
        level = "; which level is not asked here" if "@" in str(value) else ""
        meant = level or hexside_meant(str(value))
        if isinstance(value, str):
            if self.state is None or value in self._others or value in _hexes(self.state):
                return
            meant += label_meant(self.state, value)
        nor = "".join([f", nor {each}" for each in self._others])
        raise BadInput(f"{shown(value)} is not a hex in play{nor}{meant}")


class ALocation(OfState):
    """A Location of a hex in play; an Offboard Observer's may be higher than any level of it."""

    schema: Mapping[str, Any] = {"type": "string", "pattern": r"^[^@]+(@-?[0-9]{1,2})?$"}

    def __init__(self, *, any_level: bool = False) -> None:
        self.any_level, self.label = any_level, "ANYWHERE" if any_level else "LOCATION"

    def read(self, value: Any) -> Any:
        """A hex, or a level of it."""
        if not isinstance(value, Location):
            return location(self.state, str(value), any_level=self.any_level)
        self.check(value)
        return value

    def check(self, value: Any) -> None:
        """Say how a Location looks, or which its hex has."""
        state = self.state
        if isinstance(value, Location) and (state is None or value.hex in _hexes(state)):
            if state is not None:
                checked_location(state, value.hex, value.level, any_level=self.any_level)
            return
        meant = f"expected a hex in play such as D4 or D4@1{hexside_meant(str(value))}"
        raise BadInput(f"{shown(value)} is not a Location; {meant}")


class Named(OfState):
    """A thing of the game by its label: a ``vehicle``, or a ``unit`` (or SW) that is followed."""

    def __init__(self, what: str) -> None:
        self.what, self.label = what, what.upper()

    def read(self, value: Any) -> Any:
        """The label as the game has it, of one in whatever letters."""
        known = isinstance(value, str) and self.state is not None
        found = label_named(getattr(self.state, f"{self.what}s"), value) if known else value
        self.check(found)
        return found

    def check(self, value: Any) -> None:
        """Say which there are."""
        none = f"there is no {self.what} {shown(value)}"
        if not isinstance(value, str):
            raise BadInput(none)
        present = (value,) if self.state is None else getattr(self.state, f"{self.what}s")
        if value not in present:
            known = f"expected one of {', '.join(sorted(present))}" if present else "there is none"
            raise BadInput(f"{none}; {known}")


Hex: TypeAlias = Annotated[str, AHex()]
"""The name of a hex in play, as the map calls it."""

HexOrOffboard: TypeAlias = Annotated[str, AHex(OFFBOARD)]
"""The name of a hex in play, or ``offboard``."""

Anywhere: TypeAlias = Annotated[Location, ALocation(any_level=True)]
"""A Location that may be higher than any level of its hex."""

UnitLabel: TypeAlias = Annotated[str, Named("unit")]
VehicleLabel: TypeAlias = Annotated[str, Named("vehicle")]
"""The label of a vehicle of the game."""


class BadQuestion(BadInput):
    """A question that cannot be asked, or not of this state.

    Args:
        field: the field to blame.
        sentence: what is wrong with it, with ``{}`` for each of the others.
        others: further fields that the sentence names.
    """

    def __init__(self, field: str, sentence: str, *others: str) -> None:
        """Keep field and sentence apart, so that each caller names fields in his own way."""
        self.field = field
        self.sentence = sentence
        self.others = others
        super().__init__(sentence.format(*others) if others else sentence, field)

    def renamed(self, name: Callable[[str], str]) -> BadInput:
        """The same complaint, its fields called otherwise: by the options of a command, say."""
        others = [name(each) for each in self.others]
        return BadInput(
            self.sentence.format(*others) if others else self.sentence, name(self.field)
        )


def field(
    help_: str, *, default: Any = attrs.NOTHING, word: str = "", least: int = 0, most: int = 99
) -> Any:
    """A field of a question.

    Args:
        help_: what it is.
        default: its value if it is left out; without one it is needed.
        word: how the command line calls it, where not by its name.
        least: the least of a number.
        most: the most of a number.
    """
    said = {"help": help_, "word": word, "number": Number(least, most)}
    return attrs.field(default=default, metadata=said)


def _field(field: "attrs.Attribute[Any]", annotation: Any) -> InputField:
    said, needed = field.metadata, field.default is attrs.NOTHING
    kind = kind_of(annotation, {int: said["number"], Location: ALocation()}, int(needed))
    if kind is None:
        raise TypeError(f"{annotation} is not a kind of value that a question has")
    word = said["word"] or field.name.replace("_", "-")
    return InputField(field.name, kind, field.default, word, needed, said["help"])


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
class Question:
    """Something that can be asked of a moment of a game; the name is that of its module.

    Each is a frozen class with keyword arguments of the fields that `field` makes; a field that a
    subclass says anew keeps its place.
    """

    name: ClassVar[str] = ""
    """How players call it: ``entry-cost``."""
    not_judged: ClassVar[str] = ""
    """What bears on it and is left to the players; silence is no answer."""
    whose: ClassVar[tuple[str, ...]] = ("hex",)
    """The fields that may name the unit of which it asks where it is ``within``."""
    fields: ClassVar[tuple[InputField, ...]] = ()
    """What there is to know of each of its values, in their order."""
    __attrs_attrs__: ClassVar[Any]

    def __init_subclass__(cls, *, not_judged: str = "") -> None:
        made = attrs.frozen(cls, kw_only=True, slots=False)
        hints = get_type_hints(made, include_extras=True)
        fields = {field.name: field for field in attrs.fields(made)}
        cls.not_judged = not_judged or cls.not_judged
        cls.name = cls.__module__.rpartition(".")[2].replace("_", "-")
        cls.fields = tuple(_field(fields[name], hints[name]) for name in hints if name in fields)

    def __attrs_post_init__(self) -> None:
        """Refuse values that do not fit their field, whatever the state."""
        self.check()

    def check(self, state: State | None = None) -> None:
        """Refuse values that do not fit their field, or of which a state has nothing."""
        for field in self.fields:
            try:
                field.check(getattr(self, field.name), state)
            except BadInput as error:
                raise BadQuestion(field.name, error.what) from None

    @classmethod
    def implied(cls, state: State, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """What the words of a question say of fields that they leave out.

        A unit that is named is within the Fortification in which the game has it.
        """
        if given.get("within") is not None or all(each.name != "within" for each in cls.fields):
            return {}
        labels = (label_there(state, given.get(each)) for each in cls.whose)
        return {"within": next(filter(None, (shelter_of(state, each) for each in labels)), None)}

    @classmethod
    def about(cls) -> str:
        """What it answers, in a few words: the first line of its docstring."""
        first = (cls.__doc__ or "").split("\n", 1)[0].removesuffix(".")
        return first if first[1:2].isupper() else first[:1].lower() + first[1:]
