"""Moments as people name them: ``3.2/MPh``, ``3.2``, ``setup``, ``#120``, ``end``."""

import re
from collections.abc import Iterable
from typing import Final

import attrs

from events.errors import BadInput
from events.moment import PHASES, Moment, parse_moment
from events.vocabulary import Event
from sim.state import State
from sim.state.evolve import AFTER, evolve

__all__ = ["END", "IMPOSSIBLE", "When", "parse_when", "reached", "state_at"]


IMPOSSIBLE: Final = (KeyError, AssertionError, TypeError, AttributeError)
"""What goes wrong when an event that cannot have happened is folded all the same."""


@attrs.frozen
class When:
    """A point of a game: as a phase ends, right after an entry, or the end of the game.

    Attributes:
        moment: the phase; None when the point is not one.
        entry: the number of the entry; None when the point is none.
    """

    moment: Moment | None = None
    entry: int | None = None

    def __str__(self) -> str:
        if self.moment is not None:
            return str(self.moment)
        return "end" if self.entry is None else f"#{self.entry}"


END: Final = When()
"""The end of a game."""


def parse_when(text: str) -> When:
    """Read a moment as people name it. A Player Turn alone, such as ``3.2``, is its CCPh.

    Raises:
        BadInput: when it is none.
    """
    word = text.strip()
    if word.lower() == "end":
        return END
    if re.fullmatch(r"#[0-9]{1,9}", word):
        return When(entry=int(word[1:]))
    if re.fullmatch(r"[0-9]{1,4}\.[12]", word):
        word = f"{word}/{PHASES[-1]}"
    try:
        return When(parse_moment(word))
    except BadInput:
        raise BadInput(
            f"{text[:40]!r} is not a moment; expected such as 3.2/MPh (Game Turn 3, second Player "
            f"Turn, MPh), 3.2, setup, #120 (entry 120) or end"
        ) from None


def reached(when: When, entry: int, state: State) -> bool:
    """Whether a state, reached in an entry, is not past a point."""
    if when.entry is not None:
        return entry <= when.entry
    return when.moment is None or state.moment <= when.moment


def state_at(
    state: State, happenings: Iterable[tuple[int, tuple[Event, ...]]], when: When = END
) -> tuple[int, State]:
    """The last state that is not past a point, and the number of the entry that led to it.

    Args:
        state: the state before the first entry.
        happenings: number and events of each entry of the game.
        when: the point; a phase means the state as that phase ends.

    Raises:
        BadInput: when the game did not come that far, or an entry cannot have happened.
    """
    if when == END:
        return _last(state, happenings)
    number = 0
    for n, events in happenings:
        for event in events:
            after = happen(state, event, n)
            if not reached(when, n, after):
                return number, _demand(when, number, state)
            state = after
        if when.entry is None or n <= when.entry:
            number = n
    return number, _demand(when, number, state)


def _last(state: State, happenings: Iterable[tuple[int, tuple[Event, ...]]]) -> tuple[int, State]:
    """The state at the end: the plain fold, without a look at any moment."""
    number = 0
    for number, events in happenings:
        try:
            for event in events:
                state = AFTER[type(event)](state, event)
        except IMPOSSIBLE:
            raise _cannot_have_happened(number) from None
    return number, state


def happen(state: State, event: Event, n: int) -> State:
    """The state after an event of a log.

    Raises:
        BadInput: when it cannot have happened in this state.
    """
    try:
        return evolve(state, event)
    except IMPOSSIBLE:
        raise _cannot_have_happened(n) from None


def _cannot_have_happened(n: int) -> BadInput:
    return BadInput(
        f"entry {n} tells of something that cannot have happened; khamsin audit tells more"
    )


def _demand(when: When, number: int, state: State) -> State:
    short = when.entry is not None and number < when.entry
    early = when.moment is not None and state.moment != when.moment
    if short or early:
        raise BadInput(
            f"the game did not come to {when}; it has {number} entries and stands at {state.moment}"
        )
    return state
