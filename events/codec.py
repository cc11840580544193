"""The codec: commands, events, rolls, scenarios and entries to plain JSON values and back."""

import re
from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from functools import lru_cache, partial
from operator import is_, itemgetter
from typing import Any, Final, TypeVar, get_args

import attrs
from cattrs.gen import make_dict_unstructure_fn

from events import scenario as scenarios
from events.commands import COMMANDS, OF_RULES, OF_THE_LOG, BookCommand, Command, Doing, ImpulseStep
from events.converters import STRICT, UNKNOWN_KEY, complaints, mp_to_json, short, structure
from events.entry import MAX_GAME, Entry, Header, Roll
from events.errors import BadInput
from events.json_bytes import dumps, loads
from events.limits import too_much
from events.moment import Moment, parse_moment
from events.plan import HELD, JsonPlan, JsonPlans
from events.register import BaseCommand, Event, classes_of
from events.scenario import Scenario
from events.vocabulary import EVENTS

T = TypeVar("T")
Json = dict[str, Any]

ORDER_TAG: Final = "order"
EVENT_TAG: Final = "event"
ROLLED: Final = "roll"
"""How a scenario says that a value is rolled on its chart."""


def _read_strictly(tag: str, classes: dict[str, type[T]], value: Any, _: Any = None) -> T:
    """Read a value that says its class under a tag; complain of the first thing wrong."""
    name = value.get(tag) if isinstance(value, dict) else value
    if not isinstance(value, dict) or not isinstance(name, str) or name not in classes:
        raise BadInput(f"{short(name)} is no {tag} of this engine")
    return structure({key: item for key, item in value.items() if key != tag}, classes[name])


def _hold(kind: Any, classes: dict[str, type[Any]]) -> None:
    """Fields of this type hold commands: the steps of an Impulse, orders that are asked for."""
    HELD[kind] = JsonPlans(ORDER_TAG, classes).take
    strictly = partial(_read_strictly, ORDER_TAG, classes)
    STRICT.register_structure_hook_func(lambda each: each == kind, strictly)


_hold(ImpulseStep, {step.word: step for step in get_args(ImpulseStep)})
_hold(Command, {**OF_RULES})
_COMMANDS: Final[JsonPlans[Doing]] = JsonPlans(ORDER_TAG, COMMANDS)
_OF_THE_LOG: Final = JsonPlans(ORDER_TAG, OF_THE_LOG)
_EVENTS: Final[JsonPlans[Event]] = JsonPlans(EVENT_TAG, EVENTS)
_ROLL: Final = JsonPlan(Roll)


# Scenarios ----------------------------------------------------------------------------------

_ROLLABLE: Final = ("weather", "time_of_day", "ec", "wind", "dust")


def decode_scenario(value: Any) -> Scenario:
    """Read a scenario from the plain values of its TOML or JSON form."""
    if not isinstance(value, dict):
        raise BadInput("a table of scenario keys is expected")
    prepared = _prepared(value)
    _check_sides(prepared)
    try:
        scenario = structure(prepared, Scenario)
    except BadInput as error:
        raise _of_vehicle(error, prepared) from None
    for fault in too_much(scenario):
        raise fault
    return scenario


def scenario_complaints(value: Json) -> list[BadInput]:
    """Everything in the plain values of a scenario that cannot be read, each with its place."""
    prepared, found = _prepared(value), []
    try:
        _check_sides(prepared)
    except BadInput as error:
        found = [error]
        prepared["sides"] = ("", "")
    return found + [_of_vehicle(fault, prepared) for fault in complaints(prepared, Scenario)]


def _of_vehicle(fault: BadInput, value: Json) -> BadInput:
    """The same fault, with the id of the vehicle whose it is, where it has one."""
    place = re.match(r"vehicles\[(\d+)\]\.(?!id\b)", fault.where)
    if place is None or not isinstance(id_ := value["vehicles"][int(place[1])].get("id"), str):
        return fault
    return BadInput(f"vehicle {id_[:40]}: {fault.what}", fault.where)


def _prepared(value: Json) -> Json:
    """The values of a scenario, with None for what is rolled."""
    prepared = {
        key: (None if key in _ROLLABLE and item == ROLLED else item) for key, item in value.items()
    }
    if prepared.get("wind_direction") == ROLLED:
        prepared["wind_direction"] = None
    return prepared


def _check_sides(value: Json) -> None:
    sides = value.get("sides")
    if "sides" in value and (not isinstance(sides, list | tuple) or len(sides) != 2):
        raise BadInput(f"{short(sides)} is not a list of two sides", "sides")


def encode_scenario(scenario: Scenario) -> Json:
    """The plain form of a scenario: what a TOML file would say, defaults left out."""
    value = _SCENARIO_WRITER(scenario)
    for key in _ROLLABLE:
        if key in value and value[key] is None:
            value[key] = ROLLED
    return value


def _omitting_defaults(cls: type[Any]) -> Callable[[Any], Json]:
    return make_dict_unstructure_fn(cls, STRICT, _cattrs_omit_if_default=True)


for _spec in classes_of(object, scenarios):  # in their order, as some are within others
    if _spec is not Scenario:
        STRICT.register_unstructure_hook_func(partial(is_, _spec), _omitting_defaults(_spec))
_SCENARIO_WRITER: Final = _omitting_defaults(Scenario)


# Headers, entries ---------------------------------------------------------------------------


def encode_header(header: Header) -> Json:
    """The plain form of a header."""
    value = {
        "khamsin": "game",
        "format": header.format,
        "engine": header.engine,
        "game": header.game,
        "seed": header.seed,
        "scenario": encode_scenario(header.scenario),
        "rulings": {key: to_json(header.rulings[key]) for key in sorted(header.rulings)},
    }
    for each in attrs.fields(Header):
        if each.name not in value and getattr(header, each.name) != each.default:
            value[each.name] = to_json(getattr(header, each.name))
    return value


def decode_header(value: Json) -> Header:
    """Read a header of the current format."""
    if value.get("khamsin") != "game":
        raise BadInput("this is not a Khamsin game log")
    fields = {k: v for k, v in value.items() if k not in ("khamsin", "scenario")}
    try:
        scenario = _scenario_of(value.get("scenario"))
    except BadInput as error:
        raise error.inside("scenario") from None
    found = attrs.asdict(structure({**fields, "scenario": {}}, _HEADER_FIELDS), recurse=False)
    if not 0 <= found["game"] <= MAX_GAME:
        raise BadInput(f"{found['game']} is not a number of a game from 0 to {MAX_GAME}", "game")
    return Header(**{**found, "scenario": scenario})


def _scenario_of(value: Any) -> Scenario:
    """The scenario of a header: the very same one for logs of it that are read one by one.

    So all that is worked out of a scenario alone is worked out once for them.
    """
    try:
        text = dumps(value)
    except TypeError:  # not from JSON
        return decode_scenario(value)
    return _scenario_in(text)


@lru_cache(maxsize=1)
def _scenario_in(text: bytes) -> Scenario:
    """The scenario of a text; the latest is remembered."""
    return decode_scenario(loads(text))


_HEADER_FIELDS: Final = attrs.make_class(
    "_HeaderFields",
    {
        each.name: attrs.field(
            default=each.default, type=dict[str, str] if each.name == "scenario" else each.type
        )
        for each in attrs.fields(attrs.resolve_types(Header))
    },
)
"""A header whose scenario is read apart."""

_DEFAULTS: Final[dict[type[BaseCommand], Json]] = {
    cls: {field.name: field.default for field in attrs.fields(cls)} for cls in COMMANDS.values()
}


def _fields_of(value: BaseCommand | Event) -> Json:
    """What is written of a value: all fields, and of a command those that are not as by default."""
    if isinstance(value, Event):
        return {EVENT_TAG: value.tag, **value.__dict__}
    defaults = _DEFAULTS[type(value)]
    said = {ORDER_TAG: value.word}
    for key, each in value.__dict__.items():
        if each != defaults[key]:
            said[key] = each  # noqa: PERF403 - one call fewer
    return said


def _not_in_json(value: Any) -> Any:
    """What stands in JSON for a value that it does not know; the writer asks for it."""
    if isinstance(value, Moment):
        return str(value)
    return mp_to_json(value) if isinstance(value, Fraction) else _fields_of(value)


def entry_json(entry: Entry) -> bytes:
    """An entry as its line in a log has it, without the hash."""
    value = {
        "n": entry.n,
        "at": str(entry.at),
        "do": _fields_of(entry.do),
        "dice": [*map(vars, entry.dice)],
        "then": [{EVENT_TAG: event.tag, **event.__dict__} for event in entry.then],
    }
    return dumps(value, default=_not_in_json)


def encode_entry(entry: Entry) -> Json:
    """The plain form of an entry."""
    value: Json = loads(entry_json(entry))
    return value


def _plain_fields(value: Any) -> Any:
    """The plain form of a value of a command, whatever the caller put there."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, list | tuple):
        return [_plain_fields(each) for each in value]
    if isinstance(value, BaseCommand):
        return {key: _plain_fields(each) for key, each in _fields_of(value).items()}
    return _not_in_json(value) if isinstance(value, Fraction | Moment) else value


def encode_event(event: Event) -> Json:
    """The plain form of one event."""
    return {EVENT_TAG: event.tag, **to_json(event)}


def encode_command(command: Doing) -> Json:
    """The plain form of one command."""
    value: Json = _plain_fields(command)
    return value


def valid_command(command: Doing) -> Doing:
    """A command that a caller made, with every value checked and in its proper form."""
    if type(command) not in COMMANDS.values():
        raise BadInput(f"{short(command)} is not a command")
    return _read_strictly(ORDER_TAG, COMMANDS, encode_command(command))


def to_json(value: Any) -> Any:
    """The plain form of any frozen value of the vocabulary or the state."""
    return STRICT.unstructure(value)


# What is asked for of a line is taken out of its JSON, of which nothing is left.


def take_doing(value: Json) -> tuple[Doing, tuple[Roll, ...]]:
    """The command and the rolls of an entry; any error where they are none."""
    return _COMMANDS.take(value["do"]), tuple(map(_ROLL.take, value["dice"]))


def take_happened(value: Json) -> tuple[int, BookCommand | None, tuple[Event, ...]]:
    """The number of an entry, its command if it is of the log itself, events; any error likewise.

    Of an order of the rules only its word is read, as the events say all that it did.
    """
    do, then = value["do"], value["then"]
    if type(then) is not list:
        raise TypeError("a list is expected")
    command = None if do[ORDER_TAG] in OF_RULES else _OF_THE_LOG.take(do)
    events = []
    for event in then:
        events.append(_EVENTS[event.pop(EVENT_TAG)].take(event))  # noqa: PERF401 - one call fewer
    return value["n"], command, tuple(events)


_KEYS: Final = ("n", "at", "do", "dice", "then")
_PARTS: Final = itemgetter(*_KEYS)


def take_entry(value: Json) -> Entry:
    """The entry of a line; any error where it is none. `decode_entry` names what is wrong."""
    n, at, do, dice, then = _PARTS(value)
    if type(n) is not int or type(dice) is not list or type(then) is not list:
        raise TypeError("a number and two lists are expected")
    if len(value) != len(_KEYS) + ("hash" in value):
        raise KeyError("unknown")
    rolls = tuple([_ROLL.take(roll) for roll in dice])
    events = tuple([_EVENTS[event.pop(EVENT_TAG)].take(event) for event in then])
    return Entry(n, parse_moment(at), _COMMANDS.take(do), rolls, events)


def _check_keys(value: Json) -> None:
    for key in _KEYS:
        if key not in value:
            raise BadInput(f"{key!r} is missing")
    if len(value) > len(_KEYS) + ("hash" in value):
        extra = next(key for key in value if key not in (*_KEYS, "hash"))
        raise BadInput(f"{short(extra)} {UNKNOWN_KEY}")


def decode_entry(value: Any) -> Entry:
    """Read an entry of the current format, with everything named that is wrong."""
    if not isinstance(value, dict):
        raise BadInput("an entry is a JSON object")
    _check_keys(value)
    return Entry(
        _part(value, "n", lambda n: structure(n, int)),
        _part(value, "at", lambda at: structure(at, Moment)),
        _part(value, "do", partial(_read_strictly, ORDER_TAG, COMMANDS)),
        tuple(_each(value["dice"], "dice", lambda roll: structure(roll, Roll))),
        tuple(_each(value["then"], "then", partial(_read_strictly, EVENT_TAG, EVENTS))),
    )


def _part(value: Json, key: str, read: Callable[[Any], T]) -> T:
    try:
        return read(value[key])
    except BadInput as error:
        raise error.inside(key) from None


def _each(values: Any, where: str, read: Callable[[Any], T]) -> list[T]:
    if not isinstance(values, list):
        raise BadInput("a list is expected", where)
    result = []
    for index, value in enumerate(values):
        try:
            result.append(read(value))
        except BadInput as error:
            raise error.inside(f"{where}[{index}]") from None
    return result
