"""Ask anything about a moment of a game, without changing it (B.7).

::

    answer = ask("game.jsonl", "shot", at="3.2/MPh", firer="D4", target="H7", attack="TH")
    answer.verdict, answer.items, answer.near

    ask("game.jsonl", {"question": "shot", "firer": "D4", "target": "H7"})
    ask(state, ShotQuestion(firer=Location("D4"), target=Location("H7")))
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from events.errors import BadInput
from events.scenario import Scenario
from replays.game.state_source import Played, state_of
from sim.asking.answer import Answer, to_json
from sim.asking.catalogue import answer, question_class, question_names
from sim.asking.question import BadQuestion, Question, QuestionField, Several
from sim.state import State

_JSON_NAME: Final = "question"
"""The key under which a question in JSON has its name; the others are its fields."""


def read_question(state: State, cls: type[Question], given: Mapping[str, Any]) -> Question:
    """A question from words or Python values; None stands for what is left out."""
    values = {field.name: field.read(state, given.get(field.name)) for field in cls.fields}
    return cls(**values)


def check_names(cls: type[Question], name: str, given: Mapping[str, Any]) -> None:
    """Refuse values of fields that a question does not have."""
    known = [field.name for field in cls.fields]
    unknown = given.keys() - set(known)
    if unknown:
        raise BadInput(f"{min(unknown)!r} is not an option of {name}; expected {', '.join(known)}")


def question_from_json(state: State, value: Any) -> Question:
    """A question from JSON: its name as ``question``, and its fields by name."""
    if not isinstance(value, Mapping) or not isinstance(value.get(_JSON_NAME), str):
        raise BadInput(f"a question is an object with its name as {_JSON_NAME!r}")
    name: str = value[_JSON_NAME]
    cls = question_class(name)
    given = {key: each for key, each in value.items() if key != _JSON_NAME}
    check_names(cls, name, given)
    return read_question(state, cls, given)


def question_as_json(question: Question) -> dict[str, Any]:
    """A question with all its fields, as `question_from_json` reads it."""
    values = {field.name: to_json(getattr(question, field.name)) for field in question.fields}
    return {_JSON_NAME: question.name, **values}


def question_schema() -> dict[str, Any]:
    """The schema of a question in JSON, or of a list of questions."""
    one = {"oneOf": [_question_schema(name, question_class(name)) for name in question_names()]}
    return {
        "title": "A question, or several, for khamsin ask",
        "$defs": {"question": one},
        "anyOf": [
            {"$ref": "#/$defs/question"},
            {"type": "array", "items": {"$ref": "#/$defs/question"}},
        ],
    }


def _question_schema(name: str, cls: type[Question]) -> dict[str, Any]:
    return {
        "type": "object",
        "description": cls.about(),
        "properties": {
            _JSON_NAME: {"const": name},
            **{field.name: _field_schema(field) for field in cls.fields},
        },
        "required": [_JSON_NAME, *(field.name for field in cls.fields if field.needed)],
        "additionalProperties": False,
    }


def _field_schema(field: QuestionField) -> dict[str, Any]:
    schema = field.kind.schema
    if not field.needed:
        schema = {"anyOf": [schema, {"type": "null"}], "default": to_json(field.default)}
    return {"description": field.help, **schema}


def _given_in_short(cls: type[Question], words: Sequence[str]) -> dict[str, Any]:
    """What short words give for the fields of a question, as `read_question` takes it."""
    fields = {field.word: field for field in cls.fields}
    given: dict[str, Any] = {}
    bare: list[str] = []
    left = list(words)
    while left:
        word = left.pop(0)
        field = fields.get(word.lower().removeprefix("--"))
        if field is None:
            if word.startswith("--"):
                raise BadInput(f"{word[:40]!r} is not an option of {_name(cls)}{_expected(cls)}")
            bare.append(word)
        elif field.name in given:
            raise BadInput(f"{field.word!r} is given twice")
        else:
            given[field.name] = _value(field, left, fields)
    return {**_places(cls, bare, given), **given}


def ask_in_short(state: State, cls: type[Question], words: Sequence[str]) -> Answer:
    """The answer to a question in short words; a complaint says what was expected."""
    try:
        return answer(state, read_question(state, cls, _given_in_short(cls, words)))
    except BadQuestion as error:
        called = {field.name: field.word for field in cls.fields}
        found = error.renamed(called.__getitem__)
        raise BadInput(f"{found.what}{_expected(cls)}", found.where) from None


def _value(field: QuestionField, left: list[str], fields: dict[str, QuestionField]) -> Any:
    """The words of a field, taken from those that are left."""
    if not field.kind.label:
        return True
    if not left:
        raise BadInput(f"{_label(field)} is missing after {field.word!r}")
    values = [left.pop(0)]
    while isinstance(field.kind, Several) and left and left[0].removeprefix("--") not in fields:
        values.append(left.pop(0))
    return values if isinstance(field.kind, Several) else values[0]


def _places(cls: type[Question], bare: list[str], given: dict[str, Any]) -> dict[str, Any]:
    """The fields that bare words are: those needed, and where there are more, all in their order.

    A field that takes several hexes takes all that are left.
    """
    waiting = [field for field in cls.fields if field.name not in given]
    fields = [field for field in waiting if field.needed]
    if len(bare) > len(fields) and not any(isinstance(each.kind, Several) for each in fields):
        fields = [each for each in waiting if each.kind.label]
    found: dict[str, Any] = {}
    for field in fields:
        if not bare:
            break
        several = isinstance(field.kind, Several)
        found[field.name] = list(bare) if several else bare.pop(0)
        if several:
            bare.clear()
    if bare:
        raise BadInput(f"{bare[0][:40]!r} is too much{_expected(cls)}")
    return found


def usage_in_short(cls: type[Question]) -> str:
    """A question with its fields, as help and error messages show it."""
    needed = [_label(field) for field in cls.fields if field.needed]
    others = [f"[{_option(field)}]" for field in cls.fields if not field.needed]
    return " ".join([_name(cls), *needed, *others])


def _option(field: QuestionField) -> str:
    return f"{field.word} {_label(field)}" if field.kind.label else field.word


def _label(field: QuestionField) -> str:
    """How help shows the value of a field."""
    if field.needed and field.word in ("from", "to", "along", "across"):
        return field.word.upper()
    return field.kind.label


def _expected(cls: type[Question]) -> str:
    """What was expected, as a complaint ends."""
    needed = " ".join([_name(cls), *(_label(field) for field in cls.fields if field.needed)])
    return f"; expected: {needed} ..., see `help {_name(cls)}`"


def _name(cls: type[Question]) -> str:
    return cls.__module__.rpartition(".")[2].replace("_", "-")


def ask(
    source: State | Played | Scenario | str | Path,
    question: str | Mapping[str, Any] | Question,
    at: str | None = None,
    **options: Any,
) -> Answer:
    """The answer to a question; nothing is changed or logged (B.7).

    Args:
        source: a state, a game, the path of a log, or a scenario as it sets up.
        question: its name, the whole question as JSON says it, or the question as a value.
        at: the moment, for a game or a log.
        options: the fields of the question, where only its name is given.

    Raises:
        BadInput: when there is no such question, log or moment, or an option is impossible.
    """
    if not isinstance(question, str):
        if options:
            raise BadInput(
                f"{min(options)!r} goes with the name of a question, not with a whole one"
            )
        state = state_of(source, at)
        whole = question if isinstance(question, Question) else question_from_json(state, question)
        return answer(state, whole)
    cls = question_class(question)
    check_names(cls, question, options)
    state = state_of(source, at)
    return answer(state, read_question(state, cls, options))
