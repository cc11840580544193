"""The art that the lines of many pairs touch, worked out once and kept as bytes; needs NumPy.

What is kept depends on the picture and on the ground of its hexes, never on a state. The bytes are
a heading, which counts what follows, and arrays of whole numbers. Nobody trusts them: what is of
another version, of other hexes, cut short, too long or changed is refused, and no array is made
before its size is known to be that of the bytes.
"""

import hashlib
import re
from typing import Final

import attrs
import numpy as np

from sim.bulk.grid import Array, GridMap

__all__ = [
    "MAGIC",
    "MOST_KEPT",
    "KeptLines",
    "UnusableError",
    "in_bytes",
    "lines_in",
    "no_lines",
    "pair_numbers",
    "way_numbers",
]

VERSION: Final = "1"
"""Of the form of the bytes, and of how lines are drawn; what another has written is refused."""

MAGIC: Final = b"khamsin-los "
"""How the bytes begin."""

MOST_KEPT: Final = 256 * 1024 * 1024
"""No more bytes are kept."""

_HEAD: Final = re.compile(
    rb"khamsin-los (\d{1,9}) ([0-9a-f]{64}) ([0-9a-f]{64}) (\d{1,12}) (\d{1,12}) (\d{1,12})\n"
)
_HEAD_MOST: Final = 200


class UnusableError(Exception):
    """Bytes that are no lines of these hexes; its text says why."""


@attrs.frozen(eq=False)
class KeptLines:
    """What the lines of some pairs of hexes touch, by number.

    Attributes:
        pairs: the pairs, each as one number, in order; see `pair_numbers`.
        counts: how much art the line of each touches.
        art: the art, pair by pair, in order.
        ways: LOS that begin IN Depressions, each as one number, in order; see `way_numbers`.
        far: range from the first end of each to the hex in which it leaves the Depression.
        joined: whether it never does.
        crest: whether it leaves its first hex at a vertex that is not all Depression.
    """

    pairs: Array
    counts: Array
    art: Array
    ways: Array
    far: Array
    joined: Array
    crest: Array

    def touched(self, codes: Array, count: int) -> tuple[Array, Array]:
        """Place and art of all that some lines touch, as one number; and which are not known.

        Args:
            codes: the pairs, by number.
            count: how much art there is.
        """
        at, known = _found(self.pairs, codes)
        asked = np.flatnonzero(known)
        art = _runs(self.art, self.counts, at[asked])
        return np.repeat(asked, self.counts[at[asked]]) * np.int64(count) + art, ~known

    def passing(self, codes: Array) -> tuple[Array, Array, Array, Array]:
        """What there is of LOS that begin IN Depressions, by number; and which are not known."""
        at, known = _found(self.ways, codes)
        at = at[known]
        far, flags = np.zeros(len(codes), np.int16), np.zeros((2, len(codes)), bool)
        far[known] = self.far[at]
        flags[:, known] = self.joined[at] > 0, self.crest[at] > 0
        return far, *flags, ~known

    def with_touched(self, codes: Array, met: Array, count: int) -> "KeptLines":
        """With the art of more pairs.

        Args:
            codes: the pairs, by number.
            met: place among these and art of all that their lines touch, as one number, in order.
            count: how much art there is.
        """
        many = np.bincount(met // count, minlength=len(codes)).astype(np.uint32)
        codes = np.concatenate([self.pairs, codes])
        counts = np.concatenate([self.counts, many])
        art = np.concatenate([self.art, (met % count).astype(np.uint32)])
        pairs, own = np.unique(codes, return_index=True)
        return attrs.evolve(self, pairs=pairs, counts=counts[own], art=_runs(art, counts, own))

    def with_passing(self, codes: Array, far: Array, joined: Array, crest: Array) -> "KeptLines":
        """With more LOS that begin IN Depressions."""
        ways, own = np.unique(np.concatenate([self.ways, codes]), return_index=True)
        both = ((self.far, far), (self.joined, joined), (self.crest, crest))
        far, joined, crest = (np.concatenate(each)[own] for each in both)
        return attrs.evolve(self, ways=ways, far=far, joined=joined, crest=crest)


_TYPES: Final = {
    "pairs": "<i8",
    "counts": "<u4",
    "art": "<u4",
    "ways": "<i8",
    "far": "<i2",
    "joined": "|u1",
    "crest": "|u1",
}


def no_lines() -> KeptLines:
    """None yet."""
    return KeptLines(**{name: np.zeros(0, kind) for name, kind in _TYPES.items()})


def pair_numbers(board: GridMap, one: Array, two: Array) -> Array:
    """One number for each two hexes, whichever is first: a line is the same both ways."""
    return way_numbers(board, np.minimum(one, two), np.maximum(one, two))


def way_numbers(board: GridMap, one: Array, two: Array) -> Array:
    """One number for each LOS from a hex to another."""
    result: Array = one.astype(np.int64) * (board.nowhere + 1) + two
    return result


def _found(known: Array, codes: Array) -> tuple[Array, Array]:
    """Where some numbers are among others that are in order, and which are."""
    if not len(known):
        return np.zeros(len(codes), np.int64), np.zeros(len(codes), bool)
    at = np.minimum(np.searchsorted(known, codes), len(known) - 1)
    return at, known[at] == codes


def _runs(values: Array, many: Array, chosen: Array) -> Array:
    """Some of the runs of which values consist, one after another."""
    ends = np.cumsum(many, dtype=np.int64)
    wanted = many[chosen].astype(np.int64)
    first = ends[chosen] - wanted
    own = np.repeat(first - (np.cumsum(wanted) - wanted), wanted) + np.arange(wanted.sum())
    result: Array = values[own]
    return result


# As bytes -----------------------------------------------------------------------------------


def in_bytes(lines: KeptLines, of: str) -> bytes:
    """Lines as bytes.

    Args:
        lines: the lines.
        of: the hash of what they were drawn over.
    """
    parts = [getattr(lines, name).astype(kind).tobytes() for name, kind in _TYPES.items()]
    body = b"".join(parts)
    counts = f"{len(lines.pairs)} {len(lines.art)} {len(lines.ways)}"
    head = f"{VERSION} {of} {hashlib.sha256(body).hexdigest()} {counts}\n"
    return MAGIC + head.encode() + body


def lines_in(raw: bytes, of: str, board: GridMap, art: int) -> KeptLines:
    """The lines that some bytes hold.

    Args:
        raw: the bytes.
        of: the hash of what they must have been drawn over.
        board: the hexes.
        art: how much art there is.

    Raises:
        UnusableError: when they hold none, those of another version, or of something else.
    """
    head = _HEAD.match(raw[:_HEAD_MOST])
    if head is None or head[1].decode() != VERSION:
        raise UnusableError("it is none of this version")
    if head[2].decode() != of:
        raise UnusableError("it is of another board, or the board has changed")
    pairs, touched, ways = (int(head[n]) for n in (4, 5, 6))
    body = memoryview(raw)[head.end() :]
    sizes = dict(zip(_TYPES, (pairs, pairs, touched, *[ways] * 4), strict=True))
    if sum(np.dtype(_TYPES[name]).itemsize * size for name, size in sizes.items()) != len(body):
        raise UnusableError("it is cut short, or too long")
    if hashlib.sha256(body).hexdigest() != head[3].decode():
        raise UnusableError("it is damaged")
    arrays, at = {}, 0
    for name, size in sizes.items():
        arrays[name] = np.frombuffer(body, _TYPES[name], size, at)
        at += arrays[name].nbytes
    lines = KeptLines(**arrays)
    if not _sound(lines, (board.nowhere + 1) ** 2, art):
        raise UnusableError("it holds impossible numbers")
    return lines


def _sound(lines: KeptLines, codes: int, art: int) -> bool:
    """Whether all numbers can be: pairs and ways in order, art that there is."""
    for each in (lines.pairs, lines.ways):
        if len(each) and (each[0] < 0 or each[-1] >= codes or (each[1:] <= each[:-1]).any()):
            return False
    if int(lines.counts.sum(dtype=np.uint64)) != len(lines.art):
        return False
    rising = np.ones(len(lines.art) + 1, bool)
    rising[1:-1] = lines.art[1:] > lines.art[:-1]
    rising[np.cumsum(lines.counts, dtype=np.int64)] = True
    if not rising.all():
        return False
    return int(lines.art.max(initial=0)) < max(art, 1) and int(lines.far.min(initial=0)) >= 0
