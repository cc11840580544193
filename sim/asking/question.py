"""A question as a value: its fields, what they are, and what each of them may be.

::

    @question
    class BXQuestion(Question):
        "What a printed B or X number is now."

        number: int = field("the printed number", least=2, most=12)
        aerial: bool = field("the unit is Aerial", default=False)

Code that reads, writes or documents questions goes by its `Question.fields`; nothing is said twice.
"""

import re
import types
from abc import ABC, abstractmethod
from collections.abc import Callable
from enum import StrEnum
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    TypeAlias,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
    overload,
)

import attrs

from events.errors import BadInput, hexside_meant
from sim.chapter_a.los import Location, location
from sim.chapter_a.sight import checked_location
from sim.chapter_a.whereabouts import hex_named, label_meant
from sim.state import State

# The kinds of values that a question is made of: what fits each, alone and in a state.
#
# A field of a question is annotated with a plain type (a StrEnum, ``int``, ``bool``, `Location`),
# with one of the aliases here, or with a tuple of these; `kind_of` makes a kind of the annotation.


OFFBOARD: Final = "offboard"
"""What a question calls the outside of the playing area."""


def _shown(value: object) -> str:
    return repr(str(value)[:20])


class FieldKind(ABC):
    """A kind of value: what fits, how words mean it, how help and the schema of JSON show it."""

    @property
    @abstractmethod
    def label(self) -> str:
        """How help shows a value; the terms of a choice are parted by ``|``."""

    @property
    @abstractmethod
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of a value."""

    @abstractmethod
    def fits(self, value: object) -> bool:
        """Whether a value is of this kind, whatever the state."""

    @abstractmethod
    def complaint(self, value: object) -> str:
        """Why a value is not of this kind, and what was expected."""

    def read(self, state: State, value: Any) -> Any:  # noqa: ARG002 - some kinds ask the state
        """What words mean; what means nothing is left as it is, to be refused."""
        return value

    def check(self, value: object) -> None:
        """Refuse a value that is not of this kind."""
        if not self.fits(value):
            raise BadInput(self.complaint(value))

    def check_in(self, state: State, value: Any) -> None:  # noqa: B027 - most name nothing in it
        """Refuse a value of this kind for which there is nothing in a state."""


@attrs.frozen
class AHex(FieldKind):
    """The name of a hex in play; where it may be outside the playing area, also ``offboard``."""

    offboard: bool = False
    label = "HEX"
    schema: ClassVar = {"type": "string"}

    def read(self, state: State, value: Any) -> Any:
        """The name that the map has."""
        return hex_named(state, str(value)) or str(value)

    def fits(self, value: object) -> bool:
        """Whether it is a name."""
        return isinstance(value, str)

    def complaint(self, value: object) -> str:
        """That there is no such hex."""
        more = f", nor {OFFBOARD}" if self.offboard else ""
        return f"{_shown(value)} is not a hex in play{more}{hexside_meant(str(value))}"

    def check_in(self, state: State, value: str) -> None:
        """Refuse a hex that is not in play."""
        if self.offboard and value == OFFBOARD:
            return
        if value not in state.setting.area.record:
            raise BadInput(f"{self.complaint(value)}{label_meant(state, value)}")


@attrs.frozen
class ALocation(FieldKind):
    """A Location of a hex in play; an Offboard Observer's may be higher than any level of it."""

    any_level: bool = False
    schema: ClassVar = {"type": "string", "pattern": r"^[^@]+(@-?[0-9]{1,2})?$"}

    @property
    def label(self) -> str:
        """Whether any level will do."""
        return "ANYWHERE" if self.any_level else "LOCATION"

    def read(self, state: State, value: Any) -> Any:
        """A hex, or a level of it."""
        if isinstance(value, Location):
            return value
        return location(state, str(value), any_level=self.any_level)

    def fits(self, value: object) -> bool:
        """Whether it is a Location."""
        return isinstance(value, Location)

    def complaint(self, value: object) -> str:
        """How a Location looks."""
        expected = "expected a hex in play such as D4 or D4@1"
        return f"{_shown(value)} is not a Location; {expected}{hexside_meant(str(value))}"

    def check_in(self, state: State, value: Location) -> None:
        """Refuse a Location that its hex has not, or whose hex is not in play."""
        if value.hex not in state.setting.area.record:
            raise BadInput(self.complaint(value))
        checked_location(state, value.hex, value.level, any_level=self.any_level)


@attrs.frozen
class Named(FieldKind):
    """A thing of the game by its label: a ``vehicle``, or a ``unit`` (or SW) that is followed."""

    what: str
    schema: ClassVar = {"type": "string"}

    @property
    def label(self) -> str:
        """What it is."""
        return self.what.upper()

    def fits(self, value: object) -> bool:
        """Whether it is a label."""
        return isinstance(value, str)

    def complaint(self, value: object) -> str:
        """That it is none."""
        return f"there is no {self.what} {_shown(value)}"

    def check_in(self, state: State, value: str) -> None:
        """Refuse what is not in the game."""
        present = getattr(state, f"{self.what}s")
        if value not in present:
            known = ", ".join(sorted(present)) or "none"
            raise BadInput(f"{self.complaint(value)}; expected one of {known}")


@attrs.frozen
class Number(FieldKind):
    """A whole number from ``least`` to ``most``."""

    least: int
    most: int
    label = "N"

    @property
    def schema(self) -> dict[str, Any]:
        """Its range."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}

    def read(self, state: State, value: Any) -> Any:
        """Digits."""
        del state
        text = str(value)
        return int(text) if re.fullmatch(r"[0-9]{1,6}", text) else value

    def fits(self, value: object) -> bool:
        """Whether it is a whole number in the range."""
        if not isinstance(value, int) or isinstance(value, bool):
            return False
        return self.least <= value <= self.most

    def complaint(self, value: object) -> str:
        """Which numbers are expected."""
        return f"{_shown(value)} is not a number; {self.least} to {self.most} is expected"


@attrs.frozen
class Flag(FieldKind):
    """Something that is so, or is not."""

    label = ""
    schema: ClassVar = {"type": "boolean"}

    def fits(self, value: object) -> bool:
        """Whether it is true or false."""
        return isinstance(value, bool)

    def complaint(self, value: object) -> str:
        """That it is neither."""
        return f"{_shown(value)} is neither true nor false"


@attrs.frozen
class YesOrNo(Flag):
    """Something that is so, is not, or is left to the rules."""

    label = "yes|no"

    def read(self, state: State, value: Any) -> Any:
        """One of the two words."""
        del state
        words = {"yes": True, "no": False}
        return words.get(value.lower(), value) if isinstance(value, str) else value

    def complaint(self, value: object) -> str:
        """That it is neither."""
        return f"{_shown(value)} is not a choice; expected one of yes, no"


@attrs.frozen
class Choice(FieldKind):
    """One of the terms of a list."""

    terms: type[StrEnum]

    @property
    def label(self) -> str:
        """The terms."""
        return "|".join(self.terms)

    @property
    def schema(self) -> dict[str, Any]:
        """The terms."""
        return {"enum": [term.value for term in self.terms]}

    def read(self, state: State, value: Any) -> Any:
        """A term in any letters."""
        del state
        return {term.lower(): term for term in self.terms}.get(str(value).lower(), value)

    def fits(self, value: object) -> bool:
        """Whether it is one of the terms."""
        return isinstance(value, self.terms)

    def complaint(self, value: object) -> str:
        """Which terms there are."""
        return f"{_shown(value)} is not a choice; expected one of {', '.join(self.terms)}"


@attrs.frozen
class Several(FieldKind):
    """A tuple of values of one kind, at least ``least`` of them."""

    of: FieldKind
    least: int = 0
    label = "HEX ..."

    @property
    def schema(self) -> dict[str, Any]:
        """What each of them is."""
        return {"type": "array", "items": self.of.schema, "minItems": self.least}

    def read(self, state: State, value: Any) -> Any:
        """Words apart, or a text of them."""
        words = value.replace(",", " ").split() if isinstance(value, str) else value
        if not isinstance(words, list | tuple):
            return value
        return tuple(self.of.read(state, each) for each in words)

    def fits(self, value: object) -> bool:
        """Whether it is a tuple with enough values, each of the kind."""
        return (
            isinstance(value, tuple)
            and len(value) >= self.least
            and all(self.of.fits(each) for each in value)
        )

    def complaint(self, value: object) -> str:
        """What is wrong with the first value that does not fit, or that there are too few."""
        if isinstance(value, tuple):
            for each in value:
                if not self.of.fits(each):
                    return self.of.complaint(each)
        what = "hex" if isinstance(self.of, AHex) else "Location"
        return f"at least one {what} is expected" if self.least else f"{what}s are expected"

    def check_in(self, state: State, value: tuple[Any, ...]) -> None:
        """Refuse each value for which there is nothing in a state."""
        for each in value:
            self.of.check_in(state, each)


Hex: TypeAlias = Annotated[str, AHex()]
"""The name of a hex in play, as the map calls it."""

HexOrOffboard: TypeAlias = Annotated[str, AHex(offboard=True)]
"""The name of a hex in play, or ``offboard``."""

Anywhere: TypeAlias = Annotated[Location, ALocation(any_level=True)]
"""A Location that may be higher than any level of its hex."""

UnitLabel: TypeAlias = Annotated[str, Named("unit")]
VehicleLabel: TypeAlias = Annotated[str, Named("vehicle")]
"""The label of a vehicle of the game."""


def kind_of(annotation: Any, *, least: int, most: int, needed: bool) -> FieldKind:
    """The kind that an annotation stands for.

    That it may be None as well says that it may be left out; a tuple that is needed has at least
    one value; least and most are those of a number.
    """
    optional = get_origin(annotation) in (Union, types.UnionType)
    if optional:
        (annotation,) = (each for each in get_args(annotation) if each is not type(None))
    if get_origin(annotation) is Annotated and isinstance(annotation.__metadata__[0], FieldKind):
        return annotation.__metadata__[0]
    if get_origin(annotation) is tuple:
        of = kind_of(get_args(annotation)[0], least=least, most=most, needed=True)
        return Several(of, int(needed))
    if annotation is bool:
        return YesOrNo() if optional else Flag()
    if annotation is int:
        return Number(least, most)
    if annotation is Location:
        return ALocation()
    if isinstance(annotation, type) and issubclass(annotation, StrEnum):
        return Choice(annotation)
    raise TypeError(f"{annotation} is not a kind of value that a question has")


# What cannot be asked, with the field of the question that is to blame.


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


_SAID: Final = "question"

Value = TypeVar("Value")
SomeQuestion = TypeVar("SomeQuestion", bound="Question")


@attrs.frozen
class _Said:
    """What a class says of a field beside its type."""

    help: str
    word: str
    least: int
    most: int


@overload
def field(help_: str, *, word: str = "", least: int = 0, most: int = 99) -> Any: ...


@overload
def field(
    help_: str, *, default: Value, word: str = "", least: int = 0, most: int = 99
) -> Value: ...


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
    return attrs.field(default=default, metadata={_SAID: _Said(help_, word, least, most)})


@attrs.frozen
class QuestionField:
    """A field of a question.

    Attributes:
        name: how Python and JSON call it.
        help: what it is.
        kind: which values it takes.
        default: its value if it is left out; `attrs.NOTHING` if it is needed.
        word: how the command line calls it.
    """

    name: str
    help: str
    kind: FieldKind
    default: Any
    word: str

    @property
    def needed(self) -> bool:
        """Whether it must be given."""
        return self.default is attrs.NOTHING

    def read(self, state: State, value: Any) -> Any:
        """What words, or a Python value, mean; None is what is left out."""
        if value is None:
            if self.needed:
                raise BadQuestion(self.name, f"this is needed: {self.help}")
            return self.default
        try:
            found = self.kind.read(state, value)
        except BadInput as error:
            raise BadQuestion(self.name, error.what) from None
        self.check_in(state, found)
        return found

    def check(self, value: object) -> None:
        """Refuse a value that does not fit."""
        if value is None and self.default is None:
            return
        try:
            self.kind.check(value)
        except BadInput as error:
            raise BadQuestion(self.name, error.what) from None

    def check_in(self, state: State, value: object) -> None:
        """Refuse a value that does not fit, or for which there is nothing in a state."""
        self.check(value)
        if value is None:
            return
        try:
            self.kind.check_in(state, value)
        except BadInput as error:
            raise BadQuestion(self.name, error.what) from None


def _field(field: "attrs.Attribute[Any]", annotation: Any) -> QuestionField:
    """What there is to know of a field of a class."""
    said: _Said = field.metadata[_SAID]
    needed = field.default is attrs.NOTHING
    kind = kind_of(annotation, least=said.least, most=said.most, needed=needed)
    word = said.word or field.name.replace("_", "-")
    return QuestionField(field.name, said.help, kind, field.default, word)


@attrs.frozen(kw_only=True)
class Question:
    """Something that can be asked of a moment of a game; the name is that of its module.

    Attributes:
        fields: what there is to know of each of its values, in their order.
    """

    fields: ClassVar[tuple[QuestionField, ...]] = ()

    def __attrs_post_init__(self) -> None:
        """Refuse values that do not fit their field, whatever the state."""
        for field in self.fields:
            field.check(getattr(self, field.name))

    @property
    def name(self) -> str:
        """How players call it: ``entry-cost``."""
        return type(self).__module__.rpartition(".")[2].replace("_", "-")

    @classmethod
    def about(cls) -> str:
        """What it answers, in a few words: the first line of its docstring."""
        first = (cls.__doc__ or "").split("\n", 1)[0].removesuffix(".")
        return first if first[1:2].isupper() else first[:1].lower() + first[1:]


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
def question(cls: type[SomeQuestion]) -> type[SomeQuestion]:
    """Make a frozen class with keyword arguments of the fields that `field` makes.

    A field that a subclass says anew keeps its place.
    """
    made = attrs.frozen(kw_only=True)(cls)
    hints = get_type_hints(made, include_extras=True)
    fields = {field.name: field for field in attrs.fields(made)}
    made.fields = tuple(_field(fields[name], hints[name]) for name in hints if name in fields)
    return made


def check_in_play(state: State, asked_: Question) -> None:
    """Refuse a question about hexes, Locations or vehicles that are not in play."""
    for field in asked_.fields:
        field.check_in(state, getattr(asked_, field.name))
