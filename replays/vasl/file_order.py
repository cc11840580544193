"""The order in which the logs of one game are read, and what of them was told before."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

import attrs

from replays.vasl.command import ESC
from replays.vasl.container import Archive
from replays.vasl.encoding import split

_TELLING: Final = re.compile(r"LOG\t(?:CHAT\*\*\* \(|[-+DM]/)")
"""Steps that hardly come twice by chance: dice with their statistics, and counters."""
_PIECE: Final = re.compile(r"\+/([^/\t]{1,40})/")


@attrs.frozen
class LogPart:
    """A file that is read; so many of its first steps are told as the last of the file before it.

    It is a stranger if it has counters, and none of those before it.
    """

    archive: Archive
    told: int
    stranger: bool


def in_order(archives: Iterable[Archive]) -> tuple[list[LogPart], list[str]]:
    """Files as they were saved, and why others are not read; as given if one does not say when."""
    given = list(archives)
    if all(each.saved is not None for each in given):
        given.sort(key=lambda each: each.saved or 0)
    steps = [_steps(each) if len(given) > 1 else [] for each in given]
    parts: list[LogPart] = []
    left_out: list[str] = []
    known: set[str] = set()
    before: list[str] = []
    for at, archive in enumerate(given):
        other = next((n for n in range(len(given)) if _inside(at, n, given, steps)), None)
        if other is not None:
            how = "is" if given[other].text == archive.text else "is a part of"
            left_out.append(f"{archive.name} {how} {given[other].name}, and is not read again")
            continue
        pieces = set(_PIECE.findall(archive.text))
        stranger = bool(known and pieces) and not known & pieces
        parts.append(LogPart(archive, _overlap(before, steps[at]), stranger))
        before, known = steps[at], known | pieces
    return parts, left_out


def _steps(archive: Archive) -> list[str]:
    """The steps of a log, as they stand."""
    return [each for each in split(archive.text, ESC) if each.startswith("LOG\t")]


def _inside(one: int, other: int, given: Sequence[Archive], steps: Sequence[list[str]]) -> bool:
    """Whether a file stands in another one; of two that are the same, the later does."""
    if one == other:
        return False
    if given[one].text == given[other].text:
        return other < one
    if len(steps[one]) > len(steps[other]) or not any(map(_TELLING.match, steps[one])):
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
    found = border[-1]
    return found if found > 1 and any(map(_TELLING.match, after[:found])) else 0
