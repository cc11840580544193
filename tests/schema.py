"""The JSON Schemas of scenarios, logs, questions and reports, as `khamsin schema` has them."""

import types
from collections.abc import Callable
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

import attrs

from events.commands import COMMANDS, OF_RULES, Command, ImpulseStep
from events.entry import FORMAT, MailGame, OldLog, Parent, Roll
from events.field import InputField
from events.moment import Moment
from events.ruling import RulingInForce
from events.scenario import Scenario
from events.terms import DiceFrom
from events.vocabulary import EVENTS
from replays.auditing.report_model import GameReport
from sim.asking.answer import to_json
from sim.asking.catalogue import question_class, question_names
from sim.asking.question import Question
from sim.rulings import RULINGS

Schema = dict[str, Any]

_DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"

_MOMENT: Final = r"^(setup|[0-9]+\.[12]/(RPh|PFPh|MPh|DFPh|AFPh|RtPh|APh|CCPh))$"

_HASH: Final = {"type": "string", "pattern": "^[0-9a-f]{64}$"}

_SIMPLE: Final[dict[Any, Schema]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    float: {"type": "number"},
    type(None): {"type": "null"},
    Moment: {"type": "string", "pattern": _MOMENT},
    Fraction: {"type": "string", "pattern": "^[0-9]+/2$"},
}

_ROLLED: Final = ("weather", "time_of_day", "ec", "wind", "dust", "wind_direction")


def _of(kind: Any) -> Schema:
    if kind in _SIMPLE:
        return dict(_SIMPLE[kind])
    if kind in (ImpulseStep, Command):
        classes = OF_RULES.values() if kind is Command else get_args(kind)
        return {"oneOf": [_tagged("order", cls.word, cls) for cls in classes]}
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return {"anyOf": [_of(each) for each in get_args(kind)]}
    if origin is tuple:
        return _tuple(get_args(kind))
    if origin is dict:
        return {"type": "object", "additionalProperties": _of(get_args(kind)[1])}
    if issubclass(kind, StrEnum):
        return {"enum": [member.value for member in kind]}
    return _object(kind)


def _tuple(items: tuple[Any, ...]) -> Schema:
    many = {} if items[-1] is Ellipsis else {"minItems": len(items), "maxItems": len(items)}
    return {"type": "array", "items": _of(items[0]), **many}


def _object(cls: type[Any], **first: Schema) -> Schema:
    hints = get_type_hints(cls)
    fields = attrs.fields(cls)
    result: Schema = {
        "type": "object",
        "properties": {**first, **{field.name: _of(hints[field.name]) for field in fields}},
        "required": [*first, *(each.name for each in fields if each.default is attrs.NOTHING)],
        "additionalProperties": False,
    }
    if cls.__doc__:
        result["description"] = cls.__doc__.splitlines()[0]
    return result


def _tagged(tag: str, name: str, cls: type[Any]) -> Schema:
    return _object(cls, **{tag: {"const": name}})


def _scenario_file() -> Schema:
    """A scenario, as its TOML file says it: its boards may come from files."""
    schema = _scenario()
    board = schema["properties"]["boards"]["items"]
    board["properties"] = {"from": {"type": "string"}, **board["properties"]}
    board["anyOf"] = [{"required": board.pop("required")}, {"required": ["from"]}]
    return schema


def _scenario() -> Schema:
    schema = _object(Scenario)
    for key in _ROLLED:
        options = [each for each in schema["properties"][key]["anyOf"] if each != {"type": "null"}]
        schema["properties"][key] = {"anyOf": [*options, {"const": "roll"}]}
    schema["properties"]["rulings"] = {
        "type": "object",
        "properties": {key: {"enum": list(r.choices)} for key, r in RULINGS.items()},
        "additionalProperties": False,
    }
    return {"title": "A Khamsin scenario", **schema}


_PERHAPS: Final = ("made_from", "dice", "parent", "mail")
"""Keys of a header that are left out where they say nothing."""


def _log() -> Schema:
    header: Schema = {
        "type": "object",
        "properties": {
            "khamsin": {"const": "game"},
            "format": {"const": FORMAT},
            "engine": {"type": "string"},
            "game": {"type": "integer", "minimum": 0},
            "seed": {"type": "string"},
            "scenario": _scenario(),
            "rulings": {"type": "object", "additionalProperties": _of(RulingInForce)},
            "made_from": _of(OldLog),
            "dice": _of(DiceFrom),
            "parent": _of(Parent),
            "mail": _of(MailGame),
            "hash": _HASH,
        },
        "additionalProperties": False,
    }
    entry: Schema = {
        "type": "object",
        "properties": {
            "n": {"type": "integer", "minimum": 1},
            "at": _of(Moment),
            "do": {"oneOf": [_tagged("order", word, cls) for word, cls in COMMANDS.items()]},
            "dice": {"type": "array", "items": _of(Roll)},
            "then": {
                "type": "array",
                "items": {"oneOf": [_tagged("event", tag, cls) for tag, cls in EVENTS.items()]},
            },
            "hash": _HASH,
        },
        "additionalProperties": False,
    }
    header["required"] = [key for key in header["properties"] if key not in _PERHAPS]
    entry["required"] = list(entry["properties"])
    return {"title": "A line of a Khamsin game log", "oneOf": [header, entry]}


def _report() -> Schema:
    schema = _object(GameReport)
    schema["properties"]["khamsin"] = {"const": "report"}
    return {"title": "The report of a Khamsin game", **schema}


def _questions() -> Schema:
    """The schema of a question in JSON, or of a list of questions."""
    one = {"oneOf": [_question(question_class(name)) for name in question_names()]}
    return {
        "title": "A question, or several, for khamsin ask",
        "$defs": {"question": one},
        "anyOf": [
            {"$ref": "#/$defs/question"},
            {"type": "array", "items": {"$ref": "#/$defs/question"}},
        ],
    }


def _question(cls: type[Question]) -> Schema:
    return {
        "type": "object",
        "description": cls.about(),
        "properties": {
            "question": {"const": cls.name},
            **{field.name: _field(field) for field in cls.fields},
        },
        "required": ["question", *(field.name for field in cls.fields if field.needed)],
        "additionalProperties": False,
    }


def _field(field: InputField) -> Schema:
    schema = field.kind.schema
    if not field.needed:
        schema = {"anyOf": [schema, {"type": "null"}], "default": to_json(field.default)}
    return {"description": field.help, **schema}


SCHEMAS: Final[dict[str, Callable[[], Schema]]] = {
    "scenario": _scenario_file,
    "log": _log,
    "question": _questions,
    "report": _report,
}
"""The schemas, by name."""


def schema_of(what: str) -> Schema:
    """A schema by its name."""
    return {"$schema": _DRAFT, **SCHEMAS[what]()}
