"""What an import says of itself: what was understood, what was guessed, and what was not."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

import attrs

_MOST_NAMED: Final = 12
"""So many hexes of a note are named in the text; JSON has all of them."""


class Sureness(StrEnum):
    """How well something on a board was understood."""

    UNDERSTOOD = "understood"
    GUESSED = "guessed"
    NOT_UNDERSTOOD = "not understood"


@attrs.frozen
class ImportNote:
    """One thing on a board: what it is, what was made of it, and which hexes or hexsides have it.

    Where pixels tell, it has their number, and one of them to look at.
    """

    sureness: Sureness
    what: str
    at: tuple[str, ...] = ()
    pixels: int | None = None
    pixel: tuple[int, int] | None = None

    def __str__(self) -> str:
        text = self.what
        if self.pixels is not None:
            text += f", {self.pixels} pixels"
        if self.pixel is not None:
            text += f", one at {self.pixel[0]},{self.pixel[1]}"
        if self.at:
            more = "" if len(self.at) <= _MOST_NAMED else f" and {len(self.at) - _MOST_NAMED} more"
            text += f": {' '.join(self.at[:_MOST_NAMED])}{more}"
        return text


@attrs.define
class ImportReport:
    """What an import says of itself."""

    notes: list[ImportNote] = attrs.field(factory=list)

    def guess(
        self, what: str, *at: str, pixels: int | None = None, pixel: tuple[int, int] | None = None
    ) -> None:
        """Say what was guessed."""
        self.notes.append(ImportNote(Sureness.GUESSED, what, at, pixels, pixel))

    def miss(self, what: str, *at: str, pixels: int | None = None) -> None:
        """Say what was not understood."""
        self.notes.append(ImportNote(Sureness.NOT_UNDERSTOOD, what, at, pixels))

    def lines(self, *, briefly: bool = False) -> Iterator[str]:
        """The report as text; briefly without what was understood."""
        for sureness in Sureness:
            notes = [note for note in self.notes if note.sureness is sureness]
            if briefly and sureness is Sureness.UNDERSTOOD:
                continue
            yield f"{sureness}: {len(notes) or 'nothing'}"
            for note in notes:
                yield f"  {note}"

    def merge(self) -> None:
        """Make one note of those that say the same of different places."""
        found: dict[tuple[Sureness, str], ImportNote] = {}
        for note in self.notes:
            key = note.sureness, note.what
            old = found.setdefault(key, note)
            if old is not note:
                pixels = None if old.pixels is None else old.pixels + (note.pixels or 0)
                found[key] = attrs.evolve(old, at=(*old.at, *note.at), pixels=pixels)
        self.notes = list(found.values())
