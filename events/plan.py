"""How values of a frozen class are read from JSON: a plan for each class, made of its fields once.

What stands in JSON as it stands in the class becomes the ``__dict__`` of the new value at one
stroke: the types of all fields are compared with those that were found before. So this is as
strict as `events.converters`, and several times as fast; but it names nothing that is wrong.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from fractions import Fraction
from types import NoneType, UnionType
from typing import (
    Any,
    Final,
    Generic,
    NamedTuple,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import attrs

from events.converters import list_of, mp_from_json
from events.moment import Moment, parse_moment

T = TypeVar("T")
Make: TypeAlias = Callable[[Any], Any]

_AS_IN_JSON: Final = frozenset({str, int, bool, NoneType})
_MOST_KNOWN: Final = 64
"""So many combinations of types are remembered of a class."""

HELD: Final[dict[Any, Make]] = {}
"""What makes values of a field that holds commands, by the type of the field."""

Makes: TypeAlias = tuple[tuple[str, Make], ...]
"""The fields that do not stand in JSON as they are, each with what makes its value."""

_new, _set = object.__new__, object.__setattr__


class _Field(NamedTuple):
    """The types of JSON that stand as they are, and what makes a value of any other."""

    as_it_is: frozenset[type]
    make: Make


class _Missing:
    """What stands for a field that must be given."""


def _refuse(value: Any) -> Any:
    raise TypeError(f"{type(value).__name__} is not expected")


def _field(kind: Any) -> _Field:
    if kind in HELD:
        return _Field(frozenset(), HELD[kind])
    kinds = set(get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,))
    others = kinds - _AS_IN_JSON
    make = _maker(others.pop()) if others else _refuse
    return _Field(frozenset(kinds & _AS_IN_JSON), make)


def _maker(kind: Any) -> Make:
    """What makes a value of a type that JSON does not know; it fails where there is none."""
    if kind is Moment:
        return parse_moment
    if kind is Fraction:
        return mp_from_json
    if get_origin(kind) is tuple:
        return _tuple(kind)
    if issubclass(kind, StrEnum):
        return {member.value: member for member in kind}.__getitem__
    return JsonPlan(kind).take


def _tuple(kind: Any) -> Make:
    of = get_args(kind)
    if of[-1] is not Ellipsis:
        fields = [_field(each) for each in of]
        return lambda value: tuple(
            [
                each if type(each) in field.as_it_is else field.make(each)
                for each, field in zip(list_of(kind, value), fields, strict=True)
            ]
        )
    as_it_is, make = _field(of[0])
    return lambda value: tuple(
        [each if type(each) in as_it_is else make(each) for each in list_of(kind, value)]
    )


class JsonPlan(Generic[T]):
    """How values of a class are read.

    Args:
        cls: a frozen attrs class without slots.
    """

    def __init__(self, cls: type[T]) -> None:
        fields, types = attrs.fields(cls), get_type_hints(cls)  # type: ignore[arg-type]
        self._cls = cls
        self._fields = {field.name: _field(types[field.name]) for field in fields}
        self._names = tuple(self._fields)
        self._blank = {
            each.name: _Missing() if each.default is attrs.NOTHING else each.default
            for each in fields
        }
        self._validated = any(field.validator for field in fields)
        self._known: dict[tuple[type, ...], Makes] = {}
        self._shape: list[object] | None = None
        self._makes: Makes = ()
        self._all = True

    def take(self, made: dict[str, Any]) -> T:
        """The value of a JSON object, which becomes the value; any error where it is none.

        Most come with the names and types of the one before.
        """
        shape = [*made, *map(type, made.values())]
        if shape != self._shape:
            whole = {**self._blank, **made}
            makes = self._makes_of(whole)
            if self._validated:
                for name, make in makes:
                    whole[name] = make(whole[name])
                return self._cls(**whole)
            self._shape, self._makes, self._all = shape, makes, tuple(made) == self._names
        if not self._all:
            made = {**self._blank, **made}
        for name, make in self._makes:
            made[name] = make(made[name])
        new = _new(self._cls)
        _set(new, "__dict__", made)
        return new

    def _makes_of(self, made: dict[str, Any]) -> Makes:
        """What is to be made of the values of all fields, by the types of those."""
        if len(made) != len(self._names):
            raise KeyError("unknown")
        types = tuple(map(type, made.values()))
        makes = self._known.get(types)
        if makes is None:
            fields = zip(self._fields.items(), types, strict=True)
            makes = tuple(
                [(name, each.make) for (name, each), of in fields if of not in each.as_it_is]
            )
            if len(self._known) < _MOST_KNOWN:
                self._known[types] = makes
        return makes


class JsonPlans(dict[str, JsonPlan[T]]):
    """The plans of classes by their names under a tag, each made when it is first asked for."""

    def __init__(self, tag: str, classes: Mapping[str, type[T]]) -> None:
        super().__init__()
        self.tag = tag
        self.classes = classes

    def __missing__(self, name: str) -> JsonPlan[T]:
        plan = self[name] = JsonPlan(self.classes[name])
        return plan

    def take(self, value: dict[str, Any]) -> T:
        """The value of a JSON object, which says its class under the tag; see `JsonPlan.take`."""
        return self[value.pop(self.tag)].take(value)
