"""``odds``: how likely each wind, rain and Dust density is, exactly, in a scenario or a game."""

from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import attrs

from events.errors import BadInput
from events.moment import Phase
from events.scenario import BoardSpec, Scenario
from events.terms import Month
from replays.game.file import exists
from replays.game.game import Game
from replays.game.open_log import start_of
from replays.game.store import state_of
from sim.climate.exact_odds import Odds, climate_odds, valid_range
from sim.climate.table import ClimateTable
from sim.climate.walk import Known, climate_table
from sim.machine.cached import last_cached
from sim.soundness import MOST_TURNS, ROLLABLE
from sim.state import State

_OUT_OF_THE_WEATHER: Final[dict[str, Any]] = {
    **dict.fromkeys(ROLLABLE),
    **dict.fromkeys(("vehicles", "buildings", "roads", "hexsides", "fortifications"), ()),
    "name": "",
    "land": "",
    "month": Month.JUNE,
    "turns": 1,
    "sides": ("", ""),
    "first": None,
    "wind_direction": None,
    "bombardments": 0,
    "dyo": True,
}
"""What only setup asks for, or what no Wind Change DR does: scenarios that differ in this alone
have the same weather in their Player Turns."""


@last_cached
def known_of(scenario: Scenario) -> Known:
    """What is known of the Player Turns of a scenario, and of all with the same weather in them.

    Of boards it matters whether they are Desert Boards, and nothing else.
    """
    kinds = sorted({board.desert for board in scenario.boards})
    boards = tuple(BoardSpec(name="", desert=desert) for desert in kinds)
    return _known_in_play(attrs.evolve(scenario, boards=boards, **_OUT_OF_THE_WEATHER))


@lru_cache(maxsize=16)
def _known_in_play(_: Scenario) -> Known:
    return Known()


@last_cached
def table_of(scenario: Scenario) -> ClimateTable:
    """The table of a scenario, from its setup on."""
    return climate_table(start_of(scenario), known_of(scenario))


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

    The source is a scenario or its name, a state, a game, or the path of a log, also with a moment,
    ``GAME.jsonl@3.2/MPh``. ``turns`` is the last Game Turn to look at, that of the scenario if
    None; it may lie beyond. ``given`` is what is known: a moment of the game such as ``3.2/MPh``,
    or a log of the scenario; the end of a game if None. What Dust does to a shot is worked out at
    ``range_`` hexes.
    """
    for value, place in ((range_, "range"), (turns, "turns")):
        if value is not None and type(value) is not int:
            raise BadInput(f"{str(value)[:40]!r} is not a whole number", place)
    if range_ is not None:
        valid_range(range_)
    state = given_state(source, given)
    scenario = state.setting.scenario
    last = scenario.turns if turns is None else turns
    if not 1 <= last <= MOST_TURNS:
        raise BadInput(f"{last} is not a number of turns from 1 to {MOST_TURNS}", "turns")
    if state.moment.phase is not Phase.SETUP and last < state.moment.turn:
        raise BadInput(f"the game is at {state.moment} already, beyond Game Turn {last}", "turns")
    found = climate_odds(climate_table(state, known_of(scenario)), last, range_)
    if not found.player_turns:  # a forged log can pass over a Wind Change DR
        why = f"the game is at {state.moment}, and no Wind Change DR is left up to Game Turn {last}"
        raise BadInput(why, "turns")
    return found


def given_state(source: Scenario | State | Game | str | Path, given: str | None = None) -> State:
    """The state from which odds are asked, see `odds`."""
    if given is None:
        return _state_named(source)
    path, at, moment = given.rpartition(_AT)
    if not at and exists(given):
        path, moment = given, ""
    if not path and Path(given).suffix == ".jsonl":
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
    path, at, moment = str(source).rpartition(_AT) if isinstance(source, str | Path) else ("",) * 3
    if at and path and exists(path) and not exists(str(source)):
        return state_of(path, moment or None)
    return state_of(source)
