"""The files that two people send each other: an invitation, and a log that is handed over."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, Final, Self, cast

import attrs

from events.codec import decode_scenario, encode_scenario
from events.disk import Disk, open_to_read, write_whole
from events.errors import BadInput, in_file
from events.json_bytes import dumps
from events.scenario import Scenario
from events.terms import SealedWay
from replays.game.file import a_hash, a_table, a_text, a_whole
from sim.trust.sealing import MOST_LINKS, GivenLink

_INVITATION: Final = "sealed invitation"
_HAND_OVER: Final = "sealed hand-over"
_LARGEST: Final = 64 * 1024 * 1024
_WHAT: Final = {
    _INVITATION: "an invitation; `khamsin seal join` takes it, and `khamsin seal show` tells of it",
    _HAND_OVER: "a log that was handed over; `khamsin seal take` takes it",
    "sealed secrets": "a file of secrets; it is sent to nobody",
    "game": "a game log; `khamsin seal next` makes what is sent of it",
}


def whole_lines(log: bytes) -> list[bytes]:
    """The lines of a log that was sent, without their ends."""
    if not log.endswith(b"\n"):
        raise BadInput("the last line has no end", "log")
    return log.split(b"\n")[:-1]


def _raw_of(path: Path) -> bytes:
    with open_to_read(path) as file:
        raw = file.read(_LARGEST + 1)
    if len(raw) > _LARGEST:
        raise BadInput(f"this file is larger than {_LARGEST} bytes")
    return raw


def _object_in(raw: bytes, kind: str) -> dict[str, Any]:
    try:
        value = json.loads(raw.splitlines()[0] if raw.startswith(b'{"khamsin":"game"') else raw)
    except (ValueError, RecursionError):
        raise BadInput(f"this is not {_WHAT[kind].split(';')[0]}") from None
    found = value.get("khamsin") if isinstance(value, dict) else None
    if found != kind:
        said = _WHAT.get(found) if isinstance(found, str) else None
        right = _WHAT[kind].split(";")[0]
        raise BadInput(f"this is {said}" if said else f"this is not {right}")
    return a_table(value)


def _demand_as_written(raw: bytes, written: Callable[[], bytes]) -> None:
    """See that what was sent is one line of JSON, written as it has to be and in no other way.

    Otherwise two programs that read it could find two letters in it, and it would prove nothing.
    """
    try:
        line = written()
    except (TypeError, ValueError):
        raise BadInput("this has a text that cannot be written as UTF-8") from None
    if raw not in (line, line + b"\n"):
        raise BadInput(
            "this is not written as `khamsin seal` wrote it: something changed it on its way; have "
            "it sent again, as a file"
        )


@attrs.frozen
class Invitation:
    """What a side proposes: the terms, and its own commitment.

    Attributes:
        nonce: the number of these terms.
        side: who invites: 0 for the side that moves first, 1 for the other.
        tip: the public end of its links.
    """

    terms: str
    engine: str
    way: SealedWay
    nonce: str
    scenario: Scenario
    side: int
    tip: str
    key: str

    def write(self, path: Path) -> None:
        """Write it to a new file."""
        write_whole(path, [self._line(), b"\n"], new=True)

    def _line(self) -> bytes:
        scenario = encode_scenario(self.scenario)
        value = attrs.asdict(self, recurse=False) | {"scenario": scenario, "way": self.way.value}
        return dumps({"khamsin": _INVITATION, **value})

    @classmethod
    def is_one(cls, path: Path) -> bool:
        """Whether a file says that it is an invitation."""
        start = dumps({"khamsin": _INVITATION})[:-1]
        with in_file(str(path)):
            return _raw_of(path).startswith(start)

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read an invitation."""
        with in_file(str(path)):
            raw = _raw_of(path)
            value = _object_in(raw, _INVITATION)
            if (way := a_text(value, "way")) not in [each.value for each in SealedWay]:
                raise BadInput(f"{way[:40]!r} is no way that this engine knows", "way")
            try:
                scenario = decode_scenario(value.get("scenario"))
            except BadInput as error:
                raise error.inside("scenario") from None
            found = cls(
                a_hash(value, "terms"),
                a_text(value, "engine"),
                SealedWay(way),
                a_hash(value, "nonce"),
                scenario,
                a_whole(value, "side", 0, 1),
                a_hash(value, "tip"),
                a_hash(value, "key"),
            )
            _demand_as_written(raw, found._line)
            return found


class _Sent:
    """A disk on which every path leads to the log that was sent."""

    def __init__(self, log: bytes) -> None:
        self._log = log

    def reading(self, path: Path) -> BinaryIO:
        del path
        return io.BytesIO(self._log)


@attrs.frozen
class HandOver:
    """A log that a side hands over, signed, perhaps with a link of its own.

    Attributes:
        stretch: the number of the link; 0 if there is none.
        checkpoint: a signed note over the log.
    """

    side: int
    stretch: int
    link: str = attrs.field(repr=False)
    checkpoint: str
    log: bytes = attrs.field(repr=False)

    @property
    def given(self) -> GivenLink | None:
        """The number of its link, and the link; None if there is none."""
        return (self.stretch, self.link) if self.stretch else None

    @property
    def disk(self) -> Disk:
        """A disk that has its log alone, to be read."""
        return cast("Disk", _Sent(self.log))

    def write(self, path: Path) -> None:
        """Write it to a new file."""
        write_whole(path, [self._line(), b"\n"], new=True)

    @property
    def game(self) -> str:
        """The hash of the first line of its log: of the terms, the keys and what both committed to.

        It is the same in every copy of the game, so two people can compare it.
        """
        return self.log.split(b"\n", 1)[0][-66:-2].decode("ascii", "replace")

    def _line(self) -> bytes:
        value = attrs.asdict(self) | {"log": self.log.decode()}
        return dumps({"khamsin": _HAND_OVER, **value})

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a log that was handed over."""
        with in_file(str(path)):
            raw = _raw_of(path)
            value = _object_in(raw, _HAND_OVER)
            stretch = a_whole(value, "stretch", 0, MOST_LINKS)
            found = cls(
                a_whole(value, "side", 0, 1),
                stretch,
                a_hash(value, "link") if stretch else "",
                a_text(value, "checkpoint"),
                a_text(value, "log").encode(),
            )
            _demand_as_written(raw, found._line)
            return found
