"""What an audit asks of what people signed, by hand or in a game by mail: theirs, as they saw it?

Whose key it is a log cannot say: its writer can draw a key and give it any name. So the keys
that count can be named; see `replays.auditing.signatures`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import attrs

from events.chain import LogLine
from events.commands import Acknowledged, BookCommand, ChooseDice, Command, Finish, Opened, Struck
from events.disk import Disk
from events.entry import Entry, Header
from events.moment import Moment
from events.orders import format_order
from replays.auditing.finding import (
    Acknowledgement,
    ByMail,
    Finding,
    FindingId,
    MailSide,
    Report,
    shortened,
)
from replays.auditing.reproduction import attempt, dice_of_entry, roll_text
from replays.game.dice_source import played_faults, seed_of, to_play
from replays.game.open_log import open_log, points_of
from replays.game.position import Position
from replays.game.story import claimed_time
from replays.game.text import skeleton
from sim.machine.decide import Outcome
from sim.trust.mail import (
    book_faults,
    ended_faults,
    finish_faults,
    key_of,
    mail_due,
    opened_faults,
    rounds_in,
    turn_faults,
    word_faults,
)
from sim.trust.signing import (
    Frontier,
    LogPoint,
    VerifierKey,
    acknowledged_faults,
    parsed_key,
    raw_or_none,
    signed_point,
    two_names,
)

_MOST_KEYS: Final = 100
"""So many keys are told of; the report of an audit has them all."""

_MOST_NAMED: Final = 3
"""So many of the keys that were named stand in a sentence."""

_FROM_THE_LOG: Final = (
    "the keys of who acknowledged it stand in the log itself; name those that you know with --key"
)


def missing_of(
    found: Sequence[Acknowledgement], keys: Sequence[VerifierKey] | None
) -> tuple[str, ...]:
    """Name and short number of each key that was named and acknowledged nothing."""
    signed = {each.key for each in found}
    return tuple(key.short for key in keys or () if str(key) not in signed)


def last_by_key(found: Sequence[Acknowledgement]) -> tuple[Acknowledgement, ...]:
    """Of each key, what it acknowledged up to the latest entry; in the order of their first."""
    last: dict[str, Acknowledgement] = {}
    for each in found:
        if each.key not in last or each.entries >= last[each.key].entries:
            last[each.key] = each
    return tuple(last.values())


def key_findings(
    found: Sequence[Acknowledgement], keys: Sequence[VerifierKey] | None, entries: int, moment: str
) -> Iterator[Finding]:
    """Where a key took the name of one that counts, or has two; where none that counts signed."""
    known = keys or ()
    looks = {skeleton(key.name): key for key in known}
    signed = {key: each for each in last_by_key(found) if (key := parsed_key(each.key))}
    twice = dict(two_names([*known, *signed]))
    for key, each in signed.items():
        taken = looks.get(skeleton(key.name)) if key not in known else None
        if other := taken or twice.get(key):
            yield Finding(
                *(each.moment, each.entry, FindingId.SIGNED, f"acknowledged by {each.signer}"),
                f"by {other.short}, {'the key of that name' if taken else 'which is the same key'}",
            )
    if keys is not None and all(key not in keys for key in signed):
        more = [f"{len(keys) - _MOST_NAMED} more"] if len(keys) > _MOST_NAMED else []
        yield Finding(
            *(moment, entries, FindingId.SIGNED, "no acknowledgement by a key that was named"),
            f"one by {' or '.join([*(key.short for key in keys[:_MOST_NAMED]), *more])}",
        )


def acknowledged_lines(report: Report) -> Iterator[str]:
    """What of a log is acknowledged, by whom, and what by no key; nothing if no key signed it."""
    last = last_by_key(report.acknowledged)
    counting = [each for each in last if each.known is not False]
    others = [each for each in last if each.known is False]
    for each in counting[:_MOST_KEYS]:
        yield f"acknowledged by {each.signer}: {_what(each)}"
    if len(counting) > _MOST_KEYS:
        yield f"and by {len(counting) - _MOST_KEYS} more keys"
    for each in others[:_MOST_KEYS]:
        yield f"no key that was named, so it does not count: {each.signer}, {_what(each)}"
    if len(others) > _MOST_KEYS:
        yield f"and {len(others) - _MOST_KEYS} more that do not count"
    named = Counter(each.signer.split("+")[0] for each in counting)
    for name, count in named.most_common(_MOST_KEYS):
        if count > 1:
            yield f"{count} keys are named {name}; that they are of one person, nothing says"
    yield from (f"not acknowledged by {name}" for name in report.missing[:_MOST_KEYS])
    if len(report.missing) > _MOST_KEYS:
        yield f"nor by {len(report.missing) - _MOST_KEYS} more keys that were named"
    yield from _left(counting, report)
    if any(each.known is None for each in counting):
        yield _FROM_THE_LOG


def _what(each: Acknowledgement) -> str:
    seen = f"#1-#{each.entries}" if each.entries else "the header"
    return f"{seen}, as it claims at {claimed_time(each.time)} (entry #{each.entry})"


def _left(counting: Sequence[Acknowledgement], report: Report) -> Iterator[str]:
    """How many entries no key that counts acknowledged, if one acknowledged any."""
    if not counting or report.mail is not None:
        return
    most = max(each.entries for each in counting)
    signatures = len({each.entry for each in report.acknowledged if each.entry > most})
    if rest := report.entries - most - signatures:
        left = "1 entry" if rest == 1 else f"{rest} entries"
        yield f"acknowledged by no key: {left} after #{most}"


@attrs.define
class Signatures:
    """What people signed of a log, as an audit comes upon it."""

    log: str
    """The hash of its first line."""
    header: Header
    keys: Sequence[VerifierKey] | None = None
    """The keys that count; None where the caller named none."""
    seen: list[tuple[Entry, Acknowledged, Moment]] = attrs.field(factory=list)
    """The entries whose signatures are true, with their moments."""
    most: int = 0
    """So many entries a key acknowledged so far."""
    rounds: tuple[Acknowledgement, ...] = ()
    """Of a game by mail, what both sides signed last, as acknowledgements."""

    def of_round(self, entry: Entry, opened: Opened, active: int) -> None:
        """Both sides of a game by mail signed the log up to the entry before."""
        signed = (opened.answered, opened.asked) if active else (opened.asked, opened.answered)
        times = (int.from_bytes((raw_or_none(each) or b"")[:8], "big") for each in signed)
        self.rounds = tuple(
            Acknowledgement(entry.n, entry.n - 1, key.short, str(key), time, str(entry.at))
            for side, time in enumerate(times)
            if (key := key_of(self.header, side)) is not None
        )
        self.most = max(self.most, entry.n - 1)

    def faults(
        self, entry: Entry, command: BookCommand, moment: Moment
    ) -> Iterator[tuple[str, str]]:
        """What is wrong with an entry by itself; whether it fits the log is asked at the end."""
        if not isinstance(command, Acknowledged):
            return
        wrong = list(acknowledged_faults(self.log, entry.n, command))
        own = self.header.parent is None and self.header.made_from is None
        if not wrong and own and command.log != self.log:
            wrong = [(f"an acknowledgement of the log {command.log}", f"one of this, {self.log}")]
        yield from wrong
        if not wrong:
            self.seen.append((entry, command, moment))
            if command.log == self.log:
                self.most = max(self.most, command.entries)

    def findings(
        self, path: str | Path, disk: Disk, last: Moment, entries: int
    ) -> Iterator[Finding]:
        """True signatures, but of another log than this, or not by a key that counts."""
        yield from self.of_other_lines(path, disk)
        yield from key_findings(self.acknowledgements(), self.keys, entries, str(last))

    def of_other_lines(self, path: str | Path, disk: Disk) -> Iterator[Finding]:
        """Signatures that are true, but not of the lines that stand in this log."""
        ours = [each for each in self.seen if each[1].log == self.log]
        if not ours:
            return
        self.seen = []
        with open_log(path, disk) as reader:
            counts = {command.entries for _, command, _ in ours}
            points, _ = points_of(self.log, reader.lines(), counts)
        for each in ours:
            entry, command, moment = each
            here = points.get(command.entries)
            if here == signed_point(command):
                self.seen.append(each)
                continue
            right = f"a log of {command.entries} entries"
            if here is not None:
                same = here.seal == command.seal
                right = f"the root of these entries, {here.root}" if same else ""
                right = right or f"that of these entries, {here.seal}"
            name = VerifierKey.parse(command.key).short
            logged = f"{name} signed {command.entries} entries of seal {command.seal}"
            yield Finding(str(moment), entry.n, FindingId.SIGNED, shortened(logged), right)

    def acknowledgements(self) -> tuple[Acknowledgement, ...]:
        """What is acknowledged of this log, by whom; what does not hold is left out."""
        found = list(self.rounds)
        for entry, command, moment in self.seen:
            if command.log == self.log:  # and not that which a branch shares with its parent
                short = VerifierKey.parse(command.key).short
                who = short, command.key, command.time
                found.append(Acknowledgement(entry.n, command.entries, *who, str(moment)))
        if self.keys is None:
            return tuple(found)
        named = {str(key) for key in self.keys}
        return tuple(attrs.evolve(each, known=each.key in named) for each in found)


NOT_BY_MAIL: Final = "dice that one side could know", "a game by mail, whose dice both sides make"
"""What a log says and what is expected, where only a game by mail will do."""


class MailRecord:
    """What an audit remembers of a game by mail while it reads a log."""

    def __init__(self, header: Header, log: str) -> None:
        """Begin; ``log`` is the hash of the first line."""
        self._header, self._log, self._tree = header, log, Frontier()
        self._rounds = self._fixed = 0
        self._signed: int | None = None

    def read(self, line: LogLine) -> None:
        """A line that was audited."""
        if self._header.mail is not None:
            self._tree.add(line.raw)

    def point(self, n: int, before: str) -> LogPoint | None:
        """The log before entry ``n``, whose last line has a hash; None where lines are missing."""
        if not before or self._tree.count != n - 1:
            return None
        return LogPoint(self._log, n - 1, self._tree.root().hex(), before)

    def passed(self, n: int, before: Position) -> None:
        """An entry that opens no round: one of a batch leaves no player a choice."""
        if before.exchange.left or before.exchange.ending:
            self._fixed = n

    def passed_book(self, n: int, before: Position, command: BookCommand, *, true: bool) -> None:
        """An entry of the log itself."""
        if not isinstance(command, Opened):
            self.passed(n, before)
        elif true:
            self._rounds, self._fixed, self._signed = self._rounds + 1, n, n - 1

    def told(self, position: Position) -> ByMail | None:
        """How a game by mail stands where the log ends; None if it is none."""
        header = self._header
        if header.mail is None:
            return None
        names, keys = header.scenario.order_of_sides, (key_of(header, 0), key_of(header, 1))
        one, two = (
            MailSide(name, "no key" if key is None else key.short, said)
            for name, key, said in zip(names, keys, header.mail.keys, strict=True)
        )
        over = position.finished or position.state.clock.over
        due = mail_due(header, position.exchange, over=over)
        most = rounds_in(header.scenario)
        return ByMail((one, two), self._rounds, most, self._signed, self._fixed, due)


# In words -----------------------------------------------------------------------------------


def mail_lines(report: Report) -> Iterator[str]:
    """What an audit says of a game by mail; of the dice of a seed, that they could be tried."""
    mail = report.mail
    if mail is None:
        if report.seeded:
            yield (
                "dice of a seed: it could have been tried before the game until its dice pleased, "
                "and who knew it knew every die"
            )
        return
    rounds = "1 round" if mail.rounds == 1 else f"{mail.rounds} rounds"
    opened = f"{rounds} of dice opened, of {mail.most} at most" if mail.rounds else "no dice open"
    yield f"a game by mail: {opened}"
    yield ", ".join(f"{each.side} is {each.short}" for each in mail.sides)
    if tail := tail_of(report):
        yield (
            f"only the word of the side that shows this log, after the last signature of both: "
            f"{tail}"
        )
    if mail.due is not None:
        yield f"due {mail.due}"
    yield _proof(report)


def tail_of(report: Report) -> str:
    """The entries of a game by mail that no signature fixes; empty if there are none."""
    if report.mail is None or report.mail.fixed >= report.entries:
        return ""
    first = report.mail.fixed + 1
    return f"#{first}" if first == report.entries else f"#{first}-#{report.entries}"


def _proof(report: Report) -> str:
    """What a game by mail proves, where nothing was found in the log itself."""
    if report.more or any(each.rule in set(FindingId) for each in report.findings):
        return "with these findings about the log itself, its signatures prove nothing"
    return (
        "no side could know or choose a die before its batch was under both signatures (if the "
        "two keys are of two people who share no secret; no log says that)"
    )


# Faults -------------------------------------------------------------------------------------


def mail_book_faults(
    header: Header, position: Position, command: BookCommand, point: LogPoint | None
) -> Iterator[tuple[str, str]]:
    """What is wrong with an entry of the log itself in a game by mail."""
    exchange, opened = position.exchange, position.opened
    if isinstance(command, Opened):
        yield from opened_faults(header, exchange, opened, point, command)
        return
    if position.finished:
        yield from ended_faults(header, command)
    elif isinstance(command, Finish):
        yield from finish_faults(header, exchange, over=position.state.clock.over)
    yield from book_faults(header, exchange, opened, command)
    yield from word_faults(header, exchange, point, command)
    if isinstance(command, ChooseDice) and header.mail is not None:
        yield f"dice {command.source}", "the dice of both sides alone"
    elif isinstance(command, Struck) and (due := to_play(position)) is not None:
        source = dice_of_entry(header, position, position.state.moment, ())
        outcome = attempt(position.state, due, source)
        if isinstance(outcome, Outcome) and not _out_of_turn(header, position, due):
            words = f"`{format_order(due)}`"
            yield f"{words} struck out", f"{words} played: the rules allow it"


def mail_play_faults(header: Header, position: Position, entry: Entry) -> Iterator[tuple[str, str]]:
    """The rolls of an entry that no side could make, and an order where another was agreed on."""
    if seed_of(header, position) is None:
        for roll in entry.dice:
            yield roll_text(roll), "no roll before its order was asked for and answered"
    if header.mail is not None and not isinstance(entry.do, BookCommand):
        yield from played_faults(position, entry.do)


def is_out_of_place(header: Header, position: Position, command: Command) -> bool:
    """Whether both sides agreed on another order here, or it is one of the other side."""
    return any(played_faults(position, command)) or _out_of_turn(header, position, command)


def _out_of_turn(header: Header, position: Position, command: Command) -> bool:
    return any(turn_faults(header, position.exchange, position.state.attacker, command))
