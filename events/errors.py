"""What goes wrong with files and words, as one sentence a person can act on."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Final, Self

_WITHIN: Final = re.compile(r".*\bline [0-9]+, (.+)", re.DOTALL)


class BadInput(ValueError):  # noqa: N818 - the name says what it is, at every place that raises it
    """Input that cannot be used: what, where, and what was expected, in one sentence.

    Args:
        what: the sentence, without a closing full stop.
        where: file and line, or the path of the value inside a document.
    """

    def __init__(self, what: str, where: str = "") -> None:
        self.what = what
        self.where = where
        super().__init__(f"{where}: {what}" if where else what)

    def inside(self, where: str) -> Self:
        """The same complaint, of the same kind, with an outer place put before its own."""
        outer = type(self).__new__(type(self))
        outer.__dict__.update(self.__dict__)
        BadInput.__init__(outer, self.what, f"{where}, {self.where}" if self.where else where)
        return outer

    @property
    def in_line(self) -> str:
        """The sentence, behind the place of the value within its line."""
        place = _WITHIN.match(self.where)
        return f"{place[1]}: {self.what}" if place else self.what


@contextmanager
def in_file(path: str) -> Iterator[None]:
    """Work on a file: a complaint from inside names the file, in front and once."""
    try:
        yield
    except BadInput as error:
        raise (error if error.where.startswith(path) else error.inside(path)) from None


def meant(word: str, known: Iterable[str], otherwise: str = "", cutoff: float = 0.6) -> str:
    """The end of a sentence about an unknown word: which was meant; else the other end."""
    called = {each.lower(): str(each) for each in known}
    near = get_close_matches(word[:60].lower(), called, n=1, cutoff=cutoff)
    return f"; did you mean {called[near[0]]!r}?" if near else otherwise


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
