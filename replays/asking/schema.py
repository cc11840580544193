"""The JSON Schema of questions, made from the fields of their classes."""

from typing import Any

from replays.asking.ask import JSON_NAME
from sim.asking.answer import plain
from sim.asking.catalogue import question_class, question_names
from sim.asking.question import AskedField, Question

Schema = dict[str, Any]


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
    schema = field.kind.schema
    if not field.needed:
        schema = {"anyOf": [schema, {"type": "null"}], "default": plain(field.default)}
    return {"description": field.help, **schema}
