"""Labels of vehicles, units and sides as players write them: in capitals or not."""

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, cast

import attrs

from events.commands import Doing, Impulse
from events.orders import FORMS
from sim.chapter_a.whereabouts import label_named
from sim.state import State

SomeCommand = TypeVar("SomeCommand", bound=Doing)


def as_labelled(state: State, command: SomeCommand) -> SomeCommand:
    """A command with the labels that the game has.

    Raises:
        BadInput: when a label may be one of several.
    """
    changed: dict[str, Any] = {}
    if isinstance(command, Impulse):
        changed["steps"] = tuple(as_labelled(state, step) for step in command.steps)
    for name, labels_of in _labelled(command.word):
        label, labels = getattr(command, name), labels_of(state)
        if labels and label is not None and label not in labels:
            changed[name] = label_named(labels, label)
    return (
        cast("SomeCommand", attrs.evolve(cast("Any", command), **changed)) if changed else command
    )


@cache
def _labelled(word: str) -> tuple[tuple[str, Callable[[State], Any]], ...]:
    """The fields of an order whose values are labels, and where a state has those."""
    fields = [(each.name, each.kind) for each in FORMS[word].fields]
    return tuple(
        (name, attrgetter("setting.sides" if kind.form == "side" else kind.among))
        for name, kind in fields
        if kind.form == "side" or kind.among
    )
