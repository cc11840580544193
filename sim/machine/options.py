"""What can be done with a thing: each order that belongs to it, legal or refused.

Which orders belong to a thing follows from the fields of their commands: the first that must name
something of the game. Whether an order is legal is asked of `tried`, for a few values of each field
that it needs; no condition of a rule stands here.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice, product
from typing import Any, Final, NamedTuple

import attrs

from events.commands import MP, OF_RULES, Command, Doing, Impulse, Move, SetupCommand, Start, Stop
from events.field import FieldKind, InputField, Number
from events.orders import FORMS, format_order, parse_order
from sim.chapter_d.expenditure import mp_left
from sim.machine.decide import FirstRoll, tried
from sim.machine.dice import dice_of_roll
from sim.machine.due import NOW, Due, due
from sim.machine.telling import Reason, Refusal
from sim.map.hexes import HEXSIDES
from sim.state import State


class Thing(NamedTuple):
    """A thing of a game: a ``vehicle``, ``unit`` or ``hex`` by its name; or the ``game``."""

    kind: str = "game"
    id: str = ""

    def hex(self, state: State) -> str | None:
        """Where it is; None where it is nowhere."""
        if self.kind == "vehicle":
            return state.vehicles[self.id].hex
        return state.units[self.id].hex if self.kind == "unit" else self.id or None


@attrs.frozen
class OptionField:
    """A field of an order that is left open; what is None is not known."""

    name: str
    """How the line calls it, in braces."""
    kind: str
    """What is chosen or said: ``hex``, ``number``, ``choice`` and so on."""
    label: str
    """How help calls its values."""
    needed: bool
    """Whether the order needs it."""
    write: str
    """How a value is written in the line, where it stands for ``{}``."""
    among: tuple[str, ...] | None = None
    """The words of the values that are legal, where they are a list."""
    min: str | None = None
    max: str | None = None
    value: str | None = None
    """A value that is legal, in words; None where the field may be left out."""


@attrs.frozen
class Option:
    """An order that can be given."""

    order: str
    """Its word."""
    label: str
    """How a button calls it."""
    about: str
    """What it does."""
    line: str
    """Its words, with a name in braces for each field that is open."""
    fields: tuple[OptionField, ...]
    """Those fields."""
    dice: tuple[str, ...] | None
    """The names of the dice that it begins with; None where it rolls none at first."""
    rolls: str
    """Which dice may follow, in words."""
    bound: str | None = None
    """How much it is due; None where it is not."""


@attrs.frozen
class NoOption:
    """An order that belongs to a thing and is refused: why, and a command that is refused so."""

    order: str
    label: str
    refusal: Refusal
    example: Command


_NUMBERS: Final = (1, 2, 3, 0, -1)
_CALIBRES: Final = (105, 150, 200, 76)
_SCANNED: Final = range(-9, 13)
_MOST_BASES: Final = 7
"""With no more commands a value is tried that may be left out: with one for each hex around."""

_MOST_TRIED: Final = 200
"""No more commands of a kind are tried."""


def _values(state: State, thing: Thing, field: InputField) -> Iterable[Any]:
    """Values that a field which is needed might have."""
    kind, here, area = field.kind, thing.hex(state), state.setting.area
    if kind.among:
        things = getattr(state, kind.among)
        there = [each for each in sorted(things) if here in (None, things[each].hex)]
        return [each for each in there if each != thing.id] or [thing.id]
    if kind.terms:
        return [kind.read(term) for term in kind.terms]
    match kind.form:
        case "hex" if here is not None:  # next to it, or no further
            return [*area.neighbours(here).values(), here]
        case "hex":
            return filter(area.on_edge, area.record)
        case "hexside":
            return HEXSIDES
        case "side":
            return state.setting.sides
        case "mp":
            return [*range(1, max(int(mp_left(state, thing.id)), 1) + 1), Fraction(1, 2)]
        case "number":
            return _NUMBERS if kind.label == "N" else _CALIBRES
        case "name":
            word = {"name": "ffe", "id": "vehicle"}.get(field.name, field.name)
            taken = {*state.ffes, *state.units, *state.vehicles, *state.fortifications}
            return [next(name for n in range(1, 10_000) if (name := f"{word}{n}") not in taken)]
    return ["..."]


def _with_more(fields: list[InputField]) -> Iterator[list[dict[str, Any]]]:
    """What may be left out: nothing of it, or one number; then choices, all flags, all numbers."""
    others = [each for each in fields if not each.needed]
    numbers = {each.name: 1 for each in others if each.kind.form == "number"}
    flags = {each.name: True for each in others if each.kind.form == "flag"}
    choices = [{each.name: each.kind.read(term)} for each in others for term in each.kind.terms]
    yield [{}, *({name: 1} for name in numbers)]
    ways = product([{}, *choices], ({}, flags), ({}, numbers))
    yield [{**one, **two, **three} for one, two, three in ways]


def commands_of(
    state: State, thing: Thing, command: type[Doing], given: dict[str, Any]
) -> Iterator[Iterator[Any]]:
    """Commands of a kind with what is given: as few words as do, and all else if none is legal."""
    if command is Impulse:
        yield _impulses(state, thing)
        return
    fields = [each for each in FORMS[command.word].fields if each.name not in given]
    needed = {each.name: [*_values(state, thing, each)] for each in fields if each.needed}
    for more in _with_more(fields):
        yield (
            command(**given, **dict(zip(needed, values, strict=True)), **others)
            for others in more
            for values in product(*needed.values())
        )


def _impulses(state: State, thing: Thing) -> Iterator[Command]:
    """Impulses of a vehicle and another beside it; of it alone where none is."""
    area, here = state.setting.area, thing.hex(state)
    around = {here, *area.neighbours(here).values()} if here else {}
    beside = {name: each.hex for name, each in sorted(state.vehicles.items()) if each.hex in around}
    beside.pop(thing.id, None)
    for other, there in beside.items():
        yield Impulse((Start(thing.id), Start(other)))
        yield Impulse((Stop(thing.id), Stop(other)))
        ways = product(*(area.neighbours(each or "").values() for each in (here, there)))
        yield from (Impulse((Move(thing.id, one), Move(other, two))) for one, two in ways)
    if not beside:
        step = Stop if state.vehicles[thing.id].in_motion else Start
        yield Impulse((step(thing.id),))


def subject_of(command: type[Doing]) -> InputField | None:
    """The field of a command that names the thing it belongs to: the first that must name one."""
    named = (each for each in FORMS[command.word].fields if each.needed)
    return next((each for each in named if each.kind.among or each.kind.form == "hex"), None)


def _given(command: type[Doing], thing: Thing) -> dict[str, Any] | None:
    """What is given of a command that belongs to a thing: its subject; None if it does not."""
    subject = subject_of(command)
    form = "game" if subject is None else subject.kind.form
    form = "vehicle" if command is Impulse else form
    if form == thing.kind:
        return {} if subject is None else {subject.name: thing.id}
    if thing.kind == "hex" and form == "game":  # an order of the game that may name a hex
        fields = (each for each in FORMS[command.word].fields if each.kind.form == "hex")
        return next(({each.name: thing.id} for each in fields), None)
    return {} if thing.kind == "hex" and form == "name" else None  # what lies there


def options_of(state: State, thing: Thing) -> tuple[list[Option], list[NoOption]]:
    """Every order that belongs to a thing, legal or refused; of setup only the one that is due."""
    legal = [*_due_now(state)] if thing.kind == "game" else []
    known = {each.line for each in legal}
    of_play = [each for each in OF_RULES.values() if not issubclass(each, SetupCommand)]
    found = [option_of(state, thing, command) for command in of_play]
    legal += [each for each in found if isinstance(each, Option) and each.line not in known]
    return legal, [each for each in found if isinstance(each, NoOption)]


def _due_now(state: State) -> Iterator[Option]:
    """The orders that are due now, as they are to be given."""
    for each in due(state):
        if each.order is not None and each.at == NOW:
            command = parse_order(each.order).command
            yield _option(state, command, each.order, now=each)


def option_of(state: State, thing: Thing, command: type[Doing]) -> Option | NoOption | None:
    """An order as it can be given to a thing, or why it cannot; None where it is not of it."""
    given = _given(command, thing)
    if given is None:
        return None
    refusals: list[tuple[Command, Refusal]] = []
    accepted: list[Command] = []
    for group in commands_of(state, thing, command, given):
        first = not refusals
        for each in islice(group, _MOST_TRIED):
            found = tried(state, each)
            if not isinstance(found, Refusal):
                accepted.append(each)
            elif first:
                refusals.append((each, found))
            if accepted and command is Impulse:
                break
        if accepted or any(refusal.reason <= Reason.NOT_STARTED for _, refusal in refusals):
            break  # those speak of the moment and of the thing, whatever else is said
    if accepted:
        return offer(state, command, given, accepted)
    here = thing.hex(state)

    def rank(found: tuple[Command, Refusal]) -> tuple[bool, int, bool, Reason]:
        """To stay, to say more than is needed, and what is so already count only where all do."""
        tried, refusal = found
        stays, words = getattr(tried, "to", "") == here, len(format_order(tried).split())
        return stays, words, refusal.reason is Reason.ALREADY_SO, refusal.reason

    example, refusal = min(refusals, key=rank)
    return NoOption(command.word, command.title, refusal, example)


def offer(state: State, command: type[Doing], given: dict[str, Any], accepted: list[Any]) -> Option:
    """An order by the commands of its kind that are legal."""
    form, first = FORMS[command.word].fields, accepted[0]
    line = [f.write(given[f.name]) if f.name in given else f"{{{f.name}}}" for f in form]
    fields = [_open_field(state, each, accepted) for each in form if each.name not in given]
    if command is Impulse:
        line, steps = ["{steps}"], format_order(first).partition(" ")[2]
        fields = [OptionField("steps", "text", "ORDER, ORDER ...", True, "{}", value=steps)]
    return _option(state, first, " ".join([command.word, *line]), tuple(fields))


def _option(
    state: State,
    command: Doing,
    line: str,
    fields: tuple[OptionField, ...] = (),
    now: Due | None = None,
) -> Option:
    """An order that is legal, with the dice that it begins with; and how it is due now."""
    found = tried(state, command) if isinstance(command, Command) and command.rolls else None
    dice = dice_of_roll(found.purpose, found.count) if isinstance(found, FirstRoll) else None
    about, bound = (command.about, None) if now is None else (now.what, now.bound)
    return Option(command.word, command.title, about, line, fields, dice, command.rolls, bound)


def _open_field(state: State, field: InputField, accepted: list[Command]) -> OptionField:
    """A field as a form shows it, with the values that are legal."""
    kind, value = field.kind, getattr(accepted[0], field.name)
    counted = isinstance(kind, Number) and kind.form == "number"
    counted |= field.needed and kind.form == "mp"
    least, most = _range(state, field, accepted[0]) if counted else (None, None)
    known = None
    if field.needed or value != field.default:
        known = field.word if kind.form == "flag" else _value(kind, value).removesuffix("mp")
    return OptionField(
        field.name,
        kind.form,
        kind.label,
        field.needed,
        _written(field),
        _among(state, field, accepted),
        least,
        most,
        known,
    )


def _written(field: InputField) -> str:
    """How the words of a field are written, with its value in braces."""
    if field.kind.form == "flag":
        return field.word
    value = {"mp": "{}mp", "side": '"{}"'}.get(field.kind.form, "{}")
    return value if field.bare else f"{field.word} {value}"


def _value(kind: FieldKind, value: Any) -> str:
    """A value in words; a label as it is, which the form puts in quotation marks if need be."""
    return value if kind.among else kind.write(value)


def _among(state: State, field: InputField, accepted: list[Command]) -> tuple[str, ...] | None:
    """The legal values of a field in words, where they are few; None where they are not."""
    kind = field.kind
    if field.needed and (kind.among or kind.form in ("hex", "hexside", "choice")):
        return tuple(dict.fromkeys(_value(kind, getattr(each, field.name)) for each in accepted))
    words: Iterable[str] = sorted(getattr(state, kind.among)) if kind.among else kind.terms
    words = state.setting.sides if kind.form == "side" else words
    if not (kind.among or words):
        return None
    bases = accepted[:_MOST_BASES]
    return tuple(word for word in words if _fits(state, field, bases, kind.read(word)))


def _range(state: State, field: InputField, base: Command) -> tuple[str | None, str | None]:
    """The least and the most of a number, other fields as they are; None where none is found."""
    scanned: list[MP] = [*_SCANNED]
    if field.kind.form == "mp":
        left = mp_left(state, getattr(base, "vehicle", ""))
        scanned = [Fraction(n, 2) for n in range(1, 2 * int(left + 1) + 1)]
    legal = [each for each in scanned if _fits(state, field, [base], each)]
    least, most = (legal[0], legal[-1]) if legal else (None, None)
    unbounded = least == scanned[0] and field.kind.form != "mp"
    return (
        None if least is None or unbounded else str(least),
        None if most is None or most == scanned[-1] else str(most),
    )


def _fits(state: State, field: InputField, bases: list[Command], value: Any) -> bool:
    """Whether some command is legal with another value of a field."""
    changed = (type(each)(**{**vars(each), field.name: value}) for each in bases)
    return any(not isinstance(tried(state, each), Refusal) for each in changed)
