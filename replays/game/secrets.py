"""The secrets of a side: its links, its signing key, and what it handed over already.

They stand in a file of their own that only its owner can read, and in no log before their time.
"""

import contextlib
import json
import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Self

import attrs

from events.chain import header_line, seal_after
from events.commands import Acknowledged, Asked, Doing, Opened, PenPassed, Undo
from events.entry import Entry, Header
from events.errors import BadInput
from replays.game.address import file_stem, store_of
from replays.game.file import (
    a_hash,
    a_table,
    a_text,
    a_whole,
    demand_private,
    exists,
    one_at_a_time,
    read_text,
    write_private,
)
from replays.game.position import Position
from sim.trust.sealing import (
    MOST_LINKS,
    GivenLink,
    checkpoint_text,
    is_together,
    links_of,
    other_side,
    player_turn,
    stretch_of,
    who_plays,
)
from sim.trust.signing import public_key, sign

_KIND: Final = "sealed secrets"


@attrs.frozen
class SignedHead:
    """A log that a side signed, perhaps with a link: it never signs one that differs from it.

    Its number of entries, and the hash of its last line.
    """

    entries: int
    head: str

    @classmethod
    def read(cls, value: Any) -> Self:
        """Out of JSON."""
        table = a_table(value)
        return cls(a_whole(table, "entries"), a_hash(table, "head"))


@attrs.frozen
class SecretFile:
    """The secrets of one side of one game.

    Attributes:
        terms: the hash of the terms of the game.
        nonce: the number of those terms.
        side: 0 for the side that moves first, 1 for the other.
        last: the link of the last stretch, from which all others follow.
        count: how many links there are.
        signing: what the signing key is made of.
        given: what was signed as a link was given away, by its number.
        signed: the longest log that was signed, if one was.
    """

    path: Path
    terms: str
    nonce: str
    side: int
    last: str = attrs.field(repr=False)
    count: int
    signing: str = attrs.field(repr=False)
    given: dict[int, SignedHead] = attrs.field(factory=dict)
    signed: SignedHead | None = None

    @classmethod
    def beside(cls, log: str | Path) -> Path:
        """Where the secrets of a game are if the caller names none: here, if its log is no file."""
        return Path(f"{log if store_of(log) is None else file_stem(log)}.secret")

    @classmethod
    def new(cls, path: Path, terms: str, nonce: str, side: int, count: int) -> Self:
        """Draw the secrets of a side; ``keep`` writes them."""
        drawn = secrets.token_hex(32), count, secrets.token_hex(32)
        return cls(path, terms, nonce, side, *drawn)

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read the secrets of a side."""
        if not exists(path):
            raise BadInput("there is no such file; `--secret` names your secrets", str(path))
        try:
            demand_private(path, "these secrets", "begin another game")
            value = json.loads(read_text(path))
            if a_text(a_table(value), "khamsin") != _KIND:
                raise BadInput("this is not a file of secrets")
            count = a_whole(value, "count", 1, MOST_LINKS)
            table = a_table(value.get("given"))
            given = {int(number): SignedHead.read(one) for number, one in table.items()}
            signed = None if value.get("signed") is None else SignedHead.read(value["signed"])
            fixed = a_hash(value, "terms"), a_hash(value, "nonce"), a_whole(value, "side", 0, 1)
            drawn = a_hash(value, "last"), count, a_hash(value, "signing")
            return cls(path, *fixed, *drawn, given, signed)
        except BadInput as error:
            place = error.where.startswith(str(path))
            raise (error if place else error.inside(str(path))) from None
        except (ValueError, RecursionError):
            raise BadInput("this is not a file of secrets", str(path)) from None

    def demand_writable(self) -> None:
        """See that something can be signed now, before a log says that it was."""
        with one_at_a_time(self.path):
            pass

    @contextlib.contextmanager
    def signing_now(self) -> Iterator[Self]:
        """The same secrets with all that was signed by now; no other program signs meanwhile."""
        with one_at_a_time(self.path):
            now = self.read(self.path)
            yield attrs.evolve(self, given=now.given, signed=now.signed)

    def keep(self, *, new: bool = False) -> None:
        """Write the secrets, readable for their owner alone; wholly or not at all."""
        warning = "send this file to nobody: who has it knows your part of every die"
        value = {"khamsin": _KIND, "warning": warning, **attrs.asdict(self)}
        del value["path"]
        write_private(self.path, json.dumps(value, indent=1) + "\n", new=new)

    @property
    def key(self) -> str:
        """The public key."""
        return public_key(bytes.fromhex(self.signing)).hex()

    @property
    def tip(self) -> str:
        """The public end of the links."""
        return self._links()[0]

    def link(self, stretch: int) -> str:
        """The link of a stretch."""
        if not 0 < stretch <= self.count:
            raise BadInput(f"these secrets have no stretch {stretch}", str(self.path))
        return self._links()[stretch]

    def _links(self) -> list[str]:
        return links_of(self.terms, self.side, bytes.fromhex(self.last), self.count)

    def signing_on(self, hashes: Sequence[str]) -> Self:
        """The same secrets, once a log is signed."""
        before, now = self.signed, SignedHead(len(hashes) - 1, hashes[-1])
        if before is None:
            return attrs.evolve(self, signed=now)
        if hashes[before.entries : before.entries + 1] == [before.head]:
            return attrs.evolve(self, signed=now)
        raise BadInput(
            f"this log does not go on with the one of {before.entries} entries that was signed "
            f"already, and ends with hash {before.head}: with both signatures the other side could "
            f"prove that there are two"
        )

    def signature(self, entries: int, head: str, given: GivenLink | None = None) -> bytes:
        """The signature of a checkpoint, and of a link that is given away with it."""
        text = checkpoint_text(self.terms, entries, head, given)
        return sign(bytes.fromhex(self.signing), text.encode())

    def giving(self, stretch: int, given: SignedHead) -> Self:
        """The same secrets, once a link is given away for a log; the same log can have it again."""
        before = self.given.get(stretch, given)
        if before != given:
            raise BadInput(
                f"the link of stretch {stretch} was given away for a log of {before.entries} "
                f"entries that ends with hash {before.head}; no other log can have it"
            )
        return attrs.evolve(self, given={**self.given, stretch: given})


_BY_SEAL: Final = (Opened, Asked, PenPassed)
"""What `khamsin seal` writes, and sees to by itself."""


class OwnSideGuard:
    """A copy of a game with sealed dice, of the side whose secrets are beside it."""

    def __init__(self, log: str, header: Header) -> None:
        """Name the log; secrets are read anew for each order, as another program may sign."""
        self._log, self._header = log, header
        self._found: SignedHead | None = None

    def demand_ours(self, entries: Sequence[Entry], position: Position, command: Doing) -> None:
        """See that an order can be part of the game when this side gives it now, in this log."""
        if self._header.sealed is None or isinstance(command, _BY_SEAL):
            return
        ours = self._secrets()
        if ours is None or (position.finished and isinstance(command, Acknowledged)):
            return
        if ours.signed is not None:
            self._demand_signed(entries, ours.signed)
            undone = isinstance(command, Undo) and position.before is not None
            if undone and position.entry <= ours.signed.entries:
                raise BadInput(
                    f"entry {position.entry} was signed and handed over, and is not taken back"
                )
        self._demand_turn(position, ours.side)

    def _secrets(self) -> "SecretFile | None":
        try:
            found = SecretFile.read(SecretFile.beside(self._log))
        except BadInput:
            return None
        return found if found.terms == self._header.seed else None

    def _demand_signed(self, entries: Sequence[Entry], signed: "SignedHead") -> None:
        if signed == self._found:
            return
        before = entries[: signed.entries]
        if seal_after(header_line(self._header)[1], before) != signed.head:
            raise BadInput(
                f"this is not the log of {signed.entries} entries that was signed, or an old copy "
                f"of it: nothing is recorded here before `khamsin seal take` of the last letter "
                f"goes on with it"
            )
        self._found = signed

    def _demand_turn(self, position: Position, side: int) -> None:
        opened, name = position.opened, self._header.scenario.order_of_sides[other_side(side)]
        if is_together(self._header):
            if position.exchange.pen != side:
                raise BadInput(
                    f"{name} gives the orders now, and in no other copy of the game would this be; "
                    f"`khamsin seal take` takes what {name} sends"
                )
        elif opened is not None and who_plays(opened.stretch) != side:
            turn = player_turn(opened.stretch)
            now = opened.stretch == stretch_of(position.state.moment) and not position.finished
            raise BadInput(
                f"{name} {'plays' if now else 'has played'} Player Turn {turn}, and no other "
                f"side records in it"
            )
