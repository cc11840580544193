"""The game with one mistake corrected, played beside the logged one.

At the entry of a mistake the rules decide the order of the log in the state of the log. From there
the orders of the log are given in both, with the dice of the log. Where the log has another
mistake, both games take over what it says; so the two differ by the first mistake alone.
"""

from typing import Final

from events.commands import Advance, BookCommand, Command, Finish, Note, Undo, WindChange
from events.entry import Entry, Header
from events.errors import BadInput
from events.orders import format_order
from events.vocabulary import Event
from replays.auditing.attempts import attempt, folded
from replays.auditing.differences import differences
from replays.auditing.doors import door_at
from replays.auditing.passing import Passage
from replays.auditing.report import shortened
from replays.playing.position import Position, play_on, position_after
from replays.report.facts import Sample, differing
from replays.report.model import Otherwise
from sim.machine.decide import Outcome
from sim.machine.refusals import Refusal
from sim.state import State

__all__ = ["MOST_OTHERWISE", "Beside"]

MOST_OTHERWISE: Final = 20
"""So many entries that come out otherwise are told; the rest is counted."""

_MOST_SAMPLES: Final = 20_000
"""So many entries are compared after a mistake."""


class Beside:
    """A corrected game under way.

    Attributes:
        entry: number of the entry with the mistake.
        order: its words.
        stopped: why the corrected game cannot be played (on); empty if it can.
        samples: what differed after each entry.
        otherwise: entries that came out otherwise, the first of them.
        further: the numbers of the others.
        orders: the numbers of the entries of players given while something differed.
    """

    def __init__(self, header: Header, passage: Passage) -> None:
        """Correct the entry of a passage."""
        self.entry = passage.entry.n
        self.order = format_order(passage.entry.do)
        self.stopped = ""
        self.samples: list[Sample] = []
        self.otherwise: list[Otherwise] = []
        self.further: list[int] = []
        self.orders: list[int] = []
        self._header = header
        self._position = passage.written
        self._correct(passage)

    def _correct(self, passage: Passage) -> None:
        entry, before = passage.entry, passage.before
        if isinstance(entry.do, BookCommand):
            return  # it says something of the log, and changes nothing on the map
        if passage.mended:
            self.stopped = (
                "the log goes on as if an order had been given that is not in it; with that order "
                "everything fits, so nothing else followed"
            )
            return
        door = door_at(self._header, before, before.state.moment, entry.dice)
        right = attempt(before.state, entry.do, door)
        if isinstance(right, Outcome):
            state = right.state
        elif right is None:
            self.stopped = "the dice of this entry do not suffice to decide it"
            return
        elif isinstance(entry.do, Advance):
            self.stopped = f"nobody knows how the game would have gone on: {right}"
            return
        else:
            state = before.state  # the order is not allowed, so nothing comes of it
        self._go_on(entry, before, state, passage.written.state)

    def _go_on(self, entry: Entry, before: Position, state: State, logged: State) -> None:
        """Both stand where they stand after an entry."""
        if state is not logged and state == logged:
            state = logged
        self._position = play_on(before, entry.n, entry.dice, state, entry.do)
        self._look(entry.n, logged)

    def _look(self, n: int, logged: State) -> None:
        state = self._position.state
        same = state is logged or state == logged
        if same and not (self.samples and self.samples[-1].facts):
            return
        if len(self.samples) >= _MOST_SAMPLES:
            self.stopped = f"only the {_MOST_SAMPLES} entries after it were compared"
            return
        facts = () if same else tuple(differing(logged, state))
        if self.samples and self.samples[-1].facts == facts:
            facts = self.samples[-1].facts
        clock = logged.clock
        self.samples.append(Sample(n, clock.moment, clock.wind_rolled, logged, state, facts))

    # The entries after it ---------------------------------------------------------------------

    def follow(self, passage: Passage) -> None:
        """Give the order of the next entry in the corrected game too."""
        if self.stopped:
            return
        entry, logged = passage.entry, passage.written.state
        here = self._position
        if isinstance(entry.do, BookCommand):
            self._follow_book(entry, entry.do, logged)
        elif here.state is passage.before.state:
            self._position = play_on(here, entry.n, entry.dice, logged, entry.do)
            self._look(entry.n, logged)
        elif passage.mended:
            self.stopped = f"an order is missing before entry {entry.n}"
        elif passage.findings:
            state = folded(here.state, entry.then)
            if state is None:
                self.stopped = f"entry {entry.n} has a mistake of its own that fits only the log"
                return
            self._go_on(entry, here, state, logged)
        else:
            self._go_on(entry, here, self._decided(passage, entry.do), logged)

    def _follow_book(self, entry: Entry, command: BookCommand, logged: State) -> None:
        try:
            self._position = position_after(self._position, entry.n, command)
        except BadInput:
            self.stopped = f"entry {entry.n} takes back what cannot be taken back"
            return
        if isinstance(command, Undo):
            self._forget(command.entry)
        if not isinstance(command, Note | Finish):
            self._look(entry.n, logged)

    def _forget(self, n: int | None) -> None:
        """An entry was taken back: it and what was seen after it count no more."""
        self.samples = [each for each in self.samples if each.entry != n]
        self.otherwise = [each for each in self.otherwise if each.entry != n]
        self.further = [each for each in self.further if each != n]
        self.orders = [each for each in self.orders if each != n]

    def _decided(self, passage: Passage, command: Command) -> State:
        """The state after an order in the corrected game; what comes out otherwise is kept."""
        entry, here = passage.entry, self._position.state
        door = door_at(self._header, passage.before, here.moment, entry.dice)
        found = attempt(here, command, door)
        if not isinstance(command, Advance | WindChange):
            self.orders.append(entry.n)
        if isinstance(found, Outcome):
            if found.events != entry.then:
                self._tell(entry, *_first(entry.then, found.events))
            return found.state
        if isinstance(found, Refusal):
            self._tell(entry, found.rule, "it was done", f"not allowed: {found}")
        after = folded(here, entry.then)
        if after is None:
            self.stopped = f"entry {entry.n} is possible only after the mistake"
            return here
        return after

    def _tell(self, entry: Entry, rule: str, logged: str, right: str) -> None:
        if len(self.otherwise) >= MOST_OTHERWISE:
            self.further.append(entry.n)
            return
        order, moment = format_order(entry.do), str(entry.at)
        told = Otherwise(entry.n, moment, order, rule, shortened(logged), shortened(right))
        self.otherwise.append(told)


def _first(logged: tuple[Event, ...], right: tuple[Event, ...]) -> tuple[str, str, str]:
    """Rule, log and rules of all that differs between the events of an entry."""
    found = list(differences(logged, right))
    rule = found[0][0]
    return rule, "; ".join(each[1] for each in found), "; ".join(each[2] for each in found)
