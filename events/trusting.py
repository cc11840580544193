"""``TRUSTING``: the converter for lines whose hash or bytes are compared anyway; checks no type.

Most values stand in JSON as they stand in a class: texts, whole numbers, truths, and whatever may
be none besides. So a reader takes all fields of a class out of a table at once, and looks again
only at those of other kinds. Which these are follows from the class.
"""

from collections.abc import Callable
from functools import partial
from operator import itemgetter
from types import NoneType, UnionType
from typing import Any, Final, TypeAlias, Union, get_args, get_origin

import attrs
import cattrs

from events.converters import TERMS, common, is_tuple, look_up, values_of
from events.mp import MP

_AS_IN_JSON: Final = frozenset({str, int, bool, NoneType})

_MOSTLY: Final[dict[Any, type]] = {MP: int, MP | None: int}
"""The type of JSON in which most values of a kind stand as they are, where not all do."""

Hook: TypeAlias = Callable[[Any, Any], Any]
_Look: TypeAlias = tuple[str, type | None, Hook, Any]
"""A field to look at: its name, the type that stands as it is, its hook and its type."""


def _stands(kind: Any) -> bool:
    """Whether values of a kind are in JSON what they are in a class."""
    if get_origin(kind) in (Union, UnionType):
        return _AS_IN_JSON.issuperset(get_args(kind))
    return kind in _AS_IN_JSON


def _as_it_is(value: Any, _: Any) -> Any:
    return value


def _as_tuple(value: Any, _: Any) -> tuple[Any, ...]:
    return tuple(value)


def _tuple(kind: Any, converter: cattrs.Converter) -> Hook:
    item = get_args(kind)[0]
    if _stands(item):
        return _as_tuple
    hook = converter.get_structure_hook(item)
    return lambda value, _: tuple([hook(each, item) for each in value])


def _class(cls: type[Any], converter: cattrs.Converter) -> Hook:
    """A reader for a class."""
    fields = attrs.fields(attrs.resolve_types(cls))
    names = [field.name for field in fields]
    looks = [
        (field.name, _MOSTLY.get(field.type), converter.get_structure_hook(field.type), field.type)
        for field in fields
        if not _stands(field.type)
    ]
    if len(names) < 2 or any(field.default is not attrs.NOTHING for field in fields):
        return _by_name(cls, names, looks)
    return _in_order(cls, names, looks)


def _in_order(cls: type[Any], names: list[str], looks: list[_Look]) -> Hook:
    """A reader for a class all of whose fields are always written."""
    fields = itemgetter(*names)

    def read(value: Any, _: Any) -> Any:
        for name, as_it_is, hook, kind in looks:
            if type(value[name]) is not as_it_is:
                value = {**value, name: hook(value[name], kind)}
        return cls(*fields(value))

    return read if looks else lambda value, _: cls(*fields(value))


def _by_name(cls: type[Any], names: list[str], looks: list[_Look]) -> Hook:
    """A reader for a class of few fields, or with some that are left out at times."""

    def read(value: Any, _: Any) -> Any:
        found = {name: value[name] for name in names if name in value}
        for name, as_it_is, hook, kind in looks:
            if name in found and type(found[name]) is not as_it_is:
                found[name] = hook(found[name], kind)
        return cls(**found)

    return read


def _trusting() -> cattrs.Converter:
    converter = common(cattrs.Converter(detailed_validation=False))
    converter.register_structure_hook_factory(attrs.has, _class)
    converter.register_structure_hook_func(_stands, _as_it_is)
    for terms_list in TERMS:
        converter.register_structure_hook(terms_list, partial(look_up, values_of(terms_list)))
    converter.register_structure_hook_factory(is_tuple, _tuple)
    return converter


TRUSTING: Final = _trusting()
