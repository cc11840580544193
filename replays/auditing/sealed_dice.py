"""What an audit asks of sealed dice: were they sealed when they were, and opened as agreed?"""

from collections.abc import Iterator
from typing import Final

from events.commands import BookCommand, ChooseDice, Command, Opened, Struck
from events.entry import Entry, Header
from events.orders import format_order
from events.terms import SealedWay
from replays.auditing.finding import FindingId, Report, SealedGame, SealedSide
from replays.auditing.reproduction import attempt, dice_of_entry, roll_text
from replays.game.dice_source import played_faults, seed_of, to_play
from replays.game.position import Position
from sim.machine.decide import Outcome
from sim.trust.sealing import (
    book_faults,
    ended_faults,
    is_together,
    links_in,
    opened_faults,
    other_side,
    player_turn,
    sealed_due,
    stretch_of,
    who_plays,
)

NOT_SEALED: Final = "dice that are not sealed", "sealed dice, made of secrets of both sides"
"""What a log says and what is expected, where only sealed dice will do."""

_SHOWN: Final = 16
"""So many digits of a key are told; the JSON of an audit has all 64."""


class Sealings:
    """What an audit remembers of sealed dice while it reads a log."""

    def __init__(self, header: Header) -> None:
        self._header = header
        self._signed: list[int | None] = [None, None]
        self._opened = self._fixed = 0

    def passed(self, n: int, before: Position) -> None:
        """An entry that is no opening: one of a sheet leaves no player a choice."""
        if before.exchange.left:
            self._fixed = n

    def passed_book(self, n: int, before: Position, command: BookCommand, *, true: bool) -> None:
        """An entry of the log itself."""
        if not isinstance(command, Opened):
            self.passed(n, before)
        elif true and self._header.sealed is not None:
            self._opened, self._fixed = self._opened + 1, n
            if is_together(self._header):
                self._signed = [n - 1, n - 1]
            else:
                self._signed[other_side(who_plays(command.stretch))] = n - 1

    def told(self, position: Position) -> SealedGame | None:
        """How the dice are sealed where the log ends; None if they are not."""
        header, last = self._header, position.opened
        sealing = header.sealed
        if sealing is None:
            return None
        one, two = (
            SealedSide(name, key, signed)
            for name, key, signed in zip(
                header.scenario.order_of_sides, sealing.keys, self._signed, strict=True
            )
        )
        over = position.finished or position.state.clock.over
        moment = position.state.moment
        return SealedGame(
            sealing.way,
            header.seed,
            (one, two),
            self._opened,
            0 if last is None else last.stretch,
            links_in(header.scenario, sealing.way),
            self._fixed,
            sealed_due(header, moment, position.exchange, last, over=over),
        )


# In words -----------------------------------------------------------------------------------


def sealed_lines(report: Report) -> Iterator[str]:
    """What an audit says of sealed dice; of a seed that is not sealed, that it could be tried."""
    sealed = report.sealed
    if sealed is None:
        if report.seeded:
            yield (
                "dice not sealed: the seed could have been tried before the game until its dice "
                "pleased, and who knew it knew every die"
            )
        return
    yield f"sealed dice, the way {sealed.way}: {_opened(sealed)}"
    for each in sealed.sides:
        yield f"{each.side}, key {each.key[:_SHOWN]}: {_signed(each.signed)}"
    if tail := tail_of(report):
        yield (
            f"only the word of the side that shows this log, after the last signature of a side: "
            f"{tail}"
        )
    if report.ending.word == "finished":
        yield "the last signatures of a finished game are in the letters that both sides keep"
    if sealed.due is not None:
        yield f"due {sealed.due}"
    yield _proof(report, sealed)


def tail_of(report: Report) -> str:
    """The entries of a sealed game that stand after the last signature; empty if none do."""
    if report.sealed is None or report.sealed.fixed >= report.entries:
        return ""
    first = report.sealed.fixed + 1
    return f"#{first}" if first == report.entries else f"#{first}-#{report.entries}"


def _signed(entries: int | None) -> str:
    if entries is None:
        return "no signature in the log yet"
    if entries < 2:
        return "signed #1" if entries else "signed the header"
    return f"signed #1-#{entries}"


def _opened(sealed: SealedGame) -> str:
    if not sealed.opened:
        return "no dice are open yet"
    if sealed.way is SealedWay.TOGETHER:
        sheets = "1 sheet" if sealed.opened == 1 else f"{sealed.opened} sheets"
        return f"{sheets} of orders asked for, answered and opened, of {sealed.links} at most"
    turns = "1 Player Turn" if sealed.opened == 1 else f"{sealed.opened} Player Turns"
    return f"the dice of {turns} of {sealed.links} are open, the last {player_turn(sealed.last)}"


def _proof(report: Report, sealed: SealedGame) -> str:
    """What the sealing proves, where nothing was found in the log itself."""
    if report.more or any(each.rule in set(FindingId) for each in report.findings):
        return "with these findings about the log itself, its sealing proves nothing"
    if sealed.way is SealedWay.TOGETHER:
        proved = "no side could know or choose a die before its sheet was under both signatures"
    else:
        proved = (
            "no side could choose a die, or know one before the Player Turn was handed over; who "
            "played it knew its dice from then on"
        )
    return f"{proved} (if the two keys are of two people who share no secret; no log says that)"


def sealed_book_faults(
    header: Header, position: Position, entry: Entry, command: BookCommand, before: str
) -> Iterator[tuple[str, str]]:
    """What is wrong with an entry of the log itself in a game with sealed dice."""
    exchange, opened = position.exchange, position.opened
    if isinstance(command, Opened):
        head, moment = before or command.head, position.state.moment
        yield from opened_faults(header, moment, exchange, opened, entry.n, head, command)
        return
    if position.finished:
        yield from ended_faults(header, command)
    used = 0 if opened is None else opened.stretch
    yield from book_faults(header, exchange, used, command)
    if isinstance(command, ChooseDice) and header.sealed is not None:
        yield f"dice {command.source}", "the sealed dice of this game alone"
    elif isinstance(command, Struck) and (due := to_play(position)) is not None:
        door = dice_of_entry(header, position, position.state.moment, ())
        if isinstance(attempt(position.state, due, door), Outcome):
            words = f"`{format_order(due)}`"
            yield f"{words} struck out", f"{words} played: the rules allow it"


def sealed_play_faults(
    header: Header, position: Position, entry: Entry
) -> Iterator[tuple[str, str]]:
    """The rolls of an entry that no side could make, and an order where another was agreed on."""
    if seed_of(header, position, position.state.moment) is None:
        when = (
            f"the dice of Player Turn {player_turn(stretch_of(position.state.moment))} are opened"
        )
        if is_together(header):
            when = "its order was asked for and answered"
        for roll in entry.dice:
            yield roll_text(roll), f"no roll before {when}"
    if header.sealed is not None and not isinstance(entry.do, BookCommand):
        yield from played_faults(position, entry.do)


def is_out_of_place(position: Position, command: Command) -> bool:
    """Whether both sides agreed on another order here."""
    return any(played_faults(position, command))
