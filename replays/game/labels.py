"""Labels of vehicles, units and sides as players write them: in capitals or not."""

from typing import Any, TypeVar, cast

import attrs

from events.commands import Doing, Impulse
from events.field import FieldKind
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
    for field in FORMS[command.word].fields:
        label, labels = getattr(command, field.name), _labels(state, field.kind)
        if labels and label is not None and label not in labels:
            changed[field.name] = label_named(labels, label)
    return (
        cast("SomeCommand", attrs.evolve(cast("Any", command), **changed)) if changed else command
    )


def _labels(state: State, kind: FieldKind) -> Any:
    """The labels that the values of a kind are; none where they are no labels."""
    if kind.form == "side":
        return state.setting.sides
    return getattr(state, kind.among) if kind.among else ()
