"""Judge each VASL log of a game as it comes into a folder."""

import argparse
import os
import time
from pathlib import Path
from typing import Final

from events.errors import BadInput
from replays.cli.argument import CORRECTIONS
from replays.cli.bounds import bounded
from replays.cli.console import CLEAN, FINDINGS, INTERRUPTED, finish_output, say, say_all
from replays.cli.import_ import history_in, logs_of
from replays.game.scenario_file import load_scenario

ARGUMENTS: Final = f"""
places:FOLDER...      where logs of a game come; or such logs, of which the last is judged at once
--scenario SCENARIO!  the scenario of that game
{CORRECTIONS}
--every N=2          seconds between two looks
"""

_ENDINGS: Final = (".vlog", ".vsav")


def run(args: argparse.Namespace) -> int:
    first = Path(args.places[0])
    if not first.is_dir():
        return _judge(args, args.places)
    if len(args.places) > 1:
        raise BadInput("one folder is watched; or logs are named", args.places[1])
    load_scenario(args.scenario)
    say(f"watching {first} for {' and '.join(_ENDINGS)} files; Ctrl-C ends it")
    return _watch(first, args)


def _judge(args: argparse.Namespace, files: list[str]) -> int:
    """Tell of the last file in three lines; exit code 1 if something is found in it."""
    from replays.vasl import log_audit  # noqa: PLC0415 - as in `_watch`

    history, scenario, corrections = logs_of(args, files)
    report = log_audit.audit_history(history, scenario, corrections)
    before = log_audit.VaslReport(report.replay)
    if files[:-1]:
        known = history_in(files[:-1], args.boards)
        log_audit.demand_same_boards(history_in(files[-1:], args.boards), known)
        before = log_audit.audit_history(known, scenario, corrections)
    new = log_audit.new_findings(report.findings, before.findings)
    doubts = log_audit.new_findings(report.doubts, before.doubts)
    say_all(log_audit.arrival_lines(Path(files[-1]).name, history, report, new, doubts))
    return FINDINGS if new or report.replay.stopped is not None else CLEAN


def _watch(folder: Path, args: argparse.Namespace) -> int:
    """Judge files as they come, each in a child, until it is interrupted.

    A file is taken when it is as it was at the look before; one that cannot be read is told, and
    taken again when it has changed.
    """
    from replays.cli.main import main  # noqa: PLC0415 - which imports this module

    given = ["--scenario", args.scenario, "--log", args.telemetry]
    for option in ("corrections", "boards"):
        if (value := getattr(args, option)) is not None:
            given += [f"--{option}", value]
    told: dict[str, tuple[int, int]] = {}
    sound: list[str] = []
    before: dict[str, tuple[int, int]] = {}
    while True:
        now = _files(folder)
        sound = [name for name in sound if name in now]
        for name, seen in sorted(now.items(), key=lambda each: (each[1], each[0])):
            if told.get(name) == seen or before.get(name) != seen:
                continue
            told[name] = seen
            others = [each for each in sound if each != name]
            code = bounded(["watch", *others, name, *given], main)
            if code == INTERRUPTED:
                return code
            sound = [*others, name] if code in (CLEAN, FINDINGS) else others
            if name not in sound:
                say(f"{name} is left out until it changes")
        before = now
        finish_output()
        time.sleep(args.every or 0.1)


def _files(folder: Path) -> dict[str, tuple[int, int]]:
    """The logs and saves in a folder: when each was changed, and its size."""
    found: dict[str, tuple[int, int]] = {}
    with os.scandir(folder) as entries:
        for each in entries:
            named = each.name.lower().endswith(_ENDINGS) and not each.name.startswith(".")
            if named and each.is_file():
                stat = each.stat()
                found[str(folder / each.name)] = (stat.st_mtime_ns, stat.st_size)
    return found
