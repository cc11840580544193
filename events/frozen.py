"""``frozen``: what ``attrs.frozen`` makes of a class, at a third of the price.

There are more than a hundred classes of events and commands, and every command line makes them all
as it starts. For each, ``attrs.frozen`` writes and compiles how to compare, hash and show it, and
makes the class a second time for its slots. These share one such function each, and have no slots:
so they are made sooner, and so are their values. Type checkers take it for ``attrs.frozen``.
"""

from typing import TYPE_CHECKING, Any, TypeVar

import attrs

__all__ = ["frozen"]


def _equal(self: Any, other: object) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    return self.__dict__ == other.__dict__


def _hash(self: Any) -> int:
    return hash((self.__class__, *self.__dict__.values()))


def _shown(self: Any) -> str:
    fields = ", ".join([f"{name}={value!r}" for name, value in self.__dict__.items()])
    return f"{self.__class__.__qualname__}({fields})"


if TYPE_CHECKING:
    from attrs import frozen
else:
    T = TypeVar("T")

    def frozen(cls: type[T]) -> type[T]:
        """A frozen attrs class whose values are equal when their class and fields are."""
        made = attrs.frozen(cls, slots=False, eq=False, repr=False)
        made.__eq__, made.__hash__, made.__repr__ = _equal, _hash, _shown
        return made
