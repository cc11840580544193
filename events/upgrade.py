"""Reading logs of older formats: one small step from each format to the next.

The hash chain is checked on the bytes as they stand, before any step; so an old log stays provable.

Format 1 said of a roll ``"for"`` and ``"by"`` (``engine`` or ``player``) where format 2 says
``"purpose"`` and ``"source"`` (``seed`` or ``table``), and had no game number in the header.
"""

from collections.abc import Callable
from typing import Any, Final

from events.entry import FORMAT

__all__ = ["UPGRADES", "upgraded"]

Json = dict[str, Any]

_SOURCES: Final = {"engine": "seed", "player": "table"}


def _from_1(value: Json) -> Json:
    if value.get("khamsin") == "game":
        return {**value, "format": 2, "game": 0}
    return {**value, "dice": [_roll_from_1(roll) for roll in value.get("dice", ())]}


def _roll_from_1(roll: Json) -> Json:
    kept = {key: item for key, item in roll.items() if key not in ("for", "by")}
    return {"purpose": roll.get("for"), **kept, "source": _SOURCES.get(roll.get("by", ""))}


UPGRADES: Final[dict[int, Callable[[Json], Json]]] = {1: _from_1}
"""The step that leads from each older format to the next."""


def upgraded(value: Json, version: int) -> Json:
    """A header or entry of an older format in the current one; ``hash`` is left out."""
    value = {key: item for key, item in value.items() if key != "hash"}
    while version < FORMAT:
        value = UPGRADES[version](value)
        version += 1
    return value
