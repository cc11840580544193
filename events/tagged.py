"""Unions of classes written as ``{tag: name, ...fields}``, read fast, on trust or strictly."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import attrs
from cattrs.gen import make_dict_unstructure_fn

from events.converters import FAST, short, structure
from events.errors import BadInput
from events.trusting import TRUSTING

T = TypeVar("T")
Json = dict[str, Any]


def omitting_defaults(cls: type[Any]) -> Callable[[Any], Json]:
    """What writes the values of a class without the fields that are as by default."""
    return make_dict_unstructure_fn(cls, FAST, _cattrs_omit_if_default=True)


def keys_of(cls: type[Any]) -> set[str]:
    """The names of the fields of a class."""
    return {field.name for field in attrs.fields(cls)}


class _Made(dict[Any, T]):
    """Values by key, each made when it is first asked for: no command needs the hooks of all."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: Any) -> T:
        made = self[key] = self._make(key)
        return made


class Tagged:
    """A union of classes written as ``{tag: name, ...fields}``.

    Attributes:
        tag: the key under which the name of a class stands.
        members: the classes by name.
        trusting: readers that check no type, by name.
    """

    def __init__(self, tag: str, members: Mapping[str, type[Any]], *, omit: bool) -> None:
        self.tag = tag
        self.members = members
        self.trusting = _Made(lambda name: TRUSTING.get_structure_hook(members[name]))
        self._names = {cls: name for name, cls in members.items()}
        self._writers = _Made(omitting_defaults if omit else FAST.get_unstructure_hook)
        self._readers = _Made(lambda name: FAST.get_structure_hook(members[name]))
        self._keys = _Made(lambda name: keys_of(members[name]) | {tag})

    def name(self, value: Any) -> str:
        """The name of a value's class."""
        return self._names[type(value)]

    def write(self, value: Any) -> Json:
        """The plain form of a value, with its tag."""
        cls = type(value)
        return {self.tag: self._names[cls], **self._writers[cls](value)}

    def read(self, value: Json, _: Any = None) -> Any:
        """Read the plain form of a value; whatever goes wrong, `read_strictly` names it."""
        name = value[self.tag]
        if not value.keys() <= self._keys[name]:
            raise BadInput("there is an unknown key here")
        return self._readers[name](value, self.members[name])

    def trust(self, value: Json, _: Any = None) -> Any:
        """Read without checking any type."""
        return self.trusting[value[self.tag]](value, None)

    def read_strictly(self, value: Any, _: Any = None) -> Any:
        """Read with every type checked; complain of the first thing wrong."""
        name = value.get(self.tag) if isinstance(value, dict) else value
        if not isinstance(value, dict) or not isinstance(name, str) or name not in self.members:
            raise BadInput(f"{short(name)} is no {self.tag} of this engine")
        fields = {key: item for key, item in value.items() if key != self.tag}
        return structure(fields, self.members[value[self.tag]])
