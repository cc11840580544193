"""The root of a Merkle tree (RFC 6962) over the entries of a log, one entry after the other.

Who knows the root of the first thousand entries can be shown, with ten hashes, that an entry is
among them, or that a longer log begins with them. Only the roots of whole subtrees are kept: one
for each digit of the binary number of entries.
"""

import hashlib
from typing import Final

__all__ = ["Frontier", "leaf_hash"]

_LEAF: Final = b"\0"
_NODE: Final = b"\1"


def leaf_hash(leaf: bytes) -> bytes:
    """The hash of an entry: of a zero byte and the line, without its end."""
    return hashlib.sha256(_LEAF + leaf).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(_NODE + left + right).digest()


class Frontier:
    """A Merkle tree that grows to the right.

    Attributes:
        count: how many leaves it has.
    """

    def __init__(self) -> None:
        """An empty tree."""
        self.count = 0
        self._whole: list[bytes] = []

    def add(self, leaf: bytes) -> None:
        """Add a leaf."""
        found, left = leaf_hash(leaf), self.count
        while left & 1:
            found, left = _node(self._whole.pop(), found), left >> 1
        self._whole.append(found)
        self.count += 1

    def root(self) -> bytes:
        """The root as it is now; that of no leaves is the hash of nothing."""
        if not self._whole:
            return hashlib.sha256().digest()
        found = self._whole[-1]
        for each in reversed(self._whole[:-1]):
            found = _node(each, found)
        return found
