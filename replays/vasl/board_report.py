"""What an import says of itself: what was understood, what was guessed, and what was not."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any, Final

import attrs

MOST_NAMED: Final = 12
"""So many hexes of a note are named in the text; JSON has all of them."""


class Sureness(StrEnum):
    """How well something on a board was understood."""

    UNDERSTOOD = "understood"
    GUESSED = "guessed"
    NOT_UNDERSTOOD = "not understood"


@attrs.frozen
class ImportNote:
    """One thing on a board.

    Attributes:
        what: what it is, and what was made of it.
        at: the hexes or hexsides where it is.
        pixels: how many pixels it has; None where pixels do not tell.
        pixel: one of its pixels, from the upper left corner, to look at.
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
            more = "" if len(self.at) <= MOST_NAMED else f" and {len(self.at) - MOST_NAMED} more"
            text += f": {' '.join(self.at[:MOST_NAMED])}{more}"
        return text


@attrs.frozen
class TerrainPixels:
    """The pixels of one terrain code on a board.

    Those astray lie where no hex has it; they count as guessed.
    """

    code: int
    name: str
    becomes: str
    sureness: Sureness
    pixels: int
    astray: int = 0


@attrs.frozen
class ImportReport:
    """What an import says of itself; its terrain codes have all pixels of the board."""

    notes: tuple[ImportNote, ...]
    terrain: tuple[TerrainPixels, ...] = ()

    def pixels(self, sureness: Sureness) -> int:
        """How many pixels of the board were understood so well."""
        mine = sum(each.pixels - each.astray for each in self.terrain if each.sureness is sureness)
        if sureness is Sureness.GUESSED:
            mine += sum(each.astray for each in self.terrain)
        return mine

    def of(self, sureness: Sureness) -> tuple[ImportNote, ...]:
        """Those of one sureness."""
        return tuple(note for note in self.notes if note.sureness is sureness)

    def lines(self, *, briefly: bool = False) -> Iterator[str]:
        """The report as text; briefly without what was understood."""
        for sureness in Sureness:
            notes = self.of(sureness)
            if briefly and sureness is Sureness.UNDERSTOOD:
                continue
            pixels = f" ({self.pixels(sureness):,} pixels)" if self.terrain else ""
            yield f"{sureness}: {len(notes) or 'nothing'}{pixels}"
            for note in notes:
                yield f"  {note}"

    def as_json(self) -> list[dict[str, Any]]:
        """The notes as JSON values."""
        return [attrs.asdict(note) for note in self.notes]

    def terrain_as_json(self) -> list[dict[str, Any]]:
        """The terrain codes as JSON values."""
        return [attrs.asdict(each) for each in self.terrain]


def merged(notes: Sequence[ImportNote]) -> tuple[ImportNote, ...]:
    """Notes that say the same of different places, as one each."""
    found: dict[tuple[Sureness, str], ImportNote] = {}
    for note in notes:
        key = note.sureness, note.what
        old = found.get(key)
        if old is None:
            found[key] = note
            continue
        pixels = None if old.pixels is None else old.pixels + (note.pixels or 0)
        found[key] = attrs.evolve(old, at=(*old.at, *note.at), pixels=pixels)
    return tuple(found.values())
