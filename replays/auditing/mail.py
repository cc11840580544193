"""What an audit asks of a game by mail: was each round opened as both sides signed it?"""

from collections.abc import Iterator
from typing import Final

from events.chain import LogLine
from events.commands import BookCommand, ChooseDice, Command, Finish, Opened, Struck
from events.entry import Entry, Header
from events.orders import format_order
from replays.auditing.finding import ByMail, FindingId, MailSide, Report
from replays.auditing.reproduction import attempt, dice_of_entry, roll_text
from replays.game.dice_source import played_faults, seed_of, to_play
from replays.game.position import Position
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
from sim.trust.signing import Frontier, LogPoint

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
        elif true and self._header.mail is not None:
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
