"""A log of as many entries as one likes: ``python -m benchmarks.endless_game``.

Game Turns are limited, second thoughts are not. Two dozen vehicles go to and fro as in the long
game; between these moves others are tried and taken back, FFEs come and go, and people take notes.
"""

import argparse
import itertools
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from benchmarks.long_game import scenario
from events.chain import entry_line, header_line
from events.commands import BookCommand, Finish, Undo
from events.entry import Entry
from events.log_writer import write_log
from events.orders import parse_order
from replays.game.dice_source import dice_for
from replays.game.open_log import new_header
from replays.game.position import Position, play_on, position_after
from sim.chapter_11.setup import next_roll
from sim.machine.decide import resolve
from sim.machine.opening import initial_state
from sim.machine.telling import Refusal

__all__ = ["PlayedAtOnce", "endless", "write_endless"]

_PLAYER_TURNS: Final = 200


class PlayedAtOnce:
    """A game that keeps nothing but where it stands, and what it takes to number entries.

    Attributes:
        header: scenario and seed.
        position: where it stands.
        n: the number of its last entry.
        seal: the hash of its last line.
    """

    def __init__(self, seed: str) -> None:
        """Stand at the beginning."""
        self.header = new_header(scenario(), seed, 0)
        self.position = Position(initial_state(self.header.scenario))
        self.n, self.seal = 0, header_line(self.header)[1]

    def do(self, order: str) -> Entry:
        """Give an order that the rules must allow."""
        command = parse_order(order).command
        before, self.n = self.position, self.n + 1
        moment = before.state.moment
        if isinstance(command, BookCommand):
            if isinstance(command, Undo):
                command = Undo(before.entry)
            elif isinstance(command, Finish):
                command = Finish(self.n - 1, self.seal)
            self.position = position_after(before, self.n, command)
            entry = Entry(self.n, moment, command, (), ())
        else:
            dice = dice_for(self.header, before, (), command)
            outcome = resolve(before.state, command, dice)
            if isinstance(outcome, Refusal):
                raise AssertionError(f"{order}: {outcome}")
            rolls = tuple(dice.rolls)
            self.position = play_on(before, self.n, rolls, outcome.state)
            entry = Entry(self.n, moment, command, rolls, outcome.events)
        self.seal = entry_line(entry, self.seal)[1]
        return entry


def endless(entries: int, seed: str = "endless", turn: int | None = None) -> Iterator[Entry]:
    """A game of so many entries.

    Args:
        entries: how many; the game is open as a rule, and finished if it comes to its end before.
        seed: of its dice.
        turn: entries of a Player Turn; such that all are played if None.
    """
    game = PlayedAtOnce(seed)
    while (due := next_roll(game.position.state)) is not None:
        yield game.do(due().word)
    yield game.do("phase")
    turn = max(8, entries // _PLAYER_TURNS) if turn is None else turn
    while not game.position.state.clock.over:
        for order in itertools.islice(_player_turn(game), turn - 1):
            yield game.do(order)
            if game.n >= entries:
                return
        yield game.do("phase RPh")
    yield game.do("finish")


def _player_turn(game: PlayedAtOnce) -> Iterator[str]:
    """Orders of one Player Turn, without end; those that stand come first."""
    yield "wc"
    yield "undo"
    yield "wc"
    yield "phase MPh"
    state = game.position.state
    area, side = state.setting.area, state.attacker
    movers = [
        (name, found.hex or "", area.across(found.hex or "", 4) or area.across(found.hex or "", 1))
        for name, found in sorted(state.vehicles.items())
        if state.setting.vehicles[name].side == side
    ]
    for name, here, there in movers:
        if not state.vehicles[name].in_motion:
            yield f"start {name}"
        yield f"move {name} {there} 3mp"
        yield f"move {name} {here} 3mp"
        yield f"note {name} is back in {here}, entry {game.n}"
    for name, here, there in itertools.cycle(movers):
        yield f"move {name} {there} 3mp"
        yield f"move {name} {here} 3mp"
        yield "undo"
        yield f"note {name} thinks better of it, entry {game.n}"
        yield "undo"
        yield "undo"
        yield f"note {name} stays in {here}, entry {game.n}"
        yield f"note a player fetches tea, entry {game.n}"


def write_endless(
    path: str | Path, entries: int, seed: str = "endless", turn: int | None = None
) -> tuple[int, str]:
    """Write such a game to a new log, in bounded memory.

    Returns:
        How many entries it has, and its seal.
    """
    return write_log(path, PlayedAtOnce(seed).header, endless(entries, seed, turn))


def main() -> int:
    """Write a log."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.endless_game", description=__doc__)
    parser.add_argument("path", metavar="FILE", help="a new log")
    parser.add_argument("--entries", type=int, default=1_000_000, metavar="N", help="how many")
    parser.add_argument("--seed", default="endless", help="of the dice")
    args = parser.parse_args()
    count, seal = write_endless(args.path, args.entries, args.seed)
    print(f"{args.path}: {count} entries, seal {seal}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
