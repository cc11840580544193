"""Branches: a game that shares the past of another, and plays on by itself."""

from collections.abc import Sequence

import attrs

from events.chain import entry_line, header_line, seal_after
from events.commands import Finish
from events.entry import Entry, Header, Parent
from events.errors import BadInput
from events.log import happened
from replays.playing.moments import parse_when, pin, state_at
from replays.version import ENGINE
from sim.state import State

__all__ = ["as_shared", "last_shared", "new_branch"]


def last_shared(beginning: State, entries: Sequence[Entry], at: str) -> int:
    """The number of the last entry that a branch at a moment shares; 0 if none.

    An entry that goes beyond the moment is not shared, nor is a closing entry that leaves nothing
    to play on: a branch is open.

    Args:
        beginning: the state before the first entry.
        entries: those of the game.
        at: a moment such as ``3.2/MPh``, ``#120`` or the words of a note.

    Raises:
        BadInput: when it is not a moment, or the game did not come that far.
    """
    when = pin(parse_when(at), map(happened, entries))
    n, state = state_at(beginning, map(happened, entries), when)
    if n and isinstance(entries[n - 1].do, Finish) and not state.clock.over:
        n -= 1
    return n


def as_shared(entry: Entry) -> Entry:
    """An entry without what differs between a game and its branches: the seal that closes it."""
    if isinstance(entry.do, Finish):
        return attrs.evolve(entry, do=attrs.evolve(entry.do, seal=""))
    return entry


def new_branch(
    header: Header, entries: Sequence[Entry], n: int, log: str
) -> tuple[Header, list[Entry]]:
    """Header and entries of a branch that shares the first ``n`` entries of a game.

    The entries are those of the game as they are; only the seal of a closing entry among them is
    that of the branch.

    Args:
        header: the header of the game.
        entries: its entries.
        n: how many of them are shared.
        log: the name of its log.

    Raises:
        BadInput: when the game has not so many entries.
    """
    if header.sealed is not None:
        raise BadInput("a game with sealed dice has no branches: nobody has links for them")
    if n > len(entries):
        raise BadInput(f"this game has {len(entries)} entries, so no entry {n}")
    seal = seal_after(header_line(header)[1], entries[:n])
    made = attrs.evolve(header, engine=ENGINE, made_from=None, parent=Parent(log, n, seal))
    before, shared = header_line(made)[1], []
    for each in entries[:n]:
        closes = isinstance(each.do, Finish)
        entry = attrs.evolve(each, do=Finish(each.n - 1, before)) if closes else each
        before = entry_line(entry, before)[1]
        shared.append(entry)
    return made, shared
