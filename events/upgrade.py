"""Reading logs of older formats: one step from each format to the next.

The hash chain is checked on the bytes as they stand, before any step; so an old log stays provable.

Format 1 said of a roll ``"for"`` and ``"by"`` (``engine`` or ``player``) where format 2 says
``"purpose"`` and ``"source"`` (``seed`` or ``table``), and had no game number in the header.

Format 2 left out of some events what its engine worked out again whenever it replayed them, such as
whether rubble that fell came to lie where it fell. Format 3 says it. Only who knows the state of
the game can say it for an old entry; so this step is given by a floor above
(`sim.state.format_2`), made anew for each log, and sees its entries in their order.
"""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from events.entry import FORMAT, Header

Json = dict[str, Any]

Step: TypeAlias = Callable[[Json], Json]
"""Brings an entry to the next format."""

FromFormat2: TypeAlias = Callable[[Header], Step]
"""The step from format 2 to format 3, for the log with this header."""

OLDER: Final = (1, 2)
"""The formats that are read and no longer written."""

_SOURCES: Final = {"engine": "seed", "player": "table"}


def upgraded_header(value: Json, version: int) -> Json:
    """A header of any format in the current one."""
    number = {"game": 0} if version == 1 else {}
    return {**value, **number, "format": FORMAT}


def entry_in_format_2(value: Json, version: int) -> Json:
    """An entry of format 1 or 2 in format 2."""
    if version == 1:
        return {**value, "dice": [_roll_from_1(roll) for roll in value.get("dice", ())]}
    return value


def _roll_from_1(roll: Json) -> Json:
    kept = {key: item for key, item in roll.items() if key not in ("for", "by")}
    return {"purpose": roll.get("for"), **kept, "source": _SOURCES.get(roll.get("by", ""))}
