"""What to say to somebody who names a hexside where a hex is expected."""

import re
from typing import Final

_HEX: Final = r"[A-Z]{1,3}[0-9]{1,2}"
_HEXSIDE: Final = re.compile(rf"(?P<one>{_HEX})(?:[-/](?P<other>{_HEX})|:[1-6])")


def hexside_meant(text: str) -> str:
    """The end of a sentence about ``D6-E6`` or ``D6:2``; nothing if it is not like a hexside."""
    found = _HEXSIDE.fullmatch(text.upper())
    if found is None:
        return ""
    if found["other"] is None:
        return "; a hexside is given by its two hexes"
    return f"; a hexside is given by its two hexes: {found['one']} {found['other']}"
