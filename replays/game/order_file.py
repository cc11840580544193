"""Order files: the orders of a whole game, with all that makes the same game of its scenario again.

At its top, before the first order, a file can have three lines of its own::

    seed "alamein"
    game 7
    dice table

The dice source of the beginning stands in the header of a log; a ``dice`` line after the first, or
after an order, is an order.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from operator import attrgetter
from typing import Any, Final, TypeVar, cast

import attrs

from events.commands import Acknowledged, Doing, Finish, Impulse, Undo
from events.entry import Entry, Header
from events.errors import BadInput
from events.orders import FORMS, Order, format_order, parse_orders
from events.terms import DiceFrom
from events.turn import GameEnded
from replays.game.story import acknowledged_text
from sim.chapter_a.whereabouts import label_named
from sim.state import State

SomeCommand = TypeVar("SomeCommand", bound=Doing)


def as_labelled(state: State, command: SomeCommand) -> SomeCommand:
    """A command with the labels that the game has.

    Raises:
        BadInput: when a label may be one of several.
    """
    changed: dict[str, Any] = {}
    if isinstance(command, Impulse):
        changed["steps"] = tuple(as_labelled(state, step) for step in command.steps)
    for name, labels_of in _labelled(command.word):
        label, labels = getattr(command, name), labels_of(state)
        if labels and label is not None and label not in labels:
            changed[name] = label_named(labels, label)
    return (
        cast("SomeCommand", attrs.evolve(cast("Any", command), **changed)) if changed else command
    )


@cache
def _labelled(word: str) -> tuple[tuple[str, Callable[[State], Any]], ...]:
    """The fields of an order whose values are labels, and where a state has those."""
    fields = [(each.name, each.kind) for each in FORMS[word].fields]
    return tuple(
        (name, attrgetter("setting.sides" if kind.form == "side" else kind.among))
        for name, kind in fields
        if kind.form == "side" or kind.among
    )


_TOP: Final = ("seed", "game", "dice")
_LINE: Final = re.compile(r"\s*(\w+)\s+(\"(?:[^\"\\]|\\.)*\"|[^\s\"#]+)\s*(?:#.*)?")
_EMPTY: Final = re.compile(r"\s*(?:#.*)?")


@attrs.frozen
class OrderFile:
    """An order file that was read up to its first order; what its top does not say is None.

    Orders are read as they are asked for, each with the number and the words of its line.
    """

    seed: str | None
    game: int | None
    dice: DiceFrom | None
    orders: Iterator[tuple[int, str, Order]]


def read_orders(text: str) -> OrderFile:
    """Read the top of an order file, and its orders as they are asked for."""
    lines = text.split("\n")
    top: dict[str, str] = {}
    begin = len(lines)
    for n, line in enumerate(lines):
        if _EMPTY.fullmatch(line):
            continue
        word = line.split()[0].lower()
        if word not in _TOP or (word == "dice" and word in top):
            begin = n
            break
        try:
            top[word] = _value(word, line, top)
        except BadInput as error:
            raise error.inside(f"line {n + 1}") from None
    return OrderFile(
        top.get("seed"),
        int(top["game"]) if "game" in top else None,
        DiceFrom(top["dice"]) if "dice" in top else None,
        _orders(lines, begin),
    )


_EXPECTED: Final = {"seed": 'seed "TEXT"', "game": "game N", "dice": "dice table|seed|either"}


def _value(word: str, line: str, top: Mapping[str, str]) -> str:
    if word in top:
        raise BadInput(f"`{word}` stands here twice")
    found = _LINE.fullmatch(line)
    value = None if found is None else found[2]
    if value is not None and value.startswith('"'):
        try:
            value = json.loads(value)
        except ValueError:
            value = None
    if (
        value is None
        or (word == "game" and not re.fullmatch("[0-9]{1,12}", value))
        or (word == "dice" and value not in tuple(DiceFrom))
    ):
        said = f"{line.strip()[:40]!r} does not say the {word}"
        raise BadInput(f"{said}; expected: {_EXPECTED[word]}")
    return value


def _orders(lines: list[str], first: int) -> Iterator[tuple[int, str, Order]]:
    """The orders from a line on; ``seed`` and ``game`` are none."""
    late = range(first, len(lines))
    wrong = next((n for n in late if lines[n].split()[:1] in (["seed"], ["game"])), len(lines))
    yield from parse_orders("\n".join([""] * first + lines[first:wrong]))
    if wrong < len(lines):
        word = lines[wrong].split()[0]
        raise BadInput(f"`{word}` stands at the top, before all orders", f"line {wrong + 1}")


# Writing ----------------------------------------------------------------------------------------


def order_lines(header: Header, entries: Iterable[Entry]) -> Iterator[str]:
    """A game as an order file: ``run`` makes the same game of it and the scenario, bit for bit.

    Dice that people rolled follow their order; those of the seed are comments. So are the moments.
    """
    if header.mail is not None:
        raise BadInput("this is a game by mail, whose dice no order file can make again")
    yield f"# {_one_line(header.scenario.name)}, as it was played; `khamsin run SCENARIO --orders`"
    yield "# this file makes the same game again."
    if header.parent is not None:
        yield f"# A branch of {_one_line(header.parent.log)}, from entry {header.parent.entry} on."
    seed = json.dumps(header.seed)[1:-1].replace('\\"', "\\u0022")  # as every editor shows it
    yield f'seed "{seed}"'
    yield f"game {header.game}"
    yield f"dice {header.dice}"
    moment, over, numbers = "", False, True
    for entry in entries:
        if str(entry.at) != moment:
            moment = str(entry.at)
            yield ""
            yield f"# {moment}"
        if isinstance(entry.do, Finish) and over:
            yield f"# {format_order(entry.do)}   (entry {entry.n}, by itself)"
        elif isinstance(entry.do, Acknowledged):  # no key signed the game that this makes
            yield f"# {_one_line(acknowledged_text(entry.do))}   (entry {entry.n})"
            numbers = False
        elif isinstance(entry.do, Undo) and not numbers:
            yield format_order(Undo())
        else:
            yield _line(entry)
        over = any(isinstance(event, GameEnded) for event in entry.then)


def _line(entry: Entry) -> str:
    if entry.table_dice or not entry.dice:
        return format_order(entry.do, entry.table_dice)
    shown = "; ".join(
        f"{_one_line(roll.purpose)} {','.join(map(str, roll.dice))}" for roll in entry.dice
    )
    return f"{format_order(entry.do)}   # {shown} from the seed"


def _one_line(text: str) -> str:
    return "".join(each if each.isprintable() else "?" for each in text)
