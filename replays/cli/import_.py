"""What VASL logs tell, and a game of ours of it."""

import argparse
from typing import Any, Final

from events.errors import BadInput
from events.scenario import Scenario
from replays.cli.argument import CORRECTIONS, JSON, refuse
from replays.cli.console import CLEAN, FINDINGS, say, say_all, say_json
from replays.game.drive import keep
from replays.game.file import demand
from replays.game.scenario_file import load_scenario
from replays.game.text import counted
from replays.vasl.container import read_archive
from replays.vasl.correction import Corrections, read_corrections, sidecar_of
from replays.vasl.fact import History, read_history
from replays.vasl.importer import (
    history_as_json,
    history_lines,
    import_lines,
    imported,
    order_of_files,
)

ARGUMENTS: Final = f"""
files:GAME.vlog...   the logs and saves of one VASL game
--scenario SCENARIO  make a game of ours of them, in this scenario
{CORRECTIONS}
-o, --output GAME    where to write that game
{JSON}
"""


def run(args: argparse.Namespace) -> int:
    if args.scenario is not None:
        return _make(args)
    refuse(args, "this goes with --scenario", "output", "corrections")
    history = history_in(args.files, args.boards)
    if args.json:
        say_json(history_as_json(history))
    else:
        say_all(history_lines(history))
    return CLEAN


def _make(args: argparse.Namespace) -> int:
    """Make a game of ours of logs; exit code 1 if it does not come to their end."""
    history, scenario, corrections = logs_of(args, args.files)
    found = imported(history, scenario, corrections)
    seal = None
    if args.output is not None:
        keep(found.game, args.output)
        seal = found.game.seal()
    count, ending = len(found.game.entries), str(found.game.ending)
    if args.json:
        told: dict[str, Any] = {
            "entries": count,
            "ending": ending,
            "seal": seal,
            "left_out": history.left_out,
        }
        told |= {"gaps": history.gaps, "ours": found.ours}
        say_json(told | found.as_json(history))
    else:
        say_all((*order_of_files(history), *import_lines(found, history)))
        say(f"{scenario.name}: {counted(count, 'entry')}, {ending}")
        if seal is not None:
            say(f"written to {args.output}, seal {seal}")
    return CLEAN if found.stopped is None else FINDINGS


def logs_of(args: argparse.Namespace, files: list[str]) -> tuple[History, Scenario, Corrections]:
    """Logs, their scenario, and the corrections that are named or lie beside the first log."""
    history, scenario = history_in(files, args.boards), load_scenario(args.scenario)
    path = args.corrections or sidecar_of(files[0])
    known = Corrections() if path is None else read_corrections(path, history, scenario)
    return history, scenario, known


def history_in(files: list[str], boards: str | None = None) -> History:
    """What the logs of a game tell; how large its boards are, their archives in a folder say."""
    twice = next((name for name in files if files.count(name) > 1), None)
    if twice is not None:
        raise BadInput("this file is named twice", twice)
    history = read_history([read_archive(name) for name in files])
    if boards is not None:
        demand("numpy", "--boards")
        from replays.vasl.board_grid import vasl_map  # noqa: PLC0415 - needs NumPy

        history.sizes = vasl_map(history.board_line, boards).sizes
    return history
