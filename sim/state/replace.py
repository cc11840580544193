"""``replace``: a changed copy of a state, or of anything in it.

``replace(state, dust=Density.LIGHT)`` is what ``attrs.evolve`` gives, at a fraction of its price:
it copies the dictionary of the old value, where ``attrs.evolve`` calls the class anew. Type
checkers take it for ``attrs.evolve``: they know the fields of every class, and no list repeats
them. A value of a class in ``TRANSIENT`` is changed where it is, and given back.
"""

from typing import TYPE_CHECKING, Any, Final, TypeVar

__all__ = ["TRANSIENT", "replace"]

TRANSIENT: Final[set[type]] = set()
"""Classes of values of which one caller alone knows; see `sim.state.transient`."""

if TYPE_CHECKING:
    from attrs import evolve as replace
else:
    T = TypeVar("T")

    _new = object.__new__
    _set = object.__setattr__

    def replace(value: T, /, **changes: Any) -> T:
        """A copy of a frozen attrs value without slots, with these changes."""
        kind = type(value)
        if kind in TRANSIENT:
            value.__dict__.update(changes)
            return value
        copy = _new(kind)
        _set(copy, "__dict__", value.__dict__ | changes)
        return copy
