"""A map that never changes, in plain Python: a dictionary that is copied for every change.

A state has tens of things rather than thousands, for which a copy is soon made.
"""

from collections.abc import ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView
from typing import Any, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class CopiedMap(Mapping[K, V]):
    """A map with the methods of ``immutables.Map`` that states use."""

    __slots__ = ("_hash", "_kept")

    def __init__(self, of: Mapping[K, V] | Iterable[tuple[K, V]] = ()) -> None:
        """A map of what is given."""
        self._kept: dict[K, V] = dict(of)
        self._hash: int | None = None

    def set(self, key: K, value: V) -> "CopiedMap[K, V]":
        """The map with a value under a key, in place of what was there."""
        new = CopiedMap(self._kept)
        new._kept[key] = value
        return new

    def delete(self, key: K) -> "CopiedMap[K, V]":
        """The map without a key.

        Raises:
            KeyError: when it has none.
        """
        new = CopiedMap(self._kept)
        del new._kept[key]
        return new

    def __getitem__(self, key: K) -> V:
        return self._kept[key]

    def __contains__(self, key: object) -> bool:
        return key in self._kept

    def __iter__(self) -> Iterator[K]:
        return iter(self._kept)

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: K, default: Any = None) -> Any:
        """The value under a key, or something else where there is none."""
        return self._kept.get(key, default)

    def keys(self) -> KeysView[K]:
        """The keys, in no order that means anything."""
        return self._kept.keys()

    def values(self) -> ValuesView[V]:
        """The values, in the order of the keys."""
        return self._kept.values()

    def items(self) -> ItemsView[K, V]:
        """Keys with their values, in the order of the keys."""
        return self._kept.items()

    def __eq__(self, other: object) -> bool:
        return self._kept == other._kept if isinstance(other, CopiedMap) else NotImplemented

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._kept.items()))
        return self._hash

    def __repr__(self) -> str:
        return f"CopiedMap({self._kept!r})"
