"""The audit: was every environmental effect of this game applied as the rules say?

Everything is derived again: dice from the seed, events from commands, states from events, hashes
from bytes. The audit keeps two states side by side: the *ruled* one, which follows the rules from
the first entry on, and the *written* one, which follows what the log says. An entry that fits
either has no fault of its own; so one mistake is one finding, and a second, later mistake is a
second.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import attrs

from events.chain import GENESIS, LogLine, entry_line, header_line
from events.codec import trust_doing
from events.commands import BookCommand, Command, Finish, Undo
from events.entry import FORMAT, Entry, Header
from events.errors import BadInput
from events.log import LogReader
from events.orders import format_order
from events.rolls import Roll
from events.ruling import RulingInForce
from events.terms import DiceFrom, RollSource
from events.vocabulary import Event
from events.wind import WindDirectionChanged, WindDirectionSet
from replays.auditing.differences import differences, roll_text
from replays.auditing.doors import AsLogged, Door, TooFewDiceError
from replays.auditing.parentage import PARENT_RULE, parent_findings
from replays.auditing.report import Finding, Report
from replays.playing.ending import Ending
from replays.playing.logs import open_log, start_of
from replays.playing.position import IMPOSSIBLE, Position, play_on, position_after
from sim.machine.decide import Outcome, resolve
from sim.machine.refusals import Refusal
from sim.rulings import RETIRED, RULINGS
from sim.soundness import faults
from sim.state import State
from sim.state.evolve import evolve

__all__ = ["Finding", "Report", "audit"]


UNLAWFUL: Final = (LookupError, TypeError, ValueError, AttributeError, AssertionError)
"""What goes wrong when a command or scenario that no engine wrote is decided all the same."""


@attrs.frozen
class _Judgement:
    """What the rules give for an entry in one of the two states.

    Attributes:
        outcome: with true dice; None when they do not suffice.
        rolls: the true dice.
        fits: these give the events of the log.
        fits_logged_dice: the dice as logged give them.
    """

    outcome: Outcome | Refusal | None
    rolls: tuple[Roll, ...]
    fits: bool
    fits_logged_dice: bool


_NAMING_A_BOARD: Final = (WindDirectionSet, WindDirectionChanged)
"""Events that name the board of a Random Direction (B.8), which formats before 3 do not."""


def _tells(events: tuple[Event, ...], entry: Entry) -> bool:
    """Whether an entry tells these events, or all but the board of a Random Direction."""
    return events == entry.then or entry.then == tuple(
        attrs.evolve(event, board="") if isinstance(event, _NAMING_A_BOARD) else event
        for event in events
    )


class _Audit:
    """An audit under way.

    Attributes:
        ruled: where the game stands by the rules.
        written: where it stands by the log.
        gap: a line could not be read, so that the next ones may not fit.
        by_hand: the entries with dice that people rolled.
        taken_back: how many entries were taken back.
    """

    def __init__(self, header: Header) -> None:
        self.header = header
        self.findings: list[Finding] = []
        self.consequences = 0
        self.ruled = self.written = Position(start_of(header.scenario), dice=header.dice)
        self.next_n = 1
        self.gap = False
        self.by_hand: list[int] = []
        self.taken_back = 0

    def find(self, entry: int, rule: str, logged: str, expected: str) -> None:
        moment = str(self.written.state.moment)
        self.findings.append(Finding(moment, entry, rule, logged, expected))

    # One entry ------------------------------------------------------------------------------

    def check(self, reader: LogReader, line: LogLine, before: str) -> None:
        """Check one line: the fast way if it is byte for byte what the rules give."""
        if self._agree(reader) and self._same(line, before):
            return
        if not line.follows(before):
            self.find(
                line.number - 1, "log.hash", line.hash or "no hash", "the hash of what stands here"
            )
        try:
            entry = reader.decode(line)
        except BadInput as error:
            self.find(line.number - 1, "log.entry", error.what, "an entry of a game")
            self.next_n += 1
            self.gap = True
            return
        if reader.format == FORMAT and line.follows(before):
            self._check_words(entry, line, before)
        if entry.n != self.next_n:
            self.find(self.next_n, "log.order", f"entry {entry.n}", f"entry {self.next_n}")
        self.next_n = entry.n + 1
        if isinstance(entry.do, BookCommand):
            self._check_book(entry, entry.do, before)
        else:
            self._compare(entry, entry.do)

    def _check_words(self, entry: Entry, line: LogLine, before: str) -> None:
        """An entry is written in one way only: no other keys, order or spaces."""
        try:
            written = entry_line(entry, before)[0]
        except UNLAWFUL:
            written = b""
        if written != line.raw:
            self.find(entry.n, "log.entry", "an entry in other words", "as the engine writes it")

    def _agree(self, reader: LogReader) -> bool:
        return self.ruled.state is self.written.state and reader.format == FORMAT

    def _same(self, line: LogLine, before: str) -> bool:
        """Whether a line is exactly the one that the rules give here; then the game goes on."""
        try:
            command, rolls = trust_doing(line.json())
            if isinstance(command, BookCommand) or self.ruled.finished:
                return False
            moment = self.ruled.state.moment
            door = Door(self.header, self.written.used, moment, rolls)
            outcome = resolve(self.ruled.state, command, door)
            if isinstance(outcome, Refusal) or self._wrong_source(rolls):
                return False
            entry = Entry(self.next_n, moment, command, tuple(door.rolls), outcome.events)
            if entry_line(entry, before)[0] != line.raw:
                return False
        except UNLAWFUL:
            return False
        self.next_n += 1
        self._count(entry)
        self._play_on(entry, outcome.state, outcome.state)
        return True

    def _count(self, entry: Entry) -> None:
        if any(roll.source is RollSource.TABLE for roll in entry.dice):
            self.by_hand.append(entry.n)

    def _wrong_source(self, rolls: tuple[Roll, ...]) -> bool:
        """Whether dice come from where they may not, or from more than one place."""
        return any(not _may_come_from(roll, self.written.dice) for roll in rolls) or _mixed(rolls)

    def _check_book(self, entry: Entry, command: BookCommand, before: str) -> None:
        """An entry of the log itself: what it names is there, and it does nothing else."""
        if entry.dice or entry.then:
            self.find(entry.n, "log.entry", "dice or events", "neither, by this order")
        if entry.at != self.written.state.moment:
            self.find(entry.n, "log.moment", str(entry.at), str(self.written.state.moment))
        if self.written.finished and not isinstance(command, Undo):
            self.find(entry.n, "log.finish", format_order(command), "nothing after the end")
        if isinstance(command, Finish) and command != Finish(entry.n - 1, before):
            logged = f"{command.entries} entries, seal {command.seal}"
            self.find(entry.n, "log.finish", logged, f"{entry.n - 1} entries, seal {before}")
        try:
            written = position_after(self.written, entry.n, command)
            ruled = position_after(self.ruled, entry.n, command)
        except BadInput:
            if self.gap:
                self.consequences += 1
                return
            last = f"undo {self.written.entry}" if self.written.before else "nothing"
            self.find(entry.n, "log.undo", format_order(command), last)
            return
        self.taken_back += isinstance(command, Undo)
        self.ruled, self.written = ruled, written if self.ruled is not self.written else ruled

    def _compare(self, entry: Entry, command: Command) -> None:
        """Compare one entry with what the rules give, and go on in both states."""
        ruled = self._judge(self.ruled.state, entry, command)
        written = self._judge(self.written.state, entry, command)
        at_home = entry.at == self.ruled.state.moment
        fits = next((each for each in (ruled, written) if each.fits), None)
        if self.gap and fits is None and not (at_home and isinstance(ruled.outcome, Outcome)):
            self.consequences += 1
            self._go_on(entry, None)
            return
        self.gap = False
        if not at_home and entry.at != self.written.state.moment:
            self.find(entry.n, "log.moment", str(entry.at), str(self.ruled.state.moment))
        if self.written.finished:
            self.find(entry.n, "log.finish", format_order(command), "nothing after the end")
        if _mixed(entry.dice):
            self.find(
                entry.n, "log.dice", "dice from the seed and from a table", "one source an entry"
            )
        for roll in entry.dice:
            if not _may_come_from(roll, self.written.dice):
                here = f"dice from the {self.written.dice.value}, as this game has them"
                self.find(entry.n, "log.dice", roll_text(roll), here)
        found = len(self.findings)
        lawful = [each for each in (ruled, written) if isinstance(each.outcome, Outcome)]
        by_dice = next((each for each in (ruled, written) if each.fits_logged_dice), None)
        best = fits or by_dice or next(iter(lawful), ruled)
        self._compare_dice(entry, best)
        if best is fits or best is by_dice:
            self.consequences += best is not ruled and len(self.findings) == found
        else:
            self._compare_events(entry, best)
        self._go_on(entry, ruled.outcome)

    def _judge(self, state: State, entry: Entry, command: Command) -> "_Judgement":
        """What the rules give for an entry in a state, with true dice and with the logged ones."""
        door = Door(self.header, self.written.used, state.moment, entry.dice)
        outcome = _attempt(state, command, door)
        fits = isinstance(outcome, Outcome) and _tells(outcome.events, entry)
        logged = None if fits else _attempt(state, command, AsLogged(entry.dice))
        by_dice = isinstance(logged, Outcome) and _tells(logged.events, entry)
        return _Judgement(outcome, tuple(door.rolls), fits, by_dice)

    def _compare_dice(self, entry: Entry, judged: "_Judgement") -> None:
        lawful = isinstance(judged.outcome, Outcome)
        expected = judged.rolls
        for index, logged in enumerate(entry.dice):
            right = expected[index] if index < len(expected) else None
            if right is not None and right != logged:
                self.find(entry.n, "log.dice", roll_text(logged), roll_text(right))
            elif right is None and lawful:
                self.find(entry.n, "log.dice", roll_text(logged), "no roll")
        if lawful:
            for missing in expected[len(entry.dice) :]:
                self.find(entry.n, "log.dice", "no roll", roll_text(missing))

    def _compare_events(self, entry: Entry, judged: "_Judgement") -> None:
        """No explanation fits: name what is missing, extra or different."""
        outcome = judged.outcome
        if isinstance(outcome, Outcome):
            for rule, logged, expected in differences(entry.then, outcome.events):
                self.find(entry.n, rule, logged, expected)
            return
        rule = "log.dice" if outcome is None else outcome.rule
        self.find(entry.n, rule, format_order(entry.do), str(outcome or "other dice"))

    def _go_on(self, entry: Entry, ruled: Outcome | Refusal | None) -> None:
        self._count(entry)
        written = _fold(self.written.state, entry.then)
        if written is None:
            written = ruled.state if isinstance(ruled, Outcome) else self.written.state
        by_rule = ruled.state if isinstance(ruled, Outcome) else written
        self._play_on(entry, by_rule, by_rule if written == by_rule else written)

    def _play_on(self, entry: Entry, ruled: State, written: State) -> None:
        """Both go on; as one, for as long as they were one."""
        one = self.ruled is self.written and ruled is written
        self.written = play_on(self.written, entry.n, entry.dice, written)
        self.ruled = self.written if one else play_on(self.ruled, entry.n, entry.dice, ruled)


def _may_come_from(roll: Roll, dice: DiceFrom) -> bool:
    """Whether a game whose dice come from there has such a roll."""
    return dice is DiceFrom.EITHER or roll.source.value == dice.value


def _mixed(rolls: tuple[Roll, ...]) -> bool:
    return len(rolls) > 1 and len({roll.source for roll in rolls}) > 1


def _attempt(state: State, command: Command, door: Door | AsLogged) -> Outcome | Refusal | None:
    """What the rules give for an entry's command; None when the dice do not suffice."""
    try:
        return resolve(state, command, door)
    except (TooFewDiceError, *UNLAWFUL):
        return None


def _fold(state: State, events: tuple[Event, ...]) -> State | None:
    """The state after events, or None when they cannot have happened in it."""
    try:
        for event in events:
            state = evolve(state, event)
    except IMPOSSIBLE:
        return None
    return state


def _check_header(work: _Audit, reader: LogReader) -> None:
    header, line = reader.header, reader.head
    if not line.follows(GENESIS):
        work.find(0, "log.hash", line.hash or "no hash", "the hash of this header")
    elif reader.format == FORMAT and header_line(header)[0] != line.raw:
        work.find(0, "log.header", "a header in other words", "the header as the engine writes it")
    for fault in faults(header.scenario):
        work.find(0, "log.scenario", str(fault), "a scenario that is sound")
    ruled = work.ruled.state.setting.rulings
    edition = max((RULINGS[key].since for key in header.rulings if key in RULINGS), default=1)
    for key in sorted((ruled.keys() | header.rulings.keys()) - RETIRED):
        logged, right = header.rulings.get(key), ruled.get(key)
        later = logged is None and key in RULINGS and RULINGS[key].since > edition
        if logged != right and not (later and key not in header.scenario.rulings):
            work.find(0, f"ruling {key}", _ruling_text(logged), _ruling_text(right))


def _ruling_text(ruling: RulingInForce | None) -> str:
    return "none" if ruling is None else f"{ruling.choice}, version {ruling.version}"


def audit(
    path: str | Path,
    seal: str | None = None,
    progress: Callable[[int], None] | None = None,
    parent: str | Path | None = None,
) -> Report:
    """Audit a game log.

    Args:
        path: the log.
        seal: the hash that its last line should have, if somebody noted it.
        progress: told the number of bytes read so far, every now and then.
        parent: the log from which this one should have branched off, to compare the past of both.

    Raises:
        BadInput: when the file, or the parent, is not a log at all.
    """
    with open_log(path) as reader:
        try:
            work = _Audit(reader.header)
        except BadInput as error:
            raise error.inside(f"{path}, line 1, scenario") from None
        _check_header(work, reader)
        before = reader.head.hash
        for line in reader.lines():
            work.check(reader, line, before)
            before = line.hash
            if progress is not None and line.number % 1024 == 0:
                progress(reader.offset)
        if reader.torn is not None:
            work.find(
                work.next_n, "log.torn", f"{reader.torn.size} bytes without end", "a whole line"
            )
        ending = Ending.of(
            work.written, torn=reader.torn is not None, closes=reader.format == FORMAT
        )
        if ending.word == "cut off" and reader.torn is None:
            work.find(work.next_n - 1, "log.finish", "no closing entry", "one: the game is over")
        if seal is not None and seal != before:
            work.find(work.next_n - 1, "log.seal", before, seal)
        named = reader.header.parent
        if named is not None and named.entry >= work.next_n:
            there = f"{work.next_n - 1} entries"
            work.find(work.next_n - 1, PARENT_RULE, there, f"the {named.entry} that it shares")
        if parent is not None:
            work.findings.extend(parent_findings(path, parent))
    return Report(
        clean=not work.findings,
        entries=work.next_n - 1,
        findings=tuple(work.findings),
        consequences=work.consequences,
        rulings=reader.header.rulings,
        by_hand=tuple(work.by_hand),
        seal=before,
        engine=reader.header.engine,
        ending=ending,
        taken_back=work.taken_back,
        parent=named,
    )
