"""The parts of an order: kinds of values, and how the words of an order give them.

A part reads its words from the front of a list, and writes them back. The fields of a command
name their parts in their metadata, by the small functions at the end; so the form of an order
follows from the class of the command.
"""

import re
import shlex
from collections.abc import Callable, Mapping
from enum import StrEnum
from fractions import Fraction
from functools import partial
from typing import Any, Final

import attrs

from events.errors import BadInput, hexside_meant
from events.moment import PHASES, Phase
from events.terms import MP

MAX_NOTE: Final = 400
"""A note has no more characters."""


_NAME: Final = re.compile(r"[\w.-]{1,40}")
_MP: Final = re.compile(r"[0-9]{0,3}(\.5)?|[0-9]{1,3}/2")
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,4}")
_COUNT: Final = re.compile(r"[0-9]{1,9}")
_DICE: Final = re.compile(r"[1-6,]+")
_LIKE_DICE: Final = re.compile(r"[0-9,]+")
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


def valid_note(text: str) -> str:
    """The words of a note, as its entry has them."""
    if len(text) > MAX_NOTE:
        raise BadInput(f"a note of {len(text)} characters is too long; at most {MAX_NOTE}")
    if not text.isprintable() or not text.strip():
        raise BadInput("a note is one line of text")
    return text.strip()


def _mm(text: str) -> int:
    return _number(text.lower().removesuffix("mm"))


def _phase(text: str) -> Phase:
    for phase in PHASES:
        if phase.value.lower() == text.lower():
            return phase
    raise BadInput(f"{text[:40]!r} is not a phase; expected one of {', '.join(PHASES)}")


def _no_die(words: list[str]) -> bool:
    """Whether the next word is unlike dice, which may stand in the place of an optional value."""
    return not _LIKE_DICE.fullmatch(words[0])


def _no_real_die(words: list[str]) -> bool:
    return not _DICE.fullmatch(words[0])


def _anything(_: list[str]) -> bool:
    return True


def _mp_before_dice(words: list[str]) -> bool:
    """Whether the next word is MP and no die.

    Dice that follow come in pairs, as DR do: so of bare numbers, the odd one is the MP. Numbers
    with a comma are dice: ``6,`` and ``6,1,2``.
    """
    if not _LIKE_MP.match(words[0]) or "," in words[0]:
        return False
    return not words[0].isdecimal() or sum(word.isdecimal() for word in words) % 2 == 1


@attrs.frozen
class WordKind:
    """A kind of value in an order.

    Attributes:
        label: its name in help.
        read: what a word means.
        write: the word of a value.
        may_be: whether the first of the words that are left is such a value, where none need be.
        terms: all its values, if it is a list of terms.
    """

    label: str
    read: Callable[[str], Any]
    write: Callable[[Any], str] = str
    may_be: Callable[[list[str]], bool] = _no_die
    terms: tuple[str, ...] = ()


def _terms(terms: type[StrEnum]) -> WordKind:
    """The terms of a list."""
    by_word = {term.value.lower(): term for term in terms}

    def read(text: str) -> StrEnum:
        if text.lower() not in by_word:
            raise BadInput(f"{text[:40]!r} is none of {', '.join(terms)}")
        return by_word[text.lower()]

    def may_be(words: list[str]) -> bool:
        return words[0].lower() in by_word

    return WordKind("|".join(terms), read, may_be=may_be, terms=tuple(terms))


VEHICLE: Final = WordKind("VEHICLE", _name)
HEX: Final = WordKind("HEX", _hex)
POINTS: Final = WordKind("MP", _mp, _mp_text, _mp_before_dice)
NUMBER: Final = WordKind("N", _number)
COUNT: Final = WordKind("ENTRY", _count, may_be=_anything)
TEXT: Final = WordKind("TEXT", valid_note, shlex.quote)
CALIBRE: Final = WordKind("MM", _mm, "{}mm".format)
NAME: Final = WordKind("NAME", _name)
SIDE: Final = WordKind("SIDE", str, shlex.quote)
PHASE: Final = WordKind("PHASE", _phase, may_be=_no_real_die)


NOTHING: Final = object()


@attrs.frozen
class OrderPart:
    """A part of an order that gives one field of its command.

    Attributes:
        field: the field.
        kind: what each of its values is.
        must: it must stand here.
        word: the word that its values follow; empty where they stand alone.
        count: how many values it has; none where the word makes the field true.
        rest: its value is all words that are left.
    """

    field: str
    kind: WordKind
    must: bool = False
    word: str = ""
    count: int = 1
    rest: bool = False

    @property
    def usage(self) -> str:
        """How help shows it."""
        words = [self.word] if self.word else []
        text = " ".join([*words, *[self.kind.label] * self.count])
        return text if self.must else f"[{text}]"

    def read(self, words: list[str]) -> Any:
        """Take its words from the front; ``NOTHING`` when they are not its own."""
        if self.word:
            if not words or words[0].lower() != self.word:
                return self._left_out()
            words.pop(0)
            if len(words) < self.count:
                raise BadInput(f"{self.usage} is not complete")
            values = tuple(self.kind.read(words.pop(0)) for _ in range(self.count))
            return values if self.count > 1 else values[0] if values else True
        if not words or (not self.must and not self.kind.may_be(words)):
            return self._left_out()
        if self.rest:
            words[:] = [" ".join(words)]
        return self.kind.read(words.pop(0))

    def _left_out(self) -> Any:
        if self.must:
            raise BadInput(f"{self.usage} is missing")
        return NOTHING

    def write(self, value: Any) -> list[str]:
        """Its words."""
        if value is None or value is False or (value == 0 and self.word and not self.must):
            return []
        values = value if self.count > 1 else (value,) * self.count
        return [*([self.word] if self.word else []), *(self.kind.write(each) for each in values)]


# What fields say in their metadata ----------------------------------------------------------

_PART: Final = "part"
Said = Mapping[str, Callable[[str], OrderPart]]


def required(kind: WordKind) -> Said:
    """The value must stand here."""
    return {_PART: partial(OrderPart, kind=kind, must=True)}


def rest(kind: WordKind) -> Said:
    """The value is all words that are left."""
    return {_PART: partial(OrderPart, kind=kind, must=True, rest=True)}


def optional(kind: WordKind) -> Said:
    """The value may stand here, before dice."""
    return {_PART: partial(OrderPart, kind=kind)}


def one_of(terms: type[StrEnum], *, must: bool = False) -> Said:
    """One of a list of terms may or must stand here."""
    return {_PART: partial(OrderPart, kind=_terms(terms), must=must)}


def flag() -> Said:
    """The name of the field makes it true."""
    return {_PART: lambda name: OrderPart(name, NAME, word=name, count=0)}


def keyword(kind: WordKind, word: str = "", *, count: int = 1, must: bool = False) -> Said:
    """A word, that of the field if no other is given, and so many values may or must stand here."""
    return {_PART: lambda name: OrderPart(name, kind, must, word or name, count)}


def parts_of(cls: type[Any]) -> tuple[OrderPart, ...]:
    """The parts of a command, in the order of its fields."""
    fields = attrs.fields(cls)
    return tuple(each.metadata[_PART](each.name) for each in fields if _PART in each.metadata)
