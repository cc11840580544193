"""Where a state comes from: a game, the log of one at a moment, or a scenario as it sets up."""

from pathlib import Path
from typing import Protocol, runtime_checkable

from events.converters import short
from events.errors import BadInput
from events.scenario import Scenario
from replays.game.address import store_of
from replays.game.bundled import bundled
from replays.game.file import exists
from replays.game.file_kind import FileKind, expecting, kind_of_file, mistaken
from replays.game.named_moment import END, When, parse_when
from replays.game.scenario_file import load_scenario
from replays.game.store import point_of_game
from sim.machine.opening import initial_state
from sim.soundness import sound
from sim.state import State


@runtime_checkable
class Played(Protocol):
    """What has a state at every moment: a `Game`."""

    @property
    def state(self) -> State:
        """The state now."""

    def at(self, moment: str) -> State:
        """The state at a moment."""


def state_of(source: State | Played | Scenario | str | Path, at: str | None = None) -> State:
    """The state that is meant.

    Args:
        source: a state, a game, the path of a log, or a scenario (itself, its path, or the name
            of a bundled one) as it sets up.
        at: a moment such as ``3.2/MPh``, or the words of a note, for a game or a log; the end if
            None.
    """
    if isinstance(source, State):
        return source
    if isinstance(source, Scenario):
        return initial_state(sound(source))
    if isinstance(source, Played):
        return source.state if at is None else source.at(at)
    return state_and_tear(str(source), at)[0]


def state_and_tear(name: str, at: str | None = None, upto: int | None = None) -> tuple[State, bool]:
    """The state of a log or a scenario, and whether the log's last line is torn and left out.

    ``upto`` is as in `open_log`.
    """
    when = END if at is None else parse_when(at)
    if store_of(name) is None and _is_scenario(name):
        state = initial_state(load_scenario(name))
        if when.note is not None:
            raise BadInput(f"{short(at)} is not a moment; a scenario stands at setup", name)
        if when not in (END, When(state.moment)):
            raise BadInput("a scenario stands at setup; another moment goes with a game", name)
        return state, False
    if store_of(name) is None and not exists(name):
        known = ", ".join(bundled())
        missing = BadInput(f"there is no such file; bundled scenarios are {known}", name)
        raise mistaken(name, FileKind.LOG, FileKind.SCENARIO) or missing
    with expecting(name, FileKind.LOG, FileKind.SCENARIO):
        point = point_of_game(name, when, upto=upto)
    return point.position.state, point.torn


def _is_scenario(name: str) -> bool:
    """Whether a scenario is named: by a bundled name, by its ending, or by what is in the file."""
    if name.lower().endswith(".toml"):
        return True
    if not exists(name):
        return name in bundled()
    return kind_of_file(name) is FileKind.SCENARIO
