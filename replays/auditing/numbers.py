"""Numbers of entries, as many as a game has, in little memory."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

_PAGE: Final = 512


class EntryNumbers(Sequence[int]):
    """Numbers of entries in their order, each once.

    They take about a bit for each entry of a game, so the longest game fits; and a forged log that
    jumps to entry 10 to the 15th takes no more than any other.
    """

    def __init__(self) -> None:
        self._pages: dict[int, int] = {}
        self._count = 0

    def add(self, n: int) -> None:
        """Take in a number."""
        if n not in self:
            page, bit = divmod(n, _PAGE)
            self._pages[page] = self._pages.get(page, 0) | 1 << bit
            self._count += 1

    def __contains__(self, n: object) -> bool:
        if not isinstance(n, int):
            return False
        page, bit = divmod(n, _PAGE)
        return bool(self._pages.get(page, 0) >> bit & 1)

    def __getitem__(self, index: Any) -> Any:
        return tuple(self)[index]

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[int]:
        for page in sorted(self._pages):
            bits = self._pages[page]
            while bits:
                lowest = bits & -bits
                yield page * _PAGE + lowest.bit_length() - 1
                bits ^= lowest

    def __eq__(self, other: object) -> bool:
        if isinstance(other, EntryNumbers):
            return self._pages == other._pages
        if isinstance(other, tuple | list | set | frozenset):
            return sorted(other) == list(self)
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]  # it can grow

    def __repr__(self) -> str:
        shown = ", ".join(str(n) for n, _ in zip(self, range(8), strict=False))
        return f"<{self._count} entries: {shown}{' ...' if self._count > 8 else ''}>"
