"""The audit: was every environmental effect of this game applied as the rules say?

Everything is derived again: dice from the seed, events from commands, states from events, hashes
from bytes. The audit keeps two states side by side: the *ruled* one, which follows the rules from
the first entry on, and the *written* one, which follows what the log says. An entry that fits
either has no fault of its own; so one mistake is one finding, and a second, later mistake is a
second.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, TypeAlias

import attrs

from events.chain import GENESIS, LogLine, entry_line, header_line
from events.codec import trust_doing
from events.commands import Acknowledged, BookCommand, Command, Finish, Undo
from events.disk import DISK, Disk
from events.entry import Entry, Header
from events.errors import BadInput
from events.log import LogReader
from events.orders import format_order
from events.register import Event
from events.rolls import Roll
from events.terms import RollSource
from replays.auditing.compare import (
    UNLAWFUL,
    AsLogged,
    Door,
    Judgement,
    TooFewDiceError,
    attempt,
    differences,
    door_at,
    folded,
    may_come_from,
    mixed,
    roll_text,
    tells,
    with_one_more,
)
from replays.auditing.finding import Finding, FindingId, Report, shortened
from replays.auditing.header import (
    faults_of,
    header_faults,
    in_words_of,
    parent_findings,
    proper_seal,
    ruling_faults,
)
from replays.auditing.numbers import EntryNumbers
from replays.auditing.sealed_dice import (
    NOT_SEALED,
    Sealings,
    is_out_of_place,
    sealed_book_faults,
    sealed_play_faults,
)
from replays.auditing.signed import Signatures, missing_of
from replays.game.dice_source import seed_of
from replays.game.open_log import Ending, open_log, start_of
from replays.game.position import Position, play_on, position_after
from sim.machine.decide import Outcome, resolve
from sim.machine.telling import Refusal
from sim.state import State
from sim.trust.sealing import sealing_faults
from sim.trust.signing import NOT_CHECKED, VerifierKey, can_check

__all__ = ["MOST_FINDINGS", "Finding", "OnLooker", "Passage", "Report", "audit"]


@attrs.frozen
class Passage:
    """An entry that an audit has passed.

    Attributes:
        entry: the entry.
        before: where the log stood before it.
        written: where the log stands after it.
        ruled: where the game stands after it by the rules.
        findings: what was found in it, of those that are kept.
        mended: it fits as if one more order stood before it, and the audit went on so.
        seal: the hash of its line.
    """

    entry: Entry
    before: Position
    written: Position
    ruled: Position
    findings: tuple[Finding, ...]
    mended: bool
    seal: str


OnLooker: TypeAlias = Callable[[Passage], None]
"""Who is told of every entry that an audit could read, in order."""


MOST_FINDINGS: Final = 1000
"""So many findings are kept; the rest is counted."""

FITTING: Final = "the hash of what stands here"


class _Audit:
    """An audit under way.

    Attributes:
        ruled: where the game stands by the rules.
        written: where it stands by the log.
        gap: a line could not be read, so that the next ones may not fit.
        lost: an entry is missing; nothing that does not fit is judged by itself any more.
        unread: how many lines since the last entry could not be read.
        before: the hashes that the next line can follow: of the line before it, and of the last
            entry where that is another.
        found: how many findings there are, those that are not kept included.
        by_hand: the entries with dice that people rolled.
        taken_back: the entries that were taken back.
        undone: those of them that somebody had acknowledged.
        seeded: a seed rolled some of the dice.
        sealings: what both sides signed of sealed dice.
        read: the entry that was read last, if the last line was one.
        mended: that entry fits only as if an order stood before it.
        signed: what people signed of it.
    """

    def __init__(self, header: Header, log: str, keys: Sequence[VerifierKey] | None) -> None:
        self.header = header
        self.signed = Signatures(log, header, keys)
        self.findings: list[Finding] = []
        self.consequences = 0
        self.ruled = self.written = Position(start_of(header.scenario), dice=header.dice)
        self.next_n = 1
        self.gap = self.lost = False
        self.unread = self.found = 0
        self.before: tuple[str, ...] = ("",)
        self.by_hand = EntryNumbers()
        self.taken_back, self.undone = EntryNumbers(), EntryNumbers()
        self.sealings, self.seeded = Sealings(header), False
        self.read: list[Entry] = []
        self.mended = False

    def find(self, entry: int, rule: str, logged: str, expected: str) -> None:
        if self.found >= MOST_FINDINGS:  # no text is made that nobody is told
            self.found += 1
            return
        moment = str(self.written.state.moment)
        self.keep(Finding(moment, entry, rule, shortened(logged), shortened(expected)))

    def keep(self, finding: Finding) -> None:
        """Keep a finding, or only count it where there are too many."""
        self.found += 1
        if self.found <= MOST_FINDINGS:
            self.findings.append(finding)

    # One entry ------------------------------------------------------------------------------

    def shown(self, reader: LogReader, line: LogLine, onlooker: OnLooker) -> None:
        """Check one line, and tell somebody what was seen."""
        before, kept = self.written, len(self.findings)
        self.mended = False
        self.read = []
        self.check(reader, line)
        for entry in self.read:
            found = tuple(self.findings[kept:])
            states = before, self.written, self.ruled
            onlooker(Passage(entry, *states, found, self.mended, line.hash))

    def check(self, reader: LogReader, line: LogLine) -> None:
        """Check one line: the fast way if it is byte for byte what the rules give."""
        if line.hash and self._agree() and self._same(line, self.before[0]):
            self.before = (line.hash,)
            return
        before = next((each for each in self.before if line.follows(each)), None)
        try:
            entry = reader.decode(line)
        except BadInput as error:
            self._cannot_read(line, before, error)
            return
        if self._in_order(entry, line, before):
            self._check_next(entry, line, before)

    def _cannot_read(self, line: LogLine, before: str | None, error: BadInput) -> None:
        """A line that is no entry: it may stand where one stood, or between two."""
        if before is None and line.hash:
            self.find(line.number - 1, FindingId.HASH, line.hash, FITTING)
        self.find(line.number - 1, FindingId.ENTRY, error.what, "an entry of a game")
        self.unread += 1
        self.gap = True
        self.before = (line.hash, self.before[-1])

    def _in_order(self, entry: Entry, line: LogLine, before: str | None) -> bool:
        """Whether an entry goes on with the game; what is missing before it is one finding."""
        due, unread = self.next_n, self.unread
        if entry.n < due:
            self.find(line.number - 1, FindingId.ORDER, f"entry {entry.n}", f"entry {due}")
            self.before = (line.hash, self.before[-1])
            return False
        if entry.n > due + unread:
            self.find(due, FindingId.ORDER, f"entry {entry.n}", f"entry {due}")
        elif before is None and not (unread and not self.before[0]):
            self.find(line.number - 1, FindingId.HASH, line.hash or "no hash", FITTING)
        self.lost = self.lost or entry.n > due
        self.unread, self.next_n, self.before = 0, entry.n + 1, (line.hash,)
        self.read = [entry]
        return True

    def _check_next(self, entry: Entry, line: LogLine, before: str | None) -> None:
        """An entry at its place: its words, and what it says."""
        if before is not None:
            self._check_words(entry, line, before)
        if isinstance(entry.do, BookCommand):
            self._check_book(entry, entry.do, before or "")
        else:
            self._compare(entry, entry.do)

    def _check_words(self, entry: Entry, line: LogLine, before: str) -> None:
        """An entry is written in one way only: no other keys, order or spaces."""
        try:
            written = entry_line(entry, before)[0]
        except UNLAWFUL:
            written = b""
        if not in_words_of(self.header, line, written):
            self.find(
                entry.n, FindingId.ENTRY, "an entry in other words", "as the engine writes it"
            )

    def _agree(self) -> bool:
        return self.ruled.state is self.written.state

    def _same(self, line: LogLine, before: str) -> bool:
        """Whether a line is exactly the one that the rules give here; then the game goes on."""
        try:
            command, rolls = trust_doing(line.json())
            if isinstance(command, BookCommand) or self.ruled.finished:
                return False
            moment = self.ruled.state.moment
            header, used = self.header, self.written.used
            if header.sealed is not None and is_out_of_place(self.written, command):
                return False
            seed = header.seed if header.sealed is None else seed_of(header, self.written, moment)
            door = Door(seed, header.game, used, moment, rolls)
            outcome = resolve(self.ruled.state, command, door)
            if isinstance(outcome, Refusal) or self._wrong_source(rolls):
                return False
            entry = Entry(self.next_n, moment, command, tuple(door.rolls), outcome.events)
            if entry_line(entry, before)[0] != line.raw:
                return False
        except (TooFewDiceError, *UNLAWFUL):
            return False
        self.next_n += 1
        self.read = [entry]
        self._count(entry)
        self._play_on(entry, outcome.state, outcome.state, outcome.events)
        return True

    def _count(self, entry: Entry) -> None:
        if sources := {roll.source for roll in entry.dice}:
            self.seeded = self.seeded or RollSource.SEED in sources
            if RollSource.TABLE in sources:
                self.by_hand.add(entry.n)

    def _wrong_source(self, rolls: tuple[Roll, ...]) -> bool:
        """Whether dice come from where they may not, or from more than one place."""
        return any(not may_come_from(roll, self.written.dice) for roll in rolls) or mixed(rolls)

    def _check_book(self, entry: Entry, command: BookCommand, before: str) -> None:
        """An entry of the log itself: what it names is there, and it does nothing else."""
        if entry.dice or entry.then:
            self.find(entry.n, FindingId.ENTRY, "dice or events", "neither, by this order")
        if entry.at != self.written.state.moment and not self.lost:
            self.find(entry.n, FindingId.MOMENT, str(entry.at), str(self.written.state.moment))
        if self.written.finished and not isinstance(command, Undo | Acknowledged):
            self.find(entry.n, FindingId.FINISH, format_order(command), "nothing after the end")
        if isinstance(command, Finish) and command != Finish(entry.n - 1, before or command.seal):
            logged = f"{command.entries} entries, seal {command.seal}"
            self.find(entry.n, FindingId.FINISH, logged, f"{entry.n - 1} entries, seal {before}")
        faults = list(sealed_book_faults(self.header, self.written, entry, command, before))
        for said, expected in faults:
            self.find(entry.n, FindingId.SEALED, said, expected)
        self.sealings.passed_book(entry.n, self.written, command, true=not faults)
        for said, expected in self.signed.faults(entry, command, self.written.state.moment):
            self.find(entry.n, FindingId.SIGNED, said, expected)
        try:
            written = position_after(self.written, entry.n, command)
            ruled = position_after(self.ruled, entry.n, command)
        except BadInput:
            if self.gap or self.lost:
                self.consequences += 1
                return
            last = f"undo {self.written.entry}" if self.written.before else "nothing"
            self.find(entry.n, FindingId.UNDO, format_order(command), last)
            return
        self._take_back(command)
        self.ruled, self.written = ruled, written if self.ruled is not self.written else ruled

    def _take_back(self, command: BookCommand) -> None:
        if isinstance(command, Undo) and command.entry is not None:
            self.taken_back.add(command.entry)
            if command.entry <= self.signed.most:
                self.undone.add(command.entry)

    def _compare(self, entry: Entry, command: Command) -> None:
        """Compare one entry with what the rules give, and go on in both states."""
        ruled = self._judge(self.ruled.state, entry, command)
        written = self._judge(self.written.state, entry, command)
        at_home = entry.at == self.ruled.state.moment
        fits = next((each for each in (ruled, written) if each.fits), None)
        lawful_here = at_home and isinstance(ruled.outcome, Outcome)
        if self._astray(entry, fits) if self.lost else self.gap and not (fits or lawful_here):
            self.consequences += 1
            self._go_on(entry, None)
            return
        self.gap = False
        if not at_home and entry.at != self.written.state.moment:
            self.find(entry.n, FindingId.MOMENT, str(entry.at), str(self.ruled.state.moment))
            if self._heal(entry, command, ruled.outcome):
                return
            if fits is None:  # what led to this moment is missing
                self.lost = True
                self._go_on(entry, None)
                return
        if self.written.finished:
            self.find(entry.n, FindingId.FINISH, format_order(command), "nothing after the end")
        self._check_source(entry)
        found = self.found
        lawful = [each for each in (ruled, written) if isinstance(each.outcome, Outcome)]
        by_dice = next((each for each in (ruled, written) if each.fits_logged_dice), None)
        best = fits or by_dice or next(iter(lawful), ruled)
        self._compare_dice(entry, best)
        if best is fits or best is by_dice:
            self.consequences += best is not ruled and self.found == found
        else:
            self._compare_events(entry, best)
            if self._heal(entry, command, ruled.outcome):
                return
        self._go_on(entry, ruled.outcome)

    def _heal(self, entry: Entry, command: Command, outcome: Outcome | Refusal | None) -> bool:
        """Go on as if one order before this entry had been given, where it fits then."""
        if self.found > MOST_FINDINGS:
            return False
        for position in with_one_more(self.ruled, self.header, entry, outcome):
            state = position.state
            door = door_at(self.header, position, state.moment, entry.dice)
            found = attempt(state, command, door)
            if not isinstance(found, Outcome) or found.events != entry.then:
                continue
            if tuple(door.rolls) == entry.dice and entry.at == state.moment:
                self._count(entry)
                self.mended = True
                self.ruled = self.written = play_on(
                    position, entry.n, entry.dice, found.state, command
                )
                return True
        return False

    def _astray(self, entry: Entry, fits: Judgement | None) -> bool:
        """Whether an entry does not fit after one that is missing, so that this may be why."""
        moments = (self.ruled.state.moment, self.written.state.moment)
        return fits is None or fits.rolls != entry.dice or entry.at not in moments

    def _judge(self, state: State, entry: Entry, command: Command) -> Judgement:
        """What the rules give for an entry in a state, with true dice and with the logged ones."""
        door = door_at(self.header, self.written, state.moment, entry.dice)
        outcome = attempt(state, command, door)
        fits = isinstance(outcome, Outcome) and tells(outcome.events, entry)
        logged = None if fits else attempt(state, command, AsLogged(entry.dice))
        by_dice = isinstance(logged, Outcome) and tells(logged.events, entry)
        return Judgement(outcome, tuple(door.rolls), fits, by_dice)

    def _check_source(self, entry: Entry) -> None:
        """Dice come from one place, and from where they may in this game."""
        if mixed(entry.dice):
            self.find(
                entry.n,
                FindingId.DICE,
                "dice from the seed and from a table",
                "one source an entry",
            )
        for roll in entry.dice:
            if not may_come_from(roll, self.written.dice):
                here = f"dice from the {self.written.dice.value}, as this game has them"
                self.find(entry.n, FindingId.DICE, roll_text(roll), here)
        for said, expected in sealed_play_faults(self.header, self.written, entry):
            self.find(entry.n, FindingId.SEALED, said, expected)

    def _compare_dice(self, entry: Entry, judged: Judgement) -> None:
        lawful = isinstance(judged.outcome, Outcome)
        expected = judged.rolls
        for index, logged in enumerate(entry.dice):
            right = expected[index] if index < len(expected) else None
            if right is not None and right != logged:
                self.find(entry.n, FindingId.DICE, roll_text(logged), roll_text(right))
            elif right is None and lawful:
                self.find(entry.n, FindingId.DICE, roll_text(logged), "no roll")
        if lawful:
            for missing in expected[len(entry.dice) :]:
                self.find(entry.n, FindingId.DICE, "no roll", roll_text(missing))

    def _compare_events(self, entry: Entry, judged: Judgement) -> None:
        """No explanation fits: name what is missing, extra or different."""
        outcome = judged.outcome
        if isinstance(outcome, Outcome):
            for rule, logged, expected in differences(entry.then, outcome.events):
                self.find(entry.n, rule, logged, expected)
            return
        rule = FindingId.DICE if outcome is None else outcome.rule
        self.find(entry.n, rule, format_order(entry.do), str(outcome or "other dice"))

    def _go_on(self, entry: Entry, ruled: Outcome | Refusal | None) -> None:
        self._count(entry)
        written = folded(self.written.state, entry.then)
        if written is None:
            written = ruled.state if isinstance(ruled, Outcome) else self.written.state
        if isinstance(ruled, Outcome):
            by_rule = ruled.state
        else:  # what is not allowed happened all the same; no mistake before it is forgiven
            by_rule = (ruled and folded(self.ruled.state, entry.then)) or written
        self._play_on(entry, by_rule, by_rule if written == by_rule else written)

    def _play_on(
        self,
        entry: Entry,
        ruled: State,
        written: State,
        events: tuple[Event, ...] | None = None,
    ) -> None:
        """Both go on; as one, for as long as they were one."""
        one = self.ruled is self.written and ruled is written
        n, rolls, do = entry.n, entry.dice, entry.do
        self.sealings.passed(n, self.written)
        self.written = play_on(self.written, n, rolls, written, do, events)
        self.ruled = self.written if one else play_on(self.ruled, n, rolls, ruled, do, events)


def _check_header(work: _Audit, reader: LogReader, *, sealed: bool) -> None:
    header, line = reader.header, reader.head
    if not line.follows(GENESIS):
        work.find(0, FindingId.HASH, line.hash or "no hash", "the hash of this header")
    elif not in_words_of(header, line, header_line(header)[0]):
        work.find(
            0, FindingId.HEADER, "a header in other words", "the header as the engine writes it"
        )
    for fault in faults_of(header.scenario):
        work.find(0, FindingId.SCENARIO, str(fault), "a scenario that is sound")
    for found in ruling_faults(header, work.ruled.state.setting.rulings):
        work.find(0, *found)
    for wrong, expected in header_faults(header):
        work.find(0, FindingId.HEADER, wrong, expected)
    for wrong, expected in sealing_faults(header):
        work.find(0, FindingId.SEALED, wrong, expected)
    if sealed and header.sealed is None:
        work.find(0, FindingId.SEALED, *NOT_SEALED)


def _check_end(work: _Audit, reader: LogReader, *, finished: bool) -> Ending:
    """How the log ends: with a whole line, as it must, and behind the past that it shares."""
    torn, last = reader.torn, work.next_n - 1
    if torn is not None:
        work.find(last + 1, FindingId.TORN, f"{torn.size} bytes without end", "a whole line")
    ending = Ending.of_log(reader, work.written)
    if ending.word == "cut off" and torn is None:
        work.find(last, FindingId.FINISH, "no closing entry", "one: the game is over")
    elif finished and ending.word != "finished":
        work.find(last, FindingId.FINISH, str(ending), "a closing entry")
    named = reader.header.parent
    if named is not None and named.entry > last:
        work.find(last, FindingId.PARENT, f"{last} entries", f"the {named.entry} that it shares")
    return ending


def audit(
    path: str | Path,
    seal: str | None = None,
    progress: Callable[[int], None] | None = None,
    parent: str | Path | None = None,
    *,
    finished: bool = False,
    sealed: bool = False,
    keys: Sequence[VerifierKey] | None = None,
    onlooker: OnLooker | None = None,
    disk: Disk = DISK,
) -> Report:
    """Audit a game log.

    Args:
        path: the log.
        seal: the hash that its last line should have, if somebody noted it.
        progress: told the number of bytes read so far, every now and then.
        parent: the log from which this one should have branched off, to compare the past of both.
        finished: the game should be finished; a log without its closing entry is a finding then.
        sealed: the dice should be sealed; a log of a plain seed, or of dice that people entered, is
            a finding then.
        keys: the keys whose acknowledgements count, as ``known_keys`` reads them. Then one that
            has the name of one of them and is none is a finding, and so is a log that none of them
            acknowledged. None takes every key for what the log says that it is.
        onlooker: told of every entry that can be read, in order.
        disk: where the log is.

    Raises:
        BadInput: when the file, or the parent, is not a log at all, or the seal cannot be one.
    """
    seal = None if seal is None else proper_seal(seal)
    with open_log(path, disk) as reader:
        try:
            work = _Audit(reader.header, reader.head.hash, keys)
        except BadInput as error:
            raise error.inside(f"{path}, line 1, scenario") from None
        _check_header(work, reader, sealed=sealed)
        last = reader.head
        work.before = (last.hash,)
        for line in reader.lines():
            if onlooker is None:
                work.check(reader, line)
            else:
                work.shown(reader, line, onlooker)
            last = line
            if progress is not None and line.number % 1024 == 0:
                progress(reader.offset)
        ending = _check_end(work, reader, finished=finished)
        if seal is not None and seal != last.hash:
            work.find(work.next_n - 1, FindingId.SEAL, last.hash or "no hash", seal)
        now = work.written.state.moment
        for found in work.signed.findings(path, disk, now, work.next_n - 1):
            work.keep(found)
        if not can_check() and (work.signed.seen or work.written.opened is not None):
            right = "signatures that were checked"
            work.find(work.next_n - 1, FindingId.SIGNED, NOT_CHECKED, right)
        if parent is not None:
            for found in parent_findings(path, parent):
                work.keep(found)
    acknowledged = work.signed.acknowledgements()
    return Report(
        clean=not work.found,
        entries=work.next_n - 1,
        findings=tuple(work.findings),
        more=work.found - len(work.findings),
        consequences=work.consequences,
        rulings=reader.header.rulings,
        by_hand=work.by_hand,
        seal=last.hash,
        engine=reader.header.engine,
        ending=ending,
        taken_back=work.taken_back,
        parent=reader.header.parent,
        acknowledged=acknowledged,
        missing=missing_of(acknowledged, keys),
        undone=work.undone,
        seeded=work.seeded,
        sealed=work.sealings.told(work.written),
    )
