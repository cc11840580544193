"""A log as a player would tell it: each order, what followed, and the rule that did it."""

from collections.abc import Generator, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from textwrap import wrap
from typing import Final

import attrs

from events import turn
from events.commands import (
    Acknowledged,
    Asked,
    BookCommand,
    Declined,
    Finish,
    Opened,
    SidePassed,
    Struck,
    Undo,
    WindChange,
)
from events.entry import Entry, Header, Roll, rolls_in_words
from events.moment import Moment, Phase
from events.orders import format_order
from events.terms import Density, Rain, RollSource
from replays.game.named_moment import When
from replays.game.position import Position, happen, play_on, position_after
from sim.chapter_11.ec import known_ec
from sim.chapter_b.wind_change import has_direction
from sim.chapter_e.low_visibility import at_night
from sim.machine.due import Due
from sim.state import State
from sim.trust.mail import MailDue, asked_text, mail_due
from sim.trust.signing import parsed_key


def due_between(header: Header, position: Position) -> MailDue | None:
    """What one side owes the other before anything else can be recorded; None if nothing."""
    over = position.finished or position.state.clock.over
    exchange = attrs.evolve(position.exchange, left=())  # a batch is played by itself
    return mail_due(header, exchange, over=over)


def still_due(found: Iterable[Due], first: MailDue | None) -> Iterator[Due]:
    """What else is due: no order is, while something is due between the sides."""
    yield from (each for each in found if first is None or each.order is None)


def mail_now(header: Header, position: Position) -> str:
    """That a game is played by mail, and who gives orders; empty if it is not."""
    if header.mail is None:
        return ""
    active = f", {header.scenario.order_of_sides[position.exchange.active]} gives the orders"
    return f"a game by mail{'' if position.finished else active}"


_BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)


def claimed_time(seconds: int) -> str:
    """A time in words, such as ``2026-11-23 02:00:01 UTC``; beyond the calendar, its seconds."""
    try:
        when = _BEGINNING + timedelta(seconds=seconds)
    except OverflowError:
        return f"{seconds} s after 1970"
    return when.strftime("%Y-%m-%d %H:%M:%S UTC")


def acknowledged_text(command: Acknowledged) -> str:
    """An entry about a signature, in a sentence; whether it is true, the audit says."""
    key = parsed_key(command.key)
    signer = "an unknown key" if key is None else key.short
    count = "1 entry" if command.entries == 1 else f"{command.entries} entries"
    seen = f"the first {count}" if command.entries else "the beginning"
    when = claimed_time(command.time)
    return f"{signer} signed {seen} of the log {command.log[:16]}, as it claims at {when}"


_WIDTH: Final = 74
"""Columns of a line of a story before its rule."""

PLAIN_WIDTH: Final = 120
"""From this width on lines stand as they are."""

_RULE: Final = 9
"""Columns of a rule at the right edge, and a blank before it."""


@attrs.frozen
class StoryLine:
    """A line of a story."""

    moment: Moment
    entry: int
    kind: str
    """``order``, ``event`` or ``now``."""
    text: str
    rule: str
    """The rule behind it; empty for an order."""
    written: bool = False
    """It stands behind the fault of a log, and nothing bears it out."""

    def to_json(self) -> dict[str, str | int]:
        """The line as plain values; an order has no rule."""
        value = attrs.asdict(self) | {"moment": str(self.moment)}
        left_out = {key for key in ("rule", "written") if not value[key]}
        return {key: each for key, each in value.items() if key not in left_out}

    def __str__(self) -> str:
        if self.kind == "order":
            mark = "?" if self.written else "#"
            return f"{mark}{self.entry:<4} {self.moment!s:>9}  {self.text}"
        mark = "=" if self.kind == "now" else "?" if self.written else " "
        return f"{'':16} {mark} {self.text:<{_WIDTH}} {self.rule}".rstrip()

    def fitted(self, width: int) -> list[str]:
        """The line as a terminal of this width shows it: wrapped, its rule at the right edge."""
        plain = str(self)
        if width >= PLAIN_WIDTH or len(plain) <= width:
            return [plain]
        if self.kind == "order":
            return wrap(plain, width, subsequent_indent=" " * 18, break_on_hyphens=False)
        mark, room = "=" if self.kind == "now" else " ", width - _RULE
        begun, later = f"      {mark} ", " " * 10
        first, *more = wrap(
            self.text, room, initial_indent=begun, subsequent_indent=later, break_on_hyphens=False
        ) or [begun]
        return [f"{first:<{room}} {self.rule}".rstrip(), *more]


def weather_line(state: State) -> str:
    """Wind, rain, NVR, EC and Dust now, in one line."""
    wind_now, sky_now = state.wind, state.sky
    parts = [str(wind_now.force or "Wind Force to be rolled")]
    if has_direction(wind_now.force) and wind_now.direction is not None:
        parts[0] += f" to hexside {wind_now.direction}"
    parts += ["Gusts"] if wind_now.gusts else []
    parts += [str(sky_now.rain)] if sky_now.rain is not Rain.NONE else []
    parts += [f"NVR {'not stated' if state.nvr is None else state.nvr}"] if at_night(state) else []
    parts.append(f"EC {known_ec(state) or 'to be rolled'}")
    dusty = state.density is not Density.NONE
    to_come = state.dust is None and state.moment.phase is Phase.SETUP
    parts.append(f"{state.density} Dust" if dusty else f"{'' if to_come else 'no '}Dust")
    if to_come:
        parts[-1] += " to be settled"
    return ", ".join(parts)


def _dice(rolls: tuple[Roll, ...], opened: Opened | None = None) -> str:
    if not rolls:
        return ""
    whose = "from the seed" if opened is None else f"of round {opened.round}"
    by_hand = all(roll.source is RollSource.TABLE for roll in rolls)
    return f"   [{rolls_in_words(rolls)} {'at the table' if by_hand else whose}]"


def tell(
    state: State | Position,
    entries: Iterable[Entry],
    start: When | None = None,
    end: When | None = None,
) -> Generator[StoryLine, None, Position]:
    """The story of a game, or of a part of it.

    Args:
        state: the state before the first entry; or the position, where that entry may be an
            ``undo``.
        entries: the entries of the game; from the first on, if the end is an entry.
        start: the first phase or entry to tell; None is the beginning.
        end: the last phase, Player Turn or entry to tell; None is the end.
    """
    position = state if isinstance(state, Position) else Position(state)
    for entry in islice(entries, None if end is None else end.entry):
        if isinstance(entry.do, BookCommand):
            after = position_after(position, entry.n, entry.do)
            lines = list(_of_the_log(entry, entry.do, after.state))
        else:
            lines, now = _played(position, entry)
            after = play_on(position, entry.n, entry.dice, now, entry.do, entry.then)
        position = after
        for line in lines:
            late = end is not None and end.before(line.moment)
            if not late and (start is None or not is_early(line, start)):
                yield line
    return position


def _played(position: Position, entry: Entry) -> tuple[list[StoryLine], State]:
    """The lines of an entry that the rules decided, and the state after it."""
    state, order = position.state, format_order(entry.do) + _dice(entry.dice, position.opened)
    lines = [StoryLine(entry.at, entry.n, "order", order, "")]
    for event in entry.then:
        state = happen(state, event, entry.n)
        if event.secret:
            continue
        line = StoryLine(state.moment, entry.n, "event", str(event), event.rule)
        last = lines[-1]  # of an event of a phase, which the next says too
        is_phase = last.kind == "event" and last.rule.startswith("A3") and ":" not in last.text
        if isinstance(event, turn.PhaseBegan) and is_phase:
            line = attrs.evolve(line, text=f"{lines.pop().text}, {line.text}", rule="A3")
        lines.append(line)
    if isinstance(entry.do, WindChange) or entry.at.phase is Phase.SETUP:
        lines.append(StoryLine(state.moment, entry.n, "now", weather_line(state), "11.7"))
    return lines, state


def _of_the_log(entry: Entry, command: BookCommand, state: State) -> Iterator[StoryLine]:
    """The lines of an entry of the log itself; ``state`` is the one after it."""
    yield StoryLine(entry.at, entry.n, "order", format_order(command), "")
    if said := _what_it_does(command, state):
        yield StoryLine(entry.at, entry.n, "event", said, "")


def _what_it_does(command: BookCommand, state: State) -> str:
    """What an entry of the log itself does, also between the two sides of a game by mail."""
    match command:
        case Acknowledged():
            return acknowledged_text(command)
        case Undo(entry):
            return f"#{entry} does not count any more; the game stands at {state.moment}"
        case Finish(entries):
            return f"the log is closed after {entries} entries"
        case Opened():
            return f"the dice of round {command.round} are open: no others can come of it"
        case Asked():
            return f"asked for: {asked_text(command)}"
        case Declined():
            return "the other side declines the end: the game goes on"
        case Struck(orders):
            what = "an order" if orders == 1 else f"{orders} orders"
            return f"the rules refuse what comes next; {what} of the batch will not be played"
        case SidePassed():
            return "the other side gives the orders now"
        case _:
            return ""


def as_written(rest: Iterable[Entry | None], first: int, moment: Moment) -> Iterator[StoryLine]:
    """What stands behind the fault of a log; its entries are numbered from ``first`` on.

    ``moment`` is that of the last entry before it.
    """
    for n, entry in enumerate(rest, first):
        if entry is None:
            text = "no entry of this number can be read"
            yield StoryLine(moment, n, "order", text, "", written=True)
            continue
        moment = entry.at
        order = format_order(entry.do) + _dice(entry.dice)
        yield StoryLine(moment, n, "order", order, "", written=True)
        for event in entry.then:
            if not event.secret:
                yield StoryLine(moment, n, "event", str(event), event.rule, written=True)


def is_early(line: StoryLine, start: When) -> bool:
    """Whether a line comes before the point from which a story is told."""
    if start.entry is not None:
        return line.entry < start.entry
    return start.after(line.moment)
