"""Orders: commands in a player's words, one a line, with the dice where people rolled them.

Every command has one form, such as ``move VEHICLE HEX [MP] [paved|unpaved]``. The same forms read
orders, write them in stories, and explain themselves in error messages and in ``khamsin help
orders``.
"""

import difflib
import shlex
from collections.abc import Iterator
from typing import Any, Final, get_args

import attrs

from events.commands import (
    COMMANDS,
    Abandon,
    Advance,
    ArmoredAssault,
    Blaze,
    Bog,
    Bombard,
    Breach,
    CheckFlame,
    Clear,
    Collapse,
    Command,
    Destroy,
    Enter,
    Exit,
    Extinguish,
    Flame,
    Hook,
    Immobilize,
    Impulse,
    ImpulseStep,
    Kindle,
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
    Spread,
    Start,
    Stop,
    Stun,
    Turn,
    Unbog,
    Unhook,
    WindChange,
)
from events.errors import BadInput
from events.order_words import (
    CALIBRE,
    HEX,
    NAME,
    NOTHING,
    NUMBER,
    PHASE,
    POINTS,
    SIDE,
    VEHICLE,
    Maybe,
    Named,
    OneOf,
    OptionalMP,
    OptionalPlace,
    Piece,
    Place,
    Word,
)
from events.terms import Hatch, Kindler, Material, Road, Station, UnitKind
from events.unit_commands import Break, Cross, PlaceUnit, Rally, RemoveUnit, StationUnit

__all__ = ["FORMS", "Form", "Order", "format_order", "parse_order", "parse_orders"]


@attrs.frozen
class Order:
    """A command, and the dice that people rolled for it; no dice leaves them to the seed."""

    command: Command
    dice: tuple[int, ...] = ()


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
    pieces: tuple[Piece, ...]
    about: str
    rolls: str = ""

    @property
    def usage(self) -> str:
        """The form, as help and error messages show it."""
        if self.command is Impulse:
            return "impulse ORDER, ORDER ... [DICE]"
        dice = ["[DICE]"] if self.rolls else []
        return " ".join([self.word, *(piece.usage for piece in self.pieces), *dice])

    def read(self, words: list[str]) -> Order:
        """The order that these words, the first left out, give."""
        fields: dict[str, Any] = {}
        waiting = list(self.pieces)
        while waiting:
            for piece in waiting:
                value = piece.read(words)
                if value is not NOTHING:
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


_WHO: Final = Place("vehicle", VEHICLE)
_WHERE: Final = Place("hex", HEX)
_UNIT: Final = Place("unit", NAME)
_WHICH: Final = Maybe("hex", HEX)
_MP: Final = Place("mp", POINTS)
_COST: Final = OptionalMP("mp")
_BOG: Final = "DR of each Bog Check, then of an Immobilization DR, that is due"
_LEVEL: Final = Named("level", "level", NUMBER)

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
            (OptionalPlace("to", PHASE),),
            "go on to a phase, or to the next one; RPh is the next Player Turn",
            "dr for each unit among which one of an overstacked Steeple or Shaft is selected",
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
            (_WHO, Place("to", HEX), _COST, OneOf("road", Road)),
            "enter an adjacent hex, for so many MP or what it costs",
            _BOG,
        ),
        Form(
            "enter",
            Enter,
            (_WHO, Place("to", HEX), _COST, OneOf("road", Road)),
            "enter the playing area",
            _BOG,
        ),
        Form("exit", Exit, (_WHO, _MP), "exit the playing area"),
        Form("spend", Spend, (_WHO, _MP), "expend MP in the same hex"),
        Form("turn", Turn, (_WHO, _COST), "change its VCA by one hexspine", _BOG),
        Form("stop", Stop, (_WHO,), "expend a Stop MP"),
        Form("assault", ArmoredAssault, (_WHO,), "declare Armored Assault for this MPh"),
        Form("impulse", Impulse, (), "an Impulse of a platoon or convoy", _BOG),
        Form("stun", Stun, (_WHO,), "its crew is Stunned"),
        Form("shock", Shock, (_WHO,), "it is Shocked"),
        Form("immobilize", Immobilize, (_WHO,), "it is immobilized"),
        Form("bog", Bog, (_WHO,), "it bogs, as the players rolled"),
        Form("unbog", Unbog, (_WHO,), "its Bog Removal DR", "DR"),
        Form("destroy", Destroy, (_WHO,), "it is destroyed"),
        Form("recover", Recover, (_WHO,), "it recovers from Shock"),
        Form("hatch", SetHatch, (_WHO, OneOf("hatch", Hatch, must=True)), "go BU or CE"),
        Form("hook", Hook, (_WHO,), "hook up a Gun"),
        Form("unhook", Unhook, (_WHO,), "unhook a Gun"),
        Form(
            "smoke",
            PlaceSmoke,
            (_WHERE, Word("gray"), Word("dispersed"), Named("side", "by", SIDE)),
            "place SMOKE",
        ),
        Form(
            "ffe",
            PlaceFFE,
            (Place("name", NAME), _WHERE, Place("calibre", CALIBRE)),
            "place a HE Concentration",
        ),
        Form("lift", Lift, (Place("name", NAME),), "end an FFE"),
        Form(
            "he",
            Bombard,
            (_WHERE, Place("calibre", CALIBRE), Named("kia", "kia", NUMBER, must=True), _LEVEL),
            "an HE attack on a building rolled a KIA: does it make rubble?",
            "dr; dr of the collapse from an upper level; DR of Falling rubble, as often as due",
        ),
        Form(
            "rubble",
            Rubble,
            (_WHERE, OneOf("material", Material), _LEVEL),
            "a building level is rubbled",
            "dr of the collapse from an upper level; DR of Falling rubble, as often as due",
        ),
        Form(
            "clear",
            Clear,
            (
                _WHERE,
                Named("squads", "squads", NUMBER),
                Named("hs", "hs", NUMBER),
                Named("leader", "leader", NUMBER),
                Named("bulldozers", "bulldozers", NUMBER),
                Named("across", "across", NUMBER, count=2),
            ),
            "clear Fallen rubble or debris",
            "DR",
        ),
        Form("abandon", Abandon, (_WHERE,), "the units at work leave"),
        Form("breach", Breach, (_WHERE, Place("to", HEX)), "a High Wall is breached"),
        Form("debris", PlaceDebris, (_WHERE,), "Arid Debris comes to a hex"),
        Form("shellholes", PlaceShellholes, (_WHERE,), "shellholes come to a hex"),
        Form("flame", Flame, (_WHERE,), "place a Flame"),
        Form("flame-check", CheckFlame, (_WHERE,), "roll for a Flame, in the AFPh", "DR"),
        Form("blaze", Blaze, (_WHERE,), "set terrain ablaze"),
        Form("extinguish", Extinguish, (_WHERE,), "put out a Flame"),
        Form(
            "unit",
            PlaceUnit,
            (
                _UNIT,
                OneOf("kind", UnitKind, must=True),
                _WHERE,
                OneOf("station", Station),
                Word("involuntary"),
                Named("side", "by", SIDE),
                Named("pp", "pp", NUMBER),
            ),
            "Infantry or a SW is in a hex, to be followed by name",
        ),
        Form(
            "station",
            StationUnit,
            (_UNIT, OneOf("station", Station, must=True), Word("involuntary")),
            "a unit goes to a Steeple or Shaft of its hex, or to neither",
        ),
        Form(
            "cross",
            Cross,
            (_UNIT, Place("to", HEX)),
            "expend all MF to cross a cactus hedge; in the next MPh, to be across",
        ),
        Form("break", Break, (_UNIT,), "a unit breaks, or is else no longer in Good Order"),
        Form("rally", Rally, (_UNIT,), "a unit is in Good Order again"),
        Form("remove", RemoveUnit, (_UNIT,), "a unit is eliminated or leaves"),
        Form(
            "kindle",
            Kindle,
            (_WHERE, OneOf("by", Kindler), Named("leader", "leader", NUMBER)),
            "a Kindling attempt, in the PFPh",
            "DR",
        ),
        Form(
            "spread",
            Spread,
            (_WHICH,),
            "roll for the spread of a Blaze, or of all that are due, in the AFPh",
            "DR for each hex that it can spread to, in hex order, then clockwise from hexside 1",
        ),
        Form(
            "collapse",
            Collapse,
            (_WHICH,),
            "roll for the collapse of a building ablaze, or of all that are due, in the RPh",
            "dr for each building, in hex order; DR of Falling rubble, as often as due",
        ),
    )
}
"""The form of every command, by its first word."""

_WORDS: Final = {command: word for word, command in COMMANDS.items()}
_STEP_WORDS: Final = tuple(w for w, c in COMMANDS.items() if c in get_args(ImpulseStep))


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
        return _impulse(text.strip()[len("impulse") :])
    try:
        return form.read(words[1:])
    except BadInput as error:
        raise BadInput(f"{error.what}; expected: {form.usage}") from None


def _impulse(text: str) -> Order:
    steps: list[ImpulseStep] = []
    dice: tuple[int, ...] = ()
    for part in text.split(","):
        word = part.split()[:1]
        if word and word[0].isdecimal():
            dice += _dice(part.split())
            continue
        known = not word or word[0].lower() in _STEP_WORDS
        order = parse_order(part) if known else None
        if order is None or not isinstance(order.command, ImpulseStep):
            raise BadInput(
                f"{part.strip()[:40]!r} is no step of an Impulse; expected one of "
                f"{', '.join(_STEP_WORDS)}"
            )
        steps.append(order.command)
        dice += order.dice
    return Order(Impulse(tuple(steps)), dice)


def format_order(command: Command, dice: tuple[int, ...] = ()) -> str:
    """The words of a command, with the dice that people rolled for it."""
    if isinstance(command, Impulse):
        words = "impulse " + ", ".join(format_order(step) for step in command.steps)
        words += "," if dice else ""
    else:
        words = FORMS[_WORDS[type(command)]].write(command)
    return " ".join([words, *(str(die) for die in dice)])


def _without_comment(line: str) -> str:
    """A line up to the first ``#`` that is not in quotation marks."""
    quote = ""
    for index, character in enumerate(line):
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"":
            quote = character
        elif character == "#":
            return line[:index]
    return line


def parse_orders(text: str) -> Iterator[tuple[int, str, Order]]:
    """Read a file of orders, one a line: line number, words, order. ``#`` begins a comment.

    Raises:
        BadInput: at the first wrong line, with its number.
    """
    for number, line in enumerate(text.split("\n"), start=1):
        words = _without_comment(line).strip()
        if not words:
            continue
        try:
            yield number, words, parse_order(words)
        except BadInput as error:
            raise error.inside(f"line {number}") from None
