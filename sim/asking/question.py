"""A question as a value: its fields, what they are, and what each of them may be.

::

    @question
    class BXQuestion(Question):
        "What a printed B or X number is now."

        number: int = asked("the printed number", least=2, most=12)
        aerial: bool = asked("the unit is Aerial", default=False)

Whoever reads, writes or documents questions goes by its `Question.fields`; nothing is said twice.
"""

from typing import Any, ClassVar, Final, TypeVar, dataclass_transform, get_type_hints, overload

import attrs

from events.errors import BadInput
from sim.asking.bad_question import BadQuestion
from sim.asking.kinds import FieldKind, OfAState, kind_of
from sim.state import State

__all__ = ["AskedField", "Question", "asked", "check_in_play", "question"]

_SAID: Final = "asked"

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
def asked(help_: str, *, word: str = "", least: int = 0, most: int = 99) -> Any: ...


@overload
def asked(
    help_: str, *, default: Value, word: str = "", least: int = 0, most: int = 99
) -> Value: ...


def asked(
    help_: str,
    *,
    default: Any = attrs.NOTHING,
    word: str = "",
    least: int = 0,
    most: int = 99,
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
class AskedField:
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

    def check(self, value: object) -> None:
        """Refuse a value that does not fit.

        Raises:
            BadQuestion: when it does not.
        """
        if value is None and self.default is None:
            return
        try:
            self.kind.check(value)
        except BadInput as error:
            raise BadQuestion(self.name, error.what) from None

    def check_in(self, state: State, value: object) -> None:
        """Refuse a value that does not fit, or for which there is nothing in a state.

        Raises:
            BadQuestion: when it does not, or there is nothing.
        """
        self.check(value)
        if value is None or not isinstance(self.kind, OfAState):
            return
        try:
            self.kind.check_in(state, value)
        except BadInput as error:
            raise BadQuestion(self.name, error.what) from None


def _field(field: "attrs.Attribute[Any]", annotation: Any) -> AskedField:
    """What there is to know of a field of a class."""
    said: _Said = field.metadata[_SAID]
    needed = field.default is attrs.NOTHING
    kind = kind_of(annotation, least=said.least, most=said.most, needed=needed)
    word = said.word or field.name.replace("_", "-")
    return AskedField(field.name, said.help, kind, field.default, word)


@attrs.frozen(kw_only=True)
class Question:
    """Something that can be asked of a moment of a game; the name is that of its module.

    Attributes:
        fields: what there is to know of each of its values, in their order.
    """

    fields: ClassVar[tuple[AskedField, ...]] = ()

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


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(asked,))
def question(cls: type[SomeQuestion]) -> type[SomeQuestion]:
    """Make a frozen class with keyword arguments of the fields that a question `asked`.

    A field that a subclass says anew keeps its place.
    """
    made = attrs.frozen(kw_only=True)(cls)
    hints = get_type_hints(made, include_extras=True)
    fields = {field.name: field for field in attrs.fields(made)}
    made.fields = tuple(_field(fields[name], hints[name]) for name in hints if name in fields)
    return made


def check_in_play(state: State, asked_: Question) -> None:
    """Refuse a question about hexes, Locations or vehicles that are not in play.

    Raises:
        BadQuestion: when one of its values is not.
    """
    for field in asked_.fields:
        field.check_in(state, getattr(asked_, field.name))
