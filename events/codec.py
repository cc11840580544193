"""The codec: commands, events, rolls, scenarios and entries to plain JSON values and back."""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, TypeAlias, TypeVar, get_args

import attrs

from events.commands import COMMANDS, OF_RULES, OF_THE_LOG, BookCommand, Command, Doing, ImpulseStep
from events.converters import (
    FAST,
    STRICT,
    UNKNOWN_KEY,
    complaints,
    list_of,
    mp_to_json,
    short,
    structure,
    whole,
)
from events.entry import MAX_GAME, Entry, Header, OldLog, Parent, Sealing
from events.errors import BadInput
from events.json_bytes import dumps, loads
from events.limits import too_much
from events.moment import Moment, parse_moment
from events.register import Event
from events.rolls import Roll
from events.ruling import RulingInForce
from events.scenario import (
    BoardSpec,
    BridgeSpec,
    BuildingSpec,
    DebrisSpec,
    FortificationSpec,
    HexsideSpec,
    RoadSpec,
    Scenario,
    SpillSpec,
    VehicleSpec,
)
from events.tagged import Tagged, keys_of, omitting_defaults
from events.terms import DiceFrom
from events.trusting import TRUSTING
from events.vocabulary import EVENTS

T = TypeVar("T")
Json = dict[str, Any]

ORDER_TAG: Final = "order"
EVENT_TAG: Final = "event"
ROLLED: Final = "roll"
"""How a scenario says that a value is rolled on its chart."""


def _held(kind: Any, tagged: Tagged) -> None:
    """Commands that are held by another: the steps of an Impulse, and orders that are asked for."""

    def it_is(each: Any) -> bool:
        return each is kind or each == kind

    FAST.register_structure_hook_func(it_is, tagged.read)
    TRUSTING.register_structure_hook_func(it_is, tagged.trust)
    FAST.register_unstructure_hook_func(it_is, tagged.write)
    STRICT.register_structure_hook_func(it_is, tagged.read_strictly)


_held(
    ImpulseStep,
    Tagged(ORDER_TAG, {step.word: step for step in get_args(ImpulseStep)}, omit=True),
)
_held(
    Command,
    Tagged(ORDER_TAG, OF_RULES, omit=True),
)
_COMMANDS: Final = Tagged(ORDER_TAG, COMMANDS, omit=True)
_EVENTS: Final = Tagged(EVENT_TAG, EVENTS, omit=False)
_ROLL_READER: Final = FAST.get_structure_hook(Roll)
_ROLL_TRUSTING: Final = TRUSTING.get_structure_hook(Roll)
_ROLL_KEYS: Final = keys_of(Roll)
_ROLL_WRITER: Final = FAST.get_unstructure_hook(Roll)


# Scenarios ----------------------------------------------------------------------------------

_ROLLABLE: Final = ("weather", "time_of_day", "ec", "wind", "dust")


def decode_scenario(value: Any) -> Scenario:
    """Read a scenario from the plain values of its TOML or JSON form.

    Raises:
        BadInput: naming the first thing wrong and its place.
    """
    if not isinstance(value, dict):
        raise BadInput("a table of scenario keys is expected")
    prepared = _prepared(value)
    _check_sides(prepared)
    scenario = structure(prepared, Scenario)
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
    return found + complaints(prepared, Scenario)


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


for _spec in (
    BuildingSpec,
    DebrisSpec,
    RoadSpec,
    BridgeSpec,
    FortificationSpec,
    SpillSpec,
    HexsideSpec,
    VehicleSpec,
    BoardSpec,
):
    FAST.register_unstructure_hook(_spec, omitting_defaults(_spec))
_SCENARIO_WRITER: Final = omitting_defaults(Scenario)


# Headers, entries ---------------------------------------------------------------------------


def encode_header(header: Header) -> Json:
    """The plain form of a header."""
    return {
        "khamsin": "game",
        "format": header.format,
        "engine": header.engine,
        "game": header.game,
        "seed": header.seed,
        "scenario": encode_scenario(header.scenario),
        "rulings": {key: plain(header.rulings[key]) for key in sorted(header.rulings)},
        **({} if header.made_from is None else {"made_from": plain(header.made_from)}),
        **({} if header.dice is DiceFrom.EITHER else {"dice": header.dice.value}),
        **({} if header.parent is None else {"parent": plain(header.parent)}),
        **({} if header.sealed is None else {"sealed": plain(header.sealed)}),
    }


def decode_header(value: Json) -> Header:
    """Read a header of the current format.

    Raises:
        BadInput: when it is not a header of a Khamsin game.
    """
    if value.get("khamsin") != "game":
        raise BadInput("this is not a Khamsin game log")
    fields = {k: v for k, v in value.items() if k not in ("khamsin", "scenario")}
    try:
        scenario = _scenario_of(value.get("scenario"))
    except BadInput as error:
        raise error.inside("scenario") from None
    header = structure({**fields, "scenario": {}}, _HeaderFields)
    if not 0 <= header.game <= MAX_GAME:
        raise BadInput(f"{header.game} is not a number of a game from 0 to {MAX_GAME}", "game")
    return Header(
        engine=header.engine,
        game=header.game,
        seed=header.seed,
        scenario=scenario,
        rulings=header.rulings,
        format=header.format,
        made_from=header.made_from,
        dice=header.dice,
        parent=header.parent,
        sealed=header.sealed,
    )


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


@attrs.frozen
class _HeaderFields:
    format: int
    engine: str
    game: int
    seed: str
    scenario: dict[str, str]
    rulings: dict[str, RulingInForce]
    made_from: OldLog | None = None
    dice: DiceFrom = DiceFrom.EITHER
    parent: Parent | None = None
    sealed: Sealing | None = None


def encode_entry(entry: Entry) -> Json:
    """The plain form of an entry."""
    return {
        "n": entry.n,
        "at": str(entry.at),
        "do": _COMMANDS.write(entry.do),
        "dice": [_ROLL_WRITER(roll) for roll in entry.dice],
        "then": [_EVENTS.write(event) for event in entry.then],
    }


def entry_json(entry: Entry) -> bytes:
    """An entry as its line in a log has it, without the hash.

    This is ``dumps(encode_entry(entry))``, with the fields of rolls and events handed over
    as they are: most of them are as in JSON, and the writer asks about the others.
    """
    value = {
        "n": entry.n,
        "at": str(entry.at),
        "do": _COMMANDS.write(entry.do),
        "dice": [roll.__dict__ for roll in entry.dice],
        "then": [{EVENT_TAG: _EVENTS.name(event), **event.__dict__} for event in entry.then],
    }
    return dumps(value, default=_not_in_json)


def _not_in_json(value: Any) -> Any:
    """The plain form of a value that JSON does not know."""
    return mp_to_json(value) if isinstance(value, Fraction) else plain(value)


def _read_rolls(values: Any) -> tuple[Roll, ...]:
    for value in list_of(tuple[Roll, ...], values):
        if len(value) > len(_ROLL_KEYS):
            raise BadInput("there is an unknown key here")
    return tuple([_ROLL_READER(roll, Roll) for roll in values])


def _read_events(values: Any) -> tuple[Event, ...]:
    return tuple([_EVENTS.read(event) for event in list_of(tuple[Event, ...], values)])


def decode_entry(value: Json) -> Entry:
    """Read an entry of the current format.

    Raises:
        BadInput: naming the first thing wrong and its place.
    """
    try:
        _check_keys(value)
        return Entry(
            whole(value["n"]),
            parse_moment(value["at"]),
            _COMMANDS.read(value["do"]),
            _read_rolls(value["dice"]),
            _read_events(value["then"]),
        )
    except Exception:  # noqa: BLE001 - whatever it was, the strict reading names it
        return _decode_entry_strictly(value)


WhatCounts: TypeAlias = tuple[Doing | None, tuple[Roll, ...], tuple[Event, ...]]
"""What counts of an entry for who plays on behind it: the command, its rolls and its events.

The command is None where it was one of the rules; its events say all that it did.
"""


def decode_what_counts(value: Json) -> WhatCounts:
    """Read what counts of an entry of the current format for who plays on behind it.

    Of an order of the rules only its word is checked.

    Raises:
        BadInput: naming the first thing wrong and its place.
    """
    try:
        _check_keys(value)
        parse_moment(value["at"])
        do, rolls = value["do"], value["dice"]
        known = COMMANDS[do[ORDER_TAG]]
        command = _COMMANDS.read(do) if known.word in OF_THE_LOG else None
        return command, _read_rolls(rolls) if rolls != [] else (), _read_events(value["then"])
    except Exception:  # noqa: BLE001 - whatever it was, the strict reading names it
        entry = _decode_entry_strictly(value)
        return entry.do, entry.dice, entry.then


def trust_doing(value: Json) -> tuple[Doing, tuple[Roll, ...]]:
    """The command and the rolls of a line whose bytes are compared afterwards; checks nothing."""
    rolls = tuple([_ROLL_TRUSTING(roll, Roll) for roll in value["dice"]])
    return _COMMANDS.trust(value["do"]), rolls


def trust_of_the_log(value: Json) -> BookCommand | None:
    """The command of a checked line, if it is one of the log itself; checks no more than that.

    Raises:
        TypeError: when there is no command.
    """
    word = value["do"][ORDER_TAG]
    return _COMMANDS.trusting[word](value["do"], None) if word in OF_THE_LOG else None


def trust_events(value: Json) -> tuple[Event, ...]:
    """The events of a line whose hash has been checked; checks no type but that of the list.

    Raises:
        TypeError: when there is no list.
    """
    then = value["then"]
    if type(then) is not list:
        raise TypeError("a list is expected")
    readers = _EVENTS.trusting
    return tuple([readers[event[EVENT_TAG]](event, None) for event in then])


def decode_events(value: Json) -> tuple[Event, ...]:
    """The events of an entry alone, for those who only fold them.

    Raises:
        BadInput: when they are none.
    """
    try:
        return _read_events(value["then"])
    except Exception:  # noqa: BLE001 - whatever it was, the strict reading names it
        return _decode_entry_strictly(value).then


_ENTRY_KEYS: Final = ("n", "at", "do", "dice", "then")


def _check_keys(value: Json) -> None:
    for key in _ENTRY_KEYS:
        if key not in value:
            raise BadInput(f"{key!r} is missing")
    if len(value) > len(_ENTRY_KEYS) + ("hash" in value):
        extra = next(key for key in value if key not in (*_ENTRY_KEYS, "hash"))
        raise BadInput(f"{short(extra)} {UNKNOWN_KEY}")


def _decode_entry_strictly(value: Any) -> Entry:
    if not isinstance(value, dict):
        raise BadInput("an entry is a JSON object")
    _check_keys(value)
    return Entry(
        _part(value, "n", lambda n: structure(n, int)),
        _part(value, "at", lambda at: structure(at, Moment)),
        _part(value, "do", _COMMANDS.read_strictly),
        tuple(_each(value["dice"], "dice", lambda roll: structure(roll, Roll))),
        tuple(_each(value["then"], "then", _EVENTS.read_strictly)),
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


def decode_event(value: Json) -> Event:
    """Read one event of the current format.

    Raises:
        BadInput: naming the first thing wrong with it.
    """
    try:
        event: Event = _EVENTS.read(value)
    except Exception:  # noqa: BLE001 - whatever it was, the strict reading names it
        event = _EVENTS.read_strictly(value)
    return event


def encode_event(event: Event) -> Json:
    """The plain form of one event."""
    return _EVENTS.write(event)


def encode_command(command: Doing) -> Json:
    """The plain form of one command."""
    return _COMMANDS.write(command)


def proper_command(command: Doing) -> Doing:
    """A command that somebody made, with every value checked and in its proper form.

    Raises:
        BadInput: naming the first value that is not of its type.
    """
    if type(command) not in COMMANDS.values():
        raise BadInput(f"{short(command)} is not a command")
    proper: Doing = _COMMANDS.read_strictly(encode_command(command))
    return proper


def plain(value: Any) -> Any:
    """The plain form of any frozen value of the vocabulary or the state."""
    return FAST.unstructure(value)
