"""Moments as people name them: ``3.2/MPh``, ``3.2``, ``#120``, ``end``, the words of a note."""

import re
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Final, TypeAlias

import attrs

from events.commands import Note, Undo
from events.errors import BadInput
from events.log import Happened
from events.moment import Moment, parse_moment
from events.register import Event
from replays.game.position import (
    IMPOSSIBLE,
    Position,
    cannot_have_happened,
    in_play,
    play_on,
    position_after,
)
from sim.state import State
from sim.state.evolve import EFFECTS


@attrs.frozen
class When:
    """A point of a game; the end of it where no attribute says another."""

    moment: Moment | None = None
    """As this phase ends, or now if it is being played."""
    player_turn: tuple[int, int] | None = None
    """Likewise of a Player Turn, such as (3, 2)."""
    entry: int | None = None
    """Right after the entry of this number."""
    note: str | None = None
    """Right after the note that has these words, or begins with them."""

    def __str__(self) -> str:
        if self.moment is not None:
            return str(self.moment)
        if self.player_turn is not None:
            return f"{self.player_turn[0]}.{self.player_turn[1]}"
        if self.note is not None:
            return repr(self.note)
        return "end" if self.entry is None else f"#{self.entry}"

    def before(self, moment: Moment) -> bool:
        """Whether a moment comes after this point; of an entry or the end nothing is known."""
        if self.player_turn is not None:
            return (moment.turn, moment.player) > self.player_turn
        return self.moment is not None and not moment <= self.moment

    def after(self, moment: Moment) -> bool:
        """Whether a moment comes before this point begins; likewise."""
        if self.player_turn is not None:
            return (moment.turn, moment.player) < self.player_turn
        return self.moment is not None and moment < self.moment


END: Final = When()
"""The end of a game."""

_ENTRY: Final = re.compile(r"#[0-9]{1,9}")
_PLAYER_TURN: Final = re.compile(r"([0-9]{1,4})\.([12])")
_LIKE_A_MOMENT: Final = re.compile(r"[#0-9]|.*/")


def parse_when(text: str) -> When:
    """Read a moment as people name it.

    What looks like no moment is taken for the words of a note.
    """
    word = str(text).strip()  # in Python a Moment is one too
    if word.lower() == "end":
        return END
    if _ENTRY.fullmatch(word):
        return When(entry=int(word[1:]))
    if (found := _PLAYER_TURN.fullmatch(word)) is not None and int(found[1]) > 0:
        return When(player_turn=(int(found[1]), int(found[2])))
    try:
        return When(parse_moment(word))
    except BadInput:
        if word and not _LIKE_A_MOMENT.match(word):
            return When(note=word)
        raise BadInput(
            f"{str(text)[:40]!r} is not a moment; expected such as 3.2/MPh (Game Turn 3, second "
            f"Player Turn, MPh), 3.2, setup, #120 (entry 120), end or the words of a note"
        ) from None


def resolve_note(when: When, happenings: Iterable[Happened]) -> When:
    """The entry that a note's words mean, of the notes that stand; other moments as they are."""
    if when.note is None:
        return when
    words = when.note.casefold()
    same, more = set[int](), set[int]()  # numbers of notes, and of no others than may be meant
    for n, command, _ in happenings:
        if isinstance(command, Note):
            text = command.text.casefold()
            if text.startswith(words):
                (same if text == words else more).add(n)
        elif isinstance(command, Undo) and command.entry is not None:
            same.discard(command.entry)
            more.discard(command.entry)
    found = sorted(same or more)
    if len(found) == 1:
        return When(entry=found[0])
    if found:
        many = ", ".join(f"#{n}" for n in found[:8])
        raise BadInput(f"several notes begin with {when.note[:40]!r}: {many}")
    raise BadInput(
        f"{when.note[:40]!r} is neither a moment, such as 3.2/MPh, nor how a note of this game "
        f"begins"
    )


Again: TypeAlias = Callable[[], Iterable[Happened]] | None
"""Gives what each entry of a game does once more, from the first on; None where that is dear."""


def state_at(
    state: State, happenings: Iterable[Happened], when: When = END, again: Again = None
) -> tuple[int, State]:
    """The last state that is not past a point, and the number of the entry that led to it.

    What was taken back does not count, unless the point is an entry: then nothing that came later
    does.
    """
    number, position = position_at(state, happenings, when, again)
    return number, in_play(position.state)


def position_at(
    state: State, happenings: Iterable[Happened], when: When = END, again: Again = None
) -> tuple[int, Position]:
    """Where the game stands at a point, and the number of the entry that led there.

    See `state_at`, which sees beside that all things of that state are in play.
    """
    number, passed, position, now = 0, 0, Position(state), state
    unheld = again is not None and when.moment is None and when.player_turn is None
    for n, command, events in islice(happenings, when.entry):
        if unheld and command is None:  # no other caller has this Position
            position.state = now = _folded(now, n, events)
            position.entry = number = n
            position.finished = position.reopened = False
            continue
        if again is not None and isinstance(command, Undo):
            return position_at(state, again(), when)
        if command is not None:
            position = position_after(position, n, command)
            passed = 0 if isinstance(command, Undo) and command.entry == passed else passed
        elif passed:
            position = play_on(position, n, (), position.state)
        else:
            after, whole = _folded_until(position.state, n, events, when)
            passed = 0 if whole else n
            if again is not None and whole:  # no other caller has this Position
                position.state, position.entry = after, n
                position.finished = position.reopened = False
            else:
                position = play_on(position, n, (), after, None, events if whole else None)
        number = number if passed else n
    _demand_there(when, number, position.state.moment)
    return number, position


def _demand_there(when: When, number: int, moment: Moment) -> None:
    short = when.entry is not None and number < when.entry
    if short or when.after(moment) or (when.moment is not None and moment != when.moment):
        raise BadInput(
            f"the game did not come to {when}; it has {number} entries and stands at {moment}"
        )


def _folded(state: State, n: int, events: tuple[Event, ...]) -> State:
    try:
        for event in events:
            state = EFFECTS[type(event)](state, event)
    except IMPOSSIBLE:
        raise cannot_have_happened(n) from None
    return state


def _folded_until(
    state: State, n: int, events: tuple[Event, ...], when: When
) -> tuple[State, bool]:
    """The state after events, as far as a point, and whether all of them lie before it."""
    for event in events:
        after = _folded(state, n, (event,))
        if when.before(after.moment):
            return state, False
        state = after
    return state, True
