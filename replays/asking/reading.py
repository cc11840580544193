"""Questions read from words, from Python values and from JSON, by the types of their fields."""

import re
from collections.abc import Mapping
from typing import Any, Final

from events.errors import BadInput
from sim.asking.bad_question import BadQuestion
from sim.asking.catalogue import question_class
from sim.asking.kinds import AHex, ALocation, Choice, FieldKind, Number, Several, YesOrNo
from sim.asking.plain import plain
from sim.asking.question import AskedField, Question
from sim.chapter_a.los import Location, location
from sim.chapter_a.whereabouts import hex_named
from sim.state import State

__all__ = ["JSON_NAME", "check_names", "question_as_json", "question_from_json", "read_question"]

JSON_NAME: Final = "question"
"""The key under which a question in JSON has its name; the others are its fields."""

_YES_OR_NO: Final = {"yes": True, "no": False}


def read_question(state: State, cls: type[Question], given: Mapping[str, Any]) -> Question:
    """A question from words or Python values; None stands for what is left out.

    Args:
        state: that it will be asked of: which hexes, levels and vehicles there are.
        cls: the question's class.
        given: the values of its fields, by name.

    Raises:
        BadQuestion: when something is needed or cannot be read; it names the field.
    """
    values = {field.name: _read_field(state, field, given.get(field.name)) for field in cls.fields}
    return cls(**values)


def check_names(cls: type[Question], name: str, given: Mapping[str, Any]) -> None:
    """Refuse values of fields that a question does not have.

    Raises:
        BadInput: when there is one.
    """
    known = [field.name for field in cls.fields]
    unknown = given.keys() - set(known)
    if unknown:
        raise BadInput(f"{min(unknown)!r} is not an option of {name}; expected {', '.join(known)}")


def question_from_json(state: State, value: Any) -> Question:
    """A question from JSON: its name as ``question``, and its fields by name.

    Raises:
        BadInput: when it is none.
    """
    if not isinstance(value, Mapping) or not isinstance(value.get(JSON_NAME), str):
        raise BadInput(f"a question is an object with its name as {JSON_NAME!r}")
    name: str = value[JSON_NAME]
    cls = question_class(name)
    given = {key: each for key, each in value.items() if key != JSON_NAME}
    check_names(cls, name, given)
    return read_question(state, cls, given)


def question_as_json(question: Question) -> dict[str, Any]:
    """A question with all its fields, as `question_from_json` reads it."""
    values = {field.name: plain(getattr(question, field.name)) for field in question.fields}
    return {JSON_NAME: question.name, **values}


def _read_field(state: State, field: AskedField, value: Any) -> Any:
    if value is None:
        if field.needed:
            raise BadQuestion(field.name, f"this is needed: {field.help}")
        return field.default
    try:
        found = _read(state, field.kind, value)
    except BadInput as error:
        raise BadQuestion(field.name, error.what) from None
    field.check_in(state, found)
    return found


def _read(state: State, kind: FieldKind, value: Any) -> Any:
    """What words mean; what means nothing is left as it is, for the kind to refuse."""
    match kind:
        case ALocation() if not isinstance(value, Location):
            return location(state, str(value), any_level=kind.any_level)
        case AHex():
            return hex_named(state, str(value)) or str(value)
        case Number():
            text = str(value)
            return int(text) if re.fullmatch(r"[0-9]{1,6}", text) else value
        case Choice():
            terms = {term.lower(): term for term in kind.terms}
            return terms.get(str(value).lower(), value)
        case YesOrNo() if isinstance(value, str):
            return _YES_OR_NO.get(value.lower(), value)
        case Several():
            words = value.replace(",", " ").split() if isinstance(value, str) else value
            if not isinstance(words, list | tuple):
                return value
            return tuple(_read(state, kind.of, each) for each in words)
        case _:
            return value
