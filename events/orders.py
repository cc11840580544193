"""Orders: commands in a player's words, one a line, with the dice where people rolled them.

Every command has one form, such as ``move VEHICLE HEX [MP] [paved|unpaved]``. The same forms read
orders, write them in stories, and explain themselves in error messages and in ``khamsin help
orders``.
"""

import itertools
import re
import shlex
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, get_args

import attrs

from events.commands import COMMANDS, Doing, Enter, Impulse, ImpulseStep, Move, Note, RollDust
from events.errors import BadInput, meant
from events.field import NOTE, NOTHING, InputField, fields_of

LONGEST_ORDER: Final = 10_000
"""An order has no more characters."""


@attrs.frozen
class Order:
    """A command, and the dice that people rolled for it; no dice leaves them to the seed."""

    command: Doing
    dice: tuple[int, ...] = ()


# Forms --------------------------------------------------------------------------------------


@attrs.frozen
class Form:
    """How one command is ordered."""

    command: type[Doing]
    """The class of the command, which says its word, what it is for and its dice."""
    fields: tuple[InputField, ...]
    """What follows the word."""

    @property
    def usage(self) -> str:
        """The form, as help and error messages show it."""
        if self.command is Impulse:
            return "impulse ORDER, ORDER ... [DICE]"
        dice = ["[DICE]"] if self.command.rolls else []
        return " ".join([self.command.word, *(field.usage for field in self.fields), *dice])

    def read(self, words: list[str]) -> Order:
        """The order that these words, the first left out, give."""
        given: dict[str, Any] = {}
        waiting, next_one = list(self.fields), 0
        while next_one < len(waiting):
            field = waiting[next_one]
            value = field.take(words)
            if value is NOTHING:
                next_one += 1
            else:
                given[field.name] = value
                del waiting[next_one]
                next_one = 0
        dice = _dice(words) if self.command.rolls else ()
        if words and not dice:
            named = self.usage.split()[1:2] == ["VEHICLE"]
            hint = "; a name with a blank stands in quotation marks" * named
            raise BadInput(f"{words[0][:40]!r} is too much{hint}")
        return Order(self.command(**given), dice)

    def write(self, command: Doing) -> str:
        """The words of a command."""
        words = [field.write(getattr(command, field.name)) for field in self.fields]
        return " ".join([self.command.word, *filter(None, words)])


def _dice(words: list[str]) -> tuple[int, ...]:
    dice = []
    for word in words:
        for die in word.strip(",").split(","):
            if die not in ("1", "2", "3", "4", "5", "6"):
                raise BadInput(f"{word[:40]!r} is not a die; expected 1 to 6")
            dice.append(int(die))
    return tuple(dice)


FORMS: Final[dict[str, Form]] = {
    word: Form(command, fields_of(command)) for word, command in COMMANDS.items()
}
"""The form of every command, by its first word."""

_ALSO: Final = {"next": "phase"}
"""Further words of orders; stories and logs have the other."""


def form_of(word: str) -> Form | None:
    """The form of the order that begins with a word; None if none does."""
    low = word.lower()
    return FORMS.get(_ALSO.get(low, low))


_STEP_WORDS: Final = tuple(step.word for step in get_args(ImpulseStep))

_BEGUN: Final = re.compile(r"(?:'[^']*'?|[^\s'])+")
_WORD: Final = re.compile(r"[^ \t\r\n]+")
_QUOTING: Final = re.compile(r"[\"'\\]")
_NOTE: Final = re.compile(r"\s*note\s+(\S.*)", re.IGNORECASE | re.DOTALL)
_LIKE_A_HEX: Final = re.compile(r"\w*[A-Za-z][0-9]{1,2}")


def begun_words(text: str) -> list[str]:
    """The words of an order that is not complete, quotation marks and all."""
    return _BEGUN.findall(text)


def split_words(text: str) -> list[str]:
    """The words of an order, as a shell would split them."""
    if _QUOTING.search(text) is None:
        return _WORD.findall(text)
    try:
        return shlex.split(text)
    except ValueError:
        raise BadInput("a quotation mark is not closed") from None


def _demand_short(text: str) -> None:
    if len(text) > LONGEST_ORDER:
        raise BadInput(f"an order of {len(text)} characters is too long; at most {LONGEST_ORDER}")


@lru_cache(maxsize=512)
def parse_order(text: str) -> Order:
    """Read one order, such as ``wc 6 6`` or ``move PzA D5 2mp``; the same words are read once."""
    _demand_short(text)
    if (note := _NOTE.match(text)) is not None:
        return Order(Note(NOTE.read(NOTE.rest(note[1].rstrip()))))
    words = split_words(text)
    if not words:
        raise BadInput("an order is expected")
    form = form_of(words[0])
    if form is None:
        meant = _order_meant(words[0][:60].lower())
        raise BadInput(f"{words[0][:40]!r} is not an order{meant}")
    if form.command is Impulse:
        return _impulse(text.strip()[len("impulse") :])
    try:
        return form.read(words[1:])
    except BadInput as error:
        raise BadInput(f"{error.what}{_hint(words)}; expected: {form.usage}") from None


def parse_line(text: str) -> tuple[Order, ...]:
    """Read what a player types: an order, or a path such as ``move PzA C4 D4 2mp E5``.

    A path is a move for each hex, with the MP, road and dice that stand behind it.
    """
    _demand_short(text)
    form = form_of((text.split(maxsplit=1) or [""])[0])
    if form is None or form.command not in (Move, Enter):
        return (parse_order(text),)
    _, *words = split_words(text)
    further = [n for n, word in enumerate(words) if n > 1 and _LIKE_A_HEX.fullmatch(word)]
    if not further:
        return (parse_order(text),)
    ends = [*further[1:], len(words)]
    steps = [words[one:end] for one, end in zip(further, ends, strict=True)]
    first = parse_order(shlex.join([form.command.word, *words[: further[0]]]))
    return first, *(parse_order(shlex.join([Move.word, words[0], *step])) for step in steps)


def _hint(words: list[str]) -> str:
    """A hint where ``2 mp`` is written apart, or where ``dust`` is to tell of hexes."""
    if words[0].lower() == RollDust.word and any(map(_LIKE_A_HEX.fullmatch, words[1:])):
        return "; `dust` is a roll of setup, and `shot A B` tells the Dust between two hexes"
    for one, two in itertools.pairwise(words):
        if two.lower() == "mp" and one.replace(".", "").replace("/", "").isdecimal():
            return f"; MP are written as one word, {one}mp"
    return ""


_CALLED: Final = {
    "wind": "wc",
    "wind-change": "wc",
    "drive": "move",
    "go": "move",
    "halt": "stop",
    "end": "phase",
    "fire": "kindle",
    "smoke-grenades": "smoke",
    "rubble-check": "rubble",
}
"""What players call an order whose word is another."""


def order_called(word: str) -> str | None:
    """The order that players call by another word, such as ``wc`` by ``wind``; None if none is."""
    return _CALLED.get(word)


def _order_meant(word: str) -> str:
    """A hint at the order that the player may have meant, or which there are."""
    called = order_called(word)
    return meant(called if called in FORMS else word, FORMS, f"; known are {', '.join(FORMS)}")


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
                f"{part.strip()[:40]!r} is not a step of an Impulse; expected one of "
                f"{', '.join(_STEP_WORDS)}"
            )
        steps.append(order.command)
        dice += order.dice
    return Order(Impulse(tuple(steps)), dice)


def format_order(command: Doing, dice: tuple[int, ...] = ()) -> str:
    """The words of a command, with the dice that people rolled for it."""
    said = [str(die) for die in dice]
    if isinstance(command, Impulse):
        words = "impulse " + ", ".join(format_order(step) for step in command.steps)
        words += "," if dice else ""
    else:
        form = FORMS[command.word]
        words = form.write(command)
        left_out = (each for each in form.fields if getattr(command, each.name) is None)
        if dice and any(each.bare and each.kind.may_be(said) for each in left_out):
            return f"{words} {','.join(said)},"
    return " ".join([words, *said])


_ENTRY: Final = re.compile(r"(?<=[ \t])#[0-9]+(?!\S)")


def without_comment(line: str) -> str:
    """A line up to the first ``#`` that is not in quotation marks; ``#12`` is an entry, though.

    Of a note the rest of the line is its text.
    """
    if _NOTE.match(line) is not None:
        return line
    quote = ""
    for index, character in enumerate(line):
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"":
            quote = character
        elif character == "#" and _ENTRY.match(line, index) is None:
            return line[:index]
    return line


def parse_orders(text: str) -> Iterator[tuple[int, str, Order]]:
    """Read a file of orders, one a line: line number, words, order. ``#`` begins a comment."""
    for number, line in enumerate(text.split("\n"), start=1):
        words = without_comment(line).strip()
        if not words:
            continue
        try:
            for order in parse_line(words):
                yield number, words, order
        except BadInput as error:
            raise error.inside(f"line {number}") from None
