"""The codec: commands, events, rolls, scenarios and entries to plain JSON values and back.

Two converters. ``STRICT`` reads what people write: every value must have exactly its type, and the
first thing wrong is named with its place. ``FAST`` reads what this program wrote.
"""

import difflib
from collections.abc import Callable, Mapping
from enum import StrEnum
from fractions import Fraction
from functools import partial
from typing import Any, Final, TypeVar

import attrs
import cattrs
from cattrs.gen import make_dict_unstructure_fn

from events import terms
from events.commands import COMMANDS, Command, ImpulseStep
from events.entry import Entry, Header, RulingInForce
from events.errors import BadInput
from events.moment import Moment, Phase, parse_moment
from events.rolls import Roll
from events.scenario import (
    BoardSpec,
    BuildingSpec,
    DebrisSpec,
    RoadSpec,
    Scenario,
    VehicleSpec,
)
from events.vocabulary import EVENTS, Event

__all__ = [
    "decode_doing",
    "decode_entry",
    "decode_events",
    "decode_header",
    "decode_scenario",
    "encode_entry",
    "encode_event",
    "encode_header",
    "encode_scenario",
    "plain",
]

T = TypeVar("T")
Json = dict[str, Any]

TERMS: Final[tuple[type[StrEnum], ...]] = (
    *(getattr(terms, name) for name in terms.__all__),
    Phase,
)
ORDER_TAG: Final = "order"
EVENT_TAG: Final = "event"
ROLLED: Final = "roll"
"""How a scenario says that a value is rolled on its chart."""


def _mp_to_json(mp: int | Fraction) -> int | str:
    return mp if isinstance(mp, int) else str(mp)


def _mp_from_json(value: Any, _: Any = None) -> int | Fraction:
    if isinstance(value, str):
        mp = Fraction(value)
        return mp.numerator if mp.denominator == 1 else mp
    if type(value) is not int:
        raise ValueError(f"{value!r} is not a number of MP")
    return value


def _exactly(kind: type, name: str, value: Any, _: Any) -> Any:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise BadInput(f"{_short(value)} is not {name}")
    return value


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _member(value: Any, kind: type[StrEnum]) -> StrEnum:
    if isinstance(value, str):
        for member in kind:
            if member.value == value:
                return member
        near = difflib.get_close_matches(value, [m.value for m in kind], n=1, cutoff=0.5)
        hint = f"; did you mean {near[0]!r}?" if near else ""
    else:
        hint = ""
    choices = ", ".join(repr(m.value) for m in kind)
    raise BadInput(f"{_short(value)} is none of {choices}{hint}")


def _moment(value: Any, _: Any) -> Moment:
    if not isinstance(value, str):
        raise BadInput(f"{_short(value)} is not a moment")
    return parse_moment(value)


def _common(converter: cattrs.Converter) -> cattrs.Converter:
    converter.register_unstructure_hook(Moment, str)
    converter.register_unstructure_hook(Fraction, str)
    converter.register_unstructure_hook(int | Fraction, _mp_to_json)
    converter.register_structure_hook(int | Fraction, _mp_from_json)
    return converter


def _fast() -> cattrs.Converter:
    converter = _common(cattrs.Converter(detailed_validation=False))
    converter.register_structure_hook(Moment, lambda value, _: parse_moment(value))
    for terms_list in TERMS:
        converter.register_structure_hook(terms_list, partial(_look_up, _values(terms_list)))
    return converter


def _values(terms_list: type[StrEnum]) -> dict[str, StrEnum]:
    return {member.value: member for member in terms_list}


def _look_up(members: dict[str, StrEnum], value: str, _: Any) -> StrEnum:
    return members[value]


def _strict() -> cattrs.Converter:
    converter = _common(cattrs.Converter(forbid_extra_keys=True))
    for kind, name in ((str, "a text"), (int, "a whole number"), (bool, "true or false")):
        converter.register_structure_hook(kind, partial(_exactly, kind, name))
    for terms_list in TERMS:
        converter.register_structure_hook(terms_list, _member)
    converter.register_structure_hook(Moment, _moment)
    return converter


FAST: Final = _fast()
STRICT: Final = _strict()


def _omitting_defaults(cls: type[Any]) -> Callable[[Any], Json]:
    return make_dict_unstructure_fn(cls, FAST, _cattrs_omit_if_default=True)


class _Tagged:
    """A union of classes written as ``{tag: name, ...fields}``."""

    def __init__(self, tag: str, members: Mapping[str, type[Any]], *, omit: bool) -> None:
        self.tag = tag
        self.members = members
        writer = _omitting_defaults if omit else FAST.get_unstructure_hook
        self._writers = {cls: (name, writer(cls)) for name, cls in members.items()}
        self._readers = {name: (cls, FAST.get_structure_hook(cls)) for name, cls in members.items()}

    def write(self, value: Any) -> Json:
        name, writer = self._writers[type(value)]
        return {self.tag: name, **writer(value)}

    def read(self, value: Json, _: Any = None) -> Any:
        cls, reader = self._readers[value[self.tag]]
        return reader(value, cls)

    def read_strictly(self, value: Any) -> Any:
        """Read with every type checked; complain of the first thing wrong."""
        name = value.get(self.tag) if isinstance(value, dict) else value
        if not isinstance(value, dict) or not isinstance(name, str) or name not in self.members:
            raise BadInput(f"{_short(name)} is no {self.tag} of this engine")
        fields = {key: item for key, item in value.items() if key != self.tag}
        return structure(fields, self.members[value[self.tag]])


def _steps(tagged: _Tagged) -> None:
    """Impulses hold commands themselves."""
    FAST.register_structure_hook(ImpulseStep, tagged.read)
    FAST.register_unstructure_hook(ImpulseStep, tagged.write)
    STRICT.register_structure_hook(ImpulseStep, lambda value, _: tagged.read_strictly(value))


_STEPS: Final = _Tagged(
    ORDER_TAG,
    {w: COMMANDS[w] for w in ("start", "move", "enter", "exit", "spend", "stop")},
    omit=True,
)
_steps(_STEPS)
_COMMANDS: Final = _Tagged(ORDER_TAG, COMMANDS, omit=True)
_EVENTS: Final = _Tagged(EVENT_TAG, EVENTS, omit=False)
_ROLL_READER: Final = FAST.get_structure_hook(Roll)
_ROLL_WRITER: Final = FAST.get_unstructure_hook(Roll)


def structure(value: Any, cls: type[T]) -> T:
    """Read a plain value strictly.

    Raises:
        BadInput: naming the first thing wrong and its place.
    """
    try:
        return STRICT.structure(value, cls)
    except cattrs.BaseValidationError as error:
        raise _first_complaint(error) from None


def _first_complaint(error: cattrs.BaseValidationError) -> BadInput:
    """One sentence with a place out of everything that was wrong."""
    line = cattrs.transform_error(error, format_exception=_sentence)[0]
    sentence, _, place = line.rpartition(" @ ")
    return BadInput(sentence, place.removeprefix("$").removeprefix("."))


def _sentence(error: BaseException, _: type | None) -> str:
    match error:
        case BadInput():
            return error.what
        case KeyError():
            return f"{error.args[0]!r} is missing"
        case cattrs.ForbiddenExtraKeysError():
            return _unknown_key(error)
        case _:
            return "another kind of value is expected here"


def _unknown_key(error: cattrs.ForbiddenExtraKeysError) -> str:
    known = [field.name for field in attrs.fields(error.cl)]
    key = min(error.extra_fields)
    near = difflib.get_close_matches(key, known, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else f"; known are {', '.join(known)}"
    return f"{key!r} is an unknown key{hint}"


# Scenarios ----------------------------------------------------------------------------------

_ROLLABLE: Final = ("weather", "time_of_day", "ec", "wind", "dust")


def decode_scenario(value: Any) -> Scenario:
    """Read a scenario from the plain values of its TOML or JSON form.

    Raises:
        BadInput: naming the first thing wrong and its place.
    """
    if not isinstance(value, dict):
        raise BadInput("a table of scenario keys is expected")
    prepared = {
        key: (None if key in _ROLLABLE and item == ROLLED else item) for key, item in value.items()
    }
    if prepared.get("wind_direction") == ROLLED:
        prepared["wind_direction"] = None
    _check_sides(prepared)
    return structure(prepared, Scenario)


def _check_sides(value: Json) -> None:
    sides = value.get("sides")
    if "sides" in value and (not isinstance(sides, list | tuple) or len(sides) != 2):
        raise BadInput(f"{_short(sides)} is not a list of two sides", "sides")


def encode_scenario(scenario: Scenario) -> Json:
    """The plain form of a scenario: what a TOML file would say, defaults left out."""
    value = _SCENARIO_WRITER(scenario)
    for key in _ROLLABLE:
        if key in value and value[key] is None:
            value[key] = ROLLED
    return value


for _spec in (BoardSpec, VehicleSpec, BuildingSpec, DebrisSpec, RoadSpec):
    FAST.register_unstructure_hook(_spec, _omitting_defaults(_spec))
_SCENARIO_WRITER: Final = _omitting_defaults(Scenario)


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
    }


def decode_header(value: Json) -> Header:
    """Read a header of the current format.

    Raises:
        BadInput: when it is no header of a Khamsin game.
    """
    if value.get("khamsin") != "game":
        raise BadInput("this is not a Khamsin game log")
    fields = {k: v for k, v in value.items() if k not in ("khamsin", "scenario")}
    try:
        scenario = decode_scenario(value.get("scenario"))
    except BadInput as error:
        raise error.inside("scenario") from None
    header = structure({**fields, "scenario": {}}, _HeaderFields)
    return Header(
        engine=header.engine,
        game=header.game,
        seed=header.seed,
        scenario=scenario,
        rulings=header.rulings,
        format=header.format,
    )


@attrs.frozen
class _HeaderFields:
    format: int
    engine: str
    game: int
    seed: str
    scenario: dict[str, str]
    rulings: dict[str, RulingInForce]


def encode_entry(entry: Entry) -> Json:
    """The plain form of an entry."""
    return {
        "n": entry.n,
        "at": str(entry.at),
        "do": _COMMANDS.write(entry.do),
        "dice": [_ROLL_WRITER(roll) for roll in entry.dice],
        "then": [_EVENTS.write(event) for event in entry.then],
    }


def decode_entry(value: Json) -> Entry:
    """Read an entry of the current format.

    Raises:
        BadInput: naming the first thing wrong and its place.
    """
    try:
        return Entry(
            value["n"],
            parse_moment(value["at"]),
            _COMMANDS.read(value["do"]),
            tuple([_ROLL_READER(roll, Roll) for roll in value["dice"]]),
            tuple([_EVENTS.read(event) for event in value["then"]]),
        )
    except Exception:  # noqa: BLE001 - whatever it was, the strict reading names it
        return _decode_entry_strictly(value)


def decode_doing(value: Json) -> tuple[Command, tuple[Roll, ...]]:
    """The command and the rolls of an entry alone, for those who derive its events anew.

    Raises:
        BadInput: when they are none.
    """
    try:
        rolls = tuple([_ROLL_READER(roll, Roll) for roll in value["dice"]])
        return _COMMANDS.read(value["do"]), rolls
    except Exception:  # noqa: BLE001 - whatever it was, the strict reading names it
        entry = _decode_entry_strictly(value)
        return entry.do, entry.dice


def decode_events(value: Json) -> tuple[Event, ...]:
    """The events of an entry alone, for those who only fold them.

    Raises:
        BadInput: when they are none.
    """
    try:
        return tuple([_EVENTS.read(event) for event in value["then"]])
    except Exception:  # noqa: BLE001 - whatever it was, the strict reading names it
        return _decode_entry_strictly(value).then


def _decode_entry_strictly(value: Any) -> Entry:
    if not isinstance(value, dict):
        raise BadInput("an entry is a JSON object")
    keys = ("n", "at", "do", "dice", "then")
    for key in keys:
        if key not in value:
            raise BadInput(f"{key!r} is missing")
    return Entry(
        structure(value["n"], int),
        structure(value["at"], Moment),
        _COMMANDS.read_strictly(value["do"]),
        tuple(_each(value["dice"], "dice", lambda roll: structure(roll, Roll))),
        tuple(_each(value["then"], "then", _EVENTS.read_strictly)),
    )


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


def encode_event(event: Event) -> Json:
    """The plain form of one event."""
    return _EVENTS.write(event)


def encode_command(command: Command) -> Json:
    """The plain form of one command."""
    return _COMMANDS.write(command)


def plain(value: Any) -> Any:
    """The plain form of any frozen value of the vocabulary or the state."""
    return FAST.unstructure(value)
