"""Is a scenario sound, and which rules apply?"""

import argparse
from collections.abc import Iterator
from typing import Final

from events.codec import decode_scenario
from events.errors import BadInput
from events.scenario import Scenario
from replays.cli.argument import JSON, SCENARIO
from replays.cli.console import BAD_INPUT, say, say_all, say_json
from replays.game.file_kind import FileKind, mistaken
from replays.game.scenario_file import every_fault, scenario_values
from sim.chapter_11.applicability import SUMMARY, Row
from sim.chapter_11.ec import with_sure_ec
from sim.chapter_191.steppe_terrain import both_in_effect
from sim.chapter_ad.lft_boards import printed_bins, scenario_contradictions
from sim.chapter_ad.precedence import notation
from sim.los.drawn import geometry_said
from sim.machine.opening import initial_state
from sim.state import State

ARGUMENTS: Final = f"""
{SCENARIO}
{JSON}
"""

_ANSWERS: Final = {True: "yes ", False: "no  ", None: "open"}


def run(args: argparse.Namespace) -> int:
    """Is a scenario sound, and which rules are in effect in it?"""
    scenario, wrong, where = _read(args.scenario)
    if args.json:
        say_json(_check_as_json(scenario, wrong))
        return 0 if scenario else BAD_INPUT
    if scenario is None and len(wrong) == 1:
        raise wrong[0].inside(where)
    if scenario is None:
        for fault in wrong:
            say(str(fault.inside(where)))
        raise BadInput(f"{len(wrong)} faults, the first at {wrong[0]}", where)
    say(f"{scenario.name} is sound")
    state = _beginning(scenario)
    region = state.setting.region
    say(f"{scenario.land}: {region or 'not an Arid Land (11.2)'}")
    for sentence in (*notation(scenario), *_both(state), *_geometry(state)):
        say(sentence)
    for row in SUMMARY:
        say_all(_row_lines(row, state))
    for name, board in printed_bins(scenario, state.setting.area).items():
        say(f"board {board} is an AD board, with its BIN in {name} (AD2.1)")
    for board, (name, rule, why) in scenario_contradictions(scenario.boards):
        say(f"board {board}, {name}: {why} ({rule})")
    return 0


def _read(name: str) -> tuple[Scenario | None, list[BadInput], str]:
    """A scenario that is sound, or everything that is wrong with it; and where it was found."""
    values, where = scenario_values(name)
    found = every_fault(values)
    other = mistaken(name, FileKind.SCENARIO) if found else None
    if other is not None:
        raise other
    return None if found else decode_scenario(values), found, where


def _check_as_json(scenario: Scenario | None, wrong: list[BadInput]) -> dict[str, object]:
    said: dict[str, object] = {
        "sound": not wrong,
        "faults": [str(fault) for fault in wrong],
        "in_effect": [],
        "rules": [],
    }
    if scenario is not None:
        state = _beginning(scenario)
        said["in_effect"] = [*notation(scenario), *_both(state), *_geometry(state)]
        said["rules"] = [_row_as_json(row, state) for row in SUMMARY]
    return said


def _beginning(scenario: Scenario) -> State:
    """The state before the first RPh, with the EC that no dr decides."""
    return with_sure_ec(initial_state(scenario))


def _both(state: State) -> tuple[str, ...]:
    """Which of Steppe and Broken Terrain decides, where both are in effect."""
    both = both_in_effect(state.setting)
    return () if both is None else (both,)


def _geometry(state: State) -> tuple[str, ...]:
    """Whether a LOS goes by art or by whole hexes, where any board has a depiction."""
    said = geometry_said(state.setting)
    return (said,) if said else ()


def _row_as_json(row: Row, state: State) -> dict[str, object]:
    return {
        "title": row.title,
        "rules": list(row.rules),
        "applicable": row.stands(state),
        "in_effect": row.in_play(state),
        "failing": [condition.text for condition in row.against(state)],
        "open": [condition.text for condition in row.undecided(state)],
    }


def _row_lines(row: Row, state: State) -> Iterator[str]:
    answer, now = row.stands(state), row.in_play(state)
    yield f"{_ANSWERS[answer]}  {row.title} ({', '.join(row.rules)})"
    for condition in row.against(state):
        word = "not now:" if condition in row.calls else "because"
        yield f"        {word} {condition.otherwise}"
    if now and row.calls:
        yield f"        called for: Time of Day is {state.sky.time_of_day}"
    if now is None:
        for condition in row.undecided(state):
            yield f"        until rolled: {condition.text}?"
