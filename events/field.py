"""Fields of orders and questions: which values they take, how words give them, how help shows them.

The type of a field says its kind, so the form of an order follows from the class of its command::

    class Flame(Command, word="flame", about="place a Flame"):  # flame HEX [level N]
        hex: Hex
        level: NumberByName = 0

Code that reads, writes or documents a value asks its kind; a new kind is a class. Those that ask a
state stand in `sim.asking.question`.
"""

import re
import shlex
from collections.abc import Mapping
from contextlib import suppress
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType, NoneType, UnionType
from typing import Annotated, Any, Final, TypeAlias, Union, get_args, get_origin

import attrs

from events.errors import BadInput, hexside_meant
from events.moment import PHASES, Phase

MAX_NOTE: Final = 400
"""A note has no more characters."""

_NAME: Final = re.compile(r"[\w.-]{1,40}")
LABEL: Final = re.compile(r'[\w.-](?:[\w .+*/()&"°-]{0,38}[\w.+*/()&"°-])?')
"""A name as counters have them, blanks within it too; those of one word need no quotation marks."""
_HALVES: Final = re.compile(r"[0-9]{0,3}(\.5)?|[0-9]{1,3}/2")
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,6}")
_ENTRY: Final = re.compile(r"#?([0-9]{1,9})")
_LIKE_DICE: Final = re.compile(r"[0-9,]+")
_PHASE_NAMES: Final = {
    Phase.RPH: ("rally",),
    Phase.PFPH: ("prep", "prep fire"),
    Phase.MPH: ("movement",),
    Phase.DFPH: ("defensive", "defensive fire"),
    Phase.AFPH: ("advancing", "advancing fire"),
    Phase.RTPH: ("rout",),
    Phase.APH: ("advance",),
    Phase.CCPH: ("close combat",),
}
_LIKE_MP: Final = re.compile(r"[-+]?[0-9.½]|.*mp$", re.IGNORECASE)


def shown(value: object) -> str:
    """A value in a complaint."""
    return repr(str(value)[:40])


def as_word(label: str) -> str:
    """A name as one word of an order: in quotation marks, if it has blanks or the like."""
    return label if _NAME.fullmatch(label) else shlex.quote(label)


class FieldKind:
    """A kind of value; this one is any text."""

    label: str = ""
    """How help shows a value; a flag has none."""
    form: str = "text"
    """What people choose or say to give it: ``hex``, ``vehicle``, ``number`` and so on."""
    among: str = ""
    """Which things of a state its values name: ``vehicles``, ``units``; empty for none."""
    schema: Mapping[str, Any] = {"type": "string"}
    """The JSON Schema of a value."""
    terms: tuple[str, ...] = ()
    """All values in words, where they are a list."""
    size: int | None = 1
    """How many words give a value; None takes all that are left."""
    after: str | None = None
    """The word that values follow in an order, empty for the name of the field; None where they
    stand alone."""

    def read(self, value: Any) -> Any:
        """What words mean, or a value of Python or JSON; BadInput where it is none."""
        self.check(value)
        return value

    def check(self, value: Any) -> None:
        """Refuse what is no value of this kind."""

    def within(self, state: Any) -> "FieldKind":  # noqa: ARG002 - few ask it
        """The same, of the values that a state has."""
        return self

    def write(self, value: Any) -> str:
        """The words of a value."""
        return str(value)

    def may_be(self, words: list[str]) -> bool:
        """Whether words begin with a value, where none need be, and dice may follow."""
        return not _LIKE_DICE.fullmatch(words[0])

    def count(self, words: list[str]) -> int | None:  # noqa: ARG002 - few look
        """How many of the words in front give a value; None is all."""
        return self.size


_FORMS: Final = {"vehicles": "vehicle", "units": "unit"}
"""What is given by a label of such things."""


class _Name(FieldKind):
    def __init__(self, label: str, after: str | None = None, among: str = "") -> None:
        self.label, self.after, self.among = label, after, among
        self.form = _FORMS.get(among, "name")

    def check(self, value: Any) -> None:
        if not LABEL.fullmatch(value):
            raise BadInput(f"{shown(value)} is not a name")

    def write(self, value: Any) -> str:
        return as_word(value)


class _Hex(FieldKind):
    label, form = "HEX", "hex"

    def __init__(self, after: str | None = None) -> None:
        self.after = after

    def read(self, value: Any) -> Any:
        if not _NAME.fullmatch(value) or ("-" in value and hexside_meant(value)):
            raise BadInput(f"{shown(value)} is not a hex{hexside_meant(value)}")
        return value.upper()


class _Side(FieldKind):
    label, form, after = "SIDE", "side", "by"

    def write(self, value: Any) -> str:
        return shlex.quote(value)


class _Note(FieldKind):
    label, size = "TEXT", None

    def rest(self, line: str) -> str:
        """The text that the rest of a line is: as it stands, or all of it in quotation marks."""
        if line[:1] in ("'", '"'):
            with suppress(ValueError):  # then it is a mark like any other
                words = shlex.split(line)
                if len(words) == 1:
                    return words[0]
        return " ".join(line.split())

    def read(self, value: Any) -> Any:
        if len(value) > MAX_NOTE:
            raise BadInput(f"a note of {len(value)} characters is too long; at most {MAX_NOTE}")
        if not value.isprintable() or not value.strip():
            raise BadInput("a note is one line of text")
        return value.strip()

    def write(self, value: Any) -> str:
        return value if self.rest(value) == value else shlex.quote(value)


class _MP(FieldKind):
    label, form = "MP", "mp"

    def read(self, value: Any) -> Any:
        amount = value.lower().removesuffix("mp").replace("½", ".5")
        if not _HALVES.fullmatch(amount) or not amount:
            raise BadInput(f"{shown(value)} is not a number of MP; expected such as 2mp or 1.5mp")
        if amount.isdecimal():
            return int(amount)
        mp = Fraction(amount)
        return mp.numerator if mp.denominator == 1 else mp

    def write(self, value: Any) -> str:
        return f"{float(value):g}mp"

    def may_be(self, words: list[str]) -> bool:
        """Dice that follow come in pairs, as DR do: so of bare numbers, the odd one is the MP.

        Numbers with a comma are dice: ``6,`` and ``6,1,2``.
        """
        if not _LIKE_MP.match(words[0]) or "," in words[0]:
            return False
        return not words[0].isdecimal() or sum(word.isdecimal() for word in words) % 2 == 1


class Number(FieldKind):
    """A whole number from ``least`` to ``most``."""

    label, form = "N", "number"

    def __init__(self, least: int = -9999, most: int = 9999, after: str | None = None) -> None:
        self.least, self.most, self.after = least, most, after
        self.schema = {"type": "integer", "minimum": least, "maximum": most}
        self._expected = f" from {least} to {most}" if most < 9999 else ""

    def read(self, value: Any) -> Any:
        """Digits."""
        found = int(value) if _NUMBER.fullmatch(str(value)) else value
        self.check(found)
        return found

    def check(self, value: Any) -> None:
        """Say which numbers are expected."""
        if type(value) is not int or not self.least <= value <= self.most:
            raise BadInput(f"{shown(value)} is not a number{self._expected}")


class _AHexside(Number):
    form = "hexside"


class _Calibre(Number):
    label = "MM"

    def read(self, value: Any) -> Any:
        return super().read(value.lower().removesuffix("mm"))

    def write(self, value: Any) -> str:
        return f"{value}mm"


class _Entry(FieldKind):
    label, form = "ENTRY", "number"

    def read(self, value: Any) -> Any:
        found = _ENTRY.fullmatch(value)
        if found is None:
            raise BadInput(f"{shown(value)} is not the number of an entry")
        return int(found[1])

    def may_be(self, words: list[str]) -> bool:
        return bool(words)


class Choice(FieldKind):
    """One of some values, each with its word; a term of a list is its own word."""

    form = "choice"

    def __init__(self, values: Mapping[str, Any], schema: Mapping[str, Any] | None = None) -> None:
        self.terms, self.label = tuple(values), "|".join(values)
        self.schema = schema or {"enum": list(values)}
        self._values = {word.lower(): value for word, value in values.items()}

    def read(self, value: Any) -> Any:
        """A word in any letters."""
        found = self._values.get(str(value).lower(), value)
        self.check(found)
        return found

    def check(self, value: Any) -> None:
        """Say which words there are."""
        if not any(value is each for each in self._values.values()):
            raise BadInput(f"{shown(value)} is none of {', '.join(self.terms)}")

    def may_be(self, words: list[str]) -> bool:
        """Whether the first word is one of them."""
        return words[0].lower() in self._values


class _APhase(Choice):
    def __init__(self) -> None:
        super().__init__({phase.value: phase for phase in PHASES})
        self.label = "PHASE"
        self._values |= {name: phase for phase, names in _PHASE_NAMES.items() for name in names}

    def read(self, value: Any) -> Any:
        """A phase by its abbreviation, or by its name in words."""
        return super().read(self._name(value))

    @staticmethod
    def _name(value: Any) -> str:
        return str(value).lower().removesuffix("phase").strip()

    def count(self, words: list[str]) -> int:
        return next((n for n in (3, 2) if self._name(" ".join(words[:n])) in self._values), 1)

    def may_be(self, words: list[str]) -> bool:
        return FieldKind.may_be(self, words)


class Flag(FieldKind):
    """Something that is so, or is not: its word says that it is."""

    schema: Mapping[str, Any] = {"type": "boolean"}
    form, size, after = "flag", 0, ""

    def check(self, value: Any) -> None:
        """Say that it is neither."""
        if not isinstance(value, bool):
            raise BadInput(f"{shown(value)} is neither true nor false")


class Several(FieldKind):
    """A tuple of values of one kind, at least ``least`` of them."""

    size: int | None = None

    def __init__(self, of: FieldKind, least: int = 0) -> None:
        self.of, self.least, self.label = of, least, f"{of.label} ..."
        self.schema = {"type": "array", "items": of.schema, "minItems": least}

    def read(self, value: Any) -> Any:
        """Words apart, or a text of them."""
        words = value.replace(",", " ").split() if isinstance(value, str) else value
        many = isinstance(words, list | tuple)
        found = tuple([self.of.read(each) for each in words]) if many else words
        self.check(found)
        return found

    def check(self, value: Any) -> None:
        """Say what is wrong with the first value, or that there are too few."""
        if not isinstance(value, tuple) or len(value) < self.least:
            what = f"at least one {self.of.label.lower()}" if self.least else "a list"
            raise BadInput(f"{what} is expected")
        for each in value:
            self.of.check(each)

    def within(self, state: Any) -> FieldKind:
        """Each of those that a state has."""
        return Several(self.of.within(state), self.least)

    def write(self, value: Any) -> str:
        """The words of each."""
        return " ".join([self.of.write(each) for each in value])


class _Pair(Several):
    after = ""

    def __init__(self, of: FieldKind) -> None:
        super().__init__(of, 2)
        self.form = of.form
        self.label, self.size = f"{of.label} {of.label}", 2


NOTE: Final = _Note()

# What fields of commands are.
Hex: TypeAlias = Annotated[str, _Hex()]
HexByName: TypeAlias = Annotated[str, _Hex(after="")]
Name: TypeAlias = Annotated[str, _Name("NAME")]
FFEName: TypeAlias = Annotated[str, _Name("NAME", among="ffes")]
FortificationName: TypeAlias = Annotated[str, _Name("NAME", among="fortifications")]
UnitName: TypeAlias = Annotated[str, _Name("NAME", among="units")]
Vehicle: TypeAlias = Annotated[str, _Name("VEHICLE", among="vehicles")]
VehicleByName: TypeAlias = Annotated[str, _Name("VEHICLE", after="", among="vehicles")]
Side: TypeAlias = Annotated[str, _Side()]
NoteText: TypeAlias = Annotated[str, NOTE]
Hexside: TypeAlias = Annotated[int, _AHexside()]
HexsideByName: TypeAlias = Annotated[int, _AHexside(after="")]
NumberByName: TypeAlias = Annotated[int, Number(after="")]
PairByName: TypeAlias = Annotated[tuple[int, int], _Pair(_AHexside())]
Calibre: TypeAlias = Annotated[int, _Calibre()]
EntryNumber: TypeAlias = Annotated[int, _Entry()]
PhaseToCome: TypeAlias = Annotated[Phase, _APhase()]


def kind_of(
    annotation: Any, plain: Mapping[Any, FieldKind] = MappingProxyType({}), least: int = 0
) -> FieldKind | None:
    """The kind that a type stands for, None where it stands for none.

    That it may be None as well says that it may be left out. ``plain`` has kinds of types beside
    ``bool``, lists of terms and MP; a tuple has at least ``least`` values.
    """
    union = get_origin(annotation) in (Union, UnionType)
    types = get_args(annotation) if union else (annotation,)
    one, *more = (each for each in types if each is not NoneType)
    if more:
        return _MP() if {one, *more} == {int, Fraction} else None
    if get_origin(one) is Annotated:
        kind: FieldKind = one.__metadata__[0]
        return kind
    if get_origin(one) is tuple:
        of = kind_of(get_args(one)[0], plain)
        return None if of is None else Several(of, least)
    if one is bool:
        choice = Choice({"yes": True, "no": False}, Flag.schema)
        return choice if NoneType in types else Flag()
    if isinstance(one, type) and issubclass(one, StrEnum):
        return Choice({term.value: term for term in one})
    return plain.get(one)


NOTHING: Final = object()


@attrs.frozen
class InputField:
    """A field of a command or of a question."""

    name: str
    """How Python and JSON call it."""
    kind: FieldKind
    """Which values it takes."""
    default: Any
    """Its value if it is left out; `attrs.NOTHING` if it is needed."""
    word: str
    """How words call it."""
    bare: bool
    """Its values stand without that word."""
    help: str = ""

    @property
    def needed(self) -> bool:
        """Whether it must be given."""
        return self.default is attrs.NOTHING

    @property
    def usage(self) -> str:
        """How help shows it."""
        text = self.kind.label if self.bare else f"{self.word} {self.kind.label}".strip()
        return text if self.needed else f"[{text}]"

    def read(self, value: Any, state: Any) -> Any:
        """What words, or a value of Python or JSON, mean in a state; None is what is left out."""
        if value is not None:
            return self.kind.within(state).read(value)
        if self.needed:
            raise BadInput(f"this is needed: {self.help}")
        return self.default

    def check(self, value: Any, state: Any = None) -> None:
        """Refuse a value that does not fit, or that a state has not."""
        if value is not None or self.default is not None:
            kind = self.kind if state is None else self.kind.within(state)
            kind.check(value)

    def take(self, words: list[str]) -> Any:
        """Its value, by words that are taken from the front of an order; ``NOTHING`` without."""
        size = self.kind.count(words)
        if self.bare:
            there = bool(words) and (self.needed or self.kind.may_be(words))
        elif there := bool(words) and words[0].lower() == self.word:
            del words[0]
            if len(words) < (size or 0):
                raise BadInput(f"{self.usage} is not complete")
        if not there:
            if self.needed:
                raise BadInput(f"{self.usage} is missing")
            return NOTHING
        taken = " ".join(words[:size]) if size != 0 else True
        del words[:size]
        return self.kind.read(taken)

    def write(self, value: Any) -> str:
        """Its words in an order; none where it is as if left out."""
        if value == self.default:
            return ""
        word = "" if self.bare else self.word
        return f"{word} {self.kind.write(value) if self.kind.size != 0 else ''}".strip()


def fields_of(command: type[Any]) -> tuple[InputField, ...]:
    """The fields of a command that its order gives, in the order of its words.

    A plain ``int``, ``str`` or tuple is given by no order.
    """
    found = []
    for each in attrs.fields(command):
        kind = kind_of(each.type)
        if kind is not None:
            word = kind.after or each.name
            found.append(InputField(each.name, kind, each.default, word, kind.after is None))
    return tuple(found)
