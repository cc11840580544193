"""What a key signed before, and by it: which side of a game by mail is ours, in this copy.

The memory of a key is a file beside it, ``NAME.key.signed``. It keeps the key from signing what
contradicts it, and keeps us from recording what no other copy of a game could have.
"""

import contextlib
import json
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Self

import attrs

from events.chain import header_line, seal_after
from events.commands import Acknowledged, Asked, Declined, Doing, Opened, SidePassed, Struck, Undo
from events.entry import Entry, Header
from events.errors import BadInput, in_file
from replays.game.address import store_of
from replays.game.file import a_hash, a_table, a_text, a_whole, read_text
from replays.game.file_kind import FileKind, kind_of_file
from replays.game.output import OWN
from replays.game.position import Position
from sim.trust.mail import MOST_ROUNDS, other_side
from sim.trust.signing import LAST_TIME, LogPoint

_KIND: Final = "signed before"

_WRITING: Final = 10
"""Seconds within which a file is written. One that came to be later is a copy, though a disk gave
it the number of the file that it was copied from; no program can set that time."""


@attrs.frozen
class SignedOnce:
    """A checkpoint that a key signed."""

    point: LogPoint
    time: int
    """When, in seconds since 1970."""
    round: int = 0
    """Of a game by mail, the round whose reveal was given for this log; 0 if none was."""


@attrs.frozen
class Invited:
    """A nonce that a key used: the invitation or letter of it, and the log, once there is one."""

    invitation: str
    log: str = ""


@attrs.frozen
class SignedBefore:
    """What a key signed before."""

    path: Path
    key: str = ""
    """The public key, empty in a file of an older version."""
    logs: dict[str, SignedOnce] = attrs.field(factory=dict)
    """The last checkpoint of each log, by the hash of its first line."""
    nonces: dict[str, Invited] = attrs.field(factory=dict)
    """Those that it drew for games by mail."""
    moved: bool = False
    """The file is not where it was written: a copy, perhaps of an older one."""
    kept: bool = False
    """There is such a file."""

    @classmethod
    def beside(cls, key: Path) -> Self:
        """What the key in a file signed before; nothing if there is no file beside it."""
        return cls.read(Path(f"{key}.signed"))

    @classmethod
    def read(cls, path: Path) -> Self:
        """What a file says that a key signed before."""
        if not path.exists():
            return cls(path)
        with in_file(str(path)):
            try:
                value = a_table(json.loads(read_text(path)))
                if a_text(value, "khamsin") != _KIND:
                    raise BadInput("this is not what a key signed before")
                logs = {
                    log: _once(log, a_table(one)) for log, one in a_table(value["logs"]).items()
                }
                nonces = {
                    nonce: Invited(a_hash(a_table(one), "invitation"), a_text(one, "log"))
                    for nonce, one in a_table(value.get("nonces", {})).items()
                }
                key, file = str(value.get("key", "")), path.stat()
                written = a_whole({"written": int(file.st_ctime)} | value, "written", 0, LAST_TIME)
                apart = abs(file.st_ctime - written) > _WRITING
                moved = value.get("inode", 0) != file.st_ino or apart
                return cls(path, key, logs, nonces, moved and bool(key), kept=True)
            except BadInput:
                raise
            except (ValueError, RecursionError, LookupError):
                raise BadInput("this is not what a key signed before") from None

    def with_point(self, point: LogPoint, time: int, round_: int = 0) -> Self:
        """The same with one more checkpoint; `keep` writes it. A reveal stays given."""
        once = self.logs.get(point.log)
        if once is not None and once.point == point:
            round_ = round_ or once.round
        return attrs.evolve(self, logs={**self.logs, point.log: SignedOnce(point, time, round_)})

    def with_nonce(self, nonce: str, used: Invited) -> Self:
        """The same with what a nonce was drawn for; `keep` writes it."""
        return attrs.evolve(self, nonces={**self.nonces, nonce: used})

    def keep(self) -> None:
        """Write it on disk, with the number of its file, by which a copy is known."""
        logs = {
            log: {**attrs.asdict(once.point), "time": once.time, "round": once.round}
            for log, once in self.logs.items()
        }
        for each in logs.values():
            del each["log"]
        value: dict[str, Any] = {"khamsin": _KIND, "key": self.key, "logs": logs}
        value["written"] = int(time.time())
        value["nonces"] = {nonce: attrs.asdict(each) for nonce, each in self.nonces.items()}

        def written(file: int) -> Iterable[bytes]:
            value["inode"] = 0 if self.moved else os.fstat(file).st_ino
            return [json.dumps(value, indent=1).encode(), b"\n"]

        OWN.write(self.path, written, private=True)


def _once(log: str, value: dict[str, Any]) -> SignedOnce:
    fields = a_whole(value, "entries"), a_hash(value, "root"), a_hash(value, "seal")
    return SignedOnce(
        LogPoint(a_hash({"log": log}, "log"), *fields),
        a_whole(value, "time", 0, LAST_TIME),
        a_whole({"round": 0} | value, "round", 0, MOST_ROUNDS),
    )


def memories(log: str | Path) -> Iterator[SignedBefore]:
    """What keys beside a log, or in this folder, signed before; what cannot be read is left out.

    A link to a key is a key. A file without its secret key is not of ours: an opponent can send
    one.
    """
    folders = [Path()] if store_of(log) is not None else [Path(log).parent, Path()]
    there = [each for folder in folders for each in folder.glob("*")]
    found = [each for each in there if each.suffix == ".signed"]
    found += [Path(f"{os.path.realpath(each)}.signed") for each in there if each.is_symlink()]
    for path in dict.fromkeys(found):
        with contextlib.suppress(BadInput):
            if kind_of_file(str(path.with_suffix(""))) is FileKind.KEY:
                yield SignedBefore.read(path)


_BY_MAIL: Final = (Opened, Asked, SidePassed, Struck, Declined)
"""What `khamsin mail` writes, and sees to by itself."""


class OwnSideGuard:
    """A copy of a game by mail, where the key of a side is beside it."""

    def __init__(self, log: str, header: Header) -> None:
        """Name the log; memories are read anew for each order, as another program may sign."""
        self._log, self._header = log, header
        self._found: SignedOnce | None = None

    def demand_ours(self, entries: Sequence[Entry], position: Position, command: Doing) -> None:
        """See that an order can be part of the game when this side gives it now, in this log."""
        mail = self._header.mail
        if mail is None or isinstance(command, _BY_MAIL):
            return
        if position.finished and isinstance(command, Acknowledged):
            return
        sides = [
            (mail.keys.index(each.key), each)
            for each in memories(self._log)
            if each.key in mail.keys
        ]
        for _, each in sides:
            signed = each.logs.get(header_line(self._header)[1])
            if signed is not None:
                self._demand_signed(entries, position, signed, command)
        if sides and position.exchange.active not in [side for side, _ in sides]:
            name = self._header.scenario.order_of_sides[other_side(sides[0][0])]
            raise BadInput(
                f"{name} gives the orders now, and in no other copy of the game would this be; "
                f"`khamsin mail take` takes what {name} sends"
            )

    def _demand_signed(
        self, entries: Sequence[Entry], position: Position, signed: SignedOnce, command: Doing
    ) -> None:
        point = signed.point
        undone = isinstance(command, Undo) and position.before is not None
        if undone and position.entry <= point.entries:
            raise BadInput(
                f"entry {position.entry} was signed and handed over, and is not taken back"
            )
        if signed == self._found:
            return
        before = entries[: point.entries]
        if seal_after(header_line(self._header)[1], before) != point.seal:
            raise BadInput(
                f"this is not the log of {point.entries} entries that was signed, or an old copy "
                f"of it: nothing is recorded here before `khamsin mail take` of the last letter, "
                f"yours or the other's, goes on with it"
            )
        self._found = signed
