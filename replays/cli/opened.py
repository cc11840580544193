"""Games as commands open them: a torn line is told, and a long log is read with a bar."""

from pathlib import Path
from typing import TYPE_CHECKING

from replays.cli.console import mention_fault, mention_torn, reading
from replays.game import telemetry
from replays.game.fault import readable
from replays.game.file import size_of
from replays.game.named_moment import When
from replays.game.store import PointOfGame, point_of_game, state_and_tear
from sim.state import State

if TYPE_CHECKING:
    from replays.game.game import Game


def game_of(path: str, upto: int | None = None) -> "Game":
    """A game to go on with in memory; ``upto`` as in `open_log`."""
    from replays.game.game import Game  # noqa: PLC0415 - a question asks for no game

    game = Game.load(path, upto=upto)
    if game.torn:
        mention_torn(path)
    return game


def state_of(name: str, at: str | None) -> State:
    """The state of a game at a moment, or of a scenario as it sets up."""
    (state, torn), fault = readable(name, lambda upto: state_and_tear(name, at, upto))
    if fault is not None:
        mention_fault(name, fault)
    if torn:
        mention_torn(name)
    return state


def found_at(path: str, when: When) -> PointOfGame:
    """Where a game stands at a moment."""
    with reading(Path(path).name, size_of(path)) as bar:
        found, fault = readable(path, lambda upto: point_of_game(path, when, bar, upto=upto))
    if fault is not None:
        mention_fault(path, fault)
    if found.torn:
        mention_torn(path)
    moment = str(found.position.state.moment)
    telemetry.current().debug("read", log=path, entry=found.entry, moment=moment)
    return found
