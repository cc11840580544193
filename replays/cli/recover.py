"""Put a line torn by a crash aside, or make a log of what is sound of a damaged one."""

import argparse
from typing import Final

from events.commands import Acknowledged, Opened
from events.errors import BadInput
from events.log_writer import put_torn_aside
from replays.cli.argument import GAME, refuse
from replays.cli.console import mention_fault, say, say_all, width_of_lines
from replays.cli.opened import game_of
from replays.game.address import disk_of, to_write
from replays.game.fault import Fault, demand_whole, demanding_whole, fault_in, sound_lines
from replays.game.file_kind import FileKind, expecting
from replays.game.game import Game
from replays.game.output import NEW
from replays.game.story import as_written
from replays.game.text import counted

ARGUMENTS: Final = f"""
{GAME}
--damaged         make a log of what is sound, and tell what is missing
-o, --output NEW  that log
"""


def run(args: argparse.Namespace) -> None:
    if args.damaged:
        _make_sound(args.log, args.output)
        return
    refuse(args, "this goes with --damaged", "output")
    with demanding_whole(args.log), expecting(args.log, FileKind.LOG):
        count, aside = put_torn_aside(args.log, disk_of(args.log))
    if aside is None:
        demand_whole(args.log)
        say(f"{args.log} is whole: {counted(count, 'entry')}")
    else:
        say(f"{args.log} has {counted(count, 'whole entry')}; the torn line is in {aside}")


def _make_sound(log: str, new: str | None) -> None:
    """Copy the lines before the fault of a log, and tell what stands behind it."""
    if new is None:
        raise BadInput("--damaged needs -o with the name of the new log")
    fault = fault_in(log)
    if fault is None:
        game = game_of(log)
        say(f"{log} is not damaged: {counted(len(game.entries), 'entry')}, {game.ending}")
        return
    if fault.line == 1:
        raise BadInput(f"nothing of this log is sound: {fault}", log)
    mention_fault(log, fault)
    with to_write(new) as file:
        NEW.write(file, sound_lines(log, fault))
    game = game_of(new)
    say(f"{new} has the {counted(fault.readable, 'entry')} before line {fault.line} of {log}")
    say(f"it is {game.ending}, seal {game.seal()}; `khamsin play {new}` goes on with it")
    _tell_missing(fault, game, log, new)


def _tell_missing(fault: Fault, game: Game, log: str, new: str) -> None:
    """Say what stands behind a fault, as it is written, and what is no longer proved."""
    there = [entry for entry in fault.rest if entry is not None]
    missing = counted(len(fault.rest), "entry")
    say(f"{missing} missing from line {fault.line} on, {len(there)} of which can be read still:")
    for line in as_written(fault.rest, fault.readable + 1, game.state.moment):
        say_all(line.fitted(width_of_lines()))
    signed = [f"#{entry.n}" for entry in there if isinstance(entry.do, Acknowledged | Opened)]
    if signed:
        say(f"missing signatures: {', '.join(signed)}")
    say(f"seals and signatures of more than {fault.readable} entries fit {log} alone: keep it")
    if game.header.mail is not None:
        say(f"`khamsin mail take LETTER {new}` brings back what a letter has of it")
