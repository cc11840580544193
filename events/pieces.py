"""The pieces of an order: kinds of values, and how the words of an order give them.

Every piece reads its words from the front of a list, and writes them back. The fields of a command
name their pieces in their metadata, by the small functions at the end; so the form of an order
follows from the class of the command.
"""

import re
import shlex
from collections.abc import Callable, Mapping
from enum import StrEnum
from fractions import Fraction
from functools import partial
from typing import Any, Final, Protocol

import attrs

from events.errors import BadInput
from events.hexside_words import hexside_meant
from events.moment import PHASES, Phase
from events.mp import MP

MAX_NOTE: Final = 400
"""A note has no more characters."""


@attrs.frozen
class WordKind:
    """A kind of value in an order: its name in help, how to read it, and how to write it."""

    label: str
    read: Callable[[str], Any]
    write: Callable[[Any], str] = str


_NAME: Final = re.compile(r"[\w.-]{1,40}")
_MP: Final = re.compile(r"[0-9]{0,3}(\.5)?|[0-9]{1,3}/2")
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,4}")
_COUNT: Final = re.compile(r"[0-9]{1,9}")
_DICE: Final = re.compile(r"[1-6,]+")
_LIKE_DICE: Final = re.compile(r"[0-9,]+")
_NO_DICE: Final = re.compile(r"(?!)")
_LIKE_MP: Final = re.compile(r"[-+]?[0-9.½]|.*mp$", re.IGNORECASE)


def _name(text: str) -> str:
    if not _NAME.fullmatch(text):
        raise BadInput(f"{text[:40]!r} is not a name")
    return text


def _hex(text: str) -> str:
    if not _NAME.fullmatch(text) or ("-" in text and hexside_meant(text)):
        raise BadInput(f"{text[:40]!r} is not a hex{hexside_meant(text)}")
    return text.upper()


def _mp(text: str) -> MP:
    amount = text.lower().removesuffix("mp").replace("½", ".5")
    if not _MP.fullmatch(amount) or not amount:
        raise BadInput(f"{text[:40]!r} is not a number of MP; expected such as 2mp or 1.5mp")
    if amount.isdecimal():
        return int(amount)
    mp = Fraction(amount)
    return mp.numerator if mp.denominator == 1 else mp


def _mp_text(mp: MP) -> str:
    return f"{mp}mp" if isinstance(mp, int) else f"{float(mp):g}mp"


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise BadInput(f"{text[:40]!r} is not a number")
    return int(text)


def _count(text: str) -> int:
    digits = text.removeprefix("#")
    if not _COUNT.fullmatch(digits):
        raise BadInput(f"{text[:40]!r} is not the number of an entry")
    return int(digits)


def proper_note(text: str) -> str:
    """The words of a note, as its entry has them.

    Raises:
        BadInput: when they are not one line of text, or too long.
    """
    if len(text) > MAX_NOTE:
        raise BadInput(f"a note of {len(text)} characters is too long; at most {MAX_NOTE}")
    if not text.isprintable() or not text.strip():
        raise BadInput("a note is one line of text")
    return text.strip()


def _mm(text: str) -> int:
    return _number(text.lower().removesuffix("mm"))


def _side(text: str) -> str:
    return text


def _quoted(text: str) -> str:
    return shlex.quote(text)


def _phase(text: str) -> Phase:
    for phase in PHASES:
        if phase.value.lower() == text.lower():
            return phase
    raise BadInput(f"{text[:40]!r} is not a phase; expected one of {', '.join(PHASES)}")


VEHICLE: Final = WordKind("VEHICLE", _name)
HEX: Final = WordKind("HEX", _hex)
POINTS: Final = WordKind("MP", _mp, _mp_text)
NUMBER: Final = WordKind("N", _number)
COUNT: Final = WordKind("ENTRY", _count)
TEXT: Final = WordKind("TEXT", proper_note, _quoted)
CALIBRE: Final = WordKind("MM", _mm, "{}mm".format)
NAME: Final = WordKind("NAME", _name)
SIDE: Final = WordKind("SIDE", _side, _quoted)
PHASE: Final = WordKind("PHASE", _phase)


class Piece(Protocol):
    """A part of a form that reads some words into a field, and writes them back."""

    @property
    def field(self) -> str:
        """The field of the command that it reads."""

    @property
    def usage(self) -> str:
        """How help shows it."""

    def read(self, words: list[str]) -> Any:
        """Take its words from the front; ``NOTHING`` when they are not its own."""

    def write(self, value: Any) -> list[str]:
        """Its words."""


NOTHING: Final = object()


@attrs.frozen
class Place:
    """A value that must stand here."""

    field: str
    kind: WordKind

    @property
    def usage(self) -> str:
        return self.kind.label

    def read(self, words: list[str]) -> Any:
        if not words:
            raise BadInput(f"{self.kind.label} is missing")
        return self.kind.read(words.pop(0))

    def write(self, value: Any) -> list[str]:
        return [self.kind.write(value)]


@attrs.frozen
class Rest(Place):
    """A value that must stand here: all words that are left."""

    def read(self, words: list[str]) -> Any:
        words[:] = [" ".join(words)] if words else []
        return super().read(words)


@attrs.frozen
class OptionalMP:
    """MP that may stand here, before dice.

    Dice that follow come in pairs, as DR do: so of bare numbers, the odd one is the MP. Numbers
    with a comma are dice: ``6,`` and ``6,1,2``.
    """

    field: str

    @property
    def usage(self) -> str:
        return f"[{POINTS.label}]"

    def read(self, words: list[str]) -> Any:
        if not words or not _LIKE_MP.match(words[0]) or "," in words[0]:
            return NOTHING
        if words[0].isdecimal() and sum(word.isdecimal() for word in words) % 2 == 0:
            return NOTHING
        return POINTS.read(words.pop(0))

    def write(self, value: Any) -> list[str]:
        return [] if value is None else [POINTS.write(value)]


@attrs.frozen
class Maybe:
    """A value that may stand here, before dice: what looks like a die is not the value.

    Attributes:
        field: which field it gives.
        kind: what it is.
        dice: what looks like dice.
    """

    field: str
    kind: WordKind
    dice: re.Pattern[str] = _LIKE_DICE

    @property
    def usage(self) -> str:
        return f"[{self.kind.label}]"

    def read(self, words: list[str]) -> Any:
        if not words or self.dice.fullmatch(words[0]):
            return NOTHING
        return self.kind.read(words.pop(0))

    def write(self, value: Any) -> list[str]:
        return [] if value is None else [self.kind.write(value)]


@attrs.frozen
class OneOf:
    """One of a list of terms, which may or must stand here."""

    field: str
    terms: type[StrEnum]
    must: bool = False

    @property
    def usage(self) -> str:
        choices = "|".join(self.terms)
        return choices if self.must else f"[{choices}]"

    def read(self, words: list[str]) -> Any:
        if words:
            for term in self.terms:
                if words[0].lower() == term.value.lower():
                    words.pop(0)
                    return term
        if self.must:
            if not words:
                raise BadInput(f"{self.usage} is missing")
            raise BadInput(f"{words[0][:40]!r} is none of {', '.join(self.terms)}")
        return NOTHING

    def write(self, value: Any) -> list[str]:
        return [] if value is None else [value.value]


@attrs.frozen
class Word:
    """A word that makes a field true."""

    field: str

    @property
    def usage(self) -> str:
        return f"[{self.field}]"

    def read(self, words: list[str]) -> Any:
        if words and words[0].lower() == self.field:
            words.pop(0)
            return True
        return NOTHING

    def write(self, value: Any) -> list[str]:
        return [self.field] if value else []


@attrs.frozen
class Named:
    """A word followed by one value or more, which may or must stand here."""

    field: str
    kind: WordKind
    word: str
    count: int = 1
    must: bool = False

    @property
    def usage(self) -> str:
        text = " ".join([self.word, *[self.kind.label] * self.count])
        return text if self.must else f"[{text}]"

    def read(self, words: list[str]) -> Any:
        if not words or words[0].lower() != self.word:
            if self.must:
                raise BadInput(f"{self.usage} is missing")
            return NOTHING
        words.pop(0)
        if len(words) < self.count:
            raise BadInput(f"{self.usage} is not complete")
        values = tuple(self.kind.read(words.pop(0)) for _ in range(self.count))
        return values if self.count > 1 else values[0]

    def write(self, value: Any) -> list[str]:
        if value is None or (value == 0 and not self.must):
            return []
        values = value if self.count > 1 else (value,)
        return [self.word, *(self.kind.write(each) for each in values)]


# What fields say in their metadata ----------------------------------------------------------

_PIECE: Final = "piece"
Said = Mapping[str, Callable[[str], Piece]]


def place(kind: WordKind) -> Said:
    """The value must stand here."""
    return {_PIECE: partial(Place, kind=kind)}


def rest(kind: WordKind) -> Said:
    """The value is all words that are left."""
    return {_PIECE: partial(Rest, kind=kind)}


def perhaps(kind: WordKind) -> Said:
    """The value may stand here, before dice."""
    return {_PIECE: partial(Maybe, kind=kind)}


def perhaps_last(kind: WordKind) -> Said:
    """The value may stand here, at the end."""
    return {_PIECE: partial(Maybe, kind=kind, dice=_DICE)}


def perhaps_mp() -> Said:
    """MP may stand here, before dice."""
    return {_PIECE: OptionalMP}


def one_of(terms: type[StrEnum], *, must: bool = False) -> Said:
    """One of a list of terms may or must stand here."""
    return {_PIECE: partial(OneOf, terms=terms, must=must)}


def perhaps_number() -> Said:
    """The number of an entry may stand here, where no dice can follow."""
    return {_PIECE: partial(Maybe, kind=COUNT, dice=_NO_DICE)}


def flag() -> Said:
    """The name of the field makes it true."""
    return {_PIECE: Word}


def named(kind: WordKind, word: str = "", *, count: int = 1, must: bool = False) -> Said:
    """A word, that of the field if no other is given, and so many values may or must stand here."""

    def piece(field: str) -> Piece:
        return Named(field, kind, word or field, count, must)

    return {_PIECE: piece}


def pieces_of(cls: type[Any]) -> tuple[Piece, ...]:
    """The pieces of a command, in the order of its fields."""
    fields = attrs.fields(cls)
    return tuple(each.metadata[_PIECE](each.name) for each in fields if _PIECE in each.metadata)
