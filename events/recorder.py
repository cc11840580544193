"""What puts the entries of a game down as it is played, each before it counts.

A log file has one recorder at a time, `events.log_writer.LogWriter`. Where several can record in
one game, as in a library, one of them is first with each entry; every other is refused, reads what
is new, and goes on from there.
"""

from collections.abc import Sequence
from typing import Protocol

from events.entry import Entry
from events.errors import BadInput


class RecordConflict(BadInput):
    """Another recorder was first: the game has entries that this one has not read yet.

    Nothing of what was to be written is. `Recorder.new_entries` reads what is new; a session has
    told it in ``lines``, as a story.
    """

    def __init__(self, what: str, where: str = "", lines: tuple[str, ...] = ()) -> None:
        super().__init__(what, where)
        self.lines = lines


class Recorder(Protocol):
    """Puts entries down behind those that are there, all of them or none."""

    @property
    def n(self) -> int:
        """Number of the last entry that is known to be there; 0 before the first."""

    @property
    def seal(self) -> str:
        """The hash of its line; that of the header before the first."""

    def append(self, *entries: Entry) -> str:
        """Put entries down; they are durable when it returns the hash of the last.

        After a failure ``n`` says which of them count.

        Raises:
            ValueError: when they are not the next entries.
            RecordConflict: when another recorder has put entries down since; none of these counts.
            BadInput: when they cannot be put down. None of them counts then.
        """

    def new_entries(self, after: int) -> Sequence[Entry]:
        """The entries behind one of them, those of other recorders too; ``append`` goes on."""

    def close(self) -> None:
        """Let go: nothing is put down any more."""
