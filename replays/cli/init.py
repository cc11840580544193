"""Write a scenario to start from."""

import argparse
from pathlib import Path
from typing import Final

from events.errors import BadInput
from replays.cli.argument import refuse
from replays.cli.console import say
from replays.cli.scenario import BOARDS, NEW_SCENARIO, from_save
from replays.game.bundled import bundled, bundled_text
from replays.game.file import exists
from replays.game.open_log import open_log
from replays.game.scenario_file import parse_scenario, read_scenario, scenario_toml
from replays.vasl.container import is_archive
from sim.soundness import sound

ARGUMENTS: Final = f"""
file:FILE  the new scenario; it must not exist yet
--from:source SCENARIO|GAME  a bundled scenario, or the game, scenario file, or save or log of \
VASL to take it from
{BOARDS}
"""


def run(args: argparse.Namespace) -> int | None:
    NEW_SCENARIO.demand(args.file)
    if args.source is not None and is_archive(args.source):
        args.save, args.output, args.json = args.source, args.file, False
        return from_save(args)
    refuse(args, "this goes with --from SAVE.vsav", "boards")
    text = bundled_text(".", "template") if args.source is None else _text_of(args.source)
    scenario = sound(read_scenario(text, args.file, Path(args.file).parent))
    NEW_SCENARIO.write(args.file, text)
    say(f"{args.file}: {scenario.name!r}, a scenario to start from; change what you like, then")
    say(f"  khamsin check {args.file}")
    say(f"  khamsin play GAME --scenario {args.file}")
    return None


def _text_of(source: str) -> str:
    """The text of a bundled scenario with its comments, or the scenario of a game or a file."""
    if source in bundled() and not exists(source):
        return bundled_text("scenarios", source)
    if source.lower().endswith(".toml"):
        return scenario_toml(parse_scenario(source)[0])
    if not exists(source):
        known = ", ".join(bundled())
        raise BadInput(f"there is no such game; bundled scenarios are {known}", source)
    with open_log(source) as reader:
        return f"# The scenario of {Path(source).name!r}\n{scenario_toml(reader.header.scenario)}"
