"""Names that people cannot tell apart: what a name looks like on a screen or on paper.

Two names look alike where they differ in nothing but capitals, the spelling of one character (a
letter with an accent is one code or two), blanks at the ends or twice in the middle, characters
that take no room, or letters of Greek and Cyrillic that are printed as Latin ones. The figures 0
and 1 are not taken for letters: people number their games.
"""

import re
import unicodedata
from typing import Final

__all__ = ["composed", "is_unseen", "look_of"]

_TWINS: Final = str.maketrans(
    "авекмнорстухіјѕԁԛԝһαβεηικνορτυχ\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2018\u2019",
    "abekmhopctyxijsdqwhabenikvoptux-------''",
)
"""Small letters and marks that are printed as others are."""

_UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)
"""What counts as printable, and takes no room or shows nothing."""


def composed(name: str) -> str:
    """A name in the usual spelling (NFC), in which each letter has its accents in it."""
    return unicodedata.normalize("NFC", name)


def is_unseen(name: str) -> bool:
    """Whether something in a name shows nothing."""
    return _UNSEEN.search(name) is not None


def look_of(name: str) -> str:
    """What a name looks like; two names that look alike have the same."""
    small = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    seen = "".join(each for each in _UNSEEN.sub("", small) if unicodedata.category(each) != "Cf")
    return " ".join(seen.translate(_TWINS).split())
