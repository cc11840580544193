"""The audit: was every environmental effect of this game applied as the rules say?

Everything is derived again: dice from the seed, events from commands, states from events, hashes
from bytes. The audit keeps two states side by side: the *ruled* one, which follows the rules from
the first entry on, and the *written* one, which follows what the log says. An entry that fits
either has no fault of its own; so one mistake is one finding, and a second, later mistake is a
second.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum, auto
from pathlib import Path
from typing import Any, Final

import attrs

from events.chain import GENESIS, LogLine, entry_line, header_line
from events.codec import take_doing
from events.commands import Acknowledged, BookCommand, Finish, Opened, Undo
from events.disk import DISK, Disk
from events.entry import Entry, Header, Parent
from events.errors import BadInput
from events.json_bytes import NotJson, dumps, loads
from events.log import LogReader, entry_of
from events.orders import format_order
from events.register import Event
from events.ruling import RulingInForce
from events.scenario import Scenario
from events.terms import RollSource
from replays.auditing.finding import EntryNumbers, Finding, FindingId, Owed, Report, shortened
from replays.auditing.reproduction import (
    Reproduction,
    TooFewDiceError,
    TrueDice,
    dice_faults,
    differences,
    folded,
    most_of,
    reproduce,
    source_faults,
    with_missing_order,
)
from replays.auditing.signatures import (
    NOT_BY_MAIL,
    MailRecord,
    Signatures,
    is_out_of_place,
    mail_book_faults,
    mail_play_faults,
    missing_of,
)
from replays.game.dice_source import seed_of
from replays.game.game import as_shared
from replays.game.open_log import Ending, open_log, start_of
from replays.game.position import IMPOSSIBLE, Position, play_on, position_after
from replays.game.state_view import hexes_named
from replays.version import ENGINE
from sim.machine.cached import last_cached
from sim.machine.decide import Outcome, resolve
from sim.machine.dice import counters_after
from sim.machine.due import left_undone
from sim.machine.telling import Refusal
from sim.rulings import FORMER, RETIRED, RULINGS
from sim.soundness import faults
from sim.state import State
from sim.trust.mail import mail_faults, turn_faults
from sim.trust.signing import NOT_CHECKED, VerifierKey, can_check

MOST_FINDINGS: Final = 1000
"""So many findings are kept; the rest is counted."""

_THEN: Final = b',"then":['
"""Before what happened stands all that says what was done, with what dice."""

_FITTING: Final = "the hash of what stands here"


@attrs.frozen
class AuditedEntry:
    """An entry that an audit could read."""

    entry: Entry
    before: Position
    """Where the log stood before it."""
    written: Position
    """Where the log stands after it."""
    ruled: Position
    """Where the game stands after it by the rules."""
    findings: tuple[Finding, ...]
    """What was found in it, of those that are kept."""
    inferred: bool
    """It fits as if one more order stood before it, and the audit went on so."""
    head_hash: str
    """The hash of its line."""


class Alignment(Enum):
    """Whether an entry that fits neither state is a finding of its own, or may be none.

    The states themselves are in step as long as both are one, and have diverged after a finding.
    """

    ALIGNED = auto()
    AFTER_GAP = auto()  # a line could not be read: until an entry fits, or is lawful where it is
    UNALIGNED = auto()  # an entry or roll is missing: what does not fit is not judged from here on


class _Audit:
    """An audit under way: the hash chain, the two states, and what was found."""

    def __init__(
        self, reader: LogReader, keys: Sequence[VerifierKey] | None, *, holding: bool
    ) -> None:
        header = reader.header
        self.reader, self.header = reader, header
        self.ruled = self.written = Position(start_of(header.scenario), dice=header.dice)
        self.alignment = Alignment.ALIGNED
        # The chain: the next number, lines without entry since the last one, and the hashes that
        # the next line can follow, of the line before it and of the last entry.
        self.next_n, self.unread = 1, 0
        self.hashes: tuple[str, ...] = (reader.head.hash,)
        self.findings: list[Finding] = []
        self.owed: list[Owed] = []
        self.found = self.consequences = 0
        self.inferred = self.seeded = False
        self.last: Entry | None = None
        self.by_hand, self.taken_back, self.undone = EntryNumbers(), EntryNumbers(), EntryNumbers()
        log = reader.head.hash
        self.mail, self.signed = MailRecord(header, log), Signatures(log, header, keys)
        # Where nothing is taken back, and no caller looks on, no earlier Position is held.
        self.holding = holding or header.mail is not None or reader.again is None

    def find(
        self, entry: int, rule: str, logged: str, expected: str, hexes: Iterable[str] = ()
    ) -> None:
        moment, says, ought = str(self.written.state.moment), shortened(logged), shortened(expected)
        self.keep([Finding(moment, entry, rule, says, ought, tuple(hexes))])

    def find_all(self, entry: int, rule: str, faults: Iterable[tuple[str, str]]) -> None:
        """Keep what the log says and what is expected, of each fault."""
        for logged, expected in faults:
            self.find(entry, rule, logged, expected)

    def keep(self, findings: Iterable[Finding]) -> None:
        for each in findings:
            self.found += 1
            if self.found <= MOST_FINDINGS:
                self.findings.append(each)

    # The chain --------------------------------------------------------------------------------

    def check_line(self, line: LogLine) -> Entry | None:
        self.inferred = False
        entry = self._reproduced(line) or self._checked(line)
        self.last = entry or self.last
        return entry

    def _checked(self, line: LogLine) -> Entry | None:
        """The entry of a line that is not what the rules give, as far as that is known yet."""
        before = next((each for each in self.hashes if line.follows(each)), None)
        try:
            entry = entry_of(line)
        except BadInput as error:  # it may stand where an entry stood, or between two
            if before is None and line.hash:
                self.find(line.number - 1, FindingId.HASH, line.hash, _FITTING)
            self.find(line.number - 1, FindingId.ENTRY, error.in_line, "an entry of a game")
            self.unread += 1
            if self.alignment is Alignment.ALIGNED:
                self.alignment = Alignment.AFTER_GAP
            self.hashes = (line.hash, self.hashes[-1])
            return None
        if not self._is_next(entry, line, before):
            return None
        if before is not None:
            self._check_words(entry, line, before)
        if isinstance(entry.do, BookCommand):
            self._check_book(entry, entry.do, before or "")
        else:
            self._check_order(entry)
        return entry

    def _is_next(self, entry: Entry, line: LogLine, before: str | None) -> bool:
        """Whether an entry goes on with the game; what is missing before it is one finding."""
        due, unread = self.next_n, self.unread
        if entry.n < due:
            says = f"entry {entry.n} after entry {due - 1}"
            self.find(line.number - 1, FindingId.ORDER, says, f"entry {due}")
            self.hashes = (line.hash, self.hashes[-1])
            return False
        if entry.n > due + unread:
            says = f"entry {entry.n} after entry {due - 1}"
            self.find(due, FindingId.ORDER, says, f"entry {due}, which is missing")
        elif before is None and not (unread and not self.hashes[0]):
            self.find(line.number - 1, FindingId.HASH, line.hash or "no hash", _FITTING)
        if entry.n > due:
            self.alignment = Alignment.UNALIGNED
        self.unread, self.next_n, self.hashes = 0, entry.n + 1, (line.hash,)
        return True

    def _check_words(self, entry: Entry, line: LogLine, before: str) -> None:
        """An entry is written in one way only: no other keys, order or spaces."""
        try:
            written = entry_line(entry, before)[0]
        except IMPOSSIBLE:
            written = b""
        if not canonical_line(self.header, line, written):
            says, right = "an entry in other words", "as the engine writes it"
            self.find(entry.n, FindingId.ENTRY, says, right)

    # In step ----------------------------------------------------------------------------------

    def _reproduced(self, line: LogLine) -> Entry | None:
        """The entry of a line that is byte for byte what the rules give where both states are one.

        The game has gone on then. Of any other line nothing is said, and nothing has changed.
        """
        here, header = self.written, self.header
        if here.state is not self.ruled.state or self.ruled.finished:
            return None
        moment = here.state.clock.moment
        try:
            command, rolls = take_doing(loads(line.raw.partition(_THEN)[0] + b"}"))
            if isinstance(command, BookCommand):
                return None
            seed: str | None = header.seed
            if header.mail is not None:
                if is_out_of_place(header, here, command):
                    return None
                seed = seed_of(header, here)
            dice = TrueDice(seed, header.game, here.used, moment, rolls)
            outcome = resolve(here.state, command, dice)
            if isinstance(outcome, Refusal) or (rolls and any(source_faults(rolls, here.dice))):
                return None
            entry = Entry(self.next_n, moment, command, tuple(dice.rolls), outcome.events)
            written, digest = entry_line(entry, self.hashes[0])
            if written != line.raw:
                return None
        except (TooFewDiceError, *IMPOSSIBLE):
            return None
        self.next_n, self.hashes = entry.n + 1, (digest,)
        if entry.dice:
            self._count(entry)
        if self.holding or self.ruled is not here or here.exchange.left:
            self._play_on(entry, outcome.state, outcome.state, entry.then)
        else:
            now = outcome.state.clock.moment
            over = now is not moment and now != moment
            used = counters_after(here.used, entry.dice, moment_over=over)
            kept = False, None, 0, here.opened, here.exchange
            self.written = self.ruled = Position(outcome.state, entry.n, here.dice, used, *kept)
        return entry

    # The log itself ---------------------------------------------------------------------------

    def _check_book(self, entry: Entry, command: BookCommand, before: str) -> None:
        """An entry of the log itself: what it names is there, and it does nothing else."""
        n, written = entry.n, self.written
        moment = written.state.moment
        if entry.dice or entry.then:
            self.find(n, FindingId.ENTRY, "dice or events", "neither, by this order")
        if entry.at != moment and self.alignment is not Alignment.UNALIGNED:
            self.find(n, FindingId.MOMENT, str(entry.at), str(moment))
        if written.finished and not isinstance(command, Undo | Acknowledged):
            self.find(n, FindingId.FINISH, format_order(command), "nothing after the end")
        if isinstance(command, Finish) and command != Finish(n - 1, before or command.seal):
            logged = f"{command.entries} entries, seal {command.seal}"
            self.find(n, FindingId.FINISH, logged, f"{n - 1} entries, seal {before}")
        point = self.mail.point(n, before)
        faults = list(mail_book_faults(self.header, written, command, point))
        self.find_all(n, FindingId.MAIL, faults)
        self.mail.passed_book(n, written, command, true=not faults)
        if isinstance(command, Opened) and not faults and can_check():
            self.signed.of_round(entry, command, written.exchange.active)
        self.find_all(n, FindingId.SIGNED, self.signed.faults(entry, command, moment))
        one = self.ruled is written
        try:
            after = position_after(written, n, command)
            self.ruled = after if one else position_after(self.ruled, n, command)
        except BadInput:
            if self.alignment is not Alignment.ALIGNED:
                self.consequences += 1
                return
            last = f"undo {written.entry}" if written.before else "nothing"
            self.find(n, FindingId.UNDO, format_order(command), last)
            return
        self.written = after
        if isinstance(command, Undo) and command.entry is not None:
            self.taken_back.add(command.entry)
            self.owed = [each for each in self.owed if each.entry != command.entry]
            if command.entry <= self.signed.most:
                self.undone.add(command.entry)

    # An order ---------------------------------------------------------------------------------

    def _check_order(self, entry: Entry) -> None:
        """Compare an order with what the rules give in both states, and go on in both."""
        ruled, written = (
            reproduce(self.header, self.written, position.state, entry)
            for position in (self.ruled, self.written)
        )
        fits = next((each for each in (ruled, written) if each.fits), None)
        if not self._can_be_judged(entry, ruled, fits):
            self.consequences += 1
            self._go_on(entry, None)
            return
        if self.alignment is Alignment.AFTER_GAP:
            self.alignment = Alignment.ALIGNED
        if entry.at not in self._moments():
            self.find(entry.n, FindingId.MOMENT, str(entry.at), str(self.ruled.state.moment))
            if self._infer_missing(entry, ruled):
                return
            if fits is None:  # what led to this moment is missing
                self.alignment = Alignment.UNALIGNED
                self._go_on(entry, None)
                return
        if self.written.finished:
            self.find(entry.n, FindingId.FINISH, format_order(entry.do), "nothing after the end")
        self.find_all(entry.n, FindingId.DICE, source_faults(entry.dice, self.written.dice))
        faults = mail_play_faults(self.header, self.written, entry)
        self.find_all(entry.n, FindingId.MAIL, faults)
        given = self.header, self.written.exchange, self.written.state.attacker, entry.do
        self.find_all(entry.n, FindingId.TURN, turn_faults(*given))
        if self._explained(entry, ruled, written) or not self._infer_missing(entry, ruled):
            self._go_on(entry, ruled.outcome)

    def _moments(self) -> tuple[object, object]:
        return self.ruled.state.moment, self.written.state.moment

    def _can_be_judged(self, entry: Entry, ruled: Reproduction, fits: Reproduction | None) -> bool:
        """Whether an entry that does not fit cannot be so because of what is not in the log."""
        if self.alignment is Alignment.UNALIGNED:
            return fits is not None and fits.rolls == entry.dice and entry.at in self._moments()
        lawful = entry.at == self.ruled.state.moment and isinstance(ruled.outcome, Outcome)
        return self.alignment is Alignment.ALIGNED or fits is not None or lawful

    def _explained(self, entry: Entry, ruled: Reproduction, written: Reproduction) -> bool:
        """Whether one of the states gives the events of an entry, if by other dice.

        What differs from the best explanation is found.
        """
        both, found = (ruled, written), self.found
        explained = [each for each in both if each.fits]
        explained += [each for each in both if each.fits_logged_dice]
        lawful = [each for each in both if isinstance(each.outcome, Outcome)]
        best = [*explained, *lawful, ruled][0]
        self.find_all(entry.n, FindingId.DICE, dice_faults(entry.dice, best))
        if explained:
            self.consequences += best is not ruled and self.found == found
            return True
        if isinstance(best.outcome, Outcome):
            state = (self.written if best is written else self.ruled).state
            events = best.outcome.events
            for each in differences(state, entry.do, entry.then, events):
                hexes = hexes_named(self.written.state, each.events)
                self.find(entry.n, each.rule, each.logged, each.expected, hexes)
        else:
            rule = FindingId.DICE if best.outcome is None else best.outcome.rule
            hexes = hexes_named(self.written.state, [entry.do])
            says = "no roll" if best.lacking else format_order(entry.do)
            said = str(best.outcome or best.lacking or "other dice")
            self.find(entry.n, rule, says, said, hexes)
            if best.lacking:
                self.alignment = Alignment.UNALIGNED
        return False

    def _infer_missing(self, entry: Entry, ruled: Reproduction) -> bool:
        """Go on as if one order before this entry had been given, where it fits then.

        It is not sought before an entry that is doubled.
        """
        if self.found > MOST_FINDINGS or self._doubled(entry):
            return False
        position = with_missing_order(self.ruled, self.header, entry, ruled.outcome)
        if position is None:
            return False
        self._count(entry)
        self.inferred = True
        self.ruled = self.written = position
        return True

    # Going on ---------------------------------------------------------------------------------

    def _doubled(self, entry: Entry) -> bool:
        """Whether an entry is the one before it once more."""
        last = self.last
        return last is not None and (last.do, last.then) == (entry.do, entry.then)

    def _count(self, entry: Entry) -> None:
        sources = {roll.source for roll in entry.dice}
        self.seeded = self.seeded or RollSource.SEED in sources
        if RollSource.TABLE in sources:
            self.by_hand.add(entry.n)

    def _go_on(self, entry: Entry, ruled: Outcome | Refusal | None) -> None:
        self._count(entry)
        written = folded(self.written.state, entry.then)
        if written is None:
            written = self.written.state
            written = ruled.state if isinstance(ruled, Outcome) else most_of(written, entry.then)
        if isinstance(ruled, Outcome):
            by_rule = ruled.state
        elif ruled is not None and self._doubled(entry):
            by_rule = self.ruled.state
        else:  # what is not allowed happened all the same; no mistake before it is forgiven
            by_rule = (ruled and folded(self.ruled.state, entry.then)) or written
        self._play_on(entry, by_rule, by_rule if written == by_rule else written)

    def _play_on(
        self, entry: Entry, ruled: State, written: State, exactly: tuple[Event, ...] | None = None
    ) -> None:
        """Both go on, as one for as long as they were one; by these events and no other, if any."""
        one = self.ruled is self.written and ruled is written
        n, rolls, do = entry.n, entry.dice, entry.do
        self.mail.passed(n, self.written)
        self.written = play_on(self.written, n, rolls, written, do, exactly)
        self.ruled = self.written if one else play_on(self.ruled, n, rolls, ruled, do, exactly)

    def look_back(self, before: State) -> None:
        """Keep what the rules demanded in a phase that the last entry passed over.

        Where a line is missing or cannot be read, it may be just that.
        """
        for at, due in left_undone(before, self.written.state):
            unread = FindingId.ENTRY in {each.rule for each in self.findings}
            if self.alignment is Alignment.ALIGNED and not unread:
                said = str(at), due.rule, due.order or "", due.what
                self.owed.append(Owed(self.next_n - 1, *said))

    # The header and the end -------------------------------------------------------------------

    def check_header(self, *, by_mail: bool) -> None:
        """Check the first line; ``by_mail``: it should be that of a game by mail."""
        header, line = self.header, self.reader.head
        if not line.follows(GENESIS):
            self.find(0, FindingId.HASH, line.hash or "no hash", "the hash of this header")
        elif not canonical_line(header, line, header_line(header)[0]):
            says, right = "a header in other words", "the header as the engine writes it"
            self.find(0, FindingId.HEADER, says, right)
        for fault in faults_of(header.scenario):
            self.find(0, FindingId.SCENARIO, str(fault), "a scenario that is sound")
        for rule, logged, right in ruling_faults(header, self.ruled.state.setting.rulings):
            self.find(0, rule, logged, right)
        self.find_all(0, FindingId.HEADER, header_faults(header))
        self.find_all(0, FindingId.MAIL, mail_faults(header))
        if by_mail and header.mail is None:
            self.find(0, FindingId.MAIL, *NOT_BY_MAIL)

    def check_end(self, head_hash: str, expected: str | None, *, finished: bool) -> Ending:
        """How the log ends: with a whole line, as it must, and behind the past that it shares."""
        torn, last = self.reader.torn, self.next_n - 1
        if torn is not None:
            self.find(last + 1, FindingId.TORN, f"{torn.size} bytes without end", "a whole line")
        ending = Ending.of_log(self.reader, self.written)
        if ending.word == "cut off" and torn is None:
            self.find(last, FindingId.FINISH, "no closing entry", "one: the game is over")
        elif finished and ending.word != "finished":
            self.find(last, FindingId.FINISH, str(ending), "a closing entry")
        parent = self.header.parent
        if parent is not None and parent.entry > last:
            right = f"the {parent.entry} that it shares"
            self.find(last, FindingId.PARENT, f"{last} entries", right)
        if expected is not None and expected != head_hash:
            self.find(last, FindingId.SEAL, head_hash or "no hash", expected)
        return ending


def audit(
    path: str | Path,
    seal: str | None = None,
    progress: Callable[[int], None] | None = None,
    parent: str | Path | None = None,
    *,
    finished: bool = False,
    by_mail: bool = False,
    keys: Sequence[VerifierKey] | None = None,
    on_entry: Callable[[AuditedEntry], None] | None = None,
    disk: Disk = DISK,
    upto: int | None = None,
) -> Report:
    """Audit a game log.

    Args:
        path: the log.
        seal: the hash that its last line should have, if it was noted.
        progress: told the number of bytes read so far, every now and then.
        parent: the log from which this one should have branched off, to compare the past of both.
        finished: the game should be finished; a log without its closing entry is a finding then.
        by_mail: it should be a game by mail; one of a seed, or of dice that people entered, is a
            finding then.
        keys: the keys whose acknowledgements count, as ``known_keys`` reads them. Then one that
            has the name of one of them and is none is a finding, and so is a log that none of them
            acknowledged. None takes every key for what the log says that it is.
        on_entry: told of every entry that can be read, in order.
        disk: where the log is.
        upto: the number of the last entry that is read, as if the log ended there.

    Raises:
        BadInput: when the file, or the parent, is not a log at all, or the seal cannot be one.
    """
    seal = None if seal is None else valid_seal(seal)
    with open_log(path, disk, upto) as reader:
        try:
            work = _Audit(reader, keys, holding=on_entry is not None)
        except BadInput as error:
            raise error.inside(f"{path}, line 1, scenario") from None
        work.check_header(by_mail=by_mail)
        last = reader.head
        for line in reader.lines():
            before, kept = work.written, len(work.findings)
            entry = work.check_line(line)
            if work.written.state.clock is not before.state.clock:
                work.look_back(before.state)
            work.mail.read(line)
            if entry is not None and on_entry is not None:
                states, found = (before, work.written, work.ruled), tuple(work.findings[kept:])
                on_entry(AuditedEntry(entry, *states, found, work.inferred, line.hash))
            last = line
            if progress is not None and line.number % 1024 == 0:
                progress(reader.offset)
        ending = work.check_end(last.hash, seal, finished=finished)
        now, entries = work.written.state.moment, work.next_n - 1
        work.keep(work.signed.findings(path, disk, now, entries))
        if not can_check() and (work.signed.seen or work.written.opened is not None):
            work.find(entries, FindingId.SIGNED, NOT_CHECKED, "signatures that were checked")
        if parent is not None:
            work.keep(parent_findings(path, parent))
    acknowledged = work.signed.acknowledgements()
    return Report(
        clean=not work.found,
        entries=entries,
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
        mail=work.mail.told(work.written),
        owed=tuple(work.owed),
    )


# The header and the parent ---------------------------------------------------------------------


def parent_findings(path: str | Path, parent: str | Path) -> Iterator[Finding]:
    """What does not fit between a branch and its parent: the first difference is enough.

    Raises:
        BadInput: when one of them is not a log, or the chain of the parent is broken.
    """
    with open_log(path) as branch, open_log(parent) as trunk:
        named = branch.header.parent
        if named is None:
            yield Finding(
                "setup", 0, FindingId.PARENT, "no parent", f"a branch of {Path(parent).name}"
            )
        elif _facts(branch.header) != _facts(trunk.header):
            right = f"those of {Path(parent).name}"
            yield Finding("setup", 0, FindingId.PARENT, "another scenario or seed", right)
        else:
            yield from _past(branch, trunk, named)


def _past(branch: LogReader, trunk: LogReader, named: Parent) -> Iterator[Finding]:
    """The first entry that is not the parent's, or another seal than that of the parent."""
    seal, count, at = trunk.head.hash, 0, "setup"
    ours, theirs = branch.lines(), trunk.checked()
    while count < named.entry:
        one, two = next(ours, None), next(theirs, None)
        if one is None:
            return  # that a branch is shorter than its past is found without its parent
        if two is None:
            shared = f"entry {named.entry} shared"
            yield Finding(at, named.entry, FindingId.PARENT, shared, f"{count} entries in all")
            return
        count, at = count + 1, str(two.json().get("at"))
        if one.body != two.body and (found := _other(one, two)) is not None:
            yield Finding(at, count, FindingId.PARENT, *found)
            return
        seal = two.hash
    if seal != named.seal:
        yield Finding(at, named.entry, FindingId.PARENT, f"seal {named.seal}", f"seal {seal}")


def _other(one: LogLine, two: LogLine) -> tuple[str, str] | None:
    """What an entry of a branch says and what its parent says, where these differ."""
    theirs = entry_of(two)
    try:
        ours = entry_of(one)
    except BadInput:
        return "no entry", format_order(theirs.do)
    if as_shared(ours) == as_shared(theirs):
        return None
    said, right = format_order(ours.do), format_order(theirs.do)
    return (said, right) if said != right else (f"{said}, otherwise", f"{right}, as in the parent")


def _facts(header: Header) -> Header:
    return attrs.evolve(header, engine="", made_from=None, parent=None)


def canonical_line(header: Header, line: LogLine, written: bytes) -> bool:
    """Whether a line is as the engine that its header names writes it.

    Another engine may have known fewer fields. What it left out means its default; all that it
    says is in the words and the order of this one, which writes the line as ``written`` (empty
    where it cannot).
    """
    if line.raw == written or not written or header.engine == ENGINE:
        return line.raw == written
    try:
        said, whole = loads(line.raw), loads(written)
    except NotJson:
        return False
    if not isinstance(said, dict) or dumps(said) != line.raw:
        return False
    return _says_less({**said, "hash": ""}, {**whole, "hash": ""})


def _says_less(said: Any, whole: Any) -> bool:
    """Whether two values differ at most in keys that the first leaves out."""
    if isinstance(said, dict) and isinstance(whole, dict):
        return list(said) == [key for key in whole if key in said] and all(
            _says_less(each, whole[key]) for key, each in said.items()
        )
    if isinstance(said, list) and isinstance(whole, list):
        return len(said) == len(whole) and all(map(_says_less, said, whole))
    return type(said) is type(whole) and bool(said == whole)


_OLDER: Final = (1, 2)
"""The formats of which an older engine made logs of this one."""

_SEAL: Final = re.compile(r"[0-9a-f]{64}")
_VERSION: Final = re.compile(r"[0-9]{1,4}(\.[0-9]{1,6}){1,3}[A-Za-z0-9.+-]{0,24}")


@last_cached
def faults_of(scenario: Scenario) -> tuple[BadInput, ...]:
    """All faults of a scenario, worked out once for logs of it that are audited one by one."""
    return tuple(faults(scenario))


def valid_seal(text: str) -> str:
    """A seal as logs write it; people may write capitals, or spaces between groups."""
    seal = "".join(text.split()).lower()
    if not _SEAL.fullmatch(seal):
        raise BadInput(f"{text[:70]!r} is not a seal; expected are 64 hexadecimal digits", "seal")
    return seal


def header_faults(header: Header) -> Iterator[tuple[str, str]]:
    """What no engine writes into a header: what it says, and what is expected."""
    if not _VERSION.fullmatch(header.engine):
        yield f"engine {header.engine[:60]!r}", "the version of an engine, such as 0.3.0"
    old, parent = header.made_from, header.parent
    if old is not None and old.format not in _OLDER:
        yield f"made from format {old.format}", f"one of {', '.join(map(str, _OLDER))}"
    if old is not None and not _SEAL.fullmatch(old.seal):
        yield f"made from a log of seal {old.seal[:70]!r}", "64 hexadecimal digits"
    if parent is not None and not _SEAL.fullmatch(parent.seal):
        yield f"a parent of seal {parent.seal[:70]!r}", "64 hexadecimal digits"
    if parent is not None and parent.entry < 0:
        yield f"a parent's entry {parent.entry}", "the number of an entry"


def ruling_faults(
    header: Header, ruled: Mapping[str, RulingInForce]
) -> Iterator[tuple[str, str, str]]:
    """Where a header has other rulings than its scenario: which, what it says, what is expected.

    A ruling that came into being after the header was written is not missed in it, and one that
    had another default then may say so: what that changed in the game is found in its entries.
    """
    edition = max((RULINGS[key].since for key in header.rulings if key in RULINGS), default=1)
    for key in sorted((ruled.keys() | header.rulings.keys()) - RETIRED):
        logged, right = header.rulings.get(key), ruled.get(key)
        if logged == right:
            continue
        later = logged is None and key in RULINGS and RULINGS[key].since > edition
        older = logged == FORMER.get(key) is not None
        if key in header.scenario.rulings or not (later or older):
            yield f"ruling {key}", _ruling_text(logged), _ruling_text(right)


def _ruling_text(ruling: RulingInForce | None) -> str:
    return "none" if ruling is None else f"{ruling.choice}, version {ruling.version}"
