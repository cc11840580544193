"""The entries of a game, each read when somebody asks for it: who plays on needs few of them."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias, cast, overload

from events.chain import line_of
from events.codec import decode_entry
from events.entry import Entry
from events.errors import BadInput, in_file

__all__ = ["Entries", "OlderLines", "entry_in"]

OlderLines: TypeAlias = Callable[[int, int], Sequence[bytes]]
"""The lines behind an entry, up to that of another: ``(0, 9)`` is those of the first nine.

Their hashes are checked. It raises ``BadInput`` where they cannot be read, or do not fit.
"""

_AT_ONCE: Final = 1000
"""So many older lines are read at once, if not more are asked for."""


def entry_in(raw: bytes, n: int) -> Entry:
    """The entry in a line whose hash was checked.

    Args:
        raw: the line, without its end.
        n: the number that it must have.

    Raises:
        BadInput: when it is none.
    """
    line = line_of(n + 1, raw)
    value = line.json()
    value.pop("hash", None)
    try:
        entry = decode_entry(value)
    except BadInput as error:
        raise error.inside(f"line {line.number}") from None
    if entry.n != n:
        raise BadInput(f"entry {entry.n} stands where {n} is expected", f"line {line.number}")
    return entry


def _none(first: int, last: int) -> Sequence[bytes]:
    raise AssertionError(f"nobody has lines {first} to {last}")


class Entries(Sequence[Entry]):
    """The entries of a game in order, to be read like a list.

    Whatever asks for one can raise ``BadInput``: its line is read only then. How many there are,
    and those that were played since the game was opened, are always at hand.

    Args:
        count: how many there are whose lines are still to be fetched.
        older: fetches them.
        here: those after them, or their lines, each without its end.
        where: the log, for complaints of its lines.

    Attributes:
        n: the number of the last, 0 if there is none.
    """

    def __init__(
        self,
        count: int = 0,
        older: OlderLines = _none,
        here: Sequence[Entry | bytes] = (),
        where: str = "",
    ) -> None:
        """Know how many there are."""
        self._away, self._older, self._where = count, older, where
        self._here: list[Entry | bytes] = list(here)
        self.n = count + len(self._here)

    def __len__(self) -> int:
        return self.n

    @overload
    def __getitem__(self, at: int) -> Entry: ...

    @overload
    def __getitem__(self, at: slice) -> list[Entry]: ...

    def __getitem__(self, at: int | slice) -> Entry | list[Entry]:
        if isinstance(at, slice):
            wanted = range(self.n)[at]
            if not wanted:
                return []
            first, last = min(wanted[0], wanted[-1]), max(wanted[0], wanted[-1])
            found = self._between(first, last + 1)
            return found if wanted.step == 1 else [found[each - first] for each in wanted]
        index = range(self.n)[at]
        self._fetch(index)
        return self._entry(index)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._between(0, self.n))

    def _between(self, first: int, end: int) -> list[Entry]:
        """Those from an index up to another."""
        self._fetch(first)
        found = self._here[first - self._away : end - self._away]
        if bytes in map(type, found):
            return [self._entry(each) for each in range(first, end)]
        return cast("list[Entry]", found)

    def _fetch(self, first: int) -> None:
        """See that the lines from an index on are here."""
        if first < self._away:
            start = max(0, min(first, self._away - _AT_ONCE))
            with in_file(self._where):
                lines = self._older(start, self._away)
            self._away, self._here = start, [*lines, *self._here]  # at one stroke

    def _entry(self, index: int) -> Entry:
        """The entry of an index whose line is here."""
        found = self._here[index - self._away]
        if isinstance(found, bytes):
            with in_file(self._where):
                found = entry_in(found, index + 1)
            self._here[index - self._away] = found
        return found

    def append(self, entry: Entry) -> None:
        """One more."""
        self._here.append(entry)
        self.n += 1

    def cut(self, count: int) -> None:
        """Only so many from now on."""
        self._fetch(count)
        del self._here[count - self._away :]
        self.n = count

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Entries | list | tuple):
            return NotImplemented
        same = len(self) == len(other)
        return same and all(one == two for one, two in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{len(self)} entries>"
