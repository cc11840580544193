"""Orders: commands in a player's words, one a line, with the dice where people rolled them.

Every command has one form, such as ``move VEHICLE HEX MP [paved|unpaved]``. The same forms read
orders, write them in stories, and explain themselves in error messages and in ``khamsin help
orders``.
"""

import difflib
import re
import shlex
from collections.abc import Callable, Iterator
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final, Protocol

import attrs

from events.commands import (
    COMMANDS,
    MP,
    Abandon,
    Advance,
    ArmoredAssault,
    Blaze,
    Bombard,
    CheckFlame,
    Clear,
    Command,
    Destroy,
    Enter,
    Exit,
    Extinguish,
    Flame,
    Hook,
    Immobilize,
    Impulse,
    Lift,
    Move,
    PlaceDebris,
    PlaceFFE,
    PlaceShellholes,
    PlaceSmoke,
    Recover,
    RollDust,
    RollEC,
    RollTimeOfDay,
    RollWeather,
    RollWindDirection,
    RollWindForce,
    Rubble,
    SetHatch,
    Shock,
    Spend,
    Start,
    Stop,
    Stun,
    Unhook,
    WindChange,
)
from events.errors import BadInput
from events.moment import PHASES, Phase
from events.terms import Hatch, Material, Road

__all__ = ["FORMS", "Form", "Order", "format_order", "parse_order", "parse_orders"]


@attrs.frozen
class Order:
    """A command, and the dice that people rolled for it; no dice leaves them to the seed."""

    command: Command
    dice: tuple[int, ...] = ()


# Reading and writing single values ----------------------------------------------------------


@attrs.frozen
class _Kind:
    """A kind of value in an order: its name in help, how to read it, and how to write it."""

    label: str
    read: Callable[[str], Any]
    write: Callable[[Any], str] = str


def _name(text: str) -> str:
    if not re.fullmatch(r"[\w.'’-]{1,40}", text):
        raise BadInput(f"{text[:40]!r} is no name")
    return text


def _hex(text: str) -> str:
    if not re.fullmatch(r"[\w.-]{1,40}", text):
        raise BadInput(f"{text[:40]!r} is no hex")
    return text.upper()


def _mp(text: str) -> MP:
    amount = text.lower().removesuffix("mp").replace("½", ".5")
    if not re.fullmatch(r"[0-9]{0,3}(\.5)?|[0-9]{1,3}/2", amount) or not amount:
        raise BadInput(f"{text[:40]!r} is no number of MP; expected such as 2mp or 1.5mp")
    mp = Fraction(amount)
    return mp.numerator if mp.denominator == 1 else mp


def _mp_text(mp: MP) -> str:
    return f"{mp}mp" if isinstance(mp, int) else f"{float(mp):g}mp"


def _number(text: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,4}", text):
        raise BadInput(f"{text[:40]!r} is no number")
    return int(text)


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
    raise BadInput(f"{text[:40]!r} is no phase; expected one of {', '.join(PHASES)}")


VEHICLE: Final = _Kind("VEHICLE", _name)
HEX: Final = _Kind("HEX", _hex)
POINTS: Final = _Kind("MP", _mp, _mp_text)
NUMBER: Final = _Kind("N", _number)
CALIBRE: Final = _Kind("MM", _mm, "{}mm".format)
NAME: Final = _Kind("NAME", _name)
SIDE: Final = _Kind("SIDE", _side, _quoted)
PHASE: Final = _Kind("PHASE", _phase)

# Pieces of a form ---------------------------------------------------------------------------


class _Piece(Protocol):
    """A part of a form that reads some words into a field, and writes them back."""

    @property
    def field(self) -> str:
        """The field of the command that it reads."""

    @property
    def usage(self) -> str:
        """How help shows it."""

    def read(self, words: list[str]) -> Any:
        """Take its words from the front; ``_NOTHING`` when they are not its own."""

    def write(self, value: Any) -> list[str]:
        """Its words."""


_NOTHING: Final = object()


@attrs.frozen
class _Place:
    """A value that must stand here."""

    field: str
    kind: _Kind

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
class _OptionalPlace:
    """A value that may stand here, at the end."""

    field: str
    kind: _Kind

    @property
    def usage(self) -> str:
        return f"[{self.kind.label}]"

    def read(self, words: list[str]) -> Any:
        return self.kind.read(words.pop(0)) if words else _NOTHING

    def write(self, value: Any) -> list[str]:
        return [] if value is None else [self.kind.write(value)]


@attrs.frozen
class _OneOf:
    """One of a list of terms, which may or must stand here."""

    field: str
    terms: type[StrEnum]
    must: bool = False

    @property
    def usage(self) -> str:
        choices = "|".join(self.terms)
        return choices if self.must else f"[{choices}]"

    def read(self, words: list[str]) -> Any:
        for term in self.terms:
            if words and words[0].lower() == term.value.lower():
                words.pop(0)
                return term
        if self.must:
            raise BadInput(f"{' or '.join(self.terms)} is missing")
        return _NOTHING

    def write(self, value: Any) -> list[str]:
        return [] if value is None else [value.value]


@attrs.frozen
class _Word:
    """A word that makes a field true."""

    field: str

    @property
    def usage(self) -> str:
        return f"[{self.field}]"

    def read(self, words: list[str]) -> Any:
        if words and words[0].lower() == self.field:
            words.pop(0)
            return True
        return _NOTHING

    def write(self, value: Any) -> list[str]:
        return [self.field] if value else []


@attrs.frozen
class _Named:
    """A word followed by one value or more, which may or must stand here."""

    field: str
    word: str
    kind: _Kind
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
            return _NOTHING
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


# Forms --------------------------------------------------------------------------------------


@attrs.frozen
class Form:
    """How one command is ordered.

    Attributes:
        word: its first word.
        command: the class of the command.
        pieces: what follows the word.
        rolls: which dice may follow, in words; empty when the command rolls none.
        about: what it is for, in a few words.
    """

    word: str
    command: type[Command]
    pieces: tuple[_Piece, ...]
    about: str
    rolls: str = ""

    @property
    def usage(self) -> str:
        """The form, as help and error messages show it."""
        if self.command is Impulse:
            return "impulse ORDER, ORDER ..."
        dice = ["[DICE]"] if self.rolls else []
        return " ".join([self.word, *(piece.usage for piece in self.pieces), *dice])

    def read(self, words: list[str]) -> Order:
        """The order that these words, the first left out, give."""
        fields: dict[str, Any] = {}
        waiting = list(self.pieces)
        while waiting:
            for piece in waiting:
                value = piece.read(words)
                if value is not _NOTHING:
                    fields[piece.field] = value
                    waiting.remove(piece)
                    break
            else:
                break
        dice = _dice(words) if self.rolls else ()
        if words and not dice:
            raise BadInput(f"{words[0][:40]!r} is too much")
        return Order(self.command(**fields), dice)

    def write(self, command: Command) -> str:
        """The words of a command."""
        words = [self.word]
        for piece in self.pieces:
            words += piece.write(getattr(command, piece.field))
        return " ".join(words)


def _dice(words: list[str]) -> tuple[int, ...]:
    dice = []
    for word in words:
        for die in word.strip(",").split(","):
            if die not in ("1", "2", "3", "4", "5", "6"):
                raise BadInput(f"{word[:40]!r} is no die; expected 1 to 6")
            dice.append(int(die))
    return tuple(dice)


_WHO: Final = _Place("vehicle", VEHICLE)
_WHERE: Final = _Place("hex", HEX)
_MP: Final = _Place("mp", POINTS)
_LEVEL: Final = _Named("level", "level", NUMBER)

FORMS: Final[dict[str, Form]] = {
    form.word: form
    for form in (
        Form("weather", RollWeather, (), "roll for Weather, in setup", "DR"),
        Form("time-of-day", RollTimeOfDay, (), "roll for the Time of Day, in setup", "dr"),
        Form("ec", RollEC, (), "roll for EC, in setup", "dr"),
        Form("wind-force", RollWindForce, (), "roll for Wind Force, in setup", "dr"),
        Form("wind-direction", RollWindDirection, (), "roll for Wind Direction, in setup", "dr"),
        Form("dust", RollDust, (), "roll for Dust, in setup", "dr"),
        Form(
            "phase",
            Advance,
            (_OptionalPlace("to", PHASE),),
            "go on to a phase, or to the next one; RPh is the next Player Turn",
        ),
        Form(
            "wc",
            WindChange,
            (),
            "the Wind Change DR, first in each RPh",
            "DR; dr of the change after a 2; dr of the direction where wind begins",
        ),
        Form("start", Start, (_WHO,), "expend a Start MP"),
        Form(
            "move",
            Move,
            (_WHO, _Place("to", HEX), _MP, _OneOf("road", Road)),
            "enter an adjacent hex for so many MP",
        ),
        Form("enter", Enter, (_WHO, _Place("to", HEX), _MP), "enter the playing area"),
        Form("exit", Exit, (_WHO, _MP), "exit the playing area"),
        Form("spend", Spend, (_WHO, _MP), "expend MP in the same hex"),
        Form("stop", Stop, (_WHO,), "expend a Stop MP"),
        Form("assault", ArmoredAssault, (_WHO,), "declare Armored Assault for this MPh"),
        Form("impulse", Impulse, (), "an Impulse of a platoon or convoy"),
        Form("stun", Stun, (_WHO,), "its crew is Stunned"),
        Form("shock", Shock, (_WHO,), "it is Shocked"),
        Form("immobilize", Immobilize, (_WHO,), "it is immobilized"),
        Form("destroy", Destroy, (_WHO,), "it is destroyed"),
        Form("recover", Recover, (_WHO,), "it recovers from Shock"),
        Form("hatch", SetHatch, (_WHO, _OneOf("hatch", Hatch, must=True)), "go BU or CE"),
        Form("hook", Hook, (_WHO,), "hook up a Gun"),
        Form("unhook", Unhook, (_WHO,), "unhook a Gun"),
        Form(
            "smoke",
            PlaceSmoke,
            (_WHERE, _Word("gray"), _Word("dispersed"), _Named("side", "by", SIDE)),
            "place SMOKE",
        ),
        Form(
            "ffe",
            PlaceFFE,
            (_Place("name", NAME), _WHERE, _Place("calibre", CALIBRE)),
            "place a HE Concentration",
        ),
        Form("lift", Lift, (_Place("name", NAME),), "end an FFE"),
        Form(
            "he",
            Bombard,
            (_WHERE, _Place("calibre", CALIBRE), _Named("kia", "kia", NUMBER, must=True), _LEVEL),
            "an HE attack on a building rolled a KIA: does it make rubble?",
            "dr; dr of the collapse from an upper level; DR of Falling rubble, as often as due",
        ),
        Form(
            "rubble",
            Rubble,
            (_WHERE, _OneOf("material", Material), _LEVEL),
            "a building level is rubbled",
            "dr of the collapse from an upper level; DR of Falling rubble, as often as due",
        ),
        Form(
            "clear",
            Clear,
            (
                _WHERE,
                _Named("squads", "squads", NUMBER),
                _Named("hs", "hs", NUMBER),
                _Named("leader", "leader", NUMBER),
                _Named("bulldozers", "bulldozers", NUMBER),
                _Named("across", "across", NUMBER, count=2),
            ),
            "clear Fallen rubble or debris",
            "DR",
        ),
        Form("abandon", Abandon, (_WHERE,), "the units at work leave"),
        Form("debris", PlaceDebris, (_WHERE,), "Arid Debris comes to a hex"),
        Form("shellholes", PlaceShellholes, (_WHERE,), "shellholes come to a hex"),
        Form("flame", Flame, (_WHERE,), "place a Flame"),
        Form("flame-check", CheckFlame, (_WHERE,), "roll for a Flame, in the AFPh", "DR"),
        Form("blaze", Blaze, (_WHERE,), "set terrain ablaze"),
        Form("extinguish", Extinguish, (_WHERE,), "put out a Flame"),
    )
}
"""The form of every command, by its first word."""

_WORDS: Final = {command: word for word, command in COMMANDS.items()}
_STEP_WORDS: Final = ("start", "move", "enter", "exit", "spend", "stop")


def parse_order(text: str) -> Order:
    """Read one order, such as ``wc 6 6`` or ``move PzA D5 2mp``.

    Raises:
        BadInput: when it is none, with the form that was expected.
    """
    try:
        words = shlex.split(text)
    except ValueError:
        raise BadInput("a quotation mark is not closed") from None
    if not words:
        raise BadInput("an order is expected")
    form = FORMS.get(words[0].lower())
    if form is None:
        near = difflib.get_close_matches(words[0].lower(), FORMS, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else f"; known are {', '.join(FORMS)}"
        raise BadInput(f"{words[0][:40]!r} is no order{hint}")
    if form.command is Impulse:
        return Order(_impulse(text.strip()[len("impulse") :]))
    try:
        return form.read(words[1:])
    except BadInput as error:
        raise BadInput(f"{error.what}; expected: {form.usage}") from None


def _impulse(text: str) -> Impulse:
    steps = []
    for part in text.split(","):
        step = parse_order(part).command
        if not isinstance(step, Start | Move | Enter | Exit | Spend | Stop):
            raise BadInput(
                f"{part.strip()[:40]!r} is no step of an Impulse; expected one of "
                f"{', '.join(_STEP_WORDS)}"
            )
        steps.append(step)
    return Impulse(tuple(steps))


def format_order(command: Command, dice: tuple[int, ...] = ()) -> str:
    """The words of a command, with the dice that people rolled for it."""
    if isinstance(command, Impulse):
        return "impulse " + ", ".join(format_order(step) for step in command.steps)
    words = FORMS[_WORDS[type(command)]].write(command)
    return " ".join([words, *(str(die) for die in dice)])


def parse_orders(text: str) -> Iterator[tuple[int, str, Order]]:
    """Read a file of orders, one a line: line number, words, order. ``#`` begins a comment.

    Raises:
        BadInput: at the first wrong line, with its number.
    """
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split("#", 1)[0].strip()
        if not words:
            continue
        try:
            yield number, words, parse_order(words)
        except BadInput as error:
            raise error.inside(f"line {number}") from None
