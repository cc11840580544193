"""Questions in few words, as people ask them between two orders: ``shot B3 H6 attack TH``.

What is needed comes first and in its order, everything else by its word: ``range 4``, or ``moving``
where nothing follows. Words may have the dashes of ``khamsin ask``.
"""

from collections.abc import Sequence
from typing import Any, Final

from events.errors import BadInput
from sim.asking.kinds import (
    AHex,
    ALocation,
    AUnit,
    AVehicle,
    Choice,
    FieldKind,
    Flag,
    Number,
    Several,
    YesOrNo,
)
from sim.asking.question import AskedField, Question

__all__ = ["expected_in_short", "given_in_short", "usage_in_short"]

_LABELS: Final = (
    (AHex, "HEX"),
    (ALocation, "LOCATION"),
    (AVehicle, "VEHICLE"),
    (AUnit, "UNIT"),
    (Number, "N"),
    (Several, "HEX ..."),
)


def given_in_short(cls: type[Question], words: Sequence[str]) -> dict[str, Any]:
    """What short words give for the fields of a question, as `read_question` takes it.

    Args:
        cls: the question's class.
        words: what follows its name.

    Raises:
        BadInput: when there is a word too much, or nothing after one that takes a value.
    """
    fields = {field.word: field for field in cls.fields}
    given: dict[str, Any] = {}
    bare: list[str] = []
    left = list(words)
    while left:
        word = left.pop(0)
        field = fields.get(word.lower().removeprefix("--"))
        if field is None:
            if word.startswith("--"):
                raise BadInput(
                    f"{word[:40]!r} is not an option of {_name(cls)}{expected_in_short(cls)}"
                )
            bare.append(word)
        elif field.name in given:
            raise BadInput(f"{field.word!r} is given twice")
        else:
            given[field.name] = _value(field, left, fields)
    return {**_places(cls, bare, given), **given}


def _value(field: AskedField, left: list[str], fields: dict[str, AskedField]) -> Any:
    """The words of a field, taken from those that are left."""
    if _stands_alone(field.kind):
        return True
    if not left:
        raise BadInput(f"{_label(field)} is missing after {field.word!r}")
    values = [left.pop(0)]
    while isinstance(field.kind, Several) and left and left[0].removeprefix("--") not in fields:
        values.append(left.pop(0))
    return values if isinstance(field.kind, Several) else values[0]


def _stands_alone(kind: FieldKind) -> bool:
    """Whether no value follows the word of such a field."""
    return isinstance(kind, Flag) and not isinstance(kind, YesOrNo)


def _places(cls: type[Question], bare: list[str], given: dict[str, Any]) -> dict[str, Any]:
    """The fields that bare words are: those needed, and where there are more, all in their order.

    A field that takes several hexes takes all that are left.
    """
    waiting = [field for field in cls.fields if field.name not in given]
    fields = [field for field in waiting if field.needed]
    if len(bare) > len(fields) and not any(isinstance(each.kind, Several) for each in fields):
        fields = [each for each in waiting if not _stands_alone(each.kind)]
    found: dict[str, Any] = {}
    for field in fields:
        if not bare:
            break
        several = isinstance(field.kind, Several)
        found[field.name] = list(bare) if several else bare.pop(0)
        if several:
            bare.clear()
    if bare:
        raise BadInput(f"{bare[0][:40]!r} is too much{expected_in_short(cls)}")
    return found


def usage_in_short(cls: type[Question]) -> str:
    """A question with its fields, as help and error messages show it."""
    needed = [_label(field) for field in cls.fields if field.needed]
    others = [f"[{_option(field)}]" for field in cls.fields if not field.needed]
    return " ".join([_name(cls), *needed, *others])


def _option(field: AskedField) -> str:
    return field.word if _stands_alone(field.kind) else f"{field.word} {_label(field)}"


def _label(field: AskedField) -> str:
    """How help shows the value of a field."""
    if field.needed and field.word in ("from", "to", "along", "across"):
        return field.word.upper()
    if isinstance(field.kind, Choice):
        return "|".join(field.kind.terms)
    return next((label for kind, label in _LABELS if isinstance(field.kind, kind)), "yes|no")


def expected_in_short(cls: type[Question]) -> str:
    """What was expected, as a complaint ends."""
    needed = " ".join([_name(cls), *(_label(field) for field in cls.fields if field.needed)])
    return f"; expected: {needed} ..., see `help {_name(cls)}`"


def _name(cls: type[Question]) -> str:
    return cls.__module__.rpartition(".")[2].replace("_", "-")
