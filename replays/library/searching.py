"""Games found by what is in them, as the facts of a library have it."""

from collections.abc import Iterable
from typing import Final

import attrs

from events.errors import BadInput
from events.terms import Density, RollSource
from replays.library.facts import KINDS, SEALED
from replays.library.library import Library, LibraryGame

_BY_PART: Final = ("scenario",)
"""Kinds of which a part of the value is enough."""

_BOTH: Final = {"player": ("side", "signer")}
"""What is looked for among facts of several kinds."""


@attrs.frozen
class Wanted:
    """Something that a game must have.

    Attributes:
        kind: one of ``KINDS``; ``player`` is a side or a signer.
        value: what is looked for, in capitals or not. A density is reached by any that is denser;
            of the name of a scenario a part is enough; of a roll what it is for, its sum, or both.
    """

    kind: str
    value: str

    def fits(self, value: str) -> bool:
        """Whether a fact of this kind is what is looked for."""
        if self.kind == "density":
            return value in _DENSITIES and _DENSITIES[value].level >= _density(self.value).level
        if self.kind == "roll":
            return _is_of_roll(self.value.casefold(), value.casefold())
        if self.kind in _BY_PART:
            return self.value.casefold() in value.casefold()
        return self.value.casefold() == value.casefold()


def _is_of_roll(asked: str, roll: str) -> bool:
    """Whether a roll is one that is asked for: ``bog`` and ``bog 12`` are both ``bog pza 12``."""
    words, _, number = asked.rpartition(" ")
    if not asked.isdecimal() and not (words and number.isdecimal()):
        words, number = asked, ""
    purpose, _, rolled = roll.rpartition(" ")
    return number in ("", rolled) and f"{purpose} ".startswith(f"{words} " if words else "")


_DENSITIES: Final = {each.value: each for each in Density}


def _density(word: str) -> Density:
    """The density of a word.

    Raises:
        BadInput: when it is none.
    """
    for each in Density:
        if each.value.casefold() == word.strip().casefold():
            return each
    known = ", ".join(each.value for each in Density)
    raise BadInput(f"{word[:40]!r} is not a Dust density; expected one of {known}")


def wanted(kind: str, value: str) -> Wanted:
    """Something to look for.

    Raises:
        BadInput: when there is no such kind, or no game can have that.
    """
    if kind not in KINDS and kind not in _BOTH:
        raise BadInput(f"{kind[:40]!r} is nothing that games are found by; {', '.join(KINDS)} are")
    if kind == "density":
        _density(value)
    if kind == "dice" and value.strip().casefold() not in _SOURCES:
        kind = "roll"
    return Wanted(kind, " ".join(value.split()))


_SOURCES: Final = (*(each.value for each in RollSource), SEALED)
"""Where dice come from; whatever else is asked for as dice is a roll."""


@attrs.frozen
class FoundGame:
    """A game that has all that was looked for.

    Attributes:
        game: the game.
        first: the first entry that has it, for each thing in order; 0 is the header.
    """

    game: LibraryGame
    first: tuple[int, ...]


def search(library: Library, things: Iterable[Wanted]) -> list[FoundGame]:
    """The games that have all of some things, by name.

    A fact counts from the entry that first had it, also if that was taken back later.

    Raises:
        BadInput: when the library cannot be read.
    """
    by_thing = [_first_entries(library, thing) for thing in things]
    return [
        FoundGame(game, tuple(first[game.id] for first in by_thing))
        for game in library.games()
        if all(game.id in first for first in by_thing)
    ]


def _first_entries(library: Library, thing: Wanted) -> dict[int, int]:
    """The games that have something, each with the first entry that does."""
    first: dict[int, int] = {}
    for kind in _BOTH.get(thing.kind, (thing.kind,)):
        rows = library.database.rows("SELECT DISTINCT value FROM fact WHERE kind = ?", kind)
        for (value,) in rows:
            if not thing.fits(value):
                continue
            for game, entry in library.database.stream(
                "SELECT game, entry FROM fact WHERE kind = ? AND value = ?", kind, value
            ):
                first[game] = min(entry, first.get(game, entry))
    return first
