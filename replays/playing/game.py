"""A game: a scenario, a seed, and what has been done so far.

The one class that people meet first::

    game = Game.new(load_scenario("bir-el-qaha"), seed="alamein")
    game.do("wc 6 6")
    game.state.dust
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Self

import attrs

from events.chain import entry_line, header_line
from events.codec import proper_command
from events.commands import Advance, Command
from events.entry import MAX_GAME, Entry, Header
from events.errors import BadInput
from events.log_writer import LogWriter
from events.moment import Phase
from events.orders import format_order, parse_order
from events.scenario import Scenario
from replays.playing.logs import open_log
from replays.playing.moments import END, happen, parse_when, state_at
from replays.telling.story import story_lines
from replays.version import ENGINE
from sim.chapter_11.setup import SETUP_STEPS, next_roll
from sim.machine.decide import resolve
from sim.machine.dice import DiceLeft, EnteredDice, SeededDice, counters_after
from sim.machine.opening import initial_state
from sim.machine.refusals import Refusal
from sim.soundness import sound
from sim.state import State

__all__ = ["Game", "OrderRefused", "new_header", "proper_number"]


class OrderRefused(BadInput):
    """An order that the rules do not allow; nothing has changed.

    Attributes:
        refusal: the numbered reason and its rule.
    """

    def __init__(self, order: str, refusal: Refusal) -> None:
        """Say which order, and why."""
        super().__init__(f"`{order}` is {refusal}")
        self.refusal = refusal


def new_header(scenario: Scenario, seed: str, number: int = 0) -> Header:
    """The header of a new game.

    Raises:
        BadInput: when the scenario is not sound, or seed or number are impossible.
    """
    proper_number(number)
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise BadInput("this is not text that can be written as UTF-8", "seed") from None
    rulings = initial_state(sound(scenario)).setting.rulings
    return Header(ENGINE, number, seed, scenario, rulings)


def proper_number(number: int) -> int:
    """A number of a game among those of its seed.

    Raises:
        BadInput: when it is none.
    """
    if not 0 <= number <= MAX_GAME:
        raise BadInput(f"{number} is not a number of a game from 0 to {MAX_GAME}", "game")
    return number


class Game:
    """A game in progress, or one that was read.

    Attributes:
        header: scenario, seed, number and rulings.
        entries: what has been done, in order.
        state: the state now.
        beginning: the state before the first entry.
    """

    def __init__(self, header: Header, beginning: State | None = None) -> None:
        """Begin at setup; ``Game.new`` and ``Game.load`` are the usual ways to get a game.

        Args:
            header: scenario, seed, number and rulings.
            beginning: the first state of that scenario, where it is known already.
        """
        self.header = header
        self.entries: list[Entry] = []
        self.beginning = self.state = beginning or initial_state(header.scenario)
        self._used: Mapping[str, int] = {}

    @classmethod
    def new(cls, scenario: Scenario, seed: str = "", number: int = 0) -> Self:
        """A new game.

        Args:
            scenario: what is played.
            seed: any text; the same seed gives the same dice.
            number: number of the game among those of its seed.

        Raises:
            BadInput: when the scenario is not sound, or seed or number are impossible.
        """
        return cls(new_header(scenario, seed, number))

    def numbered(self, number: int) -> Self:
        """The game of another number at its beginning: of the same scenario and seed.

        Games made in this way share all that is worked out of their scenario alone.

        Raises:
            BadInput: when the number is impossible.
        """
        header = attrs.evolve(self.header, game=proper_number(number))
        return type(self)(header, self.beginning)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a game from its log.

        Raises:
            BadInput: when the file is not a log, or was changed after it was written.
        """
        with open_log(path) as reader:
            game = cls(reader.header)
            for entry in reader.entries():
                game._keep(entry, _after(game.state, entry))
        return game

    def do(self, order: str | Command, dice: Sequence[int] = ()) -> Entry:
        """Give an order, in words or as a command; setup is finished first where it is due.

        Args:
            order: such as ``wc 6 6`` or ``Move("PzA", "D5", 2)``.
            dice: the dice that people rolled for a command; none are rolled from the seed.

        Returns:
            The entry that was added.

        Raises:
            OrderRefused: when the rules do not allow it.
            BadInput: when it is not an order, or has too few or too many dice.
        """
        if isinstance(order, str):
            parsed = parse_order(order)
            command, dice = parsed.command, parsed.dice
        else:
            command = proper_command(order)
        count, state, used = len(self.entries), self.state, self._used
        try:
            self._finish_setup(command)
            return self.demand(command, dice)
        except BadInput:
            del self.entries[count:]
            self.state, self._used = state, used
            raise

    def attempt(self, command: Command, dice: Sequence[int] = ()) -> Entry | Refusal:
        """Give a command as it is, and return the refusal if the rules do not allow it.

        Raises:
            BadInput: when it has too few or too many dice.
        """
        used, moment = self._used, self.state.clock.moment
        source = (
            EnteredDice(dice, used)
            if dice
            else SeededDice(self.header.seed, self.header.game, moment, used)
        )
        outcome = resolve(self.state, command, source)
        if isinstance(outcome, Refusal):
            return outcome
        if isinstance(source, EnteredDice):
            source.check_all_used()
        entry = Entry(
            len(self.entries) + 1,
            moment,
            command,
            tuple(source.rolls),
            outcome.events,
        )
        self._keep(entry, outcome.state)
        return entry

    def demand(self, command: Command, dice: Sequence[int] = ()) -> Entry:
        """Give a command as it is.

        Raises:
            OrderRefused: when the rules do not allow it.
            BadInput: when it has too few or too many dice.
        """
        try:
            result = self.attempt(command, dice)
        except DiceLeft as error:
            raise BadInput(f"`{_words(command, dice)}`: {error.what}") from None
        if isinstance(result, Refusal):
            raise OrderRefused(_words(command, dice), result)
        return result

    def _finish_setup(self, command: Command) -> None:
        """Make the rolls of setup that are due before a command of play, and begin."""
        if self.state.moment.phase is not Phase.SETUP or type(command) in SETUP_STEPS:
            return
        while (due := next_roll(self.state)) is not None:
            self.demand(due())
        if not isinstance(command, Advance):
            self.demand(Advance())

    def _keep(self, entry: Entry, after: State) -> None:
        now, then = after.clock.moment, self.state.clock.moment
        over = now is not then and now != then
        self._used = counters_after(self._used, entry.dice, moment_over=over)
        self.entries.append(entry)
        self.state = after

    def do_all(self, orders: Iterable[str | Command]) -> Self:
        """Give orders one after the other; returns the game."""
        for order in orders:
            self.do(order)
        return self

    def at(self, moment: str) -> State:
        """The state at a moment such as ``3.2/MPh``, ``#120`` or ``end``.

        Raises:
            BadInput: when it is not a moment, or the game did not come that far.
        """
        when = parse_when(moment)
        return (
            self.state
            if when == END
            else state_at(self.beginning, ((e.n, e.then) for e in self.entries), when)[1]
        )

    def story(self, start: str | None = None, end: str | None = None) -> str:
        """The game as a player would tell it, each line with its rule.

        Args:
            start: the first moment to tell, such as ``2.1/RPh``; None is the beginning.
            end: the last moment to tell; None is the end.

        Raises:
            BadInput: when one of them is not a moment.
        """
        first = None if start is None else parse_when(start)
        last = None if end is None else parse_when(end)
        return "\n".join(story_lines(self.beginning, self.entries, first, last))

    def __repr__(self) -> str:
        name, seed = self.header.scenario.name, self.header.seed
        return f"<Game {name!r}, seed {seed!r}, {len(self.entries)} entries, {self.state.moment}>"

    def log_bytes(self) -> bytes:
        """The whole log, as ``save`` writes it."""
        line, before = header_line(self.header)
        lines = [line]
        for entry in self.entries:
            line, before = entry_line(entry, before)
            lines.append(line)
        return b"\n".join([*lines, b""])

    def seal(self) -> str:
        """The hash of the last line of the log."""
        before = header_line(self.header)[1]
        for entry in self.entries:
            before = entry_line(entry, before)[1]
        return before

    def save(self, path: str | Path) -> str:
        """Write the log to a new file.

        Returns:
            Its seal: the hash of the last line. Whoever knows it can tell this log from any other.

        Raises:
            BadInput: when the file exists, or cannot be written.
        """
        with LogWriter(path, self.header, durable=False) as writer:
            for entry in self.entries:
                writer.append(entry)
        return writer.seal


def _words(command: Command, dice: Sequence[int]) -> str:
    """An order as error messages show it."""
    words = format_order(command, tuple(dice[:12]))
    return f"{words} ..." if dice[12:] else words


def _after(state: State, entry: Entry) -> State:
    for event in entry.then:
        state = happen(state, event, entry.n)
    return state
