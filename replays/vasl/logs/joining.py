"""Which files of a game are read, and from where on: in order, and nothing twice.

Players send each other logs again, or go on logging in the middle of one. So a file that stands in
another is left out, and of one that begins with what the last one ended with only the rest is told.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

import attrs

from replays.vasl.format.archive import Archive
from replays.vasl.format.commands import ESC
from replays.vasl.format.sequence import split

__all__ = ["Joining", "Part", "joining_of"]

_TELLING: Final = re.compile(r"LOG\t(?:CHAT\*\*\* \(|[-+DM]/)")
"""Steps that hardly come twice by chance: dice with their statistics, and counters."""
_PIECE: Final = re.compile(r"\+/([^/\t]{1,40})/")


@attrs.frozen
class Part:
    """A file of a game that is read.

    Attributes:
        archive: the file.
        told: so many of its first steps are the last of the file before it.
        stranger: whether it has counters, and none of those before it.
    """

    archive: Archive
    told: int = 0
    stranger: bool = False


@attrs.frozen
class Joining:
    """The files of a game in the order in which they are read.

    Attributes:
        parts: those that are read.
        left_out: why others are not, in sentences.
    """

    parts: tuple[Part, ...]
    left_out: tuple[str, ...]


def joining_of(archives: Iterable[Archive]) -> Joining:
    """Put files in order, and leave out what would be told twice."""
    given = _in_order(archives)
    if len(given) < 2:
        return Joining(tuple(map(Part, given)), ())
    steps = [_steps(each) for each in given]
    left_out: list[str] = []
    kept: list[int] = []
    for at, archive in enumerate(given):
        other = next((n for n in range(len(given)) if _inside(at, n, given, steps)), None)
        if other is None:
            kept.append(at)
        else:
            how = "is" if given[other].text == archive.text else "is a part of"
            left_out.append(f"{archive.name} {how} {given[other].name}, and is not read again")
    parts: list[Part] = []
    known: set[str] = set()
    for place, at in enumerate(kept):
        told = _overlap(steps[kept[place - 1]], steps[at]) if place else 0
        pieces = set(_PIECE.findall(given[at].text))
        parts.append(Part(given[at], told, bool(known and pieces) and not known & pieces))
        known |= pieces
    return Joining(tuple(parts), tuple(left_out))


def _in_order(archives: Iterable[Archive]) -> list[Archive]:
    """Files as they were saved; those that do not say when stay where they are."""
    given = list(archives)
    if any(each.saved is None for each in given):
        return given
    return sorted(given, key=lambda each: each.saved or 0)


def _steps(archive: Archive) -> list[str]:
    """The steps of a log, as they stand."""
    return [each for each in split(archive.text, ESC) if each.startswith("LOG\t")]


def _tells(steps: Sequence[str]) -> bool:
    return any(_TELLING.match(each) for each in steps)


def _inside(one: int, other: int, given: Sequence[Archive], steps: Sequence[list[str]]) -> bool:
    """Whether a file stands in another one; of two that are the same, the later does."""
    if one == other:
        return False
    if given[one].text == given[other].text:
        return other < one
    if not _tells(steps[one]) or len(steps[one]) > len(steps[other]):
        return False
    if steps[one] == steps[other]:
        return other < one
    whole, part = (f"{ESC}{ESC.join(each)}{ESC}" for each in (steps[other], steps[one]))
    return part in whole


def _overlap(before: Sequence[str], after: Sequence[str]) -> int:
    """How many steps one log ends and the next one begins with."""
    most = min(len(before), len(after))
    text = [*after[:most], None, *before[len(before) - most :]]
    border = [0] * len(text)
    for at in range(1, len(text)):
        length = border[at - 1]
        while length and text[at] != text[length]:
            length = border[length - 1]
        border[at] = length + (text[at] == text[length])
    found = border[-1] if text[-1] is not None else 0
    return found if found > 1 and _tells(after[:found]) else 0
