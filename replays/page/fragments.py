"""Fragments of SVG, called by what is in them, so that none is sent or kept twice."""

import re
from collections.abc import Iterable
from hashlib import blake2b
from typing import Final

__all__ = ["Fragments"]

_TAG: Final = re.compile("<[^<>]*>")


class Fragments:
    """All fragments of a game's pages, by their ids.

    A page may have no style in attributes: its policy forbids them, whoever wrote them. So a
    fragment says in ``data-style`` what the viewer then sets.

    Attributes:
        text: the SVG of each id.
    """

    def __init__(self) -> None:
        self.text: dict[str, str] = {}
        self._ids: dict[str, str] = {}

    def add(self, svg: str) -> str:
        """The id of a fragment, which is kept."""
        found = self._ids.get(svg)
        if found is None:
            found = self._ids[svg] = blake2b(svg.encode(), digest_size=6).hexdigest()
            self.text[found] = _TAG.sub(_without_style, svg)
        return found

    def of(self, ids: Iterable[str]) -> dict[str, str]:
        """The SVG of some ids; those that are not known are left out."""
        return {each: self.text[each] for each in ids if each in self.text}


def _without_style(tag: re.Match[str]) -> str:
    return tag[0].replace(' style="', ' data-style="')
