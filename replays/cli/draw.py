"""``khamsin map``: a picture of a game at a moment, or of a scenario before its first roll."""

import argparse
import sys
from pathlib import Path
from shutil import get_terminal_size
from typing import Final

from events.errors import BadInput
from events.log import LogReader
from replays.cli.console import say, warn
from replays.files import exists
from replays.moments import END, When, parse_when, state_at
from replays.scenarios import bundled, load_scenario
from sim.chapter_a.los import LosReport, location, los
from sim.state import State, initial_state

__all__ = ["map_"]

_PLAIN: Final = 120
"""How wide a text map is where there is no terminal."""


def map_(args: argparse.Namespace) -> int:
    """Draw a game or a scenario."""
    from replays.pictures import svg, terminal  # noqa: PLC0415 - only where something is drawn

    state = _state(args.game, parse_when(args.at))
    sight = None if args.los is None else _los(state, *args.los)
    if args.output is not None:
        _write(Path(args.output), svg(state, sight))
        say(f"drew {args.game} at {state.moment}: {args.output}")
    if args.output is None or args.terminal:
        colour = sys.stdout.isatty()
        width = get_terminal_size().columns if colour else _PLAIN
        say(terminal(state, sight, width=width, colour=colour).rstrip("\n"))
    return 0


def _state(name: str, when: When) -> State:
    """The state of a log at a moment, or of a scenario before its first roll."""
    if name.lower().endswith(".toml") or (name in bundled() and not exists(name)):
        state = initial_state(load_scenario(name))
        if when not in (END, When(state.moment)):
            raise BadInput("a scenario stands at setup; --at goes with a game", name)
        return state
    if not exists(name):
        known = ", ".join(bundled())
        raise BadInput(f"there is no such file; bundled scenarios are {known}", name)
    with LogReader(name) as reader:
        try:
            state = initial_state(reader.header.scenario)
            _, state = state_at(state, reader.happenings(), when)
        except BadInput as error:
            raise (error if error.where.startswith(name) else error.inside(name)) from None
        if reader.torn is not None:
            warn(
                f"khamsin: {name}: the last line is torn and was left out; "
                f"`khamsin recover {name}` puts it aside"
            )
    return state


def _los(state: State, one: str, two: str) -> LosReport:
    return los(state, location(state, one), location(state, two))


def _write(path: Path, text: str) -> None:
    try:
        if path.is_file() and path.stat().st_size and not _is_picture(path):
            raise BadInput("this file is no picture, and would be lost", str(path))
        path.write_text(text, encoding="utf-8", newline="\n")
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadInput(f"this cannot be written ({why})", str(path)) from None


def _is_picture(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) == b"<svg"
