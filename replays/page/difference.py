"""What differs between two plain values, so that it can be told shortly and put back.

A difference of two objects names the keys that differ, each with one of these: ``[0, VALUE]``, the
value is another; ``[1, SPLICES]``, of two lists; ``[2, DIFFERENCE]``, of two objects; ``[3]``, the
key is gone. A splice is ``[AT, GONE, [ITEM, ...]]``: from an index of the list as it was, so many
items make way for these. Splices do not overlap and stand in order.
"""

from difflib import SequenceMatcher
from typing import Any

__all__ = ["applied", "difference"]


def difference(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """What has to be done to an object to get another; empty where they are equal."""
    found: dict[str, Any] = {key: [3] for key in before if key not in after}
    for key, value in after.items():
        old = before.get(key)
        if key in before and (old is value or old == value):
            continue
        if isinstance(old, list) and isinstance(value, list):
            found[key] = [1, _splices(old, value)]
        elif isinstance(old, dict) and isinstance(value, dict):
            found[key] = [2, difference(old, value)]
        else:
            found[key] = [0, value]
    return found


def _splices(old: list[Any], new: list[Any]) -> list[list[Any]]:
    """The splices that make one list of another."""
    first, most = 0, min(len(old), len(new))
    while first < most and old[first] == new[first]:
        first += 1
    last = 0
    while last < most - first and old[-1 - last] == new[-1 - last]:
        last += 1
    was, now = old[first : len(old) - last], new[first : len(new) - last]
    if not was or not now or not all(isinstance(each, str) for each in (*was, *now)):
        return [[first, len(was), now]]
    found = SequenceMatcher(None, was, now, autojunk=False).get_opcodes()
    return [[first + a, b - a, now[c:d]] for kind, a, b, c, d in found if kind != "equal"]


def applied(before: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """The object that a difference makes of one; that one is left as it is."""
    after = dict(before)
    for key, (how, *what) in change.items():
        if how == 0:
            after[key] = what[0]
        elif how == 1:
            items = list(before[key])
            for at, gone, new in reversed(what[0]):
                items[at : at + gone] = new
            after[key] = items
        elif how == 2:
            after[key] = applied(before[key], what[0])
        else:
            del after[key]
    return after
