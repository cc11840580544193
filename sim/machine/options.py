"""What can be done with a thing: each order that belongs to it, legal or refused.

Which orders belong to a thing follows from the fields of their commands: the first that must name
something of the game. Whether an order is legal is asked of `tried`, for a few values of each field
that it needs; no condition of a rule stands here.
"""

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum, unique
from fractions import Fraction
from itertools import islice, product
from typing import Any, Final

import attrs

from events.commands import MP, OF_RULES, Command, Doing, Impulse, Move, Start, Stop
from events.field import Choice, Flag, InputField, Number
from events.orders import FORMS, format_order, parse_order
from sim.chapter_11.setup import SETUP_STEPS
from sim.chapter_d.expenditure import mp_left
from sim.machine.due import NOW, Bound, due
from sim.machine.telling import Reason, Refusal
from sim.machine.trial import FirstRoll, tried
from sim.map.hexes import HEXSIDES
from sim.state import State


@unique
class ThingKind(StrEnum):
    """What one can ask about, to hear what can be done with it."""

    VEHICLE = "vehicle"
    UNIT = "unit"
    HEX = "hex"
    SIDE = "side"
    SETUP = "setup"
    GAME = "game"


@attrs.frozen
class Thing:
    """A thing of a game, by its kind and its name; setup and the game have none."""

    kind: ThingKind
    id: str = ""


def hex_of_thing(state: State, thing: Thing) -> str | None:
    """Where a thing is; None where it is nowhere."""
    if thing.kind is ThingKind.HEX:
        return thing.id
    if thing.kind is ThingKind.VEHICLE:
        return state.vehicles[thing.id].hex
    return state.units[thing.id].hex if thing.kind is ThingKind.UNIT else None


# Fields and what may stand in them ----------------------------------------------------------------


@attrs.frozen
class OptionField:
    """A field of an order that is left open.

    Attributes:
        name: how the line calls it, in braces.
        kind: what is chosen or said: ``hex``, ``number``, ``choice`` and so on.
        label: how help calls its values.
        needed: whether the order needs it.
        write: how a value is written in the line, where it stands for ``{}``.
        among: the words of the values that are legal, where they are a list; None where not.
        least: the least number; None where none is known.
        most: the greatest number.
        value: a value that is legal, in words; None where the field may be left out.
    """

    name: str
    kind: str
    label: str
    needed: bool
    write: str
    among: tuple[str, ...] | None = None
    least: MP | None = None
    most: MP | None = None
    value: str | None = None


@attrs.frozen
class Option:
    """An order that can be given.

    Attributes:
        order: its word.
        label: how a button calls it.
        about: what it does.
        line: its words, with a name in braces for each field that is open.
        fields: those fields.
        roll: the dice that it begins with; None where it rolls none at first.
        rolls: which dice may follow, in words.
        bound: how much it is due; None where it is not.
        example: a command of this kind that is legal.
    """

    order: str
    label: str
    about: str
    line: str
    fields: tuple[OptionField, ...]
    roll: FirstRoll | None
    rolls: str
    bound: Bound | None = None
    example: Command | None = None


@attrs.frozen
class NoOption:
    """An order that belongs to a thing and is refused.

    Attributes:
        order: its word.
        label: how a button calls it.
        refusal: why.
        example: a command that is refused so.
    """

    order: str
    label: str
    refusal: Refusal
    example: Command


@attrs.frozen
class Options:
    """All orders that belong to a thing."""

    legal: tuple[Option, ...]
    refused: tuple[NoOption, ...]


_NUMBERS: Final = (1, 2, 3, 0, -1)
_CALIBRES: Final = (105, 150, 200, 76)
_SCANNED: Final = range(-9, 13)
_MOST_BASES: Final = 7
"""With no more commands a value is tried that may be left out: with one for each hex around."""

_MOST_TRIED: Final = 200
"""No more commands of a kind are tried."""


def _things(state: State, among: str) -> dict[str, Any]:
    found: dict[str, Any] = getattr(state, among)
    return dict(sorted(found.items()))


def _there(state: State, among: str, here: str | None, *, around: bool) -> list[str]:
    """The labels of such things in a hex, or around it as well; all if there is no hex."""
    if here is None:
        return [*_things(state, among)]
    hexes = {here, *(state.setting.area.neighbours(here).values() if around else ())}
    return [label for label, each in _things(state, among).items() if each.hex in hexes]


def _hexes(state: State, here: str | None) -> list[str]:
    """Where something goes from a hex: next to it, or no further; from nowhere, over an edge."""
    area = state.setting.area
    if here is None:
        return [name for name in area.record if area.on_edge(name)]
    return [*area.neighbours(here).values(), here]


def _values(state: State, thing: Thing, field: InputField) -> list[Any]:
    """Values that a field which is needed might have."""
    kind, here = field.kind, hex_of_thing(state, thing)
    simple: dict[str, Callable[[], Iterable[Any]]] = {
        "hex": lambda: _hexes(state, here),
        "hexside": lambda: HEXSIDES,
        "side": lambda: state.setting.sides,
        "mp": lambda: _mp_values(state, thing),
        "flag": lambda: (False,),
        "text": lambda: ("...",),
    }
    if kind.among:
        found = _there(state, kind.among, here, around=False)
        return [each for each in found if each != thing.id] or [thing.id]
    if isinstance(kind, Choice):
        return [kind.read(term) for term in kind.terms]
    if isinstance(kind, Number) and kind.form == "number":
        return [*(_NUMBERS if kind.label == "N" else _CALIBRES)]
    return [*simple.get(kind.form, lambda: (_new_name(state, field),))()]


def _new_name(state: State, field: InputField) -> str:
    """A name that nothing has."""
    word = "ffe" if field.name == "name" else field.name
    taken = {*state.ffes, *state.units, *state.vehicles, *state.fortifications}
    return next(name for n in range(1, 10_000) if (name := f"{word}{n}") not in taken)


def _mp_values(state: State, thing: Thing) -> list[MP]:
    left = mp_left(state, thing.id) if thing.kind is ThingKind.VEHICLE else 0
    return [*range(1, max(int(left), 1) + 1), Fraction(1, 2)]


# The commands that are tried ----------------------------------------------------------------------


def subject_of(command: type[Command]) -> InputField | None:
    """The field of a command that names the thing it belongs to: the first that must name one."""
    named = (each for each in FORMS[command.word].fields if each.needed)
    return next((each for each in named if each.kind.among or each.kind.form == "hex"), None)


def commands_of(
    state: State, thing: Thing, command: type[Doing], given: dict[str, Any]
) -> Iterator[Iterator[Any]]:
    """Commands of a kind with what is given: as few words as do, and all else if none is legal."""
    if command is Impulse:
        yield _impulses(state, thing)
        return
    fields = [each for each in FORMS[command.word].fields if each.name not in given]
    needed = {each.name: _values(state, thing, each) for each in fields if each.needed}
    for more in (_plain(fields), _detailed(fields)):
        yield (
            command(**given, **dict(zip(needed, values, strict=True)), **others)
            for others in more
            for values in product(*needed.values())
        )


def _plain(fields: list[InputField]) -> list[dict[str, Any]]:
    """Nothing that may be left out; then each number besides."""
    return [{}, *({each.name: 1} for each in fields if _is_optional_number(each))]


def _detailed(fields: list[InputField]) -> list[dict[str, Any]]:
    """What may be left out: a choice with or without all flags, and with or without all numbers."""
    others = [each for each in fields if not each.needed]
    flags = {each.name: True for each in others if isinstance(each.kind, Flag)}
    numbers = {each.name: 1 for each in others if _is_optional_number(each)}
    choices = [(e.name, e.kind.read(term)) for e in others for term in e.kind.terms]
    chosen: list[dict[str, Any]] = [{}, *({name: value} for name, value in choices)]
    ways = product(chosen, ({}, flags), ({}, numbers))
    return [one | two | three for one, two, three in ways]


def _is_optional_number(field: InputField) -> bool:
    return not field.needed and field.kind.form == "number" and field.kind.size == 1


def _impulses(state: State, thing: Thing) -> Iterator[Command]:
    """Impulses of a vehicle and another beside it."""
    here = hex_of_thing(state, thing)
    if here is None:
        yield Impulse((Start(thing.id),))
        return
    area = state.setting.area
    others = [each for each in _there(state, "vehicles", here, around=True) if each != thing.id]
    for other in others:
        yield Impulse((Start(thing.id), Start(other)))
        yield Impulse((Stop(thing.id), Stop(other)))
        there = state.vehicles[other].hex or here
        ways = product(area.neighbours(here).values(), area.neighbours(there).values())
        yield from (Impulse((Move(thing.id, one), Move(other, two))) for one, two in ways)
    if not others:
        yield Impulse((Start(thing.id),))


def _belongs(command: type[Command], thing: Thing) -> dict[str, Any] | None:
    """What is given of a command that belongs to a thing: its subject; None if it does not."""
    kind, subject = thing.kind, subject_of(command)
    if kind is ThingKind.SETUP or command in SETUP_STEPS:
        return {} if kind is ThingKind.SETUP and command in SETUP_STEPS else None
    if command is Impulse:
        return {} if kind is ThingKind.VEHICLE else None
    if subject is None:
        if kind is ThingKind.GAME:
            return {}
        hexes = [each for each in FORMS[command.word].fields if each.kind.form == "hex"]
        return {hexes[0].name: thing.id} if hexes and kind is ThingKind.HEX else None
    if subject.kind.form == kind:
        return {subject.name: thing.id}
    lies_there = subject.kind.among and subject.kind.form == "name"
    return {} if lies_there and kind is ThingKind.HEX else None


# Orders -------------------------------------------------------------------------------------------


def options_of(state: State, thing: Thing) -> Options:
    """Every order that belongs to a thing, those that are legal and those that are refused."""
    if thing.kind is ThingKind.SIDE:
        return _options_of_side(state, thing)
    legal: list[Option] = []
    refused: list[NoOption] = []
    if thing.kind is ThingKind.GAME:
        legal += _due_now(state)
    known = {each.line for each in legal}
    for command in OF_RULES.values():
        found = option_of(state, thing, command)
        if isinstance(found, Option) and found.line not in known:
            legal.append(found)
        elif isinstance(found, NoOption):
            refused.append(found)
    return Options(tuple(legal), tuple(refused))


def option_of(state: State, thing: Thing, command: type[Command]) -> Option | NoOption | None:
    """An order as it can be given to a thing, or why it cannot; None where it is not of it."""
    given = _belongs(command, thing)
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
    if not accepted:
        example, refusal = _first(state, thing, refusals)
        return NoOption(command.word, command.title, refusal, example)
    return offer(state, command, given, accepted)


def _first(
    state: State, thing: Thing, refusals: list[tuple[Command, Refusal]]
) -> tuple[Command, Refusal]:
    """The refusal that comes first of all; to stay in the same hex counts only if all do."""
    here = hex_of_thing(state, thing)
    away = [(each, refusal) for each, refusal in refusals if getattr(each, "to", None) != here]
    return min(away or refusals, key=lambda each: each[1].reason)


def offer(state: State, command: type[Doing], given: dict[str, Any], accepted: list[Any]) -> Option:
    """An order by the commands of its kind that are legal."""
    first = accepted[0]
    form = FORMS[command.word]
    line, fields = [command.word], []
    for field in form.fields:
        if field.name in given:
            line.append(field.write(given[field.name]))
        else:
            line.append(f"{{{field.name}}}")
            fields.append(_open_field(state, field, accepted))
    if command is Impulse:
        line.append("{steps}")
        steps = format_order(first).partition(" ")[2]
        fields.append(OptionField("steps", "text", "ORDER, ORDER ...", True, "{}", value=steps))
    found = tried(state, first) if command.rolls else None
    return Option(
        command.word,
        command.title,
        command.about,
        " ".join(line),
        tuple(fields),
        found if isinstance(found, FirstRoll) else None,
        command.rolls,
        example=first,
    )


def _open_field(state: State, field: InputField, accepted: list[Command]) -> OptionField:
    """A field as a form shows it, with the values that are legal."""
    kind, base = field.kind, accepted[0]
    counted = kind.form == "number" and isinstance(kind, Number)
    counted |= field.needed and kind.form == "mp"
    least, most = _range(state, field, base) if counted else (None, None)
    return OptionField(
        field.name,
        kind.form,
        kind.label,
        field.needed,
        _written(field),
        _among(state, field, accepted),
        least,
        most,
        _value(field, getattr(base, field.name)),
    )


def _among(state: State, field: InputField, accepted: list[Command]) -> tuple[str, ...] | None:
    """The legal values of a field in words, where they are few; None where they are not."""
    kind, bases = field.kind, accepted[:_MOST_BASES]
    if field.needed and (kind.among or kind.form in ("hex", "hexside", "choice")):
        found = dict.fromkeys(getattr(each, field.name) for each in accepted)
        return tuple(kind.write(each) for each in found)
    words: Iterable[str] = kind.terms
    if kind.among:
        words = _things(state, kind.among)
    elif kind.form == "side":
        words = state.setting.sides
    elif not words:
        return None
    return tuple(word for word in words if _fits(state, field, bases, kind.read(word)))


def _written(field: InputField) -> str:
    """How the words of a field are written, with its value in braces."""
    if isinstance(field.kind, Flag):
        return field.word
    value = {"mp": "{}mp", "side": '"{}"'}.get(field.kind.form, "{}")
    return value if field.bare else f"{field.word} {value}"


def _value(field: InputField, value: Any) -> str | None:
    """A value in words; None where the field may be left out."""
    if not field.needed and value == field.default:
        return None
    return (
        field.word if isinstance(field.kind, Flag) else field.kind.write(value).removesuffix("mp")
    )


def _fits(state: State, field: InputField, bases: list[Command], value: Any) -> bool:
    """Whether some command is legal with another value of a field."""
    changed = (type(each)(**{**vars(each), field.name: value}) for each in bases)
    return any(not isinstance(tried(state, each), Refusal) for each in changed)


def _range(state: State, field: InputField, base: Command) -> tuple[MP | None, MP | None]:
    """The least and the most of a number, other fields as they are; None where none is found."""
    scanned: list[MP] = [*_SCANNED]
    if field.kind.form == "mp":
        vehicle = getattr(base, "vehicle", "")
        left = mp_left(state, vehicle) if vehicle in state.vehicles else 0
        scanned = [Fraction(n, 2) for n in range(1, 2 * int(left + 1) + 1)]
    legal = [each for each in scanned if _fits(state, field, [base], each)]
    least, most = (legal[0], legal[-1]) if legal else (None, None)
    bare = least == scanned[0] and field.kind.form != "mp"
    return None if bare else least, None if most == scanned[-1] else most


def _due_now(state: State) -> Iterator[Option]:
    """The orders that are due now, as they are to be given."""
    for each in due(state):
        if each.order is None or each.at != NOW:
            continue
        command = parse_order(each.order).command
        found = tried(state, command) if isinstance(command, Command) else None
        roll = found if isinstance(found, FirstRoll) else None
        if isinstance(command, Command):
            yield Option(
                command.word,
                command.title,
                each.what,
                each.order,
                (),
                roll,
                command.rolls,
                each.bound,
                command,
            )


def of_side(state: State, side: str) -> list[Thing]:
    """The vehicles and units of a side."""
    specs = state.setting.vehicles
    found = [Thing(ThingKind.VEHICLE, each) for each in specs if specs[each].side == side]
    units = sorted(state.units.items())
    return found + [Thing(ThingKind.UNIT, name) for name, each in units if each.side == side]


def _options_of_side(state: State, side: Thing) -> Options:
    """The orders of a side's vehicles and units, each once; which of them is the first field."""
    legal: dict[str, Option] = {}
    refused: dict[str, NoOption] = {}
    for thing in of_side(state, side.id):
        found = options_of(state, thing)
        refused.update({each.order: each for each in found.refused if each.order not in refused})
        for each in found.legal:
            legal[each.order] = _with_subject(legal.get(each.order), each, thing)
    left = tuple(each for word, each in refused.items() if word not in legal)
    return Options(tuple(legal.values()), left)


def _with_subject(known: Option | None, option: Option, thing: Thing) -> Option:
    """An order of one thing as that of its side."""
    kind = str(thing.kind)
    if known is not None:
        head, *rest = known.fields
        among = (*(head.among or ()), thing.id)
        return attrs.evolve(known, fields=(attrs.evolve(head, among=among), *rest))
    head = OptionField(kind, kind, kind.upper(), True, "{}", (thing.id,), value=thing.id)
    line = option.line
    if option.order != Impulse.word:
        line = line.replace(f" {thing.id}", f" {{{kind}}}", 1)
    return attrs.evolve(option, line=line, fields=(head, *option.fields))
