"""Games found by what is in them, as the index of a library has it."""

from collections.abc import Iterable
from typing import Final

import attrs
from sqlalchemy import func, select

from events.errors import BadInput
from events.terms import Density, RollSource
from replays.library.database import TERM
from replays.library.index import SEALED, LibraryGame
from replays.library.library import Library

_BOTH: Final = {"player": ("side", "signer")}
"""What is looked for among terms of several kinds."""

_SOURCES: Final = (*(each.value for each in RollSource), SEALED)
"""Where dice come from; whatever else is asked for as dice is a roll."""

_DENSITIES: Final = {each.value.casefold(): each.level for each in Density}


@attrs.frozen
class Wanted:
    """Something that a game must have: a kind of term, or ``player``, a side or a signer.

    Capitals make no difference. A density is reached by any that is denser; of the name of a
    scenario a part is enough; of a roll what it is for, its sum, or both.
    """

    kind: str
    value: str

    def fits(self, value: str) -> bool:
        """Whether a term of this kind is what is looked for."""
        asked, there = self.value.casefold(), value.casefold()
        if self.kind == "density":
            return _DENSITIES.get(there, -1) >= _DENSITIES[asked]
        if self.kind == "roll":
            return _is_of_roll(asked, there)
        return asked in there if self.kind == "scenario" else asked == there


def _is_of_roll(asked: str, roll: str) -> bool:
    """Whether a roll is one that is asked for: ``bog`` and ``bog 12`` are both ``bog pza 12``."""
    words, _, number = asked.rpartition(" ")
    if not asked.isdecimal() and not (words and number.isdecimal()):
        words, number = asked, ""
    purpose, _, rolled = roll.rpartition(" ")
    return number in ("", rolled) and f"{purpose} ".startswith(f"{words} " if words else "")


def wanted(kind: str, value: str) -> Wanted:
    """Something to look for, if a game can have it."""
    value = " ".join(value.split())
    if kind == "density" and value.casefold() not in _DENSITIES:
        known = ", ".join(each.value for each in Density)
        raise BadInput(f"{value[:40]!r} is not a Dust density; expected one of {known}")
    if kind == "dice" and value.casefold() not in _SOURCES:
        kind = "roll"
    return Wanted(kind, value)


@attrs.frozen
class FoundGame:
    """A game that has all, and the first entry that has each thing in order; 0 is the header."""

    game: LibraryGame
    first: tuple[int, ...]


def search(library: Library, things: Iterable[Wanted]) -> list[FoundGame]:
    """The games that have all of some things, by name; what was taken back later counts too."""
    by_thing = [_first_entries(library, thing) for thing in things]
    return [
        FoundGame(game, tuple(first[game.id] for first in by_thing))
        for game in library.games()
        if all(game.id in first for first in by_thing)
    ]


def _first_entries(library: Library, thing: Wanted) -> dict[int, int]:
    """The games that have something, each with the first entry that does."""
    read, of_kind = library.database.read, TERM.c.kind.in_(_BOTH.get(thing.kind, (thing.kind,)))
    values = read(select(TERM.c.value).where(of_kind).distinct())
    fitting = [value for (value,) in values if thing.fits(value)]
    first = select(TERM.c.game, func.min(TERM.c.entry)).group_by(TERM.c.game)
    found: dict[int, int] = {}
    for start in range(0, len(fitting), 500):
        part = TERM.c.value.in_(fitting[start : start + 500])
        for game, entry in read(first.where(of_kind, part)):
            found[game] = min(entry, found.get(game, entry))
    return found
