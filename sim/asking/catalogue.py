"""Every question, made from the modules of `sim.questions`, and the one way to an answer.

A module there has the name of its question, and two things: the question's class, and ``answer``,
which takes a state and a question of that class. The names are known without importing any of them,
and to ask one question imports no other but those that it asks in turn.
"""

import pkgutil
from functools import lru_cache
from importlib import import_module
from typing import Final

import sim.questions
from events.errors import BadInput, meant
from events.register import classes_of
from sim.asking.answer import Answer
from sim.asking.question import Question
from sim.chapter_11.ec import with_sure_ec
from sim.state import State

_PACKAGE: Final = sim.questions.__name__


def question_names() -> tuple[str, ...]:
    """The names of all questions, in alphabetical order."""
    return _names_in(tuple(sim.questions.__path__))


@lru_cache(maxsize=4)
def _names_in(folders: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the questions of some folders, which are looked at once."""
    found = {each.name for each in pkgutil.iter_modules(folders)}
    return tuple(sorted(name.replace("_", "-") for name in found))


def question_class(name: str) -> type[Question]:
    """The class of a question."""
    names = question_names()
    if name not in names:
        hint = meant(name, names, f"; expected one of {', '.join(names)}")
        raise BadInput(f"{name[:40]!r} is not a question{hint}")
    module = import_module(f"{_PACKAGE}.{name.replace('-', '_')}")
    found: type[Question]
    (found,) = classes_of(Question, module)
    return found


def answer(state: State, question: Question) -> Answer:
    """The answer to a question about a state; nothing is changed (B.7).

    Before the first RPh, which tells them, EC that no dr decides count already.

    Raises:
        BadQuestion: when it cannot be asked of this state; it names the field to blame.
        TypeError: when there is no such question.
    """
    module = type(question).__module__
    if module.rpartition(".")[0] != _PACKAGE:
        raise TypeError(f"{type(question).__name__} is not a question of {_PACKAGE}")
    state = with_sure_ec(state)
    question.check(state)
    found: Answer = import_module(module).answer(state, question)
    return found.but(question=question)
