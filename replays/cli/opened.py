"""Games and scenarios as commands open them: torn lines and look-alikes are told, with a bar."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from events.scenario import Scenario
from replays.cli.console import mention_fault, mention_torn, reading
from replays.game import telemetry
from replays.game.bundled import bundled, bundled_boards, bundled_text
from replays.game.fault import readable
from replays.game.file import exists, size_of
from replays.game.file_kind import FileKind, kind_of_file
from replays.game.named_moment import When
from replays.game.scenario_file import board_alone, load_board, load_scenario
from replays.game.store import PointOfGame, point_of_game, state_and_tear
from replays.game.text import skeleton
from sim.machine.opening import initial_state
from sim.state import State

if TYPE_CHECKING:
    from replays.game.game import Game

T = TypeVar("T")


def game_of(path: str, upto: int | None = None) -> "Game":
    """A game to go on with in memory; ``upto`` as in `open_log`."""
    from replays.game.game import Game  # noqa: PLC0415 - a question asks for no game

    game = Game.load(path, upto=upto)
    if game.torn:
        mention_torn(path)
    return game


def as_far(path: str, look: Callable[[int | None], T]) -> T:
    """What a look at a log gives, as far as it can be read; its fault is told at the end."""
    found, fault = readable(path, look)
    if fault is not None:
        mention_fault(path, fault)
    return found


def state_of(name: str, at: str | None) -> State:
    """The state of a game at a moment, or of a scenario as it sets up."""
    state, torn = as_far(name, lambda upto: state_and_tear(name, at, upto))
    if torn:
        mention_torn(name)
    return state


def state_or_board(name: str, at: str | None) -> State:
    """The state of a game or scenario, or a board alone, also a bundled one."""
    is_board = exists(name) and kind_of_file(name) is FileKind.BOARD
    if not is_board and (exists(name) or name not in bundled_boards()):
        return state_of(name, at)
    return initial_state(board_alone(load_board(name)))


def found_at(path: str, when: When) -> PointOfGame:
    """Where a game stands at a moment."""
    with reading(Path(path).name, size_of(path)) as bar:
        found = as_far(path, lambda upto: point_of_game(path, when, bar, upto=upto))
    if found.torn:
        mention_torn(path)
    moment = str(found.position.state.moment)
    telemetry.current().debug("read", log=path, entry=found.entry, moment=moment)
    return found


_NAME: Final = re.compile('^name = "(.*)"$', re.MULTILINE)


def unlike_bundled(scenario: Scenario) -> Iterator[str]:
    """Where a scenario is not the bundled one of its name, in lines."""
    for name in bundled():
        named = _NAME.search(bundled_text("scenarios", name))
        if named is None or _plain(scenario.name) not in (_plain(named[1]), _plain(name)):
            continue
        if (ours := load_scenario(name)) != scenario:
            from replays.chances.comparison import changed_settings  # noqa: PLC0415 - as a rule none

            yield f"this is not the bundled scenario {name}, whose name it has:"
            for each in changed_settings(ours, scenario):
                yield f"  {each.name}: {each.one} there, {each.two} here"


def _plain(name: str) -> str:
    """What a name looks like, without blanks and marks."""
    return "".join(filter(str.isalnum, skeleton(name)))
