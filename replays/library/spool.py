"""Snapshots on their way into a database, in a temporary file once they are many."""

import tempfile
from collections.abc import Iterator
from typing import Final, Self

from events.disk import reason
from events.errors import BadInput
from replays.library.snapshots import Snapshot

_IN_MEMORY: Final = 1 << 16
"""So many bytes are kept in memory, and more of them on disk."""


class Spool:
    """Snapshots in the order in which they came, in bounded memory. A context manager."""

    def __init__(self) -> None:
        """Begin with none."""
        self._file = tempfile.SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - it is one itself

    def keep(self, n: int, snapshot: Snapshot) -> None:
        """Take in the snapshot of an entry.

        Raises:
            BadInput: when the temporary file cannot be written.
        """
        try:
            self._file.write(b"%d %s %s\n" % (n, snapshot.seal.encode(), snapshot.body))
        except OSError as error:
            raise _cannot(error) from None

    def __iter__(self) -> Iterator[tuple[int, Snapshot]]:
        try:
            self._file.seek(0)
            for line in self._file:
                n, seal, body = line[:-1].split(b" ", 2)
                yield int(n), Snapshot(seal.decode(), body)
        except OSError as error:
            raise _cannot(error) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()


def _cannot(error: OSError) -> BadInput:
    return BadInput(f"a temporary file cannot be used ({reason(error)})", tempfile.gettempdir())
