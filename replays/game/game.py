"""A game: a scenario, a seed, and what has been done so far.

The one class that people meet first::

    game = Game.new(load_scenario("bir-el-qaha"), seed="alamein")
    game.do("wc 6 6")
    game.state.dust
"""

import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from copy import copy
from functools import partial
from pathlib import Path
from pkgutil import resolve_name
from typing import Self, TypeVar

import attrs

from events.chain import LogLine, entry_line, header_line, seal_after, seal_of, whole_log
from events.codec import valid_command
from events.commands import BookCommand, ChooseDice, Command, Doing, Finish, Opened, Struck, Undo
from events.disk import DISK, Disk
from events.entry import Entry, Header, Parent
from events.errors import BadInput, in_file
from events.log import happened
from events.log_writer import LogChanged, write_log
from events.moment import Phase
from events.orders import format_order, parse_order
from events.recorder import RecordConflict, Recorder
from events.scenario import Scenario
from events.terms import DiceFrom
from replays.game.address import to_write
from replays.game.dice_source import by_itself, dice_for, dice_from, fill_in, of_dice, step_before
from replays.game.fault import Fault, readable
from replays.game.named_moment import END, When, parse_when, resolve_note, state_at
from replays.game.open_log import Ending, new_header, open_log, points_of
from replays.game.order_file import as_labelled, order_lines
from replays.game.own_side import OwnSideGuard
from replays.game.position import (
    Position,
    demand_unfinished,
    follow,
    in_play,
    play_on,
    position_after,
)
from replays.game.scenario_file import load_scenario
from replays.game.store import GameRead, StoredLog, read_to_play, stored_log
from replays.game.story import StoryLine, tell
from replays.version import ENGINE
from sim.machine.decide import resolve
from sim.machine.dice import DiceLeft, EnteredDice
from sim.machine.opening import initial_state
from sim.machine.telling import Refusal
from sim.state import State
from sim.trust.mail import turn_faults
from sim.trust.signing import LogPoint

T = TypeVar("T")


class OrderRefused(BadInput):
    """An order that the rules do not allow; nothing has changed.

    Attributes:
        refusal: why, with its numbered reason and its rule.
    """

    def __init__(self, order: str, refusal: Refusal) -> None:
        super().__init__(f"`{order}` is {refusal}")
        self.refusal = refusal


def _words_of(command: Doing, dice: Sequence[int] = ()) -> str:
    words = format_order(command, tuple(dice[:12]))
    return f"{words} ..." if dice[12:] else words


def as_shared(entry: Entry) -> Entry:
    """An entry without what differs between a game and its branches: the seal that closes it."""
    if isinstance(entry.do, Finish):
        return attrs.evolve(entry, do=entry.do.but(seal=""))
    return entry


class Game:
    """A game in progress, or one that was read.

    A game made by ``Game.open`` has a log on disk: ``do`` returns after the entry is on it. Any
    other lives in memory until it is saved.

    Attributes:
        header: scenario, seed, number and rulings.
        entries: what has been done, in order; what was taken back is among it.
        position: where the game stands now.
        state: the state there.
        beginning: the state before the first entry.
        name: the name of the log that it was read from or is written to; empty if none.
        torn: a crash left a part of a line in that log, which was left out.
        fault: why that log could not be read on, if it was only to be read as far as it can be.
    """

    def __init__(self, header: Header, beginning: State | None = None) -> None:
        """Begin at setup; ``Game.new``, ``Game.open`` and ``Game.load`` are the usual ways."""
        self.header = header
        self.entries: list[Entry] = []
        self.beginning = beginning or initial_state(header.scenario)
        self.state = self.beginning
        self.position = Position(self.beginning, dice=header.dice)
        self.name = ""
        self.torn = False
        self.fault: Fault | None = None
        self._log: Recorder | None = None
        self._guard: OwnSideGuard | None = None
        self._kept: Path | None = None

    @property
    def ending(self) -> Ending:
        """Whether the log is finished, or the moment at which the game stands."""
        return Ending.of(self.position)

    @classmethod
    def new(
        cls,
        scenario: Scenario | str | Path,
        seed: str = "",
        number: int = 0,
        dice: DiceFrom | str = DiceFrom.EITHER,
    ) -> Self:
        """A new game: the same seed, any text, gives the same dice, and each number others of it.

        The scenario may be named, see `load_scenario`. ``dice`` is ``table`` if people enter all
        dice, ``seed`` if they enter none.
        """
        if isinstance(scenario, str | Path):
            scenario = load_scenario(scenario)
        header = new_header(scenario, seed, number)
        return cls(attrs.evolve(header, dice=dice_from(dice)))

    @classmethod
    def load(cls, path: str | Path, disk: Disk = DISK, upto: int | None = None) -> Self:
        """Read a game from its log, to look at it; what is done in it then stays in memory.

        With ``upto`` the log is read as if it ended after the entry of that number.
        """
        with open_log(path, disk, upto) as reader:
            return cls._of(read_to_play(reader), reader.path.name)

    @classmethod
    def load_readable(cls, path: str | Path, disk: Disk = DISK) -> "Game":
        """Read a game as far as its log can be read; ``fault`` says why no farther."""
        game, fault = readable(path, lambda upto: cls.load(path, disk, upto), disk)
        game.fault = fault
        return game

    @classmethod
    def _of(cls, read: GameRead, name: str) -> Self:
        """A game that was read, to its last entry."""
        game = cls(read.header, read.beginning)
        game.entries, game.torn, game.name = read.entries, read.torn, name
        game.position, game.state = read.position, read.position.state
        return game

    @classmethod
    def open(
        cls,
        log: str | Path | StoredLog,
        scenario: Scenario | str | Path | None = None,
        seed: str | None = None,
        number: int | None = None,
        dice: DiceFrom | str | None = None,
        disk: Disk = DISK,
    ) -> Self:
        """Go on with a log, or begin one: every entry is on disk before ``do`` returns.

        A file is this game's alone until it is closed; use it in a ``with`` statement. A torn line
        is put aside first, and a closing entry that a crash kept from being written is written.

        Args:
            log: its name, or a `StoredLog`.
            scenario: what is played, for a log that is not there yet.
            seed: any text, for a new log; a secret one if None.
            number: number of the game among those of its seed; 0 for a new log if None.
            dice: who rolls; None leaves it as it is, and to either in a new log.
            disk: where the log is.

        Raises:
            BadInput: when the log cannot be read or written, is of another scenario or seed, or
                another program writes it; when it is new and there is no scenario.
        """
        if isinstance(scenario, str | Path):
            scenario = load_scenario(scenario)
        with stored_log(log, disk, create=scenario is not None) as stored:
            if not stored.exists():
                if scenario is None:
                    raise stored.missing()
                seed = secrets.token_hex(8) if seed is None else seed
                game = cls.new(scenario, seed, number or 0, dice or DiceFrom.EITHER)
                game._log = stored.begin(game.header)
                game.name = Path(stored.where).name
                return game
            recorder, read = stored.resume()
            game = cls._of(read, Path(stored.where).name)
            game._log, game._guard = recorder, OwnSideGuard(stored.where, game.header)
        try:
            with in_file(stored.where):
                game._demand_same(scenario, seed, number)
                game._close_if_due()
                if dice is not None and dice_from(dice) is not game.position.dice:
                    game.do(ChooseDice(dice_from(dice)))
        except BaseException:
            game.close()
            raise
        return game

    def _demand_same(self, scenario: Scenario | None, seed: str | None, number: int | None) -> None:
        """See that this is the game that the caller describes; what is None is left open."""
        header = self.header
        if scenario is not None and scenario != header.scenario:
            raise BadInput(
                f"this is a game of {header.scenario.name!r}, whose scenario is not the one given; "
                f"leave the scenario out to go on with it"
            )
        if seed is not None and seed != header.seed:
            raise BadInput("this game has another seed; leave the seed out to go on with it")
        if number is not None and number != header.game:
            raise BadInput(f"this game has number {header.game}; leave the number out")

    def catch_up(self) -> tuple[Entry, ...]:
        """Read in what others have recorded in this game since, which only a library lets them."""
        found = () if self._log is None else tuple(self._log.new_entries(len(self.entries)))
        for entry in found:
            self._keep(entry, follow(self.position, entry))
        return found

    def _close_if_due(self) -> None:
        """Go on to what was due by itself; a crash can fall between an order and that."""
        if by_itself(self.position) is not None:
            with suppress(RecordConflict):  # else another has just done it
                self._all_or_nothing(self._go_on)
            self.catch_up()

    def close(self) -> None:
        """Let go of the log, if the game has one: another program may write it then."""
        if self._log is not None:
            self._log.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def do(self, order: str | Doing, dice: Sequence[int] = ()) -> Entry:
        """Give an order, in words, ``wc 6 6``, or as a command with the dice that people rolled.

        Setup is finished first where it is due, and the log is closed by itself as the last Player
        Turn ends. The entry that was added is returned.

        Raises:
            OrderRefused: when the rules do not allow it.
            BadInput: when it is not an order, has too few or too many dice, or cannot be written
                to the log. Nothing has changed then.
        """
        if isinstance(order, str):
            parsed = parse_order(order)
            command, dice = parsed.command, parsed.dice
        else:
            command = valid_command(order)
        command = as_labelled(self.state, command)
        if self._log is None and self.state.clock.moment.phase is not Phase.SETUP:
            return self._do(command, dice)  # the one entry, and what follows from it, or none
        return self._all_or_nothing(partial(self._do, command, dice), command)

    def _all_or_nothing(self, act: Callable[[], T], command: Doing | None = None) -> T:
        """What is added is on disk in the end, if the game has a log; or nothing has changed."""
        if self._guard is not None and command is not None:
            self._guard.demand_ours(self.entries, self.position, command)
        count, position = len(self.entries), self.position
        try:
            done = act()
            if self._log is not None and self.entries[count:]:
                self._log.append(*self.entries[count:])
        except BaseException as error:
            if self._log is None or self._log.n <= count:  # it is not in the log
                del self.entries[count:]
                self.position, self.state = position, position.state
            if isinstance(error, LogChanged):
                raise self._kept_beside(error) from None
            raise
        return done

    def _kept_beside(self, error: LogChanged) -> BadInput:
        """Keep all that was acknowledged in a file beside a log that another program changed."""
        with suppress(BadInput):
            log = self.log_bytes()
            if self._kept is None and seal_of(log[:-1]) == self.seal():
                self._kept = error.keep(log)
        kept = f"; all of that is in {self._kept}" if self._kept else ""
        return BadInput(f"{error.what}{kept}", error.where)

    def _do(self, command: Doing, dice: Sequence[int]) -> Entry:
        if isinstance(command, BookCommand):
            entry = self._write_down(command)
            if isinstance(command, Opened):
                self._go_on()
            return entry
        demand_unfinished(self.position, self.header)
        if self.state.clock.moment.phase is Phase.SETUP:
            self._finish_setup(command)
        entry = self._demand(command, dice)
        if self.state.clock.over:
            self._write_down(Finish())
        return entry

    def _go_on(self) -> None:
        """Play a batch whose dice are open; what the rules refuse ends it. Close what is over."""
        while (order := by_itself(self.position)) is not None:
            exchange, attacker = self.position.exchange, self.state.attacker
            refused = any(turn_faults(self.header, exchange, attacker, order))
            if refused or isinstance(self._attempt(order, ()), Refusal):
                self._write_down(Struck(len(self.position.exchange.left)))

    def _write_down(self, command: BookCommand) -> Entry:
        """Add an entry of the log itself, with what it names filled in."""
        n = len(self.entries) + 1
        command = fill_in(self.header, command, self.position, n, self.seal, self.point)
        entry = Entry(n, self.state.clock.moment, command, (), ())
        position = position_after(self.position, n, command)
        if isinstance(command, Undo):
            in_play(position.state)
        self._keep(entry, position)
        return entry

    def as_it_stands(self) -> Self:
        """The game as it is now, in memory: it stays so while this one goes on."""
        found = copy(self)
        found.entries, found._log = self.entries.copy(), None
        return found

    def finish(self) -> Entry | None:
        """Close the log, if it is not closed: nothing is played after it."""
        return None if self.position.finished else self.do(Finish())

    def attempt(self, command: Doing, dice: Sequence[int] = ()) -> Entry | Refusal:
        """Give a command as it is, and return the refusal if the rules do not allow it.

        Unlike ``do`` it makes no rolls of setup, and adds no closing entry.
        """
        if self._log is None:
            return self._attempt(command, dice)
        return self._all_or_nothing(partial(self._attempt, command, dice), command)

    def _attempt(self, command: Doing, dice: Sequence[int]) -> Entry | Refusal:
        if isinstance(command, BookCommand):
            return self._write_down(command)
        if self.position.finished and not self.state.clock.over:  # else the rules say so
            demand_unfinished(self.position, self.header)
        source = dice_for(self.header, self.position, dice, command)
        outcome = resolve(self.state, command, source)
        if isinstance(outcome, Refusal):
            return outcome
        if isinstance(source, EnteredDice):
            source.check_all_used()
        n, rolls = len(self.entries) + 1, tuple(source.rolls)
        entry = Entry(n, self.state.clock.moment, command, rolls, outcome.events)
        position = play_on(self.position, n, rolls, outcome.state, command, outcome.events)
        self.entries.append(entry)
        self.position, self.state = position, position.state
        return entry

    def demand(self, command: Doing, dice: Sequence[int] = ()) -> Entry:
        """Give a command as it is; see ``attempt``."""
        if self._log is None:
            return self._demand(command, dice)
        return self._all_or_nothing(partial(self._demand, command, dice), command)

    def _demand(self, command: Doing, dice: Sequence[int] = ()) -> Entry:
        try:
            result = self._attempt(command, dice)
        except DiceLeft as error:
            why = of_dice(self.position, command, error)
            raise BadInput(f"`{_words_of(command, dice)}`: {why}") from None
        if isinstance(result, Refusal):
            raise OrderRefused(_words_of(command, dice), result)
        return result

    def _finish_setup(self, command: Command) -> None:
        """Make the rolls of setup that are due before a command of play, and begin."""
        while (step := step_before(self.state, command)) is not None:
            try:
                self._demand(step)
            except BadInput as error:
                raise BadInput(f"before `{_words_of(command)}`, {error.what}") from None

    def _keep(self, entry: Entry, position: Position) -> None:
        self.entries.append(entry)
        self.position, self.state = position, position.state

    def do_all(self, orders: Iterable[str | Command]) -> Self:
        """Give orders one after the other; returns the game."""
        for order in orders:
            self.do(order)
        return self

    def at(self, moment: str) -> State:
        """The state at a moment: ``3.2/MPh``, ``3.2``, ``#120``, ``end`` or the words of a note."""
        return self.stood_at(moment)[1]

    def stood_at(self, moment: str) -> tuple[int, State]:
        """The number of the entry that led to a moment, and the state there."""
        when = self._when(moment)
        if when == END:
            return len(self.entries), self.state
        return state_at(self.beginning, map(happened, self.entries), when)

    def _when(self, moment: str) -> When:
        return resolve_note(parse_when(moment), map(happened, self.entries))

    def branch(self, at: str = "end") -> Self:
        """A game of its own, in memory, that shares the past of this one up to a moment.

        Its dice are those of the same seed, so it has the same weather whatever is played. Save it,
        and open it again, to have a log of it. It is open, unless the last Player Turn is over.
        """
        n, state = self.stood_at(at)
        if n and isinstance(self.entries[n - 1].do, Finish) and not state.clock.over:
            n -= 1  # it leaves nothing to play on
        game = self.shared(n)
        if game.state.clock.over:
            game.finish()
        return game

    def shared(self, n: int) -> Self:
        """A branch that shares the first ``n`` entries, see ``branch``.

        They are those of this game; only a closing entry among them has the seal of the branch.
        """
        if self.header.mail is not None:
            raise BadInput("a game by mail has no branches: no side has reveals for them")
        if n > len(self.entries):
            raise BadInput(f"this game has {len(self.entries)} entries, so no entry {n}")
        shared = self.entries[:n]
        parent = Parent(self.name, n, seal_after(header_line(self.header)[1], shared))
        header = attrs.evolve(self.header, engine=ENGINE, made_from=None, parent=parent)
        game, seal = type(self)(header, self.beginning), header_line(header)[1]
        for each in shared:
            closes = isinstance(each.do, Finish)
            entry = attrs.evolve(each, do=Finish(each.n - 1, seal)) if closes else each
            seal = entry_line(entry, seal)[1]
            game._keep(entry, follow(game.position, entry))
        in_play(game.state)
        return game

    def story(self, start: str | None = None, end: str | None = None) -> str:
        """The game as a player would tell it, each line with its rule."""
        return "\n".join(map(str, self.telling(start, end)))

    def telling(self, start: str | None = None, end: str | None = None) -> list[StoryLine]:
        """The lines of that story."""
        first, last = (None if at is None else self._when(at) for at in (start, end))
        return [*tell(self.beginning, self.entries, first, last)]

    def orders(self) -> str:
        """The game as an order file: with its scenario it makes the same game again."""
        return "\n".join([*order_lines(self.header, self.entries), ""])

    def __fspath__(self) -> str:
        """A game is no file; whatever reads a log of one says so."""
        raise BadInput("a game is no log; `save` writes one, which can be read")

    def __repr__(self) -> str:
        name, seed = self.header.scenario.name, self.header.seed
        return f"<Game {name!r}, seed {seed!r}, {len(self.entries)} entries, {self.ending}>"

    def svg(self, at: str | None = None) -> str:
        """A picture of the game as one SVG document, now or at a moment; notebooks show it."""
        svg = resolve_name("replays.drawing.map:svg")  # a game knows no drawing, and finds it here
        return str(svg(self.state if at is None else self.at(at)))

    _repr_svg_ = svg

    def log_bytes(self) -> bytes:
        """The whole log, as ``save`` writes it."""
        return whole_log(self.header, self.entries)

    def seal(self) -> str:
        """The hash of the last line of the log."""
        if self._log is None:
            return seal_after(header_line(self.header)[1], self.entries)
        return seal_after(self._log.seal, self.entries[self._log.n :])  # it is not written yet

    def point(self) -> LogPoint:
        """What a checkpoint says of the log: its entries, their root, and its seal."""
        head, *lines = self.log_bytes().split(b"\n")[:-1]
        numbered = (LogLine(n, line) for n, line in enumerate(lines, 2))
        return points_of(seal_of(head), numbered, ())[1]

    def save(self, path: str | Path) -> str:
        """Write the log to a new file.

        Returns:
            Its seal: the hash of the last line. It tells this log from any other.
        """
        with to_write(path) as file:
            return write_log(file, self.header, self.entries)[1]
