"""Whose copy of a game with sealed dice a log is: what it alone would have is not recorded in it.

Each side has a log of its own, and a log does not know whose it is. The secrets beside it do: they
are those of one side, and remember what that side signed. Where they are elsewhere nobody can tell,
and what was recorded out of turn is found when the next letter is taken.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from events.chain import header_line, seal_after
from events.commands import Acknowledged, Asked, Doing, Opened, PenPassed, Undo
from events.entry import Entry, Header
from events.errors import BadInput
from replays.playing.position import Position
from sim.machine.exchange import is_together
from sim.machine.sealing import other_side, player_turn, stretch_of, who_plays

if TYPE_CHECKING:
    from replays.secret_file import Given, SecretFile

__all__ = ["SealedCopy"]


_BY_SEAL: Final = (Opened, Asked, PenPassed)
"""What `khamsin seal` writes, and sees to by itself."""


class SealedCopy:
    """A copy of a game with sealed dice, of the side whose secrets are beside it.

    Args:
        log: what the log is called.
        header: that of the log.
    """

    def __init__(self, log: str, header: Header) -> None:
        """Name the log; secrets are read anew for each order, as another program may sign."""
        self._log, self._header = log, header
        self._found: Given | None = None

    def demand_ours(self, entries: Sequence[Entry], position: Position, command: Doing) -> None:
        """See that an order can be part of the game when this side gives it now, in this log.

        Args:
            entries: those of the log.
            position: where the game stands.
            command: the order.

        Raises:
            BadInput: when the other side gives the orders, when what was signed would be taken
                back, or when the log is not the one that was signed.
        """
        if self._header.sealed is None or isinstance(command, _BY_SEAL):
            return
        ours = self._secrets()
        if ours is None or (position.finished and isinstance(command, Acknowledged)):
            return
        if ours.signed is not None:
            self._demand_signed(entries, ours.signed)
            if _takes_back(command, position) and position.entry <= ours.signed.entries:
                raise BadInput(
                    f"entry {position.entry} was signed and handed over, and is not taken back"
                )
        self._demand_turn(position, ours.side)

    def _secrets(self) -> "SecretFile | None":
        """The secrets beside the log; None where there are none of this game."""
        from replays.secret_file import SecretFile  # noqa: PLC0415 - few games have any

        try:
            found = SecretFile.read(SecretFile.beside(self._log))
        except BadInput:
            return None
        return found if found.terms == self._header.seed else None

    def _demand_signed(self, entries: Sequence[Entry], signed: "Given") -> None:
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
                f"{name} {'plays' if now else 'has played'} Player Turn {turn}, and nobody else "
                f"records in it"
            )


def _takes_back(command: Doing, position: Position) -> bool:
    return isinstance(command, Undo) and position.before is not None
