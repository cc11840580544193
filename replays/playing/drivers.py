"""Built-in drivers: they move the vehicles of a game that has no orders, from the same seed.

A driver's choices are dice too, with addresses of their own; so they disturb no roll of the game,
and the log holds only what it did, as if a player had ordered it.
"""

from collections.abc import Iterator
from typing import Final

from events.commands import Advance, Command, Enter, Exit, Finish, Move, Start, Stop, WindChange
from events.moment import Phase
from events.scenario import Scenario
from replays.playing.game import Game
from sim.chapter_d.expenditure import entry_mp, mp_left
from sim.machine.dice import seeded
from sim.machine.keystream import DICE_A_WORD
from sim.machine.refusals import Refusal

__all__ = ["drive", "play"]

MOST_HEXES: Final = 4
"""A driver enters no more hexes in an MPh."""


def play(scenario: Scenario, seed: str = "", number: int = 0) -> Game:
    """A whole game, played by the drivers from setup to its end.

    Args:
        scenario: what is played.
        seed: any text; the same seed gives the same game.
        number: number of the game among those of its seed.

    Raises:
        BadInput: when the scenario is not sound, or seed or number are impossible.
    """
    game = Game.new(scenario, seed, number)
    for _ in drive(game):
        pass
    return game


def drive(game: Game, player_turns: int | None = None, *, finish: bool = True) -> Iterator[str]:
    """Play a game on to its end, or for some Player Turns; yields each Player Turn as it begins.

    Args:
        game: the game.
        player_turns: how many; None is to the end.
        finish: close its log there.
    """
    while not _is_over(game) and (player_turns is None or player_turns > 0):
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


def _is_over(game: Game) -> bool:
    return game.state.clock.over or game.position.finished


class _Choices:
    """The dice by which a vehicle's driver chooses at this moment; no log has them."""

    def __init__(self, game: Game, vehicle: str) -> None:
        header = game.header
        self._address = header.seed, header.game, str(game.state.moment), f"driver {vehicle}"
        self._dice: tuple[int, ...] = ()
        self._used = 0

    def next(self, count: int) -> tuple[int, ...]:
        """The next of them; they are made a word at a time."""
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
        _enter(game, vehicle, dice.next(1)[0])
    elif not game.state.vehicles[vehicle].in_motion:
        game.attempt(Start(vehicle))
    heading = _heading(game, vehicle, turn)
    for _ in range(min(hexes, MOST_HEXES)):
        if not _advance(game, vehicle, heading, dice.next(2)):
            break
    if closing > 3:
        game.attempt(Stop(vehicle))


def _heading(game: Game, vehicle: str, turn: int) -> int:
    """Toward the enemy's side of the playing area, give or take a hexside."""
    first = game.state.setting.vehicles[vehicle].side == game.state.setting.sides[0]
    ahead = (2, 3) if first else (6, 5)
    return ahead[turn % 2]


def _enter(game: Game, vehicle: str, die: int) -> None:
    area = game.state.setting.area
    edge = [name for name in area.names.values() if area.on_edge(name)]
    to = edge[(die - 1) * len(edge) // 6]
    game.attempt(Enter(vehicle, to))


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
    command: Command
    if to is None:
        command = Exit(vehicle, 1) if care == 6 else Stop(vehicle)
        game.attempt(command)
        return False
    least = entry_mp(game.state, Move(vehicle, to))
    if least is None:
        return False
    mp = least + (2 if care == 6 else 0)
    if mp + 1 > mp_left(game.state, vehicle):
        return False
    return not isinstance(game.attempt(Move(vehicle, to, mp)), Refusal)
