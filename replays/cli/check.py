"""Is a scenario sound, and which rules apply?"""

import argparse
from collections.abc import Iterator
from typing import Final

from events.codec import decode_scenario
from events.errors import BadInput
from events.scenario import Scenario
from replays.cli.argument import JSON, SCENARIO
from replays.cli.console import BAD_INPUT, CLEAN, say, say_all, say_json
from replays.game.file_kind import FileKind, mistaken
from replays.game.scenario_file import every_fault, scenario_values
from sim.chapter_11.applicability import SUMMARY, Row
from sim.chapter_11.ec import with_sure_ec
from sim.chapter_191.steppe_terrain import both_in_effect
from sim.chapter_ad.lft_boards import printed_bins, scenario_contradictions
from sim.chapter_ad.precedence import notation, out_of_place
from sim.chapter_e.nvr import nvr_in_words
from sim.los.drawn import geometry_said
from sim.machine.opening import initial_state
from sim.state import State

ARGUMENTS: Final = f"""
{SCENARIO}
{JSON}
"""

_ANSWERS: Final = {True: "yes ", False: "no  ", None: "open"}


def run(args: argparse.Namespace) -> int:
    scenario, wrong, where = _read(args.scenario)
    state = None if scenario is None else with_sure_ec(initial_state(scenario))
    if args.json:
        said: dict[str, object] = {"sound": not wrong, "faults": [*map(str, wrong)]}
        said["in_effect"] = [*_in_effect(state)] if state else []
        said["rules"] = [_row_as_json(row, state) for row in SUMMARY] if state else []
        say_json(said)
        return CLEAN if scenario else BAD_INPUT
    if scenario is None or state is None:
        if len(wrong) == 1:
            raise wrong[0].inside(where)
        say_all(str(fault.inside(where)) for fault in wrong)
        raise BadInput(f"{len(wrong)} faults, the first at {wrong[0]}", where)
    say(f"{scenario.name} is sound")
    region = state.setting.region
    say(f"{scenario.land}: {region or 'not an Arid Land (11.2)'}")
    say_all(_in_effect(state))
    for row, after in zip(SUMMARY, (*SUMMARY[1:], None), strict=True):
        say(f"{_ANSWERS[row.stands(state)]}  {row.title} ({', '.join(row.rules)})")
        reasons = [*_why(row, state)]
        if after is None or reasons != [*_why(after, state)]:
            say_all(reasons)
    for name, board in printed_bins(state.setting).items():
        say(f"board {board} is an AD board, with its BIN in {name} (AD2.1)")
    for board, (name, rule, why) in scenario_contradictions(scenario.boards):
        say(f"board {board}, {name}: {why} ({rule})")
    return CLEAN


def _read(name: str) -> tuple[Scenario | None, list[BadInput], str]:
    """A scenario that is sound, or everything that is wrong with it; and where it was found."""
    values, where = scenario_values(name)
    found = every_fault(values)
    other = mistaken(name, FileKind.SCENARIO) if found else None
    if other is not None:
        raise other
    return None if found else decode_scenario(values), found, where


def _in_effect(state: State) -> Iterator[str]:
    """What the scenario says; Steppe or Broken Terrain; whether a LOS goes by art; NVR."""
    yield from notation(state.setting.scenario)
    yield from filter(None, (both_in_effect(state.setting), geometry_said(state.setting)))
    yield from out_of_place(state.setting)
    if (nvr := nvr_in_words(state)) is not None:
        yield f"at Night, NVR: {nvr} (E1.1)"


def _row_as_json(row: Row, state: State) -> dict[str, object]:
    return {
        "title": row.title,
        "rules": list(row.rules),
        "applicable": row.stands(state),
        "in_effect": row.in_play(state),
        "failing": [condition.text for condition in row.against(state)],
        "open": [condition.text for condition in row.undecided(state)],
    }


def _why(row: Row, state: State) -> Iterator[str]:
    """Why a row does not apply, or what it waits for; rows of one reason tell it once."""
    now = row.in_play(state)
    for condition in row.against(state):
        word = "not now:" if condition in row.calls else "because"
        yield f"        {word} {condition.otherwise}"
    if now and row.calls:
        yield f"        called for: Time of Day is {state.sky.time_of_day}"
    if now is None:
        for condition in row.undecided(state):
            yield f"        until rolled: {condition.text}?"
