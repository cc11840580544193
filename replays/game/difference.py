"""What differs between two states, or two games, in words for people."""

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import cache
from itertools import groupby
from typing import Any, Final

from events.chain import LogLine
from events.commands import (
    MOST_ASKED,
    Acknowledged,
    Asked,
    Declined,
    Doing,
    Finish,
    Opened,
    SidePassed,
    Undo,
)
from events.entry import Entry, rolls_in_words
from events.errors import BadInput
from events.log import entry_of, happened
from events.orders import format_order
from replays.game.bundled import bundled_rows
from replays.game.position import taken_back
from replays.game.state_view import in_words, name_of_place, value_in_words
from sim.trust.mail import asked_text

_THINGS: Final = {
    "vehicles": "",
    "units": "",
    "vehicle_dust": "Vehicle Dust of ",
    "smoke": "SMOKE ",
    "ffes": "FFE ",
    "lights": "",
    "ground": "hex ",
    "fortifications": "",
    "drift": "drift from ",
}
"""What the names of things of a kind are preceded by."""

_MOST_ALIGNED: Final = 400
"""So many entries of one moment are compared with those of the other game; more are all told."""


def differences(one: Any, two: Any, place: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Place, value in one and value in two, wherever two plain values differ."""
    if isinstance(one, dict) and isinstance(two, dict):
        for key in [*one, *(key for key in two if key not in one)]:
            inner = f"{place}.{key}" if place else str(key)
            yield from differences(one.get(key), two.get(key), inner)
    elif one != two:
        yield place, one, two


def changes(one: dict[str, Any], two: dict[str, Any]) -> Iterator[str]:
    """What differs between two states, from their JSON forms, such as ``PzA: hex D4 -> E5``."""
    for key in [*one, *(key for key in two if key not in one)]:
        a: Any = one.get(key, {})
        b: Any = two.get(key, {})
        if a == b or key in ("entry", "moment"):
            continue
        if key in _THINGS:
            for name in [*a, *(name for name in b if name not in a)]:
                yield from _of_a_thing(_THINGS[key] + name, a.get(name), b.get(name))
        else:
            for place, old, new in differences(a, b, key):
                yield f"{name_of_fact(place)}: {value_in_words(old)} -> {value_in_words(new)}"


def _of_a_thing(name: str, a: Any, b: Any) -> Iterator[str]:
    if a is None:
        yield (
            f"{name}: new ({value_in_words(b)})" if value_in_words(b) != "none" else f"{name}: new"
        )
    elif b is None:
        yield f"{name}: gone"
    else:
        for place, old, new in differences(a, b):
            field = f"{name_of_place(place)} " if place else ""
            if isinstance(old, bool) and isinstance(new, bool):
                yield f"{name}: {field.strip() if new else f'not {field.strip()} any more'}"
            else:
                was, now = (value_in_words(in_words(place, each)) for each in (old, new))
                yield f"{name}: {field}{was} -> {now}"


@cache
def names() -> dict[str, str]:
    """What players call facts of the whole game and settings of scenarios, by their keys."""
    return {row[0]: row[1] for row in bundled_rows(".", "names")}


def name_of_fact(place: str) -> str:
    """What players call a fact of the whole game: ``EC`` for ``sky.ec``."""
    return names().get(place, name_of_place(place))


# Two games --------------------------------------------------------------------------------------


_Numbered = tuple[int, tuple[str, str, tuple[str, ...]]]
"""The number of an entry, and what is compared of it: its moment, its order, what happened."""


def between_sides(do: Doing | None) -> tuple[str, ...]:
    """What an entry between the sides of a game by mail has beyond its word; the ends of hashes."""
    match do:
        case Asked():
            return (f"asked for: {asked_text(do, MOST_ASKED)}",)
        case Opened():
            ends = [each[-16:] for each in (*do.reveals, do.seal, do.asked, do.answered)]
            return (
                "round {}: reveals {} and {}, line {}, signed {} and {}".format(do.round, *ends),
            )
        case SidePassed() | Declined():
            return (f"signed {do.signed[-16:]}",)
        case _:
            return ()


def in_a_line(raw: bytes) -> str:
    """What the line of an entry says was done, or asked for."""
    try:
        entry = entry_of(LogLine(0, raw))
    except BadInput:
        return raw[:200].decode("utf-8", "replace")
    said = *(between_sides(entry.do) or (format_order(entry.do),)), rolls_in_words(entry.dice)
    return ", ".join(filter(None, said))[:1000]


def compare_games(one: Sequence[Entry], two: Sequence[Entry]) -> tuple[int, list[str]]:
    """Where two games differ, entry by entry.

    What was taken back, and closing entries, are left out.

    Returns:
        The number of the last entry up to which they are the same, and a line each for what only
        one of them has, in the order of play: ``- #12 ...`` of the first, ``+ #12 ...`` of the
        second.
    """
    same = 0
    for a, b in zip(one, two, strict=False):
        if a != b:
            break
        same = a.n
    left, right = _by_moment(one, same), _by_moment(two, same)
    lines: list[str] = []
    for moment in sorted({*left, *right}):
        lines += _only_one_has(left.get(moment, []), right.get(moment, []))
    return same, lines


def _by_moment(entries: Sequence[Entry], same: int) -> dict[tuple[int, int, int], list[_Numbered]]:
    gone = taken_back(map(happened, entries))
    found: dict[tuple[int, int, int], list[_Numbered]] = {}
    for entry in entries[same:]:
        if entry.n in gone or isinstance(entry.do, Acknowledged | Undo | Finish):
            continue
        dice = rolls_in_words(entry.dice)
        order = format_order(entry.do) + (f" [{dice}]" if dice else "")
        then = (str(each) for each in entry.then if not each.secret)
        said = str(entry.at), order, (*between_sides(entry.do), *then)
        found.setdefault(entry.at.rank, []).append((entry.n, said))
    return found


def _only_one_has(one: list[_Numbered], two: list[_Numbered]) -> Iterable[str]:
    if max(len(one), len(two)) > _MOST_ALIGNED:
        return [*_lines("-", one), *_lines("+", two)]
    match = SequenceMatcher(None, [t for _, t in one], [t for _, t in two], autojunk=False)
    lines: list[str] = []
    for kind, a, b, c, d in match.get_opcodes():
        if kind != "equal":
            lines += [*_lines("-", one[a:b]), *_lines("+", two[c:d])]
    return lines


def _lines(mark: str, entries: Iterable[_Numbered]) -> Iterator[str]:
    for n, (moment, order, then) in entries:
        yield f"{mark} #{n:<4} {moment:>9}  {order}"
        for event, many in groupby(then):
            count = len(list(many))
            yield f"{mark}{'':19}{event}{f' ({count} times)' if count > 1 else ''}"
