"""``odds``: how likely each wind, rain and Dust density is, exactly, in a scenario or a game."""

from pathlib import Path
from typing import Final

from events.errors import BadInput
from events.moment import Phase
from events.scenario import Scenario
from replays.chances.of_scenario import table_from
from replays.files import exists
from replays.playing.game import Game
from replays.playing.sources import state_of
from sim.climate.dust_at_range import proper_range
from sim.climate.odds import Odds, climate_odds
from sim.soundness import MOST_TURNS
from sim.state import State

__all__ = ["given_state", "odds"]

LOG_SUFFIX: Final = ".jsonl"

_AT: Final = "@"
"""Between the log of a game and a moment of it."""


def odds(
    source: Scenario | State | Game | str | Path,
    *,
    turns: int | None = None,
    given: str | None = None,
    range_: int | None = None,
) -> Odds:
    """The exact odds of every Player Turn to come.

    Args:
        source: a scenario, a state, a game, the path of a log, also ``GAME.jsonl@3.2/MPh``, or the
            name of a scenario.
        turns: the last Game Turn to look at; that of the scenario if None; it may lie beyond.
        given: what is known: a moment of the game such as ``3.2/MPh``; for a scenario a log of it,
            ``GAME.jsonl`` or ``GAME.jsonl@3.2/MPh``; the end of a game if None.
        range_: in hexes; what Dust does to a shot is worked out for it.

    Raises:
        BadInput: when there is no such source or moment, or turns or range are impossible.
    """
    if range_ is not None:
        proper_range(_whole(range_, "range"))
    if turns is not None:
        _whole(turns, "turns")
    state = given_state(source, given)
    scenario = state.setting.scenario
    last = scenario.turns if turns is None else turns
    if not 1 <= last <= MOST_TURNS:
        raise BadInput(f"{last} is not a number of turns from 1 to {MOST_TURNS}", "turns")
    if state.moment.phase is not Phase.SETUP and last < state.moment.turn:
        raise BadInput(f"the game is at {state.moment} already, beyond Game Turn {last}", "turns")
    found = climate_odds(table_from(state), last, range_)
    if not found.player_turns:  # a forged log can pass over a Wind Change DR
        why = f"the game is at {state.moment}, and no Wind Change DR is left up to Game Turn {last}"
        raise BadInput(why, "turns")
    return found


def _whole(value: object, place: str) -> int:
    """A whole number that somebody gave in Python."""
    if type(value) is not int:
        raise BadInput(f"{str(value)[:40]!r} is not a whole number", place)
    return value


def given_state(source: Scenario | State | Game | str | Path, given: str | None = None) -> State:
    """The state from which odds are asked, see `odds`.

    Raises:
        BadInput: when there is no such source or moment, or a log is of another scenario.
    """
    if given is None:
        return _state_named(source)
    path, at, moment = given.rpartition(_AT)
    if not at and exists(given):
        path, moment = given, ""
    if not path and Path(given).suffix == LOG_SUFFIX:
        raise BadInput("there is no such file; a log or a moment is expected", given)
    if not path:
        if isinstance(source, State):
            raise BadInput(f"{given[:40]!r} is not a log; a moment goes with a game", "given")
        return state_of(source, moment)
    state = state_of(path, moment or None)
    if state.setting.scenario != _state_named(source).setting.scenario:
        raise BadInput(f"this is a game of another scenario, {state.setting.scenario.name!r}", path)
    return state


def _state_named(source: Scenario | State | Game | str | Path) -> State:
    """The state of a source that may be named with a moment, ``GAME.jsonl@3.2/MPh``."""
    path, at, moment = str(source).rpartition(_AT) if isinstance(source, str | Path) else ("",) * 3
    if at and path and exists(path) and not exists(str(source)):
        return state_of(path, moment or None)
    return state_of(source)
