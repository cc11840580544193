"""Is one order missing before an entry that does not fit? Orders are tried; the rules decide.

A finding says what is wrong with the entry all the same. But the audit goes on from there as if the
order had been given, so that one line left out is one finding and not one for every entry that it
made possible.
"""

from collections.abc import Iterator

import attrs

from events.commands import Advance, Command, Start, Stop
from events.entry import Entry, Header
from replays.playing.bookkeeping import seed_of
from replays.playing.position import Position
from sim.machine.decide import Outcome, resolve
from sim.machine.dice import SeededDice, counters_after
from sim.machine.refusals import Refusal

__all__ = ["with_one_more"]


def with_one_more(
    position: Position, header: Header, entry: Entry, outcome: Outcome | Refusal | None
) -> Iterator[Position]:
    """Where a game can stand if one order before an entry is not in its log.

    Args:
        position: where it stands by the log.
        header: that of the log.
        entry: the entry that does not fit there.
        outcome: what the rules give for it there; None if its dice do not suffice.
    """
    state = position.state
    seed = seed_of(header, position, state.moment)
    if seed is None:
        return
    for command in _orders(position, entry, outcome):
        dice = SeededDice(seed, header.game, state.moment, position.used)
        found = resolve(state, command, dice)
        if isinstance(found, Outcome):
            over = found.state.moment != state.moment
            used = counters_after(position.used, tuple(dice.rolls), moment_over=over)
            yield attrs.evolve(position, state=found.state, used=used)


def _orders(
    position: Position, entry: Entry, outcome: Outcome | Refusal | None
) -> Iterator[Command]:
    """Orders that may be missing: what is due first, a phase, or the Start or Stop of a vehicle.

    Which other order it was cannot be told from what does not fit; to guess would hide mistakes.
    """
    state = position.state
    if isinstance(outcome, Refusal) and outcome.first is not None:
        yield outcome.first
    if entry.at != state.moment:
        yield Advance(entry.at.phase)
    events = entry.then if outcome is None or isinstance(outcome, Refusal) else outcome.events
    for name in sorted(_named((entry.do, *entry.then, *events))):
        if name in state.vehicles:
            yield from (Start(name), Stop(name))


def _named(things: tuple[object, ...]) -> set[str]:
    """The vehicles that an order and events name."""
    names = (getattr(each, "vehicle", None) for each in things)
    return {name for name in names if isinstance(name, str)}
