"""``TRUSTING``: the converter for lines whose hash or bytes are compared anyway; checks no type.

Most values stand in JSON as they stand in a class: texts, whole numbers, truths, and whatever may
be none besides. So a reader takes all fields of a class out of a table at once, and looks again
only at those of other kinds. Which these are follows from the class.
"""

from collections.abc import Callable
from functools import partial
from operator import itemgetter
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin

import attrs
import cattrs

from events.converters import TERMS, common, is_tuple, look_up, values_of

__all__ = ["TRUSTING"]

_AS_IN_JSON: Final = frozenset({str, int, bool, NoneType})

Hook = Callable[[Any, Any], Any]


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
    """A reader for a class; with fields that may be missing, it takes them by name."""
    fields = attrs.fields(attrs.resolve_types(cls))
    hooks = [
        (place, field.name, converter.get_structure_hook(field.type), field.type)
        for place, field in enumerate(fields)
        if not _stands(field.type)
    ]
    names = [field.name for field in fields]
    if len(names) < 2 or any(field.default is not attrs.NOTHING for field in fields):
        return _by_name(cls, names, [rest for _, *rest in hooks])
    return _in_order(cls, names, [(place, hook, kind) for place, _, hook, kind in hooks])


def _in_order(cls: type[Any], names: list[str], hooks: list[tuple[int, Hook, Any]]) -> Hook:
    fields = itemgetter(*names)

    def read(value: Any, _: Any) -> Any:
        found = list(fields(value))
        for place, hook, kind in hooks:
            found[place] = hook(found[place], kind)
        return cls(*found)

    return read if hooks else lambda value, _: cls(*fields(value))


def _by_name(cls: type[Any], names: list[str], hooks: list[list[Any]]) -> Hook:
    def read(value: Any, _: Any) -> Any:
        found = {name: value[name] for name in names if name in value}
        for name, hook, kind in hooks:
            if name in found:
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
