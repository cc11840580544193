"""Whole games at once: by an order file that is followed, or by the built-in drivers."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from events.chain import BEGINNING
from events.commands import Advance, Enter, Exit, Finish, Move, Start, Stop, WindChange
from events.disk import open_to_read
from events.errors import BadInput, in_file
from events.log import MAX_LINE
from events.moment import Phase
from events.scenario import Scenario
from events.terms import DiceFrom
from replays.game import telemetry
from replays.game.address import disk_of
from replays.game.file import exists
from replays.game.game import Game
from replays.game.order_file import OrderFile, read_orders
from replays.game.output import OWN
from replays.game.store import stored_log
from sim.chapter_d.expenditure import entry_mp, mp_left
from sim.machine.dice import DICE_A_WORD, seeded
from sim.machine.telling import Refusal

MOST_HEXES: Final = 4
"""A driver enters no more hexes in an MPh."""


def play(scenario: Scenario | str | Path, seed: str = "", number: int = 0) -> Game:
    """A whole game, played by the drivers from setup to its end."""
    game = Game.new(scenario, seed, number)
    for _ in drive(game):
        pass
    return game


def drive(game: Game, player_turns: int | None = None, *, finish: bool = True) -> Iterator[str]:
    """Play a game on to its end, or for some Player Turns; yields each Player Turn as it begins."""
    while not (game.state.clock.over or game.position.finished) and (
        player_turns is None or player_turns > 0
    ):
        if game.state.moment.phase is Phase.SETUP:
            game.do(Advance(Phase.RPH))
        if not game.state.clock.wind_rolled:
            yield game.state.moment.player_turn
            game.demand(WindChange())
        if game.state.moment.phase in (Phase.RPH, Phase.PFPH):
            game.demand(Advance(Phase.MPH))
        if game.state.moment.phase is Phase.MPH:
            for vehicle in sorted(game.state.vehicles):
                _drive_one(game, vehicle)
        game.demand(Advance(Phase.RPH))
        player_turns = None if player_turns is None else player_turns - 1
    if finish and game.state.clock.over and not game.position.finished:
        game.attempt(Finish())


class _Choices:
    """The dice by which a vehicle's driver chooses at this moment; no log has them."""

    def __init__(self, game: Game, vehicle: str) -> None:
        header = game.header
        self._address = header.seed, header.game, str(game.state.moment), f"driver {vehicle}"
        self._dice: tuple[int, ...] = ()
        self._used = 0

    def next(self, count: int) -> tuple[int, ...]:
        start, self._used = self._used, self._used + count
        while len(self._dice) < self._used:
            self._dice += seeded(*self._address, len(self._dice), DICE_A_WORD)
        return self._dice[start : self._used]


def _drive_one(game: Game, vehicle: str) -> None:
    """One vehicle's MPh: stay, or start, enter some hexes one way, and perhaps stop."""
    ours = game.state.setting.vehicles[vehicle].side == game.state.attacker
    if not ours or game.state.vehicles[vehicle].exited:
        return
    dice = _Choices(game, vehicle)
    willing, hexes, turn, closing = dice.next(4)
    if willing == 1:
        return
    if game.state.vehicles[vehicle].hex is None:
        area = game.state.setting.area
        edge = [name for name in area.names.values() if area.on_edge(name)]
        game.attempt(Enter(vehicle, edge[(dice.next(1)[0] - 1) * len(edge) // 6]))
    elif not game.state.vehicles[vehicle].in_motion:
        game.attempt(Start(vehicle))
    # toward the enemy's side of the playing area, give or take a hexside
    heading = ((2, 3) if game.state.attacker == game.state.setting.sides[0] else (6, 5))[turn % 2]
    for _ in range(min(hexes, MOST_HEXES)):
        if not _advance(game, vehicle, heading, dice.next(2)):
            break
    if closing > 3:
        game.attempt(Stop(vehicle))


def _advance(game: Game, vehicle: str, heading: int, dice: tuple[int, ...]) -> bool:
    """Enter the next hex, at times for more MP than it takes; whether that was possible."""
    here = game.state.vehicles[vehicle].hex
    if here is None:
        return False
    way, care = dice
    side = heading if way < 5 else heading % 6 + 1
    to = game.state.setting.area.across(here, side)
    if to in game.state.ground:
        return False
    if to is None:
        game.attempt(Exit(vehicle, 1) if care == 6 else Stop(vehicle))
        return False
    least = entry_mp(game.state, Move(vehicle, to))
    if least is None:
        return False
    mp = least + (2 if care == 6 else 0)
    if mp + 1 > mp_left(game.state, vehicle):
        return False
    return not isinstance(game.attempt(Move(vehicle, to, mp)), Refusal)


def begin(
    scenario: Scenario, file: OrderFile | None, seed: str | None = None, game: int | None = None
) -> Game:
    """A new game, of the seed and the number that an order file or the caller says; else of 1."""
    dice = None
    if file is not None:
        seed, game, dice = agreed(file, seed, game)
    return Game.new(scenario, "1" if seed is None else seed, game or 0, dice or DiceFrom.EITHER)


def agreed(
    file: OrderFile,
    seed: str | None = None,
    game: int | None = None,
    dice: DiceFrom | str | None = None,
) -> tuple[str | None, int | None, DiceFrom | str | None]:
    """Seed, number and who rolls, as an order file or the caller says; None where neither does."""
    found = (("seed", file.seed, seed), ("game", file.game, game), ("dice", file.dice, dice))
    for word, said, asked in found:
        if None not in (said, asked) and said != asked:
            one, two = (str(e) if word != "seed" else repr(e) for e in (said, asked))
            raise BadInput(
                f"the order file is of {word} {one}, not of {two}; leave one of them out", word
            )
    return (
        file.seed if seed is None else seed,
        file.game if game is None else game,
        file.dice if dice is None else dice,
    )


def give_all(game: Game, file: OrderFile) -> None:
    """Give a game all orders of a file."""
    logger = telemetry.current().bind(game=game.header.game, seed=game.header.seed)
    for number, words, order in file.orders:
        try:
            game.do(order.command, order.dice)
        except BadInput as error:
            raise error.inside(f"line {number}") from None
        logger.debug("order", line=number, order=words, moment=str(game.state.moment))


def play_orders(
    scenario: Scenario, text: str, seed: str | None = None, number: int | None = None
) -> Game:
    """Play a scenario by the text of an order file."""
    file = read_orders(text)
    game = begin(scenario, file, seed, number)
    give_all(game, file)
    return game


def keep(game: Game, log: str | Path) -> int | None:
    """Write the log of a game, or go on with one that is a beginning of it.

    A log that appears is whole at once; one that is there only ever grows. Returns how many entries
    it had already; None when it is new.
    """
    if not exists(log):
        game.save(log)
        return None
    ours = game.log_bytes()
    with open_to_read(Path(log), disk_of(log)) as file:
        theirs = file.read(len(ours) + MAX_LINE)
    with in_file(str(log)):
        whole = theirs[: theirs.rfind(b"\n") + 1]
        if not whole and ours.startswith(theirs):  # a part of its first line
            OWN.write(log, ours)
            return 0
        if not whole or not ours.startswith(whole):
            raise BadInput(f"{_what(whole, ours)}; it is left as it is, name another with -o")
        with stored_log(log) as stored:
            recorder, _ = stored.resume()
        try:
            before = recorder.n
            line = ours.split(b"\n")[before : before + 1]  # the header is line 0
            if not line or not line[0].endswith(f'"{recorder.seal}"}}'.encode()):
                raise BadInput("another program wrote this log just now; it is left as it is")
            if before < len(game.entries):
                recorder.append(*game.entries[before:])
        finally:
            recorder.close()
    return before


def _what(old: bytes, new: bytes) -> str:
    if old.startswith(new):
        return "this log has the whole game already, and more after it"
    if old.startswith(BEGINNING):
        return "this file exists already, and is the log of another game"
    return "this file exists already, and is not the log of a game"
