"""The strict converter: what people write, read with everything named that is wrong.

Every value must have exactly its type. Entries of logs are read by `events.plan`, which is as
strict and names nothing; where it fails, this says what is wrong, and where.
"""

import re
from collections.abc import Callable
from enum import StrEnum
from fractions import Fraction
from functools import partial
from typing import Any, Final, TypeVar, get_args, get_origin

import attrs
import cattrs
from cattrs.errors import IterableValidationNote

from events.errors import BadInput, meant
from events.moment import Moment, parse_moment

T = TypeVar("T")

LARGEST: Final = 10**1000
"""No number that people write is larger."""


def mp_to_json(mp: int | Fraction | None) -> int | str | None:
    """MP as logs write them: a whole number, or a text of halves."""
    if isinstance(mp, Fraction):
        return mp.numerator if mp.denominator == 1 else str(mp)
    return mp


def mp_from_json(value: Any, _: Any = None) -> int | Fraction:
    """MP as logs write them."""
    if type(value) is int:
        return value
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,4}/2", value):
        mp = Fraction(value)
        if mp.denominator == 2:
            return mp
    raise BadInput(f"{short(value)} is not a number of MP")


def _exactly(kind: type, name: str, value: Any, _: Any) -> Any:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise BadInput(f"{short(value)} is not {name}")
    if isinstance(value, int) and abs(value) > LARGEST:
        raise BadInput("this number is too large")
    return value


def short(value: Any) -> str:
    """A value as messages show it."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        return "a value too large to show"
    return text if len(text) <= 60 else text[:57] + "..."


def _member(value: Any, kind: type[StrEnum]) -> StrEnum:
    if isinstance(value, str):
        for member in kind:
            if member.value == value:
                return member
    known = [each for each in kind if each != "None" or str(value).lower() == "none"]
    hint = meant(value, known) if isinstance(value, str) else ""  # "Noon" is not "None"
    choices = ", ".join(repr(m.value) for m in kind)
    raise BadInput(f"{short(value)} is none of {choices}{hint}")


def _moment(value: Any, _: Any) -> Moment:
    if not isinstance(value, str):
        raise BadInput(f"{short(value)} is not a moment")
    return parse_moment(value)


def _is_tuple(kind: Any) -> bool:
    return get_origin(kind) is tuple


def list_of(kind: Any, value: Any) -> list[Any] | tuple[Any, ...]:
    """A value that must be a list, of as many items as its type demands."""
    if not isinstance(value, list | tuple):
        raise BadInput(f"{short(value)} is not a list")
    items = get_args(kind)
    if items[-1] is not Ellipsis and len(value) != len(items):
        raise BadInput(f"{short(value)} is not a list of {len(items)}")
    return value


def _mixed_tuple(kind: Any, converter: cattrs.Converter) -> Callable[[Any, Any], Any]:
    hooks = [(converter.get_structure_hook(each), each) for each in get_args(kind)]
    return lambda value, _: tuple(
        [read(each, of) for each, (read, of) in zip(list_of(kind, value), hooks, strict=True)]
    )


def _careful_tuple(kind: Any, converter: cattrs.Converter) -> Callable[[Any, Any], Any]:
    """Like cattrs itself, notes the index of every item that is wrong."""
    if len(set(get_args(kind)) - {Ellipsis}) > 1:
        return _mixed_tuple(kind, converter)
    item = get_args(kind)[0]
    hook = converter.get_structure_hook(item)

    def read(value: Any, _: Any) -> Any:
        result, errors = [], []
        for index, each in enumerate(list_of(kind, value)):
            try:
                result.append(hook(each, item))
            except Exception as error:  # noqa: BLE001 - collected, with its place
                note = IterableValidationNote(f"@ index {index}", index, item)
                error.__notes__ = [*getattr(error, "__notes__", []), note]
                errors.append(error)
        if errors:
            raise cattrs.IterableValidationError("items", errors, kind)
        return tuple(result)

    return read


def _strict() -> cattrs.Converter:
    converter = cattrs.Converter(forbid_extra_keys=True)
    converter.register_unstructure_hook(Moment, str)
    converter.register_unstructure_hook(Fraction, str)
    converter.register_unstructure_hook(int | Fraction, mp_to_json)
    converter.register_structure_hook(int | Fraction, mp_from_json)
    converter.register_unstructure_hook(int | Fraction | None, mp_to_json)
    converter.register_structure_hook(
        int | Fraction | None, lambda value, _: None if value is None else mp_from_json(value)
    )
    converter.register_structure_hook(Moment, _moment)
    for kind, name in ((str, "a text"), (int, "a whole number"), (bool, "true or false")):
        converter.register_structure_hook(kind, partial(_exactly, kind, name))
    converter.register_structure_hook(StrEnum, _member)
    converter.register_structure_hook_factory(_is_tuple, _careful_tuple)
    return converter


STRICT: Final = _strict()


def structure(value: Any, cls: type[T]) -> T:
    """Read a plain value strictly."""
    try:
        return STRICT.structure(value, cls)
    except Exception:  # noqa: BLE001 - whatever it is, it has a sentence
        raise complaints(value, cls)[0] from None


def complaints(value: Any, cls: type[Any]) -> list[BadInput]:
    """Everything that is wrong with a plain value, each with its place; nothing if it can be read.

    What `structure` names is the first of them.
    """
    try:
        STRICT.structure(value, cls)
    except cattrs.BaseValidationError as error:
        return _all_complaints(error)
    except BadInput as error:
        return [error]
    except Exception as error:  # noqa: BLE001 - cattrs met a value that is not even a table
        return [BadInput(_sentence(error, cls))]
    return []


UNKNOWN_KEY: Final = "is an unknown key"

_WITHIN: Final = "\0"
"""What stands between the place within a value and the sentence, until both are told."""


def _all_complaints(error: cattrs.BaseValidationError) -> list[BadInput]:
    """A sentence with a place for everything that was wrong, unknown keys first."""
    lines = cattrs.transform_error(error, format_exception=_sentence)
    found = []
    for line in sorted(lines, key=lambda line: UNKNOWN_KEY not in line):
        said, _, place = line.rpartition(" @ ")
        inner, _, sentence = said.rpartition(_WITHIN)
        place = f"{place}.{inner}" if inner else place
        found.append(BadInput(sentence, place.removeprefix("$").removeprefix(".")))
    return found


def _sentence(error: BaseException, _: type | None) -> str:
    match error:
        case BadInput():
            return f"{error.where}{_WITHIN}{error.what}" if error.where else error.what
        case KeyError():
            return f"{error.args[0]!r} is missing"
        case cattrs.ForbiddenExtraKeysError():
            return _unknown_key(error)
        case _:
            return "another kind of value is expected here"


def _unknown_key(error: cattrs.ForbiddenExtraKeysError) -> str:
    known = [field.name for field in attrs.fields(error.cl)]
    key = min(error.extra_fields)
    hint = meant(key, known, f"; known are {', '.join(known)}")
    return f"{short(key)} {UNKNOWN_KEY}{hint}"
