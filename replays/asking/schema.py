"""The JSON Schema of questions, made from the fields of their classes."""

from typing import Any, Final

from replays.asking.ask import JSON_NAME
from sim.asking.answer import plain
from sim.asking.catalogue import question_class, question_names
from sim.asking.question import (
    AHex,
    ALocation,
    AskedField,
    AUnit,
    AVehicle,
    Choice,
    FieldKind,
    Flag,
    Number,
    Question,
    Several,
)

Schema = dict[str, Any]

_LEVEL: Final = r"^[^@]+(@-?[0-9]{1,2})?$"
"""A hex, or a level of it."""


def question_schema() -> Schema:
    """The schema of a question in JSON, or of a list of questions."""
    one = {"oneOf": [_question(name, question_class(name)) for name in question_names()]}
    return {
        "title": "A question, or several, for khamsin ask",
        "$defs": {"question": one},
        "anyOf": [
            {"$ref": "#/$defs/question"},
            {"type": "array", "items": {"$ref": "#/$defs/question"}},
        ],
    }


def _question(name: str, cls: type[Question]) -> Schema:
    return {
        "type": "object",
        "description": cls.about(),
        "properties": {
            JSON_NAME: {"const": name},
            **{field.name: _field(field) for field in cls.fields},
        },
        "required": [JSON_NAME, *(field.name for field in cls.fields if field.needed)],
        "additionalProperties": False,
    }


def _field(field: AskedField) -> Schema:
    schema = _kind(field.kind)
    if not field.needed:
        schema = {"anyOf": [schema, {"type": "null"}], "default": plain(field.default)}
    return {"description": field.help, **schema}


def _kind(kind: FieldKind) -> Schema:
    match kind:
        case ALocation():
            return {"type": "string", "pattern": _LEVEL}
        case Number():
            return {"type": "integer", "minimum": kind.least, "maximum": kind.most}
        case Choice():
            return {"enum": [term.value for term in kind.terms]}
        case Flag():
            return {"type": "boolean"}
        case Several():
            return {"type": "array", "items": _kind(kind.of), "minItems": kind.least}
        case AHex() | AUnit() | AVehicle():
            return {"type": "string"}
        case _:
            raise TypeError(f"there is no schema of {kind}")
