"""Which counter is which vehicle: by what corrections say, by its name, and by where it lies.

Blanks, dashes and capitals of a name are no matter. Of vehicles whose counters have one name the
ids end in a number, as `Valentine II` and `Valentine II 2`; the hex tells them apart.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final

import attrs

_FACING: Final = re.compile(r" (?:vca[1-6]|tca[1-6]|ca[1-6]|BU|CE)\b")
_NUMBER: Final = re.compile(r" [0-9]{1,4}\Z")


def _plain(name: str) -> str:
    return "".join(filter(str.isalnum, _FACING.sub("", name).lower()))


@attrs.define
class VehicleCounters:
    """The vehicles of a scenario, by their counters.

    Attributes:
        _ids: the vehicles.
        _said: vehicles by the name or number of a counter, as corrections have it.
        _bound: vehicles by the numbers of counters that were seen to be theirs.
    """

    _ids: Iterable[str]
    _said: Mapping[str, str]
    _named: dict[str, list[str]] = attrs.field(init=False, factory=dict)
    _bound: dict[str, str] = attrs.field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        for each in self._ids:
            for name in {_plain(each), _plain(_NUMBER.sub("", each))}:
                self._named.setdefault(name, []).append(each)

    def vehicle(
        self,
        piece: str,
        name: str,
        lies: Callable[[], str | None],
        hex_of: Callable[[str], str | None],
    ) -> str | None:
        """The vehicle of a counter, by the hex where that lies and those of vehicles; else None.

        A counter that only the chat tells of has no number.
        """
        said = self._said.get(piece) or self._said.get(name) or self._bound.get(piece)
        names = self._named.get(_plain(name))
        if said or not names:
            return said
        taken, at = set(self._bound.values()), lies()
        left = {each: hex_of(each) for each in names if each not in taken}
        here = next((id_ for id_, hex_ in left.items() if at is not None and hex_ == at), None)
        if here is not None:
            if piece:
                self._bound[piece] = here
            return here
        outside = [id_ for id_, hex_ in left.items() if hex_ is None]
        return next(iter(outside if outside or len(left) > 1 else left), None)

    def forget(self, piece: str) -> None:
        """A counter was taken away; another may stand for its vehicle."""
        self._bound.pop(piece, None)
