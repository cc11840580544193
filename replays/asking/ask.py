"""Ask anything about a moment of a game, without changing it (B.7).

::

    answer = ask("game.jsonl", "shot", at="3.2/MPh", firer="D4", target="H7", attack="TH")
    answer.verdict, answer.items, answer.near

    ask("game.jsonl", {"question": "shot", "firer": "D4", "target": "H7"})
    ask(state, ShotQuestion(firer=Location("D4"), target=Location("H7")))
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from events.errors import BadInput, meant
from events.field import InputField
from events.orders import FORMS, Form, form_of
from events.scenario import Scenario
from replays.game.bundled import bundled_text
from replays.game.store import Played, state_of
from sim.asking.answer import Answer, to_json
from sim.asking.catalogue import answer, question_class, question_names
from sim.asking.question import BadQuestion, Question
from sim.state import State

_JSON_NAME: Final = "question"
"""The key under which a question in JSON has its name; the others are its fields."""


def read_question(state: State, cls: type[Question], given: Mapping[str, Any]) -> Question:
    """A question from words or Python values; None stands for what is left out."""
    values, given = {}, {**given, **cls.implied(state, given)}
    for field in cls.fields:
        try:
            values[field.name] = field.read(given.get(field.name), state)
        except BadInput as error:
            raise BadQuestion(field.name, error.what) from None
    return cls(**values)


def question_from_json(state: State, value: Any) -> Question:
    """A question from JSON: its name as ``question``, and its fields by name."""
    if not isinstance(value, Mapping) or not isinstance(value.get(_JSON_NAME), str):
        raise BadInput(f"a question is an object with its name as {_JSON_NAME!r}")
    cls = question_class(value[_JSON_NAME])
    given = {key: each for key, each in value.items() if key != _JSON_NAME}
    known = dict.fromkeys(field.name for field in cls.fields)
    if unknown := given.keys() - known.keys():
        raise BadInput(
            f"{min(unknown)!r} is not an option of {cls.name}; expected {', '.join(known)}"
        )
    return read_question(state, cls, given)


def question_as_json(question: Question) -> dict[str, Any]:
    """A question with all its fields, as `question_from_json` reads it."""
    values = {field.name: to_json(getattr(question, field.name)) for field in question.fields}
    return {_JSON_NAME: question.name, **values}


def _shorthand_fields(cls: type[Question], words: Sequence[str]) -> dict[str, Any]:
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
                raise BadInput(f"{word[:40]!r} is not an option of {cls.name}{_expected(cls)}")
            bare.append(word)
        elif field.name in given:
            raise BadInput(f"{field.word!r} is given twice")
        else:
            given[field.name] = _value(field, left, fields)
    return {**places(cls, bare, given), **given}


def ask_shorthand(state: State, cls: type[Question], words: Sequence[str]) -> Answer:
    """The answer to a question in short words; a complaint says what was expected."""
    try:
        return answer(state, read_question(state, cls, _shorthand_fields(cls, words)))
    except BadQuestion as error:
        called = {field.name: field.word for field in cls.fields}
        found = error.renamed(called.__getitem__)
        raise BadInput(f"{found.what}{_expected(cls)}", found.where) from None


def _value(field: InputField, left: list[str], fields: dict[str, InputField]) -> Any:
    """The words of a field, taken from those that are left."""
    if field.kind.size == 0:
        return True
    if not left:
        raise BadInput(f"{_label(field)} is missing after {field.word!r}")
    values = [left.pop(0)]
    while field.kind.size is None and left and left[0].removeprefix("--") not in fields:
        values.append(left.pop(0))
    return " ".join(values)


def places(cls: type[Question], bare: list[str], given: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that bare words are: those needed, and where there are more, all in their order.

    A field that takes several hexes takes all that are left.
    """
    waiting = [field for field in cls.fields if field.name not in given]
    fields = [field for field in waiting if field.needed]
    if len(bare) > len(fields) and all(each.kind.size for each in fields):
        fields = [each for each in waiting if each.kind.size != 0]
    found: dict[str, Any] = {}
    for field in fields:
        if bare:
            found[field.name] = " ".join(bare[: field.kind.size])
            del bare[: field.kind.size]
    if bare:
        raise BadInput(f"{bare[0][:40]!r} is too much{_expected(cls)}")
    return found


def _label(field: InputField) -> str:
    """How help shows the value of a field."""
    if field.needed and field.word in ("from", "to", "along", "across"):
        return field.word.upper()
    return field.kind.label


def _needed(cls: type[Question]) -> str:
    return " ".join([cls.name, *(_label(field) for field in cls.fields if field.needed)])


def _expected(cls: type[Question]) -> str:
    """What was expected, as a complaint ends."""
    return f"; expected: {_needed(cls)} ..., see `help {cls.name}`"


def ask(
    source: State | Played | Scenario | str | Path,
    question: str | Mapping[str, Any] | Question,
    at: str | None = None,
    **options: Any,
) -> Any:
    """The answer to a question, an `Answer` of its own class; nothing is changed or logged (B.7).

    Args:
        source: a state, a game, the path of a log, or a scenario as it sets up.
        question: its name, the whole question as JSON says it, or the question as a value.
        at: the moment, for a game or a log.
        options: the fields of the question, where only its name is given.

    Raises:
        BadInput: when there is no such question, log or moment, or an option is impossible.
    """
    if isinstance(question, str):
        question = {_JSON_NAME: question, **options}
    elif options:
        raise BadInput(f"{min(options)!r} goes with the name of a question, not with a whole one")
    state = state_of(source, at)
    whole = question if isinstance(question, Question) else question_from_json(state, question)
    return answer(state, whole)


def form_help(form: Form) -> Iterator[str]:
    """How an order is written, and what it is for."""
    command = form.command
    yield form.usage
    yield f"    {command.about}{f' (dice: {command.rolls})' if command.rolls else ''}"


def orders_help() -> Iterator[str]:
    """All orders that people type, and how they are written."""
    for form in FORMS.values():
        if " writes it" not in form.command.about:
            yield from form_help(form)
    yield ""
    yield "One order a line; # begins a comment. Dice that people rolled follow the order, all or"
    yield "none; of a DR the coloured die comes first. Without dice, the seed rolls."
    yield "MP are written 2mp or 1.5mp; hexsides are counted 1 to 6 clockwise from the coordinate."
    yield "`move PzA C4 D4 2mp E5` is a path, a move for each hex; `next` is `phase`."


def help_on(words: Sequence[str], others: Sequence[str] = ()) -> Iterator[str]:
    """Help on a topic: an order, a question, ``orders``, ``questions``, or on all in short.

    ``others`` are topics that the caller knows, of which one may be meant.
    """
    topic = words[0].lower() if words else ""
    if not topic:
        yield from bundled_text(".", "help", ".txt").splitlines()
    elif topic == "orders":
        yield from orders_help()
    elif topic == "questions":
        for name in question_names():
            cls = question_class(name)
            yield f"{name:<16}{cls.about()}"
    elif (form := form_of(topic)) is not None or topic in question_names():
        if form is not None:
            yield from form_help(form)
        if topic in question_names():
            yield from _question_help(topic)
    else:
        known, otherwise = [*FORMS, *question_names(), *others], "orders, questions, or one of them"
        hint = meant(topic, known, f"; expected {otherwise}")
        raise BadInput(f"there is no help on {topic[:40]!r}{hint}")


def _question_help(name: str) -> Iterator[str]:
    cls = question_class(name)
    others = (field.usage for field in cls.fields if not field.needed)
    yield " ".join([*(["?"] if name in FORMS else []), _needed(cls), *others])
    yield f"    {cls.about()}"
    for field in cls.fields:
        terms = f": {', '.join(field.kind.terms)}" if field.kind.terms else ""
        yield f"    {field.word:<16}{field.help}{terms}"
